"""Specification of how the code is laid out and reads."""
