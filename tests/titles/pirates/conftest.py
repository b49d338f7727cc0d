"""What tests of the box share: its files, and what is read of them."""

import pytest

from games.titles.pirates.components.box import Box, load
from tests.titles.pirates.box_files import PACKAGE, Files


@pytest.fixture(scope="module")
def files() -> Files:
    return {path.name: path.read_bytes() for path in (PACKAGE / "data").iterdir()}


@pytest.fixture(scope="module")
def box(files: Files) -> Box:
    return load(files)
