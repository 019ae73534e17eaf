"""Takes a process's rights away for good: the wall behind WebAssembly, for the day the engine has a hole.

Everywhere: resource limits. On Linux also no new privileges and, on x86-64 and arm64, a seccomp list of the
few system calls that a running guest needs; all others fail with EPERM, in every thread.
"""

from __future__ import annotations

import ctypes
import platform
import signal
import struct
import sys
from dataclasses import dataclass

if sys.platform != "win32":
    import resource

PR_SET_PDEATHSIG, PR_SET_DUMPABLE, PR_SET_NO_NEW_PRIVS = 1, 4, 38
SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_TSYNC = 1, 1
STACK_BYTES = 8 << 20

# Classic BPF: load a word of the seccomp data, jump if equal, jump if any bit set, return.
LOAD, JUMP_EQUAL, JUMP_SET, RETURN = 0x20, 0x15, 0x45, 0x06
ALLOW, DENY_EPERM, KILL_PROCESS = 0x7FFF0000, 0x00050001, 0x80000000
NUMBER_AT, ARCHITECTURE_AT, THIRD_ARGUMENT_AT = 0, 4, 32
PROT_EXEC = 4


@dataclass(frozen=True, kw_only=True, slots=True)
class SystemCalls:
    """System call numbers of one kind of machine."""

    architecture: int
    """The kernel's AUDIT_ARCH value."""
    seccomp: int
    allowed: dict[str, int]
    never_executable: dict[str, int]
    """Memory calls that are allowed unless they ask for executable pages."""


X86_64 = SystemCalls(
    architecture=0xC000003E,
    seccomp=317,
    allowed={
        "read": 0, "write": 1, "close": 3, "poll": 7, "lseek": 8, "munmap": 11, "brk": 12, "rt_sigaction": 13,
        "rt_sigprocmask": 14, "rt_sigreturn": 15, "sched_yield": 24, "mremap": 25, "madvise": 28, "nanosleep": 35,
        "getpid": 39, "exit": 60, "getppid": 110, "sigaltstack": 131, "gettid": 186, "futex": 202,
        "restart_syscall": 219, "clock_gettime": 228, "clock_nanosleep": 230, "exit_group": 231, "tgkill": 234,
        "set_robust_list": 273, "getrandom": 318, "membarrier": 324, "rseq": 334,
    },
    never_executable={"mmap": 9, "mprotect": 10},
)  # fmt: skip

ARM64 = SystemCalls(
    architecture=0xC00000B7,
    seccomp=277,
    allowed={
        "read": 63, "write": 64, "close": 57, "ppoll": 73, "lseek": 62, "munmap": 215, "brk": 214,
        "rt_sigaction": 134, "rt_sigprocmask": 135, "rt_sigreturn": 139, "sched_yield": 124, "mremap": 216,
        "madvise": 233, "nanosleep": 101, "getpid": 172, "exit": 93, "getppid": 173, "sigaltstack": 132,
        "gettid": 178, "futex": 98, "restart_syscall": 128, "clock_gettime": 113, "clock_nanosleep": 115,
        "exit_group": 94, "tgkill": 131, "set_robust_list": 99, "getrandom": 278, "membarrier": 283, "rseq": 293,
    },
    never_executable={"mmap": 222, "mprotect": 226},
)  # fmt: skip

MACHINES = {"x86_64": X86_64, "amd64": X86_64, "aarch64": ARM64, "arm64": ARM64}


def prepare_process() -> None:
    """Bind the process to its parent's life and give the main thread the stack that guests need."""
    if sys.platform == "win32":
        return
    hard = resource.getrlimit(resource.RLIMIT_STACK)[1]
    enough = STACK_BYTES if hard == resource.RLIM_INFINITY else min(STACK_BYTES, hard)
    resource.setrlimit(resource.RLIMIT_STACK, (enough, hard))
    if sys.platform == "linux":
        _libc().prctl(PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)


def lock() -> list[str]:
    """Lock this process and return the names of the locks that hold. There is no way back."""
    if sys.platform == "win32":
        return []
    for kind, most in ((resource.RLIMIT_CORE, 0), (resource.RLIMIT_FSIZE, 0), (resource.RLIMIT_NOFILE, 16)):
        resource.setrlimit(kind, (most, most))
    held = ["rlimits"]
    if sys.platform == "linux":
        libc = _libc()
        libc.prctl(PR_SET_DUMPABLE, 0, 0, 0, 0)
        if libc.prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0:
            held.append("no_new_privs")
        calls = MACHINES.get(platform.machine().lower())
        if calls is not None and _install(libc, calls):
            held.append("seccomp")
    return held


def _libc() -> ctypes.CDLL:
    return ctypes.CDLL(None, use_errno=True)


def filter_program(calls: SystemCalls) -> bytes:
    """Return the BPF program for one kind of machine; a foreign architecture's call kills the process."""
    program = [
        _instruction(LOAD, ARCHITECTURE_AT),
        _instruction(JUMP_EQUAL, calls.architecture, 1, 0),
        _instruction(RETURN, KILL_PROCESS),
        _instruction(LOAD, NUMBER_AT),
    ]
    for number in sorted(calls.allowed.values()):
        program += [_instruction(JUMP_EQUAL, number, 0, 1), _instruction(RETURN, ALLOW)]
    for number in sorted(calls.never_executable.values()):
        program += [
            _instruction(JUMP_EQUAL, number, 0, 4),
            _instruction(LOAD, THIRD_ARGUMENT_AT),
            _instruction(JUMP_SET, PROT_EXEC, 0, 1),
            _instruction(RETURN, DENY_EPERM),
            _instruction(RETURN, ALLOW),
        ]
    program.append(_instruction(RETURN, DENY_EPERM))
    return b"".join(program)


def _instruction(code: int, value: int, if_true: int = 0, if_false: int = 0) -> bytes:
    return struct.pack("HBBI", code, if_true, if_false, value)


class _Program(ctypes.Structure):
    _fields_ = (("length", ctypes.c_ushort), ("instructions", ctypes.c_void_p))


def _install(libc: ctypes.CDLL, calls: SystemCalls) -> bool:
    """Install the filter in all threads at once; a thread started before would otherwise stay free."""
    instructions = filter_program(calls)
    buffer = ctypes.create_string_buffer(instructions)
    program = _Program(len(instructions) // 8, ctypes.addressof(buffer))
    arguments = (SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_TSYNC, ctypes.byref(program))
    return bool(libc.syscall(calls.seccomp, *arguments) == 0)
