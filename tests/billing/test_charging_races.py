"""Charges that arrive together, each on a connection of its own."""

from __future__ import annotations

from functools import partial

import pytest

from apps.billing.errors import QuotaReached
from apps.billing.types import Meter, Usage
from kernel.actors import Actor
from tests.billing.ledger import STEP_LIMIT, charge, count_rows, read_counter, sum_rows
from tests.support.race import race

pytestmark = pytest.mark.service


def test_of_fifty_at_the_last_units_exactly_the_allowed_number_pass(ada: Actor) -> None:
    charge(ada, quantity=STEP_LIMIT - 7)

    results = race([partial(charge, ada)] * 50)

    passed = [result for result in results if isinstance(result, Usage)]
    refused = [result for result in results if isinstance(result, QuotaReached)]
    assert (len(passed), len(refused)) == (7, 43)
    assert sorted(str(usage.remaining) for usage in passed) == list("0123456")
    assert sum_rows(ada) == read_counter(ada) == STEP_LIMIT


def test_one_key_sent_twenty_times_at_once_is_charged_once(ada: Actor) -> None:
    results = race([partial(charge, ada, Meter.MEMORY_WRITE, 2, key="k")] * 20)

    assert len(results) == 20
    assert all(isinstance(result, Usage) and result.quantity == 2 for result in results)
    assert count_rows(ada) == 1
    assert read_counter(ada, Meter.MEMORY_WRITE) == 2


def test_two_tenants_do_not_use_up_one_another(ada: Actor, mallory: Actor) -> None:
    calls = [partial(charge, actor) for actor in (ada, mallory) for _ in range(10)]

    assert all(isinstance(result, Usage) for result in race(calls))
    assert read_counter(ada) == read_counter(mallory) == 10
