"""Views of the billing app."""

from __future__ import annotations

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from apps.billing import selectors
from apps.billing.api.parameters import read_period
from apps.billing.api.rendering import pricing_out, report_out, row_out
from apps.billing.api.schemas import PricingOut, UsageReportOut, UsageRowOut
from apps.billing.domain.catalogue import current_catalogue
from kernel.actors import Permission
from kernel.clock import SystemClock
from kernel.http.pages import PARAMETERS, PageRequest, paginate
from kernel.http.schemas import PageOut
from kernel.http.views import PublicView, TenantView

PERIOD = [
    OpenApiParameter("from", OpenApiTypes.STR, description="First day, or instant with its zone; default: this month."),
    OpenApiParameter("to", OpenApiTypes.STR, description="The first day or instant after the period."),
]


class UsageView(TenantView):
    """What the tenant used."""

    permissions = {"GET": Permission.USAGE_READ}

    @extend_schema(operation_id="get_usage", parameters=PERIOD, responses=UsageReportOut)
    def get(self, request: Request) -> Response:
        """Usage by meter and by day, with seats, cost and what is left."""
        start, end = read_period(request.query_params, at=SystemClock().now())
        usage = selectors.usage_of_period(self.actor, start, end)
        seats = selectors.list_seats(self.actor, start, end)
        return Response(report_out(usage, seats).model_dump(mode="json"))


class UsageRowsView(TenantView):
    """The ledger."""

    permissions = {"GET": Permission.USAGE_READ}

    @extend_schema(operation_id="list_usage_rows", parameters=PARAMETERS, responses=PageOut[UsageRowOut])
    def get(self, request: Request) -> Response:
        """Rows of the ledger, newest first."""
        page = paginate(selectors.list_rows(self.actor), PageRequest.read(request.query_params))
        names = selectors.names_of_actors(self.actor, page.items)
        items = [row_out(row, names.get(row.actor_id)) for row in page.items]
        out = PageOut[UsageRowOut](items=items, next_cursor=page.next_cursor, total=page.total)
        return Response(out.model_dump(mode="json"))


class PricingView(PublicView):
    """The price list."""

    @extend_schema(operation_id="get_pricing", responses=PricingOut)
    def get(self, request: Request) -> Response:
        """All list prices and plans, for anyone."""
        return Response(pricing_out(current_catalogue()).model_dump(mode="json"))
