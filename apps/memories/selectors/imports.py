"""Reads of imports."""

from __future__ import annotations

from uuid import UUID

from django.db.models import QuerySet

from apps.memories.errors import NoSuchImport
from apps.memories.models import Import
from kernel.actors import Actor, Permission


def list_imports(actor: Actor) -> QuerySet[Import]:
    """The tenant's imports."""
    actor.require(Permission.MEMORY_READ)
    return Import.objects.filter(tenant_id=actor.tenant_id).defer("text")


def get_import(actor: Actor, import_id: UUID) -> Import:
    """One import; raises NoSuchImport."""
    row = list_imports(actor).filter(id=import_id).first()
    if row is None:
        raise NoSuchImport("There is no such import.", id=str(import_id))
    return row
