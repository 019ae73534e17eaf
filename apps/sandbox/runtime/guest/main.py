"""The guest's entry: imported once at build time, then its memory is snapshotted.

Whatever is imported or computed at module level here costs nothing when an instance starts.
"""

from __future__ import annotations

import base64
import builtins
import gc
import importlib
import io
import json
import os
import random
import sys

from apps.sandbox.runtime.guest import bundle

bundle.install()  # before anything else, so that every import below may come from the bundle

PRELOADED = """
    ast asyncio base64 bisect calendar cmath collections contextlib copy csv dataclasses datetime decimal difflib
    enum fractions functools hashlib heapq html inspect itertools json linecache math operator os pathlib pickle
    pprint random re secrets statistics string textwrap time traceback types typing urllib.parse uuid zoneinfo
    cloudpickle
"""
for _module in PRELOADED.split():
    importlib.import_module(_module)

from apps.sandbox.runtime.guest import event_loop, files, state, steps, stops, tools  # noqa: E402

SESSION = steps.Session()


def _seed(value: object = None, version: int = 2) -> None:
    """Seed `random` from 32 bytes of the host, where CPython would draw 2,496, one slow host conversion each."""
    material = int.from_bytes(os.urandom(32), "little") if value is None else value
    random.Random.seed(vars(random)["_inst"], material, version)  # type: ignore[arg-type]


def _prepare() -> None:
    """Make this interpreter a sandbox: no folders to import from, files in memory, timers only."""
    files.install()
    event_loop.install()
    tools.install()
    sys.path[:] = []
    sys.path_importer_cache.clear()
    sys.stdin = io.StringIO("")
    sys.set_int_max_str_digits(100_000)
    vars(random)["seed"] = _seed  # the snapshot's start-up code reseeds through this name
    vars(builtins)[stops.GUARD] = stops.end_step_if_stopped


class WitWorld:
    """The exports of world `guest`."""

    def prepare(self, options: str) -> None:
        """Prepare a fresh session."""
        wanted = json.loads(options)
        files.TREE.quota = wanted["files_bytes"]
        SESSION.open(tools.grant(wanted["tools"]), wanted["value_bytes"])

    def run(self, code: str) -> str:
        """Run one step."""
        try:
            return steps.answer(SESSION.run(code))
        except MemoryError:
            return '{"outcome": "memory_limit", "error": {"type": "MemoryError", "message": "", "traceback": ""}}'

    def save(self) -> str:
        """Return the session's state."""
        return state.save(SESSION)

    def load(self, data: str) -> str:
        """Put a saved state back; the answer is empty or says what went wrong."""
        try:
            state.load(SESSION, data)
        except Exception as error:
            return f"{type(error).__name__}: {error}"[:500]
        return ""

    def file(self, operation: str, path: str, data: str) -> str:
        """List, read or write the session's files."""
        try:
            return json.dumps(_file(operation, files.absolute(path), data))
        except (OSError, KeyError, MemoryError) as error:
            return json.dumps({"error": f"{type(error).__name__}: {error}"[:500]})


def _file(operation: str, path: str, data: str) -> object:
    if operation == "list":
        return [[name, len(content)] for name, content in sorted(files.TREE.files.items())]
    if operation == "get":
        return {"data": base64.b64encode(files.TREE.files[path]).decode()}
    files.TREE.put(path, base64.b64decode(data))
    return {}


_prepare()

# Nothing made so far is garbage. Kept away from the collector, the snapshot's pages are not touched,
# and so not copied, by a fresh instance.
gc.collect()
gc.freeze()
