"""Faulty boxes: the files with one thing changed, and what is said of them."""

from collections.abc import Callable

import pytest

from games.titles.pq17.components.box import ComponentError, load
from tests.titles.pq17.box import FILES, Files


def cell(file: str, row: str, column: str, value: str) -> Files:
    """The files with one cell of the first line that begins with `row` changed."""
    lines = [line.split("\t") for line in FILES[file].decode().splitlines()]
    place = lines[0].index(column)
    line = next(line for line in lines if line[0] == row)
    assert line[place] != value, "the change must change something"
    line[place] = value
    return {**FILES, file: "".join("\t".join(line) + "\n" for line in lines).encode()}


def edited(file: str, edit: Callable[[str], str]) -> Files:
    """The files with the text of one of them edited."""
    before = FILES[file].decode()
    after = edit(before)
    assert after != before, "the change must change something"
    return {**FILES, file: after.encode()}


def swapped(file: str, old: str, new: str) -> Files:
    return edited(file, lambda text: text.replace(old, new, 1))


def without(file: str, row: str) -> Files:
    return edited(file, lambda text: "".join(line + "\n" for line in text.splitlines() if line.split("\t")[0] != row))


def refused(files: Files) -> ComponentError:
    with pytest.raises(ComponentError) as caught:
        load(files)
    return caught.value
