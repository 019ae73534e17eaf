"""Refusals of the tenants app."""

from __future__ import annotations

from kernel.errors import InvalidInput, NotFound, Unauthenticated


class BadApiKey(Unauthenticated):
    """The key is malformed, unknown, revoked or expired; the answer does not say which to a stranger."""

    code = "bad_api_key"


class NoSuchApiKey(NotFound):
    """No key with this id in the tenant."""


class CannotGrant(InvalidInput):
    """A key would get a right or palace that its maker does not have."""

    code = "cannot_grant"


class NotAMember(Unauthenticated):
    """The logged-in user belongs to no tenant."""

    code = "not_a_member"
