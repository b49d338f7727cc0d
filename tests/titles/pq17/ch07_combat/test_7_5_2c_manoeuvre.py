"""7.5.2c to 7.5.2f: manoeuvre between the areas, and evasion."""

from typing import Any

import pytest

from games.titles.pq17.components.pieces import Side
from games.titles.pq17.orders import battle as ordered
from games.titles.pq17.orders.doctrine import Instructions
from games.titles.pq17.orders.formations import Formation
from games.titles.pq17.rules.surface.areas import (
    Manoeuvre,
    carry_out_manoeuvres,
    is_broken_off,
    order_fault,
    return_to_deployment,
)
from games.titles.pq17.rules.surface.doctrine import Command, _fallback, launches, manoeuvres
from games.titles.pq17.rules.surface.layout import lay_out_force
from games.titles.pq17.state.battle import Battle
from tests.titles.pq17.arctic import ships
from tests.titles.pq17.box import BOX
from tests.titles.pq17.ch07_combat.surface_battles import (
    ARMED,
    PART,
    WHOLE,
    doctrine,
    manoeuvres_of,
    orders,
    parted,
    side_command,
)
from tests.titles.pq17.displays import battle

rule = pytest.mark.rule


@rule("pq17", "7.5.2c", "7.5.4")
@pytest.mark.parametrize(
    ("formation", "areas"),
    [
        (None, {"sheffield": "deployment", "dd_a_i": "torpedo", "tb_o_p": "torpedo"}),
        (
            Formation("pq", smoke=("dd_a_i",)),
            {"sheffield": "deployment", "dd_a_i": "screening", "tb_o_p": "deployment"},
        ),
        (
            Formation("pq", smoke=("dd_a_i",), closes=("tb_o_p",)),
            {"sheffield": "deployment", "dd_a_i": "screening", "tb_o_p": "torpedo"},
        ),
        (
            Formation("pq", row=("tb_o_p", "dd_a_i")),
            {"sheffield": "deployment", "dd_a_i": "torpedo", "tb_o_p": "torpedo"},
        ),
    ],
)
def test_7_5_2c_who_lays_smoke_and_who_closes(formation: Formation | None, areas: dict[str, str]) -> None:
    fight = Battle("axis", [], day=True)
    lay_out_force(fight, "allied", [[one] for one in ships("sheffield", "dd_a_i 2", "tb_o_p 2")], force="pq")
    lay_out_force(fight, "axis", [[one] for one in ships("lutzow")], force="l")
    fight.round = 2
    lying = {} if formation is None else {"pq": formation}
    command = Command("allied", (), Instructions(stands="stay"), formations=lying)
    found = manoeuvres(BOX, fight, command)
    assert {one.unit: one.area for one in found} == areas
    assert {one.screens for one in found if one.area == "screening"} <= {("lutzow",)}


@rule("pq17", "7.5.2c", "7.5.2e", "7.5.3", position="PP128")
def test_7_5_2c_who_may_go_where() -> None:
    fight = battle(("dd_a_i 2", "norfolk 3+crippled"), ("dd_36a 3",))
    assert order_fault(fight, Manoeuvre("dd_36a", "torpedo")) == "too_early"
    assert order_fault(fight, Manoeuvre("dd_36a", "screening")) is None
    assert order_fault(fight, Manoeuvre("norfolk", "withdrawal")) == "unable"
    assert order_fault(fight, Manoeuvre("norfolk", "deployment", evades=True)) is None
    fight.surprised = "allied"
    assert order_fault(fight, Manoeuvre("dd_36a", "torpedo")) is None
    assert order_fault(fight, Manoeuvre("dd_a_i", "screening")) == "surprised"
    fight.round = 2
    assert order_fault(fight, Manoeuvre("dd_a_i", "torpedo")) is None
    fight.unit("dd_a_i").area = "withdrawal"
    assert order_fault(fight, Manoeuvre("dd_a_i", "deployment")) == "stays"
    assert order_fault(fight, Manoeuvre("dd_a_i", "withdrawal")) is None


@rule("pq17", "7.5.2c", "7.2.4a")
@pytest.mark.parametrize(
    ("given", "evade"),
    [
        ((ordered.Post(WHOLE, "deployment", evades="yes"),), [WHOLE, PART]),
        ((ordered.Post(PART, "deployment", evades="yes"),), [PART]),
        ((ordered.Post(WHOLE, "deployment", evades="yes"), ordered.Post(PART, "deployment")), [WHOLE]),
        ((ordered.Post(WHOLE, "deployment", "2", "yes"), ordered.Post(PART, "deployment", "1")), [WHOLE]),
        ((ordered.Post(WHOLE, "deployment", evades="yes"), ordered.Post(PART, "deployment", "3")), [WHOLE, PART]),
        ((ordered.Post("lutzow", "deployment", evades="yes"),), []),
    ],
)
def test_7_5_2c_who_was_parted_evades_as_its_unit_does(given: tuple[ordered.Post, ...], evade: list[str]) -> None:
    for command in orders(*given):
        assert [one.unit for one in manoeuvres(BOX, parted("london 3"), command) if one.evades] == evade


@rule("pq17", "7.5.2c", "7.5.2e", "7.5.3")
@pytest.mark.parametrize(
    ("round_", "surprised", "ship", "area", "why"),
    [
        (1, "", "dd_a_i", "torpedo", "too_early"), (1, "axis", "dd_a_i", "torpedo", None),
        (1, "allied", "dd_a_i", "screening", "surprised"), (2, "allied", "dd_a_i", "torpedo", None),
        (1, "", "dd_a_i", "screening", None), (2, "", "norfolk", "withdrawal", "unable"),
        (2, "", "norfolk", "deployment", None),
    ],
)  # fmt: skip
def test_7_5_2c_who_may_move_when(round_: int, surprised: Any, ship: str, area: Any, why: Any) -> None:
    fight = battle(("dd_a_i 2", "norfolk 3+crippled"), ("lutzow 4",), round_=1)
    fight.round, fight.surprised = round_, surprised
    assert order_fault(fight, Manoeuvre(ship, area)) == why


@rule("pq17", "7.5.2c", "7.5.4")
@pytest.mark.parametrize(
    ("wish", "round_", "surprised", "does"),
    [
        (Manoeuvre("dd_a_i", "screening", False, ("lutzow", "koln", "hipper")), 2, "",
         Manoeuvre("dd_a_i", "screening", False)),
        (Manoeuvre("dd_a_i", "torpedo", True), 1, "", Manoeuvre("dd_a_i", "deployment", True)),
        (Manoeuvre("dd_a_i", "torpedo", True), 1, "allied", Manoeuvre("dd_a_i", "deployment", False)),
        (Manoeuvre("dd_a_i", "torpedo", True), 1, "axis", Manoeuvre("dd_a_i", "torpedo", True)),
        (Manoeuvre("dd_a_i", "torpedo", True), 2, "allied", Manoeuvre("dd_a_i", "torpedo", True)),
    ],
)  # fmt: skip
def test_7_5_2c_who_may_not_go_where_he_was_to_stays(
    wish: Manoeuvre, round_: int, surprised: Any, does: Manoeuvre
) -> None:
    fight = battle(("dd_a_i 2",), ("lutzow 4",), attacker="axis", round_=round_)
    fight.unit("dd_a_i").joined, fight.surprised = 1, surprised
    assert _fallback(fight, wish, [wish]) == does


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
def test_7_5_2c_what_a_unit_may_do_in_a_later_round(order: Manoeuvre, state: str, found: str | None) -> None:
    fight = battle((f"dd_a_i 2{state}", "london 3"), ("lutzow 4", "dd_36a 2", "koln 2"), round_=2)
    for unit in fight.units:
        unit.joined = 1
    assert order_fault(fight, order) == found


@rule("pq17", "7.5.2c", "7.5.2p", "7.5.2d")
def test_7_5_2c_who_withdraws_stays_there_and_all_others_come_back() -> None:
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


@rule("pq17", "7.5.2c", "7.5.4")
def test_7_5_2c_who_must_go_goes_whatever_is_ordered_and_an_order_stands_against_a_wish() -> None:
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
def test_7_5_2c_who_goes_evades_and_who_is_gone_does_not(area: Any, evading: bool) -> None:
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
def test_7_5_2c_from_which_round_light_ships_close(round_: int, first: Any, state: str, area: str) -> None:
    fight = battle((f"{ARMED} 2{state}",), ("lutzow 4",), round_=round_)
    for unit in fight.units:
        unit.joined = 0
    assert manoeuvres_of(fight, side_command("allied", stands="stay", torpedo_round=first))[ARMED][0] == area


@rule("pq17", "7.5.2d", "7.5.2p")
def test_7_5_2d_areas_at_the_end_of_a_round() -> None:
    fight = battle(("dd_a_i 2", "mv 5"), ("lutzow 4",))
    carry_out_manoeuvres(fight, [Manoeuvre("dd_a_i", "screening", True, ("lutzow",)), Manoeuvre("mv", "withdrawal")])
    return_to_deployment(fight)
    screen = fight.unit("dd_a_i")
    assert (screen.area, screen.evading, screen.screens) == ("deployment", False, ())
    assert fight.unit("mv").area == "withdrawal"
    assert not is_broken_off(fight)
    for unit in fight.units:
        unit.area = "withdrawal"
    assert is_broken_off(fight)


@rule("pq17", "7.5.2d", position="PP257")
def test_7_5_2d_only_when_nobody_is_left_in_front() -> None:
    fight = battle(("norfolk 3", "mv 5"), ("lutzow 4+crippled",))
    for unit in fight.units:
        unit.area = "withdrawal"
    assert is_broken_off(fight)
    fight.unit("lutzow").area = "deployment"
    assert not is_broken_off(fight)


@rule("pq17", "7.5.2e")
def test_7_5_2e_torpedoes_from_the_round_that_was_ordered() -> None:
    fight = battle(("norfolk 3",), ("admiral_hipper 4", "dd_34_36 2"))
    assert [one.area for one in manoeuvres(BOX, fight, doctrine("axis", stands="stay"))] == ["deployment"] * 2
    fight.round = 2
    areas = {one.unit: one.area for one in manoeuvres(BOX, fight, doctrine("axis", stands="stay"))}
    assert areas == {"admiral_hipper": "deployment", "dd_34_36": "torpedo"}
    fight.unit("dd_34_36").area = "torpedo"
    (launch,) = launches(BOX, fight, doctrine("axis"))
    assert (launch.firer, launch.target, launch.symbols) == ("dd_34_36", "norfolk", 1)


@rule("pq17", "7.5.2e")
def test_7_5_2e_who_joins_later_waits_a_round_too() -> None:
    fight = battle(("dd_a_i 2",), ("admiral_hipper 4",), round_=3)
    fight.unit("dd_a_i").joined = 3
    assert order_fault(fight, Manoeuvre("dd_a_i", "torpedo")) == "too_early"


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
def test_7_5_2e_nobody_closes_for_torpedoes_in_his_first_round_but_who_surprises(
    surprised: Any, round_: int, joined: int, side: Side, found: str | None
) -> None:
    fight = battle(("dd_a_i 2",), ("lutzow 4",), round_=round_)
    fight.surprised = surprised
    for unit in fight.units:
        unit.joined = joined
    assert order_fault(fight, Manoeuvre("dd_a_i", "torpedo")) == found
