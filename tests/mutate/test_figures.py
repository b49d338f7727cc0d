"""Figures of data files: which are numbers, and which only look like one."""

import pytest

from tools.mutate.figures import broken_text, figures_of

TOML = """# Rule 3.1 has 10 lines.
[movement]
breakdown = 4                 # 12.3(1)
table = [1, 1]
name = "gb_bc_4 of 1914"
key_2 = "3"
"""
TABLE = "id\tname\tx\tspeed\nbc_4\tNew 7\t20\t5\n"


def test_numbers_of_toml_but_not_of_texts_names_and_comments() -> None:
    found = [(mutant.place, mutant.mutation) for mutant in figures_of("data/fixed.toml", TOML)]
    assert found == [
        ("breakdown", "4 → 5"),
        ("breakdown", "4 → 3"),
        ("table", "1 → 2"),
        ("table", "1 → 0"),
        ("table", "1 → 2 #2"),
        ("table", "1 → 0 #2"),
    ]


def test_cells_of_a_table_but_not_where_a_thing_is_drawn() -> None:
    found = [(mutant.place, mutant.mutation) for mutant in figures_of("data/ships.tsv", TABLE)]
    assert found == [("bc_4.speed", "5 → 6"), ("bc_4.speed", "5 → 4")]


@pytest.mark.parametrize(("path", "text"), [("fixed.toml", TOML), ("ships.tsv", TABLE)])
def test_a_broken_figure_is_the_only_difference(path: str, text: str) -> None:
    for mutant in figures_of(path, text):
        broken = broken_text(text, mutant)
        differing = [
            n for n, (a, b) in enumerate(zip(text.splitlines(), broken.splitlines(), strict=True), 1) if a != b
        ]
        assert differing == [mutant.line]
