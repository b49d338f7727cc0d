"""10.4: ice of the fortnights of a campaign."""

from typing import Any

import pytest

from games.titles.pq17.components.charts import Expected
from games.titles.pq17.components.pieces import ZONES, Ice, Zone
from games.titles.pq17.components.turns import Month
from games.titles.pq17.rules.campaign import fortnight as fortnights
from games.titles.pq17.rules.movement.orders import prospects
from games.titles.pq17.rules.weather import season
from games.titles.pq17.rules.weather.season import ice_of_fortnight, is_thawing
from games.titles.pq17.state.board import Board
from games.titles.pq17.state.events.campaign import IceSettled
from games.titles.pq17.visibility.campaign import roster_of
from tests.titles.pq17.box import BOX
from tests.titles.pq17.campaigns import campaign
from tests.titles.pq17.procedures import events_for
from tests.titles.pq17.trial import run

rule = pytest.mark.rule
SIGNS: dict[str, Ice] = {"sp": "solid_pack", "tp": "thin_pack", "hd": "heavy_drift", "ld": "light_drift", "c": "clear"}


def ice_by_signs(month: Month, dice: list[int], *, second_half: bool = False) -> dict[str, str]:
    signs = {"solid_pack": "sp", "thin_pack": "tp", "heavy_drift": "hd", "light_drift": "ld", "clear": "c"}
    found = run(ice_of_fortnight(BOX, month, second_half=second_half), dice=[(die,) for die in dice])
    return {zone: signs[one.ice] + ("!" if one.certain else "") for zone, one in found.items()}


def markers(west: str, east: str) -> dict[Zone, Expected]:
    """Markers as they were left; `!` those whose "?" is down."""
    found = f"{west} {east}".split()
    lie = (Expected(SIGNS[one.rstrip("!")], one.endswith("!")) for one in found)
    return dict(zip(ZONES, lie, strict=True))


def rolled(month: Month, lies: dict[Zone, Expected], *dice: int, second_half: bool = False) -> str:
    signs = {ice: sign for sign, ice in SIGNS.items()}
    found = run(ice_of_fortnight(BOX, month, second_half=second_half, markers=lies), dice=[(die,) for die in dice])
    return " ".join(signs[one.ice] + "!" * one.certain for one in found.values())


def turn_over(board: Board) -> None:
    """A fortnight begins; whatever is rolled is an eight."""
    asked = fortnights.fortnight(board)
    answer: Any = None
    try:
        while True:
            asked.send(answer)
            answer = (8,)
    except StopIteration:
        return


def ice_of_half(month: Month, *dice: int, second: bool = False) -> list[str]:
    found = run(ice_of_fortnight(BOX, month, second_half=second), dice=[(one,) for one in dice])
    return [f"{one.ice}{'!' if one.certain else ''}" for one in found.values()]


def signs(found: list[str]) -> str:
    short = {ice: sign for sign, ice in SIGNS.items()}
    return " ".join(short[one.rstrip("!")] + one[len(one.rstrip("!")) :] for one in found)


def sector(month: Month, west: str = "c! c! c! c! c!", east: str = "c! c! c! c! c!", dice: tuple[int, ...] = (), *,
           late: bool = False) -> tuple[str, str]:  # fmt: skip
    """The markers after a fortnight that began with these; `!`: the "?" is down."""
    words = f"{west} {east}".split()
    lies: dict[Zone, Expected] = {
        zone: Expected(SIGNS[word.rstrip("!")], word.endswith("!")) for zone, word in zip(ZONES, words, strict=True)
    }
    found = run(ice_of_fortnight(BOX, month, second_half=late, markers=lies), dice=[(die,) for die in dice])
    names = {ice: sign for sign, ice in SIGNS.items()}
    said = [names[found[zone].ice] + "!" * found[zone].certain for zone in ZONES]
    return " ".join(said[:5]), " ".join(said[5:])


@rule("pq17", "10.4", "10.4.1")
def test_10_4_spring_is_rolled_from_the_north_and_never_worse_than_further_north() -> None:
    """May: W sp! sp tp hd ld, E sp! sp tp hd ld; W3 turns out solid, W4 first thin, W5 clear."""
    found = ice_by_signs("may", [5, 8, 5, 0, 5, 5, 5, 5])
    assert [found[zone] for zone in ("w1", "w2", "w3", "w4", "w5")] == ["sp!", "sp", "sp", "hd", "c"]
    assert [found[zone] for zone in ("e1", "e2", "e3", "e4", "e5")] == ["sp!", "sp", "tp", "hd", "ld"]
    again = ice_by_signs("may", [0, 8, 5, 5, 5, 5, 5, 5, 5])
    assert (again["w2"], again["w3"]) == ("tp", "tp")


@rule("pq17", "10.4", "10.4.1")
def test_10_4_markers_lie_as_the_fortnight_before_has_left_them() -> None:
    """In July the chart has W sp tp hd ld c! and E sp hd ld c c!; nothing of it is asked for."""
    lies = markers("sp! sp! tp! hd! ld!", "sp! tp! hd! ld! c!")
    assert rolled("jul", lies) == "sp! sp tp! hd! ld! sp tp! hd! ld! c!"


@rule("pq17", "10.4")
def test_10_4_a_campaign_carries_its_markers_and_both_know_them() -> None:
    board = campaign()
    turn_over(board)
    laid = {zone: BOX.charts.ice.expects("mar", zone) for zone in ZONES}
    assert board.roster.markers == laid
    board.roster.fortnight = 1
    turn_over(board)
    second = board.roster.markers
    assert second != laid
    (told,) = [one for one in events_for(board, "public") if isinstance(one, IceSettled)]
    assert set(told.doubtful) == {zone for zone, one in second.items() if not one.certain}
    assert all(roster_of(board, sides).markers == second for sides in ((), ("allied",), ("axis",)))
    board.roster.fortnight, board.told = 2, []
    turn_over(board)
    kept = {zone for zone, one in second.items() if one.certain}
    assert all(board.roster.markers[zone].ice == second[zone].ice for zone in kept)


@rule("pq17", "10.4", "10.1")
def test_10_4_ways_are_foretold_by_the_ice_of_the_fortnight() -> None:
    board = campaign()
    now = BOX.campaign.fortnights[0]
    thick, open_ = (BOX.campaign.bare(now, dict.fromkeys(ZONES, ice)) for ice in ("heavy_drift", "clear"))
    board.state.composed = thick
    assert set(prospects(board, "allied").ice) == {"heavy_drift", "solid_pack"}
    board.state.composed = open_
    assert set(prospects(board, "allied").ice) == {"solid_pack"}  # the white hexes


@rule("pq17", "10.4.1")
def test_10_4_1_in_spring_the_last_pack_becomes_doubtful_and_clear_water_certain() -> None:
    """August: W sp tp ld c c!, E tp ld c c! c!."""
    found = ice_by_signs("aug", [5, 5, 5, 5, 5, 5, 5])
    assert [found[f"w{n}"] for n in range(1, 6)] == ["sp", "tp", "ld", "c", "c!"]
    assert [found[f"e{n}"] for n in range(1, 6)] == ["tp", "ld", "c", "c!", "c!"]


@rule("pq17", "10.4.1")
def test_10_4_1_what_thaws_is_rolled_from_what_it_was_and_never_grows_worse() -> None:
    """W3 was heavy drift: a nine would make it thin pack again, a five leaves it, a nought makes it light drift."""
    lies = markers("sp! sp! hd ld! c!", "sp! sp! hd! ld! c!")
    assert rolled("may", lies, 9, 5) == "sp! sp hd ld! c! sp! sp hd! ld! c!"
    assert rolled("may", lies, 0) == "sp! sp ld ld! c! sp! sp hd! ld! c!"


@rule("pq17", "10.4.1", "10.4.2")
@pytest.mark.parametrize(
    ("thaws", "states", "doubtful"),
    [
        (True, "solid_pack solid_pack thin_pack clear clear", "w2 w3 w4"),
        (True, "solid_pack thin_pack clear clear clear", "w1 w2 w3"),
        (True, "thin_pack heavy_drift light_drift light_drift clear", "w1 w2 w3 w4 w5"),
        (False, "solid_pack solid_pack thin_pack clear clear", "w2 w3 w4 w5"),
        (False, "solid_pack solid_pack solid_pack light_drift clear", "w3 w4 w5"),
        (False, "thin_pack light_drift clear clear clear", "w1 w2 w3 w4 w5"),
    ],
)  # fmt: skip
def test_10_4_1_markers_are_turned_without_a_die(thaws: bool, states: str, doubtful: str) -> None:
    """All face up before, but for certain pack as it thaws: the last pack is in doubt, and so is the first clear."""
    zones: Any = ("w1", "w2", "w3", "w4", "w5")
    names: Any = states.split()
    before = {
        zone: Expected(state, certain=thaws and state == "solid_pack") for zone, state in zip(zones, names, strict=True)
    }
    turned = season._thawed(before) if thaws else season._frozen(before)
    assert " ".join(zone for zone, one in turned.items() if not one.certain) == doubtful


@rule("pq17", "10.4.1", "10.4.2")
@pytest.mark.parametrize(
    ("month", "second", "thaws"),
    [
        ("mar", False, False), ("mar", True, False), ("apr", False, True), ("apr", True, True), ("aug", True, True),
        ("sep", False, True), ("sep", True, False), ("oct", False, False), ("dec", True, False),
    ],
)  # fmt: skip
def test_10_4_1_when_ice_thaws(month: Month, second: bool, thaws: bool) -> None:
    assert is_thawing(month, second_half=second) is thaws


@rule("pq17", "10.4.1")
def test_10_4_1_a_thaw_from_the_lowest_number_up() -> None:
    """May: W1 certain, then solid pack, thin pack, heavy drift, light drift are expected; E alike. A zone that comes
    out worse than its neighbour of the next lower number is rolled again; a die of 0 is one better, of 9 one worse.
    """
    dice = (1, 1, 9, 5, 9, 5, 9, 9, 9)
    assert signs(ice_of_half("may", *dice)) == "sp tp hd hd hd sp! sp sp tp hd"


@rule("pq17", "10.4.1", position="PP191")
def test_10_4_1_no_zone_is_worse_than_the_next_one_north_of_it() -> None:
    assert sector("may", "sp! sp! hd hd c!", dice=(0, 4, 8, 1))[0] == "sp! sp ld ld c!"
    assert sector("may", "sp! sp! hd hd c!", dice=(5, 5))[0] == "sp! sp hd hd c!"  # just as bad is good enough


@rule("pq17", "10.4.1", position="PP192")
def test_10_4_1_clear_water_but_the_northernmost_is_certain_as_it_thaws() -> None:
    assert sector("jul", "sp! hd! c c c", dice=(5, 5, 5))[0] == "sp hd! c c! c!"


@rule("pq17", "10.4.2")
def test_10_4_2_autumn_is_rolled_from_the_south_and_never_lighter_than_further_south() -> None:
    """November: W sp! sp hd ld ld, E sp tp hd ld c; W4 first comes out clear below W5's light drift."""
    found = ice_by_signs("nov", [5, 0, 5, 5, 5, 5, 5, 5, 5, 5], second_half=True)
    assert [found[f"w{n}"] for n in range(1, 6)] == ["sp!", "sp", "hd", "ld", "ld"]
    assert [found[f"e{n}"] for n in range(1, 6)] == ["sp", "tp", "hd", "ld", "c"]


@rule("pq17", "10.4.2")
def test_10_4_2_what_freezes_is_rolled_from_what_it_was_and_never_grows_lighter() -> None:
    lies = markers("hd! hd! ld c! c!", "hd! hd! hd! ld! c!")
    assert rolled("oct", lies, 0, 5) == "hd! hd! ld c c! hd! hd! hd! ld! c"
    assert rolled("oct", lies, 9) == "hd! hd! hd c c! hd! hd! hd! ld! c"


@rule("pq17", "10.4.2")
def test_10_4_2_a_pack_that_freezes_solid_is_certain_but_for_the_last() -> None:
    lies = markers("sp tp! tp! ld! ld!", "sp sp tp! ld! ld!")
    dice = (5, 5, 5)
    assert rolled("nov", lies, *dice) == "sp tp! tp! ld! ld! sp! sp tp! ld! ld!"


@rule("pq17", "10.4.2", position="PP193")
def test_10_4_2_no_zone_is_lighter_than_the_next_one_south_of_it() -> None:
    assert sector("nov", east="sp! sp! tp! ld ld", dice=(9, 5, 8))[1] == "sp! sp! tp! hd hd"


@rule("pq17", "10.4.2", position="PP194")
def test_10_4_2_pack_but_the_southernmost_is_certain_as_it_freezes() -> None:
    assert sector("nov", "sp sp sp c! c!", dice=(5, 5, 5))[0] == "sp! sp! sp c c!"
