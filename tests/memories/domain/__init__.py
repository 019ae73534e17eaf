"""Rules of memory, tried with plain values."""
