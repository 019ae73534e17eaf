"""Specification of the wall between tenants."""
