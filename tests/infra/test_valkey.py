"""The embedded broker, for real."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Callable
from pathlib import Path

import pytest
import redis

from infra.launcher.places import Home
from infra.launcher.processes import Child
from infra.launcher.valkey import Valkey

pytestmark = pytest.mark.service

ValkeyOf = Callable[[Home], Valkey]
StopAfter = Callable[[Child], Child]


def test_a_clean_restart_keeps_what_was_queued(home: Home, valkey_of: ValkeyOf, stop_after: StopAfter) -> None:
    broker = valkey_of(home)
    first = broker.start()
    with redis.Redis.from_url(broker.url) as client:
        client.rpush("queue", "task")
    first.stop(patience=10)

    stop_after(broker.start())

    with redis.Redis.from_url(broker.url) as client:
        assert client.lrange("queue", 0, -1) == [b"task"]


def test_a_killed_broker_starts_again_with_what_was_queued(
    home: Home, valkey_of: ValkeyOf, stop_after: StopAfter
) -> None:
    broker = valkey_of(home)
    first = broker.start()
    with redis.Redis.from_url(broker.url) as client:
        client.rpush("queue", "task")
    time.sleep(1.2)  # it writes to the disk every second
    os.kill(first.process.pid, signal.SIGKILL)
    first.process.wait()

    stop_after(broker.start())

    with redis.Redis.from_url(broker.url) as client:
        assert client.lrange("queue", 0, -1) == [b"task"]


def test_only_the_password_opens_it(home: Home, valkey_of: ValkeyOf, stop_after: StopAfter) -> None:
    broker = valkey_of(home)
    child = stop_after(broker.start())

    with redis.Redis(port=broker.port) as client, pytest.raises(redis.AuthenticationError):
        client.ping()
    assert broker.secrets.broker_password not in " ".join(map(str, child.command.arguments))


def test_a_full_broker_refuses_rather_than_forgets(home: Home, valkey_of: ValkeyOf, stop_after: StopAfter) -> None:
    broker = valkey_of(home)
    stop_after(broker.start())

    with redis.Redis.from_url(broker.url) as client:
        assert client.config_get("maxmemory-policy") == {"maxmemory-policy": "noeviction"}


def test_two_homes_run_side_by_side(home: Home, tmp_path: Path, valkey_of: ValkeyOf, stop_after: StopAfter) -> None:
    other_home = Home(path=tmp_path / "a home with spaces")
    other_home.prepare()
    one, two = valkey_of(home), valkey_of(other_home)
    stop_after(one.start())
    stop_after(two.start())

    with redis.Redis.from_url(one.url) as first, redis.Redis.from_url(two.url) as second:
        first.set("name", "one")
        assert second.get("name") is None
