"""Who speaks with an instance over HTTP: programs with a key, and people with a session."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from uuid import uuid4

import httpx

PASSWORD = "staple-horse-9-battery"
ALLAUTH = "/_allauth/browser/v1"
OVER = ("succeeded", "failed", "cancelled", "out_of_budget")

Json = Any  # JSON that a test looks into; a wrong guess fails the test by itself


def client(url: str, *, key: str | None = None) -> httpx.Client:
    """A plain HTTP client, with a key if it has one."""
    headers = {} if key is None else {"Authorization": f"Bearer {key}"}
    # plain HTTP: reading the machine's certificates would take longer than most calls
    return httpx.Client(base_url=url, headers=headers, timeout=30, verify=False)


def new_email(name: str) -> str:
    """An address that nobody has."""
    return f"{name}.{uuid4().hex[:12]}@example.com"


@contextmanager
def signed_up(url: str, name: str) -> Iterator[httpx.Client]:
    """A person with a fresh account, on the free plan, and the session of their browser."""
    with client(url) as person:
        person.get(f"{ALLAUTH}/config").raise_for_status()  # brings the CSRF cookie
        _show_token(person)
        body = {"email": new_email(name), "password": PASSWORD}
        person.post(f"{ALLAUTH}/auth/signup", json=body).raise_for_status()
        _show_token(person)  # it changes with the session
        yield person


def _show_token(person: httpx.Client) -> None:
    person.headers["X-CSRFToken"] = person.cookies["csrftoken"]


def get(caller: httpx.Client, path: str, **query: str | int) -> Json:
    """The JSON at a path, which must be there."""
    answer = caller.get(path, params=query)
    assert answer.status_code == 200, answer.text
    return answer.json()


def post(caller: httpx.Client, path: str, body: object) -> Json:
    """The JSON that a successful POST answers."""
    answer = caller.post(path, json=body)
    assert answer.is_success, answer.text
    return answer.json()


def every(caller: httpx.Client, path: str) -> Iterator[Json]:
    """Every item of a list, page by page."""
    page = get(caller, path, limit=200)
    yield from page["items"]
    while page["next_cursor"]:
        page = get(caller, path, limit=200, cursor=page["next_cursor"])
        yield from page["items"]


def ended(caller: httpx.Client, run_id: str) -> Json | None:
    """The run, once it is over."""
    run = get(caller, f"/v1/runs/{run_id}")
    return run if run["state"] in OVER else None
