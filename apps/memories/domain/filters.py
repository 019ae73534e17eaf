"""The one filter grammar, compiled to SQL for list, recall, delete and export.

    filter    = {field: {operator: value, …}, …} | {"AND": [filter, …]} | {"OR": […]} | {"NOT": […]}
    operators = eq ne gt gte lt lte in nin contains icontains exists

Several keys of one object, and several operators of one field, must all hold. `NOT` holds where none
of its filters does. A missing value equals nothing: `ne` and `nin` hold for it, ranges and `contains`
do not. Numbers, booleans and strings are never equal to one another. Date columns, and metadata
strings compared with a date that has a zone, are compared as instants.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime

from apps.memories.domain.digests import check_json
from apps.memories.errors import BadFilter, UnstorableText
from kernel.types import JsonValue

MAX_DEPTH = 8
MAX_CLAUSES = 100


@dataclass(frozen=True, kw_only=True, slots=True)
class Condition:
    """A compiled filter: SQL over the alias `m` of the memory table, never null, and its parameters."""

    sql: str
    parameters: tuple[object, ...] = ()
    tests: int = 0
    """How many tests it was made of; a filter of none leaves nothing out."""

    @property
    def is_everything(self) -> bool:
        """Whether it leaves nothing out."""
        return self.sql == "true"


EVERYTHING = Condition(sql="true")

_TEXT = {
    "author": "m.author",
    "kind": "m.kind",
    "conversation_id": "m.conversation_id",
    "user_id": "m.user_id",
    "agent_id": "m.agent_id",
    "run_id": "m.run_id",
    "app_id": "m.app_id",
    "source": "m.source",
    "content": "m.content",
    "channel": "m.channel",
    "wing": "(SELECT w.name FROM memories_wing w WHERE w.tenant_id = m.tenant_id AND w.id = m.wing_id)",
    "room": "(SELECT r.name FROM memories_room r WHERE r.tenant_id = m.tenant_id AND r.id = m.room_id)",
    "palace": "(SELECT p.name FROM memories_palace p WHERE p.tenant_id = m.tenant_id AND p.id = m.palace_id)",
}
_NUMBER = {"position": "m.position", "version": "m.version", "seen_count": "m.seen_count"}
_TIME = {
    "occurred_at": "m.occurred_at",
    "created_at": "m.created_at",
    "updated_at": "m.updated_at",
    "expires_at": "m.expires_at",
}
FIELDS = (*_TEXT, *_NUMBER, *_TIME, "metadata.…")
OPERATORS = ("eq", "ne", "gt", "gte", "lt", "lte", "in", "nin", "contains", "icontains", "exists")
_RANGES = {"gt": ">", "gte": ">=", "lt": "<", "lte": "<="}


def compile_filter(filters: JsonValue) -> Condition:
    """The condition that a filter means; raises BadFilter naming the place of the fault."""
    if filters is None:
        return EVERYTHING
    compiler = _Compiler()
    return replace(compiler.whole(filters), tests=compiler.clauses)


class _Compiler:
    """Counts what it has seen, so that a filter cannot grow without bound."""

    def __init__(self) -> None:
        self.clauses = 0

    def whole(self, node: JsonValue, path: str = "filter", depth: int = 0) -> Condition:
        if not isinstance(node, dict):
            raise BadFilter(f"{path} must be an object.", path=path)
        if depth > MAX_DEPTH:
            raise BadFilter(f"{path} is nested more than {MAX_DEPTH} deep.", path=path)
        parts = [self._entry(key, value, f"{path}.{key}", depth) for key, value in node.items()]
        return _join(parts, " AND ", empty="true")

    def _entry(self, key: str, value: JsonValue, path: str, depth: int) -> Condition:
        if key not in ("AND", "OR", "NOT"):
            return self._field(key, value, path)
        if not isinstance(value, list) or not value:
            raise BadFilter(f"{path} must be a list of filters.", path=path)
        parts = [self.whole(item, f"{path}.{index}", depth + 1) for index, item in enumerate(value)]
        if key == "AND":
            return _join(parts, " AND ", empty="true")
        either = _join(parts, " OR ", empty="false")
        return either if key == "OR" else Condition(sql=f"NOT {either.sql}", parameters=either.parameters)

    def _field(self, field: str, tests: JsonValue, path: str) -> Condition:
        if not isinstance(tests, dict) or not tests:
            raise BadFilter(f'{path} must be an object of operators such as {{"eq": …}}.', path=path)
        _check_storable(field, path)
        column = _column_of(field, path)
        return _join([self._test(column, name, value, f"{path}.{name}") for name, value in tests.items()], " AND ")

    def _test(self, column: _Column, operator: str, value: JsonValue, path: str) -> Condition:
        self.clauses += 1
        if self.clauses > MAX_CLAUSES:
            raise BadFilter(f"A filter may have at most {MAX_CLAUSES} tests.", path=path)
        if operator not in OPERATORS:
            raise BadFilter(f"Unknown operator {operator}: use one of {', '.join(OPERATORS)}.", path=path)
        _check_storable(value, path)
        return _test(column, operator, value, path)


@dataclass(frozen=True, kw_only=True, slots=True)
class _Column:
    """One thing that can be tested: its SQL by kind."""

    sql: str
    parameters: tuple[object, ...] = ()
    kind: str
    """text, number, time or json"""


def _column_of(field: str, path: str) -> _Column:
    for kind, columns in (("text", _TEXT), ("number", _NUMBER), ("time", _TIME)):
        if field in columns:
            return _Column(sql=columns[field], kind=kind)
    first, *rest = field.split(".")
    if first == "metadata" and rest and all(rest):
        return _Column(sql="(m.metadata #> %s)", parameters=(rest,), kind="json")
    raise BadFilter(f"Unknown field {field}: use one of {', '.join(FIELDS)}.", path=path)


def _test(column: _Column, operator: str, value: JsonValue, path: str) -> Condition:
    match operator:
        case "exists":
            return _exists(column, value, path)
        case "eq" | "ne":
            held = _equals(column, value, path)
        case "in" | "nin":
            held = _join([_equals(column, item, path) for item in _list(value, path)], " OR ", empty="false")
        case "contains" | "icontains":
            return _contains(column, value, path, fold=operator == "icontains")
        case _:
            return _compares(column, _RANGES[operator], value, path)
    if operator in ("ne", "nin"):
        return Condition(sql=f"NOT {held.sql}", parameters=held.parameters)
    return held


def _exists(column: _Column, value: JsonValue, path: str) -> Condition:
    if not isinstance(value, bool):
        raise BadFilter(f"{path} must be true or false.", path=path)
    sql = f"({column.sql} IS {'NOT ' if value else ''}NULL)"
    return Condition(sql=sql, parameters=column.parameters)


def _equals(column: _Column, value: JsonValue, path: str) -> Condition:
    if value is None:
        sql = f"({column.sql} IS NULL)" if column.kind != "json" else f"COALESCE({column.sql} = 'null', true)"
        return Condition(sql=sql, parameters=column.parameters)
    if column.kind == "json":
        return _certain(f"{column.sql} = %s::jsonb", *column.parameters, json.dumps(value))
    return _certain(f"{column.sql} = %s", *column.parameters, _value_for(column, value, path))


def _compares(column: _Column, sign: str, value: JsonValue, path: str) -> Condition:
    if column.kind != "json":
        collate = ' COLLATE "C"' if column.kind == "text" else ""
        return _certain(f"{column.sql} {sign} %s{collate}", *column.parameters, _value_for(column, value, path))
    if isinstance(value, bool) or not isinstance(value, int | float | str):
        raise BadFilter(f"{path} must be a number, a string or a date with a zone.", path=path)
    return _compares_json(column, sign, value)


def _compares_json(column: _Column, sign: str, value: float | str) -> Condition:
    # CASE, not AND: only CASE promises that the cast is not tried on a value of another type
    inner = f"({column.sql} #>> '{{}}')"
    instant = _instant(value) if isinstance(value, str) else None
    if isinstance(value, int | float):
        test, typed = f"{inner}::numeric {sign} %s::numeric", f"jsonb_typeof({column.sql}) = 'number'"
    elif instant is not None:
        # a date begins with its year: to Postgres "now" and "tomorrow" are instants too
        valid = f"{inner} ~ '^[0-9]{{4}}-' AND pg_input_is_valid({inner}, 'timestamptz')"
        sql = f"CASE WHEN jsonb_typeof({column.sql}) = 'string' AND {valid} THEN {inner}::timestamptz {sign} %s END"
        return _certain(sql, *(column.parameters * 4), instant)
    else:
        test, typed = f'{inner} {sign} %s COLLATE "C"', f"jsonb_typeof({column.sql}) = 'string'"
    return _certain(f"CASE WHEN {typed} THEN {test} END", *(column.parameters * 2), str(value))


def _contains(column: _Column, value: JsonValue, path: str, *, fold: bool) -> Condition:
    if column.kind == "json" and not fold:
        # a list holds the value, or a string holds the text
        text = value if isinstance(value, str) else None
        sql = (
            f"CASE jsonb_typeof({column.sql}) WHEN 'array' THEN {column.sql} @> %s::jsonb "
            f"WHEN 'string' THEN position(%s in {column.sql} #>> '{{}}') > 0 END"
        )
        one, two = column.parameters, column.parameters
        return _certain(sql, *one, *two, json.dumps([value]), text, *column.parameters)
    if column.kind not in ("text", "json") or not isinstance(value, str):
        raise BadFilter(f"{path} tests a text, so it must be a string on a text field.", path=path)
    whole, part = (f"{column.sql} #>> '{{}}'", "%s") if column.kind == "json" else (column.sql, "%s")
    if fold:
        whole, part = f"lower({whole})", f"lower({part})"
    return _certain(f"position({part} in {whole}) > 0", value, *column.parameters)


def _check_storable(value: JsonValue, path: str) -> None:
    """Refuse what no memory can hold: the database could not even be asked for it."""
    try:
        check_json(value, field=path)
    except UnstorableText as fault:
        raise BadFilter(fault.message, path=path) from fault


def _value_for(column: _Column, value: JsonValue, path: str) -> object:
    kinds: dict[str, Callable[[JsonValue], object | None]] = {
        "text": lambda v: v if isinstance(v, str) else None,
        "number": lambda v: v if isinstance(v, int | float) and not isinstance(v, bool) else None,
        "time": lambda v: _instant(v) if isinstance(v, str) else None,
    }
    found = kinds[column.kind](value)
    if found is None:
        wanted = {"text": "a string", "number": "a number", "time": "an ISO date with a zone"}[column.kind]
        raise BadFilter(f"{path} must be {wanted}.", path=path)
    return found


def _instant(text: str) -> datetime | None:
    try:
        found = datetime.fromisoformat(text)
        # in UTC: Postgres takes no zone beyond 16 hours, and ISO 8601 does
        return None if found.tzinfo is None else found.astimezone(UTC)
    except (ValueError, OverflowError):
        return None


def _list(value: JsonValue, path: str) -> Sequence[JsonValue]:
    if not isinstance(value, list) or len(value) > 1000:
        raise BadFilter(f"{path} must be a list of at most 1000 values.", path=path)
    return value


def _certain(sql: str, *parameters: object) -> Condition:
    """Null becomes false, so that NOT means "does not hold"."""
    return Condition(sql=f"COALESCE({sql}, false)", parameters=parameters)


def _join(parts: Sequence[Condition], word: str, *, empty: str = "true") -> Condition:
    if not parts:
        return Condition(sql=empty)
    sql = word.join(part.sql for part in parts)
    return Condition(sql=f"({sql})", parameters=tuple(value for part in parts for value in part.parameters))
