"""Shortens long texts and says that it did."""


def cap(text: str, limit: int) -> str:
    """Return at most `limit` characters: the head and the tail, and how much is missing between."""
    if len(text) <= limit:
        return text
    # the number in the mark has at most as many digits as the whole length
    room = limit - len(_mark(len(text)))
    if room < 2:
        return text[: max(0, limit)]
    head = (room + 1) // 2
    tail = room - head
    return text[:head] + _mark(len(text) - head - tail) + text[len(text) - tail :]


def _mark(missing: int) -> str:
    return f"\n[… {missing} characters left out …]\n"
