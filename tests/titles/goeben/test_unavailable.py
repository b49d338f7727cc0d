"""Orders that a captain cannot give name the rule and the reason, in both languages."""

from typing import Any

import pytest

from games.kernel.errors import Problem
from games.kernel.text import LANGUAGES
from games.titles.goeben.components.options import Options
from games.titles.goeben.rules.battle import command
from games.titles.goeben.rules.battle.breakoff import exits
from games.titles.goeben.rules.battle.landing import landing
from games.titles.goeben.rules.day.planning import plan_form
from games.titles.goeben.rules.mission.fitting import stowage
from games.titles.goeben.state.board import Board
from games.titles.goeben.state.state import Battle, Foe
from games.titles.goeben.visibility.notes import notes_of
from tests.titles.goeben.laid_out import at_sea, play

rule = pytest.mark.rule


def why(form: Any, text: str) -> list[tuple[str, str]]:
    """The places that are barred, each with the rule that bars it; nothing else may be wrong."""
    found: list[Problem] = list(form.problems(form.read(form.parse(text))))
    assert all(problem.code == "barred" for problem in found), found
    assert all(problem.message.get(language) for problem in found for language in LANGUAGES)
    return [(problem.pointer, problem.rule) for problem in found]


@rule("goeben", "7.0")
@rule("goeben", "10.0")
@rule("goeben", "8.5")
@rule("goeben", "8.6")
@rule("goeben", "21.2")
@rule("goeben", "23.0")
@rule("goeben", "25.2")
@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("outfit goeben", ("/0/ships/0", "7.0")),
        ("coal goeben", ("/0/ships/0", "7.0")),
        ("rearm goeben", ("/0/ships/0", "7.0")),
        ("repair goeben hull=1", ("/0/ship", "10.0")),
        ("take goeben cargo=wireless", ("/0/ship", "8.5")),
        ("leave goeben cargo=wireless", ("/0/cargo/0", "8.3")),
        ("hand goeben to=breslau cargo=optics", ("/0/ship", "8.6")),
        ("scout goeben space=messina", ("/0/ship", "21.2")),
        ("mine breslau space=ionian_c", ("/0/ship", "23.0")),
        ("letter goeben text=\"We sail\"", ("/0/ship", "25.2")),
    ],
)  # fmt: skip
def test_at_sea_there_is_little_to_be_done_and_it_says_why(text: str, expected: tuple[str, str]) -> None:
    form = plan_form(at_sea(goeben="ionian_c", breslau="malta_pz"), "commander")
    assert why(form, text) == [expected]


@rule("goeben", "9.1")
@pytest.mark.parametrize("work", ["outfit goeben", "coal goeben", "repair goeben hull=1", "take goeben cargo=optics"])
def test_in_a_neutral_port_that_was_visited_nothing_is_had_but_the_way_out(work: str) -> None:
    board = at_sea(goeben="brindisi+hull=9", breslau="pola")
    board.state.visited = ["brindisi"]
    ((_, found),) = why(plan_form(board, "commander"), work)
    assert found == "9.1"


@rule("goeben", "12.5")
@rule("goeben", "12.5.2")
@rule("goeben", "9.1")
def test_spaces_that_are_closed_say_why() -> None:
    board = at_sea(goeben="adriatic_s", breslau="gibraltar_pz")
    board.state.visited = ["brindisi"]
    form = plan_form(board, "commander")
    assert why(form, "move goeben way=brindisi") == [("/0/way", "9.1")]
    atlantic = next(space.id for space in board.box.spaces.values() if space.kind == "atlantic_exit")
    assert why(form, f"move breslau way={atlantic}") == [("/0/way", "12.5.2")]
    assert [found for _, found in why(form, "move goeben way=brindisi,adriatic_c")] == ["9.1"]


@rule("goeben", "12.4.1")
def test_a_ship_without_engines_stays_and_one_that_has_outfitted_too() -> None:
    board = at_sea(goeben="pola+engines=0", breslau="pola")
    board.day.outfitted = ["breslau"]
    assert why(plan_form(board, "commander"), "move goeben way=trieste") == [("/0/ships/0", "12.4.1")]
    revised = plan_form(board, "commander", revising=True)
    assert why(revised, "move breslau way=trieste") == [("/0/ships/0", "4.1")]
    assert why(revised, "outfit breslau") == [("/0/order", "4.1")]


@rule("goeben", "8.2.1")
@rule("goeben", "8.3")
def test_cargo_that_does_not_fit_a_ship_or_is_not_aboard_says_why() -> None:
    form = plan_form(at_sea(goeben="pola+cargo=reserve_crew", breslau="pola", options=Options(mines=True)), "commander")
    assert why(form, "take goeben cargo=mines") == [("/0/cargo/0", "8.2.1")]
    assert why(form, "leave goeben cargo=optics") == [("/0/cargo/0", "8.3")]
    ashore = plan_form(at_sea(goeben="ionian_c+cargo=reserve_crew"), "commander")
    assert why(ashore, "leave goeben cargo=reserve_crew") == [("/0/cargo/0", "8.3")]


@rule("goeben", "20.0.1")
def test_austro_hungarian_ships_only_sail_and_fight() -> None:
    board = at_sea(options=Options(austro_hungarian=True), ah_bb_1="pola", goeben="pola+hull=9", breslau="pola")
    form = plan_form(board, "commander")
    for text in ("outfit ah_bb_1", "repair ah_bb_1 hull=1", "intelligence ah_bb_1", "take ah_bb_1 cargo=optics"):
        ((_, found),) = why(form, text)
        assert found == "20.0.1"


def battle(**ships: str) -> Board:
    board = at_sea(lying={"malta_pz": "gb_ca_1+up"}, **ships)
    names = [ship.id for ship in board.afloat if ship.at == "malta_pz"]
    board.state.battle = Battle("malta_pz", ships=names, foes=[Foe("gb_ca_1")], first="german")
    return board


def engaged(board: Board) -> Any:
    names = board.state.battle.ships if board.state.battle is not None else []
    return command.battle_plan(notes_of(board, "commander"), names, exits(board), leader=True)


@rule("goeben", "14.8")
@rule("goeben", "14.9.1")
@rule("goeben", "14.10")
@rule("goeben", "20.0.2")
def test_guns_and_tubes_that_are_silent_say_why() -> None:
    form = engaged(battle(goeben="malta_pz+ammunition=1+torpedoes=0", breslau="malta_pz+ammunition=0"))
    assert why(form, "fire breslau at=gb_ca_1") == [("/0/ship", "14.8")]
    assert why(form, "full-fire goeben") == [("/0/ship", "14.9.1")]
    assert why(form, "launch goeben at=gb_ca_1") == [("/0/ship", "14.10")]
    assert why(form, "nation-first german") == [("/0/order", "20.0.2")]


@rule("goeben", "14.4")
def test_a_withdrawal_that_is_impossible_says_why() -> None:
    board = battle(goeben="malta_pz", breslau="malta_pz+engines=0")
    assert why(engaged(board), "withdraw goeben,breslau to=ionian_c") == [
        ("/0/ships/0", "14.4"),
        ("/0/ships/1", "14.4"),
    ]
    assert why(engaged(battle(goeben="malta_pz")), "withdraw goeben to=malta") == [("/0/to", "14.4")]


@rule("goeben", "8.2.1")
@rule("goeben", "3.9")
def test_before_the_first_day_the_same_is_said() -> None:
    form = stowage(at_sea(turn=0), "commander")
    assert why(form, "station pola") == [("/0/space", "3.0(9)")]
    assert why(form, "begin goeben space=pola") == [("/0/order", "3.0")]
    assert why(form, "take goeben cargo=mines") == [("/0/cargo/0", "8.2.1")]
    full = at_sea(turn=0, goeben="messina+hull=1+cargo=optics")
    assert why(stowage(full, "commander"), "take goeben cargo=wireless") == [("/0/ship", "8.2")]


@rule("goeben", "9.2.2")
def test_a_ship_without_marines_takes_no_port() -> None:
    board = at_sea(goeben="philippeville+cargo=seebataillon", breslau="philippeville")
    board.day.queue = ["philippeville"]
    form = play(board, landing(board)).question("land").form
    (problem,) = form.problems("breslau")
    assert (problem.code, problem.rule) == ("barred", "9.2.2")


def test_the_reasons_of_a_captain_name_no_ship_that_is_not_his() -> None:
    form = plan_form(at_sea("captains", goeben="pola", breslau="pola"), "goeben")
    others = [
        ship
        for ship in ("breslau", "moltke", "stralsund")
        if any(bar.value == ship for bar in form.unavailable_values())
    ]
    assert others == []
