"""How tools are shown to the model."""

import ast

import pytest

from apps.agents.domain.plan import RunPlan
from apps.agents.domain.prompts import system_prompt
from apps.agents.domain.tools import FINAL_ANSWER, Parameter, ToolSignature, python_name

RECALL = ToolSignature(
    name="recall",
    description='Search the memory.\nSays """why".',
    parameters=(Parameter(name="query", annotation="str"), Parameter(name="k", annotation="int", default="10")),
    returns="list[dict]",
)


def test_a_tool_is_shown_as_valid_python() -> None:
    tree = ast.parse(RECALL.render())

    assert isinstance(tree.body[0], ast.FunctionDef)
    assert RECALL.render().startswith("def recall(query: str, k: int = 10) -> list[dict]:")


@pytest.mark.parametrize(
    ("name", "callable_name"),
    [("pdf-to-markdown", "pdf_to_markdown"), ("7zip", "tool_7zip"), ("import", "import_"), ("--", "tool")],
)
def test_a_tool_named_by_others_becomes_callable(name: str, callable_name: str) -> None:
    assert python_name(name) == callable_name


def test_the_prompt_lists_each_tool_once_and_the_instructions_last() -> None:
    plan = RunPlan(task="t", tools=(RECALL, FINAL_ANSWER), instructions="Answer in {French}.")

    prompt = system_prompt(plan)

    assert prompt.count("def final_answer(") == 1
    assert prompt.count("def recall(") == 1
    assert prompt.endswith("Answer in {French}.")


def test_the_prompt_is_short() -> None:
    assert len(system_prompt(RunPlan(task="t"))) < 2_000
