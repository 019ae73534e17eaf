"""Specification of the MCP server, spoken to by the protocol's own client."""
