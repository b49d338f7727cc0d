"""Every scalar of a record, and other values of the same type for it."""

import json
from base64 import b64decode, b64encode
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from django.apps import apps
from django.db.models import BinaryField

from games.models.compression import deflate, inflate

BLOBS = {
    field.name
    for model in apps.get_app_config("games").get_models()
    for field in model._meta.concrete_fields
    if isinstance(field, BinaryField)
} | {"content"}
_RENAMED = "order"
"""The id of a standing order, which another server renames: the hash over the facts of an answer leaves it out."""


class Leaf(NamedTuple):
    """A scalar of a document: where it is, and its path without the places in lists."""

    parent: Any
    key: Any
    path: str

    @property
    def value(self) -> Any:
        return self.parent[self.key]

    @contextmanager
    def set_to(self, value: Any) -> Iterator[None]:
        """Let the document have another value here for a while."""
        before, self.parent[self.key] = self.value, value
        try:
            yield
        finally:
            self.parent[self.key] = before


def leaves(value: Any, path: str = "") -> Iterator[Leaf]:
    """Return every scalar of a document."""
    rows: Any = value.items() if isinstance(value, dict) else enumerate(value)
    for key, inner in rows:
        below = f"{path}[]" if isinstance(value, list) else f"{path}.{key}" if path else key
        if isinstance(inner, dict | list):
            yield from leaves(inner, below)
        else:
            yield Leaf(value, key, below)


def altered(leaf: Leaf) -> Any:
    """Return a value of the same type that differs a little; inside a blob, if it can be read."""
    value, name = leaf.value, leaf.path.rpartition(".")[2].removesuffix("[]")
    if name in BLOBS and isinstance(value, str):
        return b64encode(_altered_blob(b64decode(value))).decode()
    if value is None:
        return "2026-01-01T00:00:00+00:00" if name.endswith("_at") or name in ("since", "at") else 1
    return _altered_scalar(value)


def is_renamed(leaf: Leaf, value: Any) -> bool:
    """Return True if another value of a blob differs in the id of a standing order only."""
    return leaf.path.rpartition(".")[2] in BLOBS and _without_id(leaf.value) == _without_id(value)


def _without_id(blob: Any) -> Any:
    try:
        inner = json.loads(inflate(b64decode(blob)))
    except (TypeError, ValueError):
        return blob
    return {key: one for key, one in inner.items() if key != _RENAMED} if isinstance(inner, dict) else blob


def _altered_scalar(value: Any) -> Any:
    if isinstance(value, bool):
        return not value
    if not isinstance(value, str):
        return value + 1
    try:
        return (datetime.fromisoformat(value) + timedelta(seconds=1)).isoformat()
    except ValueError:
        return value[:-1] + ("x" if value[-1:] != "x" else "y")


def _altered_blob(raw: bytes) -> bytes:
    packed = raw[:1] == b"w"
    try:
        inner = json.loads(inflate(raw) if packed else raw)
        (*_, last) = (leaf for leaf in leaves([inner]) if leaf.key != _RENAMED and leaf.value is not None)
    except ValueError:
        return raw[:-1] + bytes([raw[-1] ^ 1]) if raw else b"x"
    with last.set_to(_altered_scalar(last.value)):
        plain = json.dumps(last.parent[0] if last.path == "[]" else inner, separators=(",", ":")).encode()
    return deflate(plain) if packed else plain
