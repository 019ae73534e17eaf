"""The two commands, in standard-library Python: it runs before anything is installed."""
