#!/usr/bin/env python3
"""Runs Django's commands with the source root `platform/` on the path."""

import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent
sys.path[:0] = [str(ROOT), str(ROOT / "platform")]

from config.cli import manage  # noqa: E402  (the path above makes it importable)

if __name__ == "__main__":
    manage(sys.argv)
