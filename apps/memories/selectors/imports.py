"""Reads of imports."""

from __future__ import annotations

from uuid import UUID

from django.db.models import QuerySet

from apps.memories.errors import NoSuchImport
from apps.memories.models import Import
from kernel.actors import Actor, Permission


def list_imports(actor: Actor) -> QuerySet[Import]:
    """The imports into palaces within reach."""
    actor.require(Permission.MEMORY_READ)
    rows = Import.objects.filter(tenant_id=actor.tenant_id).defer("text")
    return rows if actor.palaces is None else rows.filter(palace_id__in=actor.palaces)


def get_import(actor: Actor, import_id: UUID) -> Import:
    """One import; raises NoSuchImport."""
    row = list_imports(actor).filter(id=import_id).first()
    if row is None:
        raise NoSuchImport("There is no such import.", id=str(import_id))
    return row
