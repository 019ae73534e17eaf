"""Background work is sent after the commit, once, and never takes the request down with it."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from uuid import UUID

import pytest
from kombu.exceptions import OperationalError

from config.celery import app
from kernel import queue
from kernel.actors import Actor
from tests.support.queue import RunQueue, Sent

pytestmark = pytest.mark.service

Acting = Callable[[Actor], AbstractContextManager[None]]


def test_a_task_is_sent_after_the_commit_with_its_ids_as_text(ada: Actor, acting: Acting, run_queue: RunQueue) -> None:
    with acting(ada):
        queue.after_commit("test.work", tenant_id=ada.tenant_id, memory_id=UUID(int=1), times=2)
        before = list(run_queue.sent)

    arguments = {"tenant_id": str(ada.tenant_id), "memory_id": str(UUID(int=1)), "times": 2}
    assert before == []
    assert run_queue.sent == [Sent(task="test.work", arguments=arguments)]


def test_a_task_of_a_rolled_back_transaction_is_never_sent(ada: Actor, acting: Acting, run_queue: RunQueue) -> None:
    with pytest.raises(ZeroDivisionError), acting(ada):
        queue.after_commit("test.work", tenant_id=ada.tenant_id)
        _ = 1 / 0

    assert run_queue.sent == []


def test_a_broker_that_does_not_answer_is_logged_and_not_raised(
    ada: Actor, acting: Acting, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def silent(*args: object, **kwargs: object) -> None:
        raise OperationalError("nobody there")

    monkeypatch.setattr(app, "send_task", silent)

    with acting(ada):
        queue.after_commit("test.work", tenant_id=ada.tenant_id)

    assert "test.work" in caplog.text


def test_every_task_of_the_product_that_touches_tenants_is_a_tenant_task() -> None:
    ours = {name: task for name, task in app.tasks.items() if not name.startswith(("celery.", "test."))}
    of_no_tenant = {"config.heartbeat"}

    loose = sorted(
        name
        for name, task in ours.items()
        if not isinstance(task, queue.TenantTask) and not name.endswith(".sweep") and name not in of_no_tenant
    )

    assert loose == [], "give the task base=kernel.queue.TenantTask"
