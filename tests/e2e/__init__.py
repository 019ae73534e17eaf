"""The product as a newcomer meets it: a whole running instance, by HTTP, MCP, command line and browser."""
