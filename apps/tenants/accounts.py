"""What signing up means here: a person gets a tenant of their own."""

from __future__ import annotations

from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from django.db import transaction
from django.http import HttpRequest

from apps.tenants import services
from apps.tenants.models import User


class AccountAdapter(DefaultAccountAdapter):  # type: ignore[misc]  # allauth ships no types
    """Founds a tenant for each new account, in the account's own transaction."""

    def save_user(self, request: HttpRequest, user: User, form: Any, commit: bool = True) -> User:
        """Save the user and found their tenant."""
        with transaction.atomic():
            saved: User = super().save_user(request, user, form, commit=True)
            services.found_tenant(saved, name=saved.email.partition("@")[0])
        return saved
