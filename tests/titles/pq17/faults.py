"""Faulty boxes: the files with one thing changed, and what is said of them."""

from functools import partial

import pytest

from games.titles.pq17.components.box import ComponentError, load
from tests.titles import edited_files
from tests.titles.pq17.box import FILES, Files

cell, edited, swapped = (partial(one, FILES) for one in (edited_files.cell, edited_files.edited, edited_files.swapped))


def without(file: str, row: str) -> Files:
    return edited(file, lambda text: "".join(line + "\n" for line in text.splitlines() if line.split("\t")[0] != row))


def refused(files: Files) -> ComponentError:
    with pytest.raises(ComponentError) as caught:
        load(files)
    return caught.value
