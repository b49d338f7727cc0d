"""The files of the box, changed in one place."""

from pathlib import Path

import pytest

import games.titles.pirates as pirates
from games.titles.pirates.components.box import ComponentError, load
from tests.titles.edited_files import Files, cell, edited

__all__ = ["PACKAGE", "Files", "cell", "edited", "refused", "without_row"]

PACKAGE = Path(pirates.__file__).parent


def without_row(files: Files, file: str, row: str) -> Files:
    def drop(text: str) -> str:
        return "".join(line for line in text.splitlines(keepends=True) if row not in line.split("\t"))

    return edited(files, file, drop)


def refused(files: Files) -> ComponentError:
    with pytest.raises(ComponentError) as caught:
        load(files)
    return caught.value
