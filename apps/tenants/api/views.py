"""Views of the tenants app."""

from __future__ import annotations

from uuid import UUID

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from apps.tenants import selectors, services
from apps.tenants.api.schemas import ApiKeyIn, ApiKeyOut, MemberOut, NewApiKeyOut, TenantOut
from apps.tenants.models import ApiKey, Member, User
from apps.tenants.types import NewApiKey
from kernel.actors import Permission
from kernel.clock import SystemClock
from kernel.http.pages import PARAMETERS, PageRequest, paginate
from kernel.http.schemas import NoticeOut, PageOut
from kernel.http.views import TenantView
from kernel.notices import list_notices


class CurrentTenantView(TenantView):
    """The tenant that the key or member acts for."""

    permissions = {"GET": None}

    @extend_schema(operation_id="get_current_tenant", responses=TenantOut)
    def get(self, request: Request) -> Response:
        """The actor's tenant, their role, and what to know about this instance."""
        tenant = selectors.get_tenant(self.actor)
        user = request.user if isinstance(request.user, User) else None
        member = Member.objects.filter(user=user).first() if user else None
        out = TenantOut(
            id=tenant.id,
            name=tenant.name,
            plan=tenant.plan,
            role=member.role if member else None,
            member=MemberOut(email=user.email) if user else None,
            notices=[NoticeOut(code=notice.code, message=notice.message) for notice in list_notices()],
        )
        return Response(out.model_dump(mode="json"))


class ApiKeysView(TenantView):
    """The tenant's API keys."""

    permissions = {"GET": Permission.KEY_READ, "POST": Permission.KEY_WRITE}

    @extend_schema(operation_id="list_api_keys", parameters=PARAMETERS, responses=PageOut[ApiKeyOut])
    def get(self, request: Request) -> Response:
        """List keys, newest first."""
        page = paginate(selectors.list_api_keys(self.actor), PageRequest.read(request.query_params))
        items = [_key_out(key) for key in page.items]
        out = PageOut[ApiKeyOut](items=items, next_cursor=page.next_cursor, total=page.total)
        return Response(out.model_dump(mode="json"))

    @extend_schema(operation_id="create_api_key", request=ApiKeyIn, responses={201: NewApiKeyOut})
    def post(self, request: Request) -> Response:
        """Make a key; its secret is in this answer only, so a retry makes another."""
        body = ApiKeyIn.parse(request.body)
        new = NewApiKey(
            name=body.name,
            permissions=frozenset(body.permissions),
            palaces=None if body.palaces is None else frozenset(body.palaces),
            expires_at=body.expires_at,
        )
        key, text = services.create_api_key(self.actor, new)
        out = NewApiKeyOut(**_key_out(key).model_dump(), secret=text.text)
        return Response(out.model_dump(mode="json"), status=201)


class ApiKeyView(TenantView):
    """One API key."""

    permissions = {"GET": Permission.KEY_READ, "DELETE": Permission.KEY_WRITE}

    @extend_schema(operation_id="get_api_key", responses=ApiKeyOut)
    def get(self, request: Request, key_id: UUID) -> Response:
        """One key without its secret."""
        return Response(_key_out(selectors.get_api_key(self.actor, key_id)).model_dump(mode="json"))

    @extend_schema(operation_id="revoke_api_key", responses={204: None})
    def delete(self, request: Request, key_id: UUID) -> Response:
        """Revoke a key: it opens nothing from now on."""
        services.revoke_api_key(self.actor, key_id, at=SystemClock().now())
        return Response(status=204)


def _key_out(key: ApiKey) -> ApiKeyOut:
    return ApiKeyOut(
        id=key.id,
        name=key.name,
        prefix=key.prefix,
        last4=key.last4,
        permissions=key.permissions,
        palaces=key.palaces,
        created_at=key.created_at,
        expires_at=key.expires_at,
        last_used_at=key.last_used_at,
        revoked_at=key.revoked_at,
    )
