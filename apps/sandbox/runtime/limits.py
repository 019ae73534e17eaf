"""How much one sandbox may use."""

from __future__ import annotations

from dataclasses import dataclass

MIB = 1 << 20
LEAST_MEMORY_BYTES = 64 * MIB


@dataclass(frozen=True, kw_only=True, slots=True)
class Limits:
    """Limits of a session. Time, output and tool calls count anew in each step."""

    cpu_s: float = 10.0
    """Processor time of the guest; waiting for tools or sleeping does not count."""
    wall_s: float = 120.0
    """Time on the clock, tools and sleeping included."""
    memory_bytes: int = 256 * MIB
    output_bytes: int = 256 * 1024
    """Printed text, and the JSON form of a step's value."""
    tool_calls: int = 100
    tool_bytes: int = 8 * MIB
    """All arguments and results of a step's calls together; the final answer alone."""
    files_bytes: int = 64 * MIB

    def __post_init__(self) -> None:
        if self.cpu_s <= 0 or self.wall_s <= 0:
            raise ValueError("a step needs some time")
        if self.memory_bytes < LEAST_MEMORY_BYTES:
            raise ValueError(f"an interpreter needs {LEAST_MEMORY_BYTES // MIB} MiB of memory")
        if min(self.output_bytes, self.tool_calls, self.tool_bytes, self.files_bytes) < 0:
            raise ValueError("a limit cannot be negative")


DEFAULT_LIMITS = Limits()
