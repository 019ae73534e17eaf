"""Host tools as plain functions: `tools.recall(query="…")`, or `recall(query="…")` by its bare name."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from types import ModuleType
from typing import NoReturn

from apps.sandbox.runtime.guest import host, jsonable, stops

Tool = Callable[..., object]


class ToolError(Exception):
    """A tool did not do its work; `code` is for programs, `message` for people."""

    __module__ = "tools"

    def __init__(self, code: str, message: str) -> None:
        super().__init__(code, message)
        self.code = code
        self.message = message

    def __str__(self) -> str:
        return f"{self.code}: {self.message}"


def _call(name: str, args: tuple[object, ...], kwargs: dict[str, object]) -> object:
    answer = json.loads(host.call_tool(name, jsonable.dumps([args, kwargs])))
    if "ok" in answer:
        return answer["ok"]
    if "stop" in answer:
        raise stops.stop(stops.ToolLimit("this step has used up its tool calls"))
    raise ToolError(answer["error"]["code"], answer["error"]["message"])


def _make_tool(name: str) -> Tool:
    def tool(*args: object, **kwargs: object) -> object:
        return _call(name, args, kwargs)

    tool.__name__ = tool.__qualname__ = name
    tool.__doc__ = f"Host tool {name}."
    return tool


class Tools(ModuleType):
    """The module `tools`: one attribute for each granted tool."""

    def __getattr__(self, name: str) -> NoReturn:
        granted = ", ".join(sorted(GRANTED)) or "none"
        raise AttributeError(f"there is no tool {name!r}; granted: {granted}")


MODULE = Tools("tools", __doc__)
vars(MODULE)["ToolError"] = ToolError
GRANTED: dict[str, Tool] = {}


def grant(names: list[str]) -> dict[str, Tool]:
    """Make the granted tools and return them by name."""
    GRANTED.update({name: _make_tool(name) for name in names})
    vars(MODULE).update(GRANTED)
    return GRANTED


def final_answer(value: object) -> NoReturn:
    """End the step with its answer; the value must be JSON, or dataclasses, dates, sets and the like."""
    if not host.finish(jsonable.dumps(value)):
        raise ValueError("the answer is too large")
    raise stops.stop(stops.FinalAnswer())


def install() -> None:
    """Make `import tools` work."""
    sys.modules["tools"] = MODULE
