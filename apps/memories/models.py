"""Palace, wing, room, conversation; memory, version, chunk; import.

The indexes (postings, documents, counts, authors, embeddings) are plain tables made by migration
0002 and reached by SQL only: see selectors.lexical, selectors.dense and services.indexing.
"""

from __future__ import annotations

from django.db import models

from kernel.db.models import TenantModel


class Palace(TenantModel):
    """A named memory space: the unit of sharing, export and keys."""

    name = models.CharField(max_length=200)

    class Meta:
        db_table = "memories_palace"
        base_manager_name = "across_all_tenants"
        constraints = [models.UniqueConstraint(fields=["tenant_id", "name"], name="memories_palace_name")]


class Wing(TenantModel):
    """First level inside a palace: a person, project or agent."""

    palace_id = models.UUIDField()
    name = models.CharField(max_length=200)

    class Meta:
        db_table = "memories_wing"
        base_manager_name = "across_all_tenants"
        constraints = [models.UniqueConstraint(fields=["tenant_id", "palace_id", "name"], name="memories_wing_name")]


class Room(TenantModel):
    """Second level inside a palace: a topic. A room may stand in no wing."""

    palace_id = models.UUIDField()
    wing_id = models.UUIDField(null=True)
    name = models.CharField(max_length=200)

    class Meta:
        db_table = "memories_room"
        base_manager_name = "across_all_tenants"
        constraints = [
            models.UniqueConstraint(
                fields=["tenant_id", "palace_id", "wing_id", "name"],
                name="memories_room_name",
                nulls_distinct=False,
            )
        ]


class Conversation(TenantModel):
    """Turns in an order, inside one palace and wing; `name` is the caller's conversation_id."""

    palace_id = models.UUIDField()
    wing_id = models.UUIDField(null=True)
    name = models.CharField(max_length=512)

    class Meta:
        db_table = "memories_conversation"
        base_manager_name = "across_all_tenants"
        constraints = [
            models.UniqueConstraint(
                fields=["tenant_id", "palace_id", "wing_id", "name"],
                name="memories_conversation_name",
                nulls_distinct=False,
            )
        ]


class Memory(TenantModel):
    """One verbatim text; this row is its newest version."""

    palace_id = models.UUIDField()
    wing_id = models.UUIDField(null=True)
    room_id = models.UUIDField(null=True)
    kind = models.CharField(max_length=100, null=True)
    author = models.CharField(max_length=200, null=True)
    conversation_id = models.CharField(max_length=512, null=True)
    position = models.IntegerField(null=True)
    user_id = models.CharField(max_length=512, null=True)
    agent_id = models.CharField(max_length=512, null=True)
    run_id = models.CharField(max_length=512, null=True)
    app_id = models.CharField(max_length=512, null=True)
    content = models.TextField()
    metadata = models.JSONField(default=dict)
    occurred_at = models.DateTimeField(null=True)
    expires_at = models.DateTimeField(null=True)
    source = models.CharField(max_length=512, null=True)
    channel = models.CharField(max_length=20)
    writer_kind = models.CharField(max_length=20)
    writer_id = models.UUIDField()
    place_digest = models.CharField(max_length=64)
    version = models.PositiveIntegerField(default=1)
    seen_count = models.PositiveIntegerField(default=1)
    updated_at = models.DateTimeField()
    indexed_at = models.DateTimeField(null=True)
    """When the dense leg got the newest version."""
    deleted_at = models.DateTimeField(null=True)

    class Meta:
        db_table = "memories_memory"
        base_manager_name = "across_all_tenants"
        constraints = [
            models.UniqueConstraint(
                fields=["tenant_id", "place_digest"],
                condition=models.Q(deleted_at=None),
                name="memories_memory_once",
            )
        ]
        indexes = [
            models.Index(fields=["tenant_id", "palace_id", "wing_id", "-id"], name="memories_memory_newest"),
            models.Index(
                fields=["updated_at"],
                condition=models.Q(indexed_at=None, deleted_at=None),
                name="memories_memory_unindexed",
            ),
            models.Index(fields=["expires_at"], condition=~models.Q(expires_at=None), name="memories_memory_expiry"),
        ]


class MemoryVersion(TenantModel):
    """What a memory said at one version: immutable."""

    memory_id = models.UUIDField()
    version = models.PositiveIntegerField()
    content = models.TextField()
    metadata = models.JSONField()
    kind = models.CharField(max_length=100, null=True)
    occurred_at = models.DateTimeField(null=True)
    expires_at = models.DateTimeField(null=True)
    writer_kind = models.CharField(max_length=20)
    writer_id = models.UUIDField()

    class Meta:
        db_table = "memories_version"
        base_manager_name = "across_all_tenants"
        constraints = [
            models.UniqueConstraint(fields=["tenant_id", "memory_id", "version"], name="memories_version_once")
        ]


class Chunk(TenantModel):
    """The part of a memory that one embedding covers: characters [start, end)."""

    memory_id = models.UUIDField()
    start = models.PositiveIntegerField()
    end = models.PositiveIntegerField()

    class Meta:
        db_table = "memories_chunk"
        base_manager_name = "across_all_tenants"
        indexes = [models.Index(fields=["tenant_id", "memory_id"], name="memories_chunk_of_memory")]


class Import(TenantModel):
    """A conversation file on its way in; `text` is emptied when it is done."""

    state = models.CharField(max_length=20, default="queued")
    format = models.CharField(max_length=20)
    palace_id = models.UUIDField()
    palace = models.CharField(max_length=200, null=True)
    wing = models.CharField(max_length=200, null=True)
    text = models.TextField()
    total = models.PositiveIntegerField(default=0)
    done = models.PositiveIntegerField(default=0)
    errors = models.JSONField(default=list)
    actor = models.JSONField()
    """Who imports: the actor's kind, id and palaces, so that the worker writes in their name."""
    updated_at = models.DateTimeField(auto_now=True)
    ended_at = models.DateTimeField(null=True)

    class Meta:
        db_table = "memories_import"
        base_manager_name = "across_all_tenants"
