"""Importing a conversation file: in the worker, in parts, from where it stands."""

from __future__ import annotations

from dataclasses import replace
from itertools import islice
from uuid import UUID

from apps.memories.domain.conversation_files import Fault, Format, Turn, guess_format, read
from apps.memories.domain.digests import check_characters
from apps.memories.models import Import
from apps.memories.services.places import Places, check_name
from apps.memories.services.remembering import remember_many
from apps.memories.types import Channel, NewMemory
from kernel import queue
from kernel.actors import Actor, ActorKind, Permission
from kernel.clock import Clock
from kernel.errors import DomainError
from kernel.tenancy import tenant_scope
from kernel.types import JsonObject

TURNS_A_PART = 200
ERRORS_KEPT = 100


def start(actor: Actor, text: str, *, name: str, form: Format | None, palace: str | None, wing: str | None) -> Import:
    """Take a file in; the worker writes its turns. Raises BadFile for an empty one."""
    actor.require(Permission.MEMORY_WRITE)
    for value, field in ((palace, "palace"), (wing, "wing")):
        if value is not None:
            check_name(value, field)
    # a palace out of reach is refused now, not once for each turn
    palace_id = Places(actor).palace(palace)
    check_characters(text, field="text")
    chosen = form or guess_format(text, name=name)
    read(text, chosen)
    row = Import.objects.create(
        tenant_id=actor.tenant_id,
        format=chosen,
        palace_id=palace_id,
        palace=palace,
        wing=wing,
        text=text,
        total=sum(1 for _ in read(text, chosen)),
        actor=_kept(actor),
    )
    queue.after_commit("memories.run_import", tenant_id=actor.tenant_id, import_id=row.id)
    return row


def run(tenant_id: UUID, import_id: UUID, *, clock: Clock) -> None:
    """Write the turns that are still to be written, a part at a time; safe to run twice."""
    while _run_part(tenant_id, import_id, clock=clock):
        pass


def _run_part(tenant_id: UUID, import_id: UUID, *, clock: Clock) -> bool:
    """Write one part; whether there is more. The row's lock keeps two workers from one part."""
    with tenant_scope(tenant_id):
        row = Import.objects.select_for_update().filter(id=import_id, state__in=("queued", "running")).first()
        if row is None:
            return False
        turns = list(islice(read(row.text, Format(row.format)), row.done, row.done + TURNS_A_PART))
        try:
            with tenant_scope(tenant_id):
                errors = _write(row, turns, clock=clock)
        except DomainError as refusal:
            return _end(row, "failed", [{"code": refusal.code, "message": refusal.message}], clock=clock)
        row.done += len(turns)
        row.errors = [*row.errors, *errors][:ERRORS_KEPT]
        if row.done >= row.total:
            return _end(row, "done", [], clock=clock)
        row.state = "running"
        row.save()
        return True


def _write(row: Import, turns: list[Turn | Fault], *, clock: Clock) -> list[JsonObject]:
    good = [(index, turn) for index, turn in enumerate(turns) if isinstance(turn, Turn)]
    errors: list[JsonObject] = [
        {"code": "unreadable", "line": turn.line, "message": turn.problem} for turn in turns if isinstance(turn, Fault)
    ]
    new = [_new_memory(row, turn) for _, turn in good]
    outcome = remember_many(_actor(row), new, channel=Channel.IMPORT, at=clock.now())
    for (index, _), result in zip(good, outcome.results, strict=True):
        if isinstance(result, DomainError):
            errors.append({"code": result.code, "turn": row.done + index, "message": result.message})
    return errors


def _end(row: Import, state: str, errors: list[JsonObject], *, clock: Clock) -> bool:
    row.state = state
    row.errors = [*row.errors, *errors][:ERRORS_KEPT]
    row.text = ""
    row.ended_at = clock.now()
    row.save()
    return False


def _new_memory(row: Import, turn: Turn) -> NewMemory:
    new = NewMemory(
        content=turn.content,
        author=turn.author,
        conversation_id=turn.conversation_id,
        position=turn.position,
        occurred_at=turn.occurred_at,
        expires_at=turn.expires_at,
        kind=turn.kind,
        user_id=turn.user_id,
        agent_id=turn.agent_id,
        run_id=turn.run_id,
        app_id=turn.app_id,
        metadata=turn.metadata,
        palace=row.palace,
        wing=turn.wing or row.wing,
        room=turn.room,
        source=f"import:{row.id}",
    )
    has_order_only = turn.position is not None and turn.conversation_id is None
    return replace(new, conversation_id=f"import:{row.id}") if has_order_only else new


def _kept(actor: Actor) -> JsonObject:
    return {
        "kind": actor.kind.value,
        "id": str(actor.id),
        "palaces": None if actor.palaces is None else [str(palace) for palace in sorted(actor.palaces)],
        "api_key_id": None if actor.api_key_id is None else str(actor.api_key_id),
        "request_id": actor.request_id,
    }


def _actor(row: Import) -> Actor:
    kept = row.actor
    return Actor(
        kind=ActorKind(kept["kind"]),
        id=UUID(kept["id"]),
        tenant_id=row.tenant_id,
        permissions=frozenset({Permission.MEMORY_READ, Permission.MEMORY_WRITE}),
        palaces=None if kept["palaces"] is None else frozenset(UUID(palace) for palace in kept["palaces"]),
        api_key_id=UUID(kept["api_key_id"]) if kept["api_key_id"] else None,
        request_id=kept["request_id"],
    )
