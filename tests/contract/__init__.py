"""Specification of the public contract as a whole."""
