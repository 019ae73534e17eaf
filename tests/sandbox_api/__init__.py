"""Specification of one-off code over HTTP."""
