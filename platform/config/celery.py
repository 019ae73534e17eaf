"""The Celery application."""

from __future__ import annotations

import os

from celery import Celery
from celery.signals import worker_ready

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings.local")

app = Celery("enfilade")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()


@worker_ready.connect
def _report(**_: object) -> None:
    # the scheduler's first beat would come seconds later, and a start would look unready so long
    app.send_task("config.heartbeat", expires=10)
