"""Memories: verbatim texts in palaces, wings and rooms, with their versions and indexes."""
