"""What a charge costs: `python manage.py shell -c "from tests.bench import ledger; ledger.main()"`.

Founds a tenant of its own and leaves its rows behind: the ledger is append-only.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime
from statistics import quantiles
from uuid import uuid4

from django.db import connection

from apps.billing import services as billing
from apps.billing.errors import QuotaReached
from apps.billing.types import Meter
from apps.tenants import services as tenants
from apps.tenants.models import User
from kernel.actors import Actor
from kernel.tenancy import tenant_scope

ROUNDS = 1_000


def measure(name: str, operation: Callable[[int], object]) -> None:
    """Run an operation ROUNDS times and print its median and its slow end."""
    taken = []
    for turn in range(ROUNDS):
        began = time.perf_counter()
        operation(turn)
        taken.append((time.perf_counter() - began) * 1_000)
    cuts = quantiles(taken, n=100)
    print(f"{name:<52} p50 {cuts[49]:6.3f} ms   p95 {cuts[94]:6.3f} ms")


def ask_nothing(_: int) -> None:
    """The round trip alone."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")


class Charges:
    """The operations to measure, in the name of one tenant."""

    def __init__(self, actor: Actor) -> None:
        self.actor = actor
        self.at = datetime.now(UTC)

    def plain(self, _: int) -> None:
        """A charge inside an open transaction."""
        billing.charge(self.actor, Meter.MEMORY_RECALL, at=self.at)

    def keyed(self, turn: int) -> None:
        """A charge with an idempotency key."""
        billing.charge(self.actor, Meter.MEMORY_WRITE, at=self.at, idempotency_key=f"key-{turn}")

    def refused(self, _: int) -> None:
        """A charge beyond the plan's limit."""
        with suppress(QuotaReached):
            billing.charge(self.actor, Meter.AGENT_STEP, quantity=10**9, at=self.at)

    def alone(self, turn: int) -> None:
        """A transaction that charges and commits."""
        with tenant_scope(self.actor.tenant_id):
            self.plain(turn)

    def scope_only(self, turn: int) -> None:
        """The same transaction without the charge."""
        with tenant_scope(self.actor.tenant_id):
            ask_nothing(turn)


def main() -> None:
    """Measure and print."""
    owner = User.objects.create_user(f"bench.{uuid4().hex}@example.com")
    actor = tenants.actor_of_member(tenants.found_tenant(owner, name="Bench", plan="starter"))
    charges = Charges(actor)
    inside: dict[str, Callable[[int], None]] = {
        "a round trip that asks nothing": ask_nothing,
        "charge, inside a transaction": charges.plain,
        "charge with an idempotency key": charges.keyed,
        "the same keys again": charges.keyed,
        "a refused charge": charges.refused,
    }
    for name, operation in inside.items():
        with tenant_scope(actor.tenant_id):
            measure(name, operation)
    measure("a transaction with a round trip that asks nothing", charges.scope_only)
    measure("a transaction with a charge, commit included", charges.alone)
