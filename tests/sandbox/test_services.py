"""The seam that other apps use."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from apps.sandbox import services as sandbox
from apps.sandbox.errors import SandboxesBusy, SandboxUnavailable
from apps.sandbox.types import Limits, Outcome, Toolbox
from kernel.errors import NotFound
from kernel.types import JsonObject, JsonValue

pytestmark = pytest.mark.sandbox


@pytest.fixture(autouse=True)
def configured(guest_folder: Path) -> Iterator[None]:
    """One slot, from the guest of the tests."""
    sandbox.configure(guest_folder, slots=1)
    yield
    sandbox.close()


def recall(name: str, args: list[JsonValue], kwargs: JsonObject) -> JsonValue:
    """A tool that refuses as the product does."""
    raise NotFound("there is no such memory", memory_id="m1")


def test_a_session_runs_steps_with_tools_seed_and_moment() -> None:
    tools = Toolbox(names=("recall",), call=recall)
    at = datetime(2026, 1, 2, tzinfo=UTC)

    with sandbox.open_session(limits=Limits(cpu_s=2), tools=tools, seed=1, at=at) as session:
        step = session.run("import time\ntry: recall()\nexcept ToolError as e: said = [e.code, e.message]\nsaid")

    assert step.value == ["not_found", "there is no such memory"]
    assert not session.alive


def test_it_says_whether_it_is_built(tmp_path: Path) -> None:
    assert sandbox.is_built()

    sandbox.configure(tmp_path, slots=1)
    assert not sandbox.is_built()


def test_code_can_be_run_once() -> None:
    assert sandbox.run_once("2 ** 10").value == 1024
    assert sandbox.run_once("1 / 0").outcome is Outcome.ERROR


def test_all_sandboxes_in_use_is_an_unavailable_error() -> None:
    with sandbox.open_session(), pytest.raises(SandboxesBusy), sandbox.open_session(wait_s=0.05):
        pass


def test_a_sandbox_that_was_never_built_is_an_unavailable_error(tmp_path: Path) -> None:
    tmp_path.chmod(0o700)
    sandbox.configure(tmp_path, slots=1)

    with pytest.raises(SandboxUnavailable, match="is missing"), sandbox.open_session():
        pass


def test_an_error_in_the_block_is_not_taken_for_the_sandboxs() -> None:
    with pytest.raises(KeyError), sandbox.open_session():
        raise KeyError("the caller's own")


def test_a_closed_sandbox_starts_again() -> None:
    sandbox.run_once("1")
    sandbox.close()

    with pytest.raises(SandboxUnavailable):
        sandbox.configure(Path("/nonexistent"), slots=1)
        sandbox.run_once("1")
