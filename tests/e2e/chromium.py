"""Debian's Chromium, driven without what it would otherwise send home."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Browser, sync_playwright

from infra.launcher import browser

CALM = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-default-apps",
    "--disable-sync",
    "--no-first-run",
]


@contextmanager
def chromium() -> Iterator[Browser]:
    """A running browser; every context made of it is another person's."""
    path = os.environ.get("ENFILADE_CHROMIUM") or browser.find()
    with sync_playwright() as playwright:
        opened = playwright.chromium.launch(executable_path=path, args=CALM)
        try:
            yield opened
        finally:
            opened.close()
