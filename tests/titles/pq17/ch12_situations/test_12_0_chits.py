"""12.0: chits drawn in secret, and what is written for them."""

from collections import Counter as Tally

import pytest

from games.titles.pq17.components.box import ComponentError
from games.titles.pq17.rules.forces.situations import is_usable, situation_of
from games.titles.pq17.rules.special.chits import draw, show_all, tromso_block
from games.titles.pq17.state.events.special import ChitDrawn, ChitShown
from games.titles.pq17.state.state import Chit
from games.titles.pq17.visibility.redeal import redeal
from tests.titles.pq17.arctic import arctic
from tests.titles.pq17.box import BOX, FILES
from tests.titles.pq17.faults import refused, swapped
from tests.titles.pq17.procedures import events_for, perform
from tests.titles.pq17.situations import LETTERS, holding

rule = pytest.mark.rule
SEATS = ("allied", "axis", "public")


def test_faulty_figures_are_refused() -> None:
    for old, new, said in (
        ('"abcij"', '"abci"', "12.3"), ('"fg"', '"f"', "12.10"), ('last = "11 pm"', 'last = "11"', "turn"),
    ):  # fmt: skip
        error = refused(swapped("special.toml", old, new))
        assert isinstance(error, ComponentError)
        assert said in str(error)
    assert "special.toml" in FILES


@rule("pq17", "12.0", "12.0c")
def test_12_0_situations() -> None:
    chits = BOX.situations
    assert Tally(one.allied for one in chits.values())["gearbox"] == 5
    assert {key for key, one in chits.items() if one.axis_summer == "axis_convoy"} == set("abcij")
    assert {key for key, one in chits.items() if one.axis_winter == "axis_convoy"} == set("abcijstuvwx")
    assert [chits[key].stars for key in "epy"] == [(False, True, True), (True, True, True), (False, False, False)]
    assert (chits["n"].allied, chits["n"].axis_winter, chits["n"].axis_summer) == ("archery", "none", "no_restrictions")


@rule("pq17", "12.0", "12.0a", "3.1")
def test_12_0_each_draws_one_the_allied_player_first_and_reads_his_own() -> None:
    board = arctic(cup=list(LETTERS))
    assert perform(board, draw(board), draws=[(5,), (5,)]).following == "set_up_axis"
    assert {side: chit.letter for side, chit in board.state.chits.items()} == {"allied": "f", "axis": "g"}
    assert sorted([*board.state.cup, "f", "g"]) == LETTERS
    assert events_for(board, "allied") == [ChitDrawn("allied", "f", "gearbox"), ChitDrawn("axis")]
    assert events_for(board, "axis") == [ChitDrawn("allied"), ChitDrawn("axis", "g", "port_raid")]
    assert events_for(board, "public") == [ChitDrawn("allied"), ChitDrawn("axis")]


@rule("pq17", "12.0")
def test_12_0_the_axis_column_goes_by_the_month() -> None:
    summer, winter = arctic(cup=list(LETTERS)), arctic(cup=list(LETTERS), scenario="pq8")
    for board in (summer, winter):
        perform(board, draw(board), draws=[(25,), (18,)])
    assert [board.state.chits["axis"].situation for board in (summer, winter)] == ["wunderland", "axis_convoy"]


@rule("pq17", "12.0")
def test_12_0_a_chit_whose_condition_was_met_is_not_dealt_anew() -> None:
    """What it scored, or spent, was told."""
    for done, changes in ((True, False), (False, True)):
        chits = {"allied": Chit("w", "none", shown=True), "axis": Chit("p", "none", done=done)}
        world = redeal(BOX, arctic(chits=chits, cup=["g", "h"]).state, "allied", lambda limit: limit - 1)
        assert (world.chits["axis"].letter != "p") is changes


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
def test_12_0_every_letter_in_every_column(letters: str, allied: str, winter: str, summer: str) -> None:
    for letter in letters:
        one = BOX.situations[letter]
        assert (one.allied, one.axis_winter, one.axis_summer) == (allied, winter, summer)


@rule("pq17", "12.0a")
def test_12_0a_all_chits_are_shown_in_the_confirmation_phase() -> None:
    board = arctic(chits={"allied": Chit("f", "gearbox"), "axis": Chit("p", "none", shown=True)})
    show_all(board)
    assert events_for(board, "axis") == [ChitShown("allied", "f", "gearbox")]
    assert all(chit.shown for chit in board.state.chits.values())


@rule("pq17", "12.0a", "12.6")
def test_12_0a_a_second_ground_offensive_is_drawn_again_and_told_to_both() -> None:
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


@rule("pq17", "12.0b", "12.3", "4.1.3a")
@pytest.mark.parametrize(
    ("letter", "situation", "scenario", "holds"),
    [
        ("a", "axis_convoy", "pq17", ["es_german 1", "mv_german 2"]),
        ("j", "axis_convoy", "pq17", ["es_german 1", "mv_german 2"]),
        ("x", "axis_convoy", "pq8", ["es_german 2", "mv_german 3"]),
        ("g", "port_raid", "pq17", []),
        ("p", "none", "pq17", []),
    ],
)
def test_12_0b_what_stands_at_tromso(letter: str, situation: str, scenario: str, holds: list[str]) -> None:
    board = holding("axis", letter, situation, scenario=scenario)
    block = tromso_block(board, "b")
    assert [f"{one.ship} {one.strength}" for one in block.counters] == holds
    assert (block.kind, block.at, block.port) == ("convoy" if holds else "dummy", "0814", "tromso")
    assert block.convoy is None or block.convoy.destinations == ("kirkenes",)


@rule("pq17", "12.0e")
@pytest.mark.parametrize(
    ("situation", "yes", "no"),
    [
        ("cobweb", "", "pq17 jw51b"),
        ("bombing_order", "pq12 pq13", "pq17 jw51b"),
        ("gearbox", "pq6 pq17 pq18", "pq8 pq12 pq14"),
        ("sizilien", "pq17 pq18", ""),
        ("wunderland", "pq18", "pq17 pq16"),
        ("minelaying", "pq17 pq18", "pq16 pq12"),
        ("archery", "pq6 jw51b", "pq16 pq18"),
        ("title", "pq18", "pq17 pq12"),
        ("port_raid", "pq17 pq6", ""),
        ("none", "", "pq17"),
    ],
)
def test_12_0e_situations_that_cannot_apply_are_none(situation: str, yes: str, no: str) -> None:
    assert [key for key in yes.split() if not is_usable(BOX, BOX.operations[key], situation)] == []
    assert [key for key in no.split() if is_usable(BOX, BOX.operations[key], situation)] == []


@rule("pq17", "12.0e", "12.5")
def test_12_0e_fleet_air_strike_without_a_carrier_in_scapa_flow_is_none() -> None:
    board = holding("allied", "c", "fleet_air_strike", began={"victorious": "reykjavik", "anson": "scapa_flow"})
    assert situation_of(board, "allied") == "none"
    board.state.began = {"victorious": "scapa_flow"}
    assert situation_of(board, "allied") == "fleet_air_strike"
