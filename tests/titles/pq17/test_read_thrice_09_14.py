"""Chapters 9 to 14 read a third time, by somebody who had not seen the code: positions out of the text alone."""

from typing import Any

import pytest
from msgspec import structs

from games.titles.pq17.rules.operation.victory import score
from games.titles.pq17.rules.special.encounter import chance_encounter
from games.titles.pq17.rules.special.fortnights import return_of
from games.titles.pq17.rules.special.mines import minefield
from games.titles.pq17.rules.special.mishaps import collision
from games.titles.pq17.rules.special.segment import leave_map
from games.titles.pq17.state.fuel import Fuel
from games.titles.pq17.state.roster import Roster
from games.titles.pq17.state.state import Sky, Tally
from tests.titles.pq17.arctic import arctic, force
from tests.titles.pq17.box import BOX
from tests.titles.pq17.playing import play
from tests.titles.pq17.situations import holding, phase_d
from tests.titles.pq17.trial import left

rule = pytest.mark.rule


@rule("pq17", "12.2")
@pytest.mark.parametrize(
    ("mark", "spent", "score_"),
    [(Fuel(16), 0, -34), (Fuel(15), 0, 0), (Fuel(19), 3, -34), (Fuel(18), 3, 0), (Fuel(19, "low"), 0, 0)],
)
def test_pp784_seven_turns_before_the_warning(mark: Fuel, spent: int, score_: int) -> None:
    """Tirpitz 12 and Hipper 5, on turn 9."""
    one = force("t", "axis", "task_force", "atlantic", "tirpitz", "admiral_hipper", fuel=mark, spent=spent)
    board = holding("axis", "e", "break_out", one)
    leave_map(board, one)
    assert score(board.state) == score_


@rule("pq17", "12.2.1")
@pytest.mark.parametrize(
    ("letter", "shown", "warning"),
    [("b", 7, 16), ("c", 9, 18), ("f", 13, 21), ("h", 17, 24), ("i", 7, None), ("v", 7, None), ("w", None, None)],
)
def test_pp785_when_they_come_back(letter: str, shown: int | None, warning: int | None) -> None:
    """Day 4 AM is turn 7, day 8 PM turn 16, and so on."""
    found = return_of(BOX, letter)
    assert (found.shown.number if found.shown else None, found.warning.number if found.warning else None) == (
        shown,
        warning,
    )


@rule("pq17", "12.8a")
@pytest.mark.parametrize(
    ("holding_", "moves", "sky", "halves"),
    [
        (("admiral_hipper", "koln", "dd_36a 1"), 2, "fair", -10),
        (("admiral_hipper", "koln", "dd_36a 2"), 1, "fog", -10),
        (("koln", "dd_36a 2"), 2, "fair", -8),
        (("koln",), 3, "fair", 0),
        (("koln",), 0, "fair", 0),
        (("koln",), 2, "storm", 0),
        (("dd_36a 4",), 2, "reduced", -8),
    ],
)
def test_pp786_two_points_a_cruiser_one_a_destroyer_five_at_most(
    holding_: tuple[str, ...], moves: int, sky: Any, halves: int
) -> None:
    one = force("t", "axis", "task_force", "0521", *holding_, moved=moves)
    board = holding("axis", "f", "minelaying", one, chit={"target": "0521", "forces": ["t"]}, sky=Sky(sky))
    assert (phase_d(board), phase_d(board)) == (halves, halves), "once"


@rule("pq17", "12.10a")
@pytest.mark.parametrize(
    ("letter", "holding_", "began", "port", "halves"),
    [
        ("f", ("london", "kenya", "dd_a_i 1"), "scapa_flow", "barentsburg", 5),
        ("g", ("london", "kenya", "dd_a_i 4"), "reykjavik", "barentsburg", 5),
        ("h", ("kenya", "dd_a_i 1"), "scapa_flow", "barentsburg", 3),
        ("f", ("kenya", "dd_a_i 1"), "scapa_flow", "barentsburg", 0),
        ("h", ("kenya",), "scapa_flow", "barentsburg", 0),
        ("h", ("kenya", "dd_a_i 1"), "clyde", "barentsburg", 0),
        ("h", ("kenya", "dd_a_i 1"), "scapa_flow", "", 0),
    ],
)
def test_pp787_who_must_lie_in_barentsburg(
    letter: str, holding_: tuple[str, ...], began: str, port: str, halves: int
) -> None:
    one = force("t", "allied", "task_force", "0214", *holding_, port=port)
    board = holding("allied", letter, "gearbox", one, began=dict.fromkeys(("london", "kenya"), began))
    assert phase_d(board) == halves


@rule("pq17", "12.11", "12.11a")
@pytest.mark.parametrize(
    ("holding_", "moves", "attacked", "light", "halves"),
    [
        (("tirpitz", "admiral_hipper", "dd_36a 4"), 0, [], "jul_1", -6), (("tirpitz",), 1, [], "jul_1", 0),
        (("tirpitz",), 0, ["t"], "jul_1", 0), (("tirpitz",), 0, [], "dec_1", 0), (("dd_36a 4",), 0, [], "jul_1", 0),
        (("admiral_scheer",), 0, [], "jul_1", -2),
    ],
)  # fmt: skip
def test_pp788_spitsbergen(holding_: tuple[str, ...], moves: int, attacked: list[str], light: str, halves: int) -> None:
    one = force("t", "axis", "task_force", "0214", *holding_, moved=moves)
    board = holding("axis", "u", "sizilien", one, attacked=attacked, light=light)
    assert phase_d(board) == halves


@rule("pq17", "12.14.2", "2.4b", "7.0")
@pytest.mark.parametrize(
    ("die", "strength", "left_"), [(0, 5, 5), (1, 5, 4), (5, 5, 0), (5, 2, 0), (6, 5, 5), (9, 5, 5)]
)
def test_pp789_chariots(die: int, strength: int, left_: int) -> None:
    """She is never sunk in port, and nothing of it scores."""
    one = force("t", "axis", "task_force", "1111", f"tirpitz {strength}", port="trondheim")
    composed = structs.replace(BOX.operations["pq12"], month="1942-10")
    board = holding("allied", "o", "title", one, scenario="pq12", composed=composed, chit={"target": "1111", "turn": 9})
    assert phase_d(board, die) == 0
    assert (one.counters[0].strength, one.counters[0].dead) == (left_, left_ == 0)
    assert not [loss for loss in board.state.losses if loss.how == "damaged"]


@rule("pq17", "13.5")
@pytest.mark.parametrize(
    ("kind", "holding_", "dice", "lots", "after"),
    [
        ("wolfpack", ("ss_german 2",), (8, 9, 8), [0, 0], []),
        ("wolfpack", ("ss_german 4",), (8, 7, 8), [0, 0], ["ss_german 2"]),
        ("wolfpack", ("ss_german 2",), (7, 7, 7), [], ["ss_german 2"]),
    ],
)
def test_pp790_each_mine_that_hits_a_pack_sinks_a_boat(
    kind: Any, holding_: tuple[str, ...], dice: tuple[int, ...], lots: Any, after: list[str]
) -> None:
    one = force("w", "axis", kind, "0817", *holding_)
    board = arctic(one)
    play(minefield(board, "allied"), dice=[dice])
    assert left(one.counters if one in board.state.forces else []) == after


@rule("pq17", "13.7", "13.7a", "13.7b")
@pytest.mark.parametrize(
    ("kind", "holding_", "die", "after"),
    [
        ("task_force", ("tirpitz", "tb_35_37 2"), 7, ["tirpitz 5", "tb_35_37 2"]),
        ("task_force", ("tirpitz", "tb_35_37 2"), 8, ["tirpitz 5", "tb_35_37 1"]),
        ("task_force", ("tirpitz", "dd_36a 2"), 8, ["tirpitz 5", "dd_36a 1"]),
        ("task_force", ("tirpitz",), 9, ["tirpitz 5"]),
        ("task_force", ("admiral_hipper",), 9, ["admiral_hipper 3"]),
        ("task_force", ("admiral_hipper",), 8, ["admiral_hipper 4"]),
        ("convoy", ("mv_german 3", "es_german 1"), 7, ["mv_german 2", "es_german 1"]),
        ("convoy", ("mv_german 3", "es_german 1"), 6, ["mv_german 3", "es_german 1"]),
        ("wolfpack", ("ss_german 3",), 4, ["ss_german 3"]),
        ("wolfpack", ("ss_german 3",), 5, ["ss_german 2"]),
        ("wolfpack", ("ss_german 3",), 8, ["ss_german 2"]),
    ],
)
def test_pp791_by_chance_whatever_the_allied_force_is(
    kind: Any, holding_: tuple[str, ...], die: int, after: list[str]
) -> None:
    """A destroyer fires at the lowest ship: 8 at DD and TB, 9 at cruisers, 7 at merchants, and not at a battleship."""
    one = force("x", "axis", kind, "0411", *holding_)
    board = arctic(one, force("ally", "allied", "wolfpack", "0411", "ss_british 1"))
    play(chance_encounter(board), dice=[(die,)])
    assert left(one.counters) == after
    assert (one.level, board.force("ally").level) == (0, 0)


@rule("pq17", "13.7")
@pytest.mark.parametrize("level", [None, 2])
def test_pp792_a_dummy_beside_an_allied_force_is_removed_identified_or_not(level: int | None) -> None:
    lure = force("lure", "axis", "dummy", "0411", level=level)
    board = arctic(lure, force("ally", "allied", "task_force", "0411", "kent"), force("d", "allied", "dummy", "0410"),
                   force("w", "axis", "wolfpack", "0410", "ss_german 1"))  # fmt: skip
    play(chance_encounter(board))
    assert [one.id for one in board.forces_of("axis")] == ["w"]


@rule("pq17", "13.0a", "15.5.3a", "15.1b")
def test_pp793_in_a_campaign_a_collision_costs_no_points_and_is_noted_with_its_convoy() -> None:
    one = force("pq12", "allied", "convoy", "0310", "mv 9")
    board = arctic(one, roster=Roster(), tallies=[Tally("pq12", laden=True, began=9)])
    play(collision(board, "allied"))
    assert left(one.counters) == ["mv 7"]
    assert [(loss.how, loss.strength, loss.convoy, loss.open) for loss in board.state.losses] == [
        ("collided", 1, "pq12", False)
    ] * 2
    assert (board.state.bookings, board.state.tallies[0].excepted) == ([], 0)
