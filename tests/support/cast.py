"""Founds tenants, lets members join and gives them keys: the people of the specification."""

from __future__ import annotations

from dataclasses import replace
from uuid import uuid4

from apps.tenants import services
from apps.tenants.domain.roles import Role
from apps.tenants.models import Member, User
from apps.tenants.types import Membership, NewApiKey
from kernel.actors import Actor, Permission
from kernel.tenancy import tenant_scope
from tests.support.client import Client, MemberClient

PASSWORD = "staple-horse-9-battery"


def make_user(name: str) -> User:
    """A person with an address of their own and PASSWORD."""
    return User.objects.create_user(f"{name.lower()}.{uuid4().hex}@example.com", PASSWORD)


def found_tenant(owner_name: str, *, tenant_name: str) -> Actor:
    """The owner of a new tenant."""
    return services.actor_of_member(services.found_tenant(make_user(owner_name), name=tenant_name))


def join(owner: Actor, name: str, *, role: Role) -> Actor:
    """A new member of the owner's tenant."""
    user = make_user(name)
    with tenant_scope(owner.tenant_id):
        member = Member.objects.create(tenant_id=owner.tenant_id, user=user, role=role)
    return services.actor_of_member(Membership(member_id=member.id, tenant_id=owner.tenant_id, role=role))


def user_of(actor: Actor) -> User:
    """The person that a member actor is."""
    with tenant_scope(actor.tenant_id):
        return Member.objects.select_related("user").get(id=actor.id).user


def key_for(actor: Actor) -> str:
    """The text of a new API key with exactly the actor's rights and palaces."""
    maker = replace(actor, permissions=actor.permissions | {Permission.KEY_WRITE})
    new = NewApiKey(name="test", permissions=actor.permissions, palaces=actor.palaces)
    with tenant_scope(actor.tenant_id):
        _, text = services.create_api_key(maker, new)
    return text.text


def api_client(actor: Actor) -> Client:
    """A program that holds a key with the actor's rights."""
    return Client(headers={"Authorization": f"Bearer {key_for(actor)}"})


def member_client(actor: Actor) -> MemberClient:
    """The browser of a member who has logged in."""
    client = MemberClient()
    client.django.force_login(user_of(actor))
    client.get("/_allauth/browser/v1/config")  # brings the CSRF cookie
    return client
