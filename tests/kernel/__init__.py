"""Specification of the kernel."""
