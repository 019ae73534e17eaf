"""The application's processes and their environment."""

from __future__ import annotations

from pathlib import Path

import pytest
from django.conf import settings

from infra.launcher import application, supervisor
from infra.launcher.application import Application
from infra.launcher.errors import LauncherError
from infra.launcher.places import Checkout, Home


@pytest.fixture
def app(home: Home) -> Application:
    """An application with an environment of one variable."""
    return Application(checkout=Checkout(root=Path("/srv")), home=home, environment={"SECRET_KEY": "kept"})


def test_every_kind_of_work_has_a_worker(app: Application) -> None:
    routed = {route["queue"] for route in settings.CELERY_TASK_ROUTES.values()}

    assert {*application.MEMORY_QUEUES, *application.AGENT_QUEUES} == routed | {settings.CELERY_TASK_DEFAULT_QUEUE}
    assert ",".join(application.MEMORY_QUEUES) in app.worker().arguments
    assert ",".join(application.AGENT_QUEUES) in app.agents().arguments


def test_the_scheduler_keeps_its_file_in_the_home(app: Application, home: Home) -> None:
    assert str(home.path / "celery" / "schedule") in app.worker().arguments


def test_the_web_server_listens_where_it_was_told(app: Application) -> None:
    arguments = list(app.web(host="0.0.0.0", port=9000).arguments)

    assert arguments[arguments.index("--host") + 1] == "0.0.0.0"
    assert arguments[arguments.index("--port") + 1] == "9000"


def test_no_secret_is_shown_in_a_process_list(app: Application) -> None:
    assert "kept" not in [str(part) for part in (*app.worker().arguments, *app.web(host="x", port=1).arguments)]


@pytest.mark.parametrize("name", ["DATABASE_URL", "REDIS_URL", "SECRET_KEY"])
def test_what_the_caller_gave_is_handed_on_neither_as_it_is_nor_as_a_file(name: str) -> None:
    given = {name: "theirs", f"{name}_FILE": "/run/secrets/theirs", "ENFILADE_MODEL_KEY_FILE": "/run/secrets/model"}

    assert application.without_given(given) == {"ENFILADE_MODEL_KEY_FILE": "/run/secrets/model"}


def test_the_runtime_address_is_read_from_the_last_line_printed() -> None:
    printed = 'Migrating\n{"database_url": "postgresql://app@host/name"}\n'

    assert application.runtime_url_in(printed, Path("prepare.log")) == "postgresql://app@host/name"


@pytest.mark.parametrize("printed", ["", "done", "[]", '{"url": "x"}'])
def test_without_a_runtime_address_the_log_to_read_is_named(printed: str) -> None:
    with pytest.raises(LauncherError, match=r"prepare\.log"):
        application.runtime_url_in(printed, Path("prepare.log"))


def test_a_process_that_keeps_ending_is_not_started_for_ever() -> None:
    assert supervisor.may_restart([], at=100)
    assert supervisor.may_restart([10, 20, 30], at=100)
    assert not supervisor.may_restart([90, 95, 99], at=100)
