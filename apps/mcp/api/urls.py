"""The address of the MCP server."""

from django.urls import path

from apps.mcp.api.tools import server

urlpatterns = [path("mcp", server)]
