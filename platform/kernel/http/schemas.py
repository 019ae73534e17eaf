"""Base shapes of what comes in and what goes out."""

from __future__ import annotations

from datetime import UTC, datetime
from decimal import Decimal
from typing import Annotated, Any, ClassVar, Generic, Self, TypeVar

from pydantic import AfterValidator, AwareDatetime, BaseModel, ConfigDict, PlainSerializer, ValidationError

from kernel.errors import InvalidInput
from kernel.types import JsonObject, JsonValue


class UnreadableBody(InvalidInput):
    """The body does not have the shape that this operation takes; `fields` says where."""

    code = "invalid_body"


class In(BaseModel):
    """A request body: unknown fields are refused, nothing is coerced."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)
    checks_characters_itself: ClassVar[bool] = False
    """Whether the operation refuses NUL by itself, for instance to refuse one item of many."""

    @classmethod
    def parse(cls, body: bytes) -> Self:
        """Read a JSON body; raises UnreadableBody naming each field at fault."""
        try:
            parsed = cls.model_validate_json(body or b"{}")
        except ValidationError as error:
            raise unreadable(error) from error
        if b"\\u0000" in body and not cls.checks_characters_itself:
            _refuse_nul(parsed.model_dump(), "")
        return parsed


def _refuse_nul(value: object, field: str) -> None:
    """Refuse the one character that JSON can say and Postgres cannot keep."""
    if isinstance(value, str) and "\x00" in value:
        position = value.index("\x00")
        raise UnreadableBody(
            f"{field or 'body'} has a NUL character at position {position}.", field=field, position=position
        )
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, part in inner:
        _refuse_nul(part, f"{field}.{key}".lstrip("."))


class Out(BaseModel):
    """A response body."""

    model_config = ConfigDict(frozen=True)


def unreadable(error: ValidationError) -> UnreadableBody:
    """Say a validation error in words that name the field."""
    fields: list[JsonValue] = []
    for fault in error.errors(include_url=False, include_input=False, include_context=False):
        where = ".".join(str(part) for part in fault["loc"])
        fields.append({"field": where, "problem": fault["msg"], "kind": fault["type"]})
    first = fields[0] if fields else None
    summary = f"{first['field'] or 'body'}: {first['problem']}" if isinstance(first, dict) else "The body is not valid."
    return UnreadableBody(summary, fields=fields)


def _in_utc(value: datetime) -> datetime:
    try:
        return value.replace(tzinfo=UTC) if value.tzinfo is None else value.astimezone(UTC)
    except OverflowError as error:
        raise ValueError("the time lies beyond the calendar in UTC") from error


Instant = Annotated[datetime, AfterValidator(_in_utc)]
"""An ISO 8601 time; without a zone it is taken as UTC."""
ZonedInstant = Annotated[AwareDatetime, AfterValidator(_in_utc)]
"""An ISO 8601 time that must say its zone."""


def _plain(amount: Decimal) -> str:
    # never 3.2E-8: not every client reads an exponent in a string
    return f"{amount:f}"


Usd = Annotated[Decimal, PlainSerializer(_plain, return_type=str, when_used="json")]
"""Money in US dollars: an exact decimal string."""
Quantity = Annotated[Decimal, PlainSerializer(float, return_type=float, when_used="json")]
"""A counted quantity: a JSON number."""


class UsageOut(Out):
    """What an operation cost and what is left of its allowance."""

    meter: str
    quantity: Quantity
    cost_usd: Usd
    remaining: int | None


Item = TypeVar("Item")


class PageOut(Out, Generic[Item]):
    """One page of a list; `next_cursor` is null on the last."""

    items: list[Item]
    next_cursor: str | None
    total: int

    @classmethod
    def model_parametrized_name(cls, params: tuple[Any, ...]) -> str:  # pydantic's own signature
        """`ApiKeyPage` for PageOut[ApiKeyOut]: a name that schema generators can use."""
        return f"{params[0].__name__.removesuffix('Out')}Page"


class NoticeOut(Out):
    """Something a person should know about this instance."""

    code: str
    message: str


class ErrorDetail(Out):
    """What went wrong: a stable code, a sentence, data, and the id to quote."""

    code: str
    message: str
    details: JsonObject
    request_id: str


class ErrorOut(Out):
    """The one shape of every error."""

    error: ErrorDetail
