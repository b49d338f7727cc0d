"""12.1, 12.2.1, 10.4: what reaches from one fortnight of a campaign into the next."""

from typing import Any

import pytest
from msgspec import structs

from games.titles.pq17.components.charts import Expected
from games.titles.pq17.components.pieces import SIDES, ZONES, Ice, Zone
from games.titles.pq17.components.scenarios import Convoy as ListedConvoy
from games.titles.pq17.components.turns import Month, Turn, read_turn
from games.titles.pq17.rules.campaign import fortnight as fortnights
from games.titles.pq17.rules.movement.orders import prospects
from games.titles.pq17.rules.special.chits import show_all
from games.titles.pq17.rules.special.fortnights import betray_convoys, place_returned, recruit_cobweb, return_of
from games.titles.pq17.rules.weather.season import ice_of_fortnight, is_thawing
from games.titles.pq17.state.board import Board
from games.titles.pq17.state.events.campaign import IceSettled
from games.titles.pq17.state.events.special import ChitShown
from games.titles.pq17.state.fuel import Fuel
from games.titles.pq17.state.roster import Roster
from games.titles.pq17.state.state import Chit
from games.titles.pq17.visibility.campaign import roster_of
from tests.titles.pq17.arctic import arctic, force, ships
from tests.titles.pq17.box import BOX
from tests.titles.pq17.campaigns import campaign
from tests.titles.pq17.procedures import events_for, perform
from tests.titles.pq17.trial import run

rule = pytest.mark.rule


@rule("pq17", "12.2.1", "12.2.1b")
@pytest.mark.parametrize(
    ("letters", "shown", "warning"),
    [
        ("ab", "4 am", "8 pm"), ("cd", "5 am", "9 pm"), ("ef", "7 am", "11 am"), ("gh", "9 am", "12 pm"),
        ("iv", "4 am", ""), ("wz", "", ""),
    ],
)  # fmt: skip
def test_pp175_when_ships_come_back(letters: str, shown: str, warning: str) -> None:
    for letter in letters:
        found = return_of(BOX, letter)
        assert found.shown == (read_turn(shown) if shown else None)
        assert found.warning == (read_turn(warning) if warning else None)


@rule("pq17", "12.2.1a")
def test_they_stand_with_a_dummy_on_the_western_edge() -> None:
    board = arctic()
    edge = [one.id for one in BOX.hexes.values() if one.door == "atlantic" and not one.zone]
    new = place_returned(board, ships("tirpitz"), edge[0], edge[1], Turn(16), ("back", "lure"))
    assert [(one.at, one.level, one.is_dummy, one.fuel) for one in new] == [
        (edge[0], None, False, Fuel(16)), (edge[1], None, True, None),
    ]  # fmt: skip
    with pytest.raises(ValueError, match=r"12\.2\.1a"):
        place_returned(board, ships("tirpitz"), "0502", edge[0], Turn(16), ("b", "l"))


@rule("pq17", "12.2.1a", "1.2b")
@pytest.mark.parametrize(("at", "dummy_at"), [("0301", "0901"), ("0901", "0301")])
def test_the_numbers_of_the_two_blocks_do_not_tell_which_is_which(at: str, dummy_at: str) -> None:
    new = place_returned(arctic(), ships("tirpitz"), at, dummy_at, Turn(16), ("back", "lure"))
    assert [one.at for one in sorted(new, key=lambda one: one.block)] == ["0301", "0901"]


@rule("pq17", "12.2.1a", "10.1.1")
def test_not_where_the_ice_is_in_doubt() -> None:
    doubtful = [one.id for one in BOX.hexes.values() if one.door == "atlantic" and one.zone]
    for hex_ in doubtful:
        with pytest.raises(ValueError, match=r"12\.2\.1a"):
            place_returned(arctic(scenario="pq12"), ships("tirpitz"), hex_, hex_, Turn(16), ("b", "l"))


def at_work(*convoys: tuple[str, str], **roster: Any) -> Board:
    """A campaign in its fourth fortnight: convoys at sea off Iceland, and the ports from which they sailed."""
    board = arctic(*(force(name, "allied", "convoy", "0504", "mv 12", "dd_a_i 2") for name, _ in convoys))
    sailed = tuple(
        ListedConvoy(id=name, name=name, laden=True, destinations=(), ships=("mv 12",), port=port)
        for name, port in convoys
    )
    board.state.composed = structs.replace(board.operation, convoys=sailed)
    board.state.roster = Roster(fortnight=3, agent="d", **roster)
    return board


@rule("pq17", "12.1", "12.1a")
def test_cobweb_reports_the_next_two_convoys_from_reykjavik() -> None:
    board = at_work(("pq12", "reykjavik"), ("pq13", "reykjavik"), ("pq14", "reykjavik"), cobweb=2)
    for _ in range(2):
        perform(board, betray_convoys(board))
    assert sorted(str(one.level) for one in board.state.forces) == ["2", "2", "None"]
    assert [(one.level, one.ships, one.warships) for one in board.state.reports] == [(2, 12, 1)] * 2
    assert events_for(board, "allied").count(ChitShown("axis", "d", "cobweb")) == 1
    assert sorted(board.roster.betrayed) == sorted(one.id for one in board.state.forces if one.level == 2)


@rule("pq17", "12.1")
@pytest.mark.parametrize(("port", "roster", "level"), [
    ("reykjavik", {"cobweb": 2}, 2), ("loch_ewe", {"cobweb": 2}, None), ("murmansk", {"cobweb": 2}, None),
    ("reykjavik", {"cobweb": 3}, None), ("reykjavik", {}, None),
    ("reykjavik", {"cobweb": 0, "betrayed": ["pq12"]}, 2),
    ("reykjavik", {"cobweb": 0, "betrayed": ["pq12", "pq13"]}, None),
])  # fmt: skip
def test_whom_cobweb_reports(port: str, roster: dict[str, Any], level: int | None) -> None:
    """From the fortnight after the draw, and from Reykjavik alone, until there were two."""
    board = at_work(("pq14", port), **roster)
    perform(board, betray_convoys(board))
    assert board.force("pq14").level == level


@rule("pq17", "12.1")
def test_a_convoy_in_port_is_not_betrayed() -> None:
    board = at_work(("pq14", "reykjavik"), cobweb=2)
    board.force("pq14").port = "reykjavik"
    perform(board, betray_convoys(board))
    assert (board.force("pq14").level, board.roster.betrayed) == (None, [])


@rule("pq17", "12.1", "12.0e")
def test_cobweb_is_drawn_once_in_a_campaign_and_in_operations_he_is_nothing_special() -> None:
    board = at_work()
    board.state.roster = Roster(fortnight=3)
    assert (recruit_cobweb(board, "d", "cobweb"), board.roster.cobweb, board.roster.agent) == ("cobweb", 3, "d")
    assert (recruit_cobweb(board, "d", "cobweb"), board.roster.cobweb) == ("none", 3)
    assert recruit_cobweb(board, "f", "minelaying") == "minelaying"


@rule("pq17", "12.1a", "12.0a")
def test_his_chit_is_not_shown_as_the_operation_ends() -> None:
    board = at_work(cobweb=3)
    board.state.chits = {"axis": Chit("d", "cobweb"), "allied": Chit("b", "none")}
    show_all(board)
    assert [one for one in events_for(board, "public") if isinstance(one, ChitShown)] == [
        ChitShown("allied", "b", "none")
    ]
    board.state.roster = None
    show_all(board)
    assert ChitShown("axis", "d", "cobweb") in events_for(board, "public")


@rule("pq17", "12.1a", "15.0a")
def test_the_allies_do_not_see_that_cobweb_is_there() -> None:
    board = at_work(cobweb=3)
    seen = {side: roster_of(board, (side,)) for side in SIDES}
    assert [(one.cobweb, one.agent) for one in (seen["axis"], seen["allied"])] == [(3, "d"), (-1, "")]


def ice_by_signs(month: Month, dice: list[int], *, second_half: bool = False) -> dict[str, str]:
    signs = {"solid_pack": "sp", "thin_pack": "tp", "heavy_drift": "hd", "light_drift": "ld", "clear": "c"}
    found = run(ice_of_fortnight(BOX, month, second_half=second_half), dice=[(die,) for die in dice])
    return {zone: signs[one.ice] + ("!" if one.certain else "") for zone, one in found.items()}


@rule("pq17", "10.4", "10.4.1")
def test_spring_is_rolled_from_the_north_and_never_worse_than_further_north() -> None:
    """May: W sp! sp tp hd ld, E sp! sp tp hd ld; W3 turns out solid, W4 first thin, W5 clear."""
    found = ice_by_signs("may", [5, 8, 5, 0, 5, 5, 5, 5])
    assert [found[zone] for zone in ("w1", "w2", "w3", "w4", "w5")] == ["sp!", "sp", "sp", "hd", "c"]
    assert [found[zone] for zone in ("e1", "e2", "e3", "e4", "e5")] == ["sp!", "sp", "tp", "hd", "ld"]
    again = ice_by_signs("may", [0, 8, 5, 5, 5, 5, 5, 5, 5])
    assert (again["w2"], again["w3"]) == ("tp", "tp")


@rule("pq17", "10.4.1")
def test_in_spring_the_last_pack_becomes_doubtful_and_clear_water_certain() -> None:
    """August: W sp tp ld c c!, E tp ld c c! c!."""
    found = ice_by_signs("aug", [5, 5, 5, 5, 5, 5, 5])
    assert [found[f"w{n}"] for n in range(1, 6)] == ["sp", "tp", "ld", "c", "c!"]
    assert [found[f"e{n}"] for n in range(1, 6)] == ["tp", "ld", "c", "c!", "c!"]


@rule("pq17", "10.4.2")
def test_autumn_is_rolled_from_the_south_and_never_lighter_than_further_south() -> None:
    """November: W sp! sp hd ld ld, E sp tp hd ld c; W4 first comes out clear below W5's light drift."""
    found = ice_by_signs("nov", [5, 0, 5, 5, 5, 5, 5, 5, 5, 5], second_half=True)
    assert [found[f"w{n}"] for n in range(1, 6)] == ["sp!", "sp", "hd", "ld", "ld"]
    assert [found[f"e{n}"] for n in range(1, 6)] == ["sp", "tp", "hd", "ld", "c"]


@rule("pq17", "10.4.1", "10.4.2")
def test_september_thaws_first_and_freezes_then() -> None:
    assert [is_thawing("sep", second_half=half) for half in (False, True)] == [True, False]
    assert (is_thawing("apr", second_half=False), is_thawing("mar", second_half=True)) == (True, False)


SIGNS: dict[str, Ice] = {"sp": "solid_pack", "tp": "thin_pack", "hd": "heavy_drift", "ld": "light_drift", "c": "clear"}


def markers(west: str, east: str) -> dict[Zone, Expected]:
    """Markers as they were left; `!` those whose "?" is down."""
    found = f"{west} {east}".split()
    lie = (Expected(SIGNS[one.rstrip("!")], one.endswith("!")) for one in found)
    return dict(zip(ZONES, lie, strict=True))


def rolled(month: Month, lies: dict[Zone, Expected], *dice: int, second_half: bool = False) -> str:
    signs = {ice: sign for sign, ice in SIGNS.items()}
    found = run(ice_of_fortnight(BOX, month, second_half=second_half, markers=lies), dice=[(die,) for die in dice])
    return " ".join(signs[one.ice] + "!" * one.certain for one in found.values())


@rule("pq17", "10.4", "10.4.1")
def test_markers_lie_as_the_fortnight_before_has_left_them() -> None:
    """In July the chart has W sp tp hd ld c! and E sp hd ld c c!; nothing of it is asked for."""
    lies = markers("sp! sp! tp! hd! ld!", "sp! tp! hd! ld! c!")
    assert rolled("jul", lies) == "sp! sp tp! hd! ld! sp tp! hd! ld! c!"


@rule("pq17", "10.4.1")
def test_what_thaws_is_rolled_from_what_it_was_and_never_grows_worse() -> None:
    """W3 was heavy drift: a nine would make it thin pack again, a five leaves it, a nought makes it light drift."""
    lies = markers("sp! sp! hd ld! c!", "sp! sp! hd! ld! c!")
    assert rolled("may", lies, 9, 5) == "sp! sp hd ld! c! sp! sp hd! ld! c!"
    assert rolled("may", lies, 0) == "sp! sp ld ld! c! sp! sp hd! ld! c!"


@rule("pq17", "10.4.2")
def test_what_freezes_is_rolled_from_what_it_was_and_never_grows_lighter() -> None:
    lies = markers("hd! hd! ld c! c!", "hd! hd! hd! ld! c!")
    assert rolled("oct", lies, 0, 5) == "hd! hd! ld c c! hd! hd! hd! ld! c"
    assert rolled("oct", lies, 9) == "hd! hd! hd c c! hd! hd! hd! ld! c"


@rule("pq17", "10.4.2")
def test_a_pack_that_freezes_solid_is_certain_but_for_the_last() -> None:
    lies = markers("sp tp! tp! ld! ld!", "sp sp tp! ld! ld!")
    dice = (5, 5, 5)
    assert rolled("nov", lies, *dice) == "sp tp! tp! ld! ld! sp! sp tp! ld! ld!"


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


@rule("pq17", "10.4")
def test_a_campaign_carries_its_markers_and_both_know_them() -> None:
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
def test_ways_are_foretold_by_the_ice_of_the_fortnight() -> None:
    board = campaign()
    now = BOX.campaign.fortnights[0]
    thick, open_ = (BOX.campaign.bare(now, dict.fromkeys(ZONES, ice)) for ice in ("heavy_drift", "clear"))
    board.state.composed = thick
    assert set(prospects(board, "allied").ice) == {"heavy_drift", "solid_pack"}
    board.state.composed = open_
    assert set(prospects(board, "allied").ice) == {"solid_pack"}  # the white hexes
