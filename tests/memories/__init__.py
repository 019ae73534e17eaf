"""The memories app's specification."""
