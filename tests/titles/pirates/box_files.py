"""The files of the box, changed in one place."""

from collections.abc import Callable
from pathlib import Path

import pytest

import games.titles.pirates as pirates
from games.titles.pirates.components.box import ComponentError, load

PACKAGE = Path(pirates.__file__).parent
Files = dict[str, bytes]


def cell(files: Files, file: str, row: str, column: str, value: str) -> Files:
    """The files with one cell of the row `row` changed."""
    lines = [line.split("\t") for line in files[file].decode().splitlines()]
    place = lines[0].index(column)
    key = lines[0].index("id")
    (line,) = [line for line in lines if line[key] == row]
    assert line[place] != value, "the change must change something"
    line[place] = value
    return {**files, file: "".join("\t".join(line) + "\n" for line in lines).encode()}


def edited(files: Files, file: str, edit: Callable[[str], str]) -> Files:
    """The files with the text of one of them edited."""
    before = files[file].decode()
    after = edit(before)
    assert after != before, "the change must change something"
    return {**files, file: after.encode()}


def without_row(files: Files, file: str, row: str) -> Files:
    def drop(text: str) -> str:
        return "".join(line for line in text.splitlines(keepends=True) if row not in line.split("\t"))

    return edited(files, file, drop)


def refused(files: Files) -> ComponentError:
    with pytest.raises(ComponentError) as caught:
        load(files)
    return caught.value
