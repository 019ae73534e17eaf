"""What a failed command's log is cut down to."""

from __future__ import annotations

from pathlib import Path

from infra.launcher.errors import log_tail

TRACEBACK = """\
Traceback (most recent call last):
  File "first.py", line 1, in <module>
    raise ValueError
ValueError: the cause

During handling of the above exception, another exception occurred:

Traceback (most recent call last):
  File "manage.py", line 12, in <module>
    main()
    ^^^^^^
django.db.utils.OperationalError: connection refused
HINT: is the server running?
"""


def test_a_traceback_is_told_by_its_end_alone(tmp_path: Path) -> None:
    log = tmp_path / "log"
    log.write_text(TRACEBACK)

    told = log_tail(log)

    assert told.split() == "django.db.utils.OperationalError: connection refused HINT: is the server running?".split()


def test_other_logs_are_told_by_their_last_lines(tmp_path: Path) -> None:
    log = tmp_path / "log"
    log.write_text("one\n  two\nthree\n")

    assert log_tail(log, lines=2) == "      two\n    three"


def test_an_absent_log_is_called_empty(tmp_path: Path) -> None:
    assert log_tail(tmp_path / "none") == "    (the log is empty)"
