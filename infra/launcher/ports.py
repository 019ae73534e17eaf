"""Loopback ports: is it free, who has it, which one to take."""

import errno
import socket
from collections.abc import Iterator
from pathlib import Path

from infra.launcher.errors import LauncherError

LOOPBACK = "127.0.0.1"
_LISTENING = "0A"


def choose(preferred: int | None) -> int:
    """Return the preferred port while it is free, else one the system picks."""
    if preferred is not None and is_free(preferred):
        return preferred
    with socket.socket() as probe:
        probe.bind((LOOPBACK, 0))
        return int(probe.getsockname()[1])


def is_free(port: int, *, host: str = LOOPBACK) -> bool:
    """Tell whether nobody listens there; a port we may not have at all is an error."""
    try:
        _bind(host, port)
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            return False
        raise LauncherError(f"Cannot listen on {host}:{port}: {error.strerror}.") from error
    return True


def _bind(host: str, port: int) -> None:
    family, _, _, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
    with socket.socket(family) as probe:
        # without it, a connection our last run left in TIME_WAIT looks like a listener
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        probe.bind(address)


def describe_holder(port: int) -> str:
    """Name the process that listens on a port, as far as the system tells us."""
    for inode in _listeners(port):
        for process in Path("/proc").glob("[0-9]*"):
            if _holds(process, inode):
                name = (process / "comm").read_text(encoding="utf-8").strip()
                return f"{name}, process {process.name}"
    return "another program"


def _listeners(port: int) -> Iterator[str]:
    for table in ("/proc/net/tcp", "/proc/net/tcp6"):
        try:
            rows = Path(table).read_text(encoding="ascii").splitlines()[1:]
        except OSError:
            continue
        for fields in map(str.split, rows):
            if fields[3] == _LISTENING and int(fields[1].rpartition(":")[2], 16) == port:
                yield fields[9]


def _holds(process: Path, inode: str) -> bool:
    try:
        return any(str(link.readlink()) == f"socket:[{inode}]" for link in (process / "fd").iterdir())
    except OSError:  # another user's process, or it has just ended
        return False
