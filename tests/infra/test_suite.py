"""What `infra/test` hands to the tests."""

from __future__ import annotations

import pytest

from infra.launcher import suite


@pytest.mark.parametrize("name", ["DATABASE_URL", "DATABASE_OWNER_URL", "REDIS_URL", "SECRET_KEY"])
def test_the_tests_never_get_the_callers_servers(name: str) -> None:
    given = {name: "theirs", f"{name}_FILE": "/run/secrets/theirs", "PATH": "/usr/bin"}

    assert suite.without_addresses(given) == {"PATH": "/usr/bin"}
