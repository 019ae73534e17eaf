"""The view of recall."""

from __future__ import annotations

import time

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from apps.billing import services as billing
from apps.memories.services.embedding import notice_of_missing_model
from apps.recall import services
from apps.recall.api.schemas import RecalledOut, RecallIn, RecallOut
from kernel.actors import Permission
from kernel.clock import SystemClock
from kernel.http.schemas import NoticeOut
from kernel.http.views import TenantView


class RecallView(TenantView):
    """Search over memories."""

    permissions = {"POST": Permission.MEMORY_READ}

    @extend_schema(operation_id="recall", request=RecallIn, responses=RecallOut)
    def post(self, request: Request) -> Response:
        """The memories that answer a question best."""
        started = time.perf_counter()
        body = RecallIn.parse(request.body)
        answer = services.recall(self.actor, body.to_request(), at=SystemClock().now())
        out = RecallOut.model_construct(
            items=[RecalledOut.found(item, explain=body.explain) for item in answer.items],
            tokens=answer.tokens,
            took_ms=round((time.perf_counter() - started) * 1000, 2),
            path=answer.path,
            usage=billing.usage_out(answer.usage),
            notices=_notices(),
        )
        return Response(out.model_dump(mode="json"))


def _notices() -> list[NoticeOut]:
    notice = notice_of_missing_model()
    return [NoticeOut(code=notice.code, message=notice.message)] if notice else []
