"""Health, readiness, metrics and the addresses around the API."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import timedelta

import pytest
from django.conf import settings
from django.core.cache import caches
from django.core.management import call_command
from django.db import OperationalError, connection
from django.test import override_settings

from config import readiness
from kernel import queue
from kernel.actors import Actor
from kernel.clock import SystemClock
from tests.support.client import Client

pytestmark = pytest.mark.service


@pytest.fixture(autouse=True)
def worker() -> Iterator[None]:
    """A worker that has just reported."""
    readiness.beat(SystemClock().now().timestamp())
    yield
    caches["default"].delete(readiness.HEARTBEAT_KEY)


def test_the_process_says_that_it_lives() -> None:
    answer = Client().get("/healthz")

    assert (answer.status, answer.body) == (200, {"status": "ok"})


def test_an_instance_whose_parts_all_answer_is_ready() -> None:
    answer = Client().get("/readyz")

    checks = {"database": "ok", "broker": "ok", "worker": "ok", "queues": "ok"}
    assert (answer.status, answer.body) == (200, {"status": "ready", "checks": checks})


def test_an_instance_whose_workers_have_gone_silent_is_not_ready() -> None:
    readiness.beat((SystemClock().now() - timedelta(seconds=100)).timestamp())

    answer = Client().get("/readyz")

    assert answer.status == 503
    assert "no worker has reported (last: 100 s ago)" in answer.body["checks"]["worker"]


def test_an_instance_whose_workers_never_reported_is_not_ready() -> None:
    caches["default"].delete(readiness.HEARTBEAT_KEY)

    answer = Client().get("/readyz")

    assert (answer.status, answer.body["checks"]["worker"]) == (503, "no worker has reported (last: never)")


def test_how_long_ago_the_last_run_s_queues_moved_does_not_keep_the_next_from_starting() -> None:
    long_ago = (SystemClock().now() - timedelta(hours=1)).timestamp()
    for name in readiness.QUEUES:
        queue.note_moved(name, long_ago)

    readiness.forget()

    assert [caches["default"].get(queue.moved_key(name)) for name in readiness.QUEUES] == [None, None, None]


def test_an_instance_without_its_database_is_not_ready_and_still_lives(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken() -> None:
        raise OperationalError("connection refused\nmore about it")

    monkeypatch.setattr(connection, "cursor", broken)

    answer = Client().get("/readyz")

    assert (answer.status, answer.body["checks"]["database"]) == (503, "connection refused")
    assert Client().get("/healthz").status == 200


def test_metrics_are_in_the_format_of_prometheus() -> None:
    answer = Client().get("/metrics")

    assert answer.status == 200
    assert "# HELP process_cpu_seconds_total" in answer.body


@pytest.mark.parametrize("path", ["/v1/nothing", "/v1/"])
def test_an_unknown_address_of_the_api_is_an_error_as_json(path: str) -> None:
    answer = Client().get(path)

    assert answer.status == 404
    assert answer.body["error"]["code"] == "not_found"


def test_any_other_address_is_the_dashboards() -> None:
    answer = Client().get("/runs/1234")

    assert "text/" in answer.headers["Content-Type"]
    assert answer.status == (200 if (settings.FRONTEND_DIST / "index.html").is_file() else 503)


def test_the_contract_and_its_page_are_public() -> None:
    assert Client().get("/v1/openapi.json").body["info"]["title"] == "Enfilade"
    assert Client().get("/docs").status == 200


@pytest.mark.parametrize("path", ["/healthz", "/v1/tenants/current", "/runs"])
def test_every_answer_forbids_sniffing_framing_and_leaking_the_address(path: str) -> None:
    headers = Client().get(path).headers

    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["X-Frame-Options"] == "DENY"
    assert headers["Referrer-Policy"] == "same-origin"


@pytest.mark.parametrize("path", ["/healthz", "/v1/tenants/current", "/runs", "/docs"])
def test_no_page_may_run_or_frame_what_is_not_ours(path: str) -> None:
    policy = Client().get(path).headers["Content-Security-Policy"]

    assert "default-src 'self'" in policy
    assert "frame-ancestors 'none'" in policy


@pytest.mark.parametrize("path", ["/v1/tenants/current", "/_allauth/browser/v1/auth/session", "/mcp"])
def test_no_cache_keeps_what_one_caller_may_see(path: str) -> None:
    assert "no-store" in Client().get(path).headers["Cache-Control"]


@pytest.mark.parametrize("path", ["/", "/runs", "/healthz", "/_allauth/browser/v1/auth/login"])
def test_a_write_without_a_csrf_token_is_refused_in_the_error_shape(path: str) -> None:
    answer = Client().post(path, {})

    assert (answer.status, answer.body["error"]["code"]) == (403, "forbidden")


def test_a_format_in_the_address_changes_nothing() -> None:
    assert Client().get("/v1/pricing?format=xml").status == 200


@override_settings(DATA_UPLOAD_MAX_MEMORY_SIZE=10)
def test_a_body_too_large_for_the_mcp_server_is_called_so(ada: Actor, api: Callable[[Actor], Client]) -> None:
    answer = api(ada).post("/mcp", b"x" * 100)

    assert (answer.status, answer.body["error"]["code"]) == (413, "body_too_large")


@pytest.mark.parametrize("path", ["/runs", "/v1/pricing", "/_allauth/browser/v1/config"])
def test_a_host_that_is_not_ours_is_refused(path: str) -> None:
    # a page elsewhere could have its own name point at this machine
    assert Client().get(path, host="evil.example").status == 400


def test_django_finds_nothing_wrong_with_the_settings() -> None:
    call_command("check", fail_level="WARNING")
