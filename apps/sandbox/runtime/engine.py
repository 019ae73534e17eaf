"""The wasmtime engine with one compiled guest in it."""

from __future__ import annotations

import tempfile
from pathlib import Path

from wasmtime import Config, Engine, Store, WasmtimeError
from wasmtime.component import Component, Instance

from apps.sandbox.runtime import guest_files, imports
from apps.sandbox.runtime.errors import GuestMissing
from apps.sandbox.runtime.guest_host import GuestHost
from apps.sandbox.runtime.watchdog import Watchdog

# The host's stack must be larger than this by far, or a recursing guest takes the process with it.
GUEST_STACK_BYTES = 1 << 20


def make_engine() -> Engine:
    """Return an engine with the settings that guests are compiled for."""
    config = Config()
    config.epoch_interruption = True
    config.max_wasm_stack = GUEST_STACK_BYTES
    config.memory_init_cow = True
    config.wasm_threads = False
    return Engine(config)


def compile_guest(folder: Path) -> Path:
    """Compile the folder's guest.wasm to native code and return that file's path. Takes some ten seconds."""
    source, target = guest_files.guest_path(folder), guest_files.compiled_path(folder)
    if not source.exists():
        raise GuestMissing(f"{source} is missing; run: python -m apps.sandbox.runtime.build {folder}")
    code = Component.from_file(make_engine(), str(source)).serialize()
    with tempfile.NamedTemporaryFile(dir=folder, suffix=".partial", delete=False) as partial:
        partial.write(code)
    Path(partial.name).replace(target)
    return target


def load_guest(engine: Engine, folder: Path) -> Component:
    """Map the compiled guest into memory; all processes share its pages."""
    guest_files.check_private(folder)
    compiled = guest_files.compiled_path(folder)
    if not compiled.exists():
        compile_guest(folder)
    try:
        return Component.deserialize_file(engine, str(compiled))
    except WasmtimeError:  # compiled on another processor
        return Component.deserialize_file(engine, str(compile_guest(folder)))


class GuestEngine:
    """Makes interpreters. One per process; guests run one at a time, on the main thread."""

    def __init__(self, folder: Path) -> None:
        self._engine = make_engine()
        self._component = load_guest(self._engine, folder)
        self._running: GuestHost | None = None
        self._linker = imports.link(self._engine, self._component, self._current)
        self.watchdog = Watchdog(self._engine.increment_epoch)

    def _current(self) -> GuestHost:
        if self._running is None:
            raise WasmtimeError("no session is running")
        return self._running

    def enter(self, host: GuestHost | None) -> None:
        """Send the guest's calls to this session's host from now on."""
        self._running = host

    def instantiate(self, memory_bytes: int) -> tuple[Store, Instance]:
        """Return a fresh interpreter, a copy of the snapshot."""
        store = Store(self._engine)
        store.set_limits(memory_size=memory_bytes, instances=100, memories=4, tables=20)
        store.set_epoch_deadline(1)
        return store, self._linker.instantiate(store, self._component)
