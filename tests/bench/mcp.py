"""What a call over MCP takes, beside the same call over HTTP: `python -m tests.bench.mcp [calls]`.

Needs a running instance; its address and key come from $ENFILADE_HOME/instance.json. Every client is the official one.
"""

from __future__ import annotations

import asyncio
import json
import os
import sys
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from statistics import quantiles

import httpx
from mcp.client.client import Client

from tests.mcp.client import Caller


async def measure(name: str, calls: int, call: Callable[[], Awaitable[object]]) -> None:
    """Make a call many times, one after the other, and print its median and its slow end."""
    await call()
    taken = []
    for _ in range(calls):
        began = time.perf_counter()
        await call()
        taken.append((time.perf_counter() - began) * 1_000)
    cuts = quantiles(taken, n=100)
    print(f"{name:<44} p50 {cuts[49]:7.2f} ms   p95 {cuts[94]:7.2f} ms")


async def measure_tools(client: Client, calls: int, prefix: str) -> None:
    """Reads through an open connection."""

    async def recall() -> object:
        return await client.call_tool("recall", {"query": "what colour is the lamp", "palace": "bench-mcp", "k": 5})

    async def list_memories() -> object:
        return await client.call_tool("list_memories", {"limit": 1})

    await measure(f"{prefix}: recall", calls, recall)
    await measure(f"{prefix}: list_memories", calls, list_memories)


async def main(calls: int) -> None:
    """Print the figures."""
    known = json.loads((Path(os.environ.get("ENFILADE_HOME", "var")) / "instance.json").read_text(encoding="utf-8"))
    body = {"query": "what colour is the lamp", "palace": "bench-mcp", "k": 5}
    headers = {"Authorization": f"Bearer {known['api_key']}"}
    async with httpx.AsyncClient(base_url=known["url"], headers=headers) as http:
        for number in range(50):
            text = {"content": f"lamp number {number} is green", "palace": "bench-mcp"}
            (await http.post("/v1/memories", json=text)).raise_for_status()
        await measure("HTTP: POST /v1/recall", calls, lambda: http.post("/v1/recall", json=body))
    for mode, prefix in (("auto", "MCP 2026-07-28"), ("legacy", "MCP 2025-11-25")):
        caller = Caller(f"{known['url']}/mcp", known["api_key"], mode=mode)
        async with caller.connected() as client:
            await measure_tools(client, calls, prefix)
    async with httpx.AsyncClient(base_url=known["url"], headers=headers) as http:
        everything = json.dumps({"palace": {"eq": "bench-mcp"}})
        (await http.delete("/v1/memories", params={"filter": everything})).raise_for_status()


if __name__ == "__main__":
    asyncio.run(main(int(sys.argv[1]) if len(sys.argv) > 1 else 100))
