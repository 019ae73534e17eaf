"""`prepare_instance`: database, schema, demo tenant, instance.json. Run before every start; quick when done."""

from __future__ import annotations

import json
from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from django.db import connections
from django.db.migrations.executor import MigrationExecutor

from config import database, instance, readiness
from config.env import DatabaseAddress, runtime_address


class Command(BaseCommand):
    """Prepare everything that must stand before the web and worker processes start."""

    help = 'Prepare the database and the demo tenant; prints {"database_url": …} as its last line.'

    def handle(self, *args: Any, **options: Any) -> None:  # django's own signature
        """Prepare, migrate, seed, and print the runtime role's URL."""
        if not settings.OWNER_URL:
            raise CommandError("Set DATABASE_OWNER_URL to the URL of the database's owner.")
        url = runtime_address(settings.OWNER_URL, settings.SECRET_KEY)
        owner = connections["owner"]
        database.prepare(owner, DatabaseAddress.read(url))
        executor = MigrationExecutor(owner)
        if executor.migration_plan(executor.loader.graph.leaf_nodes()):
            call_command("migrate", database="owner", interactive=False, verbosity=0)
        readiness.forget()
        path = instance.write()
        self.stderr.write(f"instance: {path}")
        self.stdout.write(json.dumps({"database_url": url}))
