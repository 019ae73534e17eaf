"""The two ways of the dense leg: comparing with every vector, and the approximate index."""

from __future__ import annotations

from uuid import UUID

import pytest

from apps.memories.selectors import legs
from apps.memories.services import embedding
from apps.memories.types import NewMemory, Scope
from kernel.actors import Actor
from kernel.tenancy import tenant_scope
from tests.memories.palace import remember_many
from tests.support.queue import RunQueue

pytestmark = pytest.mark.service

ANIMALS = "cat dog horse goose hedgehog salmon beetle heron badger newt".split()
DEEDS = ["slept on", "ran from", "looked at", "hid behind", "jumped over", "ate near"]


@pytest.fixture
def scope(ada: Actor, mallory: Actor, run_queue: RunQueue) -> Scope:
    """Sixty memories of Ada's among the same sixty of a stranger's, embedded."""
    for actor in (ada, mallory):
        remember_many(
            actor, [NewMemory(content=f"The {animal} {deed} the fence.") for animal in ANIMALS for deed in DEEDS]
        )
    run_queue()
    return Scope()


def found(actor: Actor, scope: Scope, text: str, *, exact: bool, limit: int = 10) -> dict[UUID, float]:
    """What the dense leg finds for the actor."""
    with tenant_scope(actor.tenant_id):
        vector = embedding.embed_query(text)
        assert vector is not None
        return legs.find_by_meaning(scope, vector, among=None, exact=exact, limit=limit)


@pytest.mark.parametrize("text", ["a kitten dozing", "a bird that stared", "an insect fleeing", "a fish having dinner"])
def test_the_approximate_way_finds_what_the_exact_one_finds(ada: Actor, scope: Scope, text: str) -> None:
    exact = found(ada, scope, text, exact=True)
    near = found(ada, scope, text, exact=False)

    assert len(near) == 10
    assert len(near.keys() & exact.keys()) >= 9
    assert all(near[key] == pytest.approx(exact[key], abs=1e-6) for key in near.keys() & exact.keys())


def test_the_approximate_way_never_gives_fewer_than_there_are(ada: Actor, scope: Scope) -> None:
    assert len(found(ada, scope, "a kitten dozing", exact=False, limit=100)) == 60


@pytest.mark.parametrize("exact", [True, False])
def test_neither_way_leads_into_a_strangers_memory(ada: Actor, mallory: Actor, scope: Scope, exact: bool) -> None:
    hers = found(ada, scope, "a kitten dozing", exact=exact, limit=100)
    theirs = found(mallory, scope, "a kitten dozing", exact=exact, limit=100)

    assert not hers.keys() & theirs.keys()
