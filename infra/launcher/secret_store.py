"""Passwords and ports of one home: made once, kept in one private file."""

import json
import secrets
from dataclasses import asdict, dataclass, field, replace

from infra.launcher import ports
from infra.launcher.places import Home, write_private


def _password() -> str:
    # URL-safe letters need no quoting in a URL, in SQL or in a configuration file
    return secrets.token_urlsafe(24)


@dataclass(frozen=True, kw_only=True, slots=True)
class Secrets:
    """What an instance must remember between two starts."""

    instance: str = field(default_factory=lambda: secrets.token_hex(6))
    secret_key: str = field(default_factory=lambda: secrets.token_urlsafe(48))
    superuser_password: str = field(default_factory=_password)
    owner_password: str = field(default_factory=_password)
    runtime_password: str = field(default_factory=_password)
    broker_password: str = field(default_factory=_password)
    postgres_port: int | None = None
    valkey_port: int | None = None


def load(home: Home) -> Secrets:
    """Return the home's secrets, with what is missing made and saved."""
    try:
        known = json.loads(home.secrets.read_text(encoding="utf-8"))
    except FileNotFoundError:
        known = {}
    found = Secrets(**known)
    if asdict(found) != known:
        _save(home, found)
    return found


def choose_ports(home: Home, known: Secrets) -> Secrets:
    """Return the secrets with ports that are free now, remembered for the next start."""
    chosen = replace(
        known,
        postgres_port=ports.choose(known.postgres_port),
        valkey_port=ports.choose(known.valkey_port),
    )
    if chosen != known:
        _save(home, chosen)
    return chosen


def _save(home: Home, found: Secrets) -> None:
    write_private(home.secrets, json.dumps(asdict(found), indent=2) + "\n")
