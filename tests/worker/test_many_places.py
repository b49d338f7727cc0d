"""Very many hexes in a letter: as ranges in an order, and left out of the list of words."""

import pytest

from games.kernel.forms import Choose
from games.kernel.text import Text
from games.orders.order_set import Field, Order, Orders, OrderTemplate
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
    rows = list_options(form, lambda value: Text(f"place {value}", f"地点{value}"), "en")
    found = [value for value, _name in rows]
    assert found[0] == "murmansk"
    assert ("0101" in found) == listed
    assert listed or rows[1:] == [("…", f"{count} numbered places on the map")]


class Station(Order, frozen=True, tag="station"):
    space: str


class Stationing(Orders[Station], frozen=True, kw_only=True, tag="test.stationing"):
    order_types = (Station,)
    many: int = 30

    def templates(self) -> tuple[OrderTemplate, ...]:
        return (OrderTemplate("station", (Field("space", tuple(f"sea_{number}x" for number in range(self.many))),)),)


def test_very_many_named_places_stand_in_one_row() -> None:
    def labels(value: str) -> Text:
        return Text(f"Sea of {value}", value)

    rows = list_options(Stationing(), labels, "en")
    assert [name for name, _ in rows] == ["Sea of space"]
    assert rows[0][1].startswith("Sea of sea_0x; Sea of sea_1x; ")
    assert len(list_options(Stationing(many=20), labels, "en")) == 20


def test_numbered_places_alone_are_not_counted_beside_the_question() -> None:
    form = Choose(options=tuple(_hexes(MAX_PLACES + 1)))
    assert list_options(form, lambda value: Text(f"place {value}", f"地点{value}"), "en") == []
