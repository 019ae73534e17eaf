"""Imports from memory: the standard library and the bundled packages as compressed bytecode.

The snapshot has no file system, so every module lies in one dictionary and is inflated on first import.
"""

from __future__ import annotations

import importlib.abc
import importlib.machinery
import io
import marshal
import sys
import zlib
from collections.abc import Iterator, Sequence
from pathlib import Path
from types import ModuleType

BundledModule = tuple[bool, bytes]
"""Is it a package, and its compressed, marshalled code."""

Bundle = tuple[dict[str, BundledModule], dict[str, bytes]]
"""Modules by name and compressed data files by path."""


class DataFile:
    """One data file or folder of a bundled package, as importlib.resources sees it."""

    def __init__(self, path: str, files: dict[str, bytes]) -> None:
        self._path = path
        self._files = files

    @property
    def name(self) -> str:
        return self._path.rsplit("/", 1)[-1]

    def is_file(self) -> bool:
        return self._path in self._files

    def is_dir(self) -> bool:
        return any(path.startswith(self._path + "/") for path in self._files)

    def joinpath(self, *parts: str) -> DataFile:
        return DataFile("/".join([self._path, *map(str, parts)]), self._files)

    def __truediv__(self, part: str) -> DataFile:
        return self.joinpath(part)

    def iterdir(self) -> Iterator[DataFile]:
        below = len(self._path) + 1
        inside = (path[below:] for path in self._files if path.startswith(self._path + "/"))
        return (self.joinpath(name) for name in sorted({rest.split("/")[0] for rest in inside}))

    def open(self, mode: str = "r", encoding: str | None = None, errors: str | None = None) -> io.IOBase:
        raw = io.BytesIO(self.read_bytes())
        return raw if "b" in mode else io.TextIOWrapper(raw, encoding, errors)

    def read_bytes(self) -> bytes:
        if self._path not in self._files:
            raise FileNotFoundError(self._path)
        return zlib.decompress(self._files[self._path])

    def read_text(self, encoding: str = "utf-8", errors: str = "strict") -> str:
        return self.read_bytes().decode(encoding, errors)


class PackageData:
    """What `importlib.resources` asks a loader for."""

    def __init__(self, package: str, files: dict[str, bytes]) -> None:
        self._root = DataFile(package.replace(".", "/"), files)

    def files(self) -> DataFile:
        return self._root


class BundleImporter(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Finds and loads modules of one bundle."""

    def __init__(self, bundle: Bundle) -> None:
        self._modules, self._files = bundle

    def find_spec(
        self, name: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> importlib.machinery.ModuleSpec | None:
        if name not in self._modules:
            return None
        is_package = self._modules[name][0]
        return importlib.machinery.ModuleSpec(name, self, origin=f"<bundled {name}>", is_package=is_package)

    def exec_module(self, module: ModuleType) -> None:
        code = marshal.loads(zlib.decompress(self._modules[module.__name__][1]))  # noqa: S302 - our own bundle
        exec(code, module.__dict__)  # noqa: S102 - this is what a loader is for

    def get_resource_reader(self, name: str) -> PackageData:
        return PackageData(name, self._files)


def install() -> None:
    """Read `bundle.bin` from the build folder and import from it from now on."""
    file = next(path for path in (Path(entry) / "bundle.bin" for entry in sys.path) if path.is_file())
    sys.meta_path.append(BundleImporter(marshal.loads(file.read_bytes())))  # noqa: S302 - our own bundle
