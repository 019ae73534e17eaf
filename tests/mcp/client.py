"""The official SDK's client, for tests that are not written in coroutines."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any, NamedTuple

import httpx2
from mcp.client.client import Client
from mcp.client.streamable_http import streamable_http_client
from mcp_types import CallToolResult, TextContent, Tool


class Said(NamedTuple):
    """A tool's answer."""

    data: Any  # JSON that a test looks into; a wrong guess fails the test by itself
    text: str
    is_error: bool


class Caller:
    """Opens a connection for each call, as assistants do that are started anew."""

    def __init__(self, url: str, key: str, *, mode: str = "auto") -> None:
        self.url, self.key, self.mode = url, key, mode

    def tools(self) -> list[Tool]:
        """What the server offers this key."""
        return asyncio.run(self._tools())

    def call(self, tool: str, **arguments: object) -> Said:
        """Call one tool."""
        return asyncio.run(self._call(tool, arguments))

    def version(self) -> str:
        """The protocol version that client and server agree on."""
        return asyncio.run(self._version())

    @asynccontextmanager
    async def connected(self) -> AsyncIterator[Client]:
        """An open connection."""
        headers = {"Authorization": f"Bearer {self.key}"}
        async with (
            # plain HTTP: reading the certificates of the machine would take most of a test's time
            httpx2.AsyncClient(headers=headers, timeout=30, verify=False) as http,
            Client(streamable_http_client(self.url, http_client=http), mode=self.mode) as client,
        ):
            yield client

    async def _tools(self) -> list[Tool]:
        async with self.connected() as client:
            return (await client.list_tools()).tools

    async def _call(self, tool: str, arguments: dict[str, object]) -> Said:
        async with self.connected() as client:
            return said(await client.call_tool(tool, arguments))

    async def _version(self) -> str:
        async with self.connected() as client:
            return str(client.protocol_version)


def said(result: CallToolResult) -> Said:
    """The parts of an answer that tests look at."""
    text = "\n".join(block.text for block in result.content if isinstance(block, TextContent))
    return Said(data=result.structured_content, text=text, is_error=bool(result.is_error))
