"""Measurements to run by hand; each prints its figures."""
