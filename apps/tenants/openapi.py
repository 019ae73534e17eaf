"""How our two ways to authenticate are written in the OpenAPI document."""

from __future__ import annotations

from drf_spectacular.extensions import OpenApiAuthenticationExtension
from drf_spectacular.openapi import AutoSchema

from kernel.types import JsonObject


class ApiKeyScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]  # spectacular's hook is untyped
    """A bearer key."""

    target_class = "apps.tenants.authentication.ApiKeyAuthentication"
    name = "api_key"

    def get_security_definition(self, auto_schema: AutoSchema) -> JsonObject:
        """An HTTP bearer scheme."""
        return {"type": "http", "scheme": "bearer", "bearerFormat": "enf_…"}


class MemberScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]  # spectacular's hook is untyped
    """The dashboard's session cookie."""

    target_class = "apps.tenants.authentication.MemberAuthentication"
    name = "member_session"

    def get_security_definition(self, auto_schema: AutoSchema) -> JsonObject:
        """A cookie scheme."""
        return {"type": "apiKey", "in": "cookie", "name": "sessionid"}
