"""sys.stdout and sys.stderr of a step."""

from __future__ import annotations

import io

from apps.sandbox.runtime.guest import host, stops

BUFFERED_CHARS = 4096
PIECE_CHARS = 65536


class StepStream(io.TextIOBase):
    """Line-buffered text to the host, so that what was printed before a kill is not lost."""

    encoding = "utf-8"

    def __init__(self, stream: int) -> None:
        self._stream = stream
        self._pieces: list[str] = []
        self._chars = 0

    def writable(self) -> bool:
        return True

    def write(self, text: str) -> int:
        self._pieces.append(text)
        self._chars += len(text)
        if self._chars > BUFFERED_CHARS or "\n" in text:
            self.flush()
        return len(text)

    def flush(self) -> None:
        text = "".join(self._pieces)
        self._pieces, self._chars = [], 0
        for start in range(0, len(text), PIECE_CHARS):
            if not host.emit(self._stream, text[start : start + PIECE_CHARS]):
                raise stops.stop(stops.OutputLimit("this step printed too much; the rest was dropped"))
