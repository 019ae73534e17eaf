"""Cuts a reply at its stop sequences for servers that cannot do it themselves."""


class StopCutter:
    """Passes text through until a stop sequence appears, even when it arrives in pieces."""

    def __init__(self, stops: tuple[str, ...]) -> None:
        self._stops = stops
        self._held = ""
        self._keep = max((len(stop) for stop in stops), default=1) - 1
        self.stopped = False

    def feed(self, text: str) -> str:
        """Return what may be shown now; text that might begin a stop sequence is held back."""
        if self.stopped:
            return ""
        self._held += text
        found = [at for stop in self._stops if (at := self._held.find(stop)) >= 0]
        if found:
            self.stopped = True
            return self._release(min(found))
        return self._release(max(0, len(self._held) - self._keep))

    def finish(self) -> str:
        """Return what was held back, once no more text will come."""
        return "" if self.stopped else self._release(len(self._held))

    def _release(self, size: int) -> str:
        ready, self._held = self._held[:size], self._held[size:]
        return ready


def cut(text: str, stops: tuple[str, ...]) -> str:
    """Return the text up to the first stop sequence."""
    cutter = StopCutter(stops)
    return cutter.feed(text) + cutter.finish()
