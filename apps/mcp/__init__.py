"""The MCP server: memory for assistants that speak the Model Context Protocol. An interface as HTTP is: no tables."""
