"""Results as compact text, for models that read nothing else."""

from __future__ import annotations

from collections.abc import Sequence

from apps.mcp.api.schemas import ForgetResult, ListResult, MemoryResult, RecallResult, RememberResult
from apps.memories.types import StoredMemory
from kernel.http.schemas import UsageOut


def say_recall(result: RecallResult) -> str:
    """The memories found, best first."""
    if not result.items:
        return f"Nothing found.\n{_say_usage(result.usage)}"
    blocks = [_say(item, f"{index}. score {item.score:.3f}") for index, item in enumerate(result.items, 1)]
    return "\n".join([*blocks, f"{result.tokens} tokens. {_say_usage(result.usage)}"])


def say_remember(result: RememberResult) -> str:
    """What became of the text."""
    known = f"Already known (seen {result.seen_count} times)" if result.duplicate_of else "Remembered"
    return f"{known}: id {result.id}, version {result.version}, {result.status}. {_say_usage(result.usage)}"


def say_memory(result: MemoryResult) -> str:
    """One memory."""
    return _say(result, f"version {result.version}")


def say_list(result: ListResult) -> str:
    """One page, and how to get the next."""
    more = f" Next page: cursor {result.next_cursor}" if result.next_cursor else ""
    return "\n".join([*_numbered(result.items), f"{len(result.items)} of {result.total}.{more}"])


def say_forget(result: ForgetResult) -> str:
    """What is gone."""
    return f"Forgotten: id {result.id}."


def _numbered(memories: Sequence[StoredMemory]) -> list[str]:
    return [_say(memory, f"{index}.") for index, memory in enumerate(memories, 1)]


def _say(memory: StoredMemory, lead: str) -> str:
    when = f"{memory.occurred_at:%Y-%m-%d %H:%M}" if memory.occurred_at else None
    where = " / ".join(name for name in (memory.palace, memory.wing, memory.room) if name)
    head = " · ".join(_on_one_line(part) for part in (lead, memory.author, where, when, f"id {memory.id}") if part)
    # quoted line by line: no text can pass itself off as the heading of another memory
    return "\n".join([head, *(f"> {line}" for line in memory.content.splitlines())])


def _on_one_line(text: str) -> str:
    return " ".join(text.split())


def _say_usage(usage: UsageOut) -> str:
    left = "" if usage.remaining is None else f", {usage.remaining} left"
    return f"Usage: {usage.meter} {usage.quantity:f}, ${usage.cost_usd:f}{left}."
