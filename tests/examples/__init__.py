"""Specification of the example data that ships with Enfilade."""
