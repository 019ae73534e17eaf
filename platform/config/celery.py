"""The Celery application."""

from __future__ import annotations

import os
import time

from celery import Celery, Task
from celery.signals import task_postrun, worker_ready

from kernel import queue

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings.local")

app = Celery("enfilade")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()


@worker_ready.connect
def _report(**_: object) -> None:
    # the scheduler's first beat would come seconds later, and a start would look unready so long
    app.send_task("config.heartbeat", expires=10)


@task_postrun.connect
def _note_moved(task: Task, **_: object) -> None:
    queue.note_moved(task.request.delivery_info["routing_key"], time.time())
