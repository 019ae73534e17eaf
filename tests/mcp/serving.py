"""Starts the web process, and a worker if asked, as an instance does: against the database of this test run."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import httpx
import redis
from django.conf import settings

from config.env import runtime_address
from tests.architecture.source import ROOT

PATIENCE = 60.0


@contextmanager
def serving(home: Path, *, with_worker: bool = False) -> Iterator[str]:
    """The address of a running server that keeps its state in `home`."""
    prefix = f"served-{os.getpid()}-{_free_port()}"
    port = _free_port()
    url = f"http://127.0.0.1:{port}"
    environment = _environment(home, prefix)
    with ExitStack() as stack:
        stack.callback(_forget, prefix)
        web = ["granian", "--interface", "wsgi", "config.wsgi:application", "--port", str(port), "--no-ws"]
        stack.enter_context(_running([*web, "--blocking-threads", "8"], environment, home / "web.log"))
        if with_worker:
            worker = [
                "celery",
                "-A",
                "config.celery",
                "worker",
                "-B",
                "-s",
                str(home / "schedule"),
                "--pool",
                "threads",
            ]
            alone = ["--concurrency", "2", "--without-gossip", "--without-mingle", "--loglevel", "warning"]
            stack.enter_context(_running([*worker, *alone], environment, home / "worker.log"))
        _wait(f"{url}/readyz" if with_worker else f"{url}/healthz", home)
        yield url


def _environment(home: Path, prefix: str) -> dict[str, str]:
    return {
        "PATH": os.environ["PATH"],
        "PYTHONPATH": f"{ROOT}:{ROOT / 'platform'}",
        "DJANGO_SETTINGS_MODULE": "tests.mcp.served_settings",
        "SECRET_KEY": settings.SECRET_KEY,
        "DATABASE_URL": runtime_address(settings.OWNER_URL, settings.SECRET_KEY),
        "REDIS_URL": settings.REDIS_URL,
        "ENFILADE_HOME": str(home),
        "ENFILADE_TEST_PREFIX": prefix,
    }


@contextmanager
def _running(arguments: list[str], environment: dict[str, str], log: Path) -> Iterator[None]:
    with log.open("wb") as output:
        process = subprocess.Popen(
            [sys.executable, "-m", *arguments], cwd=ROOT, env=environment, stdout=output, stderr=output
        )
        try:
            yield
        finally:
            process.terminate()
            try:
                process.wait(15)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()


def _wait(url: str, home: Path) -> None:
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        try:
            if httpx.get(url, timeout=2).status_code == 200:
                return
        except httpx.TransportError:
            pass
        time.sleep(0.1)
    logs = "\n".join(f"{log.name}:\n{log.read_text()[-2000:]}" for log in home.glob("*.log"))
    raise AssertionError(f"{url} did not answer within {PATIENCE:.0f} s.\n{logs}")


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def _forget(prefix: str) -> None:
    for database in (0, 2):
        with redis.Redis.from_url(f"{settings.REDIS_URL}/{database}") as store:
            for key in store.scan_iter(f"*{prefix}*", count=1000):
                store.delete(key)
