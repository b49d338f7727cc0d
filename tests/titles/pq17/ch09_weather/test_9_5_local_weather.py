"""9.5: local weather of a coast."""

from typing import Any

import pytest

from games.titles.pq17.components.pieces import WeatherKind
from games.titles.pq17.rules.search.air_patrols import coast_of, may_base_fly, radii, sector_hexes
from games.titles.pq17.rules.special import events
from games.titles.pq17.state.state import Sky
from tests.titles.pq17.arctic import arctic

rule = pytest.mark.rule


@rule("pq17", "9.5", "13.4")
@pytest.mark.parametrize(
    ("coast", "until", "side", "holds"),
    [
        ("norway", 10, "allied", True),
        ("norway", 9, "allied", True),
        ("norway", 9, "axis", False),
        ("norway", 8, "allied", False),
        ("kola", 9, "axis", True),
        ("kola", 9, "allied", True),
        ("kola", 8, "axis", False),
    ],
)
def test_9_5_how_long_the_weather_of_a_coast_holds(coast: str, until: int, side: Any, holds: bool) -> None:
    board = arctic()
    board.state.sky.local = {coast: ("fog", until)}
    events._expire(board, side)
    assert (coast in board.state.sky.local) is holds


@rule("pq17", "9.5", "9.2.3", "9.2.5")
@pytest.mark.parametrize(
    ("base", "carrier", "north"),
    [
        ("bardufoss", False, True), ("banak", False, True), ("tromso", False, True), ("bodo_field", False, True),
        ("kirkenes_field", False, False), ("kirkenes", False, False), ("vaernes", False, False), ("sola", False, False),
        ("vaenga", False, False), ("victorious", True, False),
    ],
)  # fmt: skip
@pytest.mark.parametrize("kind", ["fog", "gale"])
def test_9_5_aircraft_that_local_weather_lets_fly(base: str, carrier: bool, north: bool, kind: WeatherKind) -> None:
    board = arctic(sky=Sky(kind, local={"norway": ("fair", 9)}))
    assert may_base_fly(board, base, carrier=carrier) is north


@rule("pq17", "9.5", "6.4.1", "6.4.2")
def test_9_5_local_weather_of_north_norway_is_not_that_of_stavanger() -> None:
    board = arctic(sky=Sky("gale", local={"norway": ("fair", 9)}))
    assert [sector_hexes(board, one) for one in ("barents", "trondheim", "stavanger")] == [4, 0, 0]
    assert [bool(radii(board, "axis", hex_)) for hex_ in ("0714", "0613", "0912", "1111", "1408", "1110")] == [
        True, True, True, False, False, False,
    ]  # fmt: skip


@rule("pq17", "9.5")
@pytest.mark.parametrize(
    ("base", "coast"),
    [
        ("banak", "norway"),
        ("trondheim", ""),
        ("narvik", "norway"),
        ("reykjavik", "britain"),
        ("murmansk", "kola"),
        ("x", ""),
    ],
)
def test_9_5_of_which_coast_a_base_is(base: str, coast: str) -> None:
    assert coast_of(arctic(), base) == coast
