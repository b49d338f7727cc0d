"""12.1: Cobweb."""

from typing import Any

import pytest
from msgspec import structs

from games.titles.pq17.components.pieces import SIDES
from games.titles.pq17.components.scenarios import Convoy as ListedConvoy
from games.titles.pq17.rules.special.chits import show_all
from games.titles.pq17.rules.special.fortnights import betray_convoys, recruit_cobweb, relaxes_patrol
from games.titles.pq17.state.board import Board
from games.titles.pq17.state.events.special import ChitShown
from games.titles.pq17.state.roster import Roster
from games.titles.pq17.state.state import Chit
from games.titles.pq17.visibility.campaign import roster_of
from tests.titles.pq17.arctic import arctic, force
from tests.titles.pq17.box import BOX
from tests.titles.pq17.ch05_movement.scattered import scattered_convoy
from tests.titles.pq17.playing import heard, phase, play
from tests.titles.pq17.procedures import events_for, perform
from tests.titles.pq17.rosters import KEYS

rule = pytest.mark.rule


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
@pytest.mark.parametrize(
    ("roster", "at_sea", "port", "betrayed"),
    [
        ({"cobweb": 2}, True, "reykjavik", True),
        ({"cobweb": 3}, True, "reykjavik", False),
        ({"cobweb": -1}, True, "reykjavik", False),
        ({"cobweb": 2}, False, "reykjavik", False),
        ({"cobweb": 2}, True, "loch_ewe", False),
        ({"cobweb": 2, "betrayed": ["pq"]}, True, "reykjavik", False),
        ({"cobweb": 2, "betrayed": ["a", "b"]}, True, "reykjavik", False),
        ({"cobweb": 2, "betrayed": ["a"]}, True, "reykjavik", True),
    ],
)
def test_12_1_cobweb_betrays_two_convoys_from_reykjavik(roster: Any, at_sea: bool, port: str, betrayed: bool) -> None:
    one = scattered_convoy(at="0404" if at_sea else "0504", port="" if at_sea else "reykjavik")
    board = phase(arctic(one), "allied")
    board.state.roster = Roster(fortnight=3, agent="d", **{**roster, "betrayed": list(roster.get("betrayed", []))})
    first = not roster.get("betrayed")
    sails = [structs.replace(found, id="pq", port=port) for found in board.operation.convoys[:1]]
    board.state.composed = structs.replace(board.operation, convoys=tuple(sails))
    play(betray_convoys(board))
    assert (one.level == 2) is betrayed
    assert ("pq" in board.roster.betrayed) is (betrayed or "pq" in roster.get("betrayed", []))
    assert (ChitShown("axis", "d", "cobweb") in heard(board, "public")) is (betrayed and first)


@rule("pq17", "12.1", "12.1a")
def test_12_1_cobweb_reports_the_next_two_convoys_from_reykjavik() -> None:
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
def test_12_1_whom_cobweb_reports(port: str, roster: dict[str, Any], level: int | None) -> None:
    """From the fortnight after the draw, and from Reykjavik alone, until there were two."""
    board = at_work(("pq14", port), **roster)
    perform(board, betray_convoys(board))
    assert board.force("pq14").level == level


@rule("pq17", "12.1")
def test_12_1_a_convoy_in_port_is_not_betrayed() -> None:
    board = at_work(("pq14", "reykjavik"), cobweb=2)
    board.force("pq14").port = "reykjavik"
    perform(board, betray_convoys(board))
    assert (board.force("pq14").level, board.roster.betrayed) == (None, [])


@rule("pq17", "12.1", "12.0e")
def test_12_1_cobweb_is_drawn_once_in_a_campaign_and_in_operations_he_is_nothing_special() -> None:
    board = at_work()
    board.state.roster = Roster(fortnight=3)
    assert (recruit_cobweb(board, "d", "cobweb"), board.roster.cobweb, board.roster.agent) == ("cobweb", 3, "d")
    assert (recruit_cobweb(board, "d", "cobweb"), board.roster.cobweb) == ("none", 3)
    assert recruit_cobweb(board, "f", "minelaying") == "minelaying"


@rule("pq17", "12.1", "15.8.1a")
@pytest.mark.parametrize(("betrayed", "relaxed"), [([], False), (["a"], True), (["a", "b"], False)])
def test_12_1_between_the_two_convoys_that_cobweb_betrays_the_patrol_is_relaxed(
    betrayed: list[str], relaxed: bool
) -> None:
    assert relaxes_patrol(Roster(betrayed=betrayed)) is relaxed


@rule("pq17", "12.1", position="PP212")
def test_12_1_cobweb_reports_the_next_two_that_leave_reykjavik() -> None:
    found = {}
    board = arctic()
    board.state.roster = Roster(fortnight=KEYS.index("apr_1"), cobweb=KEYS.index("apr_1"), agent="d")
    for key, sailing in (
        ("apr_1", [("pq13", "reykjavik")]), ("apr_2", [("pq14", "reykjavik"), ("qp10", "murmansk")]),
        ("may_1", [("pq15", "reykjavik")]), ("may_2", [("pq16", "reykjavik")]),
    ):  # fmt: skip
        board.roster.fortnight, board.state.forces = KEYS.index(key), []
        for name, _ in sailing:
            board.place(force(name, "allied", "convoy", "0504", "mv 12"))
        convoys = tuple(ListedConvoy(id=name, name=name, laden=True, destinations=(), ships=("mv 12",), port=port)
                        for name, port in sailing)  # fmt: skip
        board.state.composed = BOX.campaign.bare(BOX.campaign.fortnights[board.roster.fortnight], {})
        board.state.composed = structs.replace(board.state.composed, convoys=convoys)
        play(betray_convoys(board))
        found |= {one.id: one.level for one in board.state.forces}
    assert found == {"pq13": None, "pq14": 2, "qp10": None, "pq15": 2, "pq16": None}


@rule("pq17", "12.1a", "12.0a")
def test_12_1a_his_chit_is_not_shown_as_the_operation_ends() -> None:
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
def test_12_1a_the_allies_do_not_see_that_cobweb_is_there() -> None:
    board = at_work(cobweb=3)
    seen = {side: roster_of(board, (side,)) for side in SIDES}
    assert [(one.cobweb, one.agent) for one in (seen["axis"], seen["allied"])] == [(3, "d"), (-1, "")]
