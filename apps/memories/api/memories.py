"""Views of memories."""

from __future__ import annotations

import json
import time
from contextlib import suppress
from uuid import UUID

from drf_spectacular.utils import OpenApiParameter, PolymorphicProxySerializer, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from apps.billing import services as billing
from apps.billing.types import Usage
from apps.memories.api import schemas
from apps.memories.api.headers import read_if_match
from apps.memories.models import Memory
from apps.memories.selectors import browsing, reading
from apps.memories.services import embedding, forgetting, remembering, revising
from apps.memories.types import Changes, Channel, Condition, Remembered, Status, StoredMemory
from kernel.actors import Permission
from kernel.clock import SystemClock
from kernel.errors import DomainError, InvalidInput
from kernel.http.pages import PARAMETERS, PageRequest, paginate
from kernel.http.schemas import ErrorDetail, Out, PageOut
from kernel.http.slow import SlowPlace, TooBusy
from kernel.http.views import TenantView, once_per_key
from kernel.tenancy import tenant_scope
from kernel.types import JsonValue

WAIT_SECONDS = 90.0
_FILTER = OpenApiParameter("filter", str, description="A filter as JSON.")

_REMEMBERED = PolymorphicProxySerializer(
    "Remembered",
    [schemas.RememberedOut, schemas.RememberedManyOut],  # type: ignore[list-item]  # it takes pydantic models too
    None,
)


class MemoriesView(TenantView):
    """All memories within reach."""

    permissions = {
        "GET": Permission.MEMORY_READ,
        "POST": Permission.MEMORY_WRITE,
        "DELETE": Permission.MEMORY_DELETE,
    }
    _awaited: list[UUID] | None = None

    @extend_schema(
        operation_id="list_memories",
        parameters=[
            _FILTER,
            OpenApiParameter("palace", str),
            OpenApiParameter("wing", str),
            OpenApiParameter("room", str),
            *PARAMETERS,
        ],
        responses=PageOut[StoredMemory],
    )
    def get(self, request: Request) -> Response:
        """List memories, newest first."""
        query = request.query_params
        names = {place: query.get(place) for place in ("palace", "wing", "room")}
        scope = browsing.find_scope(self.actor, **names)
        rows = Memory.objects.none() if scope is None else browsing.matching(self.actor, _filter_in(request), scope)
        page = paginate(rows, PageRequest.read(query))
        out = PageOut[StoredMemory](items=reading.describe(page.items), next_cursor=page.next_cursor, total=page.total)
        return Response(out.model_dump(mode="json"))

    @extend_schema(
        operation_id="remember",
        request=schemas.RememberIn,
        parameters=[OpenApiParameter("wait", str, enum=["stored", "indexed"])],
        responses={201: _REMEMBERED},
    )
    @once_per_key
    def post(self, request: Request) -> Response:
        """Remember one text, or up to 1,000 with a result for each."""
        wait = request.query_params.get("wait", "stored")
        if wait not in ("stored", "indexed"):
            raise InvalidInput("wait must be stored or indexed.", field="wait")
        body = schemas.RememberIn.parse(request.body)
        items = [body] if body.items is None else body.items
        outcome = remembering.remember_many(
            self.actor, [item.to_new() for item in items], channel=Channel.API, at=SystemClock().now()
        )
        usage = billing.usage_out(outcome.usage)
        if body.items is None:
            (result,) = outcome.results
            if isinstance(result, DomainError):
                raise result
            out: Out = schemas.RememberedOut(**_result_out(result, "").model_dump(), usage=usage)
        else:
            results = [_result_out(result, self.actor.request_id) for result in outcome.results]
            out = schemas.RememberedManyOut(items=results, usage=usage)
        if wait == "indexed":
            self._awaited = [result.id for result in outcome.results if isinstance(result, Remembered)]
        return Response(out.model_dump(mode="json"), status=201)

    def finalize_response(self, request: Request, response: Response, *args: object, **kwargs: object) -> Response:
        """Commit; then, if asked, wait until the dense leg has what was written."""
        final = super().finalize_response(request, response, *args, **kwargs)
        if self._awaited and response.status_code == 201 and embedding.find_embedder():
            # without a place to wait the answer says what is so by now: stored
            with suppress(TooBusy), SlowPlace():
                _wait_until_indexed(self, self._awaited, final)
        return final

    @extend_schema(
        operation_id="forget_memories",
        parameters=[_FILTER, OpenApiParameter("dry_run", bool)],
        responses=schemas.ForgottenOut,
    )
    def delete(self, request: Request) -> Response:
        """Delete all memories that a filter finds; `dry_run=true` only counts them."""
        condition = _filter_in(request)
        if beside := {"palace", "wing", "room"} & set(request.query_params):
            # passed over, it would delete more than was meant
            raise InvalidInput("Name the place in the filter.", fields=list[JsonValue](sorted(beside)))
        if not condition.tests:
            raise InvalidInput("Deleting many needs a filter that tests something.", field="filter")
        dry_run = _flag_in(request, "dry_run")
        gone = forgetting.forget_where(self.actor, condition, dry_run=dry_run, at=SystemClock().now())
        out = schemas.ForgottenOut(memories=gone.memories, vectors=gone.vectors, dry_run=dry_run)
        return Response(out.model_dump(mode="json"))


class MemoryView(TenantView):
    """One memory."""

    permissions = {
        "GET": Permission.MEMORY_READ,
        "PATCH": Permission.MEMORY_WRITE,
        "DELETE": Permission.MEMORY_DELETE,
    }

    @extend_schema(operation_id="get_memory", responses=StoredMemory)
    def get(self, request: Request, memory_id: UUID) -> Response:
        """A memory's newest version; its ETag goes into If-Match."""
        memory = browsing.get_memory(self.actor, memory_id)
        (out,) = reading.describe([memory])
        return Response(out.model_dump(mode="json"), headers={"ETag": f'"{memory.version}"'})

    @extend_schema(operation_id="revise_memory", request=schemas.ReviseIn, responses=schemas.RevisedOut)
    def patch(self, request: Request, memory_id: UUID) -> Response:
        """Make a new version; with If-Match only if the memory has not moved on."""
        body = schemas.ReviseIn.parse(request.body)
        changes = Changes(**dict(body))
        if_version = read_if_match(request)
        revised = revising.revise(self.actor, memory_id, changes, if_version=if_version, at=SystemClock().now())
        return _revised(*revised)

    @extend_schema(operation_id="forget_memory", responses=schemas.ForgottenOut)
    def delete(self, request: Request, memory_id: UUID) -> Response:
        """Delete a memory and what was made from it."""
        gone = forgetting.forget(self.actor, memory_id, at=SystemClock().now())
        out = schemas.ForgottenOut(memories=gone.memories, vectors=gone.vectors, dry_run=False)
        return Response(out.model_dump(mode="json"))


class VersionsView(TenantView):
    """A memory's versions."""

    permissions = {"GET": Permission.MEMORY_READ}

    @extend_schema(operation_id="list_memory_versions", responses=schemas.MemoryVersionsOut)
    def get(self, request: Request, memory_id: UUID) -> Response:
        """All versions, newest first."""
        versions = browsing.list_versions(self.actor, memory_id)
        out = schemas.MemoryVersionsOut(items=[schemas.MemoryVersionOut.of(version) for version in versions])
        return Response(out.model_dump(mode="json"))


class RestoreView(TenantView):
    """Bringing a memory back."""

    permissions = {"POST": Permission.MEMORY_WRITE}

    @extend_schema(operation_id="restore_memory", request=schemas.RestoreIn, responses=schemas.RevisedOut)
    @once_per_key
    def post(self, request: Request, memory_id: UUID) -> Response:
        """Undo a deletion, or make an earlier version's text the newest again."""
        body = schemas.RestoreIn.parse(request.body)
        return _revised(*revising.restore(self.actor, memory_id, version=body.version, at=SystemClock().now()))


def _revised(memory: Memory, usage: Usage) -> Response:
    (described,) = reading.describe([memory])
    out = schemas.RevisedOut(**dict(described), usage=billing.usage_out(usage))
    return Response(out.model_dump(mode="json"), headers={"ETag": f'"{memory.version}"'})


def _result_out(result: Remembered | DomainError, request_id: str) -> schemas.ResultOut:
    if isinstance(result, DomainError):
        detail = ErrorDetail(code=result.code, message=result.message, details=result.details, request_id=request_id)
        return schemas.ResultOut(error=detail)
    return schemas.ResultOut(
        id=result.id,
        version=result.version,
        status=result.status,
        duplicate_of=result.id if result.is_duplicate else None,
        seen_count=result.seen_count,
    )


def _wait_until_indexed(view: TenantView, memory_ids: list[UUID], response: Response) -> None:
    deadline = time.monotonic() + WAIT_SECONDS
    pause = 0.01
    while time.monotonic() < deadline:
        with tenant_scope(view.actor.tenant_id):
            if not browsing.count_unindexed(view.actor, memory_ids):
                _say_indexed(response.data)
                return
        time.sleep(pause)
        pause = min(pause * 1.5, 0.25)


def _say_indexed(body: JsonValue) -> None:
    results = body.get("items", [body]) if isinstance(body, dict) else []
    for result in results if isinstance(results, list) else []:
        if isinstance(result, dict) and "status" in result:
            result["status"] = Status.INDEXED.value


def _filter_in(request: Request) -> Condition:
    text = request.query_params.get("filter")
    try:
        return browsing.read_filter(json.loads(text) if text else None)
    except (ValueError, RecursionError) as error:
        raise InvalidInput("filter is not JSON.", field="filter") from error


def _flag_in(request: Request, name: str) -> bool:
    text = request.query_params.get(name, "false")
    if text not in ("true", "false"):
        raise InvalidInput(f"{name} must be true or false.", field=name)
    return text == "true"
