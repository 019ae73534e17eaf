"""Prices and plans, read from one file and checked as a whole."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Annotated

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field

from apps.billing.domain.meters import Meter

FILE = Path(__file__).resolve().parents[1] / "catalogue.toml"
ZERO = Decimal(0)


@dataclass(frozen=True, kw_only=True, slots=True)
class Price:
    """The list price of one unit."""

    unit: str
    price: Decimal
    about: str


@dataclass(frozen=True, kw_only=True, slots=True)
class Plan:
    """What a tenant pays by the month, and how much it may use."""

    name: str
    title: str
    about: str
    monthly: Decimal
    credit: Decimal
    """Given anew each month and spent before anything is billed."""
    bills: bool
    limits: Mapping[Meter, int]

    def limit(self, meter: Meter) -> int | None:
        """The most of a meter in a calendar month; None means no limit."""
        return self.limits.get(meter)

    def included(self, meter: Meter) -> int | None:
        """Units a month that cost nothing; None means all of them."""
        return 0 if self.bills else self.limit(meter)

    def unit_price(self, listed: Price) -> Decimal:
        """What one unit costs on this plan."""
        return listed.price if self.bills else ZERO


@dataclass(frozen=True, kw_only=True, slots=True)
class Catalogue:
    """One version of all prices and plans."""

    version: str
    effective: date
    currency: str
    meters: Mapping[Meter, Price]
    seat: Price
    plans: Mapping[str, Plan]


Name = Annotated[str, Field(min_length=1, max_length=40)]


def _must_be_text(value: object) -> object:
    if not isinstance(value, str):
        raise ValueError("an amount is written as a string, since a float would already have lost digits")
    return value


Amount = Annotated[Decimal, BeforeValidator(_must_be_text), Field(ge=0, decimal_places=9, allow_inf_nan=False)]
Limit = Annotated[int, Field(ge=1, strict=True)]


class _Table(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class _PriceTable(_Table):
    unit: Name
    price: Amount
    about: str

    def to_price(self) -> Price:
        return Price(unit=self.unit, price=self.price, about=self.about)


class _PlanTable(_Table):
    title: Name
    about: str
    monthly: Amount
    credit: Amount
    bills: bool
    limits: dict[Meter, Limit]

    def to_plan(self, name: str) -> Plan:
        return Plan(
            name=name,
            title=self.title,
            about=self.about,
            monthly=self.monthly,
            credit=self.credit,
            bills=self.bills,
            limits=MappingProxyType(self.limits),
        )


class _File(_Table):
    version: Name
    effective: date
    currency: Annotated[str, Field(pattern="^[A-Z]{3}$")]
    meters: dict[Meter, _PriceTable]
    seat: _PriceTable
    plans: dict[Name, _PlanTable]


def read_catalogue(text: str) -> Catalogue:
    """Read a catalogue; raises ValueError (of tomllib or pydantic) naming what is wrong."""
    file = _File.model_validate(tomllib.loads(text))
    missing = sorted(set(Meter) - set(file.meters))
    if missing:
        raise ValueError(f"The catalogue has no price for {', '.join(missing)}.")
    return Catalogue(
        version=file.version,
        effective=file.effective,
        currency=file.currency,
        meters=MappingProxyType({meter: file.meters[meter].to_price() for meter in Meter}),
        seat=file.seat.to_price(),
        plans=MappingProxyType({name: plan.to_plan(name) for name, plan in file.plans.items()}),
    )


@cache
def current_catalogue() -> Catalogue:
    """The catalogue that this release ships, read once."""
    return read_catalogue(FILE.read_text(encoding="utf-8"))
