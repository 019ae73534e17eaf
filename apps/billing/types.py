"""What other apps get from this one."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal

from apps.billing.domain.meters import Meter as Meter


@dataclass(frozen=True, kw_only=True, slots=True)
class Usage:
    """What one operation used and cost; `remaining` is None where the plan has no limit."""

    meter: Meter
    quantity: Decimal
    cost_usd: Decimal
    remaining: int | None
