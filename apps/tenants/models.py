"""Tenant, user, member, API key and audit entry."""

from __future__ import annotations

from typing import Any, ClassVar

from django.contrib.auth.models import AbstractUser, BaseUserManager
from django.contrib.postgres.fields import ArrayField
from django.db import models

from apps.tenants.domain.roles import Role
from kernel.db.models import TenantModel
from kernel.ids import new_id


class UserManager(BaseUserManager["User"]):
    """Makes users known by their e-mail address."""

    def create_user(self, email: str, password: str | None = None, **extra: Any) -> User:  # django's own signature
        """A user with a hashed password."""
        user = self.model(email=self.normalize_email(email), **extra)
        user.set_password(password)
        user.save(using=self._db)
        return user


class User(AbstractUser):
    """A person who can log in; what they may do is decided by their memberships."""

    username = None  # type: ignore[assignment]  # known by e-mail alone
    email = models.EmailField(unique=True)
    USERNAME_FIELD = "email"
    REQUIRED_FIELDS: ClassVar[list[str]] = []
    objects: ClassVar[UserManager] = UserManager()  # type: ignore[assignment]

    class Meta:
        db_table = "tenants_user"


class Tenant(models.Model):
    """A customer account: the wall."""

    id = models.UUIDField(primary_key=True, default=new_id, editable=False)
    name = models.CharField(max_length=200)
    plan = models.CharField(max_length=40, default="free")
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        db_table = "tenants_tenant"


class Member(TenantModel):
    """A user's place in a tenant."""

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="memberships")
    role = models.CharField(max_length=20, choices=[(role.value, role.value) for role in Role])

    class Meta:
        db_table = "tenants_member"
        base_manager_name = "across_all_tenants"
        constraints = [models.UniqueConstraint(fields=["tenant_id", "user"], name="tenants_member_once")]


class ApiKey(TenantModel):
    """A key for programs: only its hash is stored."""

    name = models.CharField(max_length=200)
    public_id = models.CharField(max_length=12, unique=True)
    prefix = models.CharField(max_length=40)
    last4 = models.CharField(max_length=4)
    digest = models.CharField(max_length=64)
    permissions = ArrayField(models.CharField(max_length=40))
    palaces = ArrayField(models.UUIDField(), null=True)
    """Palaces within reach; null means all."""
    created_by = models.UUIDField()
    expires_at = models.DateTimeField(null=True)
    last_used_at = models.DateTimeField(null=True)
    """To the minute."""
    revoked_at = models.DateTimeField(null=True)

    class Meta:
        db_table = "tenants_api_key"
        base_manager_name = "across_all_tenants"
        indexes = [models.Index(fields=["tenant_id", "-id"], name="tenants_api_key_newest")]


class AuditEntry(TenantModel):
    """Who did what to what, when: append-only."""

    actor_kind = models.CharField(max_length=20)
    actor_id = models.UUIDField()
    action = models.CharField(max_length=60)
    object_id = models.UUIDField(null=True)
    details = models.JSONField(default=dict)
    request_id = models.CharField(max_length=64, blank=True)

    class Meta:
        db_table = "tenants_audit_entry"
        base_manager_name = "across_all_tenants"
        indexes = [models.Index(fields=["tenant_id", "-id"], name="tenants_audit_newest")]
