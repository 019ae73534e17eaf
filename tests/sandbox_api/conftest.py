"""The sandbox of this process, as the tests of runs have it."""

from tests.agents.conftest import sandbox

__all__ = ["sandbox"]
