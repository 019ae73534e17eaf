"""Specification of the settings and of the process itself."""
