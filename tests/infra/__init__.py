"""The commands that set up, run, stop and test an instance."""
