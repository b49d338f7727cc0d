"""5.1, 10.10d Plans of fire: carried out at the next choice of targets, and never so that they tell who has command."""

import pytest

from games.kernel.events import WHOLE
from games.titles.battleships.box.options import Options
from games.titles.battleships.orders.orders import FirePlan
from games.titles.battleships.rules.gunnery.targets import first_targets, second_targets, target_form
from games.titles.battleships.rules.movement.move import first_move
from games.titles.battleships.table.events.gunnery import Bombarding, Marked
from games.titles.battleships.table.events.sighting import Lit, Spotting
from games.titles.battleships.table.sea import Sea
from tests.titles.battleships.laid_out import Played, at_sea, in_battle, play

rule = pytest.mark.rule
SECRET = Options(as_proposed=False, flagship=True, command=True)


def planned(*ships: str, plan: dict[str, tuple[str, ...]], **fields: object) -> Sea:
    sea = at_sea(*ships, **fields)
    sea.state.plans = {"british": tuple(FirePlan(ship, at) for ship, at in plan.items())}
    return sea


def marks(played: Played) -> list[tuple[str, str, str, bool]]:
    return [(one.firer, one.target, one.guns, one.planned) for one in played.told(Marked)]


@rule("battleships", "5.1")
def test_a_plan_given_with_the_move_is_carried_out_with_the_next_targets_and_nobody_is_asked() -> None:
    sea = at_sea("hood 2512 A 4", "bismarck 3512 A 4", "prinz_eugen 3012 A 4")
    play(sea, first_move(sea), says={"courses": "fire_plan hood at=prinz_eugen,bismarck"})
    assert sea.state.plans == {"british": (FirePlan("hood", ("prinz_eugen", "bismarck")),)}
    played = play(sea, first_targets(sea))
    assert played.kinds == []
    assert marks(played) == [
        ("hood", "prinz_eugen", "main", True), ("hood", "prinz_eugen", "secondary", True)
    ]  # fmt: skip
    assert sea.state.plans == {}
    assert played.told(Marked)[0].discloses("german") == (WHOLE,)


@rule("battleships", "5.1")
def test_who_has_no_plan_holds_fire_where_another_has_one() -> None:
    sea = planned("hood 2512 A 4", "renown 2612 A 4", "bismarck 3512 A 4", plan={"hood": ("bismarck",)})
    assert marks(play(sea, first_targets(sea))) == [("hood", "bismarck", "main", True)]


@rule("battleships", "5.1")
def test_where_a_plan_fits_nobody_who_may_be_marked_the_side_is_asked_and_the_plan_is_over() -> None:
    sea = planned("hood 2512 A 4", "bismarck 3512 A 4", "prinz_eugen 5512 A 4", plan={"hood": ("prinz_eugen",)})
    played = play(sea, first_targets(sea), says={"targets": "target hood at=bismarck"})
    assert played.kinds == ["targets@british"]
    assert marks(played) == [("hood", "bismarck", "main", False)]
    assert sea.state.plans == {}


@rule("battleships", "5.1")
def test_where_nobody_may_be_marked_nobody_is_asked_and_the_plan_waits() -> None:
    sea = planned("hood 2512 A 4", "bismarck 5512 A 4", plan={"hood": ("bismarck",)})
    assert play(sea, first_targets(sea)).kinds == []
    assert "british" in sea.state.plans
    sea.ship("bismarck").at = "3512"
    assert marks(play(sea, first_targets(sea))) == [("hood", "bismarck", "main", True)]


@rule("battleships", "5.1")
def test_each_side_has_its_own_plan() -> None:
    sea = planned("hood 2512 A 4", "bismarck 3512 A 4", plan={"hood": ("bismarck",)})
    sea.state.plans["german"] = (FirePlan("bismarck", ("hood",)),)
    play(sea, first_targets(sea))
    assert set(sea.state.plans) == {"german"}
    assert marks(play(sea, second_targets(sea)))[-1] == ("bismarck", "hood", "main", True)
    assert sea.state.plans == {}


# --- 10.10d


@rule("battleships", "10.10a", "10.10d")
def test_with_secret_flagships_a_ship_without_command_does_not_bring_her_side_a_question() -> None:
    """She marks nobody, and her plan waits; were her side asked, that would tell that she bears no flag."""
    sea = planned("hood 2512 A 4", "bismarck 3512 A 4", plan={"hood": ("bismarck",)}, options=SECRET)
    sea.state.flags, sea.state.astray = {"british": "norfolk"}, ["hood"]
    played = play(sea, first_targets(sea))
    assert (played.kinds, marks(played)) == ([], [])
    assert "british" in sea.state.plans


@rule("battleships", "10.10a", "10.10d")
@pytest.mark.parametrize(
    ("options", "kinds"),
    [(SECRET, ["targets@british"]), (Options(as_proposed=False, command=True), [])],
)
def test_who_could_mark_if_all_had_command_is_asked_where_flagships_are_secret(
    options: Options, kinds: list[str]
) -> None:
    sea = at_sea("hood 2512 A 4", "bismarck 3512 A 4", options=options)
    sea.state.astray = ["hood"]
    assert play(sea, first_targets(sea)).kinds == kinds
    far = at_sea("hood 2512 A 4", "bismarck 5512 A 4", options=options)
    far.state.astray = ["hood"]
    assert play(far, first_targets(far)).kinds == []


@rule("battleships", "10.10a", "10.10d")
def test_with_secret_flagships_a_plan_that_fits_those_in_command_alone_is_carried_out() -> None:
    sea = planned(
        "hood 2512 A 4", "renown 2612 A 4", "bismarck 3512 A 4",
        plan={"hood": ("bismarck",), "renown": ("bismarck",)}, options=SECRET,
    )  # fmt: skip
    sea.state.astray = ["hood"]
    assert marks(play(sea, first_targets(sea))) == [("renown", "bismarck", "main", True)]
    assert sea.state.plans == {}


# --- the phases of targets


@rule("battleships", "3.1", "5.1")
def test_the_first_phase_is_the_inferiors_and_the_second_the_superiors() -> None:
    sea = at_sea("hood 2512 A 4", "bismarck 3512 A 4")
    first, second = play(sea, first_targets(sea)), play(sea, second_targets(sea))
    assert (first.kinds, first.following) == (["targets@british"], "second_targets")
    assert (second.kinds, second.following) == (["targets@german"], "gunnery")


@rule("battleships", "10.2")
def test_the_superiors_aircraft_are_called_before_his_targets() -> None:
    sea = at_sea("hood 2512 A 4", "bismarck 3512 A 4", sight=5, options=Options(as_proposed=False, aircraft=True))
    assert play(sea, first_targets(sea)).kinds == []
    played = play(sea, second_targets(sea), dice=[(2,)])
    assert played.kinds == ["targets@german"]
    assert [(event.side, event.die, event.up) for event in played.told(Spotting)] == [("german", 2, True)]


@rule("battleships", "4.3", "5.1", "11.10")
def test_what_is_ordered_lies_on_the_table_and_is_told() -> None:
    sea = in_battle("third_solomon", "kirishima 2528 C 4", "washington 3028 F 4", turn=4, sight=2)
    says = {"targets@japanese": "bombard kirishima\nstar_shell kirishima at=3028\nsecondary kirishima at=us_dd"}
    sea.ship("us_dd").at = "3028"
    sea.ship("washington").at = "3010"
    played = play(sea, first_targets(sea), says=says)
    assert [(one.ship, one.place) for one in played.told(Bombarding)] == [("kirishima", "henderson_field")]
    assert [(one.ship, one.at) for one in played.told(Lit)] == [("kirishima", "3028")]
    assert [(one.target, one.guns, one.sight, one.distance) for one in sea.state.markers] == [
        ("us_dd", "secondary", "shell", 5)
    ]  # fmt: skip
    assert sea.state.bombarding == "kirishima"


@rule("battleships", "4.3")
def test_star_shells_are_offered_over_enemies_and_over_what_they_are_wanted_for() -> None:
    """Friends alone are not worth a shell; an enemy is, in sight or not."""
    sea = at_sea("hood 2512 A 4", "norfolk 2514 A 4", "bismarck 2812 A 4", "prinz_eugen 2912 A 4", night=True, sight=3)
    form = target_form(sea, "british")
    assert {flare.ship: set(flare.hexes) for flare in form.flares} == {
        "hood": {"2812", "2912"}, "norfolk": {"2812", "2912"}
    }  # fmt: skip
