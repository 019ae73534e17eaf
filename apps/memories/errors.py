"""Refusals of the memories app."""

from __future__ import annotations

from kernel.errors import Conflict, InvalidInput, NotFound, PreconditionFailed


class NoSuchMemory(NotFound):
    """No memory with this id within the actor's reach."""


class NoSuchPlace(NotFound):
    """No palace, wing or room of this name or id within the actor's reach."""


class NoSuchImport(NotFound):
    """No import with this id in the tenant."""


class UnstorableText(InvalidInput):
    """A text that Postgres or UTF-8 cannot hold; the details name the position."""

    code = "unstorable_text"


class BadFilter(InvalidInput):
    """A filter with an unknown field or operator, or a value of the wrong kind; `path` says where."""

    code = "invalid_filter"


class BadFile(InvalidInput):
    """A conversation file that cannot be read; `line` says where."""

    code = "invalid_file"


class SameMemory(Conflict):
    """The change would make a memory the same as another live one, whose id is in the details."""

    code = "duplicate_memory"


class StaleMemory(PreconditionFailed):
    """The memory has moved on; the details carry its present version."""
