"""Types shared by every layer."""

from __future__ import annotations

from typing import TypeAlias

from pydantic import JsonValue as JsonValue

JsonObject: TypeAlias = dict[str, JsonValue]
