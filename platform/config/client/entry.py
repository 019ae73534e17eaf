"""Finds the command that was asked for and runs it; only its own module is loaded, so that it starts fast."""

from __future__ import annotations

import os
import sys
from argparse import ArgumentParser, Namespace
from importlib import import_module
from typing import Protocol, cast

from config.client.errors import ClientError

COMMANDS = {
    "import": ("importing", "take in a conversation file"),
    "export": ("exporting", "write all memories to standard output, as JSON Lines"),
    "recall": ("recalling", "search the memories"),
    "bench": ("benchmark", "measure this instance with texts that are removed again"),
    "doctor": ("doctor", "say what is wrong with this instance, and the remedy"),
}
INTERRUPTED = 130


class Command(Protocol):
    """What each command's module offers."""

    def configure(self, parser: ArgumentParser) -> None:
        """Add the command's arguments."""

    def run(self, options: Namespace) -> int:
        """Do it; returns the exit code, raises ClientError."""


def overview() -> str:
    """What `enfilade` alone says."""
    lines = [f"  {name:<8} {summary}" for name, (_, summary) in COMMANDS.items()]
    tail = "`enfilade COMMAND --help` tells more. Any other command is one of Django's: `enfilade help --commands`."
    return "\n".join(["usage: enfilade COMMAND …", "", *lines, "", tail, ""])


def run(name: str, arguments: list[str]) -> int:
    """Run one of COMMANDS; returns the exit code. An interruption is quiet."""
    module, summary = COMMANDS[name]
    # a cast, since modules have no declared type; loaded here, since one command never needs another's libraries
    command = cast(Command, import_module(f"config.client.{module}"))
    parser = ArgumentParser(prog=f"enfilade {name}", description=summary[0].upper() + summary[1:] + ".")
    command.configure(parser)
    try:
        return command.run(parser.parse_args(arguments))
    except ClientError as error:
        sys.stderr.write(f"{error}\n")
        return 1
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        # whoever read our output has gone; Python would complain once more on closing it
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
