"""Choosing ports and naming who has one."""

from __future__ import annotations

import os
import socket
from collections.abc import Iterator

import pytest

from infra.launcher import ports
from infra.launcher.errors import LauncherError


@pytest.fixture
def listener() -> Iterator[int]:
    """A port somebody listens on: we do."""
    with socket.socket() as server:
        server.bind((ports.LOOPBACK, 0))
        server.listen()
        yield server.getsockname()[1]


def test_a_remembered_port_is_kept_while_it_is_free(listener: int) -> None:
    free = ports.choose(None)

    assert ports.choose(free) == free


def test_a_remembered_port_that_is_taken_gives_way(listener: int) -> None:
    assert ports.choose(listener) != listener


def test_a_port_with_a_listener_is_not_free(listener: int) -> None:
    assert not ports.is_free(listener)


@pytest.mark.skipif(not os.path.exists("/proc/net/tcp"), reason="only Linux tells")  # noqa: PTH110
def test_the_holder_of_a_port_is_named_with_its_process(listener: int) -> None:
    assert ports.describe_holder(listener).endswith(f"process {os.getpid()}")


def test_an_address_of_another_machine_is_refused_in_words() -> None:
    with pytest.raises(LauncherError, match=r"Cannot listen on 192\.0\.2\.1:8000"):
        ports.is_free(8000, host="192.0.2.1")
