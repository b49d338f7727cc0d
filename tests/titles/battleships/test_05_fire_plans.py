"""5.1, 10.10d Plans of fire: carried out at the next choice of targets, and never so that they tell who has command."""

import pytest

from games.kernel.events import ALL_FIELDS
from games.titles.battleships.components.options import Options
from games.titles.battleships.orders.orders import FirePlan
from games.titles.battleships.rules.gunnery.targets import first_targets, second_targets, target_form
from games.titles.battleships.rules.movement.move import first_move
from games.titles.battleships.state.board import Board
from games.titles.battleships.state.events.gunnery import Bombarding, Marked
from games.titles.battleships.state.events.sighting import Lit, Spotting
from tests.titles.battleships.laid_out import Played, at_sea, in_battle, play

rule = pytest.mark.rule
SECRET = Options(as_proposed=False, flagship=True, command=True)


def planned(*ships: str, plan: dict[str, tuple[str, ...]], **fields: object) -> Board:
    board = at_sea(*ships, **fields)
    board.state.plans = {"british": tuple(FirePlan(ship, at) for ship, at in plan.items())}
    return board


def marks(played: Played) -> list[tuple[str, str, str, bool]]:
    return [(one.firer, one.target, one.guns, one.planned) for one in played.told(Marked)]


@rule("battleships", "5.1")
def test_a_plan_given_with_the_move_is_carried_out_with_the_next_targets_and_nobody_is_asked() -> None:
    board = at_sea("hood 2512 A 4", "bismarck 3512 A 4", "prinz_eugen 3012 A 4")
    play(board, first_move(board), says={"courses": "fire_plan hood at=prinz_eugen,bismarck"})
    assert board.state.plans == {"british": (FirePlan("hood", ("prinz_eugen", "bismarck")),)}
    played = play(board, first_targets(board))
    assert played.kinds == []
    assert marks(played) == [
        ("hood", "prinz_eugen", "main", True), ("hood", "prinz_eugen", "secondary", True)
    ]  # fmt: skip
    assert board.state.plans == {}
    assert played.told(Marked)[0].discloses("german") == (ALL_FIELDS,)


@rule("battleships", "5.1")
def test_who_has_no_plan_holds_fire_where_another_has_one() -> None:
    board = planned("hood 2512 A 4", "renown 2612 A 4", "bismarck 3512 A 4", plan={"hood": ("bismarck",)})
    assert marks(play(board, first_targets(board))) == [("hood", "bismarck", "main", True)]


@rule("battleships", "5.1")
def test_where_a_plan_fits_nobody_who_may_be_marked_the_side_is_asked_and_the_plan_is_over() -> None:
    board = planned("hood 2512 A 4", "bismarck 3512 A 4", "prinz_eugen 5512 A 4", plan={"hood": ("prinz_eugen",)})
    played = play(board, first_targets(board), says={"targets": "target hood at=bismarck"})
    assert played.kinds == ["targets@british"]
    assert marks(played) == [("hood", "bismarck", "main", False)]
    assert board.state.plans == {}


@rule("battleships", "5.1")
def test_where_nobody_may_be_marked_nobody_is_asked_and_the_plan_waits() -> None:
    board = planned("hood 2512 A 4", "bismarck 5512 A 4", plan={"hood": ("bismarck",)})
    assert play(board, first_targets(board)).kinds == []
    assert "british" in board.state.plans
    board.ship("bismarck").at = "3512"
    assert marks(play(board, first_targets(board))) == [("hood", "bismarck", "main", True)]


@rule("battleships", "5.1")
def test_each_side_has_its_own_plan() -> None:
    board = planned("hood 2512 A 4", "bismarck 3512 A 4", plan={"hood": ("bismarck",)})
    board.state.plans["german"] = (FirePlan("bismarck", ("hood",)),)
    play(board, first_targets(board))
    assert set(board.state.plans) == {"german"}
    assert marks(play(board, second_targets(board)))[-1] == ("bismarck", "hood", "main", True)
    assert board.state.plans == {}


# --- 10.10d


@rule("battleships", "10.10a", "10.10d")
def test_with_secret_flagships_a_ship_without_command_does_not_bring_her_side_a_question() -> None:
    """She marks nobody, and her plan waits; were her side asked, that would tell that she bears no flag."""
    board = planned("hood 2512 A 4", "bismarck 3512 A 4", plan={"hood": ("bismarck",)}, options=SECRET)
    board.state.flags, board.state.astray = {"british": "norfolk"}, ["hood"]
    played = play(board, first_targets(board))
    assert (played.kinds, marks(played)) == ([], [])
    assert "british" in board.state.plans


@rule("battleships", "10.10a", "10.10d")
@pytest.mark.parametrize(
    ("options", "kinds"),
    [(SECRET, ["targets@british"]), (Options(as_proposed=False, command=True), [])],
)
def test_who_could_mark_if_all_had_command_is_asked_where_flagships_are_secret(
    options: Options, kinds: list[str]
) -> None:
    board = at_sea("hood 2512 A 4", "bismarck 3512 A 4", options=options)
    board.state.astray = ["hood"]
    assert play(board, first_targets(board)).kinds == kinds
    far = at_sea("hood 2512 A 4", "bismarck 5512 A 4", options=options)
    far.state.astray = ["hood"]
    assert play(far, first_targets(far)).kinds == []


@rule("battleships", "10.10a", "10.10d")
def test_with_secret_flagships_a_plan_that_fits_those_in_command_alone_is_carried_out() -> None:
    board = planned(
        "hood 2512 A 4", "renown 2612 A 4", "bismarck 3512 A 4",
        plan={"hood": ("bismarck",), "renown": ("bismarck",)}, options=SECRET,
    )  # fmt: skip
    board.state.astray = ["hood"]
    assert marks(play(board, first_targets(board))) == [("renown", "bismarck", "main", True)]
    assert board.state.plans == {}


# --- the phases of targets


@rule("battleships", "3.1", "5.1")
def test_the_first_phase_is_the_inferiors_and_the_second_the_superiors() -> None:
    board = at_sea("hood 2512 A 4", "bismarck 3512 A 4")
    first, second = play(board, first_targets(board)), play(board, second_targets(board))
    assert (first.kinds, first.following) == (["targets@british"], "second_targets")
    assert (second.kinds, second.following) == (["targets@german"], "gunnery")


@rule("battleships", "10.2")
def test_the_superiors_aircraft_are_called_before_his_targets() -> None:
    board = at_sea("hood 2512 A 4", "bismarck 3512 A 4", sight=5, options=Options(as_proposed=False, aircraft=True))
    assert play(board, first_targets(board)).kinds == []
    played = play(board, second_targets(board), dice=[(2,)])
    assert played.kinds == ["targets@german"]
    assert [(event.side, event.die, event.up) for event in played.told(Spotting)] == [("german", 2, True)]


@rule("battleships", "4.3", "5.1", "11.10")
def test_what_is_ordered_lies_on_the_table_and_is_told() -> None:
    board = in_battle("third_solomon", "kirishima 2528 C 4", "washington 3028 F 4", turn=4, sight=2)
    says = {"targets@japanese": "bombard kirishima\nstar_shell kirishima at=3028\nsecondary kirishima at=us_dd"}
    board.ship("us_dd").at = "3028"
    board.ship("washington").at = "3010"
    played = play(board, first_targets(board), says=says)
    assert [(one.ship, one.place) for one in played.told(Bombarding)] == [("kirishima", "henderson_field")]
    assert [(one.ship, one.at) for one in played.told(Lit)] == [("kirishima", "3028")]
    assert [(one.target, one.guns, one.sight, one.distance) for one in board.state.markers] == [
        ("us_dd", "secondary", "shell", 5)
    ]  # fmt: skip
    assert board.state.bombarding == "kirishima"


@rule("battleships", "4.3")
def test_star_shells_are_offered_over_enemies_and_over_what_they_are_wanted_for() -> None:
    """Friends alone are not worth a shell; an enemy is, in sight or not."""
    board = at_sea(
        "hood 2512 A 4", "norfolk 2514 A 4", "bismarck 2812 A 4", "prinz_eugen 2912 A 4", night=True, sight=3
    )
    form = target_form(board, "british")
    assert {flare.ship: set(flare.hexes) for flare in form.flares} == {
        "hood": {"2812", "2912"}, "norfolk": {"2812", "2912"}
    }  # fmt: skip
