"""Schema history of the billing app."""
