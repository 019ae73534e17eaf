"""Writes of the memories app: places, remembering, revising, forgetting, indexing, importing."""
