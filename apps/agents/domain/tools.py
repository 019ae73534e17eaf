"""Tools as an agent sees them: Python functions with a signature and a docstring."""

import keyword
import re
from dataclasses import dataclass


@dataclass(frozen=True, kw_only=True, slots=True)
class Parameter:
    """One parameter of a tool; `default` is Python source, None makes it required."""

    name: str
    annotation: str = "object"
    default: str | None = None

    def render(self) -> str:
        """Return the parameter as it stands in a signature."""
        text = f"{self.name}: {self.annotation}"
        return text if self.default is None else f"{text} = {self.default}"


@dataclass(frozen=True, kw_only=True, slots=True)
class ToolSignature:
    """A tool that an agent may call from its code."""

    name: str
    description: str
    parameters: tuple[Parameter, ...] = ()
    returns: str = "object"

    def render(self) -> str:
        """Return the tool as a Python definition with its description as the docstring."""
        parameters = ", ".join(parameter.render() for parameter in self.parameters)
        described = self.description.strip().replace('"""', "'''").replace("\n", "\n    ")
        return f'def {self.name}({parameters}) -> {self.returns}:\n    """{described}"""'


FINAL_ANSWER = ToolSignature(
    name="final_answer",
    description="End the task with this answer.",
    parameters=(Parameter(name="answer"),),
    returns="None",
)


def python_name(name: str) -> str:
    """Return an identifier for a tool named by others, for example pdf-to-markdown."""
    plain = re.sub(r"\W+", "_", name).strip("_") or "tool"
    if plain[0].isdigit():
        plain = f"tool_{plain}"
    return f"{plain}_" if keyword.iskeyword(plain) else plain
