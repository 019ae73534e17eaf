"""The catalogue is checked as a whole when it is read."""

from __future__ import annotations

from decimal import Decimal

import pytest

from apps.billing.domain.catalogue import FILE, current_catalogue, read_catalogue
from apps.billing.domain.meters import Meter

TEXT = FILE.read_text(encoding="utf-8")


def test_every_meter_has_a_price_above_zero() -> None:
    prices = current_catalogue().meters

    assert set(prices) == set(Meter)
    assert all(price.price > 0 for price in prices.values())


def test_a_thousand_recalls_cost_less_than_the_cheapest_rival() -> None:
    recall = current_catalogue().meters[Meter.MEMORY_RECALL]

    assert recall.price * 1_000 < Decimal("0.005")


def test_free_limits_every_meter_and_never_bills() -> None:
    free = current_catalogue().plans["free"]

    assert all(free.limit(meter) is not None for meter in Meter)
    assert all(free.unit_price(price) == 0 for price in current_catalogue().meters.values())


def test_self_host_limits_nothing_and_bills_nothing() -> None:
    hosted = current_catalogue().plans["self-host"]

    assert not hosted.limits
    assert hosted.included(Meter.MEMORY_WRITE) is None
    assert not hosted.bills


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('price = "0.00005"', "price = 0.00005"),
        ('price = "0.00005"', 'price = "-1"'),
        ('price = "0.00005"', 'price = "NaN"'),
        ('price = "0.00005"', 'price = "0.0000000001"'),
        ('[meters."memory.write"]', '[meters."memory.wrote"]'),
        ("bills = true", "bill = true"),
        ('"memory.write" = 10_000', '"memory.write" = 0'),
        ('currency = "USD"', 'currency = "dollars"'),
        ('version = "2026-12"', 'version = ""'),
    ],
)
def test_a_faulty_catalogue_is_refused(old: str, new: str) -> None:
    assert old in TEXT

    with pytest.raises(ValueError, match="."):
        read_catalogue(TEXT.replace(old, new, 1))


def test_a_catalogue_without_a_meter_names_it() -> None:
    start = TEXT.index('[meters."agent.step"]')
    end = TEXT.index('[meters."sandbox.second"]')

    with pytest.raises(ValueError, match="no price for agent.step"):
        read_catalogue(TEXT[:start] + TEXT[end:])
