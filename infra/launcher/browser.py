"""The browser that the browser tests drive."""

from infra.launcher.system_packages import CHROMIUM


def find() -> str | None:
    """Return the path of an installed browser."""
    return CHROMIUM.find()


def environment() -> dict[str, str]:
    """Return what tells the tests which browser to drive."""
    found = find()
    return {} if found is None else {"ENFILADE_CHROMIUM": found}


def selection() -> str:
    """Return the pytest expression that leaves the browser tests out if there is no browser."""
    return "" if find() else "not browser"
