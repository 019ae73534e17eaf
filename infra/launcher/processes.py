"""Child processes that end with us, however we end."""

import contextlib
import ctypes
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from infra.launcher.errors import CommandFailed, LauncherError, Stopped

_SET_PARENT_DEATH_SIGNAL = 1
_LARGE_LOG = 10_000_000
# loaded here, not in the child: between fork and exec as little as possible may happen
_LIBC = ctypes.CDLL(None) if sys.platform == "linux" else None

# marks each child with its home, so that a later start can find what an earlier one lost
HOME_MARK = "ENFILADE_SUPERVISED_HOME"


@dataclass(frozen=True, kw_only=True, slots=True)
class Account:
    """The user a child runs as instead of us."""

    uid: int
    gid: int


@dataclass(frozen=True, kw_only=True, slots=True)
class Command:
    """A process to be: what to run, with which environment, and where its output goes."""

    name: str
    arguments: Sequence[str | Path]
    environment: Mapping[str, str]
    folder: Path
    log: Path
    stop_signal: signal.Signals = signal.SIGTERM
    account: Account | None = None


@dataclass(kw_only=True, slots=True)
class Child:
    """A running command."""

    command: Command
    process: subprocess.Popen[bytes]

    @property
    def name(self) -> str:
        """The command's name."""
        return self.command.name

    def has_ended(self) -> bool:
        """Tell whether the process is gone."""
        return self.process.poll() is not None

    def stop(self, *, patience: float) -> None:
        """Ask it to end, then make it; nothing of its process group stays."""
        if not self.has_ended():
            self.process.send_signal(self.command.stop_signal)
            with contextlib.suppress(subprocess.TimeoutExpired):
                self.process.wait(patience)
        kill_group(self.process.pid)
        self.process.wait()


def kill_group(leader: int) -> None:
    """Kill what is left of a child's process group."""
    # macOS refuses where Linux finds nothing: a group of zombies
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(leader, signal.SIGKILL)


def start(command: Command) -> Child:
    """Start a long-running command; call it from the main thread only.

    Linux sends the parent-death signal when the starting *thread* ends.
    """
    _rotate(command.log)
    return Child(command=command, process=_spawn(command))


def run(command: Command, *, cancelled: Callable[[], bool] = lambda: False) -> None:
    """Run a command to its end; failure raises with the end of its log."""
    command.log.unlink(missing_ok=True)
    process = _spawn(command)
    try:
        while not _ended_within(process, 0.2):
            if cancelled():
                raise Stopped
    finally:
        kill_group(process.pid)
        process.wait()
    if process.returncode != 0:
        raise CommandFailed(command.name, command.log)


def read(command: Command) -> str:
    """Run a command to its end and return what it printed; its complaints go to the log."""
    command.log.unlink(missing_ok=True)
    process = _spawn(command, output=subprocess.PIPE)
    try:
        output, _ = process.communicate()
    finally:
        kill_group(process.pid)
    if process.returncode != 0:
        raise CommandFailed(command.name, command.log)
    return output.decode(errors="replace")


def _ended_within(process: subprocess.Popen[bytes], seconds: float) -> bool:
    try:
        process.wait(seconds)
    except subprocess.TimeoutExpired:
        return False
    return True


def _spawn(command: Command, *, output: int | None = None) -> subprocess.Popen[bytes]:
    account = command.account
    with command.log.open("ab") as log:
        try:
            return subprocess.Popen(
                command.arguments,
                stdin=subprocess.DEVNULL,
                stdout=log if output is None else output,
                stderr=log,
                cwd=command.folder,
                env=dict(command.environment),
                # Ctrl-C must reach the supervisor alone, which then stops us in order
                start_new_session=True,
                user=account.uid if account else None,
                group=account.gid if account else None,
                extra_groups=[] if account else None,
                preexec_fn=_end_with(os.getpid(), command.stop_signal),  # noqa: PLW1509  (two system calls)
            )
        except OSError as error:
            raise LauncherError(f"Cannot start {command.name}: {error}") from error


def _end_with(parent: int, number: signal.Signals) -> Callable[[], None]:
    def ask_kernel() -> None:
        if _LIBC is None:
            return
        _LIBC.prctl(_SET_PARENT_DEATH_SIGNAL, number.value)
        if os.getppid() != parent:  # the parent died before the request was made
            os._exit(1)

    return ask_kernel


def _rotate(log: Path) -> None:
    if log.exists() and log.stat().st_size > _LARGE_LOG:
        log.replace(log.with_suffix(".log.old"))


def identity(pid: int) -> str | None:
    """Return what tells this process from a later one with its number; None if it is gone."""
    if sys.platform != "linux":
        asked = subprocess.run(
            ["/bin/ps", "-o", "lstart=", "-p", str(pid)], capture_output=True, text=True, check=False
        )
        return asked.stdout.strip() or None
    try:
        fields = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
        boot = Path("/proc/sys/kernel/random/boot_id").read_text(encoding="ascii").strip()
    except OSError:
        return None
    state, start_time = fields[0], fields[19]
    return None if state in "ZX" else f"{boot}/{start_time}"


def is_unburied(pid: int) -> bool:
    """Tell whether a process has ended and only its entry is left."""
    return Path(f"/proc/{pid}").exists() and identity(pid) is None


def end_leftovers(home: Path) -> list[int]:
    """Kill processes of this home whose supervisor is gone; hold the home's lock when calling."""
    found = _marked(home)
    _signal(found, signal.SIGTERM)
    deadline = time.monotonic() + 5
    while _marked(home) and time.monotonic() < deadline:
        time.sleep(0.05)
    _signal(_marked(home), signal.SIGKILL)
    return found


def _marked(home: Path) -> list[int]:
    wanted = f"{HOME_MARK}={home}".encode()
    return [int(process.name) for process in Path("/proc").glob("[0-9]*") if wanted in _environment(process)]


def _environment(process: Path) -> list[bytes]:
    try:
        return (process / "environ").read_bytes().split(b"\0")
    except OSError:
        return []


def _signal(pids: list[int], number: signal.Signals) -> None:
    for pid in pids:
        try:
            os.kill(pid, number)
        except ProcessLookupError:
            continue
