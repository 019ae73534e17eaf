"""Bases of the views: public, and in a tenant's name."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack
from functools import wraps
from typing import ClassVar, Concatenate, ParamSpec, TypeVar, cast

from django.http import HttpRequest
from django.http.response import HttpResponseBase
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from kernel.actors import Actor, Permission
from kernel.db.deadlocks import is_deadlock, until_it_passes
from kernel.errors import Unauthenticated
from kernel.http import idempotency
from kernel.tenancy import tenant_scope


class PublicView(APIView):
    """A view for anyone, in no tenant's name."""

    authentication_classes = ()
    permission_classes = (AllowAny,)


class TenantView(APIView):
    """A view in the name of the actor's tenant, in one transaction that an error rolls back."""

    permissions: ClassVar[dict[str, Permission | None]]
    """The right that each method needs; None: any actor of the tenant."""

    actor: Actor
    _scope: ExitStack
    claim: idempotency.Claim | None = None

    def initial(self, request: Request, *args: object, **kwargs: object) -> None:
        """Authenticate, check the right, enter the tenant's scope."""
        self._scope = ExitStack()
        super().initial(request, *args, **kwargs)
        if not isinstance(request.auth, Actor):
            raise Unauthenticated("Send an API key as `Authorization: Bearer enf_…`, or log in.")
        self.actor = request.auth
        needed = self.permissions.get(cast(str, request.method))
        if needed is not None:
            self.actor.require(needed)
        self._scope.enter_context(tenant_scope(self.actor.tenant_id))

    def dispatch(self, request: HttpRequest, *args: object, **kwargs: object) -> HttpResponseBase:
        """Answer the request; a transaction that gave way to another is begun again."""
        answer = super().dispatch
        return until_it_passes(lambda: answer(request, *args, **kwargs))

    def handle_exception(self, exc: Exception) -> Response:
        """Roll the transaction back, then answer with the error; a deadlock is left to `dispatch`."""
        self.claim = None
        self._scope.__exit__(type(exc), exc, exc.__traceback__)
        if is_deadlock(exc):
            raise exc
        return super().handle_exception(exc)

    def finalize_response(self, request: Request, response: Response, *args: object, **kwargs: object) -> Response:
        """Keep the answer for retries, commit, render."""
        # the scope closes whatever happens: an open transaction would stay on this thread's connection
        with self._scope:
            if self.claim is not None:
                self.claim.keep(response)
        return super().finalize_response(request, response, *args, **kwargs)


View = TypeVar("View", bound=TenantView)
Rest = ParamSpec("Rest")
Handler = Callable[Concatenate[View, Request, Rest], Response]


def once_per_key(handler: Handler[View, Rest]) -> Handler[View, Rest]:
    """Make a POST handler honour Idempotency-Key: it runs once for a key; a retry gets the first answer."""

    @wraps(handler)
    def handle(view: View, request: Request, *args: Rest.args, **kwargs: Rest.kwargs) -> Response:
        claimed = idempotency.claim(view.actor, request)
        if isinstance(claimed, Response):
            return claimed
        view.claim = claimed
        return handler(view, request, *args, **kwargs)

    return cast("Handler[View, Rest]", handle)
