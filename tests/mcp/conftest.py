"""One web process for all tests of this folder."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from kernel.actors import Actor
from tests.mcp.client import Caller
from tests.mcp.serving import serving
from tests.support import cast


@pytest.fixture(scope="session")
def mcp_url(services_ready: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a real MCP server."""
    with serving(tmp_path_factory.mktemp("served")) as url:
        yield f"{url}/mcp"


@pytest.fixture
def mcp(mcp_url: str) -> Callable[[Actor], Caller]:
    """`mcp(ada).call("recall", query="…")` speaks the protocol with a key that has her rights."""
    return lambda actor: Caller(mcp_url, cast.key_for(actor))
