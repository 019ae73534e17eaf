"""Is this text a Python program? Asked of Python's own parser, never of a regular expression."""

import ast
import textwrap
import warnings
from collections.abc import Collection

MAX_MENDED_LINES = 20
ACTS = (ast.Call, ast.Assign, ast.AugAssign, ast.AnnAssign, ast.Import, ast.ImportFrom)


def tidy(text: str) -> str:
    """Return code with one kind of line end, no common indent and no blank lines around it."""
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    while lines and not lines[0].strip():
        lines.pop(0)
    return textwrap.dedent("\n".join(lines)).rstrip()


def find_program(text: str) -> ast.Module | None:
    """Return the syntax tree of a text that is a whole program, else None."""
    try:
        with warnings.catch_warnings():
            # what a model wrote may deserve a warning; the guest's Python will give it
            warnings.simplefilter("ignore")
            return ast.parse(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None


def acts(tree: ast.Module) -> bool:
    """Return whether a program does something, as opposed to a word that happens to be Python."""
    return any(isinstance(node, ACTS) for node in ast.walk(tree))


def calls_any(tree: ast.Module, names: Collection[str]) -> bool:
    """Return whether a program calls one of these functions by name."""
    calls = (node.func for node in ast.walk(tree) if isinstance(node, ast.Call))
    return any(isinstance(function, ast.Name) and function.id in names for function in calls)


def ends_in_comment(program: str) -> bool:
    """Return whether a program breaks off inside a comment."""
    # whatever is glued to a comment stays comment; glued to code, this is no program any more
    return "#" in program and find_program(f"{program} )") is not None


def mend(text: str) -> str | None:
    """Return the program a text was meant to be if line breaks inside strings are all that is wrong.

    Models that write JSON often escape a line break once too little: "a\\nb" arrives as two lines.
    """
    for _ in range(MAX_MENDED_LINES):
        line = _find_unterminated_line(text)
        if line is None:
            break
        lines = text.split("\n")
        if line >= len(lines):
            return None
        lines[line - 1 : line + 1] = [lines[line - 1] + "\\n" + lines[line]]
        text = "\n".join(lines)
    return text if find_program(text) else None


def _find_unterminated_line(text: str) -> int | None:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            ast.parse(text)
    except SyntaxError as error:
        unterminated = "unterminated" in error.msg and "triple-quoted" not in error.msg
        return error.lineno if unterminated else None
    except (ValueError, RecursionError, MemoryError):
        return None
    return None
