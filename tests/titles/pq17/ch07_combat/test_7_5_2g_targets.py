"""7.5.2g, 7.5.2h: whom units may fire at, and divided fire."""

import re
from collections import Counter as Tally
from typing import Any

import pytest

from games.titles.pq17.orders import battle as ordered
from games.titles.pq17.orders.doctrine import Instructions
from games.titles.pq17.orders.draft_odds import Throw, divided_throw, for_symbols
from games.titles.pq17.rules.surface.attacks import surface_combat
from games.titles.pq17.rules.surface.covering import cover_enemies
from games.titles.pq17.rules.surface.doctrine import Command, aims
from games.titles.pq17.rules.surface.engagement import Engagement
from games.titles.pq17.rules.surface.exchange import fire_exchange
from games.titles.pq17.rules.surface.gunnery import Aim, may_divide
from games.titles.pq17.rules.surface.layout import lay_out_force
from games.titles.pq17.state.battle import Battle
from games.titles.pq17.state.counters import Counter
from games.titles.pq17.state.events.surface import GunsFired
from tests.titles.pq17.arctic import force
from tests.titles.pq17.box import BOX
from tests.titles.pq17.ch07_combat.surface_battles import PART, WHOLE, doctrine, orders, parted, side_command
from tests.titles.pq17.displays import battle
from tests.titles.pq17.engaging import QUIET, attacked, misses, told
from tests.titles.pq17.oracles import spreads, strays
from tests.titles.pq17.playing import a_card, play
from tests.titles.pq17.strikes import OPEN
from tests.titles.pq17.trial import read_counters, run

rule = pytest.mark.rule


def aimed(strength: int, at: tuple[str, ...], enemies: tuple[str, ...]) -> dict[str, list[str]]:
    """Whom a lone destroyer that divides its fire, and a cruiser that lies beside it, aim at."""
    fight = Battle("axis", [], day=True)
    lay_out_force(fight, "axis", [read_counters(f"dd_36a {strength}")], force="x")
    lay_out_force(fight, "axis", [read_counters("koln 2")], force="y")
    lay_out_force(fight, "allied", [read_counters(one) for one in enemies], force="a")
    order = ordered.Aim("dd_36a", at, "yes")
    found: dict[str, list[str]] = {"dd_36a": [], "koln": []}
    for one in aims(BOX, fight, Command("axis", (order,), QUIET)):
        found[one.firer].append(one.target)
    return found


@rule("pq17", "7.5.2g")
def test_7_5_2g_aims_cover_every_enemy() -> None:
    fight = battle(("jamaica 4", "sheffield 4", "dd_j_r 2"), ("admiral_hipper 4", "dd_34_36 2"))
    for side in ("allied", "axis"):
        found = aims(BOX, fight, doctrine(side))
        assert found
        assert strays(BOX, fight, found) == []
        assert spreads(BOX, fight, found)


@rule("pq17", "7.5.2g", "7.5.2h")
@pytest.mark.parametrize("strength", [1, 2, 3, 4])
@pytest.mark.parametrize(
    "at", [("norfolk", "jamaica"), ("jamaica", "norfolk"), ("norfolk",), ("norfolk", "jamaica", "kent")]
)
@pytest.mark.parametrize("enemies", [("norfolk 3", "jamaica 4"), ("norfolk 3", "jamaica 4", "kent 2"), ("norfolk 3",)])
def test_7_5_2g_nobody_is_aimed_at_twice_while_somebody_is_not(
    strength: int, at: tuple[str, ...], enemies: tuple[str, ...]
) -> None:
    found = aimed(strength, at, enemies)
    targets = Tally(name for names in found.values() for name in names)
    assert max(targets.values()) == 1 or len(targets) == len(enemies)
    assert all(found.values())


@rule("pq17", "7.5.2g", "7.5.2h")
def test_7_5_2g_the_second_part_goes_at_whom_nobody_aims() -> None:
    enemies = ("norfolk 3", "jamaica 4", "kent 2")
    assert len({name for names in aimed(2, ("norfolk", "jamaica", "kent"), enemies).values() for name in names}) == 3


@rule("pq17", "7.5.2g")
@pytest.mark.parametrize(
    ("reach", "held"),
    [
        ({"a": ("x", "y"), "b": ("x",)}, {"x": "b", "y": "a"}),
        ({"a": ("x",), "b": ("x", "y")}, {"x": "a", "y": "b"}),
        ({"a": ("x", "y"), "b": ("x", "y"), "c": ("x", "z")}, {"x": "b", "y": "a", "z": "c"}),
        ({"a": ("x",), "b": ("x",)}, {"x": "a"}),
        ({}, {}),
    ],
)
def test_7_5_2g_every_enemy_that_can_have_a_firer_has_one(reach: Any, held: dict[str, str]) -> None:
    found = cover_enemies(reach)
    assert set(found) == set(held)
    assert len(set(found.values())) == len(found)
    assert all(target in reach[firer] for target, firer in found.items())


@rule("pq17", "7.5.2g", position="PP124")
def test_7_5_2g_everybody_is_aimed_at_before_somebody_twice() -> None:
    fight = battle(("jamaica 4", "norfolk 3", "dd_a_i 1"), ("admiral_hipper 4", "lutzow 4"))
    three_at_one = [Aim(one, "admiral_hipper") for one in ("jamaica", "norfolk", "dd_a_i")]
    assert not spreads(BOX, fight, three_at_one)
    assert spreads(BOX, fight, [*three_at_one[:2], Aim("dd_a_i", "lutzow")])
    assert spreads(BOX, fight, three_at_one[:1])


@rule("pq17", "7.5.2g")
def test_7_5_2g_as_far_as_the_guns_reach() -> None:
    """Only the cruiser reaches the battleship: the destroyers may both take the other."""
    fight = battle(("jamaica 4", "dd_a_i 1", "dd_j_r 1"), ("tirpitz 5", "dd_36a 2"))
    assert spreads(BOX, fight, [Aim("jamaica", "tirpitz"), Aim("dd_a_i", "dd_36a"), Aim("dd_j_r", "dd_36a")])
    assert not spreads(BOX, fight, [Aim("jamaica", "dd_36a"), Aim("dd_a_i", "dd_36a")])
    assert strays(BOX, fight, [Aim("dd_a_i", "tirpitz")]) == [Aim("dd_a_i", "tirpitz")]


@rule("pq17", "7.5.2g", "7.5.2h")
@pytest.mark.parametrize(
    ("ships", "aims", "wrong"),
    [
        (("dd_36a 3",), [("dd_36a", "norfolk"), ("dd_36a", "kent")], 0),
        (("dd_36a 3", "lutzow 4"), [("dd_36a", "norfolk"), ("dd_36a", "kent")], 2),
        (("dd_36a 3", "lutzow 4"), [("dd_36a", "norfolk"), ("lutzow", "kent")], 0),
        (("lutzow 4",), [("lutzow", "norfolk"), ("lutzow", "kent")], 2),
    ],
)
def test_7_5_2g_who_may_aim_at_two(ships: tuple[str, ...], aims: list[tuple[str, str]], wrong: int) -> None:
    fight = battle(("norfolk 3", "kent 3"), ships)
    found = strays(BOX, fight, [Aim(*one) for one in aims])
    assert len(found) == wrong


@rule("pq17", "7.5.2g", "7.2.4a")
@pytest.mark.parametrize(
    ("given", "targets"),
    [
        ((), {"london", "norfolk"}),
        ((ordered.Aim(WHOLE, ("kent", "norfolk")),), {"kent", "norfolk"}),
        ((ordered.Aim("lutzow", ("norfolk",)),), {"london", "norfolk"}),
    ],
)
def test_7_5_2g_who_was_parted_aims_at_whom_its_unit_does(given: tuple[ordered.Aim, ...], targets: set[str]) -> None:
    """One of the two at the next on the list (7.5.2g), without one at the next in value."""
    for command in orders(*given):
        found = aims(BOX, parted("kent 3", "london 3", "norfolk 3"), command)
        assert {one.target for one in found} == targets


@rule("pq17", "7.5.2g", "7.2.4a")
@pytest.mark.parametrize("part", ["london", "norfolk"])
def test_7_5_2g_who_was_parted_may_be_given_a_target_of_its_own(part: str) -> None:
    for command in orders(ordered.Aim(WHOLE, ("kent",)), ordered.Aim(PART, (part,))):
        found = aims(BOX, parted("kent 3", "london 3", "norfolk 3"), command)
        assert {one.firer: one.target for one in found} == {WHOLE: "kent", PART: part}


@rule("pq17", "7.5.2g", "7.5.4", position="PP258")
def test_7_5_2g_who_reaches_an_enemy_nobody_else_reaches_must_take_him() -> None:
    fight = battle(("norfolk 3", "kent 2", "suffolk 2"), ("lutzow 4", "mv_german 2", "dd_36a 1"))
    fight.unit("mv_german").area = "withdrawal"
    screen = fight.unit("dd_36a")
    screen.area, screen.screens = "screening", ("norfolk", "kent")
    at_one = [Aim(name, "lutzow") for name in ("norfolk", "kent", "suffolk")]
    assert not spreads(BOX, fight, at_one)
    assert [one.firer for one in strays(BOX, fight, [Aim("norfolk", "mv_german")])] == ["norfolk"]
    right = [Aim("norfolk", "lutzow"), Aim("kent", "dd_36a"), Aim("suffolk", "mv_german")]
    assert spreads(BOX, fight, right)
    assert strays(BOX, fight, right) == []


@rule("pq17", "7.5.2g")
def test_7_5_2g_each_enemy_has_one_before_any_has_two_and_the_dearest_first() -> None:
    fight = battle(("london 3", "kent 2", "norfolk 3"), ("tirpitz 5", "koln 2"))
    found = {one.firer: one.target for one in aims(BOX, fight, side_command("allied"))}
    assert sorted(found) == ["kent", "london", "norfolk"]
    assert sorted(found.values()) == ["koln", "tirpitz", "tirpitz"]
    order = ordered.Aim("london", ("koln",))
    assert {one.firer: one.target for one in aims(BOX, fight, side_command("allied", order))}["london"] == "koln"


@rule("pq17", "7.5.2h")
def test_7_5_2h_with_everybody_aimed_at_he_divides_his_fire_as_ordered() -> None:
    enemies = ("norfolk 3", "jamaica 4")
    assert sorted(aimed(3, ("norfolk", "jamaica"), enemies)["dd_36a"]) == ["jamaica", "norfolk"]
    assert len(aimed(1, ("norfolk", "jamaica"), enemies)["dd_36a"]) == 1


@rule("pq17", "7.5.2h", position="PP125")
def test_7_5_2h_who_divides_fire() -> None:
    alone = battle(("dd_a_i 4",), ("admiral_hipper 4", "lutzow 4"))
    divided = [Aim("dd_a_i", "admiral_hipper", 2), Aim("dd_a_i", "lutzow", 2)]
    assert strays(BOX, alone, divided) == []
    two = battle(("dd_a_i 4", "dd_j_r 1"), ("admiral_hipper 4", "lutzow 4"))
    assert strays(BOX, two, divided) == divided


@rule("pq17", "7.5.2h", "7.5.3")
@pytest.mark.parametrize(("dice", "shares"), [((0, 0, 0, 0), (2, 2)), ((9, 0, 0, 0), (2, 1)), ((9, 9, 0, 0), (2,))])
def test_7_5_2h_who_is_hit_before_he_divides_his_fire_divides_what_is_left(
    dice: tuple[int, ...], shares: tuple[int, ...]
) -> None:
    fight = battle(("dd_a_i 4",), ("admiral_hipper 4", "lutzow 4"))
    fight.surprised = "allied"
    aimed = [Aim("admiral_hipper", "dd_a_i"), Aim("dd_a_i", "admiral_hipper", 2), Aim("dd_a_i", "lutzow", 2)]
    fired = run(fire_exchange(BOX, fight, aimed, [], key="x"), dice=[dice, *((0,) * one for one in shares)])
    assert [len(one.dice) for one in fired.broadsides] == [4, *shares]


@rule("pq17", "7.5.2h")
@pytest.mark.parametrize(("dice", "count", "shares"), [(5, 2, [3, 2]), (4, 2, [2, 2]), (3, 1, [3]), (0, 2, [0, 0])])
def test_7_5_2h_the_dice_of_who_divides_them(dice: int, count: int, shares: list[int]) -> None:
    one = Throw("a", "b", "guns", dice, 7, 30 * dice)
    found = [divided_throw(one, place, count) for place in range(count)]
    assert [(each.dice, each.mean) for each in found] == [(share, 30 * share) for share in shares]
    assert [for_symbols(one, symbols).dice for symbols in ("2", None, "x", "0")] == [2 * dice, dice, dice, 0]


@rule("pq17", "7.5.2h", position="PP314")
@pytest.mark.parametrize(
    ("strength", "at", "shares"),
    [
        (3, ("dd_36a", "lutzow"), {"dd_36a": 2, "lutzow": 1}), (4, ("lutzow", "dd_36a"), {"lutzow": 2, "dd_36a": 2}),
        (1, ("lutzow", "dd_36a"), {"lutzow": 1}), (3, ("lutzow",), {"lutzow": 3}),
    ],
)  # fmt: skip
def test_7_5_2h_a_single_counter_of_light_ships_divides_its_fire_as_ordered(
    strength: int, at: tuple[str, ...], shares: dict[str, int]
) -> None:
    fight = battle((f"dd_a_i {strength}",), ("lutzow 4", "dd_36a 2"))
    order = ordered.Aim("dd_a_i", at, "yes")
    assert {one.target: one.strength for one in aims(BOX, fight, Command("allied", (order,), QUIET))} == shares
    (whole,) = aims(BOX, fight, Command("allied", (ordered.Aim("dd_a_i", at),), QUIET))
    assert (whole.target, whole.strength) == (at[0], 0)


@rule("pq17", "7.5.2h", position="PP314")
def test_7_5_2h_only_who_may_is_offered_it_and_its_dice_fall_apart() -> None:
    dds = force("d", "allied", "task_force", OPEN, "dd_a_i 3")
    board = attacked(dds, force("h", "axis", "task_force", OPEN, "admiral_hipper", "dd_36a 1"))
    board.state.instructions["allied"] = Instructions(stands="stay", torpedo_round="never")
    says = {"battle@allied": "aim dd_a_i at=admiral_hipper,dd_36a divides=yes"}
    dice = [(0, 0), (0,), *misses(1, 4), (0,)]
    (asked,) = play(surface_combat(board), cards=[a_card("force", "0")], dice=dice, says=says).asked
    assert [(one.target, len(one.dice)) for one in told(board, "axis", GunsFired) if one.side == "allied"] == [
        ("admiral_hipper", 2), ("dd_36a", 1),
    ]  # fmt: skip
    draft = [{"order": "aim", "unit": "dd_a_i", "at": ["admiral_hipper", "dd_36a"], "divides": "yes"}]
    dice_of = [re.findall(r"(\d) di", line.text.en) for line in asked.form.preview(draft).lines]
    assert dice_of == [["2"], ["1"]]
    whole = [{**draft[0], "divides": ""}]
    assert [re.findall(r"(\d) di", line.text.en) for line in asked.form.preview(whole).lines] == [["3"], ["3"]]
    for ships in (("dd_a_i 3", "dd_j_r 1"), ("norfolk",)):
        other = attacked(
            force("d", "allied", "task_force", OPEN, *ships), force("h", "axis", "task_force", OPEN, "dd_36a 1")
        )
        other.state.instructions["allied"] = Instructions(stands="withdraw", torpedo_round="never")
        one = Engagement(other, OPEN, "axis", None, "k")
        one.lay_out(other.state.forces)
        fields = {field.name for way in one._question("allied").form.templates() for field in way.fields}
        assert "divides" not in fields


@rule("pq17", "7.5.2h")
@pytest.mark.parametrize(
    ("forces", "may"),
    [
        ((("d", "dd_a_i 3"),), True), ((("d", "dd_a_i 3"), ("k", "norfolk 3")), True),
        ((("d", "dd_a_i 3"), ("d", "norfolk 3")), False), ((("d", "dd_a_i 3"), ("d", "dd_j_r 1")), False),
        ((("d", "norfolk 3"), ("k", "dd_j_r 1")), False),
    ],
)  # fmt: skip
def test_7_5_2h_a_force_of_one_counter_of_light_ships_divides_its_fire_beside_another_force(
    forces: tuple[tuple[str, str], ...], may: bool
) -> None:
    fight = Battle("axis", [], day=True)
    for name, ships in forces:
        lay_out_force(fight, "allied", [read_counters(ships)], force=name)
    lay_out_force(fight, "axis", [read_counters("lutzow 4"), read_counters("dd_36a 2")], force="x")
    unit = fight.units[0]
    assert may_divide(BOX, fight, unit) is may
    order = ordered.Aim(unit.name, ("lutzow", "dd_36a"), "yes")
    found = [one for one in aims(BOX, fight, Command("allied", (order,), QUIET)) if one.firer == unit.name]
    assert len(found) == (2 if may else 1)
    both = [Aim(unit.name, "lutzow", 2), Aim(unit.name, "dd_36a", 1)]
    assert bool(strays(BOX, fight, both)) is not may


@rule("pq17", "7.5.2h")
@pytest.mark.parametrize(
    ("ships", "may"),
    [(("dd_a_i 3",), True), (("tb_hunt 2",), True), (("es_british 2",), True), (("norfolk 3",), False),
     (("dd_a_i 3", "dd_j_r 1"), False), (("aldersdale 2",), False)],
)  # fmt: skip
def test_7_5_2h_a_counter_of_light_ships_that_is_alone_divides_its_fire(ships: tuple[str, ...], may: bool) -> None:
    fight = battle(ships, ("lutzow 4",))
    unit = fight.of("allied")[0]
    assert may_divide(BOX, fight, unit) is may
    unit.counters.append(Counter("dd_us", 1))
    assert not may_divide(BOX, fight, unit)


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
def test_7_5_2h_fire_is_divided_evenly_and_more_at_the_first(divides: Any, at: tuple[str, ...], shares: Any) -> None:
    fight = battle(("dd_a_i 3",), ("lutzow 4", "koln 2", "dd_36a 2", "tb_35_37 1"))
    found = aims(BOX, fight, side_command("allied", ordered.Aim("dd_a_i", at, divides=divides)))
    assert len(found) == (len(shares) if shares else 1)
    if shares:
        assert [(one.target, one.strength) for one in found] == shares
