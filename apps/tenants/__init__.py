"""Tenants, members, API keys, the audit log: who may act, and on what."""
