"""A worker process that drives a run and stops dead at a chosen moment.

It says `up` when it begins, `here` when it has come to that moment, and `done` when the run has ended.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path
from uuid import UUID

from django.conf import settings
from django.db import connections

from apps.agents.services.driving import World, drive
from apps.sandbox import services as sandboxes
from language_models.scripted import ScriptedModel
from tests.agents.stage import script
from tests.support.queue import use_memory_broker

BOOT = "import django; django.setup(); from tests.agents import dying_worker as w; import sys; w.main(sys.argv[1])"
ROOT = Path(__file__).resolve().parents[2]


@dataclass(frozen=True, kw_only=True, slots=True)
class Errand:
    """Which run to drive, with which replies, and at which look at the clock to stop (0: never)."""

    tenant_id: str
    run_id: str
    codes: Sequence[str]
    stop_at: int
    guest: str


class StoppingClock:
    """Tells the time; at one look it never comes back."""

    def __init__(self, stop_at: int) -> None:
        self.looks = 0
        self._stop_at = stop_at

    def now(self) -> datetime:
        """The present instant, unless this is the look to stop at."""
        self.looks += 1
        if self.looks == self._stop_at:
            say("here")
            time.sleep(600)
        return datetime.now(UTC)


def say(word: str) -> None:
    """Tell the test."""
    sys.stdout.write(word + "\n")
    sys.stdout.flush()


@contextmanager
def working(errand: Errand) -> Iterator[subprocess.Popen[str]]:
    """A process on this errand, on the database of this test run; it is killed at the end."""
    database = connections["default"].settings_dict
    url = "postgresql://{USER}:{PASSWORD}@{HOST}:{PORT}/{NAME}".format(**database)
    environment = {key: value for key, value in os.environ.items() if key != "DATABASE_OWNER_URL"}
    environment |= {
        "DATABASE_URL": url,
        "DJANGO_SETTINGS_MODULE": "config.settings.test",
        "PYTHONPATH": f"{ROOT}{os.pathsep}{ROOT / 'platform'}",
        "SECRET_KEY": settings.SECRET_KEY,
    }
    command = [sys.executable, "-c", BOOT, json.dumps(asdict(errand))]
    with subprocess.Popen(command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, text=True) as process:
        try:
            yield process
        finally:
            process.kill()


def heard(process: subprocess.Popen[str]) -> str:
    """The next word of the process."""
    assert process.stdout is not None
    return process.stdout.readline().strip()


def main(text: str) -> None:
    """Do the errand."""
    errand = Errand(**json.loads(text))
    use_memory_broker()
    sandboxes.configure(Path(errand.guest), slots=1)
    world = World(open_model=lambda spec: ScriptedModel(script(*errand.codes)), clock=StoppingClock(errand.stop_at))
    say("up")
    drive(UUID(errand.tenant_id), UUID(errand.run_id), world=world)
    say("done")
