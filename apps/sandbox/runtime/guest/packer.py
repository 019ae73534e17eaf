"""Build stage 1, run inside the guest's Python: turns the library it sees into one bundle of bytecode.

Bytecode belongs to one Python version, so only the guest's own interpreter can make it.
"""

from __future__ import annotations

import base64
import marshal
import sys
import zlib
from collections.abc import Iterator
from pathlib import Path

from apps.sandbox.runtime.guest.bundle import Bundle, BundledModule

# Folders that agents cannot use in a sandbox, or that would only make the guest larger.
LEFT_OUT = frozenset(
    [
        "test",
        "tests",
        "idlelib",
        "lib2to3",
        "tkinter",
        "turtledemo",
        "ensurepip",
        "venv",
        "pydoc_data",
        "__pycache__",
        "site-packages",
        "lib-dynload",
        "_pyrepl",
        "curses",
        "dbm",
        "multiprocessing",
        "xmlrpc",
        "wsgiref",
        "componentize_py_async_support",
        "apps",
    ]
)


def _walk(folder: Path) -> Iterator[Path]:
    for entry in sorted(folder.iterdir()):
        if entry.is_dir():
            if entry.name not in LEFT_OUT and not entry.name.endswith(".dist-info"):
                yield from _walk(entry)
        else:
            yield entry


def _read_library() -> tuple[dict[str, tuple[bool, bytes]], dict[str, bytes]]:
    """Sources by module name and data files by path. Read at import: later there is no file system."""
    sources: dict[str, tuple[bool, bytes]] = {}
    data: dict[str, bytes] = {}
    for root in [Path(entry) for entry in dict.fromkeys(sys.path) if Path(entry).is_dir()]:
        for file in _walk(root):
            relative = file.relative_to(root)
            if file.suffix == ".py":
                is_package = file.name == "__init__.py"
                parts = relative.parent.parts if is_package else relative.with_suffix("").parts
                sources.setdefault(".".join(parts), (is_package, file.read_bytes()))
            elif relative.parts[0] == "tzdata" and not file.suffix:
                data[relative.as_posix()] = file.read_bytes()
    return sources, data


SOURCES, DATA = _read_library()


def _compile(name: str, is_package: bool, source: bytes) -> BundledModule | None:
    try:
        code = compile(source, f"<bundled {name}>", "exec", dont_inherit=True)
    except (SyntaxError, ValueError):  # templates and deliberately broken test files
        return None
    return is_package, zlib.compress(marshal.dumps(code), 9)


class WitWorld:
    """The exports of world `packer`."""

    def pack(self) -> str:
        """Return the whole bundle as base64."""
        compiled = ((name, _compile(name, *entry)) for name, entry in sorted(SOURCES.items()) if name)
        modules = {name: module for name, module in compiled if module is not None}
        bundle: Bundle = (modules, {path: zlib.compress(data, 9) for path, data in sorted(DATA.items())})
        return base64.b64encode(marshal.dumps(bundle)).decode()
