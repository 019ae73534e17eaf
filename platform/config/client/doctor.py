"""`enfilade doctor`: say what is wrong with this instance, and the remedy."""

from __future__ import annotations

import json
import os
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator, Mapping
from pathlib import Path

from rich.console import Console
from rich.text import Text

from config.client import connection, machine, servers, web
from config.client.errors import ClientError
from config.client.findings import Finding, bad
from config.client.wording import printable


def configure(parser: ArgumentParser) -> None:
    """Add the command's arguments."""
    connection.add_arguments(parser)


def run(options: Namespace) -> int:
    """Print a line for each check as it is made; 1 if anything is wrong."""
    console = Console(highlight=False, soft_wrap=not sys.stdout.isatty())
    wrong = 0
    for finding in examine(options, os.environ):
        wrong += not finding.ok
        _show(console, finding)
    console.print(f"{wrong} of these need attention." if wrong else "Everything is well.")
    return 1 if wrong else 0


def examine(options: Namespace, environment: Mapping[str, str]) -> Iterator[Finding]:
    """All checks: the machine, the instance over HTTP, the servers behind it."""
    home = connection.home_of(environment)
    yield machine.check_python()
    yield machine.check_disk(home)
    yield machine.check_shared_memory()
    yield machine.check_embedder()
    yield machine.check_sandbox(home / "sandbox")
    if not _is_told(options, environment):
        yield machine.check_instance_file(home / "instance.json")
    try:
        found = connection.find(options, environment)
    except ClientError as error:
        yield bad(str(error), "Then ask again.")
    else:
        yield from web.check_instance(found)
    known = {**_known_addresses(home), **environment}
    yield from servers.check_database(known.get("DATABASE_URL"))
    yield from servers.check_broker(known.get("REDIS_URL"))


def _is_told(options: Namespace, environment: Mapping[str, str]) -> bool:
    """Whether instance.json is not needed."""
    url = options.url or environment.get("ENFILADE_URL")
    return bool(url and (options.key or environment.get("ENFILADE_API_KEY")))


def _known_addresses(home: Path) -> dict[str, str]:
    """Where this machine's own servers listen; empty where infra/up has not run."""
    try:
        found = json.loads((home / "environment.json").read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return {str(name): str(value) for name, value in found.items()} if isinstance(found, dict) else {}


def _show(console: Console, finding: Finding) -> None:
    mark, style = ("✓", "green") if finding.ok else ("✗", "bold red")
    console.print(Text.assemble((mark, style), " ", printable(finding.says)))
    if finding.remedy:
        console.print(Text(f"  → {printable(finding.remedy)}"))
