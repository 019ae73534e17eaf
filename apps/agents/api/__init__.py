"""HTTP face of the agents app."""
