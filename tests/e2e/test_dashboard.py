"""The dashboard in a real browser: what a person does there, and that it holds on a phone and in the dark."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Literal

import httpx
import pytest
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, expect

from tests.e2e import conversation, house
from tests.e2e.chromium import chromium
from tests.e2e.people import ALLAUTH, PASSWORD, client, get, new_email, post
from tests.e2e.stack import Instance

pytestmark = [pytest.mark.stack, pytest.mark.browser, pytest.mark.timeout(180)]

PHONE = {"width": 390, "height": 844}
SAID = "The blue suitcase stands in the attic behind the skis."
SECRET = re.compile(r"enf_live_\w{30,}")


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """A browser for this file; other files may run their own loops."""
    expect.set_options(timeout=house.PATIENCE_MS)
    with chromium() as opened:
        yield opened


@pytest.fixture(scope="module")
def lina(browser: Browser, instance: Instance) -> Iterator[BrowserContext]:
    """The browser of Lina, who has an account with the example conversation."""
    context = browser.new_context(base_url=instance.url)
    page = context.new_page()
    house.enter(page, "/sign-up", new_email("lina"), PASSWORD)
    page.close()
    with program_of(context, instance) as caller:
        conversation.import_by_http(caller)
    yield context
    context.close()


@pytest.fixture
def page(lina: BrowserContext) -> Iterator[Page]:
    """A page of Lina's, on which nothing may go wrong unseen."""
    with watched(lina) as opened:
        yield opened


@pytest.fixture
def stranger(browser: Browser, instance: Instance) -> Iterator[Page]:
    """A page of somebody who is not logged in."""
    context = browser.new_context(base_url=instance.url)
    with watched(context) as opened:
        yield opened
    context.close()


@contextmanager
def watched(context: BrowserContext) -> Iterator[Page]:
    """A new page; afterwards its console must be free of errors."""
    errors: list[str] = []

    def hear(message: ConsoleMessage) -> None:
        # the browser itself reports each 401, which is how one learns that nobody is logged in
        if message.type == "error" and "status of 401" not in message.text:
            errors.append(message.text)

    page = context.new_page()
    page.on("console", hear)
    page.on("pageerror", lambda error: errors.append(str(error)))
    yield page
    page.close()
    assert errors == []


def program_of(context: BrowserContext, instance: Instance) -> httpx.Client:
    """A program that borrows the session of a browser."""
    caller = client(instance.url)
    for cookie in context.cookies():
        caller.cookies.set(cookie["name"], cookie["value"])
    caller.headers["X-CSRFToken"] = caller.cookies["csrftoken"]
    return caller


def ask(page: Page, question: str) -> None:
    """Type a question into the memory page's box."""
    page.get_by_role("searchbox", name="Ask memory").fill(question)
    page.get_by_role("button", name="Recall").click()


def test_sign_up_leads_to_the_overview_and_offers_the_first_call(stranger: Page) -> None:
    house.enter(stranger, "/sign-up", new_email("newcomer"), PASSWORD)

    expect(stranger.get_by_role("heading", name="Connect an agent")).to_be_visible()
    expect(stranger.get_by_text("No runs yet")).to_be_visible()


def test_a_text_that_is_remembered_is_found_by_search_and_explained(page: Page) -> None:
    page.goto("/memory")
    page.get_by_role("button", name="Remember").click()
    page.get_by_label("What was said, word for word").fill(SAID)
    page.get_by_role("dialog").get_by_role("button", name="Remember").click()
    expect(page.get_by_role("dialog")).to_be_hidden()

    ask(page, "where is the blue suitcase?")
    first = page.get_by_role("list", name="Results").get_by_role("listitem").first
    expect(first).to_contain_text("The blue suitcase stands in the attic")
    first.get_by_role("button", name="Explain this result").click()

    table = page.get_by_role("region", name="Explanation")
    expect(table.get_by_role("rowheader", name="lexical")).to_be_visible()
    expect(table.get_by_role("columnheader", name="Contribution")).to_be_visible()


def test_the_tree_shows_wings_and_rooms_with_their_counts(page: Page) -> None:
    page.goto(f"/memory?palace=main&wing={conversation.WING}")
    places = page.get_by_role("navigation", name="Places")

    expect(places.get_by_role("link", name=re.compile(r"^maya-and-tom\s*259$"))).to_be_visible()
    places.get_by_role("link", name=re.compile(r"^swimming\s*47$")).click()

    expect(page).to_have_url(re.compile("room=swimming"))
    expect(page.get_by_text("30 of 47")).to_be_visible()


def test_a_run_that_is_started_on_the_page_shows_its_steps_as_they_come_and_the_answer(page: Page) -> None:
    page.goto("/runs")
    page.get_by_role("button", name="Make an archivist").click()
    page.get_by_label("Task").fill(conversation.SWIMMING)
    with page.expect_request("**/v1/runs/*/events"):
        page.get_by_role("button", name="Start").click()

    expect(page.get_by_role("article", name="Step 1")).to_be_visible()
    expect(page.get_by_role("article", name="Step 2")).to_be_visible()
    expect(page.get_by_role("region", name="Answer")).to_contain_text("14 times")
    expect(page.get_by_role("status").filter(has_text="Succeeded")).to_be_visible()


def test_a_key_is_shown_once_works_and_is_refused_once_revoked(page: Page, instance: Instance) -> None:
    page.goto("/api-keys")
    page.get_by_role("button", name="New API key").click()
    page.get_by_label("Name").fill("reader")
    page.get_by_role("button", name="Make the key").click()
    secret = page.get_by_role("dialog").get_by_text(SECRET).inner_text()
    page.get_by_role("button", name="I have stored it").click()
    expect(page.get_by_role("dialog")).to_be_hidden()

    with client(instance.url, key=secret) as program:
        assert secret not in page.content()
        assert post(program, "/v1/recall", {"query": "swimming", "k": 1})["items"]
        page.get_by_role("button", name="Revoke reader").click()
        page.get_by_role("alertdialog").get_by_role("button", name="Revoke").click()
        expect(page.get_by_role("row", name=re.compile("^reader"))).to_contain_text("revoked")
        assert program.post("/v1/recall", json={"query": "swimming"}).status_code == 401


def test_usage_shows_what_was_used_and_the_rows_of_the_ledger(page: Page) -> None:
    page.goto("/usage")

    meters = page.get_by_role("region", name="What each meter used and has left")
    expect(meters.get_by_role("row", name=re.compile("Memories written"))).to_contain_text("10,000")
    expect(page.get_by_role("region", name="Ledger rows").get_by_role("row").nth(1)).to_be_visible()


def test_logging_out_leads_to_the_log_in_page_and_closes_the_others(stranger: Page) -> None:
    email = new_email("leaver")
    house.enter(stranger, "/sign-up", email, PASSWORD)
    stranger.goto("/settings")
    stranger.get_by_role("button", name="Log out").click()
    expect(stranger.get_by_role("heading", name="Log in")).to_be_visible()

    stranger.goto("/usage")
    expect(stranger.get_by_role("heading", name="Log in")).to_be_visible()
    house.enter(stranger, "/log-in", email, PASSWORD)


def test_another_account_sees_none_of_linas_data(lina: BrowserContext, stranger: Page, instance: Instance) -> None:
    with program_of(lina, instance) as caller:
        kept = get(caller, "/v1/memories", limit=1)["items"][0]
    house.enter(stranger, "/sign-up", new_email("mallory"), PASSWORD)

    stranger.goto("/memory?q=swimming")
    expect(stranger.get_by_text("Nothing here answers that")).to_be_visible()
    stranger.goto("/api-keys")
    expect(stranger.get_by_text("No API keys yet")).to_be_visible()
    assert stranger.request.get(f"/v1/memories/{kept['id']}").status == 404
    assert stranger.request.get(f"{ALLAUTH}/auth/session").status == 200


def test_a_slash_leads_to_the_search_and_escape_closes_the_inspector(page: Page) -> None:
    page.goto("/memory?q=swimming")
    page.get_by_role("list", name="Results").get_by_role("link").first.click()
    inspector = page.get_by_role("complementary", name="Memory")
    expect(inspector).to_be_visible()

    page.keyboard.press("Escape")
    expect(inspector).to_be_hidden()
    page.keyboard.press("/")
    expect(page.get_by_role("searchbox", name="Ask memory")).to_be_focused()


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_on_a_phone_no_page_scrolls_sideways(
    browser: Browser, lina: BrowserContext, instance: Instance, theme: Literal["light", "dark"]
) -> None:
    phone = browser.new_context(
        base_url=instance.url,
        storage_state=lina.storage_state(),
        viewport={"width": PHONE["width"], "height": PHONE["height"]},
        color_scheme=theme,
    )
    with watched(phone) as page:
        for address in (*house.PAGES.values(), "/memory?q=swimming"):
            page.goto(address)
            house.settle(page)
            assert house.overflow(page) == 0, address
    phone.close()


def test_no_page_complains_in_the_console(page: Page) -> None:
    for address in house.PAGES.values():
        page.goto(address)
        house.settle(page)
        expect(page.get_by_role("heading", level=1)).to_be_visible()
