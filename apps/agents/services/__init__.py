"""Writes of the agents app: definitions, starting, driving, recording, tools."""
