"""Limits of a run, checked before each call."""

from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum

from apps.agents.domain.steps import Spending


class Limit(StrEnum):
    """The things a run can run out of."""

    STEPS = "steps"
    TOKENS = "tokens"
    SECONDS = "seconds"
    COST = "cost"


@dataclass(frozen=True, kw_only=True, slots=True)
class Limits:
    """The most a run may use; None is no limit, 0 is nothing at all. Cost is in US dollars."""

    steps: int = 20
    tokens: int | None = None
    seconds: float | None = None
    cost: Decimal | None = None

    def find_exceeded(self, spent: Spending, *, steps: int) -> "Exceeded | None":
        """Return the limit that forbids one more call, or None while all leave room."""
        used: tuple[tuple[Limit, int | float | Decimal, int | float | Decimal | None], ...] = (
            (Limit.STEPS, steps, self.steps),
            (Limit.TOKENS, spent.usage.total, self.tokens),
            (Limit.SECONDS, spent.seconds, self.seconds),
            (Limit.COST, spent.cost, self.cost),
        )
        for limit, quantity, most in used:
            if most is not None and quantity >= most:
                return Exceeded(limit=limit, used=str(quantity), allowed=str(most))
        if self.cost is not None and spent.unpriced_calls:
            # a cap that cannot be measured must not pass for one that holds
            return Exceeded(limit=Limit.COST, used="unknown", allowed=str(self.cost))
        return None

    def find_late(self, spent: Spending) -> "Exceeded | None":
        """Return the time limit when it is used up, or None."""
        if self.seconds is None or spent.seconds < self.seconds:
            return None
        return Exceeded(limit=Limit.SECONDS, used=str(spent.seconds), allowed=str(self.seconds))

    def find_too_dear(self, spent: Spending, *, prompt_tokens: int) -> "Exceeded | None":
        """Return the token limit when a prompt of this size and one token of reply would break it."""
        if self.tokens is None or spent.usage.total + prompt_tokens < self.tokens:
            return None
        needed = f"{spent.usage.total} and a prompt of about {prompt_tokens}"
        return Exceeded(limit=Limit.TOKENS, used=needed, allowed=str(self.tokens))

    def seconds_left(self, spent: Spending) -> float | None:
        """Return the seconds that are left, or None without such a limit."""
        return None if self.seconds is None else max(0.0, self.seconds - spent.seconds)

    def tokens_left(self, spent: Spending) -> int | None:
        """Return the tokens that are left, or None without such a limit."""
        return None if self.tokens is None else max(0, self.tokens - spent.usage.total)


@dataclass(frozen=True, kw_only=True, slots=True)
class Exceeded:
    """Which limit was reached, for the person who has to decide whether to raise it."""

    limit: Limit
    used: str
    allowed: str

    @property
    def message(self) -> str:
        """Return the limit in words."""
        return f"The limit of {self.limit.value} is reached: {self.used} used, {self.allowed} allowed."
