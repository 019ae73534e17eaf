"""Who calls a tool: the key in the header says it, never an argument."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse, JsonResponse

from apps.tenants import services as tenants
from apps.tenants.errors import BadApiKey
from kernel.actors import Actor
from kernel.errors import DomainError, Unauthenticated
from kernel.http.errors import body_of
from kernel.http.requests import request_id_of


def authenticate(request: HttpRequest) -> HttpResponse | None:
    """Find the actor of `Authorization: Bearer enf_…`; the response is the refusal, None lets the call pass."""
    scheme, _, key = request.headers.get("Authorization", "").partition(" ")
    if scheme.lower() != "bearer":
        return _refuse(request, Unauthenticated("Send an API key as `Authorization: Bearer enf_…`."))
    try:
        actor = tenants.actor_of_key_text(key.strip(), request_id=request_id_of(request))
    except BadApiKey as refusal:
        return _refuse(request, refusal)
    request.actor = actor  # type: ignore[attr-defined]  # read back by actor_of only
    return None


def actor_of(request: HttpRequest) -> Actor:
    """The actor that `authenticate` found."""
    actor = getattr(request, "actor", None)
    if not isinstance(actor, Actor):
        raise Unauthenticated("Nobody has been authenticated for this call.")
    return actor


def _refuse(request: HttpRequest, refusal: DomainError) -> HttpResponse:
    body = body_of(refusal.code, refusal.message, refusal.details, request_id_of(request))
    return JsonResponse(body, status=refusal.status, headers={"WWW-Authenticate": "Bearer"})
