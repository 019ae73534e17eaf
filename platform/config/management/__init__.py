"""Commands of this instance."""
