"""Every line of the wording tables gives just what it says: nothing is misread, and what is common is understood."""

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.wordings.positions import POSITIONS
from tests.wordings.reading import given

TABLES = sorted(Path(__file__).parent.glob("*.tsv"))
COLUMNS = 3


class Row(NamedTuple):
    """A line of a table: title and language by the name of its file, and its three cells."""

    place: str
    title: str
    language: str
    position: str
    text: str
    gives: list[str]


def rows(table: Path) -> Iterator[Row]:
    title, language, _ = table.name.split(".")
    for number, line in enumerate(table.read_text().splitlines(), 1):
        if line and not line.startswith("#"):
            cells = line.split("\t")
            assert len(cells) == COLUMNS, f"{table.name}:{number} has {len(cells)} columns"
            text, gives = (cell.replace("\\n", "\n") for cell in cells[1:])
            yield Row(f"{table.name}:{number}", title, language, cells[0], text, gives.split("\n"))


ROWS = [row for table in TABLES for row in rows(table)]


@pytest.mark.parametrize("row", ROWS, ids=[row.place for row in ROWS])
def test_a_wording_gives_what_the_table_says(row: Row) -> None:
    found = given(row.title, row.position, row.text, row.language)
    assert found.is_as(row.gives), (
        f"{row.position}: {row.text!r}\n  is to give {row.gives}\n  and gives   {found.lines}"
    )


def test_tables_name_positions_that_there_are_and_say_nothing_twice() -> None:
    unknown = [row.place for row in ROWS if row.position not in POSITIONS[row.title]]
    assert unknown == []
    said = [(row.title, row.position, row.text) for row in ROWS]
    assert len(said) == len({*said}), sorted(one for one in {*said} if said.count(one) > 1)
