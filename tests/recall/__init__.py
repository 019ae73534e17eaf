"""The recall app's specification."""
