"""A small file tree in the guest's own memory, behind `open`, `os`, `pathlib`, `shutil` and `zipfile`.

It lies in guest memory so that the memory limit bounds it too, and it travels with the saved state.
"""

from __future__ import annotations

import builtins
import errno
import io
import os
import posixpath
import stat
import sys
from collections.abc import Iterator

PathLike = str | bytes | os.PathLike[str] | os.PathLike[bytes]

MODES = frozenset({"r", "w", "a", "x", "r+", "w+", "a+", "x+"})

OPTIONS = ("buffering", "encoding", "errors", "newline", "closefd", "opener")
TEXT_OPTIONS = ("encoding", "errors", "newline")

real_open = io.open


def _failure(number: int, path: object) -> OSError:
    return OSError(number, os.strerror(number), path)


def absolute(path: PathLike) -> str:
    """Return the path from the root; the working directory is always `/`."""
    text = os.fsdecode(path)
    return posixpath.normpath("/" + text.lstrip("/"))


class Tree:
    """Files, folders and the quota."""

    def __init__(self) -> None:
        self.files: dict[str, bytearray] = {}
        self.folders: set[str] = {"/", "/tmp"}  # noqa: S108 - in guest memory, of one session
        self.quota = 0

    def resize(self, path: str, size: int) -> None:
        """Make the file `size` bytes long, filled with zeros; ENOSPC if the quota does not allow it."""
        content = self.files[path]
        growth = size - len(content)
        if growth > 0 and sum(map(len, self.files.values())) + growth > self.quota:
            raise _failure(errno.ENOSPC, path)
        if growth > 0:
            content.extend(bytes(growth))
        else:
            del content[size:]

    def put(self, path: str, data: bytes) -> None:
        """Write a whole file and make its folders."""
        folder = posixpath.dirname(path)
        while folder not in self.folders:
            self.folders.add(folder)
            folder = posixpath.dirname(folder)
        self.files.setdefault(path, bytearray())
        self.resize(path, len(data))
        self.files[path][:] = data

    def names_in(self, folder: str) -> list[str]:
        """List the names directly inside a folder."""
        entries = [*self.files, *self.folders]
        return sorted(posixpath.basename(e) for e in entries if e != "/" and posixpath.dirname(e) == folder)


TREE = Tree()


class MemoryFile(io.RawIOBase):
    """One open file."""

    def __init__(self, path: str, mode: str) -> None:
        self.name = path
        self.mode = mode
        self._content = TREE.files[path]
        self._position = len(self._content) if "a" in mode else 0

    def readable(self) -> bool:
        return "r" in self.mode or "+" in self.mode

    def writable(self) -> bool:
        return self.mode != "r"

    def seekable(self) -> bool:
        return True

    def readinto(self, buffer: object) -> int:
        view = memoryview(buffer).cast("B")  # type: ignore[arg-type]  # the base class says Buffer, new in 3.12
        piece = self._content[self._position : self._position + len(view)]
        view[: len(piece)] = piece
        self._position += len(piece)
        return len(piece)

    def write(self, data: object) -> int:
        piece = bytes(memoryview(data).cast("B"))  # type: ignore[arg-type]
        if "a" in self.mode:
            self._position = len(self._content)
        end = self._position + len(piece)
        if end > len(self._content):
            self._resize(end)
        self._content[self._position : end] = piece
        self._position = end
        return len(piece)

    def _resize(self, size: int) -> None:
        if TREE.files.get(self.name) is self._content:
            TREE.resize(self.name, size)
        else:  # deleted while open: nobody can read it any more, so nothing is kept
            raise _failure(errno.EBADF, self.name)

    def seek(self, offset: int, whence: int = 0) -> int:
        base = (0, self._position, len(self._content))[whence]
        self._position = max(0, base + offset)
        return self._position

    def tell(self) -> int:
        return self._position

    def truncate(self, size: int | None = None) -> int:
        wanted = self._position if size is None else size
        self._resize(wanted)
        return wanted


def _check_openable(path: str, mode: str) -> None:
    if mode not in MODES:
        raise ValueError(f"invalid mode: {mode!r}")
    if path in TREE.folders:
        raise _failure(errno.EISDIR, path)
    if "x" in mode and path in TREE.files:
        raise _failure(errno.EEXIST, path)
    if ("r" in mode and path not in TREE.files) or posixpath.dirname(path) not in TREE.folders:
        raise _failure(errno.ENOENT, path)


def _open(file: int | PathLike, mode: str = "r", *options: object, **named: object) -> object:
    """Open a file of the tree; what the built-in `open` becomes, with the same parameters."""
    named.update(zip(OPTIONS, options, strict=False))
    if isinstance(file, int):
        return real_open(file, mode, **named)  # type: ignore[call-overload]
    path, plain = absolute(file), mode.replace("b", "").replace("t", "")
    _check_openable(path, plain)
    if "w" in plain or path not in TREE.files:
        TREE.files[path] = bytearray()
    raw = MemoryFile(path, plain)
    buffered = (io.BufferedRandom if "+" in plain else io.BufferedReader if "r" in plain else io.BufferedWriter)(raw)
    if "b" in mode:
        return buffered
    text = {name: value for name, value in named.items() if name in TEXT_OPTIONS}
    return io.TextIOWrapper(buffered, **{"encoding": "utf-8", **text})  # type: ignore[arg-type]


def _stat(path: int | PathLike, **_options: object) -> os.stat_result:
    if isinstance(path, int):
        raise _failure(errno.EBADF, path)
    place = absolute(path)
    if place in TREE.folders:
        return os.stat_result((stat.S_IFDIR | 0o755, 0, 0, 1, 0, 0, 0, 0, 0, 0))
    if place in TREE.files:
        return os.stat_result((stat.S_IFREG | 0o644, 0, 0, 1, 0, 0, len(TREE.files[place]), 0, 0, 0))
    raise _failure(errno.ENOENT, path)


def _listdir(path: PathLike = ".") -> list[str]:
    place = absolute(path)
    if place not in TREE.folders:
        raise _failure(errno.ENOTDIR if place in TREE.files else errno.ENOENT, path)
    return TREE.names_in(place)


class Entry:
    """One entry of `os.scandir`."""

    def __init__(self, folder: str, name: str) -> None:
        self.name = name
        self.path = posixpath.join(folder, name)

    def is_dir(self, **_options: object) -> bool:
        return absolute(self.path) in TREE.folders

    def is_file(self, **_options: object) -> bool:
        return absolute(self.path) in TREE.files

    def is_symlink(self) -> bool:
        return False

    def is_junction(self) -> bool:
        return False

    def stat(self, **_options: object) -> os.stat_result:
        return _stat(self.path)

    def __fspath__(self) -> str:
        return self.path


class Listing:
    """The iterator that `os.scandir` returns."""

    def __init__(self, path: PathLike = ".") -> None:
        folder = os.fsdecode(path)
        self._entries = iter([Entry(folder, name) for name in _listdir(path)])

    def __iter__(self) -> Iterator[Entry]:
        return self

    def __next__(self) -> Entry:
        return next(self._entries)

    def __enter__(self) -> Listing:
        return self

    def __exit__(self, *_failure: object) -> None:
        self.close()

    def close(self) -> None:
        self._entries = iter([])


def _mkdir(path: PathLike, mode: int = 0o777, **_options: object) -> None:
    place = absolute(path)
    if place in TREE.folders or place in TREE.files:
        raise _failure(errno.EEXIST, path)
    if posixpath.dirname(place) not in TREE.folders:
        raise _failure(errno.ENOENT, path)
    TREE.folders.add(place)


def _remove(path: PathLike, **_options: object) -> None:
    if TREE.files.pop(absolute(path), None) is None:
        raise _failure(errno.ENOENT, path)


def _rmdir(path: PathLike, **_options: object) -> None:
    if _listdir(path):
        raise _failure(errno.ENOTEMPTY, path)
    TREE.folders.discard(absolute(path))


def _rename(source: PathLike, target: PathLike, **_options: object) -> None:
    old, new = absolute(source), absolute(target)
    if old not in TREE.files:
        raise _failure(errno.EISDIR if old in TREE.folders else errno.ENOENT, source)
    if posixpath.dirname(new) not in TREE.folders:
        raise _failure(errno.ENOENT, target)
    TREE.files[new] = TREE.files.pop(old)


def _getcwd() -> str:
    return "/"


def install() -> None:
    """Put the tree behind the standard library's file functions."""
    replaced: dict[str, object] = {
        "stat": _stat,
        "lstat": _stat,
        "listdir": _listdir,
        "scandir": Listing,
        "mkdir": _mkdir,
        "remove": _remove,
        "unlink": _remove,
        "rmdir": _rmdir,
        "rename": _rename,
        "replace": _rename,
        "getcwd": _getcwd,
    }
    for module in (os, sys.modules["posix"]):
        vars(module).update(replaced)
    for module in (builtins, io):
        vars(module)["open"] = _open
