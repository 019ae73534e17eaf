"""Files in the guest's own memory."""

from __future__ import annotations

import pytest

from apps.sandbox.runtime.errors import FileRejected
from apps.sandbox.runtime.limits import Limits
from apps.sandbox.runtime.worker import SandboxSession
from tests.sandbox.conftest import OpenSession

pytestmark = pytest.mark.sandbox


def test_the_host_puts_and_gets_files(session: SandboxSession) -> None:
    session.put_file("/data/sales.csv", b"region,amount\nnorth,10\nsouth,32\n")

    step = session.run(
        "import csv\n"
        "with open('/data/sales.csv') as f, open('/total.txt', 'w') as out:\n"
        "    print(sum(int(row['amount']) for row in csv.DictReader(f)), file=out)"
    )

    assert step.error is None
    assert session.get_file("/total.txt") == b"42\n"
    assert session.list_files() == {"/data/sales.csv": 32, "/total.txt": 3}


def test_a_missing_file_is_refused(session: SandboxSession) -> None:
    with pytest.raises(FileRejected):
        session.get_file("/nothing")


def test_a_path_cannot_lead_out_of_the_tree(session: SandboxSession) -> None:
    session.put_file("../../etc/passwd", b"ours")

    assert session.list_files() == {"/etc/passwd": 4}


WAYS = {
    "pathlib": "from pathlib import Path\np = Path('/d/e'); p.mkdir(parents=True); (p / 'f').write_text('x')\n"
    "[sorted(map(str, Path('/').rglob('f'))), (p / 'f').read_text(), (p / 'f').exists()] == [['/d/e/f'], 'x', True]",
    "modes": "open('/a', 'w').write('one'); open('/a', 'a').write('two')\nf = open('/a', 'r+b'); f.seek(1); "
    "f.write(b'N'); f.close()\nopen('/a').read() == 'oNetwo'",
    "exclusive": "open('/a', 'x').close()\ntry: open('/a', 'x')\nexcept FileExistsError: ok = True\nok",
    "zip": "import zipfile, io\nwith zipfile.ZipFile('/z.zip', 'w') as z: z.writestr('n', 'text')\n"
    "zipfile.ZipFile('/z.zip').read('n') == b'text'",
    "shutil": "import shutil, os\nopen('/a', 'w').write('x'); shutil.copyfile('/a', '/b'); os.makedirs('/d/e')\n"
    "shutil.move('/b', '/d/e/b'); shutil.rmtree('/d'); os.listdir('/') == ['a', 'tmp']",
    "walk": "import os\nos.makedirs('/d/e'); open('/d/e/f', 'w').close()\n"
    "list(os.walk('/d')) == [('/d', ['e'], []), ('/d/e', [], ['f'])]",
    "encoding": "open('/a', 'w', encoding='utf-16').write('é')\nopen('/a', encoding='utf-16').read() == 'é'",
    "truncate": "f = open('/a', 'w+'); f.write('12345'); f.truncate(2); f.close()\nopen('/a').read() == '12'",
    "relative": "import os\nopen('a', 'w').close()\nos.path.isfile('/a') and os.path.getsize('a') == 0",
    "iteration": "open('/a', 'w').writelines(['x\\n', 'y\\n'])\n[l for l in open('/a')] == ['x\\n', 'y\\n']",
}


@pytest.mark.parametrize("code", WAYS.values(), ids=WAYS.keys())
def test_the_standard_library_works_with_them(session: SandboxSession, code: str) -> None:
    step = session.run(code)

    assert step.error is None
    assert step.value is True


def test_the_quota_is_kept_by_guest_and_host(open_session: OpenSession) -> None:
    session = open_session(limits=Limits(files_bytes=100_000))

    error = session.run("f = open('/big', 'wb')\nwhile True: f.write(bytes(10_000))").error

    assert error is not None
    assert error.type == "OSError"
    with pytest.raises(FileRejected):
        session.put_file("/more", bytes(100_001))


def test_a_sparse_file_counts_in_full(open_session: OpenSession) -> None:
    session = open_session(limits=Limits(files_bytes=100_000))

    error = session.run("f = open('/big', 'wb')\nf.seek(10**9)\nf.write(b'x')\nf.flush()").error

    assert error is not None
    assert error.type == "OSError"
