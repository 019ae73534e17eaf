"""Schema of the tenants app."""
