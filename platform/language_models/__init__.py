"""Clients for language models: one port, several dialects, no Django and no vendor SDK."""
