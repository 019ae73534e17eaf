"""Agent and version; run, step and tool call."""

from __future__ import annotations

import json
from decimal import Decimal
from typing import TYPE_CHECKING

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import Q

from apps.agents.types import UNDER_WAY, CallState, State
from kernel.db.models import TenantModel
from kernel.types import JsonValue

if TYPE_CHECKING:
    _AnyJson = models.TextField[JsonValue, JsonValue]
else:
    _AnyJson = models.TextField  # Django's fields are generic in their stubs only


class JsonText(_AnyJson):
    """JSON kept letter by letter.

    jsonb would sort the keys and turn 1e2 into 100: a replayed tool result would differ from the one
    the agent saw, and its code might take another turn.
    """

    def from_db_value(self, value: str | None, expression: object, connection: object) -> JsonValue:
        """The value as it was given."""
        return None if value is None else json.loads(value)

    def get_prep_value(self, value: JsonValue) -> str | None:
        """Escaped text, so that every string fits."""
        return None if value is None else json.dumps(value)


class Agent(TenantModel):
    """A named agent; what it does is in its versions."""

    name = models.CharField(max_length=200)
    version = models.PositiveIntegerField(default=1)
    """Its newest version, the one that new runs use."""

    class Meta:
        db_table = "agents_agent"
        base_manager_name = "across_all_tenants"
        constraints = [models.UniqueConstraint(fields=["tenant_id", "name"], name="agents_agent_name")]


class AgentVersion(TenantModel):
    """What an agent was at one version: immutable."""

    agent_id = models.UUIDField()
    number = models.PositiveIntegerField()
    definition = models.JSONField()
    """apps.agents.types.Definition."""
    created_by = models.UUIDField()

    class Meta:
        db_table = "agents_version"
        base_manager_name = "across_all_tenants"
        constraints = [models.UniqueConstraint(fields=["tenant_id", "agent_id", "number"], name="agents_version_once")]


class Run(TenantModel):
    """One execution of an agent's version.

    A worker may write to it only while `fence` is the number it got when it took the run: one that
    lost its lease without knowing changes nothing.
    """

    agent_id = models.UUIDField()
    version = models.PositiveIntegerField()
    task = models.TextField()
    state = models.CharField(max_length=20, default=State.QUEUED.value)
    answer = JsonText(null=True)
    is_partial = models.BooleanField(default=False)
    """The answer is the last thing found, not one that the agent called final."""
    error = models.JSONField(null=True)
    revision = models.PositiveIntegerField(default=0)
    """Grows by two with each change: the odd number between belongs to the step that changed."""
    actor = models.JSONField()
    """In whose name its tools act: the starter's rights that the agent's tools need."""
    palaces = ArrayField(models.UUIDField(), null=True)
    """The palaces that its tools reach; null means all."""
    seed = models.BigIntegerField()

    fence = models.PositiveIntegerField(default=0)
    attempts = models.PositiveIntegerField(default=0)
    """How often it was taken since its last step ended."""
    lease_until = models.DateTimeField()
    resend_at = models.DateTimeField()
    """When the sweeper sends it again if nobody has taken it."""
    cancel_reason = models.TextField(null=True)
    """Set as soon as somebody asks for the end."""

    steps = models.PositiveIntegerField(default=0)
    input_tokens = models.PositiveBigIntegerField(default=0)
    output_tokens = models.PositiveBigIntegerField(default=0)
    cost = models.DecimalField(max_digits=18, decimal_places=9, default=Decimal(0))
    """The model's price, as far as it is known, in US dollars."""
    unpriced_calls = models.PositiveIntegerField(default=0)
    started_at = models.DateTimeField(null=True)
    """Also the moment at which the sandbox's virtual clock begins."""
    ended_at = models.DateTimeField(null=True)

    class Meta:
        db_table = "agents_run"
        base_manager_name = "across_all_tenants"
        indexes = [
            models.Index(fields=["tenant_id", "-id"], name="agents_run_newest"),
            models.Index(fields=["tenant_id", "agent_id", "-id"], name="agents_run_of_agent"),
            models.Index(
                fields=["state"],
                condition=Q(state__in=[state.value for state in UNDER_WAY]),
                name="agents_run_under_way",
            ),
        ]


class Step(TenantModel):
    """One turn of a run's loop; a row from the moment the model is asked."""

    run_id = models.UUIDField()
    index = models.PositiveIntegerField()
    state = models.CharField(max_length=20)
    revision = models.PositiveIntegerField()
    is_replied = models.BooleanField(default=False)
    """The model has answered; before that there is nothing to go on from."""
    reply = models.TextField(default="")
    thought = models.TextField(default="")
    code = models.TextField(null=True)
    rest_ignored = models.BooleanField(default=False)
    stdout = models.TextField(default="")
    value = JsonText(null=True)
    is_answered = models.BooleanField(default=False)
    answer = JsonText(null=True)
    error = models.JSONField(null=True)
    model = models.CharField(max_length=200, default="")
    input_tokens = models.PositiveBigIntegerField(default=0)
    output_tokens = models.PositiveBigIntegerField(default=0)
    cached_tokens = models.PositiveBigIntegerField(default=0)
    reasoning_tokens = models.PositiveBigIntegerField(default=0)
    cost = models.DecimalField(max_digits=18, decimal_places=9, default=Decimal(0))
    unpriced_calls = models.PositiveIntegerField(default=0)
    model_seconds = models.FloatField(default=0)
    acting_seconds = models.FloatField(default=0)
    """From the start of the code to its end, tools included."""
    sandbox_seconds = models.FloatField(default=0)
    """What is billed: without the time that tools took."""
    code_at = models.DateTimeField(null=True)
    """The moment the code was first given to the sandbox: its clock when it is replayed."""
    ended_session = models.BooleanField(default=False)
    """The code ended its interpreter: what earlier steps left there is gone."""
    started_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True)

    class Meta:
        db_table = "agents_step"
        base_manager_name = "across_all_tenants"
        constraints = [models.UniqueConstraint(fields=["tenant_id", "run_id", "index"], name="agents_step_once")]


class ToolCall(TenantModel):
    """One call of a tool from a step's code: written before it begins and again when it has ended."""

    run_id = models.UUIDField()
    step_index = models.PositiveIntegerField()
    ordinal = models.PositiveIntegerField()
    name = models.CharField(max_length=100)
    arguments = JsonText()
    state = models.CharField(max_length=20, default=CallState.PENDING.value)
    result = JsonText(null=True)
    error = JsonText(null=True)
    seconds = models.FloatField(default=0)
    idempotency_key = models.CharField(max_length=100)
    ended_at = models.DateTimeField(null=True)

    class Meta:
        db_table = "agents_tool_call"
        base_manager_name = "across_all_tenants"
        constraints = [
            models.UniqueConstraint(fields=["tenant_id", "idempotency_key"], name="agents_tool_call_key"),
            models.UniqueConstraint(
                fields=["tenant_id", "run_id", "step_index", "ordinal"], name="agents_tool_call_once"
            ),
        ]
