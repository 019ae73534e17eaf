"""What code can never reach."""

from __future__ import annotations

import pytest

from apps.sandbox.runtime.worker import SandboxSession

pytestmark = pytest.mark.sandbox

DENIED = {
    "fork": "import os; os.fork()",
    "subprocess": "import subprocess; subprocess.run(['ls'])",
    "system": "import os; os.system('ls')",
    "exec": "import os; os.execv('/bin/sh', ['sh'])",
    "TCP socket": "import socket; socket.create_connection(('127.0.0.1', 80), 1)",
    "UDP socket": "import socket; socket.socket(socket.AF_INET, socket.SOCK_DGRAM)",
    "DNS": "import socket; socket.getaddrinfo('example.com', 80)",
    "password file": "open('/etc/passwd').read()",
    "own source": "open(__import__('os').__file__).read()",
    "file descriptor": "import os; os.read(3, 10)",
    "raw open": "import os; os.open('/etc/passwd', os.O_RDONLY)",
    "unpatched open": "import _io; _io.FileIO('/etc/passwd')",
    "proc": "open('/proc/self/environ').read()",
    "ctypes": "import ctypes; ctypes.CDLL(None)",
    "thread": "import threading; threading.Thread(target=print).start()",
    "link": "import os; os.symlink('/etc', '/tmp/etc')",
}


@pytest.mark.parametrize("code", DENIED.values(), ids=DENIED.keys())
def test_it_is_denied_by_an_exception(session: SandboxSession, code: str) -> None:
    step = session.run(code)

    assert step.error is not None
    assert step.session_lives


def test_there_is_no_environment(session: SandboxSession) -> None:
    step = session.run("import os, sys\n[dict(os.environ), os.getcwd(), os.listdir('/'), sys.path]")

    assert step.value == [{}, "/", ["tmp"], []]


def test_input_has_ended(session: SandboxSession) -> None:
    error = session.run("input()").error

    assert error is not None
    assert error.type == "EOFError"
