"""Saves a session's names and files, and puts them back in another interpreter.

Pickles are made and read inside guests only; the host carries them as text it never looks into.
"""

from __future__ import annotations

import base64
import io
import json
import linecache
import marshal
import pickle
from collections import ChainMap
from types import CodeType

import cloudpickle  # type: ignore[import-not-found, unused-ignore]

from apps.sandbox.runtime.guest.files import TREE
from apps.sandbox.runtime.guest.steps import STEP_FILE, Session


def _reduce_code(code: CodeType) -> tuple[object, tuple[bytes]]:
    return marshal.loads, (marshal.dumps(code),)


class StatePickler(cloudpickle.Pickler):  # type: ignore[misc, unused-ignore]
    """cloudpickle, but code keeps its file name, by which tracebacks find the step's lines."""

    dispatch_table = ChainMap({CodeType: _reduce_code}, cloudpickle.Pickler.dispatch_table)


def _dump(value: object) -> bytes:
    buffer = io.BytesIO()
    StatePickler(buffer).dump(value)
    return buffer.getvalue()


def _why_not(value: object) -> str | None:
    """Return why a value cannot be saved, or None."""
    try:
        _dump(value)
    except Exception as error:
        return f"{type(error).__name__}: {error}"[:200]
    return None


def save(session: Session) -> str:
    """Return the state as JSON text, with the names that had to stay behind."""
    skipped = {"_", "__warningregistry__"} | session.own
    names = {k: v for k, v in session.names.items() if k not in skipped and not k.startswith("__")}
    left_out: dict[str, str] = {}
    if _why_not(names) is not None:
        reasons = {name: _why_not(value) for name, value in names.items()}
        left_out = {name: reason for name, reason in reasons.items() if reason is not None}
        names = {name: value for name, value in names.items() if name not in left_out}
    blob = _dump((names, session.sources, TREE.files, TREE.folders))
    return json.dumps({"data": base64.b64encode(blob).decode(), "left_out": left_out})


def load(session: Session, data: str) -> None:
    """Put a saved state into a fresh session."""
    names, sources, files, folders = pickle.loads(base64.b64decode(data))  # noqa: S301 - inside a guest
    session.names.update(names)
    TREE.files.update(files)
    TREE.folders.update(folders)
    session.sources[:] = sources
    for number, code in enumerate(sources, start=1):
        name = f"{STEP_FILE}{number}>"
        linecache.cache[name] = (len(code), None, code.splitlines(keepends=True), name)
