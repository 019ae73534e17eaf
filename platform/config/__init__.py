"""Settings, addresses and entry points of the processes."""
