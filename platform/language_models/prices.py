"""What a model's tokens cost. Exact decimals; floats never touch a price."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal

from language_models.port import TokenUsage

PER_MILLION = Decimal(1_000_000)
# providers name snapshots by date: gpt-4o-2024-08-06, claude-sonnet-4-20250514
SNAPSHOT = re.compile(r"-(\d{4}-\d{2}-\d{2}|\d{8})$")


@dataclass(frozen=True, kw_only=True, slots=True)
class ModelPrice:
    """US dollars per million tokens; cached input costs the same as input unless given."""

    input: Decimal
    output: Decimal
    cached: Decimal | None = None

    def of(self, usage: TokenUsage) -> Decimal:
        """Return the exact, unrounded cost of a usage in US dollars."""
        fresh = usage.input - usage.cached
        cached = self.input if self.cached is None else self.cached
        total = fresh * self.input + usage.cached * cached + usage.output * self.output
        return total / PER_MILLION


PriceTable = Mapping[str, ModelPrice]

FREE = ModelPrice(input=Decimal(0), output=Decimal(0))
# list prices; an installation replaces this table when a provider changes them
LIST_PRICES: PriceTable = {
    "scripted": FREE,
    "gpt-4o": ModelPrice(input=Decimal("2.50"), cached=Decimal("1.25"), output=Decimal(10)),
    "gpt-4o-mini": ModelPrice(input=Decimal("0.15"), cached=Decimal("0.075"), output=Decimal("0.60")),
    "gpt-4.1": ModelPrice(input=Decimal(2), cached=Decimal("0.50"), output=Decimal(8)),
    "gpt-4.1-mini": ModelPrice(input=Decimal("0.40"), cached=Decimal("0.10"), output=Decimal("1.60")),
    "claude-sonnet-4": ModelPrice(input=Decimal(3), cached=Decimal("0.30"), output=Decimal(15)),
    "claude-3-5-haiku": ModelPrice(input=Decimal("0.80"), cached=Decimal("0.08"), output=Decimal(4)),
}


def find_cost(model: str, usage: TokenUsage, *, prices: PriceTable = LIST_PRICES) -> Decimal | None:
    """Return what a usage costs in US dollars, or None when the model's price is not known."""
    price = prices.get(model) or prices.get(SNAPSHOT.sub("", model))
    return price.of(usage) if price else None
