"""Ada on other plans than Free."""

from __future__ import annotations

import pytest

from kernel.actors import Actor
from tests.billing.ledger import put_on


@pytest.fixture
def starter_ada(ada: Actor) -> Actor:
    """Ada, whose tenant pays."""
    return put_on(ada, "starter")


@pytest.fixture
def hosting_ada(ada: Actor) -> Actor:
    """Ada, who runs her own machine."""
    return put_on(ada, "self-host")
