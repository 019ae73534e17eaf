"""HTTP face of the tenants app."""
