"""The contract in docs/openapi.json is what the code does, and each operation explains itself."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from typing import Any

from drf_spectacular.drainage import GENERATOR_STATS
from drf_spectacular.generators import SchemaGenerator

from tests.architecture.source import ROOT, report
from tests.walls.routes import calls, list_routes

COMMITTED = ROOT / "docs" / "openapi.json"
REGENERATE = "python manage.py export_openapi && npm --prefix frontend run schema"
METHODS = ("get", "post", "put", "patch", "delete")

Json = dict[str, Any]  # a schema is looked into, never passed on


@cache
def generated() -> tuple[Json, list[str]]:
    """The schema that the code gives, and what the generator complained about."""
    GENERATOR_STATS.reset()
    with GENERATOR_STATS.silence():
        generator = SchemaGenerator()  # type: ignore[no-untyped-call]  # spectacular is half typed
        schema = generator.get_schema(request=None, public=True)  # type: ignore[no-untyped-call]
    complaints = [*GENERATOR_STATS._error_cache, *GENERATOR_STATS._warn_cache]
    return json.loads(json.dumps(schema, default=str)), complaints


def operations() -> Iterator[tuple[str, Json]]:
    """Each operation, named as `GET /v1/memories`."""
    for path, item in generated()[0]["paths"].items():
        yield from ((f"{method.upper()} {path}", item[method]) for method in METHODS if method in item)


def test_the_committed_contract_is_the_one_that_the_code_gives() -> None:
    assert COMMITTED.is_file(), f"docs/openapi.json is missing: {REGENERATE}"

    committed = json.loads(COMMITTED.read_text(encoding="utf-8"))

    assert committed == generated()[0], f"docs/openapi.json is out of date: {REGENERATE}"


def test_the_contract_is_openapi_3_1() -> None:
    assert generated()[0]["openapi"].startswith("3.1")


def test_the_generator_has_nothing_to_complain_about() -> None:
    report(generated()[1], remedy="describe the operation with @extend_schema")


def test_every_operation_has_an_id_of_its_own() -> None:
    ids = [str(operation.get("operationId")) for _, operation in operations()]

    assert "None" not in ids
    assert len(set(ids)) == len(ids), sorted(name for name in ids if ids.count(name) > 1)


def test_every_operation_id_says_verb_and_noun() -> None:
    findings = (
        f"{name}: {operation['operationId']}"
        for name, operation in operations()
        if operation["operationId"].startswith("v1_") or not operation["operationId"].isidentifier()
    )

    report(findings, remedy='name it: @extend_schema(operation_id="list_memories")')


def test_every_operation_says_what_it_does() -> None:
    findings = (
        name for name, operation in operations() if not (operation.get("summary") or operation.get("description"))
    )

    report(findings, remedy="write a docstring on the view's method")


def test_every_operation_documents_its_answer() -> None:
    findings = (
        name for name, operation in operations() if not any(code.startswith("2") for code in operation["responses"])
    )

    report(findings, remedy="name the response's schema in @extend_schema")


def test_every_operation_that_takes_a_body_documents_it() -> None:
    findings = (
        name
        for name, operation in operations()
        if name.startswith(("POST", "PATCH", "PUT"))
        and "requestBody" not in operation
        and operation["operationId"].split("_")[0] not in ("cancel", "restore", "resume")
    )

    report(findings, remedy="name the body's schema: @extend_schema(request=…In)")


def test_every_route_under_v1_is_in_the_contract() -> None:
    described = {name.replace("{", "<").replace("}", ">") for name, _ in operations()}
    findings = (
        f"{method} /{route.pattern}"
        for method, route in calls(list_routes())
        if route.pattern != "v1/openapi.json"
        and f"{method} {route.path({name: f'<{name}>' for name in route.parameters})}" not in described
    )

    report(findings, remedy="let the view describe itself with @extend_schema; nothing is left out")
