"""The project's own Python files, parsed, and what a rule reports about them."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PRODUCT = ("apps", "platform")
EVERYTHING = (*PRODUCT, "infra", "tests")

Function = ast.FunctionDef | ast.AsyncFunctionDef


@dataclass(frozen=True, kw_only=True, slots=True)
class Module:
    """One Python file."""

    path: str
    text: str
    tree: ast.Module

    @property
    def parts(self) -> tuple[str, ...]:
        """Folders and the file's name without its ending."""
        return Path(self.path).with_suffix("").parts

    @property
    def is_migration(self) -> bool:
        """Whether Django made it, at least in part."""
        return "migrations" in self.parts

    def at(self, line: int, what: str) -> str:
        """A finding that an editor can jump to."""
        return f"{self.path}:{line}: {what}"


@cache
def modules(*folders: str) -> tuple[Module, ...]:
    """The Python files in these folders of the repository, in order."""
    return tuple(_read(path) for folder in folders for path in sorted(_python_files(ROOT / folder)))


def _python_files(folder: Path) -> Iterator[Path]:
    return (path for path in folder.rglob("*.py") if not {"__pycache__", "node_modules"} & set(path.parts))


def _read(path: Path) -> Module:
    text = path.read_text(encoding="utf-8")
    return Module(path=path.relative_to(ROOT).as_posix(), text=text, tree=ast.parse(text))


def functions(module: Module) -> Iterator[Function]:
    """Every function of a file, methods and inner ones too."""
    return (node for node in ast.walk(module.tree) if isinstance(node, Function))


def report(findings: Iterable[str], *, remedy: str) -> None:
    """Fail with one line for each finding, and what to do about them."""
    found = list(findings)
    assert not found, "\n".join(["", *found, f"→ {remedy}"])
