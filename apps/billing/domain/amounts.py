"""Quantities and money below a cent, exact to the last digit."""

from __future__ import annotations

from decimal import ROUND_FLOOR, ROUND_UP, Decimal

GRAIN = Decimal("0.000001")
"""The finest quantity that a ledger row holds."""


def to_quantity(quantity: Decimal | int) -> Decimal:
    """A quantity as the ledger holds it: six decimals, rounded up so that no work counts as none.

    Raises ValueError unless it is a finite number above zero.
    """
    exact = Decimal(quantity)
    if not exact.is_finite() or exact <= 0:
        raise ValueError(f"A charge needs a quantity above zero, not {quantity}.")
    return exact.quantize(GRAIN, rounding=ROUND_UP)


def cost(quantity: Decimal, unit_price: Decimal) -> Decimal:
    """The exact price of a quantity; rounding waits for the invoice line."""
    return tidy(quantity * unit_price)


def left(limit: int | None, used: Decimal) -> int | None:
    """Whole units left under a limit, never below zero; None where there is no limit."""
    if limit is None:
        return None
    return max(0, int((limit - used).to_integral_value(rounding=ROUND_FLOOR)))


def tidy(amount: Decimal) -> Decimal:
    """The same amount without trailing zeros and without an exponent above zero."""
    short = amount.normalize()
    return short.quantize(Decimal(1)) if short == short.to_integral_value() else short
