"""Who may import whom. Layers are import-linter's; what crosses from app to app is checked here."""

from __future__ import annotations

import ast
import os
import subprocess
import sys
from collections.abc import Iterator

import pytest

from tests.architecture.source import ROOT, Module, modules, report

FACES = ("services", "selectors", "types", "errors")
REMEDY = f"across apps import only {', '.join(FACES)}; let the other app offer what you need there"


def test_the_layers_of_pyproject_hold() -> None:
    # in a process of its own: it silences the loggers of the one it runs in
    code = "from importlinter.cli import lint_imports; raise SystemExit(lint_imports(no_cache=True))"
    path = os.pathsep.join([str(ROOT), str(ROOT / "platform")])

    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": path},
        capture_output=True,
        text=True,
        check=False,
    )

    assert done.returncode == 0, done.stdout + done.stderr


def test_an_app_knows_only_the_faces_of_another() -> None:
    findings = (
        module.at(line, f"{_app_of(module)} imports {name}")
        for module in modules("apps")
        for line, name in _imported_names(module.tree)
        if _passes_a_face_by(_app_of(module), name)
    )

    report(findings, remedy=REMEDY)


@pytest.mark.parametrize(
    ("code", "refused"),
    [
        ("from apps.billing import services as billing", False),
        ("from apps.billing.services import charge", False),
        ("from apps.billing.errors import NoCredit", False),
        ("import apps.billing.selectors", False),
        ("from apps.agents.models import Agent", False),
        ("from apps.billing.models import Row", True),
        ("from apps.billing import models", True),
        ("from apps import billing", True),
        ("import apps.billing", True),
        ("from apps.billing.domain.plans import Plan", True),
        ("if TYPE_CHECKING:\n    from apps.billing.models import Row", True),
        ("from apps.billing.api.schemas import UsageOut", True),
    ],
)
def test_the_rule_sees_every_way_to_write_an_import(code: str, refused: bool) -> None:
    names = [name for _, name in _imported_names(ast.parse(code))]

    assert any(_passes_a_face_by("agents", name) for name in names) is refused


def _app_of(module: Module) -> str:
    return module.parts[1]


def _passes_a_face_by(app: str, imported: str) -> bool:
    root, *rest = imported.split(".")
    if root != "apps" or rest[:1] == [app]:
        return False
    return len(rest) < 2 or rest[1] not in FACES


def _imported_names(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Full dotted names, also of imports that only the type checker makes."""
    for node in ast.walk(tree):
        match node:
            case ast.Import():
                yield from ((node.lineno, alias.name) for alias in node.names)
            case ast.ImportFrom(module=str(origin), level=0):
                yield from ((node.lineno, f"{origin}.{alias.name}") for alias in node.names)
            case ast.ImportFrom():
                yield node.lineno, "apps"  # relative imports are refused by ruff; here they pass nothing by
