"""What is counted."""

from __future__ import annotations

from enum import StrEnum


class Meter(StrEnum):
    """One thing that is counted; a transaction that charges several does so in this order."""

    # two transactions that take the same counters in different orders could wait for each other
    MEMORY_WRITE = "memory.write"
    MEMORY_RECALL = "memory.recall"
    AGENT_STEP = "agent.step"
    SANDBOX_SECOND = "sandbox.second"
