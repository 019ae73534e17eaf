"""Servers that are the caller's: nothing to start, but a start without them would only time out."""

from infra.launcher import processes
from infra.launcher.places import Checkout, Home
from infra.launcher.processes import Command
from infra.launcher.setup_step import caller_environment

# the address is handed over in the environment: an argument would show its password to every user
_QUESTION = "import os, redis; redis.Redis.from_url(os.environ['REDIS_URL'], socket_timeout=10).ping()"


def require_broker(checkout: Checkout, home: Home, url: str) -> None:
    """Raise with the server's own words if the broker does not answer."""
    processes.run(
        Command(
            name="Connecting to REDIS_URL",
            arguments=[checkout.python, "-c", _QUESTION],
            environment=caller_environment() | {"REDIS_URL": url},
            folder=home.path,
            log=home.log("redis"),
        )
    )
