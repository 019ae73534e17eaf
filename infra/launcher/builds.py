"""What is built beside the start of the servers: the front end and the sandbox guest."""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from infra.launcher import frontend, guest, packages
from infra.launcher.errors import LauncherError, Stopped
from infra.launcher.places import Checkout, Home
from infra.launcher.progress import Progress
from infra.launcher.setup_step import Setup


@dataclass(kw_only=True, slots=True)
class Builds:
    """Builds under way, each in its thread."""

    threads: list[threading.Thread] = field(default_factory=list)
    failures: list[LauncherError] = field(default_factory=list)

    def add(self, work: Callable[[Setup], None], setup: Setup) -> None:
        """Begin a build."""
        thread = threading.Thread(target=self._attempt, args=(work, setup), daemon=True)
        self.threads.append(thread)
        thread.start()

    def wait(self) -> None:
        """Return when all are done; the first failure raises."""
        for thread in self.threads:
            while thread.is_alive():
                thread.join(0.2)  # in slices, so that signals are handled between them
        if self.failures:
            raise self.failures[0]

    def _attempt(self, work: Callable[[Setup], None], setup: Setup) -> None:
        try:
            work(setup)
        except LauncherError as error:
            self.failures.append(error)
        except Stopped:
            return
        except Exception as error:
            self.failures.append(LauncherError(f"A build failed unexpectedly: {error!r}"))


@contextmanager
def started(checkout: Checkout, home: Home, progress: Progress) -> Iterator[Builds]:
    """Install the packages, then build beside the block; a block that fails cancels the builds."""
    setup = Setup(checkout=checkout, home=home, progress=progress)
    # two homes may start from one checkout: the second waits, then finds all done
    with setup.exclusive():
        packages.install(setup, "runtime")
        packages.install_project(setup)
        pending = Builds()
        try:
            pending.add(frontend.build, setup)
            pending.add(guest.build, setup)
            yield pending
        finally:
            setup.cancelled.set()
            for thread in pending.threads:
                thread.join(5)
