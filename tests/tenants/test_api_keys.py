"""Making, listing, using and ending API keys."""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from uuid import UUID, uuid4

import pytest
from django.core import serializers

from apps.tenants import selectors, services
from apps.tenants.domain.api_keys import read_key
from apps.tenants.domain.roles import Role
from apps.tenants.errors import CannotGrant
from apps.tenants.models import ApiKey, AuditEntry
from apps.tenants.selectors import KnownKey
from apps.tenants.types import NewApiKey
from kernel.actors import Actor, Permission
from tests.support import cast
from tests.support.client import Answer, Client

pytestmark = pytest.mark.service

Acting = Callable[[Actor], AbstractContextManager[None]]
Api = Callable[[Actor], Client]
READER = {"name": "reader", "permissions": ["memory.read"]}
NOON = datetime(2026, 3, 1, 12, 0, tzinfo=UTC)


def known(text: str) -> KnownKey:
    """The stored key of a text."""
    key_text = read_key(text)
    assert key_text is not None
    key = selectors.find_key(key_text)
    assert key is not None
    return key


def holder_of(answer: Answer) -> Client:
    """A program that holds the key just made."""
    assert answer.status == 201, answer
    return Client(headers={"Authorization": f"Bearer {answer.body['secret']}"})


def test_a_new_key_shows_its_secret_this_once(ada: Actor, api: Api) -> None:
    client = api(ada)

    made = client.post("/v1/api-keys", READER)

    again = client.get(f"/v1/api-keys/{made.body['id']}")
    assert made.body == {**again.body, "secret": made.body["secret"]}
    assert made.body["secret"].startswith(made.body["prefix"])
    assert made.body["secret"].endswith(made.body["last4"])


def test_only_a_hash_of_the_secret_is_stored(ada: Actor, api: Api, acting: Acting) -> None:
    secret = api(ada).post("/v1/api-keys", READER).body["secret"]

    with acting(ada):
        stored = serializers.serialize("json", [*ApiKey.objects.all(), *AuditEntry.objects.all()])

    assert secret not in stored
    assert secret[-49:] not in stored


def test_a_key_acts_for_its_tenant_with_its_permissions(ada: Actor, api: Api) -> None:
    holder = holder_of(api(ada).post("/v1/api-keys", READER))

    assert holder.get("/v1/tenants/current").body["name"] == "Acorn"
    assert holder.get("/v1/api-keys").status == 403


def test_teammates_list_the_tenants_keys_and_strangers_do_not(ada: Actor, ben: Actor, mallory: Actor, api: Api) -> None:
    made = api(ada).post("/v1/api-keys", READER).body["id"]

    lists = {who: [key["id"] for key in api(actor).get("/v1/api-keys").body["items"]] for who, actor in
             {"ada": ada, "ben": ben, "mallory": mallory}.items()}  # fmt: skip

    assert made in lists["ada"]
    assert made in lists["ben"]
    assert made not in lists["mallory"]


def test_a_list_comes_newest_first_in_pages_that_stay_stable_while_keys_are_made(ada: Actor, api: Api) -> None:
    client = api(ada)
    ids = [client.post("/v1/api-keys", READER).body["id"] for _ in range(4)]

    first = client.get("/v1/api-keys?limit=2").body
    client.post("/v1/api-keys", READER)
    second = client.get(f"/v1/api-keys?limit=2&cursor={first['next_cursor']}").body

    assert [key["id"] for key in first["items"] + second["items"]] == ids[::-1]
    assert first["total"] == 5  # the client's own key counts


@pytest.mark.parametrize("query", ["limit=0", "limit=201", "limit=x", "limit=-1", "limit=²", "cursor=x", "cursor=é"])
def test_a_page_that_cannot_be_is_refused(ada: Actor, api: Api, query: str) -> None:
    assert api(ada).get(f"/v1/api-keys?{query}").status == 400


def test_a_revoked_key_opens_nothing_from_then_on(ada: Actor, api: Api) -> None:
    client = api(ada)
    made = client.post("/v1/api-keys", READER)
    holder = holder_of(made)

    answer = client.delete(f"/v1/api-keys/{made.body['id']}")

    assert (answer.status, answer.body) == (204, None)
    assert holder.get("/v1/tenants/current").status == 401
    assert client.get(f"/v1/api-keys/{made.body['id']}").body["revoked_at"] is not None


def test_revoking_twice_changes_nothing_more(ada: Actor, api: Api, acting: Acting) -> None:
    client = api(ada)
    made = client.post("/v1/api-keys", READER).body["id"]
    client.delete(f"/v1/api-keys/{made}")
    first = client.get(f"/v1/api-keys/{made}").body

    again = client.delete(f"/v1/api-keys/{made}")

    assert again.status == 204
    assert client.get(f"/v1/api-keys/{made}").body == first
    with acting(ada):
        assert AuditEntry.objects.filter(action="api_key.revoke", object_id=made).count() == 1


def test_a_stranger_cannot_revoke_a_key(ada: Actor, mallory: Actor, api: Api) -> None:
    made = api(ada).post("/v1/api-keys", READER)

    answer = api(mallory).delete(f"/v1/api-keys/{made.body['id']}")

    assert answer.status == 404
    assert holder_of(made).get("/v1/tenants/current").status == 200


def test_a_teammate_can_revoke_a_key(ada: Actor, ben: Actor, api: Api) -> None:
    made = api(ada).post("/v1/api-keys", READER)

    assert api(ben).delete(f"/v1/api-keys/{made.body['id']}").status == 204


def test_an_expired_key_opens_nothing(ada: Actor, acting: Acting) -> None:
    past = NewApiKey(name="old", permissions=frozenset(Permission), expires_at=datetime.now(UTC) - timedelta(seconds=1))
    with acting(ada):
        _, text = services.create_api_key(ada, past)

    answer = Client(headers={"X-API-Key": text.text}).get("/v1/tenants/current")

    assert answer.status == 401


def test_a_key_is_live_until_the_instant_of_its_expiry(ada: Actor) -> None:
    key = replace(known(cast.key_for(ada)), expires_at=NOON)

    assert key.is_live(at=NOON - timedelta(microseconds=1))
    assert not key.is_live(at=NOON)


def test_the_last_use_is_kept_to_the_minute(ada: Actor) -> None:
    text = cast.key_for(ada)

    for seconds in (0, 59, 60, 61):
        services.note_use(known(text), at=NOON + timedelta(seconds=seconds))

    assert known(text).last_used_at == NOON + timedelta(seconds=60)


def test_using_a_key_notes_its_use(ada: Actor, api: Api) -> None:
    client = api(ada)
    made = client.post("/v1/api-keys", READER)
    before = made.body["last_used_at"]

    holder_of(made).get("/v1/tenants/current")

    assert before is None
    assert client.get(f"/v1/api-keys/{made.body['id']}").body["last_used_at"] is not None


def test_nobody_grants_a_permission_that_they_lack(ben: Actor, api: Api) -> None:
    client = api(ben)
    before = client.get("/v1/api-keys").body["total"]

    answer = client.post("/v1/api-keys", {"name": "more", "permissions": ["member.write", "memory.read"]})

    assert (answer.status, answer.body["error"]["code"]) == (400, "cannot_grant")
    assert answer.body["error"]["details"] == {"permissions": ["member.write"]}
    assert client.get("/v1/api-keys").body["total"] == before


@pytest.mark.parametrize("wanted", [None, frozenset({UUID(int=1), UUID(int=2)})])
def test_nobody_grants_a_palace_beyond_their_reach(ada: Actor, acting: Acting, wanted: frozenset[UUID] | None) -> None:
    limited = replace(ada, palaces=frozenset({UUID(int=1)}))
    new = NewApiKey(name="more", permissions=frozenset({Permission.MEMORY_READ}), palaces=wanted)

    with acting(ada), pytest.raises(CannotGrant):
        services.create_api_key(limited, new)

    with acting(ada):
        assert not ApiKey.objects.exists()


def test_a_limited_key_grants_what_is_within_its_reach(ada: Actor, acting: Acting) -> None:
    near = frozenset({uuid4()})
    limited = replace(ada, palaces=near | {uuid4()})
    new = NewApiKey(name="less", permissions=frozenset({Permission.MEMORY_READ}), palaces=near)

    with acting(ada):
        _, text = services.create_api_key(limited, new)

    assert known(text.text).palaces == near


def test_a_viewer_can_neither_see_nor_make_keys(ada: Actor, api: Api) -> None:
    viewer = api(cast.join(ada, "Vera", role=Role.VIEWER))

    assert viewer.get("/v1/api-keys").status == 403
    assert viewer.post("/v1/api-keys", READER).status == 403


@pytest.mark.parametrize(
    "change",
    [
        {"permissions": []},
        {"permissions": ["memory.fly"]},
        {"permissions": "memory.read"},
        {"name": ""},
        {"name": "x" * 201},
        {"name": None},
        {"name": "nul \x00"},
        {"colour": "red"},
        {"expires_at": "2030-01-01T00:00:00"},
        {"expires_at": "soon"},
        {"palaces": ["all"]},
    ],
    ids=json.dumps,
)
def test_a_body_that_cannot_be_is_refused(ada: Actor, api: Api, change: dict[str, object]) -> None:
    client = api(ada)

    answer = client.post("/v1/api-keys", {**READER, **change})

    assert answer.status == 400, answer
    assert set(answer.body["error"]) == {"code", "message", "details", "request_id"}
    assert client.get("/v1/api-keys").body["total"] == 1


@pytest.mark.parametrize("body", [b"", b"{", b"[]", b"null", b'"x"', b"\xff", b'{"name": "\\ud800"}', b"[" * 10_000])
def test_a_body_that_is_no_json_object_is_refused(ada: Actor, api: Api, body: bytes) -> None:
    assert api(ada).post("/v1/api-keys", body).status == 400


def test_making_and_revoking_leave_entries_in_the_audit_log(ada: Actor, api: Api, acting: Acting) -> None:
    client = api(ada)
    made = client.post("/v1/api-keys", READER, x_request_id="making").body["id"]
    client.delete(f"/v1/api-keys/{made}", x_request_id="revoking")

    with acting(ada):
        entries = AuditEntry.objects.filter(object_id=made).order_by("id").values_list("action", "request_id")

        assert list(entries) == [("api_key.create", "making"), ("api_key.revoke", "revoking")]


@pytest.mark.parametrize("expires_at", ["9999-12-31T23:59:59-14:00", "0001-01-01T00:00:00+14:00"])
def test_an_expiry_beyond_the_calendar_is_refused(ada: Actor, api: Api, expires_at: str) -> None:
    answer = api(ada).post("/v1/api-keys", {**READER, "expires_at": expires_at})

    assert (answer.status, answer.body["error"]["details"]["fields"][0]["field"]) == (400, "expires_at")
    assert api(ada).get("/v1/api-keys").status == 200
