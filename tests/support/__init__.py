"""What the specification stands on: the cast, a client, a database and a queue."""
