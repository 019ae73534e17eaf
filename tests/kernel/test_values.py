"""Ids, time, actors, errors, bodies and cursors: what needs no database."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from uuid import UUID

import pytest
from django.http import QueryDict
from hypothesis import given
from hypothesis import strategies as st

from kernel import errors
from kernel.actors import Actor, ActorKind, MissingPermission, Permission
from kernel.clock import FakeClock, SystemClock
from kernel.errors import DomainError, InvalidInput
from kernel.http.pages import BadCursor, PageRequest
from kernel.http.schemas import In, UnreadableBody
from kernel.ids import new_id

NOON = datetime(2026, 3, 1, 12, 0, tzinfo=UTC)
READER = Actor(
    kind=ActorKind.API_KEY,
    id=UUID(int=1),
    tenant_id=UUID(int=2),
    permissions=frozenset({Permission.MEMORY_READ}),
    palaces=frozenset({UUID(int=3)}),
)


class Acorn(In):
    """A body."""

    weight: int
    name: str = "oak"


def test_an_id_is_a_version_7_uuid_of_the_present() -> None:
    made = new_id()

    milliseconds = made.int >> 80
    assert (made.version, made.variant) == (7, "specified in RFC 4122")
    assert abs(milliseconds / 1000 - SystemClock().now().timestamp()) < 60


def test_ids_made_later_sort_later() -> None:
    clock = [new_id().int >> 80 for _ in range(1000)]

    assert clock == sorted(clock)


def test_ids_do_not_repeat() -> None:
    assert len({new_id() for _ in range(10_000)}) == 10_000


def test_the_clock_is_aware_and_in_utc() -> None:
    assert SystemClock().now().utcoffset() == timedelta(0)


def test_a_fake_clock_moves_only_when_told() -> None:
    clock = FakeClock(NOON)

    clock.advance(timedelta(minutes=5))

    assert clock.now() == clock.now() == NOON + timedelta(minutes=5)


def test_an_actor_may_do_what_its_permissions_say() -> None:
    READER.require(Permission.MEMORY_READ)

    with pytest.raises(MissingPermission) as refusal:
        READER.require(Permission.MEMORY_WRITE)
    assert refusal.value.details == {"permission": "memory.write"}


def test_an_actor_reaches_its_palaces_only() -> None:
    assert READER.reaches(UUID(int=3))
    assert not READER.reaches(UUID(int=4))


@pytest.mark.parametrize(
    ("name", "status"),
    [
        ("InvalidInput", 400),
        ("Unauthenticated", 401),
        ("PaymentRequired", 402),
        ("Forbidden", 403),
        ("NotFound", 404),
        ("Conflict", 409),
        ("PreconditionFailed", 412),
        ("TooManyRequests", 429),
        ("Unavailable", 503),
    ],
)
def test_every_refusal_has_its_status(name: str, status: int) -> None:
    kind: type[DomainError] = getattr(errors, name)

    assert kind.status == status
    assert issubclass(kind, DomainError)


def all_refusals(kind: type[DomainError] = DomainError) -> list[type[DomainError]]:
    """The whole tree of errors that is loaded."""
    return [kind, *(leaf for child in kind.__subclasses__() for leaf in all_refusals(child))]


@pytest.mark.parametrize("kind", all_refusals(), ids=lambda kind: kind.__name__)
def test_every_error_code_is_a_word_for_programs(kind: type[DomainError]) -> None:
    assert kind.code.replace("_", "").isalnum()
    assert kind.code == kind.code.lower()
    assert (kind.__doc__ or "").strip(), f"{kind.__qualname__} says nothing"


def test_a_body_is_read_without_coercion() -> None:
    assert Acorn.parse(b'{"weight": 3}') == Acorn(weight=3)
    for body in (b'{"weight": "3"}', b'{"weight": 3.0}', b'{"weight": true}', b'{"weight": null}'):
        with pytest.raises(UnreadableBody):
            Acorn.parse(body)


def test_an_unknown_field_is_refused_by_name() -> None:
    with pytest.raises(UnreadableBody) as refusal:
        Acorn.parse(b'{"weight": 3, "colour": "red"}')

    assert refusal.value.status == 400
    assert "colour" in str(refusal.value.details)


def test_a_refused_body_is_not_repeated_in_the_answer() -> None:
    with pytest.raises(UnreadableBody) as refusal:
        Acorn.parse(b'{"weight": "a secret"}')

    assert "a secret" not in f"{refusal.value.message} {refusal.value.details}"


def test_a_page_has_fifty_rows_unless_asked_otherwise() -> None:
    assert PageRequest.read(QueryDict("")) == PageRequest(limit=50, after=None)
    assert PageRequest.read(QueryDict("limit=200")).limit == 200


@given(text=st.text(min_size=1, max_size=60))
def test_any_text_as_a_limit_or_cursor_is_read_or_refused(text: str) -> None:
    for name in ("limit", "cursor"):
        query = QueryDict(mutable=True)
        query[name] = text
        try:
            PageRequest.read(query)
        except InvalidInput as refusal:
            assert isinstance(refusal, BadCursor) is (name == "cursor")
