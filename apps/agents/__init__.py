"""Agents: definitions, runs, and the loop that solves a task by writing Python."""
