"""HTTP face of the memories app."""
