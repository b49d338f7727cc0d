"""7.4.6, 7.5 Each condition of a surface battle by itself: who screens, leaves, launches, aims, joins, comes out."""

from typing import Any

import pytest

from games.titles.pq17.components.pieces import Side
from games.titles.pq17.orders import battle as ordered
from games.titles.pq17.orders.doctrine import Instructions
from games.titles.pq17.orders.formations import Formation
from games.titles.pq17.rules.search.legal_attacks import COUNTER, warship_strength
from games.titles.pq17.rules.surface.areas import (
    Manoeuvre,
    is_broken_off,
    is_screened,
    may_fire_at,
    order_fault,
    return_to_deployment,
)
from games.titles.pq17.rules.surface.attacks import _intercepts, _sally, in_hex
from games.titles.pq17.rules.surface.doctrine import (
    _usual_screens,
    aims,
    gun_strength,
    launches,
    leaving_units,
    manoeuvres,
)
from games.titles.pq17.rules.surface.engagement import Engagement
from games.titles.pq17.rules.surface.exchange import _may_run
from games.titles.pq17.rules.surface.torpedo_step import Launch
from games.titles.pq17.state.board import Board
from games.titles.pq17.state.state import Report, Sky
from tests.titles.pq17.arctic import arctic, force
from tests.titles.pq17.box import BOX
from tests.titles.pq17.ch07_combat.surface_battles import ARMED, manoeuvres_of, side_command
from tests.titles.pq17.displays import battle
from tests.titles.pq17.playing import phase
from tests.titles.pq17.procedures import perform
from tests.titles.pq17.strikes import OPEN

rule = pytest.mark.rule


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
def test_who_keeps_a_firer_off_those_that_withdraw(
    area: Any, state: str, names: tuple[str, ...], at: Any, kept_off: bool
) -> None:
    fight = battle((f"dd_a_i 2{state}", "mv 4"), ("lutzow 4",))
    screen, prey, firer = (fight.unit(name) for name in ("dd_a_i", "mv", "lutzow"))
    screen.area, screen.screens, prey.area = area, names, at
    assert is_screened(fight, firer, prey) is kept_off
    assert may_fire_at(fight, firer, prey) is not kept_off


@rule("pq17", "7.5.4")
def test_nothing_that_was_sunk_screens_and_who_is_shielded_is_so_in_deployment_alone() -> None:
    fight = battle(("dd_a_i 2", "london 3", "mv 4"), ("lutzow 4",))
    screen, london, mv, firer = (fight.unit(name) for name in ("dd_a_i", "london", "mv", "lutzow"))
    screen.area, screen.screens, screen.shields = "screening", ("lutzow",), "london"
    mv.area = "withdrawal"
    assert is_screened(fight, firer, london)
    assert not is_screened(fight, firer, mv), "it shields one ship, and no other"
    screen.counters = []
    assert not is_screened(fight, firer, london)


@rule("pq17", "7.5.4a", "7.5.4b")
def test_who_screens_fires_at_those_whom_it_keeps_off_alone() -> None:
    fight = battle(("dd_a_i 2",), ("lutzow 4", "dd_36a 2"))
    screen = fight.unit("dd_a_i")
    assert may_fire_at(fight, screen, fight.unit("dd_36a"))
    screen.area, screen.screens = "screening", ("lutzow",)
    assert may_fire_at(fight, screen, fight.unit("lutzow"))
    assert not may_fire_at(fight, screen, fight.unit("dd_36a"))
    assert not may_fire_at(fight, fight.unit("lutzow"), fight.unit("dd_36a")), "nobody fires at his own"


@rule("pq17", "7.5.2c", "7.5.2e", "7.5.3", "7.5.4")
@pytest.mark.parametrize(
    ("order", "state", "found"),
    [
        (Manoeuvre("dd_a_i", "screening", screens=("lutzow", "dd_36a")), "", None),
        (Manoeuvre("dd_a_i", "screening", screens=("lutzow", "dd_36a", "koln")), "", "too_many"),
        (Manoeuvre("dd_a_i", "screening", screens=("lutzow",), shields="london"), "", None),
        (Manoeuvre("dd_a_i", "screening", screens=("lutzow", "koln"), shields="london"), "", "too_many"),
        (Manoeuvre("dd_a_i", "screening", screens=("lutzow", "lutzow", "koln")), "", None),
        (Manoeuvre("dd_a_i", "screening", screens=("norfolk",)), "", "not_there"),
        (Manoeuvre("dd_a_i", "screening", screens=("lutzow",), shields="dd_a_i"), "", "not_there"),
        (Manoeuvre("dd_a_i", "screening", screens=("lutzow",), shields="koln"), "", "not_there"),
        (Manoeuvre("dd_a_i", "screening", shields="london"), "", "nobody"),
        (Manoeuvre("dd_a_i", "deployment", screens=("lutzow",)), "", "no_place"),
        (Manoeuvre("dd_a_i", "withdrawal", screens=("lutzow",)), "", "no_place"),
        (Manoeuvre("dd_a_i", "torpedo"), "", None),
        (Manoeuvre("dd_a_i", "withdrawal"), "+crippled", "unable"),
        (Manoeuvre("dd_a_i", "withdrawal"), "+dead", "unable"),
        (Manoeuvre("dd_a_i", "deployment"), "+crippled", None),
    ],
)  # fmt: skip
def test_what_a_unit_may_do_in_a_later_round(order: Manoeuvre, state: str, found: str | None) -> None:
    fight = battle((f"dd_a_i 2{state}", "london 3"), ("lutzow 4", "dd_36a 2", "koln 2"), round_=2)
    for unit in fight.units:
        unit.joined = 1
    assert order_fault(fight, order) == found


@rule("pq17", "7.5.2e", "7.5.3", "7.5.2c")
@pytest.mark.parametrize(
    ("surprised", "round_", "joined", "side", "found"),
    [
        ("", 1, 1, "allied", "too_early"),
        ("axis", 1, 1, "allied", None),
        ("allied", 1, 1, "allied", "surprised"),
        ("axis", 2, 2, "allied", "too_early"),
        ("", 2, 1, "allied", None),
        ("allied", 2, 1, "allied", None),
    ],
)
def test_nobody_closes_for_torpedoes_in_his_first_round_but_who_surprises(
    surprised: Any, round_: int, joined: int, side: Side, found: str | None
) -> None:
    fight = battle(("dd_a_i 2",), ("lutzow 4",), round_=round_)
    fight.surprised = surprised
    for unit in fight.units:
        unit.joined = joined
    assert order_fault(fight, Manoeuvre("dd_a_i", "torpedo")) == found


@rule("pq17", "7.5.2c", "7.5.2p", "7.5.2d")
def test_who_withdraws_stays_there_and_all_others_come_back() -> None:
    fight = battle(("dd_a_i 2", "london 3"), ("lutzow 4",), round_=3)
    gone, screen, lutzow = (fight.unit(name) for name in ("london", "dd_a_i", "lutzow"))
    gone.area, screen.area, lutzow.area = "withdrawal", "screening", "torpedo"
    for unit in fight.units:
        unit.joined, unit.evading, unit.screens, unit.shields = 1, True, ("x",), "y"
    assert order_fault(fight, Manoeuvre("london", "deployment")) == "stays"
    assert order_fault(fight, Manoeuvre("london", "withdrawal")) is None
    assert not is_broken_off(fight)
    return_to_deployment(fight)
    assert {unit.name: unit.area for unit in fight.units} == {
        "london": "withdrawal", "dd_a_i": "deployment", "lutzow": "deployment",
    }  # fmt: skip
    assert not any(unit.evading or unit.screens or unit.shields for unit in fight.units)
    screen.area, lutzow.area = "withdrawal", "withdrawal"
    assert is_broken_off(fight)
    lutzow.area = "deployment"
    assert not is_broken_off(fight), "of both sides"


@rule("pq17", "7.5.2l", "7.5.7d")
@pytest.mark.parametrize(
    ("allied", "axis", "stands", "must_go", "gone"),
    [
        (("london 3",), ("lutzow 4",), "if_stronger", False, {"london"}),
        (("london 4",), ("lutzow 4", "koln 1"), "if_stronger", False, set()),
        (("london 4",), ("lutzow 4", "koln 2"), "if_stronger", False, {"london"}),
        (("london 3",), ("lutzow 4",), "stay", False, set()),
        (("london 4",), ("koln 1",), "withdraw", False, {"london"}),
        (("london 4",), ("koln 1",), "stay", True, {"london"}),
        (("dd_a_i 1", "mv 4"), ("lutzow 4",), "if_stronger", False, {"mv"}),
        (("dd_a_i 1", "mv 4"), ("lutzow 4",), "withdraw", False, {"mv", "dd_a_i"}),
        (("dd_a_i 4", "aldersdale 1"), ("koln 1",), "stay", False, {"aldersdale"}),
    ],
)  # fmt: skip
def test_who_leaves_without_an_order(
    allied: tuple[str, ...], axis: tuple[str, ...], stands: str, must_go: bool, gone: set[str]
) -> None:
    """From five quarters on; with a convoy the warships stay, whoever is stronger."""
    assert leaving_units(BOX, battle(allied, axis), side_command("allied", stands=stands, must_go=must_go)) == gone


@rule("pq17", "7.5.2l")
@pytest.mark.parametrize(("since", "round_", "gone"), [("2", 1, False), ("2", 2, True), ("2", 3, True), ("1", 1, True)])
def test_an_order_to_leave_holds_from_its_round_on(since: Any, round_: int, gone: bool) -> None:
    order = ordered.Leave(("london",), since=since)
    found = leaving_units(
        BOX, battle(("london 3", "kent 2"), ("koln 1",), round_=round_), side_command("allied", order, stands="stay")
    )
    assert found == ({"london"} if gone else set())


@rule("pq17", "7.5.2")
def test_only_warships_count_as_guns() -> None:
    fight = battle(("london 3", "mv 8", "dd_a_i 2", "es_british 3"), ("lutzow 4",))
    assert gun_strength(BOX, fight.of("allied")) == 8


@rule("pq17", "7.5.2c", "7.5.4")
def test_who_must_go_goes_whatever_is_ordered_and_an_order_stands_against_a_wish() -> None:
    fight = battle(("koln 1",), ("lutzow 4", "dd_36a 2"), round_=2)
    for unit in fight.units:
        unit.joined = 1
    post = ordered.Post("dd_36a", "torpedo", since="1")
    assert manoeuvres_of(fight, side_command("axis", post, must_go=True))["dd_36a"][0] == "withdrawal"
    assert manoeuvres_of(fight, side_command("axis", post, stands="withdraw"))["dd_36a"][0] == "torpedo"
    assert manoeuvres_of(fight, side_command("axis", stands="withdraw"))["dd_36a"][0] == "withdrawal"
    fight.unit("dd_36a").area = "withdrawal"
    assert manoeuvres_of(fight, side_command("axis", post, stands="stay"))["dd_36a"][0] == "withdrawal"


@rule("pq17", "7.5.2c")
@pytest.mark.parametrize(("area", "evading"), [("deployment", True), ("withdrawal", False)])
def test_who_goes_evades_and_who_is_gone_does_not(area: Any, evading: bool) -> None:
    fight = battle(("london 3",), ("lutzow 4",), round_=2)
    fight.unit("london").area = area
    (one,) = manoeuvres(BOX, fight, side_command("allied", stands="withdraw", evades="yes"))
    assert (one.area, one.evades) == ("withdrawal", evading)


@rule("pq17", "7.5.2c")
@pytest.mark.parametrize(
    ("round_", "first", "state", "area"),
    [
        (1, "2", "", "deployment"),
        (2, "2", "", "torpedo"),
        (3, "2", "", "torpedo"),
        (3, "never", "", "deployment"),
        (2, "3", "", "deployment"),
        (2, "2", "+spent=1", "deployment"),
        (2, "2", "+crippled", "deployment"),
    ],
)
def test_from_which_round_light_ships_close(round_: int, first: Any, state: str, area: str) -> None:
    fight = battle((f"{ARMED} 2{state}",), ("lutzow 4",), round_=round_)
    for unit in fight.units:
        unit.joined = 0
    assert manoeuvres_of(fight, side_command("allied", stands="stay", torpedo_round=first))[ARMED][0] == area


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
def test_a_formation_says_who_screens_and_who_closes(formation: Any, first: str, second: str) -> None:
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
def test_enemies_are_shared_out_two_to_each_the_strongest_first(unit: str, kept_off: tuple[str, ...]) -> None:
    fight = battle(("dd_a_i 2", "london 3", "tb_hunt 2", "mv 3", "es_british 2"),
                   ("dd_36a 1", "lutzow 4", "koln 2", "tirpitz 5"))  # fmt: skip
    assert _usual_screens(BOX, fight, fight.unit(unit)) == kept_off


@rule("pq17", "7.5.4")
def test_of_one_enemy_a_screen_names_one_and_of_none_nobody() -> None:
    fight = battle(("dd_a_i 2",), ("lutzow 4",))
    assert _usual_screens(BOX, fight, fight.unit("dd_a_i")) == ("lutzow",)
    fight = battle(("dd_a_i 2",), ())
    assert _usual_screens(BOX, fight, fight.unit("dd_a_i")) == ()


@rule("pq17", "7.5.2g")
def test_each_enemy_has_one_before_any_has_two_and_the_dearest_first() -> None:
    fight = battle(("london 3", "kent 2", "norfolk 3"), ("tirpitz 5", "koln 2"))
    found = {one.firer: one.target for one in aims(BOX, fight, side_command("allied"))}
    assert sorted(found) == ["kent", "london", "norfolk"]
    assert sorted(found.values()) == ["koln", "tirpitz", "tirpitz"]
    order = ordered.Aim("london", ("koln",))
    assert {one.firer: one.target for one in aims(BOX, fight, side_command("allied", order))}["london"] == "koln"


@rule("pq17", "7.5.2h")
@pytest.mark.parametrize(
    ("divides", "at", "shares"),
    [
        ("yes", ("lutzow", "koln"), [("lutzow", 2), ("koln", 1)]),
        ("yes", ("koln", "lutzow"), [("koln", 2), ("lutzow", 1)]),
        ("yes", ("koln",), [("koln", 3)]),
        ("no", ("koln", "lutzow"), None),
        ("yes", ("lutzow", "koln", "dd_36a", "tb_35_37"), [("lutzow", 1), ("koln", 1), ("dd_36a", 1)]),
    ],
)
def test_fire_is_divided_evenly_and_more_at_the_first(divides: Any, at: tuple[str, ...], shares: Any) -> None:
    fight = battle(("dd_a_i 3",), ("lutzow 4", "koln 2", "dd_36a 2", "tb_35_37 1"))
    found = aims(BOX, fight, side_command("allied", ordered.Aim("dd_a_i", at, divides=divides)))
    assert len(found) == (len(shares) if shares else 1)
    if shares:
        assert [(one.target, one.strength) for one in found] == shares


@rule("pq17", "7.5.2k")
@pytest.mark.parametrize(
    ("area", "since", "round_", "order", "fired"),
    [
        ("torpedo", "1", 2, (), [("lutzow", 1)]),
        ("deployment", "1", 2, (), []),
        ("torpedo", "3", 2, ("koln",), []),
        ("torpedo", "2", 2, ("koln",), [("koln", 1)]),
        ("torpedo", "1", 2, ("koln", "lutzow"), [("koln", 1)]),
    ],
)
def test_torpedoes_run_from_their_area_as_ordered(
    area: Any, since: Any, round_: int, order: tuple[str, ...], fired: list[tuple[str, int]]
) -> None:
    fight = battle((f"{ARMED} 2",), ("lutzow 4", "koln 2"), round_=round_)
    fight.unit(ARMED).area = area
    orders = (ordered.Launch(ARMED, order, since=since),) if order else ()
    assert [(one.target, one.symbols) for one in launches(BOX, fight, side_command("allied", *orders))] == fired


@rule("pq17", "7.5.2k")
@pytest.mark.parametrize(("round_", "target"), [(2, None), (3, "koln"), (4, "koln"), (5, "lutzow"), (9, "lutzow")])
def test_a_later_order_to_launch_takes_the_place_of_an_earlier_one(round_: int, target: str | None) -> None:
    """However they are written: at Koeln from round 3, at Luetzow from round 5; before that they hold their fire."""
    orders = [ordered.Launch(ARMED, ("koln",), since="3"), ordered.Launch(ARMED, ("lutzow",), since="5")]
    for given in (orders, orders[::-1]):
        fight = battle((f"{ARMED} 2",), ("lutzow 4", "koln 2"), round_=round_)
        fight.unit(ARMED).area = "torpedo"
        found = launches(BOX, fight, side_command("allied", *given))
        assert [one.target for one in found] == ([target] if target else [])


@rule("pq17", "7.5.2k", "7.5.4")
def test_nobody_launches_at_whom_he_is_kept_off() -> None:
    fight = battle((f"{ARMED} 2",), ("lutzow 4", "dd_36a 2"), round_=2)
    fight.unit(ARMED).area = "torpedo"
    screen = fight.unit("dd_36a")
    screen.area, screen.screens, fight.unit("lutzow").area = "screening", (ARMED,), "withdrawal"
    assert [one.target for one in launches(BOX, fight, side_command("allied"))] == ["dd_36a"]
    spent = battle((f"{ARMED} 2+spent=1",), ("lutzow 4",), round_=2)
    spent.unit(ARMED).area = "torpedo"
    assert launches(BOX, spent, side_command("allied")) == []


@rule("pq17", "7.5.1", "7.5.2a")
def test_only_task_forces_at_sea_in_the_hex_intercept_or_join() -> None:
    board = arctic(
        force("tf", "allied", "task_force", "1206", "london"),
        force("pq", "allied", "convoy", "1206", "mv 2"), force("lure", "allied", "dummy", "1206"),
        force("lying", "allied", "task_force", "1206", "kent", port="scapa_flow"),
        force("boats", "allied", "wolfpack", "1206", "ss_british 1"),
        force("aside", "allied", "task_force", "1106", "norfolk"), force("enemy", "axis", "task_force", "1206", "koln"),
    )  # fmt: skip
    assert [one.id for one in in_hex(board, "allied", "1206")] == ["tf"]


@rule("pq17", "7.5.1", "7.5.1c")
@pytest.mark.parametrize(
    ("wish", "about", "meets"),
    [("always", 9, True), ("never", 0, False), ("if_weaker", 4, True), ("if_weaker", 5, False), ("if_weaker", 0, True)],
)
def test_who_intercepts_if_the_attacker_is_weaker_counts_what_was_told(wish: Any, about: int, meets: bool) -> None:
    board = arctic(force("cover", "allied", "task_force", OPEN, "sheffield"),
                   force("raider", "axis", "task_force", OPEN, "koln"))  # fmt: skip
    phase(board, "axis")
    board.state.instructions = {"allied": Instructions(intercepts=wish)}
    raider = board.force("raider")
    board.state.reports = [Report(to="allied", turn=9, source="search", at=OPEN, block=raider.block, warships=about,
                                  heavy=0)] * bool(about)  # fmt: skip
    told = about * COUNTER
    expected = meets if wish != "if_weaker" else told <= warship_strength(board, [board.force("cover")])
    assert _intercepts(board, board.force("cover"), [raider]) is expected


def boats(
    *holding: str, kind: Any = "convoy", sky: Any = "fair", sally: Any = "yes", packs: int = 0
) -> tuple[Board, Any]:
    others = [force(f"p{number}", "allied", "wolfpack", "0409", "ss_british 1") for number in range(packs)]
    fields: dict[str, Any] = {"instructions": {"allied": Instructions(sally=sally)}, "sky": Sky(sky)}
    board = arctic(
        force("pq", "allied", kind, OPEN, *holding), force("r", "axis", "task_force", OPEN, "lutzow"), *others, **fields
    )
    phase(board, "axis")
    return board, _sally(board, board.force("pq"), [board.force("r")], key="k")


@rule("pq17", "7.4.6")
@pytest.mark.parametrize(
    ("holding", "named", "rolls"),
    [
        (("mv 4", "dd_a_i 1", "ss_british 1"), {}, 2),
        (("mv 4", "dd_a_i 1"), {}, 0),
        (("london", "ss_british 1"), {"kind": "task_force"}, 0),
        (("mv 4", "dd_a_i 1", "ss_british 1"), {"sky": "gale"}, 0),
        (("mv 4", "dd_a_i 1", "ss_british 1"), {"sky": "storm"}, 1),
        (("mv 4", "dd_a_i 1", "ss_british 1"), {"sally": "no"}, 0),
        (("mv 4", "dd_a_i 1", "ss_british 1"), {"packs": BOX.numbers.blocks.allied.wolfpack}, 0),
        (("mv 4", "dd_a_i 1", "ss_british 1"), {"packs": BOX.numbers.blocks.allied.wolfpack - 1}, 2),
    ],
)
def test_what_keeps_the_boats_of_a_convoy_in_it(holding: tuple[str, ...], named: dict[str, Any], rolls: int) -> None:
    board, procedure = boats(*holding, **named)
    left = perform(board, procedure, dice=[(0,)] * rolls).result
    assert [one.id for one in left] == ["r"]
    assert ("pq_boats" in {one.id for one in board.state.forces}) is bool(rolls)


@rule("pq17", "7.4.6", "7.3.2a")
def test_boats_without_torpedoes_stay() -> None:
    board = arctic(force("pq", "allied", "convoy", OPEN, "mv 4", "dd_a_i 1", "ss_british 2"),
                   force("r", "axis", "task_force", OPEN, "lutzow"))  # fmt: skip
    phase(board, "axis")
    board.force("pq").counters[-1].used = True
    perform(board, _sally(board, board.force("pq"), [board.force("r")], key="k"))
    assert "pq_boats" not in {one.id for one in board.state.forces}


@rule("pq17", "7.5.2", "7.2.4")
def test_a_command_has_its_own_side_s_formations_alone() -> None:
    ours, theirs = Formation("tf", smoke=("dd_a_i",)), Formation("r", smoke=("dd_36a",))
    board = arctic(
        force("tf", "allied", "task_force", OPEN, "london", "dd_a_i 2", formation=ours),
        force("bare", "allied", "task_force", OPEN, "kent"),
        force("r", "axis", "task_force", OPEN, "lutzow", "dd_36a 2", formation=theirs),
    )  # fmt: skip
    fight = Engagement(board, OPEN, "axis", None, "k")
    assert board.state.battle is fight.battle
    fight.lay_out(board.state.forces)
    assert fight.command("allied").formations == {"tf": ours}
    assert fight.command("axis").formations == {"r": theirs}


@rule("pq17", "7.5.2i", "7.5.2k", "7.3.2")
@pytest.mark.parametrize(
    ("change", "runs"),
    [
        ("", True),
        ("firer gone", False),
        ("target gone", False),
        ("elsewhere", False),
        ("spent", False),
        ("screened", False),
    ],
)
def test_torpedoes_run_after_the_guns_if_both_are_there_and_it_still_may(change: str, runs: bool) -> None:
    fight = battle((f"{ARMED} 2",), ("lutzow 4", "dd_36a 2"), round_=2)
    firer = fight.unit(ARMED)
    firer.area = "deployment" if change == "elsewhere" else "torpedo"
    firer.counters[0].spent = int(change == "spent")
    if change == "screened":
        screen = fight.unit("dd_36a")
        screen.area, screen.screens, fight.unit("lutzow").area = "screening", (ARMED,), "withdrawal"
    gone = {"firer gone": ARMED, "target gone": "lutzow"}.get(change)
    fight.units[:] = [one for one in fight.units if one.name != gone]
    assert _may_run(BOX, fight, Launch(ARMED, "lutzow", 1)) is runs
