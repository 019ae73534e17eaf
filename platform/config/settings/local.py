"""A self-hosted instance on one machine, behind plain HTTP on loopback."""

from config.settings.base import *  # noqa: F403  (settings modules extend one another)
