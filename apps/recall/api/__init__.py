"""HTTP face of recall."""
