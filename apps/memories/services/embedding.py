"""The dense leg's writing side: memories are cut into chunks and embedded, in the worker."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from uuid import UUID

from pgvector import HalfVector

from apps.memories.domain.chunking import cut
from apps.memories.models import Chunk
from apps.memories.services import leases
from apps.memories.types import QueryVector
from kernel import queue
from kernel.db.sql import execute, fetch
from kernel.ids import new_id
from kernel.notices import Notice
from kernel.tenancy import tenant_scope
from language_models.embedders.minilm import load_packaged
from language_models.embedders.port import Embedder, EmbedderMissing

MEMORIES_A_TASK = 32
LONG = 10_000
"""Characters from which a memory is embedded alone."""
CHUNKS_AT_ONCE = 64
_loading = threading.Lock()


@cache
def _load() -> Embedder | EmbedderMissing:
    try:
        return load_packaged()
    except EmbedderMissing as missing:
        return missing


def find_embedder() -> Embedder | None:
    """This process's embedder, loaded at first use; None where the model is missing."""
    with _loading:
        found = _load()
    return None if isinstance(found, EmbedderMissing) else found


def embed_query(text: str) -> QueryVector | None:
    """A question's vector and the space it lies in; None where the embedder is missing."""
    embedder = find_embedder()
    if embedder is None:
        return None
    return QueryVector(model_id=embedder.model_id, text=HalfVector(embedder.embed([text])[0]).to_text())


def count_tokens(text: str) -> int:
    """Tokens of a text by the embedder's tokenizer; where it is missing, one for each four bytes."""
    embedder = find_embedder()
    return embedder.count_tokens(text) if embedder else -(-len(text.encode()) // 4)


def notice_of_missing_model() -> Notice | None:
    """What people should know when there is no embedder."""
    with _loading:
        found = _load()
    if isinstance(found, EmbedderMissing):
        return Notice(code="embedder_missing", message=f"Recall works by words only: {found}")
    return None


def enqueue(tenant_id: UUID, memory_ids: Sequence[UUID]) -> None:
    """Have memories embedded once the current transaction has committed."""
    for start in range(0, len(memory_ids), MEMORIES_A_TASK):
        part = [str(memory_id) for memory_id in memory_ids[start : start + MEMORIES_A_TASK]]
        queue.after_commit("memories.embed", tenant_id=tenant_id, memory_ids=part)


@dataclass(frozen=True, kw_only=True, slots=True)
class _Waiting:
    """A memory that the dense leg lacks, as it was when read."""

    id: UUID
    version: int
    content: str
    palace_id: UUID
    wing_id: UUID | None
    room_id: UUID | None


@dataclass(frozen=True, kw_only=True, slots=True)
class _Piece:
    """A chunk of a memory and its vector, as Postgres writes it."""

    memory: _Waiting
    chunk: Chunk
    vector: str


def embed(tenant_id: UUID, memory_ids: Sequence[UUID], *, at: datetime) -> int:
    """Embed those of the memories that lack it; how many. Safe to run twice and beside itself.

    Opens its own short transactions, so that no row is locked while the model works: a memory that
    changed meanwhile is left to the task that its change enqueued.
    """
    embedder = find_embedder()
    if embedder is None:
        return 0
    with tenant_scope(tenant_id):
        waiting = [memory for memory in _read_waiting(tenant_id, memory_ids) if leases.take(memory.id, memory.version)]
    held = [(memory.id, memory.version) for memory in waiting]
    try:
        return sum(_embed_part(embedder, tenant_id, part, held, at=at) for part in _parts(waiting))
    finally:
        leases.give_back(held)


def _parts(waiting: Sequence[_Waiting]) -> list[list[_Waiting]]:
    """Short memories together, each long one alone and last: none waits for a longer one."""
    short = [memory for memory in waiting if len(memory.content) <= LONG]
    return [part for part in (short, *([memory] for memory in waiting if len(memory.content) > LONG)) if part]


def _embed_part(
    embedder: Embedder, tenant_id: UUID, part: Sequence[_Waiting], held: Sequence[tuple[UUID, int]], *, at: datetime
) -> int:
    pieces = _embed_all(embedder, tenant_id, part, held)
    with tenant_scope(tenant_id):
        return _store(embedder.model_id, tenant_id, part, pieces, at=at)


def _read_waiting(tenant_id: UUID, memory_ids: Sequence[UUID]) -> list[_Waiting]:
    rows = fetch(
        "SELECT id, version, content, palace_id, wing_id, room_id FROM memories_memory WHERE tenant_id = %s "
        "AND id = ANY(%s) AND indexed_at IS NULL AND deleted_at IS NULL",
        [tenant_id, list(memory_ids)],
    )
    return [
        _Waiting(id=row[0], version=row[1], content=row[2], palace_id=row[3], wing_id=row[4], room_id=row[5])
        for row in rows
    ]


def _embed_all(
    embedder: Embedder, tenant_id: UUID, part: Sequence[_Waiting], held: Sequence[tuple[UUID, int]]
) -> list[_Piece]:
    chunks = [
        (memory, Chunk(id=new_id(), tenant_id=tenant_id, memory_id=memory.id, start=span.start, end=span.end))
        for memory in part
        for span in cut(memory.content, window=embedder.window, count=embedder.count_tokens)
    ]
    pieces: list[_Piece] = []
    for start in range(0, len(chunks), CHUNKS_AT_ONCE):
        some = chunks[start : start + CHUNKS_AT_ONCE]
        vectors = embedder.embed([memory.content[chunk.start : chunk.end] for memory, chunk in some])
        pieces.extend(
            _Piece(memory=memory, chunk=chunk, vector=HalfVector(vector).to_text())
            for (memory, chunk), vector in zip(some, vectors, strict=True)
        )
        # a megabyte takes minutes: the sweeper must not send it again, nor the queue seem stuck
        leases.keep(held)
        queue.note_progress()
    return pieces


def _store(
    model_id: str, tenant_id: UUID, waiting: Sequence[_Waiting], pieces: Sequence[_Piece], *, at: datetime
) -> int:
    # locked in the order in which those lock them that write or delete several
    fetch(
        "SELECT id FROM memories_memory WHERE tenant_id = %s AND id = ANY(%s) ORDER BY place_digest FOR NO KEY UPDATE",
        [tenant_id, [memory.id for memory in waiting]],
    )
    unchanged = fetch(
        "UPDATE memories_memory m SET indexed_at = %s FROM unnest(%s::uuid[], %s::integer[]) AS w (id, version) "
        "WHERE m.tenant_id = %s AND m.id = w.id AND m.version = w.version AND m.indexed_at IS NULL "
        "AND m.deleted_at IS NULL RETURNING m.id",
        [at, [memory.id for memory in waiting], [memory.version for memory in waiting], tenant_id],
    )
    ids = {row[0] for row in unchanged}
    remove(tenant_id, list(ids))
    kept = [piece for piece in pieces if piece.memory.id in ids]
    Chunk.objects.bulk_create(piece.chunk for piece in kept)
    execute(
        "INSERT INTO memories_embedding (tenant_id, model, chunk_id, memory_id, palace_id, wing_id, room_id, vector) "
        "SELECT %s, %s, e.* FROM unnest(%s::uuid[], %s::uuid[], %s::uuid[], %s::uuid[], %s::uuid[], %s::halfvec[]) e",
        [
            tenant_id,
            model_id,
            [piece.chunk.id for piece in kept],
            [piece.memory.id for piece in kept],
            [piece.memory.palace_id for piece in kept],
            [piece.memory.wing_id for piece in kept],
            [piece.memory.room_id for piece in kept],
            [piece.vector for piece in kept],
        ],
    )
    return len(ids)


def remove(tenant_id: UUID, memory_ids: Sequence[UUID]) -> int:
    """Take memories out of the dense leg; how many vectors went."""
    ids = list(memory_ids)
    vectors = execute("DELETE FROM memories_embedding WHERE tenant_id = %s AND memory_id = ANY(%s)", [tenant_id, ids])
    execute("DELETE FROM memories_chunk WHERE tenant_id = %s AND memory_id = ANY(%s)", [tenant_id, ids])
    return vectors
