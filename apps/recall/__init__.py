"""Recall: fuses the legs of the search over memories. Has no tables."""
