"""Finds the actor of a request: an API key in a header, or a logged-in member."""

from __future__ import annotations

from uuid import UUID

from rest_framework.authentication import BaseAuthentication, SessionAuthentication
from rest_framework.request import Request

from apps.tenants import selectors, services
from apps.tenants.errors import NotAMember
from apps.tenants.models import User
from apps.tenants.types import Membership
from kernel.actors import Actor
from kernel.http.requests import request_id_of

TENANT_IN_SESSION = "tenant_id"


class ApiKeyAuthentication(BaseAuthentication):
    """`Authorization: Bearer enf_…`, `Authorization: Token enf_…` or `X-API-Key: enf_…`."""

    def authenticate(self, request: Request) -> tuple[None, Actor] | None:
        """The key's actor; None when the request carries no key."""
        text = _key_in(request)
        if text is None:
            return None
        return None, services.actor_of_key_text(text, request_id=request_id_of(request._request))

    def authenticate_header(self, request: Request) -> str:
        """What a 401 asks for."""
        return "Bearer"


def _key_in(request: Request) -> str | None:
    scheme, _, value = request.headers.get("Authorization", "").partition(" ")
    if scheme.lower() in ("bearer", "token"):
        return value.strip()
    return request.headers.get("X-API-Key")


class MemberAuthentication(SessionAuthentication):
    """The session cookie of the dashboard, with a CSRF token for writes."""

    def authenticate(self, request: Request) -> tuple[User, Actor] | None:
        """The member's actor in the tenant chosen in the session (else their first)."""
        user = getattr(request._request, "user", None)
        if not isinstance(user, User) or not user.is_active:
            return None
        # the check reads a form from the stream, which can be read once: from here on it is kept
        len(request._request.body)
        self.enforce_csrf(request)
        chosen = request._request.session.get(TENANT_IN_SESSION)
        membership = _choose(selectors.list_memberships(user.pk), chosen)
        return user, services.actor_of_member(membership, request_id=request_id_of(request._request))


def _choose(memberships: list[Membership], tenant_id: object) -> Membership:
    if not memberships:
        raise NotAMember("This account belongs to no tenant.")
    chosen = [m for m in memberships if isinstance(tenant_id, str) and m.tenant_id == UUID(tenant_id)]
    return (chosen or memberships)[0]
