"""What can go wrong, in words a newcomer can act on."""

from pathlib import Path

_TAIL_LINES = 30
_TRACEBACK = "Traceback (most recent call last):"


class LauncherError(Exception):
    """A failure whose text says what is wrong and what to do about it."""


class Stopped(BaseException):
    """A signal asked for the end; a BaseException so that no handler takes it for a failure."""


class CommandFailed(LauncherError):
    """A command ended badly; carries the end of its log."""

    def __init__(self, what: str, log: Path) -> None:
        super().__init__(f"{what} failed.\n{log_tail(log)}\nThe whole log: {log}")


def log_tail(log: Path, *, lines: int = _TAIL_LINES) -> str:
    """Return the last lines of a log, indented, of a Python traceback only its end; an empty or absent log says so."""
    try:
        text = log.read_text(encoding="utf-8", errors="replace")
    except OSError:
        text = ""
    kept = _without_traceback(text.splitlines())[-lines:] or ["(the log is empty)"]
    return "\n".join(f"    {line}" for line in kept)


def _without_traceback(lines: list[str]) -> list[str]:
    """Return what follows the last frame: where in our code it happened helps nobody who sets up a server."""
    frames = [number for number, line in enumerate(lines) if line.startswith("  File ")]
    if not frames or _TRACEBACK not in lines:
        return lines
    after = lines[frames[-1] :]
    ends = (number for number, line in enumerate(after) if line and not line.startswith(" "))
    return after[next(ends, 0) :]
