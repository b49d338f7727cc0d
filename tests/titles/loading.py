"""The titles as they are shipped, loaded without database or settings; also for other processes."""

from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

import msgspec

from games.kernel.title import Title

TITLES = Path(__file__).parents[2] / "games" / "titles"


def keys() -> list[str]:
    """Every title that has a `title` module."""
    return sorted(path.parent.name for path in TITLES.glob("*/title.py"))


@cache
def load(key: str) -> Title[Any]:
    """The title with the data files shipped with it."""
    files = {path.name: path.read_bytes() for path in sorted((TITLES / key / "data").iterdir()) if path.is_file()}
    title: Title[Any] = import_module(f"games.titles.{key}.title").load_title(files)
    return title


def option_sets(title: Title[Any]) -> list[Any]:
    """The options as they stand, and each other value of those that have few: one changed at a time."""
    found = [title.options_type()]
    for field in msgspec.inspect.type_info(title.options_type).fields:
        for value in _values(field.type):
            changed = msgspec.structs.replace(found[0], **{field.name: value})
            found += [changed] if changed not in found else []
    return found


def _values(kind: Any) -> tuple[Any, ...]:
    if isinstance(kind, msgspec.inspect.Metadata):
        return _values(kind.type)
    if isinstance(kind, msgspec.inspect.UnionType):
        return tuple(value for one in kind.types for value in _values(one))
    if isinstance(kind, msgspec.inspect.LiteralType):
        return kind.values
    return (False, True) if isinstance(kind, msgspec.inspect.BoolType) else ()
