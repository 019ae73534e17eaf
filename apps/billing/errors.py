"""Refusals of the billing app."""

from __future__ import annotations

from kernel.errors import Conflict, InvalidInput, NotFound, PaymentRequired


class QuotaReached(PaymentRequired):
    """The plan's allowance of a meter does not cover this; nothing was charged.

    Details: meter, plan, limit, used, asked, resets_at.
    """

    code = "quota_reached"


class NoSuchRow(NotFound):
    """No ledger row with this id in the tenant."""


class CannotCorrect(Conflict):
    """A correction cannot itself be corrected."""

    code = "cannot_correct"


class BadPeriod(InvalidInput):
    """The asked period cannot be read, is empty, or is too long."""

    code = "invalid_period"


class UnknownPlan(RuntimeError):
    """A tenant's plan is not in the catalogue: a fault of the set-up, never of the customer."""
