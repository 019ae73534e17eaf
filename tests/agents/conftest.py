"""What the tests of runs stand on: a real sandbox, and models whose replies are written in advance."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from apps.sandbox import services as sandboxes
from apps.sandbox.runtime import build
from tests.sandbox.conftest import guest_cache


@pytest.fixture(scope="session")
def sandbox() -> Iterator[None]:
    """The sandbox of this process, with the guest that the sandbox's own tests built."""
    folder = guest_cache()
    build.prepare(folder)
    sandboxes.configure(folder, slots=2)
    yield
    sandboxes.close()
