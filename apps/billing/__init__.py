"""Meters, the ledger, plans, quotas and seats."""
