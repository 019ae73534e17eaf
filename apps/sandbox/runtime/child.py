"""The sandbox process: makes itself ready, locks itself, then serves its parent over two pipes.

It has no environment, no open files but the pipes, and holds every guest on its main thread.
"""

from __future__ import annotations

import base64
import os
import sys
from collections.abc import Callable
from dataclasses import asdict
from datetime import datetime
from pathlib import Path

from apps.sandbox.runtime import json_types, lockdown
from apps.sandbox.runtime.engine import GuestEngine
from apps.sandbox.runtime.errors import SandboxError, SessionEnded
from apps.sandbox.runtime.interpreter import Interpreter, SessionOptions
from apps.sandbox.runtime.json_types import JsonObject, JsonValue
from apps.sandbox.runtime.limits import Limits
from apps.sandbox.runtime.wire import BlockingPipe

WARM_UP = "import json\nprint(tools.warm_up())\ndef f(): return 1\nopen('/warm', 'w').close()\n[f()]"


def options_to_json(options: SessionOptions) -> JsonObject:
    """Return session options as a message."""
    limits: JsonObject = dict(asdict(options.limits))
    at = options.at.isoformat() if options.at is not None else None
    return {"limits": limits, "seed": options.seed, "at": at}


def _options_from_json(message: JsonObject) -> SessionOptions:
    limits, seed = message["limits"], message["seed"]
    return SessionOptions(
        limits=Limits(**limits),  # type: ignore[arg-type]  # written by options_to_json
        seed=seed if isinstance(seed, int) else None,
        at=_moment(message),
    )


def _moment(message: JsonObject) -> datetime | None:
    at = message.get("at")
    return datetime.fromisoformat(at) if isinstance(at, str) else None


class Server:
    """Holds the sessions and answers one request at a time."""

    def __init__(self, folder: Path, pipe: BlockingPipe) -> None:
        self._engine = GuestEngine(folder)
        self._pipe = pipe
        self._sessions: dict[int, Interpreter] = {}
        self._operations: dict[str, Callable[[int, JsonObject], JsonValue]] = {
            "open": self._open,
            "run": self._run,
            "save": self._save,
            "load": self._load,
            "list_files": self._list_files,
            "get_file": self._get_file,
            "put_file": self._put_file,
            "close": self._close,
        }

    def warm_up(self) -> None:
        """Do everything once, so that no import, thread or file is needed after the lock."""
        options = SessionOptions()
        session = Interpreter(self._engine, options, tools=("warm_up",), call_tool=lambda name, arguments: '{"ok": 1}')
        session.run(WARM_UP)
        session.load(session.save().data)
        session.put_file("/warm", session.get_file("/warm"))
        session.close()

    def serve(self) -> None:
        """Answer requests until the parent goes away."""
        while True:
            request = self._pipe.receive()
            self._pipe.send(self._answer(request))

    def _answer(self, request: JsonObject) -> JsonObject:
        operation = self._operations[json_types.text_field(request, "do")]
        number = int(json_types.number_field(request, "session"))
        try:
            return {"done": operation(number, request)}
        except SandboxError as error:
            return {"failed": type(error).__name__, "message": str(error)}
        except MemoryError:
            return {"failed": SessionEnded.__name__, "message": "the sandbox process is out of memory"}

    def _call_tool(self, name: str, arguments: str) -> str:
        """Ask the parent, which owns the tools."""
        self._pipe.send({"tool": name, "arguments": arguments})
        return json_types.text_field(self._pipe.receive(), "answer")

    def _find(self, number: int) -> Interpreter:
        if number not in self._sessions:
            raise SessionEnded("this session has ended; open a new one")
        return self._sessions[number]

    def _open(self, number: int, request: JsonObject) -> JsonValue:
        names = request["tools"]
        tools = tuple(str(name) for name in names) if isinstance(names, list) else ()
        options = _options_from_json(request)
        self._sessions[number] = Interpreter(self._engine, options, tools=tools, call_tool=self._call_tool)
        return None

    def _run(self, number: int, request: JsonObject) -> JsonValue:
        raw = self._find(number).run(json_types.text_field(request, "code"), at=_moment(request))
        return dict(asdict(raw))

    def _save(self, number: int, request: JsonObject) -> JsonValue:
        state = self._find(number).save()
        return {"data": state.data, "left_out": dict(state.left_out)}

    def _load(self, number: int, request: JsonObject) -> JsonValue:
        self._find(number).load(json_types.text_field(request, "data"))
        return None

    def _list_files(self, number: int, request: JsonObject) -> JsonValue:
        return dict(self._find(number).list_files())

    def _get_file(self, number: int, request: JsonObject) -> JsonValue:
        return base64.b64encode(self._find(number).get_file(json_types.text_field(request, "path"))).decode()

    def _put_file(self, number: int, request: JsonObject) -> JsonValue:
        data = base64.b64decode(json_types.text_field(request, "data"))
        self._find(number).put_file(json_types.text_field(request, "path"), data)
        return None

    def _close(self, number: int, request: JsonObject) -> JsonValue:
        session = self._sessions.pop(number, None)
        if session is not None:
            session.close()
        return None


def main(folder: str) -> None:
    """Run the sandbox process on standard input and output."""
    lockdown.prepare_process()
    pipe = BlockingPipe(sys.stdin.fileno(), sys.stdout.fileno())
    try:
        server = Server(Path(folder), pipe)
        server.warm_up()
    except (SandboxError, OSError) as error:
        pipe.send({"failed": type(error).__name__, "message": str(error)})
        return
    pipe.send({"locks": list(lockdown.lock())})
    try:
        server.serve()
    except (EOFError, BrokenPipeError):
        os._exit(0)  # an orderly end would want system calls that are locked
