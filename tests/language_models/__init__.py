"""Model clients against a model server on the loopback."""
