"""Refusals of the agents app."""

from __future__ import annotations

from kernel.errors import Conflict, InvalidInput, NotFound, Unavailable


class NoSuchAgent(NotFound):
    """No agent with this id in the tenant."""


class NoSuchRun(NotFound):
    """No run with this id in the tenant that worked within the actor's palaces."""


class NameTaken(Conflict):
    """Another agent of the tenant has this name."""

    code = "name_taken"


class RunIsOver(Conflict):
    """The run has ended; there is nothing left to cancel."""

    code = "run_is_over"


class ModelNotConfigured(Conflict):
    """The instance has no endpoint or key for the model that the agent names."""

    code = "model_not_configured"


class BadArguments(InvalidInput):
    """A tool was called with arguments that it does not take."""

    code = "invalid_arguments"


class TooManyStreams(Unavailable):
    """This process serves as many event streams as it can."""

    code = "too_many_streams"
