"""Views of runs."""

from __future__ import annotations

from uuid import UUID

from django.http import StreamingHttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from apps.agents import selectors
from apps.agents.api import events, schemas
from apps.agents.models import Run
from apps.agents.services import starting
from apps.agents.types import State
from kernel.actors import Permission
from kernel.clock import SystemClock
from kernel.errors import InvalidInput
from kernel.http.pages import PARAMETERS, PageRequest, paginate
from kernel.http.schemas import PageOut
from kernel.http.views import TenantView, once_per_key

_STREAM = OpenApiParameter("stream", bool, description="Answer with the run's event stream instead of the run.")


class AgentRunsView(TenantView):
    """Runs of one agent."""

    permissions = {"POST": Permission.RUN_WRITE}
    content_negotiation_class = events.AnyAccept
    _slot: events.Slot | None = None

    @extend_schema(
        operation_id="start_run",
        parameters=[_STREAM],
        request=schemas.RunIn,
        responses={202: schemas.RunOut, (200, "text/event-stream"): OpenApiTypes.STR},
    )
    @once_per_key
    def post(self, request: Request, agent_id: UUID) -> Response:
        """Start a run of the agent's newest version."""
        body = schemas.RunIn.parse(request.body)
        if _wants_stream(request):
            # before the run exists: a refusal must not leave one behind
            self._slot = self._slot or events.Slot()
        described = starting.start_run(self.actor, agent_id, body.task, clock=SystemClock())
        return Response(schemas.RunOut.of(described).model_dump(mode="json"), status=202)

    def finalize_response(  # type: ignore[override]
        self, request: Request, response: Response, *args: object, **kwargs: object
    ) -> Response | StreamingHttpResponse:
        """Commit; then, if asked, follow the run. A retry with the same Idempotency-Key follows the first run."""
        slot, self._slot = self._slot, None
        try:
            final = super().finalize_response(request, response, *args, **kwargs)
            if final.status_code != 202 or not _wants_stream(request):
                return final
            streaming = events.respond(slot or events.Slot(), self.actor, UUID(response.data["id"]))
            slot = None
            return streaming
        finally:
            if slot is not None:
                slot.release()


class RunsView(TenantView):
    """The tenant's runs."""

    permissions = {"GET": Permission.RUN_READ}

    @extend_schema(
        operation_id="list_runs",
        parameters=[
            OpenApiParameter("agent", OpenApiTypes.UUID),
            OpenApiParameter("state", str, enum=[state.value for state in State]),
            *PARAMETERS,
        ],
        responses=PageOut[schemas.RunOut],
    )
    def get(self, request: Request) -> Response:
        """List runs, newest first."""
        agent_id, state = _read_filters(request)
        rows = selectors.list_runs(self.actor, agent_id=agent_id, state=state)
        page = paginate(rows, PageRequest.read(request.query_params))
        items = [schemas.RunOut.of(described) for described in selectors.describe_runs(page.items)]
        out = PageOut[schemas.RunOut](items=items, next_cursor=page.next_cursor, total=page.total)
        return Response(out.model_dump(mode="json"))


class RunView(TenantView):
    """One run."""

    permissions = {"GET": Permission.RUN_READ}

    @extend_schema(operation_id="get_run", responses=schemas.RunOut)
    def get(self, request: Request, run_id: UUID) -> Response:
        """A run as it is now."""
        return _run_out(selectors.get_run(self.actor, run_id))


class StepsView(TenantView):
    """A run's steps."""

    permissions = {"GET": Permission.RUN_READ}

    @extend_schema(operation_id="list_steps", responses=schemas.StepsOut)
    def get(self, request: Request, run_id: UUID) -> Response:
        """All steps of a run, the first one first."""
        steps = selectors.list_steps(selectors.get_run(self.actor, run_id))
        items = [schemas.StepOut.of(described) for described in steps]
        out = schemas.StepsOut(items=sorted(items, key=lambda step: step.index))
        return Response(out.model_dump(mode="json"))


class RunEventsView(TenantView):
    """A run's event stream."""

    permissions = {"GET": Permission.RUN_READ}
    content_negotiation_class = events.AnyAccept

    @extend_schema(
        operation_id="follow_run",
        parameters=[OpenApiParameter("Last-Event-ID", int, OpenApiParameter.HEADER)],
        responses={(200, "text/event-stream"): OpenApiTypes.STR},
    )
    def get(self, request: Request, run_id: UUID) -> StreamingHttpResponse:
        """Follow a run: an event `step` or `run` with each change, until the run has ended."""
        after = events.read_last_event_id(request)
        selectors.get_run(self.actor, run_id)
        return events.respond(events.Slot(), self.actor, run_id, after=after)


class CancelView(TenantView):
    """The end of a run before its end."""

    permissions = {"POST": Permission.RUN_WRITE}

    @extend_schema(operation_id="cancel_run", request=schemas.CancelIn, responses=schemas.RunOut)
    @once_per_key
    def post(self, request: Request, run_id: UUID) -> Response:
        """Ask for the end of a run; one that a worker has ends within about two seconds."""
        body = schemas.CancelIn.parse(request.body)
        run = starting.cancel_run(self.actor, run_id, reason=body.reason, clock=SystemClock())
        return _run_out(run)


def _run_out(run: Run) -> Response:
    [described] = selectors.describe_runs([run])
    return Response(schemas.RunOut.of(described).model_dump(mode="json"))


def _wants_stream(request: Request) -> bool:
    wanted = request.query_params.get("stream", "false")
    if wanted not in ("true", "false"):
        raise InvalidInput("stream must be true or false.", field="stream")
    return wanted == "true"


def _read_filters(request: Request) -> tuple[UUID | None, State | None]:
    agent, state = request.query_params.get("agent"), request.query_params.get("state")
    try:
        return UUID(agent) if agent else None, State(state) if state else None
    except ValueError as error:
        raise InvalidInput("agent must be an id, and state one of a run's states.", field="agent, state") from error
