"""12.1, 12.2.1, 10.4: what reaches from one fortnight of a campaign into the next."""

from typing import Any

import pytest
from msgspec import structs

from games.titles.pq17.components.pieces import SIDES
from games.titles.pq17.components.scenarios import Convoy as ListedConvoy
from games.titles.pq17.components.turns import Turn, read_turn
from games.titles.pq17.rules.special.chits import show_all
from games.titles.pq17.rules.special.fortnights import betray_convoys, place_returned, recruit_cobweb, return_of
from games.titles.pq17.state.board import Board
from games.titles.pq17.state.events.special import ChitShown
from games.titles.pq17.state.fuel import Fuel
from games.titles.pq17.state.roster import Roster
from games.titles.pq17.state.state import Chit
from games.titles.pq17.visibility.campaign import roster_of
from tests.titles.pq17.arctic import arctic, force, ships
from tests.titles.pq17.box import BOX
from tests.titles.pq17.procedures import events_for, perform

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
