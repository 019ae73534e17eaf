"""`manage.py` and the installed `enfilade` command: the same code."""

from __future__ import annotations

import os
import sys

from django.core.management import execute_from_command_line


def manage(arguments: list[str]) -> None:
    """Run one of Django's or our own management commands."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings.local")
    execute_from_command_line(arguments)


def main() -> None:
    """The `enfilade` command."""
    manage(["enfilade", *sys.argv[1:]])
