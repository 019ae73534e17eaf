"""Versions, keys, and what is answered to those who do not speak the protocol."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import replace

import httpx
import pytest
from mcp import MCPError

from kernel.actors import Actor, Permission
from tests.mcp.client import Caller, said
from tests.support import cast

pytestmark = pytest.mark.service
Mcp = Callable[[Actor], Caller]
OLD = ["2025-11-25", "2025-06-18", "2025-03-26"]


def post(url: str, key: str, body: object, **headers: str) -> httpx.Response:
    """A message by hand."""
    sent = {name.replace("_", "-"): value for name, value in headers.items()}
    accept = {"Accept": "application/json, text/event-stream", "Authorization": f"Bearer {key}"}
    return httpx.post(url, json=body, headers={**accept, **sent})


def request(method: str, **params: object) -> dict[str, object]:
    """A JSON-RPC request."""
    return {"jsonrpc": "2.0", "id": 1, "method": method, "params": params}


def test_the_official_client_speaks_the_newest_version(ada: Actor, mcp: Mcp) -> None:
    assert mcp(ada).version() == "2026-07-28"


def test_the_official_client_can_use_the_older_handshake(ada: Actor, mcp_url: str) -> None:
    caller = Caller(mcp_url, cast.key_for(ada), mode="legacy")

    kept = caller.call("remember", content="an old client wrote this")

    assert (caller.version(), kept.is_error) == ("2025-11-25", False)
    assert [tool.name for tool in caller.tools()][0] == "recall"


@pytest.mark.parametrize("version", OLD)
def test_a_client_of_an_older_version_shakes_hands_lists_and_calls(ada: Actor, mcp_url: str, version: str) -> None:
    key = cast.key_for(ada)
    client = {"name": "old", "version": "1"}

    hello = post(mcp_url, key, request("initialize", protocolVersion=version, capabilities={}, clientInfo=client))
    ready = post(mcp_url, key, {"jsonrpc": "2.0", "method": "notifications/initialized"}, MCP_Protocol_Version=version)
    tools = post(mcp_url, key, request("tools/list"), MCP_Protocol_Version=version)
    call = request("tools/call", name="recall", arguments={"query": "anything"})
    found = post(mcp_url, key, call, MCP_Protocol_Version=version)

    assert hello.json()["result"]["protocolVersion"] == version
    assert (ready.status_code, len(tools.json()["result"]["tools"])) == (202, 5)
    assert found.json()["result"]["structuredContent"]["items"] == []


@pytest.mark.parametrize("header", [None, "Bearer", "Bearer enf_wrong", "Basic enf_wrong", "Bearer \u00fc"])
def test_without_a_valid_key_the_answer_is_401_and_says_what_is_needed(mcp_url: str, header: str | None) -> None:
    headers = {} if header is None else {b"Authorization": header.encode()}

    answer = httpx.post(mcp_url, json=request("tools/list"), headers=headers)

    assert (answer.status_code, answer.headers["WWW-Authenticate"]) == (401, "Bearer")
    assert answer.json()["error"]["code"] in ("unauthenticated", "bad_api_key")


def test_the_official_client_cannot_connect_with_a_wrong_key(mcp_url: str) -> None:
    with pytest.raises(BaseExceptionGroup) as failure:
        Caller(mcp_url, "enf_wrong").tools()

    assert isinstance(_first(failure.value), MCPError)


def _first(error: BaseException) -> BaseException:
    while isinstance(error, BaseExceptionGroup):
        error = error.exceptions[0]
    return error


def test_two_tenants_calling_at_once_never_see_each_other(ada: Actor, mallory: Actor, mcp: Mcp) -> None:
    callers = {"acorn": mcp(ada), "birch": mcp(mallory)}
    for name, caller in callers.items():
        caller.call("remember", content=f"the secret word is {name}")

    async def ask(name: str, caller: Caller) -> list[tuple[str, str]]:
        async with caller.connected() as client:
            answers = [said(await client.call_tool("recall", {"query": "secret word"})) for _ in range(8)]
        return [(name, item["content"]) for answer in answers for item in answer.data["items"]]

    async def ask_all() -> list[list[tuple[str, str]]]:
        return await asyncio.gather(*[ask(name, caller) for name, caller in list(callers.items()) * 3])

    seen = [pair for pairs in asyncio.run(ask_all()) for pair in pairs]
    assert len(seen) == 48
    assert set(seen) == {(name, f"the secret word is {name}") for name in callers}


def test_a_stranger_cannot_tell_whether_the_memory_exists(ada: Actor, mallory: Actor, mcp: Mcp) -> None:
    memory_id = mcp(ada).call("remember", content="hers alone").data["id"]

    refusals = [mcp(mallory).call(tool, id=memory_id) for tool in ("get_memory", "forget")]

    assert [refusal.data["error"]["code"] for refusal in refusals] == ["not_found"] * 2
    assert mcp(ada).call("get_memory", id=memory_id).data["content"] == "hers alone"


def test_a_tool_that_is_not_offered_cannot_be_called_and_writes_nothing(ada: Actor, mcp_url: str, mcp: Mcp) -> None:
    key = cast.key_for(replace(ada, permissions=frozenset({Permission.MEMORY_READ})))
    call = request("tools/call", name="remember", arguments={"content": "smuggled"})

    answer = post(mcp_url, key, call, MCP_Protocol_Version=OLD[0])

    assert answer.json()["error"]["message"] == "Unknown tool: 'remember'"
    assert mcp(ada).call("list_memories").data["total"] == 0


@pytest.mark.parametrize("content", [b"", b"{", b"[]", b'{"id": 1}', b"\xff", b"[" * 100_000])
def test_what_is_not_a_message_is_refused_as_such(ada: Actor, mcp_url: str, content: bytes) -> None:
    headers = {"Authorization": f"Bearer {cast.key_for(ada)}", "Content-Type": "application/json"}

    answer = httpx.post(mcp_url, content=content, headers=headers)

    assert answer.status_code == 400


def test_a_page_of_another_site_is_refused(ada: Actor, mcp_url: str) -> None:
    answer = post(mcp_url, cast.key_for(ada), request("tools/list"), Origin="https://evil.example")

    assert answer.status_code == 403


def test_the_address_takes_posts_only(mcp_url: str) -> None:
    assert httpx.get(mcp_url).status_code == 405
