"""The view of one-off code."""

from __future__ import annotations

from decimal import Decimal

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from apps.billing import services as billing
from apps.billing.types import Meter, Usage
from apps.sandbox import services
from apps.sandbox.api.schemas import ExecuteErrorOut, ExecuteIn, ExecuteOut
from apps.sandbox.types import Limits, StepOutcome
from kernel.actors import Permission
from kernel.clock import SystemClock
from kernel.http.slow import SlowPlace
from kernel.http.views import TenantView, once_per_key

LIMITS = Limits(cpu_s=5.0, wall_s=10.0)
WAIT_SECONDS = 10.0
LEAST_SECONDS = Decimal("0.000001")


class ExecuteView(TenantView):
    """One-off code in a sandbox of its own, without tools."""

    permissions = {"POST": Permission.SANDBOX_EXECUTE}

    @extend_schema(operation_id="execute_code", request=ExecuteIn, responses=ExecuteOut)
    @once_per_key
    def post(self, request: Request) -> Response:
        """Run Python once and forget the session."""
        body = ExecuteIn.parse(request.body)
        left = billing.require_left(self.actor, Meter.SANDBOX_SECOND, at=SystemClock().now())
        with SlowPlace(), services.open_session(limits=LIMITS, seed=body.seed, wait_s=WAIT_SECONDS) as session:
            outcome = session.run(body.code)
        took = max(LEAST_SECONDS, Decimal(repr(outcome.wall_seconds)))
        # what was begun within the plan is not refused at its end
        quantity = took if left is None else min(took, left)
        usage = billing.charge(self.actor, Meter.SANDBOX_SECOND, quantity=quantity, at=SystemClock().now())
        return Response(_out(outcome, usage).model_dump(mode="json"))


def _out(outcome: StepOutcome, usage: Usage) -> ExecuteOut:
    error = outcome.error
    return ExecuteOut(
        outcome=outcome.outcome,
        value=outcome.echo if outcome.value is None else outcome.value,
        stdout=outcome.stdout,
        stderr=outcome.stderr,
        truncated=outcome.output_truncated,
        error=error and ExecuteErrorOut(type=error.type, message=error.message, traceback=error.traceback),
        seconds=round(outcome.wall_seconds, 6),
        usage=billing.usage_out(usage),
    )
