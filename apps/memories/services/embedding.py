"""The dense leg's writing side: chunks to vectors, in the worker."""

from __future__ import annotations

from kernel.notices import Notice


def notice_of_missing_model() -> Notice | None:
    return None
