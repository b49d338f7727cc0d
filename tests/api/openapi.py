"""The OpenAPI document as the tests read it, made once."""

import json
from typing import Any

from drf_spectacular.generators import SchemaGenerator

DOCUMENT: dict[str, Any] = json.loads(json.dumps(SchemaGenerator().get_schema(request=None, public=True), default=str))
OPERATIONS: dict[str, tuple[str, str, Any]] = {
    operation["operationId"]: (method, path, operation)
    for path, methods in DOCUMENT["paths"].items()
    for method, operation in methods.items()
}
"""Method, address and description of each operation."""
