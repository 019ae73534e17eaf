"""The rules of an agent run, without Django and without I/O."""
