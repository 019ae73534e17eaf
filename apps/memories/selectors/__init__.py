"""Reads of the memories app: browsing, the lexical leg, the dense leg."""
