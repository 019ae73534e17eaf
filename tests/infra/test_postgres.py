"""The embedded Postgres, for real."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import psycopg
import pytest

from infra.launcher.errors import LauncherError
from infra.launcher.places import Checkout, Home
from infra.launcher.postgres import Postgres
from infra.launcher.processes import Child

pytestmark = pytest.mark.service

PostgresOf = Callable[[Home], Postgres]
StopAfter = Callable[[Child], Child]
SYSTEM_PYTHON = Path("/usr/bin/python3")

AS_ORDINARY_USER = """
import sys
from pathlib import Path
from infra.launcher import postgres_binaries, secret_store
from infra.launcher.places import Home, this_checkout
from infra.launcher.postgres import Postgres
home = Home(path=Path(sys.argv[1])); home.prepare()
known = secret_store.choose_ports(home, secret_store.load(home))
installation = postgres_binaries.install(this_checkout().packages())
server = Postgres(home=home, secrets=known, port=known.postgres_port, installation=installation, lasting=False)
server.start().stop(patience=10)
print(server.data, server.data.owner())
"""


def rows(server: Postgres) -> list[int]:
    """What the test's table holds."""
    with psycopg.connect(server.owner_url) as connection:
        return [number for (number,) in connection.execute("SELECT number FROM kept ORDER BY number")]


def write(server: Postgres, number: int) -> None:
    """Commit one row."""
    with psycopg.connect(server.owner_url) as connection:
        connection.execute("CREATE TABLE IF NOT EXISTS kept (number int)")
        connection.execute("INSERT INTO kept VALUES (%s)", [number])


def test_the_owner_is_no_superuser_and_finds_the_extensions(
    home: Home, postgres_of: PostgresOf, stop_after: StopAfter
) -> None:
    server = postgres_of(home)
    stop_after(server.start())

    with psycopg.connect(server.owner_url) as connection:
        role = connection.execute(
            "SELECT rolsuper, rolbypassrls, rolcreaterole FROM pg_roles WHERE rolname = current_user"
        ).fetchone()
        extensions = {name for (name,) in connection.execute("SELECT extname FROM pg_extension")}

    assert role == (False, False, True)
    assert {"vector", "pg_trgm", "unaccent"} <= extensions


def test_only_the_password_opens_it(home: Home, postgres_of: PostgresOf, stop_after: StopAfter) -> None:
    server = postgres_of(home)
    stop_after(server.start())

    with pytest.raises(psycopg.OperationalError, match="password authentication failed"):
        psycopg.connect(server.owner_url.replace(server.secrets.owner_password, "guessed"))


def test_a_clean_restart_keeps_the_data(home: Home, postgres_of: PostgresOf, stop_after: StopAfter) -> None:
    server = postgres_of(home)
    first = server.start()
    write(server, 1)
    first.stop(patience=10)

    stop_after(server.start())

    assert first.process.returncode == 0
    assert rows(server) == [1]


@pytest.mark.parametrize("collected", [True, False], ids=["collected", "left as a zombie"])
def test_a_killed_server_starts_again_with_what_was_committed(
    home: Home, postgres_of: PostgresOf, stop_after: StopAfter, collected: bool
) -> None:
    server = replace(postgres_of(home), lasting=True)
    first = server.start()
    write(server, 1)
    with psycopg.connect(server.owner_url) as open_transaction:
        open_transaction.execute("INSERT INTO kept VALUES (2)")
        os.kill(first.process.pid, signal.SIGKILL)
        if collected:
            first.process.wait()

        stop_after(server.start())

        assert rows(server) == [1]
        open_transaction.close()
    first.process.wait()


def test_a_creation_that_was_cut_short_is_begun_again(
    home: Home, postgres_of: PostgresOf, stop_after: StopAfter
) -> None:
    server = postgres_of(home)
    half = server.base / "data.draft"
    half.mkdir(parents=True)
    (half / "PG_VERSION").write_text("18\n")

    stop_after(server.start())

    write(server, 1)
    assert not half.exists()


def test_two_homes_run_side_by_side(home: Home, tmp_path: Path, postgres_of: PostgresOf, stop_after: StopAfter) -> None:
    other_home = Home(path=tmp_path / "other")
    other_home.prepare()
    one, two = postgres_of(home), postgres_of(other_home)
    stop_after(one.start())
    stop_after(two.start())
    write(one, 1)
    write(two, 2)

    assert (rows(one), rows(two)) == ([1], [2])


def test_no_password_is_shown_in_a_process_list(home: Home, postgres_of: PostgresOf, stop_after: StopAfter) -> None:
    server = postgres_of(home)
    child = stop_after(server.start())

    shown = " ".join(map(str, child.command.arguments)) + " ".join(child.command.environment.values())

    assert server.secrets.superuser_password not in shown
    assert server.secrets.owner_password not in shown


def test_data_of_another_release_is_refused_in_words(home: Home, postgres_of: PostgresOf) -> None:
    server = postgres_of(home)
    server.data.mkdir(parents=True)
    (server.data / "PG_VERSION").write_text("17\n")

    with pytest.raises(LauncherError, match="made by Postgres 17"):
        server.start()


@pytest.mark.skipif(os.geteuid() != 0, reason="only root has another user run it")
def test_as_root_it_runs_as_nobody_from_a_copy_and_opens_no_folder(
    home: Home, tmp_path: Path, postgres_of: PostgresOf, stop_after: StopAfter
) -> None:
    before = tmp_path.stat().st_mode
    server = postgres_of(home)
    child = stop_after(server.start())

    status = Path(f"/proc/{child.process.pid}/status").read_text()

    assert "\nUid:\t0\t" not in status
    assert server.data.owner() == "nobody"
    assert not server.installation.root.is_relative_to(home.path)
    assert tmp_path.stat().st_mode == before


@pytest.fixture
def open_home() -> Iterator[Path]:
    """A home that belongs to the user `nobody`."""
    folder = Path(tempfile.mkdtemp(prefix="enfilade-test-"))
    os.chown(folder, 65534, 65534)
    yield folder
    shutil.rmtree(folder)


@pytest.mark.skipif(
    os.geteuid() != 0 or not shutil.which("setpriv") or not SYSTEM_PYTHON.exists() or sys.platform != "linux",
    reason="only root can become an ordinary user",
)
def test_as_an_ordinary_user_it_runs_from_where_it_was_installed(open_home: Path, checkout: Checkout) -> None:
    user = ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"]
    if subprocess.run([*user, "test", "-r", checkout.packages() / "psycopg"], check=False).returncode != 0:
        pytest.skip("this checkout lies where an ordinary user cannot read it")

    done = subprocess.run(
        [*user, SYSTEM_PYTHON, "-B", "-c", AS_ORDINARY_USER, open_home],
        env={"PYTHONPATH": str(checkout.root), "PATH": os.defpath},
        capture_output=True,
        text=True,
        check=False,
    )

    assert done.stdout.split() == [str(open_home / "postgres" / "data"), "nobody"], done.stderr


def test_without_shared_memory_it_maps_files_instead(
    home: Home, postgres_of: PostgresOf, stop_after: StopAfter, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("infra.launcher.postgres._SHARED_MEMORY", home.path / "absent")
    server = postgres_of(home)
    stop_after(server.start())

    with psycopg.connect(server.owner_url) as connection:
        kind = connection.execute("SHOW dynamic_shared_memory_type").fetchone()

    assert kind == ("mmap",)
