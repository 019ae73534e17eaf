"""Pictures of every page in light, dark and on a phone: `python -m tests.e2e.screenshots --out DIR [--home HOME]`."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

import httpx
from playwright.sync_api import Browser, Page, ViewportSize

from infra.launcher.places import this_checkout
from tests.e2e import conversation, house
from tests.e2e.chromium import chromium
from tests.e2e.people import PASSWORD, Json, ended, get, new_email, post
from tests.e2e.stack import Instance, read, until

DESK = ViewportSize(width=1280, height=800)
UNDOABLE = "How often did Maya swim in Lisbon?"
PHONE = ViewportSize(width=390, height=844)


@dataclass(frozen=True, kw_only=True, slots=True)
class Look:
    """A window and a theme."""

    name: str
    size: ViewportSize
    theme: Literal["light", "dark"]


LOOKS = (
    Look(name="light", size=DESK, theme="light"),
    Look(name="dark", size=DESK, theme="dark"),
    Look(name="phone", size=PHONE, theme="light"),
    Look(name="phone-dark", size=PHONE, theme="dark"),
)


def main(arguments: Sequence[str] | None = None) -> None:
    """Fill the instance with the example where it is empty, and take the pictures."""
    parser = argparse.ArgumentParser(prog="python -m tests.e2e.screenshots", description=__doc__)
    parser.add_argument("--out", type=Path, required=True, help="the folder for the pictures")
    parser.add_argument("--home", type=Path, default=this_checkout().root / "var", help="the instance's home")
    chosen = parser.parse_args(arguments)
    instance = read(chosen.home.resolve())
    with instance.program() as program:
        fill(program)
        addresses = pages(program)
    with chromium() as browser:
        for look in LOOKS:
            take(browser, instance, look, addresses=addresses, out=chosen.out)


def fill(program: httpx.Client) -> None:
    """Make sure that there is something to see."""
    if get(program, "/v1/memories", limit=1)["total"] < conversation.TURNS:
        conversation.import_by_http(program)
    done = {run["task"] for run in get(program, "/v1/runs", limit=50)["items"]}
    if conversation.SWIMMING not in done:
        _run(program, get(program, "/v1/agents")["items"][0], conversation.SWIMMING)
    if UNDOABLE not in done:
        hurried = {"name": "hurried", "limits": {"max_steps": 1, "max_seconds": 60}}
        _run(program, post(program, "/v1/agents", hurried), UNDOABLE)


def _run(program: httpx.Client, agent: Json, task: str) -> None:
    run = post(program, f"/v1/agents/{agent['id']}/runs", {"task": task})
    until(lambda: ended(program, run["id"]))


def pages(program: httpx.Client) -> dict[str, str]:
    """The address of each picture, by its name."""
    runs = {run["state"]: run["id"] for run in get(program, "/v1/runs", limit=50)["items"]}
    [memory, *_] = post(program, "/v1/recall", {"query": "When does Chidi marry Amara?", "k": 1})["items"]
    asked = "/memory?q=When+does+Chidi+marry+Amara%3F"
    return {
        **house.PAGES,
        "memory-wing": f"/memory?palace=main&wing={conversation.WING}",
        "memory-found": f"{asked}&explain={memory['id']}",
        "memory-none": f"/memory?palace=main&wing={conversation.WING}&room=nowhere&q=anything",
        "memory-one": f"/memory/{memory['id']}{asked.removeprefix('/memory')}",
        **{f"run-{state}": f"/runs/{run_id}" for state, run_id in runs.items()},
        "run-unknown": "/runs/01a22e00-0000-7000-8000-000000000000",
        "memory-unknown": "/memory/01a22e00-0000-7000-8000-000000000000",
        "no-such-page": "/nowhere",
    }


def take(browser: Browser, instance: Instance, look: Look, *, addresses: dict[str, str], out: Path) -> None:
    """All pictures of one look: strangers' pages, a new account's, and the demo tenant's."""
    folder = out / look.name
    with _person(browser, instance, look) as stranger:
        for name in ("log-in", "sign-up"):
            shoot(stranger, f"/{name}", folder / f"{name}.png")
        stranger.get_by_role("button", name="Sign up").click()
        shoot(stranger, None, folder / "sign-up-refused.png")
        house.enter(stranger, "/sign-up", new_email("newcomer"), PASSWORD)
        for name, address in house.PAGES.items():
            shoot(stranger, address, folder / f"empty-{name}.png")
    with _person(browser, instance, look) as member:
        house.enter(member, "/log-in", instance.member_email, instance.member_password)
        for name, address in addresses.items():
            shoot(member, address, folder / f"{name}.png")
        for name, (address, button) in house.DIALOGS.items():
            member.goto(address)
            member.get_by_role("button", name=button).first.click()
            shoot(member, None, folder / f"{name}.png")
        if look.size is PHONE:
            member.goto("/")
            member.get_by_role("button", name="More").click()
            shoot(member, None, folder / "more.png")
        shoot_trouble(member, folder)


def shoot_trouble(page: Page, folder: Path) -> None:
    """A page whose answers do not come, and one whose answers never will."""
    page.route("**/v1/usage**", lambda _: None)
    page.goto("/usage")
    page.get_by_text("Loading usage").wait_for(state="attached")
    page.screenshot(path=folder / "usage-loading.png")
    page.unroute("**/v1/usage**")
    page.route("**/v1/usage**", lambda route: route.abort())
    shoot(page, "/usage", folder / "usage-failed.png")
    page.unroute("**/v1/usage**")


def shoot(page: Page, address: str | None, file: Path) -> None:
    """A picture of the whole page, once it has settled."""
    if address is not None:
        page.goto(address)
    house.settle(page)
    file.parent.mkdir(parents=True, exist_ok=True)
    page.screenshot(path=file, full_page=True)


@contextmanager
def _person(browser: Browser, instance: Instance, look: Look) -> Iterator[Page]:
    context = browser.new_context(base_url=instance.url, viewport=look.size, color_scheme=look.theme)
    try:
        yield context.new_page()
    finally:
        context.close()


if __name__ == "__main__":
    main()
