"""What the caller may choose, from the command line and the environment."""

import argparse
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from infra.launcher import ports
from infra.launcher.errors import LauncherError
from infra.launcher.places import Checkout, Home

_ENVIRONMENT = """environment:
  ENFILADE_HOME   where all state lives (default: var/ in the checkout)
  ENFILADE_PORT   the port to serve on (default: 8000)
  ENFILADE_HOST   the address to serve on (default: 127.0.0.1)
  DATABASE_URL    your own Postgres, as its owner; nothing is embedded then
  REDIS_URL       your own Redis or Valkey; nothing is embedded then
                  (each of the two, and SECRET_KEY, also as NAME_FILE: a file that holds it)"""


@dataclass(frozen=True, kw_only=True, slots=True)
class Options:
    """One instance's choices; a URL of None means an embedded server."""

    home: Home
    host: str
    port: int
    detach: bool = False
    database_url: str | None = None
    redis_url: str | None = None
    secret_key: str | None = None

    @property
    def url(self) -> str:
        """The address a browser on this machine uses."""
        return f"http://{self.own_host}:{self.port}"

    @property
    def own_host(self) -> str:
        """The host under which this machine reaches the server itself."""
        everywhere = self.host in ("0.0.0.0", "::")  # noqa: S104  (a comparison, not a binding)
        return ports.LOOPBACK if everywhere else self.host


def read(arguments: Sequence[str], environment: Mapping[str, str], checkout: Checkout) -> Options:
    """Read the options of `infra/up`."""
    parser = _parser("infra/up", "Set up (first time) and run Enfilade.")
    parser.add_argument("--detach", action="store_true", help="return as soon as it is healthy; infra/down stops it")
    chosen = parser.parse_args(arguments)
    return _from_environment(environment, checkout, detach=chosen.detach)


def read_home(arguments: Sequence[str], environment: Mapping[str, str], checkout: Checkout) -> Home:
    """Read the options of `infra/down`: only the home counts."""
    _parser("infra/down", "Stop the Enfilade of this home.").parse_args(arguments)
    return home_of(environment, checkout)


def home_of(environment: Mapping[str, str], checkout: Checkout) -> Home:
    """Return the home the environment names, or the checkout's own."""
    named = environment.get("ENFILADE_HOME")
    path = Path(named).expanduser() if named else checkout.root / "var"
    return Home(path=path.resolve())


def _from_environment(environment: Mapping[str, str], checkout: Checkout, *, detach: bool) -> Options:
    return Options(
        home=home_of(environment, checkout),
        host=environment.get("ENFILADE_HOST") or ports.LOOPBACK,
        port=_port(environment.get("ENFILADE_PORT") or "8000"),
        detach=detach,
        database_url=_secret(environment, "DATABASE_URL"),
        redis_url=_secret(environment, "REDIS_URL"),
        secret_key=_secret(environment, "SECRET_KEY"),
    )


def _secret(environment: Mapping[str, str], name: str) -> str | None:
    """Return a variable's value, or what the file that NAME_FILE names holds."""
    if path := environment.get(f"{name}_FILE"):
        try:
            return Path(path).read_text(encoding="utf-8").strip() or None
        except OSError as error:
            raise LauncherError(f"{name}_FILE names a file that cannot be read: {path}") from error
    return environment.get(name) or None


def _port(text: str) -> int:
    if not text.isdecimal() or not 1 <= int(text) <= 65535:
        raise LauncherError(f"ENFILADE_PORT must be a number from 1 to 65535, not {text!r}.")
    return int(text)


def _parser(program: str, description: str) -> argparse.ArgumentParser:
    return argparse.ArgumentParser(
        prog=program,
        description=description,
        epilog=_ENVIRONMENT,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
