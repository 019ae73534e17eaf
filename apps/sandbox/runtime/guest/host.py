"""The host's side of the contract in guest.wit, with types: the only module that knows the generated bindings."""

from __future__ import annotations

import wit_world  # type: ignore[import-not-found, unused-ignore]


def call_tool(name: str, arguments: str) -> str:
    """Call a host tool with JSON arguments and return its JSON answer."""
    return str(wit_world.call_tool(name, arguments))


def emit(stream: int, text: str) -> bool:
    """Hand printed text to the host; False says that the step may print no more."""
    return bool(wit_world.emit(stream, text.encode("utf-8", "replace").decode()))


def finish(answer: str) -> bool:
    """Hand the step's final answer, as JSON, to the host; False says that it is too large."""
    return bool(wit_world.finish(answer))
