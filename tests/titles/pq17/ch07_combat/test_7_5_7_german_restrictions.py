"""7.5.7: whom German task forces may attack."""

from typing import Any

import pytest

from games.titles.pq17.orders.doctrine import Instructions
from games.titles.pq17.rules.forces.limits import Strength as ForceStrength
from games.titles.pq17.rules.forces.limits import (
    actual_strength,
    attack_forbidden_by,
    must_axis_turn_away,
    must_turn_away,
)
from games.titles.pq17.rules.search.legal_attacks import known_strength
from games.titles.pq17.rules.search.strikes import strikes_form
from games.titles.pq17.rules.surface.doctrine import Command, leaving_units
from games.titles.pq17.state.counters import Counter
from games.titles.pq17.state.state import Report, Strength
from tests.titles.pq17.arctic import force, ships
from tests.titles.pq17.box import BOX
from tests.titles.pq17.ch07_combat.surface_battles import doctrine
from tests.titles.pq17.displays import battle
from tests.titles.pq17.strikes import OPEN, facing
from tests.titles.pq17.trial import read_counters

rule = pytest.mark.rule


@rule("pq17", "7.5.7", "7.5.7a", "7.5.7b", "7.5.7c", positions=("PP136", "PP261"))
@pytest.mark.parametrize(
    ("german", "known", "why"),
    [
        (("admiral_hipper 4",), ForceStrength(unhurt=1, battleships=1), "7.5.7"),
        (("tirpitz 5",), ForceStrength(unhurt=1, battleships=1), "7.5.7"),
        (("tirpitz 5",), ForceStrength(battleships=1, cruisers=4), ""),
        (("tirpitz 4",), ForceStrength(battleships=1), "7.5.7a"),
        (("admiral_hipper 4",), ForceStrength(cruisers=2), "7.5.7a"),
        (("admiral_hipper 4",), ForceStrength(cruisers=1), "7.5.7a"),
        (("admiral_hipper 4", "lutzow 4"), ForceStrength(cruisers=1), ""),
        (("dd_36a 4",), ForceStrength(cruisers=1), ""),
        (("dd_36a 4", "dd_34_36 2"), ForceStrength(light=6), "7.5.7b"),
        (("dd_36a 4", "dd_34_36 3"), ForceStrength(light=6), ""), (("admiral_hipper 4",), ForceStrength(), ""),
        (("tirpitz 5",), ForceStrength(battleships=1), ""),
        (("admiral_hipper 4", "lutzow 4"), ForceStrength(battleships=1), "7.5.7a"),
        (("scharnhorst 2",), ForceStrength(light=1), "7.5.7a"),
        (("scharnhorst 2", "admiral_hipper 4"), ForceStrength(light=2), ""),
    ],
)  # fmt: skip
def test_7_5_7_what_german_forces_do_not_attack(german: tuple[str, ...], known: ForceStrength, why: str) -> None:
    assert attack_forbidden_by(actual_strength(BOX, read_counters(*german)), known) == why


@rule("pq17", "7.5.7", "7.5.7a", "7.5.7b", "7.5.7d")
@pytest.mark.parametrize(
    ("german", "enemy", "barred", "turns"),
    [
        (("tirpitz",), ("duke_of_york",), "7.5.7", True),
        (("tirpitz",), ("duke_of_york 3",), "", False),
        (("tirpitz 4", "lutzow"), ("duke_of_york 3",), "7.5.7a", True),
        (("lutzow", "admiral_hipper"), ("kent",), "", False),
        (("lutzow", "admiral_hipper"), ("kent", "london"), "7.5.7a", False),
        (("lutzow", "admiral_hipper"), ("kent", "london", "norfolk"), "7.5.7a", True),
        (("tirpitz",), ("kent", "london", "norfolk"), "", False),
        (("tirpitz",), ("dd_a_i 4",), "", False),
        (("tirpitz",), ("dd_a_i 4", "tb_hunt 1"), "7.5.7b", True),
        (("tirpitz",), ("dd_a_i 4", "es_british 4"), "", False),
        (("dd_36a 4",), ("kent", "london", "dd_a_i 3"), "", False),
        (("dd_36a 4",), ("dd_a_i 4",), "7.5.7b", True),
    ],
)
def test_7_5_7_both_sides_of_every_limit(
    german: tuple[str, ...], enemy: tuple[str, ...], barred: str, turns: bool
) -> None:
    """Five of Tirpitz: five of destroyers and torpedo boats stop her, four and any escorts do not."""
    own, theirs = actual_strength(BOX, ships(*german)), actual_strength(BOX, ships(*enemy))
    assert (attack_forbidden_by(own, theirs), must_turn_away(own, theirs)) == (barred, turns)


@rule("pq17", "7.5.7", "7.3.1c")
def test_7_5_7_a_crippled_battleship_is_hurt() -> None:
    hurt = [Counter("duke_of_york", 4, crippled=True)]
    own = actual_strength(BOX, ships("tirpitz"))
    assert attack_forbidden_by(own, actual_strength(BOX, hurt)) == ""
    assert attack_forbidden_by(own, actual_strength(BOX, ships("duke_of_york"))) == "7.5.7"


@rule("pq17", "7.5.7b")
def test_7_5_7b_light_ships_that_equal_all_german_strength_are_let_go() -> None:
    german = actual_strength(BOX, force("g", "axis", "task_force", "0612", "dd_36a 4").counters)
    assert [attack_forbidden_by(german, ForceStrength(light=light)) for light in (3, 4, 5)] == ["", "7.5.7b", "7.5.7b"]


@rule("pq17", "7.5.7c", "6.2.1")
@pytest.mark.parametrize(
    ("told", "expected"),
    [
        ((("capital", 2, 9),), ForceStrength(2, 2, 2, 0, 0, 9)),
        ((("capital", 2, 9), ("carrier", 1, 4)), ForceStrength(1, 1, 2, 0, 0, 9)),
        ((("capital", 1, 4), ("carrier", 2, 8)), ForceStrength(0, 0, 2, 0, 0, 4)),
        ((("carrier", 1, 4),), ForceStrength(0, 0, 1, 0, 0, 0)),
        ((("cruiser", 2, 6),), ForceStrength(0, 0, 2, 2, 0, 6)),
        ((("light", 3, 7),), ForceStrength(0, 0, 0, 0, 7, 7)),
        ((("capital", 1, 5), ("cruiser", 1, 3), ("light", 2, 4)), ForceStrength(1, 1, 2, 1, 4, 12)),
        ((), ForceStrength()),
    ],
)
def test_7_5_7c_carriers_are_no_battleships_and_their_strength_does_not_count(
    told: Any, expected: ForceStrength
) -> None:
    target = force("tf", "allied", "task_force", OPEN, "norfolk")
    board = facing(target)
    own = Strength("capital", 3, 15)
    common: dict[str, Any] = {"turn": 8, "source": "search", "at": OPEN}
    board.state.reports = [
        Report(to="axis", block=target.block, strengths=(own,), **common),
        Report(to="axis", block=target.block, strengths=tuple(Strength(*one) for one in told), **common),
        Report(to="axis", block=target.block, about=3, **common),
        Report(to="axis", block=target.block + 1, strengths=(own,), **common),
        Report(to="allied", block=target.block, strengths=(own,), **common),
        Report(to="axis", block=target.block, port="narvik", strengths=(own,), **common),
    ][0 if told else 2 :]
    assert known_strength(board, "axis", target) == expected


@rule("pq17", "7.5.7c", "7.5.7", "7.5.7e")
def test_7_5_7c_german_limits_go_by_what_was_reported() -> None:
    prey = force("tf", "allied", "task_force", OPEN, "anson", "victorious", "dd_a_i 4")
    board = facing(prey, force("hipper", "axis", "task_force", OPEN, "admiral_hipper"))
    assert strikes_form(board, "axis").targets[0].forces == ("hipper",), "nothing hidden shows in a refusal"
    told = (Strength("capital", 2, 8), Strength("carrier", 1, 4), Strength("light", 1, 4))
    board.state.reports = [Report(to="axis", turn=9, source="search", at=OPEN, block=prey.block, strengths=told)]
    assert (known_strength(board, "axis", prey).unhurt, known_strength(board, "axis", prey).light) == (1, 4)
    assert strikes_form(board, "axis").targets[0].forces == ()
    board.state.lasting = type(board.state.lasting)(no_restrictions=True)
    assert strikes_form(board, "axis").targets[0].forces == ("hipper",)


@rule("pq17", "7.5.7d")
def test_7_5_7d_who_must_go_goes() -> None:
    fight = battle(("duke_of_york 4",), ("admiral_hipper 4", "dd_34_36 2"))
    command = Command("axis", (), Instructions(stands="stay"), must_go=True)
    assert leaving_units(BOX, fight, command) == {"admiral_hipper", "dd_34_36"}
    assert leaving_units(BOX, fight, doctrine("axis", stands="stay")) == set()
    fight = battle(("duke_of_york 4", "jamaica 4"), ("admiral_hipper 4",))
    assert leaving_units(BOX, fight, doctrine("axis", stands="if_stronger")) == {"admiral_hipper"}


@rule("pq17", "7.5.7d", position="PP137")
@pytest.mark.parametrize(
    ("german", "allied", "goes"),
    [
        (("admiral_hipper 4", "lutzow 4"), ("jamaica 4", "sheffield 4"), False),
        (("admiral_hipper 4", "lutzow 4"), ("jamaica 4", "sheffield 4", "norfolk 3"), True),
        (("admiral_hipper 4",), ("dd_a_i 4",), True),
        (("admiral_hipper 4",), ("dd_a_i 3",), False),
        (("admiral_hipper 4",), ("duke_of_york 3",), True),
        (("tirpitz 5",), ("duke_of_york 4",), True),
        (("tirpitz 5",), ("duke_of_york 3", "jamaica 4", "norfolk 3"), False),
        (("tirpitz 4",), ("duke_of_york 3",), True),
        (("dd_36a 3",), ("edinburgh 4",), False),
    ],
)
def test_7_5_7d_from_whom_german_ships_turn_away(german: tuple[str, ...], allied: tuple[str, ...], goes: bool) -> None:
    assert must_axis_turn_away(BOX, battle(allied, german)) is goes


@rule("pq17", "7.5.7d")
def test_7_5_7d_a_crippled_battleship_is_not_unhurt() -> None:
    assert not actual_strength(BOX, read_counters("duke_of_york 4+crippled")).unhurt
    assert must_turn_away(
        actual_strength(BOX, read_counters("lutzow 4")), actual_strength(BOX, read_counters("duke_of_york 4+crippled"))
    )
