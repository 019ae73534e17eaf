"""Running in the background: the caller watches the start, the instance outlives the caller."""

import os
import signal
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TextIO

from infra.launcher.progress import Progress, Sink

_READY = "\0"  # no text contains it


@dataclass(frozen=True, kw_only=True, slots=True)
class Background:
    """The detached side: where to tell the waiting caller."""

    progress: Progress
    channel: TextIO

    def ready(self) -> None:
        """Let the caller go."""
        self.channel.write(_READY)
        self.channel.flush()
        self.channel.close()


def detach(log: Path, work: Callable[[Background], int]) -> int:
    """Run `work` in the background; return 0 once it is ready, 1 if it ended before."""
    animated = sys.stdout.isatty()
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reading)
        os._exit(_run_detached(log, writing, work, animated=animated))
    os.close(writing)
    return _follow(reading, child)


def _run_detached(log: Path, writing: int, work: Callable[[Background], int], *, animated: bool) -> int:
    os.setsid()
    signal.signal(signal.SIGHUP, signal.SIG_IGN)
    with log.open("a", encoding="utf-8") as record, Path(os.devnull).open("rb") as nothing:
        os.dup2(nothing.fileno(), 0)
        os.dup2(record.fileno(), 1)
        os.dup2(record.fileno(), 2)
        watcher = os.fdopen(writing, "w", encoding="utf-8")
        sinks = [Sink(stream=watcher, animated=animated), Sink(stream=record, animated=False)]
        background = Background(progress=Progress(sinks=sinks), channel=watcher)
        code = work(background)
        if not watcher.closed:
            watcher.close()
        return code


def _follow(reading: int, child: int) -> int:
    ready = False
    try:
        while part := os.read(reading, 4096):
            text = part.decode(errors="replace")
            ready = ready or _READY in text
            sys.stdout.write(text.replace(_READY, ""))
            sys.stdout.flush()
    except KeyboardInterrupt:
        os.kill(child, signal.SIGTERM)
        while os.read(reading, 4096):
            pass
        return 130
    return 0 if ready else 1
