"""The product's apps, from the wall (tenants) up to the interfaces (mcp)."""
