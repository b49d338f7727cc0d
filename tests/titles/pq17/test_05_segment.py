"""4.3, 5.1: the movement and combine segments as they are played: ports, Command Points, tows, Patrol White."""

from typing import Any

import pytest

from games.titles.pq17.components.options import Options
from games.titles.pq17.orders.moves import CastOff, Combine, Move, Route, Stay
from games.titles.pq17.orders.phase import PhaseForm
from games.titles.pq17.rules.movement.combining import combine_segment
from games.titles.pq17.rules.movement.orders import moves_part
from games.titles.pq17.rules.operation.start import start
from games.titles.pq17.rules.search.cards import Look, card_finds
from games.titles.pq17.state.board import Board
from games.titles.pq17.state.events.movement import BlockMoved, Held, Scuttled
from games.titles.pq17.state.state import Force, Phase, Plan, Points, Report, Sky
from tests.titles.pq17.arctic import force
from tests.titles.pq17.boards import WORDS
from tests.titles.pq17.box import BOX
from tests.titles.pq17.ch05_movement.sailings import risks, tapped
from tests.titles.pq17.playing import play
from tests.titles.pq17.under_way import moved, table
from tests.titles.procedures import Run

rule = pytest.mark.rule


@rule("pq17", "5.1.3", "4.3", "4.3.2", "11.1")
def test_a_force_puts_to_sea() -> None:
    board = table(force("t", "allied", "task_force", "0504", "london", "dd_us 2", port="reykjavik"))
    told = moved(board, Move("t", ("0404", "0405", "0406")))
    one = board.force("t")
    assert (one.at, one.port, one.level, one.fuel and one.fuel.turn) == ("0404", "", None, 9 + 12)
    assert one.plan == Plan(0, ("0405", "0406"))
    assert board.state.command["home_fleet"] == Points(left=14, spent=2, over=1, until=10)
    assert [event for event in told if isinstance(event, BlockMoved)] == [
        BlockMoved("allied", 1, 1, "0504", ("0404",), "reykjavik", "", "t")
    ]


@rule("pq17", "5.0", "4.2d", "5.1.2")
def test_a_written_way_is_gone_turn_by_turn_until_port() -> None:
    board = table(force("t", "axis", "task_force", "0612", "lutzow"))
    moved(board, Move("t", ("0712", "0812", "0813"), enters="narvik"), side="axis")
    assert (board.force("t").at, board.force("t").port) == ("0812", "")
    board.force("t").moved = 0
    moved(board, side="axis")
    assert (board.force("t").at, board.force("t").port, board.force("t").plan) == ("0813", "narvik", None)


@rule("pq17", "5.0")
def test_a_force_that_is_told_to_stay_forgets_its_way() -> None:
    board = table(force("t", "axis", "task_force", "0612", "lutzow", plan=Plan(0, ("0712",))))
    moved(board, Stay("t"), side="axis")
    assert (board.force("t").at, board.force("t").plan) == ("0612", None)


@rule("pq17", "5.1.2a")
def test_ships_beyond_the_limit_stay_outside() -> None:
    board = table(force("c", "allied", "convoy", "0817", "mv 9", "dd_a_i 7", "es_british 2"))
    board.force("c").convoy.destinations = ("murmansk",)
    moved(board, Route("c", "murmansk"))
    assert board.force("c").port == "murmansk"
    assert sum(one.strength for one in board.force("c").counters if one.ship == "dd_a_i") == 5
    outside = next(one for one in board.state.forces if one.id != "c")
    assert [(one.ship, one.strength) for one in outside.counters] == [("dd_a_i", 2)]
    assert board.state.russian == {"light": 5}


@rule("pq17", "5.1.9a", "2.2")
@pytest.mark.parametrize(("way", "points"), [(("0405",), 0), (("0405", "0406"), -4)])
def test_patrol_white(way: tuple[str, ...], points: int) -> None:
    board = table(force("patrol", "allied", "task_force", "0305", "kent"), patrol=["kent", "berwick"])
    moved(board, Move("patrol", way))
    assert sum(one.points for one in board.state.bookings) == points
    assert ("kent" in board.state.patrol) is not bool(points)


@rule("pq17", "5.1.1", "5.1.1a", "5.1.1b", "7.0e")
@pytest.mark.parametrize(("tug", "towed"), [("norfolk", True), ("dd_a_i 2", False), ("es_british 2", False)])
def test_a_battleship_is_towed_by_a_cruiser_or_goes_down(tug: str, *, towed: bool) -> None:
    board = table(force("t", "allied", "task_force", "0410", "duke_of_york", tug))
    board.force("t").counters[0].dead, board.force("t").counters[0].strength = True, 0
    board.state.phase = Phase(side="axis")
    Run().carry_out(combine_segment(board), board.state, dice=(), draws=(), says=None)
    assert any(one.towed for one in board.force("t").counters) is towed
    assert any(isinstance(told.variants[0].event, Scuttled) for told in board.told) is not towed
    if towed:
        moved(board, CastOff("t"))
        assert not any(one.towed or one.tows for one in board.force("t").counters)


@rule("pq17", "5.2.1")
@pytest.mark.parametrize(
    ("other", "at"),
    [
        (("convoy", "mv 5"), "0611"), (("wolfpack", "ss_soviet 2"), "0611"), (("wolfpack", "ss_british 1"), "0612"),
        (("task_force", "london"), "0612"),
    ],
)  # fmt: skip
def test_british_submarines_keep_clear(other: tuple[str, str], at: str) -> None:
    board = table(
        force("b", "allied", "wolfpack", "0611", "ss_british 1"),
        force("o", "allied", other[0], "0612", other[1]),
    )
    told = moved(board, Move("b", ("0612",)))
    assert board.force("b").at == at
    held = Held("allied", "b", "0611", "5.2.1", into="0612")
    assert (held in told) is (at == "0611")
    assert "in 0611 (Norwegian Sea) before 0612 (NW of Narvik), since submarines keep" in WORDS.describe_event(
        held, "en"
    )
    assert "味方船団とソ連ウルフパックを避け0612（" in WORDS.describe_event(held, "ja")


@rule("pq17", "5.2.1")
def test_convoys_in_port_and_german_submarines_are_nothing_to_keep_clear_of() -> None:
    board = table(
        force("b", "allied", "wolfpack", "0816", "ss_british 1"),
        force("c", "allied", "convoy", "0817", "mv 5", port="murmansk"),
        force("g", "axis", "wolfpack", "0611", "ss_german 1"),
        force("d", "allied", "convoy", "0612", "mv 5"),
    )
    moved(board, Move("b", ("0817",)))
    assert board.force("b").at == "0817"
    moved(board, Move("g", ("0612",)), side="axis")
    assert board.force("g").at == "0612"


PACK = ("b", "allied", "wolfpack", "0611", "ss_british 1")
AHEAD = ("0612", "0613", "0614")


def starts(pack: Plan, *others: Force, turn: int = 3) -> str:
    """Where a British pack off Narvik is as play starts; it and these others have done what was planned until then."""
    board = table(force(*PACK, plan=pack), *others, turn=turn, start=turn)
    play(start(board))
    return board.force("b").at


@rule("pq17", "5.2.1", "8.3")
@pytest.mark.parametrize(
    ("other", "at"),
    [
        (("allied", "convoy", "mv 5"), "0611"), (("allied", "wolfpack", "ss_soviet 2"), "0611"),
        (("allied", "wolfpack", "ss_british 1"), "0614"), (("axis", "wolfpack", "ss_german 1"), "0614"),
    ],
)  # fmt: skip
def test_british_submarines_keep_clear_before_play_starts_too(other: Any, at: str) -> None:
    """Two turns at cruise speed, over the hex of the other."""
    side, kind, holds = other
    assert starts(Plan(1, AHEAD), force("o", side, kind, "0612", holds)) == at


@rule("pq17", "5.2.1", "8.3", "8.3b")
@pytest.mark.parametrize(
    ("sails", "at"), [(1, "0614"), (2, "0613"), (3, "0611")]
)  # fmt: skip
def test_what_a_convoy_leaves_before_play_starts_is_open_behind_it(sails: int, at: str) -> None:
    """A convoy leaves 0612 in turn 1, in turn 2, or not yet; the pack tries again in each turn."""
    convoy = force("c", "allied", "convoy", "0612", "mv 5", plan=Plan(sails, ("0712", "0711", "0710")))
    assert starts(Plan(1, AHEAD), convoy) == at


@rule("pq17", "5.2.1", "8.3")
def test_a_convoy_that_sails_from_port_is_in_the_way_from_then_on() -> None:
    """It puts to sea off Reykjavik in turn 1 and lies there as that turn ends; in port it is in nobody's way."""
    for sails, at in ((1, "0404"), (9, "0504")):
        convoy = force("c", "allied", "convoy", "0504", "mv 5", port="reykjavik", plan=Plan(sails, ("0404",) * 2))
        board = table(force("b", "allied", "wolfpack", "0405", "ss_british 1", plan=Plan(1, ("0404", "0504"))), convoy,
                      turn=2, start=2)  # fmt: skip
        play(start(board))
        assert board.force("b").at == at


@rule("pq17", "5.0", "4.3.2")
def test_a_draft_says_when_a_force_will_be_there_and_what_leaving_port_costs() -> None:
    board = table(force("cover", "allied", "task_force", "0504", "london", "norfolk", port="reykjavik"))
    order = {"order": "move", "force": "cover", "way": ["0404", "0405", "0406", "0407", "0408", "0409"]}
    lines = PhaseForm(moves=moves_part(board, "allied")).preview([order]).lines
    said = [line.text.en for line in lines]
    assert any("6 hexes, there on day 6 PM at the earliest; 0 of them in enemy air radii" in one for one in said), said
    assert any("Leaving port costs" in one and "Command Points" in one for one in said)


@rule("pq17", "5.1.9a")
def test_the_owner_is_warned_before_patrol_white_is_left() -> None:
    board = table(
        force("p", "allied", "task_force", "0305", "kent"), force("l", "allied", "task_force", "0305", "london"),
        patrol=["kent", "berwick"],
    )  # fmt: skip
    leaves = {"order": "move", "force": "p", "way": ["0405", "0406"]}
    assert risks(board, leaves) == ["a cruiser leaves Patrol White"]
    assert risks(board, leaves | {"way": ["0406"]}) == ["a cruiser leaves Patrol White"], "with gaps"
    assert risks(board, leaves | {"way": ["0405"]}) == []
    assert risks(board, leaves | {"force": "l"}) == []
    assert risks(board, {"order": "move"}, {"order": "move", "force": 3, "way": "x"}) == []
    board.state.reports.append(Report(to="allied", turn=8, source="search", at="0509", kind="task_force"))
    assert risks(board, leaves) == ["a cruiser leaves Patrol White"], "outside the British air radius"
    inside = min(board.box.areas.british_radius.hexes)
    board.state.reports.append(Report(to="allied", turn=8, source="search", at=inside, kind="task_force"))
    assert risks(board, leaves) == []


@rule("pq17", "5.2.1")
def test_the_owner_is_warned_of_convoys_in_the_way_of_his_submarines() -> None:
    pack, convoy = ("b", "allied", "wolfpack", "0611"), ("c", "allied", "convoy", "0613")
    board = table(force(*pack, "ss_british 1"), force(*convoy, "mv 5"))
    assert risks(board, {"order": "move", "force": "b", "way": ["0612", "0613"]}) == [
        "0613 has an Allied convoy or a Soviet wolfpack now"
    ]
    assert risks(board, {"order": "move", "force": "b", "way": ["0512"]}) == []
    assert [one.hexes for one in moves_part(board, "axis").cautions] == []


@rule("pq17", "5.1.2")
def test_a_tap_on_a_port_leads_the_force_there_and_in() -> None:
    board = table(force("t", "axis", "task_force", "0612", "lutzow"))
    (order,) = tapped(board, "axis", "narvik", "t")
    assert isinstance(order, dict)
    assert (order["order"], order["force"], order["enters"], order["way"][-1]) == ("move", "t", "narvik", "0813")


@rule("pq17", "5.1.2")
def test_of_the_port_in_its_hex_a_force_is_told_to_enter_alone() -> None:
    board = table(force("t", "axis", "task_force", "0813", "lutzow"))
    assert tapped(board, "axis", "narvik", "t") == [{"order": "move", "force": "t", "enters": "narvik"}]


@rule("pq17", "5.1.2")
def test_an_enemys_port_takes_nobody_in() -> None:
    board = table(force("t", "axis", "task_force", "0612", "lutzow"))
    assert tapped(board, "axis", "murmansk", "t") == []


@rule("pq17", "9.4")
@pytest.mark.parametrize(
    ("storm", "by_option", "card", "together"),
    [(True, True, "-", False), (True, True, "S", True), (True, False, "", True), (False, True, "", True)],
)
def test_by_option_forces_in_a_storm_combine_if_they_find_each_other(
    storm: bool, by_option: bool, card: str, together: bool
) -> None:
    board = table(
        force("a", "allied", "task_force", "0410", "london"), force("b", "allied", "task_force", "0410", "norfolk"),
        options=Options(storm_combining=by_option), sky=Sky("storm" if storm else "fair"),
    )  # fmt: skip
    board.state.phase = Phase(side="allied", orders=(Combine(("a", "b")),))
    drawn = [finding(board, found=card == "S")] if card else []
    play(combine_segment(board), cards=drawn)
    assert (len(board.forces_of("allied")) == 1) is together


def finding(board: Board, *, found: bool) -> str:
    """A card by which a search of a force at ID 3 finds something in this weather, or nothing."""
    look = Look(day=board.is_day, weather=board.state.sky.kind, row="force", level=3)
    return next(name for name, card in BOX.cards.items() if card_finds(card, look) is found)
