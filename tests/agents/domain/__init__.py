"""The rules of a run, tried with plain values."""
