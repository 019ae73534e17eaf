"""The dashboard's rooms and how one moves among them in a browser."""

from __future__ import annotations

from playwright.sync_api import Page, expect

# waits are generous: tests share their machine
PATIENCE_MS = 30_000

PAGES = {
    "overview": "/",
    "memory": "/memory",
    "agents": "/agents",
    "runs": "/runs",
    "api-keys": "/api-keys",
    "usage": "/usage",
    "settings": "/settings",
}
DIALOGS = {
    "remember": ("/memory", "Remember"),
    "new-key": ("/api-keys", "New API key"),
    "go-to": ("/usage", "Go to"),
}

IS_SETTLED = """() => document.readyState === 'complete'
    && document.querySelector('main') !== null
    && ![...document.querySelectorAll('[role=status]')].some((status) => status.innerText.startsWith('Loading'))"""


def settle(page: Page) -> None:
    """Wait until the page shows what it has, and nothing is loading or moving."""
    page.wait_for_function(IS_SETTLED, timeout=PATIENCE_MS)
    page.wait_for_timeout(200)  # motion ends within 150 ms


def enter(page: Page, door: str, email: str, password: str) -> None:
    """Sign up or log in, and stand in the overview."""
    page.goto(door)
    page.get_by_label("E-mail").fill(email)
    page.get_by_label("Password").fill(password)
    page.get_by_role("button", name="Sign up" if door == "/sign-up" else "Log in").click()
    expect(page.get_by_role("heading", name="Overview")).to_be_visible(timeout=PATIENCE_MS)


def overflow(page: Page) -> int:
    """How many pixels the page is wider than its window."""
    width: int = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
    return width
