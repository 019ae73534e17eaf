"""An instance on servers of one's own: Debian's Redis, and a Postgres reached over TCP as its owner."""

from __future__ import annotations

import os
import pwd
import subprocess
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import httpx
import psycopg
import pytest
import redis

from infra.launcher import ports, postgres_binaries, processes, running, secret_store, system_packages
from infra.launcher.places import Checkout, Home, this_checkout
from infra.launcher.postgres import Postgres
from infra.launcher.processes import Account, Command
from tests.e2e import conversation
from tests.e2e.people import Json, ended, get, post
from tests.e2e.stack import children, command_line, newcomer, running_instance, until

pytestmark = [pytest.mark.stack, pytest.mark.timeout(240)]

PASSWORD = "correct-horse"
DEBIAN_POSTGRES = Path("/usr/lib/postgresql/15/bin")


@pytest.fixture
def redis_url(tmp_path: Path) -> Iterator[str]:
    """Debian's own Redis with a password, on a port of its own."""
    port, configuration = ports.choose(None), tmp_path / "redis.conf"
    configuration.write_text(f"bind {ports.LOOPBACK}\nport {port}\nrequirepass {PASSWORD}\nsave ''\n")
    server = processes.start(_command(tmp_path, "redis", [_redis_server(), configuration]))
    url = f"redis://:{PASSWORD}@{ports.LOOPBACK}:{port}"
    until(lambda: _broker_answers(url))
    yield url
    server.stop(patience=10)


@pytest.fixture
def database_url(checkout: Checkout, tmp_path: Path) -> Iterator[str]:
    """A Postgres with pgvector that belongs to no instance; the address of its plain owner."""
    home = Home(path=tmp_path / "elsewhere")
    home.prepare()
    known = secret_store.choose_ports(home, secret_store.load(home))
    installation = postgres_binaries.install(checkout.packages())
    server = Postgres(home=home, secrets=known, port=known.postgres_port or 0, installation=installation)
    process = server.start()
    yield server.owner_url
    process.stop(patience=10)
    server.erase()


@pytest.fixture
def plain_database_url(tmp_path: Path) -> Iterator[str]:
    """Debian's own Postgres 15, which comes without pgvector."""
    account, port = _nobody_for_root(), ports.choose(None)
    with tempfile.TemporaryDirectory() as folder:  # not tmp_path: the server's user cannot enter that
        data = Path(folder) / "data"
        if account is not None:
            os.chown(folder, account.uid, account.gid)
        creation: list[str | Path] = [
            DEBIAN_POSTGRES / "initdb",
            "-D",
            data,
            "-U",
            "enfilade",
            "-A",
            "trust",
            "--no-sync",
        ]
        processes.run(_command(tmp_path, "initdb", creation, account=account))
        serving: list[str | Path] = [
            DEBIAN_POSTGRES / "postgres",
            "-D",
            data,
            "-p",
            str(port),
            "-c",
            "unix_socket_directories=",
        ]
        server = processes.start(_command(tmp_path, "postgres", serving, account=account))
        url = f"postgresql://enfilade@{ports.LOOPBACK}:{port}/postgres"
        until(lambda: _database_answers(url))
        yield url
        server.stop(patience=10)


def test_everything_works_on_servers_of_ones_own_and_down_leaves_them_running(
    tmp_path: Path, database_url: str, redis_url: str
) -> None:
    home = Home(path=tmp_path / "home")
    servers = {"DATABASE_URL": database_url, "REDIS_URL": redis_url}

    with running_instance(home.path, servers) as instance, instance.program() as program:
        started = _programs_of(home)
        conversation.import_by_http(program)
        found = post(program, "/v1/recall", {"query": "When does Chidi marry Amara?", "k": 1})["items"]
        run = _archivist_counts(program)

    assert not [line for line in started if "postgres" in line or "valkey" in line], started
    assert not (home.path / "postgres").exists() and not (home.path / "valkey").exists()
    assert "Saturday, 12 December" in found[0]["content"]
    assert run["state"] == "succeeded" and "14 times" in run["answer"], run
    assert running.find(home) is None
    assert _database_answers(database_url) and _broker_answers(redis_url)


@pytest.mark.skipif(not DEBIAN_POSTGRES.is_dir(), reason="needs Debian's Postgres: apt-get install postgresql-15")
def test_a_server_without_pgvector_is_refused_in_words(tmp_path: Path, plain_database_url: str) -> None:
    home = Home(path=tmp_path / "home")

    refused = _up(home, {"DATABASE_URL": plain_database_url})

    assert refused.returncode == 1
    assert "The extension `vector` (pgvector ≥ 0.8.4) is missing" in refused.stdout
    assert "Traceback" not in refused.stdout
    assert running.find(home) is None
    assert _database_answers(plain_database_url)


def test_a_database_that_does_not_answer_is_named_without_its_password(tmp_path: Path) -> None:
    home = Home(path=tmp_path / "home")
    port = ports.choose(None)

    refused = _up(home, {"DATABASE_URL": f"postgresql://enfilade:{PASSWORD}@{ports.LOOPBACK}:{port}/enfilade"})

    assert refused.returncode == 1
    assert f"port {port} failed: Connection refused" in refused.stdout
    assert PASSWORD not in refused.stdout + refused.stderr
    assert "File " not in refused.stdout


def test_a_broker_that_does_not_answer_is_named_at_once(tmp_path: Path) -> None:
    home = Home(path=tmp_path / "home")
    port = ports.choose(None)

    refused = _up(home, {"REDIS_URL": f"redis://:{PASSWORD}@{ports.LOOPBACK}:{port}"})

    assert refused.returncode == 1
    assert "Connecting to REDIS_URL failed" in refused.stdout
    assert f"{ports.LOOPBACK}:{port}" in refused.stdout
    assert PASSWORD not in refused.stdout + refused.stderr
    assert running.find(home) is None


def test_an_address_from_a_file_opens_the_database_to_migrations_alone(tmp_path: Path, database_url: str) -> None:
    secret = tmp_path / "database-url"
    secret.write_text(f"{database_url}\n")

    with running_instance(tmp_path / "home", {"DATABASE_URL_FILE": str(secret)}) as instance:
        with instance.program() as program:
            get(program, "/v1/agents")
        connected = _roles_connected(database_url)

    assert connected == {"enfilade_app"}


def _up(home: Home, servers: Mapping[str, str]) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [this_checkout().root / "infra" / "up", "--detach"],
        env={**newcomer(home), "ENFILADE_PORT": str(ports.choose(None)), **servers},
        capture_output=True,
        text=True,
        check=False,
    )


def _redis_server() -> str:
    found = system_packages.REDIS.find()
    if found is not None:
        return found
    missing = "There is no redis-server; as root: apt-get install redis-server"
    if os.environ.get("CI") == "true" and os.geteuid() == 0:
        pytest.fail(missing, pytrace=False)
    pytest.skip(missing)


def _nobody_for_root() -> Account | None:
    if os.geteuid() != 0:
        return None
    nobody = pwd.getpwnam("nobody")
    return Account(uid=nobody.pw_uid, gid=nobody.pw_gid)


def _command(folder: Path, name: str, arguments: Sequence[str | Path], *, account: Account | None = None) -> Command:
    return Command(
        name=name,
        arguments=arguments,
        environment={"PATH": os.defpath, "LC_ALL": "C"},
        folder=Path("/") if account else folder,
        log=folder / f"{name}.log",
        account=account,
    )


def _programs_of(home: Home) -> list[str]:
    supervisor = running.find(home)
    assert supervisor is not None
    # the program alone: an environment's folder may well be called after a server
    return [Path(command_line(pid).split(" ")[0]).name for pid in children(supervisor.pid)]


def _archivist_counts(program: httpx.Client) -> Json:
    [archivist] = get(program, "/v1/agents")["items"]
    begun = post(program, f"/v1/agents/{archivist['id']}/runs", {"task": conversation.SWIMMING})
    return until(lambda: ended(program, begun["id"]))


def _roles_connected(url: str) -> set[str]:
    others = "SELECT usename FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"
    with psycopg.connect(url) as connection:
        return {str(name) for (name,) in connection.execute(others)}


def _broker_answers(url: str) -> bool:
    try:
        with redis.Redis.from_url(url) as client:
            return bool(client.ping())
    except redis.ConnectionError:
        return False


def _database_answers(url: str) -> bool:
    try:
        with psycopg.connect(url) as connection:
            return connection.execute("SELECT 1").fetchone() == (1,)
    except psycopg.OperationalError:
        return False
