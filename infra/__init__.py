"""Everything that sets up, runs, stops and tests an instance."""
