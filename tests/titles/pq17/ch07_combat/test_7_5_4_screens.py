"""7.5.4, 7.5.5: screens, and escorts."""

from typing import Any

import pytest

from games.titles.pq17.orders.battle import Leave, Post
from games.titles.pq17.orders.doctrine import Instructions
from games.titles.pq17.orders.formations import Formation
from games.titles.pq17.rules.surface.areas import Manoeuvre, carry_out_manoeuvres, is_screened, may_fire_at, order_fault
from games.titles.pq17.rules.surface.attacks import surface_combat
from games.titles.pq17.rules.surface.doctrine import _usual_screens, manoeuvres
from games.titles.pq17.rules.surface.gunnery import Aim, fire_guns
from games.titles.pq17.state.counters import Counter
from games.titles.pq17.state.events.convoy import Scattered
from tests.titles.pq17.arctic import force
from tests.titles.pq17.box import BOX
from tests.titles.pq17.ch07_combat.surface_battles import cruisers, doctrine, manoeuvres_of, side_command
from tests.titles.pq17.displays import battle
from tests.titles.pq17.engaging import attacked, misses, told
from tests.titles.pq17.playing import a_card, play
from tests.titles.pq17.strikes import OPEN
from tests.titles.pq17.trial import run

rule = pytest.mark.rule


def test_a_form_refuses_screens_from_deployment() -> None:
    board = cruisers()
    board.state.instructions["allied"] = Instructions(stands="stay", torpedo_round="never")
    form = play(surface_combat(board), cards=[a_card("force", "0")], dice=[*misses(3, 4), (0,)]).asked[0].form
    wrong = (Post("norfolk", "deployment", screens=("admiral_hipper",)),)
    assert [one.rule for one in form.problems(wrong)] == ["7.5.4"]
    assert list(form.problems((Leave(("norfolk",)), Leave(("norfolk",)))))


@rule("pq17", "7.5.4", "7.5.2c")
def test_7_5_4_escorts_screen_the_transports() -> None:
    fight = battle(("mv 8", "dd_j_r 2"), ("admiral_hipper 4", "dd_34_36 2"))
    orders = {one.unit: one for one in manoeuvres(BOX, fight, doctrine("allied", stands="stay"))}
    assert orders["mv"].area == "withdrawal"
    assert (orders["dd_j_r"].area, set(orders["dd_j_r"].screens)) == ("screening", {"admiral_hipper", "dd_34_36"})


@rule("pq17", "7.5.4", position="PP126")
@pytest.mark.parametrize(
    ("order", "found"),
    [
        (Manoeuvre("dd_a_i", "screening", screens=("admiral_hipper", "lutzow")), None),
        (Manoeuvre("dd_a_i", "torpedo", screens=("admiral_hipper", "lutzow")), None),
        (Manoeuvre("dd_a_i", "screening", screens=("admiral_hipper", "lutzow", "dd_36a")), "too_many"),
        (Manoeuvre("dd_a_i", "screening", screens=("admiral_hipper", "lutzow"), shields="jamaica"), "too_many"),
        (Manoeuvre("dd_a_i", "screening", screens=("admiral_hipper",), shields="jamaica"), None),
        (Manoeuvre("dd_a_i", "screening", shields="jamaica"), "nobody"),
        (Manoeuvre("dd_a_i", "screening", screens=("jamaica",)), "not_there"),
        (Manoeuvre("dd_a_i", "screening", screens=("lutzow",), shields="dd_a_i"), "not_there"),
        (Manoeuvre("dd_a_i", "deployment", screens=("lutzow",)), "no_place"),
        (Manoeuvre("jamaica", "deployment", screens=("lutzow",)), "no_place"),
    ],
)
def test_7_5_4_screens(order: Manoeuvre, found: str | None) -> None:
    fight = battle(("dd_a_i 2", "jamaica 4"), ("admiral_hipper 4", "lutzow 4", "dd_36a 3"), round_=2)
    assert order_fault(fight, order, [order]) == found


@rule("pq17", "7.5.4", position="PP126")
def test_7_5_4_a_crippled_ship_screens_nothing_and_nobody_shields_who_leaves() -> None:
    fight = battle(("dd_a_i 2+crippled", "jamaica 4", "dd_j_r 1"), ("lutzow 4",), round_=2)
    fight.unit("dd_a_i").area = "screening"
    assert order_fault(fight, Manoeuvre("dd_a_i", "screening", screens=("lutzow",))) == "unable"
    order = Manoeuvre("dd_j_r", "screening", screens=("lutzow",), shields="jamaica")
    assert order_fault(fight, order, [order, Manoeuvre("jamaica", "withdrawal")]) == "not_there"


@rule("pq17", "7.5.4")
def test_7_5_4_a_screen_before_one_ship_in_deployment() -> None:
    fight = battle(("dd_a_i 2", "jamaica 4", "norfolk 3"), ("lutzow 4",))
    carry_out_manoeuvres(fight, [Manoeuvre("dd_a_i", "screening", screens=("lutzow",), shields="jamaica")])
    lutzow = fight.unit("lutzow")
    assert [may_fire_at(fight, lutzow, fight.unit(name)) for name in ("jamaica", "norfolk")] == [False, True]


@rule("pq17", "7.5.4")
@pytest.mark.parametrize(
    ("area", "state", "names", "at", "kept_off"),
    [
        ("screening", "", ("lutzow",), "withdrawal", True),
        ("torpedo", "", ("lutzow",), "withdrawal", True),
        ("deployment", "", ("lutzow",), "withdrawal", False),
        ("withdrawal", "", ("lutzow",), "withdrawal", False),
        ("screening", "+crippled", ("lutzow",), "withdrawal", False),
        ("screening", "+dead", ("lutzow",), "withdrawal", False),
        ("screening", "", (), "withdrawal", False),
        ("screening", "", ("other",), "withdrawal", False),
        ("screening", "", ("lutzow",), "deployment", False),
    ],
)
def test_7_5_4_who_keeps_a_firer_off_those_that_withdraw(
    area: Any, state: str, names: tuple[str, ...], at: Any, kept_off: bool
) -> None:
    fight = battle((f"dd_a_i 2{state}", "mv 4"), ("lutzow 4",))
    screen, prey, firer = (fight.unit(name) for name in ("dd_a_i", "mv", "lutzow"))
    screen.area, screen.screens, prey.area = area, names, at
    assert is_screened(fight, firer, prey) is kept_off
    assert may_fire_at(fight, firer, prey) is not kept_off


@rule("pq17", "7.5.4")
def test_7_5_4_nothing_that_was_sunk_screens_and_who_is_shielded_is_so_in_deployment_alone() -> None:
    fight = battle(("dd_a_i 2", "london 3", "mv 4"), ("lutzow 4",))
    screen, london, mv, firer = (fight.unit(name) for name in ("dd_a_i", "london", "mv", "lutzow"))
    screen.area, screen.screens, screen.shields = "screening", ("lutzow",), "london"
    mv.area = "withdrawal"
    assert is_screened(fight, firer, london)
    assert not is_screened(fight, firer, mv), "it shields one ship, and no other"
    screen.counters = []
    assert not is_screened(fight, firer, london)


@rule("pq17", "7.5.4", "7.2.4")
@pytest.mark.parametrize(
    ("formation", "first", "second"),
    [
        (None, "screening", "screening"),
        (Formation("pq", smoke=("dd_a_i",)), "screening", "deployment"),
        (Formation("pq", closes=("tb_hunt",)), "deployment", "deployment"),
        (Formation("pq", closes=("dd_a_i",)), "torpedo", "deployment"),
        (Formation("pq"), "screening", "screening"),
        (Formation("other", smoke=("dd_a_i",)), "screening", "screening"),
    ],
    ids=["none", "smoke", "closes unarmed", "closes", "says nothing", "another force's"],
)
def test_7_5_4_a_formation_says_who_screens_and_who_closes(formation: Any, first: str, second: str) -> None:
    fight = battle(("dd_a_i 2", "tb_hunt 2", "mv 4"), ("lutzow 4",), round_=2)
    for unit in fight.units:
        unit.joined, unit.force = 0, "pq" if unit.side == "allied" else "r"
    fight.unit("mv").area = "withdrawal"
    lying = {formation.force: formation} if formation is not None else {}
    found = manoeuvres_of(fight, side_command("allied", stands="stay", formations=lying))
    armed = BOX.ships["tb_hunt"].torpedoes
    assert (found["dd_a_i"][0], found["tb_hunt"][0]) == (first, "torpedo" if armed and "tb_hunt" in
                                                         getattr(formation, "closes", ()) else second)  # fmt: skip


@rule("pq17", "7.5.4")
@pytest.mark.parametrize(
    ("unit", "kept_off"),
    [("dd_a_i", ("tirpitz", "lutzow")), ("tb_hunt", ("koln", "dd_36a")), ("es_british", ("tirpitz", "lutzow"))],
)
def test_7_5_4_enemies_are_shared_out_two_to_each_the_strongest_first(unit: str, kept_off: tuple[str, ...]) -> None:
    fight = battle(("dd_a_i 2", "london 3", "tb_hunt 2", "mv 3", "es_british 2"),
                   ("dd_36a 1", "lutzow 4", "koln 2", "tirpitz 5"))  # fmt: skip
    assert _usual_screens(BOX, fight, fight.unit(unit)) == kept_off


@rule("pq17", "7.5.4")
def test_7_5_4_of_one_enemy_a_screen_names_one_and_of_none_nobody() -> None:
    fight = battle(("dd_a_i 2",), ("lutzow 4",))
    assert _usual_screens(BOX, fight, fight.unit("dd_a_i")) == ("lutzow",)
    fight = battle(("dd_a_i 2",), ())
    assert _usual_screens(BOX, fight, fight.unit("dd_a_i")) == ()


@rule("pq17", "7.5.4a", "7.5.4b", position="PP127")
def test_7_5_4a_who_fires_at_whom() -> None:
    fight = battle(("dd_a_i 2", "mv 5", "jamaica 4"), ("admiral_hipper 4", "lutzow 4"))
    carry_out_manoeuvres(
        fight, [Manoeuvre("dd_a_i", "screening", screens=("admiral_hipper",)), Manoeuvre("mv", "withdrawal")]
    )
    screen, hipper, lutzow, transports, jamaica = (
        fight.unit(name) for name in ("dd_a_i", "admiral_hipper", "lutzow", "mv", "jamaica")
    )
    assert not may_fire_at(fight, screen, lutzow)
    assert may_fire_at(fight, screen, hipper)
    assert may_fire_at(fight, hipper, screen)
    assert is_screened(fight, hipper, transports)
    assert not may_fire_at(fight, hipper, transports)
    assert may_fire_at(fight, lutzow, transports)
    assert may_fire_at(fight, hipper, jamaica), "who lies in Deployment is not screened by this"
    assert may_fire_at(fight, jamaica, hipper)
    assert not may_fire_at(fight, jamaica, transports)


@rule("pq17", "7.5.4a", "7.5.4b")
def test_7_5_4a_who_screens_fires_at_those_whom_it_keeps_off_alone() -> None:
    fight = battle(("dd_a_i 2",), ("lutzow 4", "dd_36a 2"))
    screen = fight.unit("dd_a_i")
    assert may_fire_at(fight, screen, fight.unit("dd_36a"))
    screen.area, screen.screens = "screening", ("lutzow",)
    assert may_fire_at(fight, screen, fight.unit("lutzow"))
    assert not may_fire_at(fight, screen, fight.unit("dd_36a"))
    assert not may_fire_at(fight, fight.unit("lutzow"), fight.unit("dd_36a")), "nobody fires at his own"


@rule("pq17", "7.5.5")
def test_7_5_5_escorts_that_were_sunk_come_back() -> None:
    board = attacked(
        force("pq", "allied", "convoy", OPEN, "mv 2", "es_british 2"),
        force("hipper", "axis", "task_force", OPEN, "admiral_hipper"),
    )
    dice = [(9, 9, 9, 9), *misses(4, 1, 4, 1, 4)]
    play(surface_combat(board), cards=[a_card("force", "0")], dice=dice)
    assert Counter("es_british", 2) in board.force("pq").counters
    assert board.state.losses == []


@rule("pq17", "7.5.5", position="PP135")
def test_7_5_5_escorts_come_back() -> None:
    fight = battle(("es_british 2",), ("lutzow 4",))
    _, hits = run(fire_guns(BOX, fight, [Aim("lutzow", "es_british")], key="g"), dice=[(9, 9, 0, 0)])
    assert [one.name for one in fight.units] == ["lutzow"]
    assert [(one.ship, one.wound.lost) for one in hits] == [("es_british", 2)]


@rule("pq17", "7.5.5", "7.5.8", "7.5.8b", position="PP259")
def test_7_5_5_escorts_are_back_when_the_transports_have_been_fired_at() -> None:
    board = attacked(
        force("c", "allied", "convoy", OPEN, "mv 8", "es_british 1"),
        force("h", "axis", "task_force", OPEN, "admiral_hipper"),
    )
    dice = [(9, 0, 0, 0), *misses(4, 1, 4, 1, 4)]  # two symbols of torpedoes for three rounds
    play(surface_combat(board), cards=[a_card("force", "0")], dice=dice)
    assert Counter("es_british", 1) in board.force("c").counters
    assert told(board, "axis", Scattered)
