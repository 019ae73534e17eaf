"""Schema of the memories app."""
