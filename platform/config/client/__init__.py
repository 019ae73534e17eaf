"""The commands that talk to a running instance over HTTP: they need neither Django nor its settings."""
