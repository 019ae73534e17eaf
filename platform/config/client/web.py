"""Checks of the instance over HTTP."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from urllib.parse import urlsplit

import httpx

from config.client.api import Api
from config.client.connection import Connection
from config.client.errors import ApiError, ClientError
from config.client.findings import Finding, bad, good
from kernel.types import JsonObject, JsonValue

REMEDIES = {
    "database": "See the lines about the database below; `infra/up` starts an embedded one.",
    "broker": "See the line about Valkey below; `infra/up` starts an embedded one.",
    "queues": "Work waits: see the line about the worker, or give it more --concurrency.",
    "worker": "Start one: celery -A config.celery worker -B --pool threads (infra/up runs it for you).",
}
SECONDS = 10.0


def check_instance(connection: Connection) -> Iterator[Finding]:
    """The process answers, its parts are ready, and the key opens it."""
    try:
        with httpx.Client(base_url=connection.url, timeout=SECONDS, trust_env=False) as http:
            health = http.get("/healthz")
            ready = http.get("/readyz")
    except (httpx.HTTPError, httpx.InvalidURL) as error:
        yield _silence(connection.url, error)
        return
    if not _is_ours(health):
        remedy = "Stop it, or run the instance at another port: set ENFILADE_PORT."
        yield bad(f"something else than Enfilade answers at {connection.url}", remedy)
        return
    yield good(f"{connection.url} answers")
    yield from check_parts(_object(ready))
    yield check_key(connection)


def check_parts(ready: JsonObject) -> Iterator[Finding]:
    """Each part that /readyz names."""
    checks = ready.get("checks")
    if not isinstance(checks, dict):
        yield bad("/readyz did not say how the parts are", "Look into the log of the web process.")
        return
    for name, says in checks.items():
        if says == "ok":
            yield good(f"ready: {name}")
        else:
            yield bad(f"not ready: {name}: {says}", REMEDIES.get(name, "Look into the logs."))


def check_key(connection: Connection, *, transport: httpx.BaseTransport | None = None) -> Finding:
    """The key opens a tenant."""
    try:
        with Api(connection, transport=transport) as api:
            tenant = api.get("/v1/tenants/current")
    except ApiError as error:
        if error.status == httpx.codes.UNAUTHORIZED:
            remedy = "Give a valid one with --key, or delete instance.json and run infra/up for a new one."
            return bad(f"the API key is refused: {error}", remedy)
        return bad(f"the key could not be tried: {error}", "Look into the log of the web process.")
    except ClientError as error:
        return bad(f"the key could not be tried: {error}", "Look into the log of the web process.")
    return good(f"the API key opens the tenant {tenant.get('name')} (plan {tenant.get('plan')})")


def _silence(url: str, error: Exception) -> Finding:
    """Why nothing came back: nobody is there, or somebody who does not speak HTTP."""
    parts = urlsplit(url)
    port = parts.port or (443 if parts.scheme == "https" else 80)
    try:
        socket.create_connection((parts.hostname or "", port), timeout=SECONDS).close()
    except OSError:
        return bad(f"nothing listens at {url}", "Start the instance: infra/up")
    what = f"port {port} is taken by something that does not answer as a web server ({type(error).__name__})"
    return bad(what, "Stop it, or run the instance at another port: set ENFILADE_PORT.")


def _is_ours(health: httpx.Response) -> bool:
    return health.is_success and _object(health).get("status") == "ok"


def _object(response: httpx.Response) -> JsonObject:
    try:
        body: JsonValue = response.json()
    except ValueError:
        return {}
    return body if isinstance(body, dict) else {}
