"""The titles as they are shipped, loaded without database or settings; also for other processes."""

from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

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
