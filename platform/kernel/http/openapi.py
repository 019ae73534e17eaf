"""What every operation of the OpenAPI document has in common: its errors."""

from __future__ import annotations

from drf_spectacular.generators import SchemaGenerator

from kernel.http.schemas import ErrorOut
from kernel.types import JsonObject


def document_errors(result: JsonObject, generator: SchemaGenerator, request: object, public: bool) -> JsonObject:
    """Spectacular's post-processing hook: give every operation the one error shape as its default answer."""
    components = result["components"]
    paths = result["paths"]
    assert isinstance(components, dict) and isinstance(paths, dict)
    schemas = components.setdefault("schemas", {})
    assert isinstance(schemas, dict)
    shape = ErrorOut.model_json_schema(ref_template="#/components/schemas/{model}")
    schemas.update(shape.pop("$defs"))
    schemas["ErrorOut"] = shape
    content: JsonObject = {"application/json": {"schema": {"$ref": "#/components/schemas/ErrorOut"}}}
    for path in paths.values():
        for operation in path.values() if isinstance(path, dict) else ():
            if isinstance(operation, dict) and isinstance(operation.get("responses"), dict):
                operation["responses"]["default"] = {"description": "Refused or failed.", "content": content}  # type: ignore[index,call-overload]
    return result
