"""7.1.3, 7.2.4b, 12.4, 12.7b: who comes to a raid on a port or airfield, who goes for what, what merchants lose."""

from typing import Any

import pytest

from games.kernel.requests import Draw, Roll
from games.titles.pq17.rules.air.bombing import drop_bombs
from games.titles.pq17.rules.air.planning import assign_sorties
from games.titles.pq17.rules.special.raids import RaidTerms, _aimed, _sorties, _spread, units_in_reach
from games.titles.pq17.state.state import Sky
from tests.titles.pq17.arctic import arctic, force
from tests.titles.pq17.box import BOX
from tests.titles.pq17.playing import phase
from tests.titles.pq17.strikes import air
from tests.titles.pq17.trial import left, read_counters

rule = pytest.mark.rule


@rule("pq17", "7.1.3", "5.3a", "9.2.3", "1.1.2")
@pytest.mark.parametrize(
    ("unit", "state", "comes"),
    [
        (air("ju_88", "u", "banak"), {}, True),
        (air("ju_88", "u", "banak", mission="search"), {}, False),
        (air("ju_88", "u", "banak", aborted=2), {}, False),
        (air("ju_88", "u", "banak", interceptor=True), {}, False),
        (air("ju_88", "u", "banak"), {"sky": Sky("fog")}, False),
        (air("ju_88", "u", "sola"), {}, False),
        (air("ju_88d", "u", "banak"), {}, False),
        (air("pe_3", "u", "vaenga"), {}, False),
    ],
    ids=["a bomber", "out", "aborted", "printed", "in fog", "too far", "no bomber", "of the other side"],
)
def test_who_comes_to_a_raid(unit: Any, state: Any, comes: bool) -> None:
    board = phase(arctic(air=[unit], **state), "axis")
    assert units_in_reach(board, "axis", "murmansk", [unit], day=True) == (("u",) if comes else ())


@rule("pq17", "7.1.3", "5.3a")
@pytest.mark.parametrize(("day", "comes"), [(True, ("b", "f")), (False, ("b",))])
def test_fighters_escort_bombers_by_day_and_never_go_alone(day: bool, comes: tuple[str, ...]) -> None:
    units = [air("ju_88", "b", "kirkenes_field"), air("bf_109", "f", "kirkenes_field")]
    board = phase(arctic(air=units), "axis")
    assert units_in_reach(board, "axis", "murmansk", units, day=day) == comes
    assert units_in_reach(board, "axis", "murmansk", units[1:], day=day) == ()


@rule("pq17", "7.2.4b")
@pytest.mark.parametrize("count", [0, 1, 2, 3, 4, 5, 9])
def test_two_at_a_time_go_for_the_most_valuable_and_then_again(count: int) -> None:
    row = [read_counters("mv 3"), read_counters("norfolk 3"), read_counters("dd_a_i 2")]
    worth = sorted(range(3), key=lambda place: -BOX.ships[row[place][0].ship].value)
    bombers = {str(number): air("ju_88", str(number), "banak") for number in range(count)}
    found = [(one.target, one.wave) for one in _sorties(arctic(), row, bombers)]
    usual = [(worth[number % 6 // 2], 1 + number // 6) for number in range(count)]
    assert found == usual


@rule("pq17", "12.4a", "7.2.4")
@pytest.mark.parametrize(
    ("only", "aimed"), [("", ["tirpitz", "dd_36a"]), ("tirpitz", ["tirpitz"]), ("lutzow", []), ("ss_german", [])]
)
def test_submarines_in_port_are_no_targets_and_of_a_bombing_order_one_ship_is(only: str, aimed: list[str]) -> None:
    lying = [force("t", "axis", "task_force", "1111", "tirpitz", "dd_36a 2", "ss_german 1", port="trondheim")]
    assert [one.ship for one in _aimed(arctic(), lying, RaidTerms(day=True, only=only))] == aimed


@rule("pq17", "12.7b")
@pytest.mark.parametrize(
    ("after", "price", "lies"),
    [
        ((5, 3), 2, ["mv 5", "mo 3"]),
        ((4, 3), 2, ["mv 5", "mo 3"]),
        ((3, 3), 2, ["mv 4", "mo 3"]),
        ((3, 2), 2, ["mv 5", "mo 2"]),
        ((1, 3), 2, ["mv 3", "mo 3"]),
        ((2, 3), 3, ["mv 4", "mo 3"]),
        ((5, 0), 3, ["mv 5", "mo 2"]),
    ],
)
def test_so_many_hits_sink_a_merchant_and_one_left_over_none(after: Any, price: int, lies: list[str]) -> None:
    ships = read_counters("mv 5", "mo 3", "norfolk 3")
    before = {id(one): one.strength for one in ships}
    for one, strength in zip(ships, after, strict=False):
        one.strength = strength
    row = [[one] for one in ships if one.strength]
    _spread(arctic(), row, ships, before, price)
    found = sorted((text for stack in row for text in left(stack)), key=lambda text: text.startswith("mo"))
    assert [text for text in found if not text.startswith("norfolk")] == lies


@rule("pq17", "7.2.6a", "7.2.6")
@pytest.mark.parametrize(("dice", "drawn"), [((0, 0), 0), ((9, 0), 1), ((9, 9), 2)])
def test_whom_a_bomb_hits_is_drawn_only_if_it_can_hit_anybody(dice: tuple[int, int], drawn: int) -> None:
    row, lots = read_counters("mv 3", "mo 3"), 0
    bombing = drop_bombs(BOX, row, air("ju_88", "u", "banak", 2), in_port=False, day=True, key="k")
    request = bombing.send(None)
    assert isinstance(request, Roll)
    try:
        request = bombing.send(tuple(die or 10 for die in dice))
        while True:
            assert isinstance(request, Draw)
            lots += 1
            request = bombing.send((0,))
    except StopIteration:
        assert lots == drawn


@rule("pq17", "7.2.4b", "7.2.4c")
@pytest.mark.parametrize(
    ("row", "first", "count", "targets"),
    [
        (("mv 3", "norfolk 3", "mo 2"), "transports", 4, {0, 2}),
        (("mv 3", "norfolk 3", "mo 2"), "heavy", 4, {1}),
        (("norfolk 3", "anson 5"), "transports", 4, {1}),
        (("mv 3", "norfolk 3", "kent 2"), "heavy", 4, {1, 2}),
        (("dd_a_i 2", "mv 3"), "light", 2, {0}),
    ],
)
def test_bombers_go_for_all_of_the_wanted_class_or_for_the_best_of_the_others(
    row: tuple[str, ...], first: str, count: int, targets: set[int]
) -> None:
    units = {str(number): air("ju_88", str(number), "banak") for number in range(count)}
    found = assign_sorties(BOX, [read_counters(one) for one in row], units, first, torpedoes=False)
    assert {one.target for one in found} == targets
    assert [one.wave for one in found] == [1 + number // (2 * len(targets)) for number in range(count)]
    assert not assign_sorties(BOX, [[], []], units, first, torpedoes=False)
    assert not assign_sorties(BOX, [read_counters("mv 3")], {"f": air("bf_109", "f", "banak")}, first, torpedoes=False)
