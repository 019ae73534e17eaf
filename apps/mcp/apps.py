"""Django's entry to the MCP app."""

from django.apps import AppConfig


class McpConfig(AppConfig):
    """The MCP server."""

    name = "apps.mcp"
    label = "mcp"
