"""Quantities and prices are exact."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta, timezone
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from apps.billing.domain import amounts
from apps.billing.domain.periods import period_of

QUANTITIES = st.decimals(min_value=Decimal("0.000001"), max_value=10**12, places=6)
PRICES = st.decimals(min_value=0, max_value=100, places=9)


@pytest.mark.parametrize(
    ("asked", "held"),
    [(1, "1"), (Decimal("0.0016"), "0.0016"), (Decimal("0.0000001"), "0.000001"), (Decimal("1.0000001"), "1.000001")],
)
def test_no_work_is_so_small_that_it_counts_as_none(asked: Decimal | int, held: str) -> None:
    assert amounts.to_quantity(asked) == Decimal(held)


@pytest.mark.parametrize("wrong", [0, -1, Decimal("-0.1"), Decimal("NaN"), Decimal("Infinity")])
def test_a_charge_of_nothing_or_less_is_a_fault(wrong: Decimal | int) -> None:
    with pytest.raises(ValueError, match="above zero"):
        amounts.to_quantity(wrong)


@given(st.lists(QUANTITIES, max_size=30), PRICES)
def test_the_costs_of_the_parts_are_the_cost_of_the_whole(parts: list[Decimal], price: Decimal) -> None:
    whole = sum(parts, Decimal(0))

    assert sum((amounts.cost(part, price) for part in parts), Decimal(0)) == amounts.cost(whole, price)


@given(QUANTITIES)
def test_tidying_keeps_the_amount_and_drops_the_exponent(amount: Decimal) -> None:
    tidy = amounts.tidy(amount)

    assert tidy == amount
    assert "E+" not in str(tidy)


@pytest.mark.parametrize(
    ("limit", "used", "left"), [(None, "5", None), (10, "0", 10), (10, "9.5", 0), (10, "10", 0), (10, "12", 0)]
)
def test_only_whole_units_are_said_to_be_left(limit: int | None, used: str, left: int | None) -> None:
    assert amounts.left(limit, Decimal(used)) == left


@pytest.mark.parametrize(
    ("at", "start", "end"),
    [
        (datetime(2026, 12, 31, 23, 59, tzinfo=UTC), date(2026, 12, 1), date(2027, 1, 1)),
        (datetime(2028, 2, 29, tzinfo=UTC), date(2028, 2, 1), date(2028, 3, 1)),
        (datetime(2027, 1, 1, 1, tzinfo=timezone(timedelta(hours=2))), date(2026, 12, 1), date(2027, 1, 1)),
    ],
)
def test_a_period_is_a_calendar_month_in_utc(at: datetime, start: date, end: date) -> None:
    period = period_of(at)

    assert (period.start, period.end) == (start, end)


def test_a_time_without_a_zone_has_no_period() -> None:
    with pytest.raises(ValueError, match="aware"):
        period_of(datetime(2026, 12, 1))  # noqa: DTZ001  (the fault under test)
