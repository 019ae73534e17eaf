"""One line per step with its seconds; a moving line while steps run, on a terminal only."""

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TextIO

from infra.launcher.errors import Stopped

_FRAMES = "|/-\\"
_CLEAR_LINE = "\r\x1b[K"


@dataclass(frozen=True, kw_only=True, slots=True)
class Sink:
    """Where progress is shown; `animated` if it is a terminal."""

    stream: TextIO
    animated: bool

    def show(self, line: str) -> None:
        """Write a lasting line."""
        self._write(f"{_CLEAR_LINE if self.animated else ''}{line}\n")

    def draw(self, line: str) -> None:
        """Replace the moving line."""
        if self.animated:
            self._write(_CLEAR_LINE + line)

    def _write(self, text: str) -> None:
        try:
            self.stream.write(text)
            self.stream.flush()
        except (BrokenPipeError, ValueError):
            pass  # nobody watches any more: the work goes on


@dataclass(kw_only=True, slots=True)
class Progress:
    """The steps of one start; safe to use from several threads."""

    sinks: list[Sink]
    begun: float = field(default_factory=time.monotonic)
    _running: dict[str, float] = field(default_factory=dict)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def say(self, line: str) -> None:
        """Show a line that stays."""
        with self._lock:
            for sink in self.sinks:
                sink.show(line)

    @contextmanager
    def step(self, running: str, done: str) -> Iterator[None]:
        """Time a step: `running` moves on a terminal, `done` stays with the seconds taken."""
        started = self._enter(running)
        outcome = f"FAILED: {running}"
        try:
            yield
            outcome = done
        except Stopped:
            outcome = f"stopped: {running}"
            raise
        finally:
            self._leave(running)
            self.say(f"  {time.monotonic() - started:6.1f} s  {outcome}")

    def seconds(self) -> float:
        """Return the time since the start."""
        return time.monotonic() - self.begun

    def _enter(self, running: str) -> float:
        now = time.monotonic()
        with self._lock:
            self._running[running] = now
        if any(sink.animated for sink in self.sinks):
            threading.Thread(target=self._animate, args=(running,), daemon=True).start()
        return now

    def _leave(self, running: str) -> None:
        with self._lock:
            del self._running[running]

    def _animate(self, owner: str) -> None:
        frame = 0
        while True:
            with self._lock:
                if owner not in self._running:
                    return
                # one thread per step, but only the oldest step's thread draws
                if owner == next(iter(self._running)):
                    self._draw(_FRAMES[frame % len(_FRAMES)])
            frame += 1
            time.sleep(0.15)

    def _draw(self, frame: str) -> None:
        now = time.monotonic()
        parts = [f"{name} {now - since:.0f} s" for name, since in self._running.items()]
        for sink in self.sinks:
            sink.draw(f"  {frame} {', '.join(parts)}"[:110])
