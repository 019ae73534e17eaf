"""Links a guest's imports to its GuestHost: the complete list of what a guest can call.

wasmtime's own WASI is not linked. It would let a guest sit in a host call (a long sleep) where no deadline
reaches it, and it offers files and sockets that nobody here needs. What is missing in this list traps.
"""

from __future__ import annotations

from collections.abc import Callable

from wasmtime import Engine, StoreContext, WasmtimeError
from wasmtime.component import (
    Component,
    Linker,
    LinkerInstance,
    Record,
    ResourceAny,
    ResourceHost,
    ResourceType,
    Variant,
)

from apps.sandbox.runtime.clocks import NANOSECONDS
from apps.sandbox.runtime.guest_host import STDERR, STDOUT, GuestHost

Current = Callable[[], GuestHost]
HostFunction = Callable[..., object]

TIMER, OUTPUT, INPUT, NETWORK = 1, 2, 3, 4
"""Numbers of our resource types."""

OK = Variant("ok", None)
DENIED = "access-denied"


def link(engine: Engine, component: Component, current: Current) -> Linker:
    """Return a linker with everything a guest may import; calls go to the host of the running session."""
    linker = Linker(engine)
    version = _wasi_version(engine, component)
    with linker.root() as root:
        for name, function in _contract(current).items():
            root.add_func(name, _guarded(function))
        for interface, functions in _wasi(current).items():
            with root.add_instance(f"wasi:{interface}@{version}") as instance:
                _add_resources(instance, interface, current)
                for name, function in functions.items():
                    instance.add_func(name, _guarded(function))
    linker.allow_shadowing = True
    linker.define_unknown_imports_as_traps(component)
    return linker


def _wasi_version(engine: Engine, component: Component) -> str:
    imports = component.type.imports(engine)
    return next(name.split("@")[1] for name in imports if name.startswith("wasi:io/poll@"))


def _guarded(function: HostFunction) -> HostFunction:
    """Let nothing but a WasmtimeError out of a callback.

    wasmtime-py keeps any other Exception in a module global and drops a BaseException, going on with the guest.
    """

    def call(store: StoreContext, *args: object) -> object:
        try:
            return function(*[_plain(store, argument) for argument in args])
        except WasmtimeError:
            raise
        except BaseException as error:
            raise WasmtimeError(f"host function failed: {type(error).__name__}: {error}"[:300]) from None

    return call


def _plain(store: StoreContext, value: object) -> object:
    """Turn a borrowed handle into its number, which also gives it back before the call ends."""
    if isinstance(value, ResourceAny):
        return value.to_host(store).rep
    return [_plain(store, item) for item in value] if isinstance(value, list) else value


def _contract(current: Current) -> dict[str, HostFunction]:
    return {
        "call-tool": lambda name, arguments: current().call_tool(name, arguments),
        "emit": lambda channel, text: current().emit(channel, text),
        "finish": lambda answer: current().finish(answer),
    }


_RESOURCES = {
    "io/poll": (("pollable", TIMER),),
    "io/streams": (("output-stream", OUTPUT), ("input-stream", INPUT)),
    "sockets/network": (("network", NETWORK),),
}


def _add_resources(instance: LinkerInstance, interface: str, current: Current) -> None:
    for name, number in _RESOURCES.get(interface, ()):
        instance.add_resource(name, ResourceType.host(number), _dropper(number, current))


def _dropper(number: int, current: Current) -> Callable[[StoreContext, int], None]:
    def drop(store: StoreContext, handle: int) -> None:
        if number == TIMER:
            current().drop_timer(handle)

    return drop


def _wasi(current: Current) -> dict[str, dict[str, HostFunction]]:
    return {**_time_and_random(current), **_streams(current), **_process(current), **_network()}


def _timer(number: int) -> ResourceHost:
    return ResourceHost.own(number, TIMER)


def _time_and_random(current: Current) -> dict[str, dict[str, HostFunction]]:
    return {
        "io/poll": {
            "poll": lambda timers: current().poll(timers),
            "[method]pollable.block": lambda timer: current().wait_for(timer),
            "[method]pollable.ready": lambda timer: current().is_due(timer),
        },
        "clocks/monotonic-clock": {
            "now": lambda: current().monotonic_ns(),
            "resolution": lambda: 1,
            "subscribe-duration": lambda duration: _timer(current().timer_after(duration)),
            "subscribe-instant": lambda instant: _timer(current().new_timer(instant)),
        },
        "clocks/wall-clock": {
            "now": lambda: _moment(current().clock.wall_ns()),
            "resolution": lambda: _moment(1),
        },
        "random/random": {
            "get-random-bytes": lambda count: current().random_bytes(count),
            "get-random-u64": lambda: current().random_u64(),
        },
    }


def _moment(nanoseconds: int) -> Record:
    record = Record()
    seconds, rest = divmod(nanoseconds, NANOSECONDS)
    vars(record).update(seconds=seconds, nanoseconds=rest)
    return record


def _streams(current: Current) -> dict[str, dict[str, HostFunction]]:
    def write(channel: int, data: bytes) -> Variant:
        current().write(channel, data)
        return OK

    def ready(*_: object) -> ResourceHost:
        return _timer(current().new_timer(0))

    return {
        "io/streams": {
            "[method]output-stream.check-write": lambda *_: 4096,
            "[method]output-stream.write": write,
            "[method]output-stream.blocking-write-and-flush": write,
            "[method]output-stream.flush": lambda *_: OK,
            "[method]output-stream.blocking-flush": lambda *_: OK,
            "[method]output-stream.subscribe": ready,
            "[method]input-stream.subscribe": ready,
            "[method]input-stream.read": lambda *_: None,
            "[method]input-stream.blocking-read": lambda *_: None,
        },
        "cli/stdin": {"get-stdin": lambda: ResourceHost.own(0, INPUT)},
        "cli/stdout": {"get-stdout": lambda: ResourceHost.own(STDOUT, OUTPUT)},
        "cli/stderr": {"get-stderr": lambda: ResourceHost.own(STDERR, OUTPUT)},
        "cli/terminal-stdin": {"get-terminal-stdin": lambda: None},
        "cli/terminal-stdout": {"get-terminal-stdout": lambda: None},
        "cli/terminal-stderr": {"get-terminal-stderr": lambda: None},
    }


def _process(current: Current) -> dict[str, dict[str, HostFunction]]:
    return {
        "cli/environment": {
            "get-environment": lambda: [],
            "get-arguments": lambda: [],
            "initial-cwd": lambda: None,
        },
        "cli/exit": {"exit": lambda *_: current().exit()},
        "filesystem/preopens": {"get-directories": lambda: []},
    }


def _network() -> dict[str, dict[str, HostFunction]]:
    """Sockets exist only to be refused, so that the guest sees an OSError and not a crash."""
    return {
        "sockets/network": {},
        "sockets/instance-network": {"instance-network": lambda: ResourceHost.own(1, NETWORK)},
        "sockets/tcp-create-socket": {"create-tcp-socket": lambda *_: DENIED},
        "sockets/udp-create-socket": {"create-udp-socket": lambda *_: DENIED},
        "sockets/ip-name-lookup": {"resolve-addresses": lambda *_: DENIED},
    }
