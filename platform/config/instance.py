"""The demo tenant of a fresh instance, and the file that tells how to reach it."""

from __future__ import annotations

import json
import os
import secrets
from pathlib import Path

from django.conf import settings
from django.db import transaction

from apps.agents.services import definitions
from apps.tenants import selectors
from apps.tenants import services as tenants
from apps.tenants.errors import BadApiKey
from apps.tenants.models import User
from apps.tenants.types import NewApiKey
from kernel.actors import Permission
from kernel.tenancy import tenant_scope

DEMO_EMAIL = "demo@enfilade.local"
DEMO_PALACE = "main"


def write() -> Path:
    """Make sure that the demo tenant exists and `instance.json` (mode 0600) is true; returns its path."""
    path: Path = settings.ENFILADE_HOME / "instance.json"
    known = _read(path)
    if known is None or not _opens(known["api_key"]):
        known = _found()
    known["url"] = settings.ENFILADE_URL
    _write(path, known)
    return path


def _read(path: Path) -> dict[str, str] | None:
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return None
    return found if isinstance(found, dict) and "api_key" in found else None


def _opens(text: str) -> bool:
    try:
        tenants.actor_of_key_text(text)
    except BadApiKey:
        return False
    return True


def _found() -> dict[str, str]:
    password = secrets.token_urlsafe(12)
    with transaction.atomic():
        user = User.objects.filter(email=DEMO_EMAIL).first() or User(email=DEMO_EMAIL)
        user.set_password(password)
        user.save()
        places = selectors.list_memberships(user.pk)
        membership = places[0] if places else tenants.found_tenant(user, name="Demo", plan="self-host")
        actor = tenants.actor_of_member(membership)
        with tenant_scope(membership.tenant_id):
            definitions.ensure_demo_agent(actor)
            _, text = tenants.create_api_key(actor, NewApiKey(name="demo", permissions=frozenset(Permission)))
    return {
        "url": settings.ENFILADE_URL,
        "api_key": text.text,
        "tenant": str(membership.tenant_id),
        "palace": DEMO_PALACE,
        "member_email": DEMO_EMAIL,
        "member_password": password,
    }


def _write(path: Path, content: dict[str, str]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    temporary = path.with_suffix(".tmp")
    with os.fdopen(os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w", encoding="utf-8") as file:
        json.dump(content, file, indent=2)
        file.write("\n")
    temporary.replace(path)
