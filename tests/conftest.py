"""The cast and the services of every test: see tests/support for what they are made of."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager

import pytest
from django.conf import settings
from pytest_django import DjangoDbBlocker

from apps.tenants.domain.roles import Role
from kernel.actors import Actor
from kernel.tenancy import tenant_scope
from tests.support import cast, database, queue
from tests.support.client import Client, MemberClient

LOOPBACK = "127.0.0.1,::1"


@pytest.hookimpl(tryfirst=True)
def pytest_configure(config: pytest.Config) -> None:
    """Let no test reach further than this machine."""
    config.option.allow_hosts = LOOPBACK
    config.option.allow_unix_socket = True


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    """Skip what needs services where there are none; CI must have them."""
    if item.get_closest_marker("service") is None or database.is_given():
        return
    if os.environ.get("CI") == "true":
        pytest.fail(database.MISSING, pytrace=False)
    pytest.skip(database.MISSING)


@pytest.fixture(scope="session")
def services_ready(django_db_blocker: DjangoDbBlocker) -> Iterator[None]:
    """A migrated database for this run, keys of its own in the cache, a queue in memory."""
    settings.CACHES["default"]["KEY_PREFIX"] = f"test-{os.getpid()}"
    queue.use_memory_broker()
    with django_db_blocker.unblock(), database.prepared():
        yield


@pytest.fixture(autouse=True)
def real_transactions(request: pytest.FixtureRequest) -> Iterator[None]:
    """Service tests commit for real: policies, hooks and threads behave as in production."""
    if request.node.get_closest_marker("service") is None:
        yield
        return
    request.getfixturevalue("services_ready")
    blocker: DjangoDbBlocker = request.getfixturevalue("django_db_blocker")
    with blocker.unblock():
        yield


@pytest.fixture
def marked_service(request: pytest.FixtureRequest) -> None:
    """Says what is missing when a test uses the cast without its marker."""
    if request.node.get_closest_marker("service") is None:
        pytest.fail("The cast lives in the database: mark this test with @pytest.mark.service.", pytrace=False)


@pytest.fixture
def ada(marked_service: None) -> Actor:
    """Ada, who owns the fresh tenant Acorn."""
    return cast.found_tenant("Ada", tenant_name="Acorn")


@pytest.fixture
def ben(ada: Actor) -> Actor:
    """Ben, a developer in Ada's tenant."""
    return cast.join(ada, "Ben", role=Role.DEVELOPER)


@pytest.fixture
def mallory(marked_service: None) -> Actor:
    """Mallory, who owns the fresh tenant Birch."""
    return cast.found_tenant("Mallory", tenant_name="Birch")


@pytest.fixture
def acting() -> Callable[[Actor], AbstractContextManager[None]]:
    """`with acting(ada):` is one transaction in the name of her tenant."""
    return lambda actor: tenant_scope(actor.tenant_id)


@pytest.fixture
def api(marked_service: None) -> Callable[[Actor], Client]:
    """`api(ada).get("/v1/…")` sends a real key with her rights through the whole application."""
    return cast.api_client


@pytest.fixture
def member_client(marked_service: None) -> Callable[[Actor], MemberClient]:
    """`member_client(ada)` is her browser: session cookie and CSRF token."""
    return cast.member_client


@pytest.fixture
def run_queue(marked_service: None) -> Iterator[queue.RunQueue]:
    """Catches the tasks that are sent; `run_queue()` runs them here."""
    with queue.caught() as caught:
        yield caught
