"""The web process."""

from __future__ import annotations

import os

from django.core.wsgi import get_wsgi_application

import config.celery  # noqa: F401  (binds the task queue to our settings)

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings.local")

application = get_wsgi_application()
