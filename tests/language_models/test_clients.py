"""What holds for every dialect: both clients against the same server."""

from dataclasses import replace
from itertools import count

import pytest

from language_models.errors import (
    AuthFailed,
    BadRequest,
    ContextTooLong,
    ModelError,
    QuotaExhausted,
    RateLimited,
    Timeout,
    Unavailable,
)
from language_models.openai import OpenAIModel
from language_models.port import FinishReason, ModelReply, ReplyDone, TextDelta, TokenUsage
from language_models.wire import Server
from tests.fakes.models.dialects import Says
from tests.fakes.models.server import Misbehaves, ModelServer, Raw, Refuses
from tests.language_models.conftest import QUESTION, Client

SEVEN = Says(text="The cat is seven\u2028years old – 七.", cached=4)


def test_a_reply_comes_with_its_reason_tokens_and_model(client: Client, server: ModelServer) -> None:
    server.will(SEVEN)

    assert client.complete(QUESTION) == ModelReply(
        text=SEVEN.text,
        finish_reason=FinishReason.STOP,
        usage=TokenUsage(input=11, output=5, cached=4),
        model="served-model",
    )


def test_a_stream_ends_with_the_reply_that_complete_would_have_returned(client: Client, server: ModelServer) -> None:
    server.will(SEVEN, SEVEN)

    *deltas, done = client.stream(QUESTION)

    assert "".join(delta.text for delta in deltas if isinstance(delta, TextDelta)) == SEVEN.text
    assert len(deltas) > 3
    assert done == ReplyDone(reply=client.complete(QUESTION))


@pytest.mark.parametrize(
    ("finish", "reason"),
    [("length", FinishReason.LENGTH), ("content_filter", FinishReason.FILTERED)],
)
def test_the_reason_a_reply_ended_is_one_vocabulary(
    client: Client, server: ModelServer, finish: str, reason: FinishReason
) -> None:
    server.will(Says(text="x", finish=finish))

    assert client.complete(QUESTION).finish_reason is reason


@pytest.mark.parametrize(
    ("status", "message", "error"),
    [
        (400, "bad thing", BadRequest),
        (400, "This model's maximum context length is 8192 tokens", ContextTooLong),
        (400, "prompt is too long: 210000 tokens > 200000 maximum", ContextTooLong),
        (400, "Your credit balance is too low", QuotaExhausted),
        (401, "invalid x-api-key", AuthFailed),
        (403, "not allowed", AuthFailed),
        (404, "no such model", BadRequest),
        (408, "slow", Timeout),
        (413, "too large", ContextTooLong),
        (422, "unprocessable", BadRequest),
        (429, "slow down", RateLimited),
        (429, "insufficient_quota", QuotaExhausted),
        (500, "oops", Unavailable),
        (503, "loading", Unavailable),
        (504, "gateway", Timeout),
        (529, "overloaded", Unavailable),
    ],
)
def test_a_refusal_says_what_can_be_done_about_it(
    client: Client, server: ModelServer, status: int, message: str, error: type[ModelError]
) -> None:
    server.will(Refuses(status=status, message=message))

    with pytest.raises(ModelError, match=message) as caught:
        client.complete(QUESTION)

    assert type(caught.value) is error
    assert "sk-secret" not in str(caught.value)


@pytest.mark.parametrize(
    ("headers", "seconds"),
    [
        ({"Retry-After": "7"}, 7.0),
        ({"retry-after-ms": "250"}, 0.25),
        ({"Retry-After": "Wed, 01 Jan 2070 00:00:00 GMT"}, None),
        ({"Retry-After": "soon"}, None),
        ({}, None),
    ],
)
def test_the_wait_a_server_asks_for_is_passed_on(
    client: Client, server: ModelServer, headers: dict[str, str], seconds: float | None
) -> None:
    server.will(Refuses(status=429, headers=headers))

    with pytest.raises(RateLimited) as caught:
        client.complete(QUESTION)

    if seconds is not None or "2070" not in str(headers):
        assert caught.value.retry_after == seconds
    else:
        assert (caught.value.retry_after or 0) > 10**8


def test_a_stream_that_is_cut_is_an_error_and_not_a_short_reply(client: Client, server: ModelServer) -> None:
    server.will(Misbehaves(says=SEVEN, cut_after=5))

    with pytest.raises(Unavailable):
        list(client.stream(QUESTION))


def test_a_stream_that_ends_early_but_politely_is_an_error_too(client: Client, server: ModelServer) -> None:
    server.will(Raw(body=b": nothing to say\n\n"))

    with pytest.raises(Unavailable, match="without saying why"):
        list(client.stream(QUESTION))


def test_a_body_that_is_cut_is_an_error(client: Client, server: ModelServer) -> None:
    server.will(Misbehaves(says=SEVEN, cut_after=1))

    with pytest.raises(Unavailable):
        client.complete(QUESTION)


@pytest.mark.parametrize("body", [b"<html>It works!</html>", b"[]", b"{", b'{"error": {"message": "no"}}', b"\xff"])
def test_a_success_that_is_nonsense_is_an_error(client: Client, server: ModelServer, body: bytes) -> None:
    server.will(Raw(body=body))

    with pytest.raises(Unavailable):
        client.complete(QUESTION)


def test_a_server_that_drips_is_given_up_at_the_deadline(server: ModelServer) -> None:
    server.will(Misbehaves(says=Says(text="x" * 2_000), seconds_between_pieces=0.01))
    ticks = count()
    impatient = OpenAIModel("m", Server(base_url=server.url, deadline_seconds=5), clock=lambda: float(next(ticks)))

    with pytest.raises(Timeout, match="too slow"):
        impatient.complete(QUESTION)
    impatient.close()


def test_a_silent_server_is_given_up(server: ModelServer) -> None:
    server.will(Misbehaves(says=SEVEN, seconds_between_pieces=5))
    impatient = OpenAIModel("m", Server(base_url=server.url, silence_seconds=0.1))

    with pytest.raises(Timeout, match="in time"):
        impatient.complete(QUESTION)
    impatient.close()


def test_a_request_may_ask_for_less_time_than_the_server_is_given(client: Client, server: ModelServer) -> None:
    server.will(Misbehaves(says=SEVEN, seconds_between_pieces=5))

    with pytest.raises(Timeout):
        client.complete(replace(QUESTION, deadline_seconds=0.1))


def test_a_server_that_is_not_there_is_unavailable() -> None:
    absent = OpenAIModel("m", Server(base_url="http://127.0.0.1:9", connect_seconds=1))

    with pytest.raises(Unavailable):
        absent.complete(QUESTION)
    absent.close()


@pytest.mark.parametrize("address", ["not an address", "http://[", "ftp://127.0.0.1", "http://127.0.0.1:99999"])
def test_an_address_that_is_none_is_refused_as_such(address: str) -> None:
    with pytest.raises(ModelError):
        OpenAIModel("m", Server(base_url=address)).complete(QUESTION)


def test_a_redirect_is_not_followed_with_our_key(client: Client, server: ModelServer) -> None:
    server.will(Refuses(status=307, headers={"Location": server.url + "/elsewhere"}))

    with pytest.raises(ModelError):
        client.complete(QUESTION)
    assert len(server.received) == 1


def test_a_request_with_lone_surrogates_is_still_sent(client: Client, server: ModelServer) -> None:
    server.will(SEVEN)
    broken = replace(QUESTION.messages[1], content="half an emoji \ud83d")

    assert client.complete(replace(QUESTION, messages=(broken,))).text == SEVEN.text


def test_the_key_is_not_shown_when_a_server_is_printed() -> None:
    assert "sk-secret" not in repr(Server(base_url="http://x", api_key="sk-secret"))
