"""Tenant-owned tables: their base model and the migration operations that build the wall."""
