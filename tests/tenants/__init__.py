"""Specification of tenants, members and API keys."""
