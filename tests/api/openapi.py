"""The OpenAPI document as the tests read it: the one that the server sends, made once for both."""

import json
from typing import Any

from api.openapi_document import get_document

DOCUMENT: dict[str, Any] = json.loads(get_document().plain)
OPERATIONS: dict[str, tuple[str, str, Any]] = {
    operation["operationId"]: (method, path, operation)
    for path, methods in DOCUMENT["paths"].items()
    for method, operation in methods.items()
}
"""Method, address and description of each operation."""
