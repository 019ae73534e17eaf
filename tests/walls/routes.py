"""Every address under /v1 with its view, as the resolver knows them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import cast

from django.urls import URLPattern, URLResolver, get_resolver
from rest_framework.views import APIView

from kernel.http.views import TenantView

_PARAMETER = re.compile(r"<(?:\w+:)?(\w+)>")
_METHODS = ("GET", "POST", "PATCH", "PUT", "DELETE")


@dataclass(frozen=True, kw_only=True, slots=True)
class Route:
    """One address, as `v1/api-keys/<uuid:key_id>`, and what answers at it."""

    pattern: str
    view: type[APIView]

    @property
    def parameters(self) -> tuple[str, ...]:
        """Names of its parameters."""
        return tuple(_PARAMETER.findall(self.pattern))

    @property
    def methods(self) -> tuple[str, ...]:
        """What may be asked of it."""
        return tuple(method for method in _METHODS if hasattr(self.view, method.lower()))

    @property
    def is_walled(self) -> bool:
        """Whether it answers in a tenant's name."""
        return issubclass(self.view, TenantView)

    def path(self, values: Mapping[str, str]) -> str:
        """The address with these values."""
        return "/" + _PARAMETER.sub(lambda found: values[found[1]], self.pattern)

    def __str__(self) -> str:
        """As a test's id."""
        return self.pattern


def list_routes() -> list[Route]:
    """Every route under /v1."""
    return [route for route in _walk(get_resolver(), "") if route.pattern.startswith("v1/")]


def walled_routes() -> list[Route]:
    """Routes that answer in a tenant's name."""
    return [route for route in list_routes() if route.is_walled]


def calls(routes: list[Route]) -> list[tuple[str, Route]]:
    """Each method of each route."""
    return [(method, route) for route in routes for method in route.methods]


def _walk(resolver: URLResolver, prefix: str) -> Iterator[Route]:
    for entry in resolver.url_patterns:
        pattern = f"{prefix}{entry.pattern}"
        if isinstance(entry, URLResolver):
            yield from _walk(entry, pattern)
        elif isinstance(entry, URLPattern) and hasattr(entry.callback, "cls"):
            yield Route(pattern=pattern, view=cast(type[APIView], entry.callback.cls))
