"""The model that needs no key."""

import pytest

from language_models.errors import BadRequest, Unavailable
from language_models.port import FinishReason, ModelReply, ReplyDone, TextDelta, TokenUsage
from language_models.prices import find_cost
from language_models.providers import ModelChoice, Provider, open_model
from language_models.recall_script import DISCLAIMER
from language_models.scripted import ScriptedModel
from tests.language_models.conftest import QUESTION


def test_replies_come_in_the_order_they_were_written() -> None:
    model = ScriptedModel(["one", "two"])

    assert [model.complete(QUESTION).text, model.complete(QUESTION).text] == ["one", "two"]
    assert model.requests == [QUESTION, QUESTION]


def test_an_error_in_the_script_is_raised() -> None:
    model = ScriptedModel([Unavailable("down"), "up"])

    with pytest.raises(Unavailable):
        model.complete(QUESTION)
    assert model.complete(QUESTION).text == "up"


def test_a_script_that_is_over_says_so() -> None:
    with pytest.raises(BadRequest, match="only 0 replies"):
        ScriptedModel([]).complete(QUESTION)


def test_a_script_can_answer_the_conversation() -> None:
    model = ScriptedModel(lambda request: request.messages[-1].content.upper())

    assert model.complete(QUESTION).text == "HOW OLD IS THE CAT?"


def test_a_whole_reply_can_be_scripted() -> None:
    cut = ModelReply(text="x", finish_reason=FinishReason.LENGTH, usage=TokenUsage(output=1), model="m")

    assert ScriptedModel([cut]).complete(QUESTION) == cut


def test_a_scripted_stream_ends_like_any_other() -> None:
    *deltas, done = ScriptedModel(["a\nb"]).stream(QUESTION)

    assert deltas == [TextDelta(text="a\n"), TextDelta(text="b")]
    assert isinstance(done, ReplyDone) and done.reply.text == "a\nb"


def test_it_says_what_it_is_and_costs_nothing() -> None:
    model = open_model(ModelChoice(provider=Provider.SCRIPTED))
    reply = model.complete(QUESTION)

    assert (model.name, reply.model) == ("scripted", "scripted")
    assert DISCLAIMER in reply.text
    assert find_cost(reply.model, reply.usage) == 0
