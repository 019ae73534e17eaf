"""Rules of recall, tried with plain values."""
