"""Chapter 12 read sentence by sentence: both sides of the edges of every situation, and who is told what."""

from typing import Any

import pytest

from games.titles.pq17.components.pieces import Side
from games.titles.pq17.rules.forces.situations import (
    lifted_rules,
    may_fly,
    note_norway_struck,
    opened_areas,
    situation_of,
)
from games.titles.pq17.rules.operation.victory import score
from games.titles.pq17.rules.special.bombing import may_order_bombing
from games.titles.pq17.rules.special.chits import draw
from games.titles.pq17.rules.special.segment import after_movement
from games.titles.pq17.rules.special.situations import confirm_situations
from games.titles.pq17.state.board import Board
from games.titles.pq17.state.events.special import ChitDrawn, ChitShown
from games.titles.pq17.state.fuel import Fuel
from games.titles.pq17.state.state import AirUnit, Named, Report, Sky
from tests.titles.pq17.arctic import arctic, force
from tests.titles.pq17.box import BOX
from tests.titles.pq17.procedures import events_for, perform
from tests.titles.pq17.situations import holding, phase_d

rule = pytest.mark.rule
SEATS = ("allied", "axis", "public")


@rule("pq17", "12.0", "T.charts")
@pytest.mark.parametrize(
    ("letters", "allied", "winter", "summer"),
    [
        ("ab", "bombing_order", "axis_convoy", "axis_convoy"),
        ("c", "fleet_air_strike", "axis_convoy", "axis_convoy"),
        ("d", "fleet_air_strike", "cobweb", "cobweb"),
        ("e", "ground_offensive", "break_out", "break_out"),
        ("f", "gearbox", "minelaying", "minelaying"),
        ("gh", "gearbox", "port_raid", "port_raid"),
        ("ij", "gearbox", "axis_convoy", "axis_convoy"),
        ("kl", "reinforcements", "reinforcements", "reinforcements"),
        ("m", "archery", "ground_offensive", "ground_offensive"),
        ("n", "archery", "none", "no_restrictions"),
        ("o", "title", "none", "no_restrictions"),
        ("pqr", "none", "none", "none"),
        ("st", "none", "axis_convoy", "wunderland"),
        ("uv", "none", "axis_convoy", "sizilien"),
        ("wx", "none", "axis_convoy", "minelaying"),
        ("yz", "none", "none", "none"),
    ],
)
def test_every_letter_in_every_column(letters: str, allied: str, winter: str, summer: str) -> None:
    for letter in letters:
        one = BOX.situations[letter]
        assert (one.allied, one.axis_winter, one.axis_summer) == (allied, winter, summer)


@rule("pq17", "12.0a", "12.6")
def test_a_second_ground_offensive_is_drawn_again_and_told_to_both() -> None:
    """The Allied player draws E: it lies open, and the chit after it is his alone; the Axis then draws M."""
    board = arctic(cup=list("abcdefghijklmnopqrstuvwxyz"))
    perform(board, draw(board), draws=[(4,), (0,), (10,), (0,)])
    assert board.state.offensive == {"allied": "e", "axis": "m"}
    for seat in SEATS:
        told = events_for(board, seat)
        assert ChitShown("allied", "e", "ground_offensive") in told
        assert ChitShown("axis", "m", "ground_offensive") in told
    assert [one for one in events_for(board, "axis") if isinstance(one, ChitDrawn) and one.side == "allied"] == [
        ChitDrawn("allied")
    ]


@rule("pq17", "12.2")
@pytest.mark.parametrize(
    ("ships", "turn", "warning", "halves"),
    [
        (("tirpitz",), 9, 16, -24),
        (("tirpitz",), 9, 15, 0),
        (("scharnhorst", "gneisenau"), 9, 16, -48),
        (("admiral_hipper",), 9, 16, -10),
        (("lutzow",), 9, 16, -10),
        (("tirpitz", "admiral_hipper", "lutzow"), 20, 27, -44),
    ],
)
def test_what_leaves_seven_turns_before_its_warning(
    ships: tuple[str, ...], turn: int, warning: int, halves: int
) -> None:
    raider = force("r", "axis", "task_force", "atlantic", *ships, fuel=Fuel(warning))
    board = holding("axis", "e", "break_out", raider, turn=turn)
    after_movement(board)
    assert (score(board.state), board.state.forces) == (halves, [])


@rule("pq17", "12.2")
def test_who_is_low_has_reached_his_warning() -> None:
    raider = force("r", "axis", "task_force", "atlantic", "tirpitz", fuel=Fuel(30, "low"))
    board = holding("axis", "e", "break_out", raider)
    after_movement(board)
    assert score(board.state) == 0


@rule("pq17", "12.3a")
@pytest.mark.parametrize(("turn", "port", "halves"), [(21, "", 0), (22, "", 4), (22, "kirkenes", 0), (22, "tromso", 4)])
def test_day_eleven_is_the_last(turn: int, port: str, halves: int) -> None:
    at = {"": "0716", "kirkenes": "0816", "tromso": "0814"}[port]
    convoy = force("c", "axis", "convoy", at, "es_german 1", "mv_german 2", port=port)
    assert phase_d(holding("axis", "a", "axis_convoy", convoy, turn=turn)) == halves


@rule("pq17", "12.4")
@pytest.mark.parametrize(
    ("ship", "source", "to", "day", "may"),
    [
        ("tirpitz", "photo", "allied", False, True),
        ("scharnhorst", "photo", "allied", False, True),
        ("tirpitz", "photo", "allied", True, False),
        ("lutzow", "photo", "allied", False, False),
        ("admiral_hipper", "photo", "allied", False, False),
        ("tirpitz", "search", "allied", False, False),
        ("duke_of_york", "photo", "axis", False, False),
    ],
)
def test_which_photograph_gives_the_order(ship: str, source: Any, to: Side, day: bool, may: bool) -> None:
    seen = Report(to=to, turn=8, source=source, at="1111", block=1, port="trondheim", names=(Named(ship, 0),))
    where: dict[str, Any] = {"scenario": "pq12", "light": BOX.operations["pq12"].light}
    board = holding("allied", "a", "bombing_order", reports=[seen], **where)
    board.state.turn = next(turn for turn in range(9, 29) if _is_day(board, turn) is day)
    assert may_order_bombing(board) is may


def _is_day(board: Board, turn: int) -> bool:
    board.state.turn = turn
    return board.is_day


@rule("pq17", "12.5")
@pytest.mark.parametrize(
    ("port", "struck", "halves"),
    [("scapa_flow", (), -10), ("scapa_flow", ("victorious",), 0), ("reykjavik", (), 0)],
)
def test_each_fleet_carrier_of_scapa_flow_owes_a_strike(port: str, struck: tuple[str, ...], halves: int) -> None:
    """Avenger, an escort carrier, owes nothing."""
    board = holding("allied", "c", "fleet_air_strike", began={"victorious": port, "avenger": "scapa_flow"})
    for ship in struck:
        note_norway_struck(board, ship)
    confirm_situations(board)
    assert score(board.state) == halves


@rule("pq17", "12.6")
@pytest.mark.parametrize(
    ("aircraft", "flies"),
    [
        ("hudson", True), ("catalina", True), ("fw_200", True), ("he_111", True), ("he_115", True), ("bf_109t", True),
        ("ju_88", False), ("bv_138", False), ("ju_87", False), ("pe_2", False),
    ],
)  # fmt: skip
def test_who_flies_during_an_offensive_of_either_side(aircraft: str, flies: bool) -> None:
    for side in ("allied", "axis"):
        board = arctic(offensive={side: "e"})
        assert may_fly(board, AirUnit(aircraft, 1, id="a", base="banak")) is flies


@rule("pq17", "12.8a")
@pytest.mark.parametrize(
    ("ships", "halves"),
    [
        (("admiral_hipper",), -4),
        (("dd_36a 1",), -2),
        (("dd_36a 4",), -8),
        (("admiral_hipper", "dd_36a 2"), -8),
        (("admiral_hipper", "dd_36a 3"), -10),
        (("admiral_hipper", "koln", "dd_36a 2"), -10),
        (("admiral_hipper", "koln", "dd_36a 4"), -10),
    ],
)
def test_two_for_a_cruiser_one_for_a_destroyer_five_at_most(ships: tuple[str, ...], halves: int) -> None:
    layer = force("m", "axis", "task_force", "0421", *ships, moved=2)
    assert phase_d(holding("axis", "f", "minelaying", layer, chit={"target": "0421", "forces": ["m"]})) == halves


@rule("pq17", "12.8a")
@pytest.mark.parametrize(
    ("sky", "lays"), [("fair", True), ("reduced", True), ("fog", True), ("storm", False), ("gale", False)]
)
def test_neither_in_storm_nor_gale(sky: Any, lays: bool) -> None:
    layer = force("m", "axis", "task_force", "0421", "dd_36a 1", moved=1)
    board = holding("axis", "f", "minelaying", layer, chit={"target": "0421", "forces": ["m"]}, sky=Sky(sky))
    assert (phase_d(board) != 0, board.state.chits["axis"].shown) == (lays, lays)
    assert (ChitShown("axis", "f", "minelaying") in events_for(board, "allied")) is lays


@rule("pq17", "12.9", "11.4")
def test_no_restrictions_lifts_hitlers_limits_and_not_the_want_of_fuel() -> None:
    one = force("t", "axis", "task_force", "0814", "tirpitz", port="tromso")
    assert lifted_rules(holding("axis", "n", "no_restrictions", one), one) == {"5.1.8"}


@rule("pq17", "12.10a")
@pytest.mark.parametrize(("letter", "halves"), [("f", -5), ("g", -5), ("h", -3), ("i", -3), ("j", -3)])
def test_what_gearbox_costs_undone(letter: str, halves: int) -> None:
    board = holding("allied", letter, "gearbox")
    confirm_situations(board)
    assert score(board.state) == halves


@rule("pq17", "12.11", "12.11a")
@pytest.mark.parametrize(
    ("ships", "halves"),
    [
        (("tirpitz",), -4),
        (("scharnhorst",), -4),
        (("admiral_hipper",), -2),
        (("lutzow",), -2),
        (("koln",), -2),
        (("tirpitz", "scharnhorst", "dd_36a 4"), -8),
    ],
)
def test_a_day_at_spitsbergen(ships: tuple[str, ...], halves: int) -> None:
    there = force("s", "axis", "task_force", "0214", *ships)
    board = holding("axis", "u", "sizilien", there)
    assert (phase_d(board), phase_d(board)) == (halves, halves), "once in an operation"


@rule("pq17", "12.12")
@pytest.mark.parametrize(
    ("ships", "kind", "may"),
    [
        (("admiral_scheer",), "task_force", True),
        (("lutzow",), "task_force", True),
        (("admiral_hipper",), "task_force", False),
        (("ss_german 2",), "wolfpack", True),
        (("admiral_scheer", "lutzow"), "task_force", False),
    ],
)
def test_who_goes_into_the_kara_sea(ships: tuple[str, ...], kind: Any, may: bool) -> None:
    one = force("k", "axis", kind, "0421", *ships)
    board = holding("axis", "s", "wunderland", one, scenario="pq18")
    assert situation_of(board, "axis") == "wunderland"
    assert (opened_areas(board, one) == {"kara_sea"}) is may
