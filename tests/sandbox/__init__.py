"""Specification of the sandbox: what code can do in it, what stops it, and what it can never reach."""
