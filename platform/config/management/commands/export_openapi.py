"""`export_openapi`: writes the API's description to docs/openapi.json, of which the dashboard's types are made."""

from __future__ import annotations

import json
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand
from drf_spectacular.generators import SchemaGenerator

PLACE = "docs/openapi.json"


class Command(BaseCommand):
    """Write the OpenAPI document."""

    help = "Write the OpenAPI document to docs/openapi.json."

    def handle(self, *args: Any, **options: Any) -> None:  # django's own signature
        """Generate and write."""
        document = SchemaGenerator().get_schema(request=None, public=True)  # type: ignore[no-untyped-call]
        text = json.dumps(document, indent=2, ensure_ascii=False) + "\n"
        path = settings.ROOT / PLACE
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
