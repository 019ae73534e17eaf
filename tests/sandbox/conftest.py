"""A guest built once for each user and version of its sources, and a pool of real sandbox processes."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from apps.sandbox.runtime import build
from apps.sandbox.runtime.interpreter import SessionOptions
from apps.sandbox.runtime.limits import Limits
from apps.sandbox.runtime.pool import SandboxPool
from apps.sandbox.runtime.tool_gate import NO_TOOLS, Toolbox
from apps.sandbox.runtime.worker import SandboxSession

OpenSession = Callable[..., SandboxSession]


def guest_cache() -> Path:
    """Where built guests are kept between test runs."""
    default = Path(tempfile.gettempdir()) / f"enfilade-guest-{os.getuid()}"
    return Path(os.environ.get("ENFILADE_GUEST_DIR") or default)


@pytest.fixture(scope="session")
def guest_folder() -> Path:
    """A folder with the guest built and compiled; the first run takes about a minute."""
    folder = guest_cache()
    build.prepare(folder)
    return folder


@pytest.fixture(scope="session")
def pool(guest_folder: Path) -> Iterator[SandboxPool]:
    """Two slots, as a small worker has them."""
    shared = SandboxPool(guest_folder, slots=2)
    yield shared
    shared.close()


@pytest.fixture
def open_session(pool: SandboxPool) -> Iterator[OpenSession]:
    """`open_session(limits=…, tools=…, seed=…, at=…)`; closed when the test ends."""
    with ExitStack() as opened:

        def open_one(*, tools: Toolbox = NO_TOOLS, limits: Limits | None = None, **options: object) -> SandboxSession:
            chosen = SessionOptions(limits=limits or Limits(cpu_s=5, wall_s=10), **options)  # type: ignore[arg-type]
            return opened.enter_context(pool.session(chosen, tools))

        yield open_one


@pytest.fixture
def session(open_session: OpenSession) -> SandboxSession:
    """A session with ordinary limits and no tools."""
    return open_session()
