"""Reads settings from the environment, loudly."""

from __future__ import annotations

import hashlib
import hmac
import os
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import parse_qsl, quote, unquote, urlsplit, urlunsplit

from django.core.exceptions import ImproperlyConfigured


def text(name: str, default: str | None = None) -> str:
    """A variable, or the file that `NAME_FILE` names; raises ImproperlyConfigured if neither is set."""
    if path := os.environ.get(f"{name}_FILE"):
        try:
            return Path(path).read_text(encoding="utf-8").strip()
        except OSError as error:
            raise ImproperlyConfigured(f"{name}_FILE names a file that cannot be read: {path}") from error
    value = os.environ.get(name, default)
    if value is None:
        raise ImproperlyConfigured(f"Set {name} (or {name}_FILE).")
    return value


def flag(name: str, *, default: bool) -> bool:
    """A variable that is 1/true/yes or 0/false/no."""
    value = os.environ.get(name, str(default)).lower()
    if value in ("1", "true", "yes"):
        return True
    if value in ("0", "false", "no"):
        return False
    raise ImproperlyConfigured(f"{name} must be true or false, not {value!r}.")


def number(name: str, *, default: int) -> int:
    """A variable that is a whole number."""
    value = os.environ.get(name, str(default))
    try:
        return int(value)
    except ValueError as error:
        raise ImproperlyConfigured(f"{name} must be a whole number, not {value!r}.") from error


def words(name: str, *, default: str = "") -> list[str]:
    """A variable that is a comma-separated list."""
    return [word.strip() for word in os.environ.get(name, default).split(",") if word.strip()]


@dataclass(frozen=True, kw_only=True, slots=True)
class DatabaseAddress:
    """A Postgres URL in parts."""

    name: str
    user: str
    password: str
    host: str
    port: str
    options: dict[str, str]

    @classmethod
    def read(cls, url: str) -> DatabaseAddress:
        """Read `postgresql://user:password@host:port/name?option=value`."""
        parts = urlsplit(url)
        if parts.scheme not in ("postgres", "postgresql") or not parts.path.strip("/"):
            raise ImproperlyConfigured("DATABASE_URL must look like postgresql://user:password@host:5432/name")
        return cls(
            name=unquote(parts.path[1:]),
            user=unquote(parts.username or ""),
            password=unquote(parts.password or ""),
            host=parts.hostname or "",
            port=str(parts.port or ""),
            options=dict(parse_qsl(parts.query)),
        )


RUNTIME_URL = "ENFILADE_RUNTIME_DATABASE_URL"
"""Names a runtime role that was made by hand, where the owner may not make roles."""


def runtime_address(owner_url: str, secret_key: str) -> str:
    """The runtime role's URL beside the owner's: `<database>_app`, its password derived from the secret key.

    The runtime role owns nothing and obeys row-level security; `prepare_instance` makes it.
    """
    if given := os.environ.get(RUNTIME_URL):
        return given
    parts = urlsplit(owner_url)
    name = parts.path.lstrip("/")
    role = f"{unquote(name)}_app"
    password = os.environ.get("ENFILADE_RUNTIME_PASSWORD") or _derived(secret_key, role)
    where = parts.netloc.rpartition("@")[2]
    return urlunsplit(parts._replace(netloc=f"{quote(role, safe='')}:{quote(password, safe='')}@{where}"))


def _derived(secret_key: str, role: str) -> str:
    return hmac.new(secret_key.encode(), f"database role {role}".encode(), hashlib.sha256).hexdigest()
