"""What can go wrong, in words a newcomer can act on."""

from pathlib import Path

_TAIL_LINES = 30


class LauncherError(Exception):
    """A failure whose text says what is wrong and what to do about it."""


class Stopped(BaseException):
    """A signal asked for the end; a BaseException so that no handler takes it for a failure."""


class CommandFailed(LauncherError):
    """A command ended badly; carries the end of its log."""

    def __init__(self, what: str, log: Path) -> None:
        super().__init__(f"{what} failed.\n{log_tail(log)}\nThe whole log: {log}")


def log_tail(log: Path, *, lines: int = _TAIL_LINES) -> str:
    """Return the last lines of a log, indented; an empty or absent log says so."""
    try:
        text = log.read_text(encoding="utf-8", errors="replace")
    except OSError:
        text = ""
    kept = text.splitlines()[-lines:] or ["(the log is empty)"]
    return "\n".join(f"    {line}" for line in kept)
