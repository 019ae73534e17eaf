"""What the filter compiler refuses, and where it says the fault lies."""

from __future__ import annotations

import json
import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from apps.memories.domain.filters import EVERYTHING, FIELDS, MAX_CLAUSES, MAX_DEPTH, OPERATORS, compile_filter
from apps.memories.errors import BadFilter
from kernel.types import JsonValue

KINDS = {"author": "text", "wing": "text", "position": "number", "occurred_at": "time", "metadata.a": "json"}
VALUES: dict[str, JsonValue] = {"text": "x", "number": 3, "time": "2026-01-31T10:00:00Z", "json": "x"}


def fault_of(filters: JsonValue) -> tuple[str, JsonValue]:
    with pytest.raises(BadFilter) as refused:
        compile_filter(filters)
    return refused.value.message, refused.value.details["path"]


def nested(depth: int, word: str = "NOT") -> JsonValue:
    filters: JsonValue = {"author": {"eq": "Maya"}}
    for _ in range(depth):
        filters = {word: [filters]}
    return filters


@pytest.mark.parametrize("filters", [None, {}])
def test_no_filter_is_everything_and_tests_nothing(filters: JsonValue) -> None:
    assert compile_filter(filters) == EVERYTHING
    assert EVERYTHING.tests == 0


@pytest.mark.parametrize("filters", [{"AND": [{}]}, {"OR": [{}, {}]}, {"NOT": [{}]}])
def test_a_filter_of_empty_filters_tests_nothing(filters: JsonValue) -> None:
    assert compile_filter(filters).tests == 0


@pytest.mark.parametrize("field", [field for field in FIELDS if not field.startswith("metadata")])
def test_every_field_can_be_tested_for_being_there(field: str) -> None:
    condition = compile_filter({field: {"exists": True}})

    assert "IS NOT NULL" in condition.sql
    assert condition.tests == 1


@pytest.mark.parametrize("operator", [name for name in OPERATORS if name not in ("in", "nin", "exists", "icontains")])
@pytest.mark.parametrize(("field", "kind"), KINDS.items())
def test_every_operator_takes_the_values_of_its_field(operator: str, field: str, kind: str) -> None:
    if operator == "contains" and kind in ("number", "time"):
        assert fault_of({field: {operator: VALUES[kind]}})[1] == f"filter.{field}.{operator}"
    else:
        condition = compile_filter({field: {operator: VALUES[kind]}})
        assert condition.sql.count("%s") == len(condition.parameters)


@given(
    st.dictionaries(
        st.sampled_from([*KINDS, "AND", "OR", "NOT", "nonsense"]),
        st.recursive(
            st.none() | st.booleans() | st.integers() | st.floats() | st.text(alphabet=st.characters()),
            lambda inner: (
                st.lists(inner, max_size=3)
                | st.dictionaries(st.sampled_from([*KINDS, *OPERATORS, "AND", "nope"]), inner, max_size=3)
            ),
            max_leaves=6,
        ),
        max_size=3,
    )
)
def test_any_json_is_compiled_or_refused_with_its_place(filters: dict[str, JsonValue]) -> None:
    try:
        condition = compile_filter(filters)
    except BadFilter as refused:
        assert str(refused.details["path"]).startswith("filter")
    else:
        assert condition.sql.count("%s") == len(condition.parameters)


@given(st.text(max_size=40).filter(lambda text: "\x00" not in text))
def test_no_value_becomes_sql(value: str) -> None:
    for operator in ("eq", "contains", "icontains", "gt"):
        sql = compile_filter({"author": {operator: value}}).sql
        assert sql == compile_filter({"author": {operator: "x"}}).sql


@pytest.mark.parametrize(
    ("filters", "path"),
    [
        ([], "filter"),
        ("author", "filter"),
        ({"AND": {}}, "filter.AND"),
        ({"OR": []}, "filter.OR"),
        ({"NOT": {"author": {"eq": "x"}}}, "filter.NOT"),
        ({"AND": [{"author": {"eq": "x"}}, 3]}, "filter.AND.1"),
        ({"author": "Maya"}, "filter.author"),
        ({"author": {}}, "filter.author"),
        ({"author": []}, "filter.author"),
        ({"AND": [{"OR": [{"author": {"like": "x"}}]}]}, "filter.AND.0.OR.0.author.like"),
    ],
)
def test_a_faulty_shape_is_refused_with_its_path(filters: JsonValue, path: str) -> None:
    assert fault_of(filters)[1] == path


@pytest.mark.parametrize("operator", ["like", "regex", "EQ", "$eq", "", "eq "])
def test_an_unknown_operator_is_refused_and_the_known_ones_named(operator: str) -> None:
    message, path = fault_of({"author": {operator: "x"}})

    assert path == f"filter.author.{operator}"
    assert "icontains" in message


@pytest.mark.parametrize(
    "field",
    ["tenant_id", "id", "deleted_at", "metadata", "metadata.", "metadata.a..b", "Author", "m.author", "and", ""],
)
def test_an_unknown_field_is_refused_and_the_known_ones_named(field: str) -> None:
    message, path = fault_of({field: {"eq": "x"}})

    assert path == f"filter.{field}"
    assert "occurred_at" in message


@pytest.mark.parametrize(
    ("field", "operator", "value"),
    [
        ("author", "eq", 3),
        ("author", "eq", True),
        ("author", "eq", ["x"]),
        ("author", "gt", None),
        ("author", "contains", 3),
        ("position", "eq", "3"),
        ("position", "eq", True),
        ("position", "gt", "3"),
        ("position", "contains", 3),
        ("occurred_at", "gt", "2026-01-31"),
        ("occurred_at", "gt", "2026-01-31T10:00:00"),
        ("occurred_at", "eq", "yesterday"),
        ("occurred_at", "gt", "9999-12-31T23:59:59-05:00"),
        ("occurred_at", "gt", "0001-01-01T00:00:00+05:00"),
        ("occurred_at", "eq", 1_700_000_000),
        ("metadata.a", "gt", True),
        ("metadata.a", "gt", None),
        ("metadata.a", "lt", [1]),
        ("metadata.a", "icontains", 3),
        ("author", "exists", "true"),
        ("author", "exists", 1),
        ("author", "in", "Maya"),
        ("author", "in", {"a": 1}),
        ("author", "nin", ["Maya", 3]),
        ("metadata.a", "in", [1] * 1001),
    ],
)
def test_a_value_of_the_wrong_kind_is_refused(field: str, operator: str, value: JsonValue) -> None:
    assert fault_of({field: {operator: value}})[1] == f"filter.{field}.{operator}"


@pytest.mark.parametrize("field", ["author", "metadata.a"])
@pytest.mark.parametrize("operator", ["eq", "ne", "gt", "contains", "icontains", "in"])
@pytest.mark.parametrize("text", ["a\x00", "\ud800", "a\udfff"])
def test_a_text_that_no_memory_can_hold_is_refused(field: str, operator: str, text: str) -> None:
    value: JsonValue = [text] if operator == "in" else text

    assert fault_of({field: {operator: value}})[1] == f"filter.{field}.{operator}"


@pytest.mark.parametrize("value", [{"deep": ["a\x00"]}, ["\ud800"], {"a\x00": 1}])
def test_such_a_text_is_refused_deep_inside_a_value_too(value: JsonValue) -> None:
    assert fault_of({"metadata.a": {"eq": value}})[1] == "filter.metadata.a.eq"


@pytest.mark.parametrize("field", ["metadata.a\x00", "metadata.\ud800"])
def test_such_a_text_is_refused_as_a_key_too(field: str) -> None:
    fault_of({field: {"eq": 1}})


@pytest.mark.parametrize("field", ["position", "metadata.a"])
@pytest.mark.parametrize("operator", ["eq", "gt", "in", "nin"])
@pytest.mark.parametrize("number", [math.nan, math.inf, -math.inf])
def test_a_number_that_json_cannot_hold_is_refused(field: str, operator: str, number: float) -> None:
    value: JsonValue = [number] if operator in ("in", "nin") else number

    assert fault_of({field: {operator: value}})[1] == f"filter.{field}.{operator}"


@pytest.mark.parametrize("word", ["AND", "OR", "NOT"])
def test_a_filter_is_nested_no_deeper_than_the_limit(word: str) -> None:
    compile_filter(nested(MAX_DEPTH, word))

    assert "nested" in fault_of(nested(MAX_DEPTH + 1, word))[0]


def test_a_filter_has_no_more_tests_than_the_limit() -> None:
    one: JsonValue = {"author": {"eq": "Maya"}}
    assert compile_filter({"OR": [one] * MAX_CLAUSES}).tests == MAX_CLAUSES

    message, path = fault_of({"OR": [one] * (MAX_CLAUSES + 1)})

    assert "at most" in message
    assert path == f"filter.OR.{MAX_CLAUSES}.author.eq"


def test_a_path_into_metadata_may_have_any_keys() -> None:
    condition = compile_filter(json.loads('{"metadata.a b.%s.ключ": {"exists": true}}'))

    assert condition.parameters == (["a b", "%s", "ключ"],)
