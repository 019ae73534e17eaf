"""The wall around the memories app, and the tables of the lexical and the dense leg.

memories_posting    a word in a memory, with what scoring needs, so that scoring reads no other row
memories_document   a memory as a document of the lexical leg: its words and its place in a conversation
memories_count      memories by palace, wing and room (the zero UUID stands for "in none")
memories_author     who wrote, by palace and wing: names in a question are looked up here
memories_embedding  vectors, hash-partitioned by tenant with an HNSW index each, so that a small
                    tenant's search is not lost in a big one's graph
"""

from django.db import migrations

from kernel.db.migrations import AppendOnly, TenantForeignKey, TenantWall

PARTITIONS = 16

POSTING = """
CREATE TABLE memories_posting (
    tenant_id uuid NOT NULL, palace_id uuid NOT NULL, term text COLLATE "C" NOT NULL, wing_id uuid,
    memory_id uuid NOT NULL, conversation uuid NOT NULL, position integer NOT NULL,
    tf smallint NOT NULL, length integer NOT NULL
);
CREATE INDEX memories_posting_lookup ON memories_posting (tenant_id, palace_id, term, wing_id, memory_id)
    INCLUDE (conversation, position, tf, length);
"""
DOCUMENT = """
CREATE TABLE memories_document (
    tenant_id uuid NOT NULL, memory_id uuid NOT NULL, palace_id uuid NOT NULL, wing_id uuid, room_id uuid,
    conversation uuid NOT NULL, position integer NOT NULL,
    terms text[] NOT NULL, length integer NOT NULL, borrowed real NOT NULL DEFAULT 0,
    PRIMARY KEY (tenant_id, memory_id)
);
CREATE INDEX memories_document_place ON memories_document (tenant_id, conversation, position)
    INCLUDE (memory_id, palace_id, wing_id, room_id, length, borrowed);
CREATE INDEX memories_document_scope ON memories_document (tenant_id, palace_id, wing_id, room_id)
    INCLUDE (length, borrowed);
"""
COUNT = """
CREATE TABLE memories_count (
    tenant_id uuid NOT NULL, palace_id uuid NOT NULL, wing_id uuid NOT NULL, room_id uuid NOT NULL,
    memories bigint NOT NULL DEFAULT 0,
    PRIMARY KEY (tenant_id, palace_id, wing_id, room_id)
);
"""
AUTHOR = """
CREATE TABLE memories_author (
    tenant_id uuid NOT NULL, palace_id uuid NOT NULL, wing_id uuid NOT NULL, name text NOT NULL,
    PRIMARY KEY (tenant_id, palace_id, wing_id, name)
);
"""
EMBEDDING = """
CREATE TABLE memories_embedding (
    tenant_id uuid NOT NULL, model text NOT NULL, chunk_id uuid NOT NULL, memory_id uuid NOT NULL,
    palace_id uuid NOT NULL, wing_id uuid, room_id uuid, vector halfvec(384) NOT NULL,
    PRIMARY KEY (tenant_id, model, chunk_id)
) PARTITION BY HASH (tenant_id);
CREATE INDEX memories_embedding_memory ON memories_embedding (tenant_id, memory_id);
CREATE INDEX memories_embedding_scope ON memories_embedding (tenant_id, palace_id, wing_id, room_id);
CREATE INDEX memories_embedding_near ON memories_embedding USING hnsw (vector halfvec_cosine_ops);
"""


def partition(number: int) -> str:
    return (
        f"CREATE TABLE memories_embedding_{number} PARTITION OF memories_embedding "
        f"FOR VALUES WITH (MODULUS {PARTITIONS}, REMAINDER {number})"
    )


def walled(table: str) -> TenantWall:
    return TenantWall(table, unique_id=False)


class Migration(migrations.Migration):
    dependencies = [("memories", "0001_initial")]
    operations = [
        *(TenantWall(f"memories_{name}") for name in ("palace", "wing", "room", "conversation", "memory", "version")),
        TenantWall("memories_chunk"),
        TenantWall("memories_import"),
        AppendOnly("memories_version"),
        TenantForeignKey("memories_wing", "palace_id", "memories_palace"),
        TenantForeignKey("memories_room", "palace_id", "memories_palace"),
        TenantForeignKey("memories_room", "wing_id", "memories_wing"),
        TenantForeignKey("memories_conversation", "palace_id", "memories_palace"),
        TenantForeignKey("memories_conversation", "wing_id", "memories_wing"),
        TenantForeignKey("memories_import", "palace_id", "memories_palace"),
        TenantForeignKey("memories_memory", "palace_id", "memories_palace"),
        TenantForeignKey("memories_memory", "wing_id", "memories_wing"),
        TenantForeignKey("memories_memory", "room_id", "memories_room"),
        TenantForeignKey("memories_version", "memory_id", "memories_memory"),
        TenantForeignKey("memories_chunk", "memory_id", "memories_memory"),
        migrations.RunSQL(POSTING, "DROP TABLE memories_posting"),
        migrations.RunSQL(DOCUMENT, "DROP TABLE memories_document"),
        migrations.RunSQL(COUNT, "DROP TABLE memories_count"),
        migrations.RunSQL(AUTHOR, "DROP TABLE memories_author"),
        migrations.RunSQL(EMBEDDING, "DROP TABLE memories_embedding"),
        *(migrations.RunSQL(partition(n), migrations.RunSQL.noop) for n in range(PARTITIONS)),
        *(walled(f"memories_{name}") for name in ("posting", "document", "count", "author", "embedding")),
        *(walled(f"memories_embedding_{n}") for n in range(PARTITIONS)),
        TenantForeignKey("memories_document", "memory_id", "memories_memory"),
        TenantForeignKey("memories_embedding", "memory_id", "memories_memory"),
    ]
