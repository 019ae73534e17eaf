"""The seccomp program, interpreted here call by call, for both kinds of machine."""

from __future__ import annotations

import struct

import pytest

from apps.sandbox.runtime.lockdown import ALLOW, ARM64, DENY_EPERM, KILL_PROCESS, X86_64, SystemCalls, filter_program

BOTH = pytest.mark.parametrize("calls", [X86_64, ARM64], ids=["x86-64", "arm64"])


def decide(program: bytes, *, architecture: int, number: int, third: int = 0) -> int:
    """Interpret the few instructions that the program uses, as the kernel would."""
    data = struct.pack("<IIQ", number, architecture, 0) + struct.pack("<6Q", 0, 0, third, 0, 0, 0)
    place = accumulator = 0
    while True:
        code, if_true, if_false, value = struct.unpack_from("HBBI", program, place * 8)
        place += 1
        match code:
            case 0x20:
                (accumulator,) = struct.unpack_from("<I", data, value)
            case 0x15:
                place += if_true if accumulator == value else if_false
            case 0x45:
                place += if_true if accumulator & value else if_false
            case 0x06:
                return int(value)
            case _:
                pytest.fail(f"unknown instruction {code:#x}")


@BOTH
def test_exactly_the_listed_calls_are_allowed(calls: SystemCalls) -> None:
    program = filter_program(calls)
    listed = {*calls.allowed.values(), *calls.never_executable.values()}

    decisions = {n: decide(program, architecture=calls.architecture, number=n) for n in range(600)}

    assert {number for number, decision in decisions.items() if decision == ALLOW} == listed
    assert set(decisions.values()) == {ALLOW, DENY_EPERM}


@BOTH
def test_no_memory_can_be_made_executable(calls: SystemCalls) -> None:
    program = filter_program(calls)

    for number in calls.never_executable.values():
        assert decide(program, architecture=calls.architecture, number=number, third=4 | 1) == DENY_EPERM
        assert decide(program, architecture=calls.architecture, number=number, third=2 | 1) == ALLOW


@BOTH
def test_a_call_of_another_architecture_kills(calls: SystemCalls) -> None:
    assert decide(filter_program(calls), architecture=0x40000003, number=1) == KILL_PROCESS


def test_the_x32_numbers_are_refused() -> None:
    program = filter_program(X86_64)

    assert decide(program, architecture=X86_64.architecture, number=0x40000000 | 1) == DENY_EPERM


@BOTH
def test_nothing_that_opens_starts_or_connects_is_listed(calls: SystemCalls) -> None:
    dangerous = {"open", "openat", "socket", "connect", "clone", "fork", "execve", "ptrace", "ioctl", "kill", "prctl"}

    assert not dangerous & {*calls.allowed, *calls.never_executable}
