"""Fingerprints that let a finished step be skipped."""

import hashlib
from collections.abc import Iterable, Iterator
from pathlib import Path


def fingerprint(files: Iterable[Path], *facts: str) -> str:
    """Hash the files' names and contents, and the facts; the order of files is irrelevant."""
    digest = hashlib.sha256()
    for part in facts:
        digest.update(f"{len(part)}:{part}".encode())
    for file in sorted(files):
        content = file.read_bytes()
        digest.update(f"{len(str(file))}:{file}:{len(content)}:".encode())
        digest.update(content)
    return digest.hexdigest()


def files_below(folder: Path, *, without: frozenset[str]) -> Iterator[Path]:
    """Yield every file below a folder, leaving out folders and files of the given names."""
    for entry in folder.iterdir():
        if entry.name in without:
            continue
        if entry.is_dir():
            yield from files_below(entry, without=without)
        elif entry.is_file():
            yield entry


def is_current(stamp: Path, value: str) -> bool:
    """Tell whether the step has been finished for this fingerprint."""
    try:
        return stamp.read_text(encoding="ascii") == value
    except OSError:
        return False


def write(stamp: Path, value: str) -> None:
    """Record that the step is finished for this fingerprint."""
    stamp.parent.mkdir(parents=True, exist_ok=True)
    stamp.write_text(value, encoding="ascii")
