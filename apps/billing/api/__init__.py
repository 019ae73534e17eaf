"""HTTP face of the billing app."""
