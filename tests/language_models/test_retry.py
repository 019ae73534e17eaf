"""Retries: short, jittered, classified, and never a sleep of minutes."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from language_models.errors import AuthFailed, BadRequest, ModelError, RateLimited, Timeout, Unavailable
from language_models.openai import OpenAIModel
from language_models.port import TextDelta
from language_models.retry import RetryingModel, RetryPolicy, Surroundings
from language_models.scripted import Line, ScriptedModel
from language_models.wire import Server
from tests.fakes.models.dialects import Says
from tests.fakes.models.server import Misbehaves, ModelServer, Refuses
from tests.language_models.conftest import QUESTION


class World:
    """A clock that only sleeping moves, and no luck."""

    def __init__(self) -> None:
        self.slept: list[float] = []

    def around(self) -> Surroundings:
        return Surroundings(clock=lambda: sum(self.slept), sleep=self.slept.append, luck=lambda: 0.0)


def retrying(world: World, lines: Sequence[Line], policy: RetryPolicy | None = None) -> RetryingModel:
    return RetryingModel(ScriptedModel(lines), policy=policy, surroundings=world.around())


@pytest.mark.parametrize("error", [Unavailable("503"), Timeout("late"), RateLimited("slow down")])
def test_what_may_pass_is_tried_again(error: ModelError) -> None:
    world = World()

    assert retrying(world, [error, error, "fine"]).complete(QUESTION).text == "fine"
    assert world.slept == [0.25, 0.5]


@pytest.mark.parametrize("error", [BadRequest("no"), AuthFailed("no")])
def test_what_will_not_pass_is_not_tried_again(error: ModelError) -> None:
    world = World()

    with pytest.raises(type(error)):
        retrying(world, [error, "fine"]).complete(QUESTION)
    assert world.slept == []


def test_the_last_error_is_raised_when_patience_ends() -> None:
    world = World()
    errors = [Unavailable(str(number)) for number in range(1, 6)]

    with pytest.raises(Unavailable, match="4"):
        retrying(world, errors).complete(QUESTION)


def test_a_short_wait_the_server_asks_for_is_kept() -> None:
    world = World()

    retrying(world, [RateLimited("slow", retry_after=3.0), "fine"]).complete(QUESTION)

    assert world.slept == [3.0]


def test_a_long_wait_is_handed_to_the_caller_instead_of_slept_through() -> None:
    world = World()

    with pytest.raises(RateLimited) as caught:
        retrying(world, [RateLimited("slow", retry_after=30.0), "fine"]).complete(QUESTION)

    assert (world.slept, caught.value.retry_after) == ([], 30.0)


def test_all_waits_together_have_a_limit_too() -> None:
    world = World()
    policy = RetryPolicy(attempts=100, first_wait=8.0, give_up_after=20.0)

    with pytest.raises(Unavailable):
        retrying(world, [Unavailable("no")] * 100, policy).complete(QUESTION)
    assert sum(world.slept) <= 20.0


def test_the_deadline_of_a_request_counts_its_waits_and_ends_them() -> None:
    world = World()
    script = ScriptedModel([Unavailable("no")] * 9)
    model = RetryingModel(script, surroundings=world.around())

    with pytest.raises(Unavailable):
        model.complete(replace(QUESTION, deadline_seconds=1.0))

    assert world.slept == [0.25, 0.5]
    assert [request.deadline_seconds for request in script.requests] == [1.0, 0.75, 0.25]


@given(luck=st.floats(0, 1, exclude_max=True), attempts=st.integers(2, 12))
def test_waits_grow_up_to_the_longest_and_luck_spreads_them(luck: float, attempts: int) -> None:
    policy = RetryPolicy()
    waits = [policy.wait_before(attempt, luck=luck) for attempt in range(2, attempts + 2)]

    assert all(earlier <= later for earlier, later in pairwise(waits))
    assert all(0 < wait <= policy.longest_wait for wait in waits)


def test_a_stream_is_tried_again_before_its_first_piece(server: ModelServer) -> None:
    server.will(Refuses(status=503), Refuses(status=429, headers={"Retry-After": "1"}), Says(text="fine"))
    world = World()
    inner = OpenAIModel("m", Server(base_url=server.url))
    model = RetryingModel(inner, surroundings=world.around())

    deltas = list(model.stream(QUESTION))
    inner.close()

    assert "".join(delta.text for delta in deltas if isinstance(delta, TextDelta)) == "fine"
    assert world.slept == [0.25, 1.0]


def test_a_stream_that_broke_after_its_first_piece_is_not_repeated(server: ModelServer) -> None:
    server.will(Misbehaves(says=Says(text="fine and more"), cut_after=3), Says(text="fine"))
    inner = OpenAIModel("m", Server(base_url=server.url))
    model = RetryingModel(inner, surroundings=World().around())

    with pytest.raises(Unavailable):
        list(model.stream(QUESTION))
    inner.close()
    assert len(server.received) == 1
