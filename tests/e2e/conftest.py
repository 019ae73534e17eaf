"""One instance for all tests of the session that do it no harm."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.e2e.stack import Instance, running_instance


@pytest.fixture(scope="session")
def instance(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Instance]:
    """A fresh instance, as `infra/up` makes it, without a language model."""
    with running_instance(tmp_path_factory.mktemp("e2e") / "home") as made:
        yield made
