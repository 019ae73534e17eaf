"""Signing up and logging in, through the addresses that the dashboard uses."""

from __future__ import annotations

from uuid import uuid4

import pytest

from apps.tenants import selectors
from apps.tenants.models import User
from kernel.actors import Actor
from tests.support import cast
from tests.support.client import Answer, MemberClient

pytestmark = pytest.mark.service

AUTH = "/_allauth/browser/v1/auth"


@pytest.fixture
def browser() -> MemberClient:
    """A browser that has loaded the page, hence holds a CSRF token."""
    client = MemberClient()
    assert client.get("/_allauth/browser/v1/config").status == 200
    return client


def new_email() -> str:
    """An address that nobody has."""
    return f"carla.{uuid4().hex}@example.com"


def sign_up(client: MemberClient, email: str, *, password: str = cast.PASSWORD, **headers: str) -> Answer:
    """Sign up."""
    return client.post(f"{AUTH}/signup", {"email": email, "password": password}, **headers)


def log_in(client: MemberClient, email: str, *, password: str = cast.PASSWORD, **headers: str) -> Answer:
    """Log in."""
    return client.post(f"{AUTH}/login", {"email": email, "password": password}, **headers)


def test_signing_up_founds_a_tenant_and_logs_its_owner_in(browser: MemberClient) -> None:
    email = new_email()

    answer = sign_up(browser, email)

    tenant = browser.get("/v1/tenants/current").body
    assert answer.status == 200
    assert (tenant["role"], tenant["member"]) == ("owner", {"email": email})
    assert len(selectors.list_memberships(User.objects.get(email=email).pk)) == 1


def test_signing_up_needs_the_csrf_token(browser: MemberClient) -> None:
    email = new_email()

    answer = sign_up(browser, email, x_csrftoken="")

    assert answer.status == 403
    assert not User.objects.filter(email=email).exists()


@pytest.mark.parametrize("password", ["short", "password123", ""])
def test_a_weak_password_is_refused_and_nothing_is_founded(browser: MemberClient, password: str) -> None:
    email = new_email()

    answer = sign_up(browser, email, password=password)

    assert answer.status == 400
    assert not User.objects.filter(email=email).exists()


def test_signing_up_twice_founds_nothing_more(browser: MemberClient) -> None:
    email = new_email()
    sign_up(browser, email)
    second = MemberClient()
    second.get("/_allauth/browser/v1/config")

    answer = sign_up(second, email.upper())

    assert answer.status in (400, 409)
    assert User.objects.filter(email__iexact=email).count() == 1
    assert second.get("/v1/tenants/current").status == 401


def test_logging_in_opens_the_tenant_and_logging_out_closes_it(ada: Actor, browser: MemberClient) -> None:
    answer = log_in(browser, cast.user_of(ada).email)
    inside = browser.get("/v1/tenants/current")
    browser.delete(f"{AUTH}/session")

    assert answer.status == 200
    assert inside.body["name"] == "Acorn"
    assert browser.get("/v1/tenants/current").status == 401


def test_logging_in_needs_the_csrf_token(ada: Actor, browser: MemberClient) -> None:
    assert log_in(browser, cast.user_of(ada).email, x_csrftoken="").status == 403
    assert browser.get("/v1/tenants/current").status == 401


def test_logging_in_changes_the_session_and_the_csrf_token(ada: Actor, browser: MemberClient) -> None:
    before = browser.django.cookies["csrftoken"].value

    log_in(browser, cast.user_of(ada).email)

    assert browser.django.cookies["csrftoken"].value != before
    assert browser.django.cookies["sessionid"]["httponly"]


def test_a_stranger_cannot_tell_from_logging_in_whether_an_account_exists(ada: Actor, browser: MemberClient) -> None:
    known = log_in(browser, cast.user_of(ada).email, password="wrong-but-long-enough")
    unknown = log_in(browser, new_email(), password="wrong-but-long-enough")

    assert known.status == 400
    assert (known.status, known.body) == (unknown.status, unknown.body)
    assert known.headers.keys() == unknown.headers.keys()


def test_a_stranger_cannot_tell_from_a_reset_whether_an_account_exists(ada: Actor, browser: MemberClient) -> None:
    known = browser.post(f"{AUTH}/password/request", {"email": cast.user_of(ada).email})
    unknown = browser.post(f"{AUTH}/password/request", {"email": new_email()})

    assert known.status == 200
    assert (known.status, known.body) == (unknown.status, unknown.body)


def test_after_a_few_guesses_even_the_right_password_is_refused_for_a_while(ada: Actor, browser: MemberClient) -> None:
    email = cast.user_of(ada).email
    for number in range(10):
        log_in(browser, email, password=f"wrong-guess-number-{number}")

    answer = log_in(browser, email)

    assert answer.status == 400
    assert answer.body["errors"][0]["code"] == "too_many_login_attempts"
