"""HTTP face of the sandbox."""
