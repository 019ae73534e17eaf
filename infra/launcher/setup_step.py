"""What every set-up step needs: where things are, whom to tell, when to give up."""

import os
import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from infra.launcher import locks, processes
from infra.launcher.places import Checkout, Home
from infra.launcher.processes import Command
from infra.launcher.progress import Progress

# meant for the caller's own Python, and wrong for the one we are setting up
_FOREIGN = ("PYTHONPATH", "PYTHONHOME", "VIRTUAL_ENV", "PIP_USER", "PIP_TARGET", "PIP_REQUIRE_VIRTUALENV")


@dataclass(frozen=True, kw_only=True, slots=True)
class Setup:
    """One set-up of a checkout for a home."""

    checkout: Checkout
    home: Home
    progress: Progress
    cancelled: threading.Event = field(default_factory=threading.Event)

    @contextmanager
    def exclusive(self) -> Iterator[None]:
        """Keep others from setting up the same checkout meanwhile."""

        def waiting() -> None:
            self.progress.say("  another start from this checkout is setting up; waiting for it")

        with locks.held(self.checkout.root, waiting=waiting):
            yield

    def run(
        self,
        name: str,
        arguments: Sequence[str | Path],
        *,
        log: str,
        folder: Path | None = None,
        environment: Mapping[str, str] | None = None,
    ) -> None:
        """Run a command with its own log; failure shows the log's end."""
        processes.run(
            Command(
                name=name,
                arguments=arguments,
                environment=caller_environment() if environment is None else environment,
                folder=folder or self.checkout.root,
                log=self.home.log(log),
            ),
            cancelled=self.cancelled.is_set,
        )


def caller_environment() -> dict[str, str]:
    """Return the environment we were called with, without what would mislead our Python."""
    return {name: value for name, value in os.environ.items() if name not in _FOREIGN}
