"""Where the instance is, and the key that opens it."""

from __future__ import annotations

import json
from argparse import ArgumentParser, Namespace
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from config.client.errors import ClientError

ROOT = Path(__file__).resolve().parents[3]


@dataclass(frozen=True, kw_only=True, slots=True)
class Connection:
    """An instance's address and a key."""

    url: str
    key: str


def add_arguments(parser: ArgumentParser) -> None:
    """The options by which a command can be sent to another instance."""
    parser.add_argument("--url", help="the instance (default: $ENFILADE_URL, else what instance.json says)")
    parser.add_argument("--key", help="an API key (default: $ENFILADE_API_KEY, else what instance.json says)")


def home_of(environment: Mapping[str, str]) -> Path:
    """The folder that holds the state of this machine's instance."""
    return Path(environment.get("ENFILADE_HOME") or ROOT / "var").resolve()


def find(options: Namespace, environment: Mapping[str, str]) -> Connection:
    """The connection that options, else the environment, else instance.json name; raises ClientError."""
    url = options.url or environment.get("ENFILADE_URL")
    key = options.key or environment.get("ENFILADE_API_KEY")
    if not (url and key):
        path = home_of(environment) / "instance.json"
        known = read_instance(path)
        # the file's key goes to the file's address only: another server must not learn it
        if url and not key and _plain(url) != _plain(known.url):
            raise ClientError(f"The key in {path} belongs to {known.url}: give one for {url} with --key.")
        url, key = url or known.url, key or known.key
    if not url.startswith(("http://", "https://")):
        raise ClientError(f"The address must begin with http:// or https://, not {url!r}.")
    return Connection(url=_plain(url), key=key)


def read_instance(path: Path) -> Connection:
    """What instance.json says; raises ClientError with the remedy."""
    try:
        known = json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError as error:
        remedy = "start the instance with infra/up, or give --url and --key"
        raise ClientError(f"There is no {path}: {remedy} (or set ENFILADE_HOME).") from error
    except (OSError, ValueError) as error:
        raise ClientError(f"{path} cannot be read: {error}") from error
    match known:
        case {"url": str(url), "api_key": str(key)}:
            return Connection(url=url, key=key)
    raise ClientError(f"{path} names no url and api_key: delete it and start the instance again.")


def _plain(url: str) -> str:
    return url.rstrip("/")
