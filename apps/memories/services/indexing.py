"""The lexical leg's writing side: words, places and counts, in the write's own transaction."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from uuid import UUID

from apps.memories.domain.lending import LENT_WORDS, REACH, SHIFTS
from apps.memories.domain.words import count_words
from apps.memories.types import NOWHERE
from kernel.db.sql import execute, fetch

LOCKS = 64
"""Of a tenant, for all its conversations."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Document:
    """A memory as the lexical leg sees it."""

    memory_id: UUID
    palace_id: UUID
    wing_id: UUID | None
    room_id: UUID | None
    conversation: UUID | None
    position: int | None
    author: str | None
    content: str


def index(tenant_id: UUID, documents: Sequence[Document]) -> None:
    """Make documents findable by words; their neighbours borrow from them."""
    if not documents:
        return
    _take_turns(tenant_id, {document.conversation for document in documents if document.conversation is not None})
    counted = [(document, count_words(document.content)) for document in documents]
    _add_documents(tenant_id, counted)
    _add_postings(tenant_id, counted)
    _lend(tenant_id, documents)
    _count(tenant_id, documents, 1)
    _note_authors(tenant_id, documents)


def remove(tenant_id: UUID, memory_ids: Sequence[UUID]) -> None:
    """Take memories out of the lexical leg; their neighbours give back what they borrowed."""
    talks = fetch(
        "SELECT DISTINCT conversation FROM memories_document "
        "WHERE tenant_id = %s AND memory_id = ANY(%s) AND conversation <> memory_id",
        [tenant_id, list(memory_ids)],
    )
    _take_turns(tenant_id, {row[0] for row in talks})
    gone = fetch(
        "DELETE FROM memories_document WHERE tenant_id = %s AND memory_id = ANY(%s) "
        "RETURNING memory_id, palace_id, wing_id, room_id, conversation, position, terms",
        [tenant_id, list(memory_ids)],
    )
    for memory_id, palace_id, _, _, _, _, terms in gone:
        execute(
            "DELETE FROM memories_posting "
            "WHERE tenant_id = %s AND palace_id = %s AND term = ANY(%s) AND memory_id = %s",
            [tenant_id, palace_id, terms, memory_id],
        )
    documents = [
        Document(
            memory_id=row[0],
            palace_id=row[1],
            wing_id=row[2],
            room_id=row[3],
            conversation=row[4],
            position=row[5],
            author=None,
            content="",
        )
        for row in gone
    ]
    _lend(tenant_id, documents)
    _count(tenant_id, documents, -1)


def forget_authors(tenant_id: UUID, authors: Sequence[str]) -> None:
    """Forget those of these authors who, in some wing, have no live memory left."""
    execute(
        "DELETE FROM memories_author a WHERE a.tenant_id = %s AND a.name = ANY(%s) AND NOT EXISTS ("
        "SELECT 1 FROM memories_memory m WHERE m.tenant_id = a.tenant_id AND m.palace_id = a.palace_id "
        "AND m.wing_id IS NOT DISTINCT FROM NULLIF(a.wing_id, %s) AND m.author = a.name AND m.deleted_at IS NULL)",
        [tenant_id, list(authors), NOWHERE],
    )


def _take_turns(tenant_id: UUID, conversations: Iterable[UUID]) -> None:
    """Let one transaction at a time change a conversation: neighbours lend to one another in both directions.

    Conversations share a few locks, taken in one order: a batch may change more than the database has locks for.
    """
    locks = sorted({conversation.int % LOCKS for conversation in conversations})
    if locks:
        fetch(
            "SELECT pg_advisory_xact_lock(hashtextextended(%s || l, 0)) FROM unnest(%s::integer[]) AS l",
            [f"memories.conversation:{tenant_id}:", locks],
        )


def _place(document: Document) -> tuple[UUID, int]:
    if document.conversation is None or document.position is None:
        return document.memory_id, 0
    return document.conversation, document.position


def _add_documents(tenant_id: UUID, counted: Sequence[tuple[Document, Counter[str]]]) -> None:
    with_places = [(document, words, *_place(document)) for document, words in counted]
    execute(
        "INSERT INTO memories_document (tenant_id, memory_id, palace_id, wing_id, room_id, conversation, position, "
        "terms, length) SELECT %s, d.m, d.p, d.w, d.r, d.c, d.n, string_to_array(d.t, ' '), d.l "
        "FROM unnest(%s::uuid[], %s::uuid[], %s::uuid[], %s::uuid[], %s::uuid[], %s::integer[], %s::text[], "
        "%s::integer[]) AS d (m, p, w, r, c, n, t, l)",
        [
            tenant_id,
            [document.memory_id for document, *_ in with_places],
            [document.palace_id for document, *_ in with_places],
            [document.wing_id for document, *_ in with_places],
            [document.room_id for document, *_ in with_places],
            [conversation for _, _, conversation, _ in with_places],
            [position for *_, position in with_places],
            [" ".join(words) for _, words, _, _ in with_places],
            [words.total() for _, words, _, _ in with_places],
        ],
    )


def _add_postings(tenant_id: UUID, counted: Sequence[tuple[Document, Counter[str]]]) -> None:
    rows = [
        (document, *_place(document), term, min(tf, 32767), words.total())
        for document, words in counted
        for term, tf in words.items()
    ]
    execute(
        "INSERT INTO memories_posting (tenant_id, palace_id, term, wing_id, memory_id, conversation, position, tf, "
        "length) SELECT %s, p.p, p.t, p.w, p.m, p.c, p.n, p.f, p.l FROM unnest(%s::uuid[], %s::text[], %s::uuid[], "
        "%s::uuid[], %s::uuid[], %s::integer[], %s::smallint[], %s::integer[]) AS p (p, t, w, m, c, n, f, l)",
        [
            tenant_id,
            [document.palace_id for document, *_ in rows],
            [term for *_, term, _, _ in rows],
            [document.wing_id for document, *_ in rows],
            [document.memory_id for document, *_ in rows],
            [conversation for _, conversation, *_ in rows],
            [position for _, _, position, *_ in rows],
            [tf for *_, tf, _ in rows],
            [length for *_, length in rows],
        ],
    )


def _lend(tenant_id: UUID, documents: Sequence[Document]) -> None:
    """Work out again how many words each turn near the changed ones borrows."""
    near = {
        (document.conversation, document.position + shift)
        for document in documents
        if document.conversation is not None and document.position is not None
        for shift in range(-REACH, REACH + 1)
    }
    if not near:
        return
    shifts = [(shift, weight) for shift, weight in SHIFTS if shift]
    execute(
        "UPDATE memories_document d SET borrowed = COALESCE((SELECT sum(s.weight * LEAST(n.length, %s)) "
        "FROM unnest(%s::integer[], %s::real[]) AS s (shift, weight) JOIN memories_document n "
        "ON n.tenant_id = d.tenant_id AND n.conversation = d.conversation AND n.position = d.position - s.shift), 0) "
        "FROM unnest(%s::uuid[], %s::integer[]) AS near (conversation, position) "
        "WHERE d.tenant_id = %s AND d.conversation = near.conversation AND d.position = near.position",
        [
            LENT_WORDS,
            [shift for shift, _ in shifts],
            [weight for _, weight in shifts],
            [conversation for conversation, _ in sorted(near)],
            [position for _, position in sorted(near)],
            tenant_id,
        ],
    )


def _count(tenant_id: UUID, documents: Iterable[Document], sign: int) -> None:
    places = Counter(
        (document.palace_id, document.wing_id or NOWHERE, document.room_id or NOWHERE) for document in documents
    )
    # in one order, so that two writers never wait for each other in a circle
    for (palace_id, wing_id, room_id), number in sorted(places.items()):
        execute(
            "INSERT INTO memories_count (tenant_id, palace_id, wing_id, room_id, memories) VALUES (%s, %s, %s, %s, %s) "
            "ON CONFLICT (tenant_id, palace_id, wing_id, room_id) "
            "DO UPDATE SET memories = memories_count.memories + EXCLUDED.memories",
            [tenant_id, palace_id, wing_id, room_id, sign * number],
        )


def _note_authors(tenant_id: UUID, documents: Sequence[Document]) -> None:
    authors = sorted(
        {(d.palace_id, d.wing_id or NOWHERE, d.author) for d in documents if d.author is not None},
    )
    if authors:
        execute(
            "INSERT INTO memories_author (tenant_id, palace_id, wing_id, name) "
            "SELECT %s, * FROM unnest(%s::uuid[], %s::uuid[], %s::text[]) ON CONFLICT DO NOTHING",
            [tenant_id, *(list(column) for column in zip(*authors, strict=True))],
        )
