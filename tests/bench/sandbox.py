"""Times the sandbox and weighs an idle session: `python -m tests.bench.sandbox [folder with the guest]`."""

from __future__ import annotations

import statistics
import sys
import time
from collections.abc import Callable
from pathlib import Path

from apps.sandbox.runtime import build
from apps.sandbox.runtime.interpreter import SessionOptions
from apps.sandbox.runtime.limits import Limits
from apps.sandbox.runtime.tool_gate import Toolbox
from apps.sandbox.runtime.worker import SandboxWorker
from tests.sandbox.conftest import guest_cache

ROUNDS = 300
CALLS = 1000
IDLE_SESSIONS = 50
FIRST_STEP_BAR_MS = 5.0

OPTIONS = SessionOptions(limits=Limits(tool_calls=CALLS))
ECHO = Toolbox(names=("echo",), call=lambda name, args, kwargs: args)
CALL_OFTEN = f"""
import time
spent = []
for n in range({CALLS}):
    started = time.perf_counter()
    echo(n)
    spent.append(time.perf_counter() - started)
sorted(spent)[{CALLS} // 2]
"""


def median_ms(action: Callable[[], object]) -> tuple[float, float]:
    """Return p50 and p95 in milliseconds."""
    times = []
    for _ in range(ROUNDS):
        started = time.perf_counter()
        action()
        times.append((time.perf_counter() - started) * 1e3)
    return statistics.median(times), statistics.quantiles(times, n=20)[-1]


def private_mib(pid: int) -> float:
    """Return the memory of a process that nobody shares (Linux)."""
    rollup = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
    return sum(int(line.split()[1]) for line in rollup if line.startswith("Private_")) / 1024


def weigh(worker: SandboxWorker) -> float:
    """Return the private memory of one idle session that has run a step, in MiB."""
    before = private_mib(worker.pid)
    sessions = [worker.open_session(OPTIONS) for _ in range(IDLE_SESSIONS)]
    for session in sessions:
        session.run("x = 1")
    return (private_mib(worker.pid) - before) / IDLE_SESSIONS


def main(folder: Path) -> int:
    """Print the figures; 1 if the first step is slower than its bar."""
    build.prepare(folder)
    started = time.perf_counter()
    worker = SandboxWorker(folder)
    print(f"start of a worker process     {(time.perf_counter() - started) * 1e3:8.1f} ms")

    def first_step() -> None:
        session = worker.open_session(OPTIONS)
        session.run("print(1 + 1)")
        session.close()

    session = worker.open_session(OPTIONS, ECHO)
    session.run("x = 1")
    fresh, fresh_p95 = median_ms(first_step)
    step, step_p95 = median_ms(lambda: session.run("x + 1"))
    called = session.run(CALL_OFTEN).value
    print(f"fresh sandbox and first step  {fresh:8.2f} ms  p95 {fresh_p95:.2f}  (bar {FIRST_STEP_BAR_MS})")
    print(f"next step                     {step:8.2f} ms  p95 {step_p95:.2f}")
    print(f"tool call, there and back     {called * 1e3 if isinstance(called, float) else 0:8.3f} ms")
    if sys.platform == "linux":
        print(f"an idle session, private      {weigh(worker):8.2f} MiB of {private_mib(worker.pid):.0f} in the process")
    worker.kill()
    return int(fresh > FIRST_STEP_BAR_MS)


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]) if len(sys.argv) > 1 else guest_cache()))
