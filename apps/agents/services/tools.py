"""The tools an agent can be granted: what its code sees, which right each needs, and what each does."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Annotated, Generic, TypeVar

from pydantic import Field, ValidationError

from apps.agents.domain.tools import Parameter, ToolSignature
from apps.agents.errors import BadArguments
from apps.agents.types import ToolName
from apps.memories.services import remembering
from apps.memories.types import Channel, NewMemory
from apps.recall import services as recalling
from apps.recall.types import RecallRequest
from kernel.actors import Actor, Permission
from kernel.http.schemas import In, Instant, unreadable
from kernel.types import JsonObject, JsonValue

Arguments = TypeVar("Arguments", bound=In)


@dataclass(frozen=True, kw_only=True, slots=True)
class Caller:
    """In whose name a tool acts, when, and where by default."""

    actor: Actor
    at: datetime
    wing: str | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class Tool(Generic[Arguments]):
    """A function that the host runs for an agent, within the transaction that records its result."""

    signature: ToolSignature
    permission: Permission
    arguments: type[Arguments]
    run: Callable[[Caller, Arguments], JsonValue] = field(repr=False)

    def call(self, caller: Caller, named: JsonObject) -> JsonValue:
        """Check the right and the arguments, then act; raises DomainErrors for the agent to see."""
        caller.actor.require(self.permission)
        try:
            # by way of JSON: there a time is a string, and nothing else is taken for what it is not
            arguments = self.arguments.model_validate_json(json.dumps(named))
        except ValidationError as error:
            problem = unreadable(error)
            raise BadArguments(f"{self.signature.name}: {problem.message}", **problem.details) from error
        return self.run(caller, arguments)

    def name_arguments(self, args: list[JsonValue], kwargs: JsonObject) -> JsonObject:
        """The arguments by name; what cannot be named stands under its number, to be refused."""
        names = [parameter.name for parameter in self.signature.parameters]
        positional = {names[n] if n < len(names) else f"argument {n + 1}": value for n, value in enumerate(args)}
        twice = {f"{name} (given twice)": value for name, value in kwargs.items() if name in positional}
        return {**kwargs, **positional, **twice}


Wing = Annotated[str, Field(min_length=1, max_length=200)]


class RecallArguments(In):
    """What recall takes."""

    query: str
    k: Annotated[int, Field(ge=1, le=200)] = 10
    wing: Wing | None = None
    room: Wing | None = None


class RememberArguments(In):
    """What remember takes."""

    content: str
    wing: Wing | None = None
    room: Wing | None = None
    author: Wing | None = None
    kind: Annotated[str, Field(min_length=1, max_length=100)] | None = None
    metadata: dict[str, JsonValue] = {}
    occurred_at: Instant | None = None


def _recall(caller: Caller, arguments: RecallArguments) -> JsonValue:
    request = RecallRequest(
        query=arguments.query, k=arguments.k, wing=arguments.wing or caller.wing, room=arguments.room
    )
    found = recalling.recall(caller.actor, request, at=caller.at)
    return [
        {
            "id": str(item.memory.id),
            "content": item.memory.content,
            "author": item.memory.author,
            "wing": item.memory.wing,
            "room": item.memory.room,
            "occurred_at": item.memory.occurred_at.isoformat() if item.memory.occurred_at else None,
            "score": round(item.score, 6),
        }
        for item in found.items
    ]


def _remember(caller: Caller, arguments: RememberArguments) -> JsonValue:
    new = NewMemory(
        content=arguments.content,
        wing=arguments.wing or caller.wing,
        room=arguments.room,
        author=arguments.author,
        kind=arguments.kind,
        metadata=arguments.metadata,
        occurred_at=arguments.occurred_at,
        source=f"run:{caller.actor.run_id}",
    )
    stored, _ = remembering.remember(caller.actor, new, channel=Channel.AGENT, at=caller.at)
    return {"id": str(stored.id), "status": stored.status.value}


RECALL = Tool(
    signature=ToolSignature(
        name=ToolName.RECALL,
        description=(
            "Search memory; the best matches first. Each is a dict with id, content, author, wing, room,\n"
            "occurred_at (ISO 8601 or None) and score."
        ),
        parameters=(
            Parameter(name="query", annotation="str"),
            Parameter(name="k", annotation="int", default="10"),
            Parameter(name="wing", annotation="str | None", default="None"),
            Parameter(name="room", annotation="str | None", default="None"),
        ),
        returns="list[dict]",
    ),
    permission=Permission.MEMORY_READ,
    arguments=RecallArguments,
    run=_recall,
)

REMEMBER = Tool(
    signature=ToolSignature(
        name=ToolName.REMEMBER,
        description=(
            "Keep a text in memory, word for word. Returns a dict with its id and status.\n"
            "occurred_at is an ISO 8601 time."
        ),
        parameters=(
            Parameter(name="content", annotation="str"),
            Parameter(name="wing", annotation="str | None", default="None"),
            Parameter(name="room", annotation="str | None", default="None"),
            Parameter(name="author", annotation="str | None", default="None"),
            Parameter(name="kind", annotation="str | None", default="None"),
            Parameter(name="metadata", annotation="dict", default="{}"),
            Parameter(name="occurred_at", annotation="str | None", default="None"),
        ),
        returns="dict",
    ),
    permission=Permission.MEMORY_WRITE,
    arguments=RememberArguments,
    run=_remember,
)

TOOLS: Mapping[ToolName, Tool[RecallArguments] | Tool[RememberArguments]] = {
    ToolName.RECALL: RECALL,
    ToolName.REMEMBER: REMEMBER,
}


def find_tool(name: ToolName) -> Tool[RecallArguments] | Tool[RememberArguments]:
    """The tool of this name."""
    return TOOLS[name]
