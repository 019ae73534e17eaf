"""The protocol: django-mcpz, with our tools' results and refusals."""

from __future__ import annotations

import json
import logging
from collections.abc import Callable
from dataclasses import dataclass
from http import HTTPStatus
from typing import TypeVar

from django.http import HttpRequest, HttpResponse
from django_mcpz.elicitation import Elicitation
from django_mcpz.jsonrpc import PARSE_ERROR, error_response
from django_mcpz.server import MCPServer, Tool

from apps.mcp.api.authentication import actor_of
from apps.mcp.api.schemas import schema_of
from kernel.actors import Actor, Permission
from kernel.db.deadlocks import until_it_passes
from kernel.errors import DomainError
from kernel.http.schemas import In, Out
from kernel.tenancy import tenant_scope
from kernel.types import JsonObject

log = logging.getLogger(__name__)

Arguments = TypeVar("Arguments", bound=In)
Result = TypeVar("Result", bound=Out)


@dataclass(frozen=True, kw_only=True, slots=True)
class Hints:
    """What a client may tell its user about a tool before it runs."""

    title: str
    read_only: bool = False
    destructive: bool = False
    idempotent: bool = True


class Server(MCPServer):
    """Tools that take and give pydantic models, each call in one transaction of the key's tenant."""

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Answer one message."""
        try:
            response: HttpResponse = super().__call__(request)
        except RecursionError:
            # raised where the library reads the body, before any tool has run
            return error_response(None, PARSE_ERROR, "JSON nested too deep", status=HTTPStatus.BAD_REQUEST)
        return response

    def offer(
        self,
        run: Callable[[Actor, Arguments], Result],
        say: Callable[[Result], str],
        *,
        takes: type[Arguments],
        needs: Permission,
        hints: Hints,
    ) -> None:
        """Offer a function to keys with one permission, under its own name and docstring."""

        def call(request: HttpRequest, arguments: JsonObject) -> JsonObject:
            actor = actor_of(request)
            # through JSON, as over HTTP: strict models read times and ids from text there only
            parsed = takes.parse(json.dumps(arguments).encode())

            def act() -> Result:
                with tenant_scope(actor.tenant_id):
                    actor.require(needs)
                    return run(actor, parsed)

            result = until_it_passes(act)
            return _answer(result.model_dump(mode="json"), say(result))

        self.tool(
            name=run.__name__,
            title=hints.title,
            description=" ".join((run.__doc__ or "").split()),
            input_schema=schema_of(takes),
            read_only=hints.read_only,
            destructive=hints.destructive,
            idempotent=hints.idempotent,
            open_world=False,
            permission=lambda request: actor_of(request).can(needs),
        )(call)

    def _run_tool(  # noqa: PLR0917  (the library's signature)
        self,
        request: HttpRequest,
        request_id: str | int,
        tool: Tool,
        arguments: JsonObject,
        elicitation: Elicitation,
    ) -> tuple[HttpResponse, str]:
        """Run a tool; a refusal is a result that a model can read, with its code in structuredContent.

        The library's own version has no room for structured refusals.
        """
        try:
            answer: JsonObject = tool.func(request, arguments)
            return self._result(request, request_id, answer), "ok"
        except DomainError as refusal:
            error: JsonObject = {"code": refusal.code, "message": refusal.message, "details": refusal.details}
        except Exception:
            # the edge of the process: whatever it was, the caller learns no more than that it failed
            log.exception("tool %s failed in request %s", tool.name, actor_of(request).request_id)
            message = "Something failed on our side; nothing was stored."
            error = {"code": "internal", "message": message, "details": {}}
        error["request_id"] = actor_of(request).request_id
        answer = _answer({"error": error}, f"{error['code']}: {error['message']}", is_error=True)
        return self._result(request, request_id, answer), str(error["code"])


def _answer(structured: JsonObject, text: str, *, is_error: bool = False) -> JsonObject:
    return {
        "content": [{"type": "text", "text": text}],
        "structuredContent": structured,
        "isError": is_error,
    }
