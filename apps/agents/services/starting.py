"""Starting and cancelling runs."""

from __future__ import annotations

import secrets
from datetime import timedelta
from uuid import UUID

from apps.agents import selectors
from apps.agents.errors import RunIsOver
from apps.agents.models import Run
from apps.agents.selectors import DescribedAgent, DescribedRun
from apps.agents.services import language, tools
from apps.agents.types import Definition, State
from apps.memories.services import places
from kernel import queue
from kernel.actors import Actor, ActorKind, Permission
from kernel.clock import Clock
from kernel.ids import new_id
from kernel.tenancy import current_tenant
from kernel.types import JsonObject

BROKER_HAS = timedelta(seconds=5)
"""How long a new run's message may take before the sweeper sends it again."""


def start_run(actor: Actor, agent_id: UUID, task: str, *, clock: Clock) -> DescribedRun:
    """Store a run of the agent's newest version and send it to the workers.

    Raises NoSuchAgent, ModelNotConfigured, and PalaceOutOfReach when the agent's palace is not the actor's.
    """
    actor.require(Permission.RUN_WRITE)
    described = selectors.get_agent(actor, agent_id)
    language.choose(described.definition.model)
    now = clock.now()
    palaces = _palaces_for(actor, described.definition)
    run = Run.objects.create(
        id=new_id(),
        tenant_id=actor.tenant_id,
        agent_id=described.agent.id,
        version=described.version.number,
        task=task,
        actor=_actor_for(actor, described),
        palaces=None if palaces is None else sorted(palaces),
        seed=secrets.randbits(62),
        lease_until=now,
        resend_at=now + BROKER_HAS,
    )
    queue.after_commit("agents.run", tenant_id=actor.tenant_id, run_id=run.id)
    return DescribedRun(run=run, agent=described.agent, definition=described.definition)


def cancel_run(actor: Actor, run_id: UUID, *, reason: str, clock: Clock) -> Run:
    """Ask for the end of a run: at once if no worker has it, else before its next effect.

    A second request changes nothing. Raises RunIsOver for a run that ended otherwise.
    """
    actor.require(Permission.RUN_WRITE)
    selectors.get_run(actor, run_id)
    run = Run.objects.select_for_update().get(id=run_id)
    if run.state == State.CANCELLED or run.cancel_reason is not None:
        return run
    if State(run.state).is_over:
        raise RunIsOver(f"The run has already {run.state}.", id=str(run_id), state=run.state)
    run.cancel_reason = reason
    run.revision += 2
    if run.state == State.QUEUED:
        run.state = State.CANCELLED
        run.error = {"code": "cancelled", "message": reason}
        run.ended_at = clock.now()
    run.save(update_fields=["cancel_reason", "revision", "state", "error", "ended_at"])
    return run


def actor_of_run(run: Run) -> Actor:
    """In whose name a run's tools act."""
    stored = run.actor
    return Actor(
        kind=ActorKind.AGENT_RUN,
        id=run.id,
        tenant_id=current_tenant(),
        permissions=frozenset(Permission(value) for value in stored["permissions"]),
        palaces=None if run.palaces is None else frozenset(run.palaces),
        api_key_id=UUID(stored["api_key_id"]) if stored["api_key_id"] else None,
        agent_id=run.agent_id,
        run_id=run.id,
        request_id=stored["request_id"],
    )


def _actor_for(starter: Actor, described: DescribedAgent) -> JsonObject:
    """The starter's rights that the agent's tools need, and who the starter was."""
    needed = {tools.find_tool(name).permission for name in described.definition.tools}
    return {
        "permissions": [permission.value for permission in sorted(starter.permissions & needed)],
        "api_key_id": str(starter.api_key_id) if starter.api_key_id else None,
        "request_id": starter.request_id,
        "started_by": {"kind": starter.kind.value, "id": str(starter.id)},
    }


def _palaces_for(starter: Actor, definition: Definition) -> frozenset[UUID] | None:
    """The agent's palace if it has one (made on first use), else all that the starter reaches."""
    if definition.palace is None:
        return starter.palaces
    return frozenset({places.Places(starter).palace(definition.palace)})
