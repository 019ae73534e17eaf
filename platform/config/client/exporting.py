"""`enfilade export`: all memories as JSON Lines that `enfilade import` takes."""

from __future__ import annotations

import json
import os
import sys
import tempfile
from argparse import ArgumentParser, Namespace
from typing import IO

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

from config.client import connection
from config.client.api import Api
from kernel.types import JsonObject

FIELDS = (
    "content",
    "author",
    "wing",
    "room",
    "kind",
    "conversation_id",
    "position",
    "occurred_at",
    "user_id",
    "agent_id",
    "run_id",
    "app_id",
    "expires_at",
    "metadata",
)
"""What an import can use. Not the palace, which an import is told for the whole file, and not `created_at`,
which it would take for the time at which something happened."""


def configure(parser: ArgumentParser) -> None:
    """Add the command's arguments."""
    parser.add_argument("--palace", help="only this palace (default: all within the key's reach)")
    connection.add_arguments(parser)


def run(options: Namespace) -> int:
    """Fetch everything, then write it, oldest first: a failure half-way writes nothing that looks complete."""
    console = Console(stderr=True, highlight=False)
    with tempfile.TemporaryFile() as store, Api(connection.find(options, os.environ)) as api:
        ends, palaces = _fetch(api, store, console, palace=options.palace)
        for start, end in reversed(list(zip([0, *ends], ends, strict=False))):
            store.seek(start)
            sys.stdout.buffer.write(store.read(end - start))
        sys.stdout.buffer.flush()
    console.print(f"Exported {len(ends)} memories.")
    if len(palaces) > 1:
        console.print(f"They are of {len(palaces)} palaces, which the lines do not name: --palace exports one.")
    return 0


def line_of(memory: JsonObject) -> bytes:
    """A memory as one line, without what is empty."""
    kept = {field: memory[field] for field in FIELDS if memory.get(field) not in (None, {})}
    return json.dumps(kept, ensure_ascii=False).encode() + b"\n"


def _fetch(api: Api, store: IO[bytes], console: Console, *, palace: str | None) -> tuple[list[int], set[str]]:
    """Store all lines, newest first as the list gives them; returns where each ends, and the palaces seen."""
    ends: list[int] = []
    palaces: set[str] = set()
    columns = (TextColumn("exporting"), BarColumn(), MofNCompleteColumn())
    with Progress(*columns, console=console, transient=True) as progress:
        bar = progress.add_task("", total=None)
        for page in api.pages("/v1/memories", palace=palace):
            items = page["items"]
            for memory in items if isinstance(items, list) else []:
                if isinstance(memory, dict):
                    store.write(line_of(memory))
                    ends.append(store.tell())
                    palaces.add(str(memory["palace"]))
            total = page["total"]
            progress.update(bar, completed=len(ends), total=total if isinstance(total, int) else None)
    return ends, palaces
