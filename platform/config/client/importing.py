"""`enfilade import`: take in a conversation file."""

from __future__ import annotations

import os
import sys
import time
from argparse import ArgumentParser, Namespace
from pathlib import Path

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TaskProgressColumn, TextColumn, TimeElapsedColumn

from config.client import connection
from config.client.api import Api
from config.client.errors import ClientError
from kernel.types import JsonObject, JsonValue

PAUSE = 0.2
PATIENCE = 20.0
MOST_KEPT = 100
"""Faults that the instance keeps of one import."""


def configure(parser: ArgumentParser) -> None:
    """Add the command's arguments."""
    parser.add_argument("file", help="a conversation as JSON Lines or plain text; - reads standard input")
    parser.add_argument("--palace", help="where the memories go (default: the key's own palace)")
    parser.add_argument("--wing", help="the wing for turns that name none")
    parser.add_argument("--format", choices=["jsonl", "text"], help="how the file is written (default: seen from it)")
    connection.add_arguments(parser)


def run(options: Namespace) -> int:
    """Upload, wait, and say what became of it; 1 if nothing could be imported."""
    content = _read(options.file)
    name = "" if options.file == "-" else Path(options.file).name
    console = Console(stderr=True, highlight=False)
    with Api(connection.find(options, os.environ)) as api:
        fields = {"format": options.format, "palace": options.palace, "wing": options.wing}
        started = api.upload("/v1/imports", name or "standard-input", content, **fields)
        ended = _follow(api, started, console)
    faults = faults_of(ended)
    for fault in faults:
        console.print(fault, markup=False)
    said, code = verdict(ended, len(faults))
    console.print(said, markup=False)
    return code


def faults_of(ended: JsonObject) -> list[str]:
    """Each fault as a line: where, and what is wrong."""
    errors = ended.get("errors")
    return [_fault(error) for error in errors if isinstance(error, dict)] if isinstance(errors, list) else []


def verdict(ended: JsonObject, faults: int) -> tuple[str, int]:
    """What to say at the end, and the exit code."""
    done, total = _count(ended["done"]), _count(ended["total"])
    if ended["state"] == "failed":
        return f"The import failed after {done} of {total} turns.", 1
    if faults >= MOST_KEPT:
        return f"Imported {total} turns but those above and perhaps more (only {MOST_KEPT} faults are kept).", 0
    imported = total - faults
    but = f"; {faults} faulty, as said above" if faults else ""
    return f"Imported {imported} of {total} turns{but}.", 0 if imported else 1


def _read(name: str) -> bytes:
    try:
        return sys.stdin.buffer.read() if name == "-" else Path(name).read_bytes()
    except OSError as error:
        raise ClientError(f"{name} cannot be read: {error.strerror}.") from error


def _follow(api: Api, started: JsonObject, console: Console) -> JsonObject:
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TaskProgressColumn())
    with Progress(*columns, TimeElapsedColumn(), console=console, transient=True) as progress:
        bar = progress.add_task("waiting for a worker", total=_count(started["total"]))
        now, began = started, time.monotonic()
        while now["state"] in ("queued", "running"):
            progress.update(bar, completed=_count(now["done"]), description=_doing(now, time.monotonic() - began))
            time.sleep(PAUSE)
            now = api.get(f"/v1/imports/{started['id']}")
    return now


def _doing(now: JsonObject, waited: float) -> str:
    if now["state"] == "running":
        return "importing"
    if waited > PATIENCE:
        return "still waiting for a worker: `enfilade doctor` says whether one runs"
    return "waiting for a worker"


def _fault(error: JsonObject) -> str:
    where = next((f"{name} {error[name]}: " for name in ("line", "turn") if error.get(name) is not None), "")
    return f"{where}{error.get('message', error.get('code'))}"


def _count(value: JsonValue) -> int:
    return value if isinstance(value, int) else 0
