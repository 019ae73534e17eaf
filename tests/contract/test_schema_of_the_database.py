"""The migrations make exactly the tables that the models describe."""

from __future__ import annotations

import pytest
from django.core.management import call_command
from django.db import connections
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.loader import MigrationLoader

pytestmark = pytest.mark.service


def test_no_model_waits_for_a_migration() -> None:
    try:
        call_command("makemigrations", check=True, dry_run=True, verbosity=0)
    except SystemExit:
        pytest.fail("models and migrations differ: python manage.py makemigrations", pytrace=False)


def test_each_app_has_one_last_migration() -> None:
    assert MigrationLoader(connections["owner"]).detect_conflicts() == {}


def test_migrating_twice_has_nothing_to_do() -> None:
    executor = MigrationExecutor(connections["owner"])

    assert executor.migration_plan(executor.loader.graph.leaf_nodes()) == []
