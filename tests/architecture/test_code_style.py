"""How our code reads, as far as a program can tell. Each failure names the place and the remedy."""

from __future__ import annotations

import ast
import io
import re
import tokenize
from collections.abc import Iterator

from tests.architecture.source import EVERYTHING, PRODUCT, Function, Module, functions, modules, report

MOST_LINES_IN_A_FILE = 400
MOST_LINES_IN_A_FUNCTION = 60
MOST_POSITIONAL_PARAMETERS = 4
VAGUE = {"utils", "util", "helpers", "helper", "common", "manager", "managers", "misc"}
NOT_OUR_WORD_FOR_TENANT = {
    "org",
    "orgs",
    "organisation",
    "organisations",
    "organization",
    "organizations",
    "workspace",
    "workspaces",
}
MAY_PRINT = {"commands", "infra", "tests"}


def test_no_file_is_longer_than_400_lines() -> None:
    findings = (
        module.at(MOST_LINES_IN_A_FILE + 1, f"{lines} lines")
        for module in modules(*EVERYTHING)
        if not module.is_migration and (lines := module.text.count("\n")) > MOST_LINES_IN_A_FILE
    )

    report(findings, remedy="split the file by noun, never into part2")


def test_no_function_is_longer_than_60_lines() -> None:
    findings = (
        module.at(function.lineno, f"{function.name} has {lines} lines")
        for module in modules(*EVERYTHING)
        if not module.is_migration
        for function in functions(module)
        if (lines := _length(function)) > MOST_LINES_IN_A_FUNCTION
    )

    report(findings, remedy="let it call functions that each do one step; aim at 5 to 15 lines")


def _length(function: Function) -> int:
    lines = (function.end_lineno or function.lineno) - function.lineno + 1
    first = function.body[0]
    if ast.get_docstring(function) is None:
        return lines
    return lines - ((first.end_lineno or first.lineno) - first.lineno + 1)


def test_no_function_takes_more_than_four_positional_parameters() -> None:
    findings = (
        module.at(function.lineno, f"{function.name} takes {len(names)}: {', '.join(names)}")
        for module in modules(*EVERYTHING)
        for function in functions(module)
        if len(names := _positional(function)) > MOST_POSITIONAL_PARAMETERS
        and not _is_test(function)
        and "noqa: PLR0917" not in module.text.splitlines()[function.lineno - 1]
    )

    report(
        findings,
        remedy="make them keyword-only beyond the subject, or pass a dataclass (a foreign signature: noqa: PLR0917)",
    )


def _positional(function: Function) -> list[str]:
    names = [argument.arg for argument in (*function.args.posonlyargs, *function.args.args)]
    return names[1:] if names[:1] in (["self"], ["cls"]) else names


def _is_test(function: Function) -> bool:
    # pytest passes fixtures by name
    decorators = {ast.unparse(decorator).partition("(")[0] for decorator in function.decorator_list}
    return function.name.startswith("test_") or "pytest.fixture" in decorators


def test_nothing_is_imported_inside_a_function() -> None:
    findings = {
        module.at(node.lineno, ast.unparse(node))
        for module in modules(*EVERYTHING)
        for function in functions(module)
        for node in ast.walk(function)
        if isinstance(node, ast.Import | ast.ImportFrom)
    }

    report(sorted(findings), remedy="import at the top; a cycle means that something is in the wrong module")


def test_an_init_file_holds_a_docstring_only() -> None:
    findings = (
        module.at(1, "holds code" if module.tree.body else "has no docstring")
        for module in modules(*EVERYTHING)
        if module.parts[-1] == "__init__" and not _is_docstring_only(module.tree)
    )

    report(findings, remedy="say in one sentence what the package is; move code to a module with a name")


def _is_docstring_only(tree: ast.Module) -> bool:
    return len(tree.body) == 1 and ast.get_docstring(tree) is not None


def test_no_module_has_a_vague_name() -> None:
    findings = (
        module.at(1, f"is called {module.parts[-1]}")
        for module in modules(*EVERYTHING)
        if VAGUE & {*module.parts, *module.parts[-1].split("_")}
    )

    report(findings, remedy="name it after a noun you can point at: proration.py, not utils.py")


def test_every_module_says_what_it_is() -> None:
    findings = (
        module.at(1, "has no docstring")
        for module in modules(*EVERYTHING)
        if not module.is_migration and ast.get_docstring(module.tree) is None
    )

    report(findings, remedy="begin the file with one sentence about it")


def test_every_public_service_selector_and_rule_states_its_contract() -> None:
    findings = (
        module.at(function.lineno, f"{function.name} has no docstring")
        for module in modules(*PRODUCT)
        if {"services", "selectors", "domain"} & set(module.parts)
        for function in _public(module.tree.body)
        if ast.get_docstring(function) is None
    )

    report(findings, remedy="write one sentence of contract; more only for units, order or idempotency")


def _public(body: list[ast.stmt]) -> Iterator[Function]:
    for node in body:
        if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
            yield from _public(node.body)
        if isinstance(node, Function) and not node.name.startswith("_"):
            yield node


def test_every_todo_names_an_issue() -> None:
    findings = (
        module.at(token.start[0], token.string)
        for module in modules(*EVERYTHING)
        for token in _comments(module)
        if re.search(r"\b(TODO|FIXME|XXX|HACK)\b", token.string) and not re.search(r"#\d+", token.string)
    )

    report(findings, remedy="open an issue and name it (TODO #12: …), or do it now")


def _comments(module: Module) -> Iterator[tokenize.TokenInfo]:
    tokens = tokenize.generate_tokens(io.StringIO(module.text).readline)
    return (token for token in tokens if token.type == tokenize.COMMENT)


def test_only_commands_print() -> None:
    findings = (
        module.at(node.lineno, "prints")
        for module in modules(*EVERYTHING)
        if not MAY_PRINT & set(module.parts) and "__main__" not in module.text
        for node in ast.walk(module.tree)
        if isinstance(node, ast.Call) and ast.unparse(node.func) == "print"
    )

    report(findings, remedy="log with logging.getLogger(__name__), or return the text")


def test_a_tenant_has_no_other_name() -> None:
    findings = {
        module.at(line, f"{name} is another word for tenant")
        for module in modules(*PRODUCT)
        for line, name in _given_names(module.tree)
        if NOT_OUR_WORD_FOR_TENANT & set(_words(name))
    }

    report(sorted(findings), remedy="say tenant: one word for one concept (the glossary is in the README)")


def _given_names(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Names that our code gives, not those that it only uses."""
    for node in ast.walk(tree):
        match node:
            case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.ClassDef():
                yield node.lineno, node.name
            case ast.arg():
                yield node.lineno, node.arg
            case ast.Name(ctx=ast.Store()):
                yield node.lineno, node.id
            case ast.Attribute(ctx=ast.Store()):
                yield node.lineno, node.attr


def _words(name: str) -> list[str]:
    return [word.lower() for word in re.findall(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])", name)]
