"""Tables of the agents app."""
