"""The one way from an agent's code to a tool: recorded before and after, replayed rather than repeated."""

from __future__ import annotations

import logging
import time
from collections.abc import Iterable

from django.db import DatabaseError, transaction

from apps.agents.models import ToolCall
from apps.agents.services.leasing import Interrupted, Lease
from apps.agents.services.tools import Caller, find_tool
from apps.agents.services.transactions import progress_scope
from apps.agents.types import CallState, ToolName, storable
from apps.sandbox.types import ToolFailure
from kernel.actors import Actor
from kernel.clock import Clock
from kernel.errors import DomainError
from kernel.types import JsonObject, JsonValue

log = logging.getLogger(__name__)


class Diverged(BaseException):
    """Replayed code asked for another tool call than the one recorded. See leasing.Stopped for the base class."""


class Gate:
    """The tool calls of one run. `begin` says which step's code is about to run."""

    def __init__(self, lease: Lease, actor: Actor, *, wing: str | None, clock: Clock) -> None:
        self._lease = lease
        self._run = lease.claim
        self._actor = actor
        self._wing = wing
        self._clock = clock
        self._recorded: dict[tuple[int, int], ToolCall] = {}
        self._step = 0
        self._ordinal = 0

    def know(self, calls: Iterable[ToolCall]) -> None:
        """Take note of calls that were recorded before."""
        self._recorded |= {(call.step_index, call.ordinal): call for call in calls}

    def begin(self, step: int) -> None:
        """Count the calls of a step's code from the first again."""
        self._step, self._ordinal = step, 0

    def call(self, name: str, args: list[JsonValue], kwargs: JsonObject) -> JsonValue:
        """Answer a call: from the record if it has an answer, else by doing it.

        Raises ToolFailure with the code and message that the agent shall see.
        """
        self._ordinal += 1
        arguments = find_tool(ToolName(name)).name_arguments(args, kwargs)
        call = self._recorded.get((self._step, self._ordinal))
        if call is not None and (call.name, call.arguments) != (name, arguments):
            raise Diverged(f"step {self._step}, call {self._ordinal}: {call.name} was recorded, {name} came")
        if call is None or call.state == CallState.PENDING:
            self._lease.check()
            try:
                call = self._do(call or self._write_down(name, arguments))
            except DatabaseError as error:
                raise Interrupted(f"{name} could not be recorded") from error
        return _answer(call)

    def _write_down(self, name: str, arguments: JsonObject) -> ToolCall:
        call = ToolCall(
            tenant_id=self._run.tenant_id,
            run_id=self._run.run_id,
            step_index=self._step,
            ordinal=self._ordinal,
            name=name,
            arguments=arguments,
            idempotency_key=f"{self._run.run_id}:{self._step}:{self._ordinal}",
        )
        # a tool that acts outside the database must know that this row is on the disk before it begins
        with progress_scope(self._run.tenant_id):
            call.save(force_insert=True)
        return call

    def _do(self, call: ToolCall) -> ToolCall:
        """Act and record what came of it in one transaction: a call that is still pending was never done."""
        with progress_scope(self._run.tenant_id):
            # a driver that lost its lease in the middle may be ending this very call: wait, then see its answer
            locked = ToolCall.objects.select_for_update().get(id=call.id)
            if locked.state == CallState.PENDING:
                self._act(locked)
                locked.ended_at = self._clock.now()
                locked.save(update_fields=["state", "result", "error", "seconds", "ended_at"])
        self._recorded[locked.step_index, locked.ordinal] = locked
        return locked

    def _act(self, call: ToolCall) -> None:
        caller = Caller(actor=self._actor, at=self._clock.now(), wing=self._wing)
        started = time.monotonic()
        try:
            with transaction.atomic():
                call.result = find_tool(ToolName(call.name)).call(caller, _object(call.arguments))
            call.state = CallState.DONE
        except DomainError as refusal:
            call.state, call.error = CallState.FAILED, {"code": refusal.code, "message": storable(refusal.message)}
        except DatabaseError:
            raise
        except Exception:
            # a fault of the tool: the agent learns that it failed, and not its text, which may hold secrets
            log.exception("tool %s failed in run %s", call.name, call.run_id)
            call.state = CallState.FAILED
            call.error = {"code": "tool_failed", "message": "the tool failed unexpectedly"}
        call.seconds = time.monotonic() - started


def _answer(call: ToolCall) -> JsonValue:
    if call.state == CallState.DONE:
        return call.result
    error = _object(call.error)
    raise ToolFailure(str(error["code"]), str(error["message"]))


def _object(value: JsonValue) -> JsonObject:
    if not isinstance(value, dict):
        raise TypeError("a tool call's arguments and error are objects")
    return value
