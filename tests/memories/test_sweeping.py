"""Work whose message was lost is found in the tables."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from uuid import UUID

import pytest

from apps.memories.models import Import, Memory
from apps.memories.services import importing, sweeping
from apps.memories.services.embedding import MEMORIES_A_TASK
from apps.memories.types import NewMemory
from kernel.actors import Actor
from kernel.db.sql import execute
from kernel.tenancy import tenant_scope
from tests.memories.palace import count_made_from, listed, now, remember, remember_many
from tests.support.client import Client
from tests.support.queue import RunQueue, Sent

pytestmark = pytest.mark.service

Api = Callable[[Actor], Client]
LONG_AGO = timedelta(minutes=2)


def lose_messages(actor: Actor, run_queue: RunQueue) -> None:
    """As if the broker had been away, and some minutes had gone by since."""
    run_queue.waiting.clear()
    with tenant_scope(actor.tenant_id):
        Memory.objects.update(updated_at=now() - LONG_AGO)
        Import.objects.update(updated_at=now() - LONG_AGO)


def sent_for(actor: Actor, run_queue: RunQueue) -> list[Sent]:
    """What the sweeper sends for this tenant; what it finds of other tests is let go."""
    run_queue.waiting.clear()
    sweeping.sweep()
    run_queue.waiting = [one for one in run_queue.waiting if one.arguments["tenant_id"] == str(actor.tenant_id)]
    return list(run_queue.waiting)


def ids_in(sent: list[Sent]) -> list[str]:
    return [str(one) for task in sent for one in task.arguments["memory_ids"]]  # type: ignore[attr-defined]


def test_memories_that_were_never_embedded_are_found_and_embedded(ada: Actor, run_queue: RunQueue) -> None:
    results = remember_many(ada, [NewMemory(content=f"thing {n}") for n in range(MEMORIES_A_TASK + 5)])
    lose_messages(ada, run_queue)

    sent = sent_for(ada, run_queue)
    run_queue()

    assert {one.task for one in sent} == {"memories.embed"}
    assert len(ids_in(sent)) == len(results)
    assert {memory.status for memory in listed(ada)} == {"indexed"}
    assert sent_for(ada, run_queue) == []


def test_what_was_written_a_moment_ago_is_left_to_its_own_message(ada: Actor, run_queue: RunQueue) -> None:
    remember(ada, "x")

    assert sent_for(ada, run_queue) == []


def test_deleted_memories_are_not_embedded(ada: Actor, api: Api, run_queue: RunQueue) -> None:
    memory_id = remember(ada, "x").id
    api(ada).delete(f"/v1/memories/{memory_id}")
    lose_messages(ada, run_queue)

    assert sent_for(ada, run_queue) == []


def test_an_import_that_stands_still_is_found_and_goes_on(ada: Actor, run_queue: RunQueue) -> None:
    with tenant_scope(ada.tenant_id):
        row = importing.start(ada, "Maya: hi", name="", form=None, palace=None, wing=None)
    lose_messages(ada, run_queue)

    sent = sent_for(ada, run_queue)
    run_queue()

    assert [(one.task, one.arguments["import_id"]) for one in sent] == [("memories.run_import", str(row.id))]
    assert [memory.content for memory in listed(ada)] == ["hi"]
    assert sent_for(ada, run_queue) == []


def test_expired_memories_are_found_and_deleted(ada: Actor, run_queue: RunQueue) -> None:
    memory_id = remember(ada, "x", expires_at=now() - timedelta(seconds=1)).id
    remember(ada, "y", expires_at=now() + timedelta(days=1))
    run_queue()

    sent = sent_for(ada, run_queue)
    run_queue()

    assert [one.task for one in sent] == ["memories.forget_expired"]
    assert count_made_from(ada, memory_id)["embedding"] == 0
    with tenant_scope(ada.tenant_id):
        assert Memory.objects.get(id=memory_id).deleted_at is not None
    assert sent_for(ada, run_queue) == []


def test_each_tenant_gets_its_own_tasks(ada: Actor, mallory: Actor, run_queue: RunQueue) -> None:
    ids: dict[UUID, UUID] = {}
    for actor in (ada, mallory):
        ids[actor.tenant_id] = remember(actor, "x").id
        with tenant_scope(actor.tenant_id):
            execute("UPDATE memories_memory SET updated_at = updated_at - interval '1 hour'")

    for actor in (ada, mallory):
        assert ids_in(sent_for(actor, run_queue)) == [str(ids[actor.tenant_id])]
