"""Catches the tasks that are sent, and runs them in this process when a test says so."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from celery.signals import before_task_publish
from kombu.utils.json import dumps

from config.celery import app

MOST = 1000


@dataclass(frozen=True, kw_only=True, slots=True)
class Sent:
    """One task as the broker got it."""

    task: str
    arguments: dict[str, object]


class RunQueue:
    """Tasks sent so far; call it to run those that wait, and those that they send."""

    def __init__(self) -> None:
        self.sent: list[Sent] = []
        self.waiting: list[Sent] = []

    def __call__(self) -> list[Sent]:
        """Run until nothing waits; returns what ran, in order. A task's error is raised here."""
        ran: list[Sent] = []
        while self.waiting:
            assert len(ran) < MOST, f"tasks keep sending tasks: {ran[-3:]}"
            ran.append(self.waiting.pop(0))
            app.tasks[ran[-1].task].apply(kwargs=ran[-1].arguments, throw=True)
        return ran

    def tasks(self) -> list[str]:
        """Names of the tasks sent so far."""
        return [sent.task for sent in self.sent]

    def catch(self, sender: str, body: tuple[object, dict[str, object], object], **_: object) -> None:
        """Take note of a task on its way to the broker."""
        # arguments take the way that they take to a worker: through JSON
        arguments = json.loads(dumps(body[1]))  # type: ignore[no-untyped-call]  # kombu ships half its types
        sent = Sent(task=sender, arguments=arguments)
        self.sent.append(sent)
        self.waiting.append(sent)


def use_memory_broker() -> None:
    """Send to a queue in this process: no test reaches a broker that workers listen to."""
    app.conf.update(broker_url="memory://", broker_transport_options={})
    app.loader.import_default_modules()


@contextmanager
def caught() -> Iterator[RunQueue]:
    """Catch what is sent meanwhile."""
    queue = RunQueue()
    before_task_publish.connect(queue.catch, weak=False)
    try:
        yield queue
    finally:
        before_task_publish.disconnect(queue.catch)
