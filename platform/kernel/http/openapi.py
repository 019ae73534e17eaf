"""What every operation of the OpenAPI document has in common: its errors."""

from __future__ import annotations

from typing import Any, TypeAlias

from drf_spectacular.generators import SchemaGenerator

from kernel.http.schemas import ErrorOut

Document: TypeAlias = dict[str, Any]  # OpenAPI is what it is


def document_errors(result: Document, generator: SchemaGenerator, request: object, public: bool) -> Document:
    """Spectacular's post-processing hook: give every operation the one error shape as its default answer."""
    shape = ErrorOut.model_json_schema(ref_template="#/components/schemas/{model}")
    result["components"]["schemas"] |= {**shape.pop("$defs"), "ErrorOut": shape}
    content = {"application/json": {"schema": {"$ref": "#/components/schemas/ErrorOut"}}}
    for path in result["paths"].values():
        for operation in path.values():
            operation["responses"]["default"] = {"description": "Refused or failed.", "content": content}
    return result
