"""What tokens cost."""

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from language_models.port import TokenUsage
from language_models.prices import ModelPrice, find_cost

PRICES = {"m": ModelPrice(input=Decimal("2.50"), cached=Decimal("1.25"), output=Decimal(10))}


@pytest.mark.parametrize(
    ("usage", "cost"),
    [
        (TokenUsage(), "0"),
        (TokenUsage(input=1_000_000), "2.50"),
        (TokenUsage(input=1_000_000, cached=1_000_000), "1.25"),
        (TokenUsage(input=1, output=1), "0.0000125"),
        (TokenUsage(output=3, reasoning=3), "0.00003"),
    ],
)
def test_a_usage_costs_what_the_table_says_to_the_last_digit(usage: TokenUsage, cost: str) -> None:
    assert find_cost("m", usage, prices=PRICES) == Decimal(cost)


@pytest.mark.parametrize("name", ["m-2024-08-06", "m-20250514"])
def test_a_dated_snapshot_costs_what_its_family_costs(name: str) -> None:
    assert find_cost(name, TokenUsage(input=1_000_000), prices=PRICES) == Decimal("2.50")


@pytest.mark.parametrize("name", ["", "m-large", "other"])
def test_an_unknown_model_has_no_price_rather_than_a_guessed_one(name: str) -> None:
    assert find_cost(name, TokenUsage(input=1), prices=PRICES) is None


TOKENS = st.integers(0, 10**7)


@given(read=TOKENS, written=TOKENS, more=TOKENS)
def test_the_cost_of_two_calls_is_the_sum_of_their_costs(read: int, written: int, more: int) -> None:
    first, second = TokenUsage(input=read, cached=read // 2, output=written), TokenUsage(input=more, output=read)
    price = PRICES["m"]

    assert price.of(first) + price.of(second) == price.of(first + second)
