"""`manage.py` and the installed `enfilade` command: the same code."""

from __future__ import annotations

import json
import os
import sys
from importlib import import_module

from config.client import entry
from config.client.connection import home_of


def manage(arguments: list[str]) -> None:
    """Run one of our commands, which need no settings, else one of Django's."""
    if len(arguments) > 1 and arguments[1] in entry.COMMANDS:
        sys.exit(entry.run(arguments[1], arguments[2:]))
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings.local")
    # loaded here: our own commands would spend most of their time on it
    import_module("django.core.management").execute_from_command_line(arguments)


def main() -> None:
    """The `enfilade` command."""
    arguments = sys.argv[1:]
    if not arguments or arguments[0] in ("-h", "--help"):
        sys.stdout.write(entry.overview())
        return
    if arguments[0] not in entry.COMMANDS:
        _take_over_environment()
    manage(["enfilade", *arguments])


def _take_over_environment() -> None:
    """Let Django's commands work on this machine's instance, unless the environment names one."""
    if "SECRET_KEY" in os.environ or "SECRET_KEY_FILE" in os.environ:
        return
    try:
        kept = json.loads((home_of(os.environ) / "environment.json").read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return
    for name, value in kept.items():
        os.environ.setdefault(name, value)
