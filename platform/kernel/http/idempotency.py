"""Idempotency-Key: a retried write is answered from memory and does nothing twice.

The key is claimed in the write's own transaction. A second request with it waits for the first
to end: after a commit it reads the kept answer, after a roll-back it claims the key itself.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from uuid import UUID

from django.db import connection
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response

from kernel.actors import Actor
from kernel.errors import Conflict, InvalidInput
from kernel.ids import new_id
from kernel.models import KeptResponse


class KeyReused(Conflict):
    """The Idempotency-Key came before with another request."""

    code = "idempotency_key_reused"


@dataclass(frozen=True, kw_only=True, slots=True)
class Claim:
    """A key taken by this request; its answer is to be kept."""

    id: UUID

    def keep(self, response: Response) -> None:
        """Store the answer beside the work, in the same transaction; a stream is not kept."""
        if response.streaming:
            return
        body = JSONRenderer().render(response.data)
        with connection.cursor() as cursor:
            cursor.execute(
                "UPDATE kernel_kept_response SET status = %s, body = %s WHERE id = %s",
                [response.status_code, body.decode(), self.id],
            )


def claim(actor: Actor, request: Request) -> Claim | Response | None:
    """Take the request's key: a Claim if it is new, the kept Response if not, None without a key."""
    key = request.headers.get("Idempotency-Key")
    if key is None:
        return None
    if not 1 <= len(key) <= 255:
        raise InvalidInput("Idempotency-Key must have 1 to 255 characters.", header="Idempotency-Key")
    fingerprint = hashlib.sha256(b"\n".join([str(request.method).encode(), request.path.encode(), request.body]))
    row_id = new_id()
    with connection.cursor() as cursor:
        cursor.execute(
            "INSERT INTO kernel_kept_response (id, tenant_id, created_at, actor_id, key, fingerprint) "
            "VALUES (%s, %s, now(), %s, %s, %s) ON CONFLICT (tenant_id, actor_id, key) DO NOTHING",
            [row_id, actor.tenant_id, actor.id, key, fingerprint.hexdigest()],
        )
        if cursor.rowcount:
            return Claim(id=row_id)
    return _kept(actor, key, fingerprint.hexdigest())


def _kept(actor: Actor, key: str, fingerprint: str) -> Response:
    kept = KeptResponse.objects.get(actor_id=actor.id, key=key)
    if kept.fingerprint != fingerprint:
        raise KeyReused("This Idempotency-Key was used for another request.", key=key)
    response = Response(json.loads(kept.body or "null"), status=kept.status)
    response["Idempotent-Replayed"] = "true"
    return response
