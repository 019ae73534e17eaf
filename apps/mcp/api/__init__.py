"""The server, its tools, and what goes into and comes out of them."""
