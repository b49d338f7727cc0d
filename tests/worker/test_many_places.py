"""Very many hexes in a letter: as ranges in an order, and left out of the list of words."""

import pytest

from games.kernel.forms import Choose
from games.kernel.text import Text
from worker.mail.outbound.order_form import MAX_ENUMERATED, MAX_PLACES, _in_ranges, list_options


def _hexes(count: int) -> list[str]:
    return [f"{number:04d}" for number in range(101, 101 + count)]


def _counts(count: int) -> list[str]:
    return [str(number) for number in range(1, 1 + count)]


@pytest.mark.parametrize(
    ("values", "shown"),
    [
        (_counts(MAX_ENUMERATED), _counts(MAX_ENUMERATED)),
        (_counts(MAX_ENUMERATED + 1), [f"1–{MAX_ENUMERATED + 1}"]),
        (["7", *_counts(MAX_ENUMERATED)], ["7", f"1–{MAX_ENUMERATED}"]),
        ([*_counts(MAX_ENUMERATED), "100"], [*_counts(MAX_ENUMERATED), "100"]),
        ([*_counts(MAX_ENUMERATED + 1), "both"], [*_counts(MAX_ENUMERATED + 1), "both"]),
        (_hexes(MAX_PLACES), _hexes(MAX_PLACES)),
        (_hexes(MAX_PLACES + 1), [f"0101–{101 + MAX_PLACES:04d}"]),
        ([*_hexes(MAX_PLACES), "murmansk"], [*_hexes(MAX_PLACES), "murmansk"]),
        (["narvik", *_hexes(MAX_PLACES), "0301", "0303", "0304"],
         ["narvik", f"0101–{100 + MAX_PLACES:04d}", "0301", "0303–0304"]),
    ],
)  # fmt: skip
def test_more_than_so_many_stand_as_ranges(values: list[str], shown: list[str]) -> None:
    assert _in_ranges(values) == shown


@pytest.mark.parametrize(("count", "listed"), [(MAX_PLACES, True), (MAX_PLACES + 1, False)])
def test_the_names_of_more_than_so_many_are_left_out_of_the_words(count: int, listed: bool) -> None:
    form = Choose(options=("murmansk", *_hexes(count)))
    found = [value for value, _name in list_options(form, lambda value: Text(f"place {value}", f"地点{value}"), "en")]
    assert found[0] == "murmansk"
    assert ("0101" in found) == listed
    assert listed or found[1:] == ["…"]
