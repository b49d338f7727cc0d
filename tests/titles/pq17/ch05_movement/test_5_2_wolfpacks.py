"""5.2: how wolfpacks move, and whom British and Soviet submarines avoid."""

from typing import Any

import pytest

from games.titles.pq17.orders.attacks import Attack
from games.titles.pq17.orders.cautions import Caution
from games.titles.pq17.orders.move_orders import Move, Split
from games.titles.pq17.orders.moves import Moves
from games.titles.pq17.orders.phase import PhaseForm
from games.titles.pq17.rules.movement.orders import moves_part
from games.titles.pq17.rules.movement.segment import movement
from games.titles.pq17.rules.operation.start import start
from games.titles.pq17.rules.search.identification import contact_name
from games.titles.pq17.rules.search.legal_attacks import may_attack
from games.titles.pq17.rules.search.strikes import strikes_form
from games.titles.pq17.rules.submarine.attacks import submarine_combat
from games.titles.pq17.state.events.movement import Held
from games.titles.pq17.state.state import Force, Phase, Plan, Shadow, Sky
from tests.titles.pq17.arctic import arctic, force
from tests.titles.pq17.boards import WORDS
from tests.titles.pq17.box import BOX
from tests.titles.pq17.ch05_movement.sailings import risks, sailing
from tests.titles.pq17.ch06_search.shadowers import (
    ASIDE,
    BRITISH,
    attacks,
    convoy_named,
    followed_by,
    neighbours,
    small_convoy,
    three_boats,
    two_boats,
)
from tests.titles.pq17.forms_laid_out import SEA, mover
from tests.titles.pq17.forms_shown import foretold
from tests.titles.pq17.oracles import Barred, check_way
from tests.titles.pq17.playing import play
from tests.titles.pq17.strikes import OPEN, facing
from tests.titles.pq17.under_way import moved, table

rule = pytest.mark.rule
PACK = ("b", "allied", "wolfpack", "0611", "ss_british 1")
AHEAD = ("0612", "0613", "0614")


def starts(pack: Plan, *others: Force, turn: int = 3) -> str:
    """Where a British pack off Narvik is as play starts; it and these others have done what was planned until then."""
    board = table(force(*PACK, plan=pack), *others, turn=turn, start=turn)
    play(start(board))
    return board.force("b").at


@rule("pq17", "5.2", "7.3.2a")
def test_5_2_packs_that_moved_or_have_no_torpedoes_do_not_attack() -> None:
    prey = force("tf", "allied", "task_force", OPEN, "norfolk")
    board = facing(prey, force("pack", "axis", "wolfpack", OPEN, "ss_german 2", moved=1))
    assert strikes_form(board, "axis").targets[0].forces == ()
    board.force("pack").moved = 0
    assert strikes_form(board, "axis").targets[0].forces == ("pack",)
    board.force("pack").counters[0].used = True
    assert strikes_form(board, "axis").targets[0].forces == ()


@rule("pq17", "5.2", "7.1", "7.3.2a", "6.3.2", "9.2.5")
def test_5_2_a_pack_attacks_unless_any_one_thing_keeps_it() -> None:
    assert attacks(two_boats(), small_convoy())
    assert not attacks(two_boats(moved=1), small_convoy())
    assert not attacks(two_boats(at=ASIDE), small_convoy())
    assert not attacks(two_boats(port="narvik"), small_convoy())
    assert not attacks(two_boats(), small_convoy(), level=None)
    assert not attacks(two_boats(), small_convoy(), shadows=[Shadow("pq", "wolfpack", "pack")])
    assert attacks(two_boats(), small_convoy(), shadows=[Shadow("pq", "wolfpack", "other")])
    spent = two_boats()
    spent.counters[0].used = True
    assert not attacks(spent, small_convoy())
    for weather, fights in (("fair", True), ("reduced", True), ("fog", True), ("storm", True), ("gale", False)):
        assert attacks(two_boats(), small_convoy(), sky=Sky(weather)) is fights


@rule("pq17", "5.2", position="PP42")
@pytest.mark.parametrize(("goes", "attackers"), [(True, ()), (False, ("pack",))])
def test_5_2_a_pack_that_moved_into_the_hex_does_not_attack_in_this_phase(goes: bool, attackers: tuple[str]) -> None:
    board = arctic(force("c", "allied", "convoy", "0611", "mv 12", "dd_a_i 2"),
                   force("pack", "axis", "wolfpack", "0612" if goes else "0611", "ss_german 3"))  # fmt: skip
    board.identify(board.force("c"), 1)
    board.state.phase = Phase("axis", orders=(Move("pack", ("0611",)),) if goes else ())
    play(movement(board))
    assert board.force("pack").at == "0611"
    board.phase.found = ["c"]
    (target,) = strikes_form(board, "axis").targets
    assert target.forces == attackers


@rule("pq17", "5.2", "7.4d", position="PP42")
def test_5_2_nor_does_an_order_help_it() -> None:
    board = arctic(force("c", "allied", "convoy", "0611", "mv 12"),
                   force("pack", "axis", "wolfpack", "0612", "ss_german 3"))  # fmt: skip
    board.identify(board.force("c"), 1)
    board.state.phase = Phase("axis", orders=(Move("pack", ("0611",)),))
    play(movement(board))
    board.phase.attacks = (Attack("pack", contact_name(board.force("c"))),)
    play(submarine_combat(board))
    assert sum(one.strength for one in board.force("c").counters) == 12


@rule("pq17", "5.2", "7.4.5a")
@pytest.mark.parametrize(("die", "stays"), [(5, True), (4, False)])
def test_5_2_a_pack_that_patrols_kept_in_its_hex_has_spent_its_movement(die: int, stays: bool) -> None:
    """It tried to move, and attacks nobody in this phase: a reading."""
    here, there = neighbours(BRITISH, out=False)
    pack = force("p", "axis", "wolfpack", here, "ss_german 2", level=2)
    board = table(pack, force("c", "allied", "convoy", here, "mv 9"))
    board.identify(pack, 2)
    board.identify(board.force("c"), 1)
    assert may_attack(board, pack, board.force("c"))
    moved(board, Move("p", (there,)), side="axis", dice=[(die,), *([(9,)] if stays else [])])
    assert (pack.at == here, may_attack(board, pack, board.force("c"))) == (stays, False)


@rule("pq17", "5.2")
def test_5_2_a_pack_that_moved_does_not_attack() -> None:
    board = followed_by(convoy_named("0411"), "sector", "barents", three_boats())
    assert not may_attack(board, board.force("pack"), board.force("pq"))
    moved(board, Move("pack", ("0411",)), side="axis")
    assert not may_attack(board, board.force("pack"), board.force("pq"))
    board.force("pack").moved = 0
    assert may_attack(board, board.force("pack"), board.force("pq"))


@rule("pq17", "5.2.1", "15.8.2")
def test_5_2_1_waters_of_allied_submarines() -> None:
    soviet = force("s", "allied", "wolfpack", "0716", "ss_soviet 2")
    assert check_way(BOX, soviet, ("0615",), sailing()) == Barred("0615", "5.2.1")
    assert check_way(BOX, soviet, ("0715",), sailing()) is None
    assert check_way(BOX, soviet, ("0715",), sailing("pq16")) == Barred("0715", "15.8.2")
    british = force("b", "allied", "wolfpack", "0611", "ss_british 1")
    assert check_way(BOX, british, ("0612", "0613"), sailing(friends=["0612"])) == Barred("0612", "5.2.1")
    assert check_way(BOX, british, ("0612", "0613"), sailing()) is None
    german = force("g", "axis", "wolfpack", "0611", "ss_german 1")
    assert check_way(BOX, german, ("0612",), sailing(friends=["0612"])) is None


@rule("pq17", "5.2.1")
@pytest.mark.parametrize(
    ("other", "at"),
    [
        (("convoy", "mv 5"), "0611"), (("wolfpack", "ss_soviet 2"), "0611"), (("wolfpack", "ss_british 1"), "0612"),
        (("task_force", "london"), "0612"),
    ],
)  # fmt: skip
def test_5_2_1_british_submarines_keep_clear(other: tuple[str, str], at: str) -> None:
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
def test_5_2_1_convoys_in_port_and_german_submarines_are_nothing_to_keep_clear_of() -> None:
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


@rule("pq17", "5.2.1", "8.3")
@pytest.mark.parametrize(
    ("other", "at"),
    [
        (("allied", "convoy", "mv 5"), "0611"), (("allied", "wolfpack", "ss_soviet 2"), "0611"),
        (("allied", "wolfpack", "ss_british 1"), "0614"), (("axis", "wolfpack", "ss_german 1"), "0614"),
    ],
)  # fmt: skip
def test_5_2_1_british_submarines_keep_clear_before_play_starts_too(other: Any, at: str) -> None:
    """Two turns at cruise speed, over the hex of the other."""
    side, kind, holds = other
    assert starts(Plan(1, AHEAD), force("o", side, kind, "0612", holds)) == at


@rule("pq17", "5.2.1", "8.3", "8.3b")
@pytest.mark.parametrize(
    ("sails", "at"), [(1, "0614"), (2, "0613"), (3, "0611")]
)  # fmt: skip
def test_5_2_1_what_a_convoy_leaves_before_play_starts_is_open_behind_it(sails: int, at: str) -> None:
    """A convoy leaves 0612 in turn 1, in turn 2, or not yet; the pack tries again in each turn."""
    convoy = force("c", "allied", "convoy", "0612", "mv 5", plan=Plan(sails, ("0712", "0711", "0710")))
    assert starts(Plan(1, AHEAD), convoy) == at


@rule("pq17", "5.2.1", "8.3")
def test_5_2_1_a_convoy_that_sails_from_port_is_in_the_way_from_then_on() -> None:
    """It puts to sea off Reykjavik in turn 1 and lies there as that turn ends; in port it is in nobody's way."""
    for sails, at in ((1, "0404"), (9, "0504")):
        convoy = force("c", "allied", "convoy", "0504", "mv 5", port="reykjavik", plan=Plan(sails, ("0404",) * 2))
        board = table(force("b", "allied", "wolfpack", "0405", "ss_british 1", plan=Plan(1, ("0404", "0504"))), convoy,
                      turn=2, start=2)  # fmt: skip
        play(start(board))
        assert board.force("b").at == at


@rule("pq17", "5.2.1")
def test_5_2_1_the_owner_is_warned_of_convoys_in_the_way_of_his_submarines() -> None:
    pack, convoy = ("b", "allied", "wolfpack", "0611"), ("c", "allied", "convoy", "0613")
    board = table(force(*pack, "ss_british 1"), force(*convoy, "mv 5"))
    assert risks(board, {"order": "move", "force": "b", "way": ["0612", "0613"]}) == [
        "0613 has an Allied convoy or a Soviet wolfpack now"
    ]
    assert risks(board, {"order": "move", "force": "b", "way": ["0512"]}) == []
    assert [one.hexes for one in moves_part(board, "axis").cautions] == []


@rule("pq17", "5.2.1")
def test_5_2_1_of_several_hexes_with_friends_each_is_named_in_their_order() -> None:
    cautions = (Caution("a", "friends", ("0410", "0409", "0408", "0407")),)
    moves = Moves(movers=(mover("a", kind="wolfpack", at="0411", hexes=3),), waters=SEA, cautions=cautions)
    found = [line for line in foretold(PhaseForm(moves=moves), "move a way=0410,0409,0408,0407") if "convoy" in line]
    assert [line.split(": ")[1].split(" ")[0] for line in found] == ["0408", "0409", "0410"]


@rule("pq17", "5.2.1", "1.2.3", "9.2.5a")
@pytest.mark.parametrize("stopped", [False, True])
def test_5_2_1_boats_that_leave_a_convoy_have_not_entered_its_hex(stopped: bool) -> None:
    """Where a gale stops the convoy they are with it until they go, and come back to it no more."""
    convoy = force("c", "allied", "convoy", "0410", "mv 9", "dd_a_i 2", "ss_british 2")
    convoy.plan = Plan(0, ("0411", "0412"), "murmansk")
    board = table(convoy)
    board.state.sky.stopped = ["c"] if stopped else []
    moved(board, Split("c", ("ss_british", "ss_british")))
    assert (board.force("c_2").kind, board.force("c_2").at, convoy.at) == (
        "wolfpack",
        "0410",
        "0410" if stopped else "0411",
    )
    convoy.plan, convoy.moved = None, 0
    moved(board, Move("c_2", ("0510",)))
    assert board.force("c_2").at == "0510"
    board.force("c_2").moved = 0
    convoy.at = "0410"
    moved(board, Move("c_2", ("0410",)))
    assert board.force("c_2").at == "0510"
