"""`export_openapi`: writes the API's description to docs/openapi.json (and the dashboard's copy)."""

from __future__ import annotations

import json
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand
from drf_spectacular.generators import SchemaGenerator

PLACES = ("docs/openapi.json", "frontend/openapi.json")


class Command(BaseCommand):
    """Write the OpenAPI document."""

    help = "Write the OpenAPI document to docs/ and frontend/."

    def handle(self, *args: Any, **options: Any) -> None:  # django's own signature
        """Generate and write."""
        document = SchemaGenerator().get_schema(request=None, public=True)  # type: ignore[no-untyped-call]
        text = json.dumps(document, indent=2, ensure_ascii=False) + "\n"
        for place in PLACES:
            path = settings.ROOT / place
            path.parent.mkdir(exist_ok=True)
            path.write_text(text, encoding="utf-8")
