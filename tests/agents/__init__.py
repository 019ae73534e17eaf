"""Tests of apps.agents."""
