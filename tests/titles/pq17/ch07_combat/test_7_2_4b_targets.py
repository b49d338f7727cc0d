"""7.2.4b to 7.2.4f: which aircraft go for which target."""

from typing import Any

import pytest

from games.kernel.errors import Illegal
from games.titles.pq17.orders.air_battle import AirStrikeForm, Laid
from games.titles.pq17.orders.doctrine import Instructions
from games.titles.pq17.orders.raids import Raid
from games.titles.pq17.rules.air.airfield import grounded_counters, usual_sorties
from games.titles.pq17.rules.air.attacks import air_combat
from games.titles.pq17.rules.air.planning import assign_sorties, target_rank
from games.titles.pq17.rules.special.raids import RaidTerms, _sorties, resolve_raid
from games.titles.pq17.state.events import air as told
from games.titles.pq17.state.events.air import Laid as RowLaid
from games.titles.pq17.state.events.special import Raided
from games.titles.pq17.state.state import AirUnit
from tests.titles.pq17.arctic import arctic, force
from tests.titles.pq17.box import BOX
from tests.titles.pq17.ch07_combat.air_attacks import ASKED_ONCE, attacked, finding_card
from tests.titles.pq17.ch07_combat.raids import (
    BOMBERS,
    HURRICANES,
    PRINTED,
    RAID,
    air_unit,
    by_luck,
    field_attacked,
    field_raided,
    murmansk_raided,
    raid_course,
)
from tests.titles.pq17.playing import a_card, heard, play
from tests.titles.pq17.procedures import events_for
from tests.titles.pq17.strikes import OPEN, air, bombers
from tests.titles.pq17.trial import read_counters

rule = pytest.mark.rule


def heavy_bombers(*strengths: int) -> dict[str, AirUnit]:
    return {f"kg{n}": AirUnit("ju_88", held, id=f"kg{n}", base="banak") for n, held in enumerate(strengths)}


@rule("pq17", "7.2.4b")
def test_7_2_4b_who_is_not_named_waits_for_room() -> None:
    """Three Ju 88 and one stack: two are ordered at it in wave 1, so that the third comes in wave 2."""
    units = tuple(
        AirUnit("ju_88", strength, id=name, base="banak") for name, strength in (("a", 3), ("b", 1), ("c", 2))
    )
    board = attacked("mv 5", units=units, instructions={**ASKED_ONCE})
    says = {"air_strike": "assign b at=mv\nassign c at=mv"}
    play(air_combat(board), cards=finding_card(), dice=[(0,), (0,), (0,), (0, 0), (0,), (0, 0, 0)], says=says)
    struck = [one for one in heard(board, "axis") if isinstance(one, told.Struck)]
    assert [len(one.dice) for one in struck] == [1, 2, 3]


@rule("pq17", "7.2.4b", position="PP87")
def test_7_2_4b_five_units_at_one_stack_come_in_three_waves_and_two_at_its_neighbour_in_one() -> None:
    form = AirStrikeForm(row=(Laid("mv", (("mv", 5),)), Laid("mv.2", (("mv", 2),))),
                         units=tuple((name, 1) for name in "abcdefg"))  # fmt: skip

    def refused(waves: str) -> set[str]:
        places = ("mv",) * 5 + ("mv.2",) * 2
        flown = "\n".join(
            f"assign {name} at={at} wave={wave}" for name, at, wave in zip("abcdefg", places, waves, strict=True)
        )
        return {one.rule for one in form.problems(form.read(form.parse(flown)))}

    assert refused("1122311") == set()
    assert refused("1112311") == {"7.2.4b"}
    assert refused("1122211") == {"7.2.4b"}


@rule("pq17", "7.2.4b")
def test_7_2_4b_a_third_unit_at_a_stack_in_a_wave_is_refused() -> None:
    form = AirStrikeForm(
        row=(Laid("mv", (("mv", 5),)), Laid("mv.2", (("mv", 2),))), units=(("a", 1), ("b", 1), ("c", 1))
    )
    with pytest.raises(Illegal) as refused:
        form.accept(form.parse("assign a at=mv\nassign b at=mv\nassign c at=mv"))
    assert [one.rule for one in refused.value.problems] == ["7.2.4b"]
    assert form.accept(form.parse("assign a at=mv\nassign b at=mv\nassign c at=mv.2"))
    assert form.accept(form.parse("assign a at=mv\nassign b at=mv\nassign c at=mv wave=2"))
    with pytest.raises(Illegal):
        form.accept(form.parse("assign a at=mv\nassign a at=mv.2"))


@rule("pq17", "7.2.4b", "7.2.4f")
@pytest.mark.parametrize(
    ("units", "strengths", "places"),
    [
        (2, (1, 1), [(0, 1), (0, 1)]),
        (2, (1, 1, 1), [(0, 1), (0, 1), (1, 1)]),
        (2, (1, 1, 1, 1, 1), [(0, 1), (0, 1), (1, 1), (1, 1), (0, 2)]),
        (1, (1, 1, 1), [(0, 1), (0, 1), (0, 2)]),
        (1, (0, 1, 1), [(0, 1), (0, 1)]),
        (0, (1, 1, 1), [(0, 1), (0, 1), (0, 1)]),
    ],
)
def test_7_2_4b_two_at_a_time_at_the_largest_then_at_the_next_then_again(
    units: int, strengths: tuple[int, ...], places: list[tuple[int, int]]
) -> None:
    row = [HURRICANES, BOMBERS][:units]
    assert [(one.target, one.wave) for one in usual_sorties(row, heavy_bombers(*strengths))] == places


@rule("pq17", "7.2.4b")
@pytest.mark.parametrize("count", [0, 1, 2, 3, 4, 5, 9])
def test_7_2_4b_two_at_a_time_go_for_the_most_valuable_and_then_again(count: int) -> None:
    row = [read_counters("mv 3"), read_counters("norfolk 3"), read_counters("dd_a_i 2")]
    worth = sorted(range(3), key=lambda place: -BOX.ships[row[place][0].ship].value)
    bombers = {str(number): air("ju_88", str(number), "banak") for number in range(count)}
    found = [(one.target, one.wave) for one in _sorties(arctic(), row, bombers)]
    usual = [(worth[number % 6 // 2], 1 + number // 6) for number in range(count)]
    assert found == usual


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
def test_7_2_4b_bombers_go_for_all_of_the_wanted_class_or_for_the_best_of_the_others(
    row: tuple[str, ...], first: str, count: int, targets: set[int]
) -> None:
    units = {str(number): air("ju_88", str(number), "banak") for number in range(count)}
    found = assign_sorties(BOX, [read_counters(one) for one in row], units, first, torpedoes=False)
    assert {one.target for one in found} == targets
    assert [one.wave for one in found] == [1 + number // (2 * len(targets)) for number in range(count)]
    assert not assign_sorties(BOX, [[], []], units, first, torpedoes=False)
    assert not assign_sorties(BOX, [read_counters("mv 3")], {"f": air("bf_109", "f", "banak")}, first, torpedoes=False)


@rule("pq17", "7.2.4b")
@pytest.mark.parametrize(
    ("better", "worse", "first"),
    [
        ("mv 1", "london 3", "transports"),
        ("london 3", "mv 8", "heavy"),
        ("dd_a_i 1", "anson 4", "light"),
        ("anson 4", "london 3", "transports"),
        ("mv 5", "mv 4", "transports"),
        ("dd_a_i 2", "dd_a_i 1", "light"),
    ],
)
def test_7_2_4b_how_stacks_are_liked_as_targets(better: str, worse: str, first: str) -> None:
    assert target_rank(BOX, read_counters(better), first) < target_rank(BOX, read_counters(worse), first)
    assert target_rank(BOX, [], first)[1:] == (0, 0)


@rule("pq17", "7.2.4b", "7.2.4c")
@pytest.mark.parametrize(
    ("row", "torpedoes", "may_bomb", "flown"),
    [
        (("mv 4", "london 3"), False, True, [("t", 0, 1, False), ("b1", 0, 1, False), ("b2", 0, 2, False)]),
        (("mv 4", "mo 2"), False, True, [("t", 0, 1, False), ("b1", 0, 1, False), ("b2", 1, 1, False)]),
        (("mv 4",), True, True, [("t", 0, 1, True), ("b1", 0, 1, False), ("b2", 0, 2, False)]),
        (("mv 4",), True, False, [("t", 0, 1, True)]),
        (("", "london 3"), False, True, [("t", 1, 1, False), ("b1", 1, 1, False), ("b2", 1, 2, False)]),
        (("",), False, True, []),
    ],
)
def test_7_2_4b_two_at_the_best_target_at_a_time(
    row: tuple[str, ...], torpedoes: bool, may_bomb: bool, flown: Any
) -> None:
    """Torpedo bombers first; a fighter, and one that is driven off, not at all."""
    units = {
        "b1": AirUnit("ju_88", 2, id="b1", base="banak"), "b2": AirUnit("ju_88", 1, id="b2", base="banak"),
        "t": AirUnit("he_111", 1, id="t", base="banak"), "f": AirUnit("bf_109", 2, id="f", base="banak"),
        "off": AirUnit("ju_88", 1, aborted=1, id="off", base="banak"),
    }  # fmt: skip
    stacks = [read_counters(one) if one else [] for one in row]
    found = assign_sorties(BOX, stacks, units, "transports", torpedoes=torpedoes, may_bomb=may_bomb)
    value = {"mv": BOX.ships["mv"].value, "mo": BOX.ships["mo"].value}
    if value["mo"] > value["mv"] and row == ("mv 4", "mo 2"):
        flown = [(unit, 1 - place, wave, drops) for unit, place, wave, drops in flown]
    assert [(one.unit, one.target, one.wave, one.torpedoes) for one in found] == flown


@rule("pq17", "7.2.4d", "7.3b")
def test_7_2_4d_torpedoes_need_clear_water() -> None:
    icy = next(
        one.id
        for one in arctic().box.hexes.values()
        if one.is_sea and not arctic().box.charts.ice.expects("jul", one.zone).certain
    )
    board = bombers(force("pq", "allied", "convoy", icy, "mv 5"), air("he_111", "he", "bardufoss"), level=1)
    play(air_combat(board), cards=[a_card("air", "0")], dice=[(9,), (0,), (0, 0)])
    laid = next(event for event in heard(board, "axis") if isinstance(event, RowLaid))
    assert laid.ice, "the die found ice, and they bombed"


@rule("pq17", "7.2.4e")
def test_7_2_4e_a_ship_in_tow_is_attacked_as_one_that_lies_dead() -> None:
    prey = force("tf", "allied", "task_force", OPEN, "norfolk", "dd_a_i 1")
    prey.counters[0].dead = prey.counters[0].towed = True
    prey.counters[0].strength = 0
    prey.counters[1].tows = True
    board = bombers(prey, air("ju_88", "ju", "banak"), level=2)
    board.state.instructions["axis"] = Instructions(strike="heavy")
    play(air_combat(board), cards=[a_card("air", "0")], dice=[(0,), (9, 0)])
    assert board.state.losses[-1].unit == "norfolk"
    assert not board.force("tf").counters[0].tows, "the tow is over"


@rule("pq17", "7.2.4f", "7.2.5b", "7.2.6d")
def test_7_2_4f_the_attacker_names_who_bombs_which_aircraft_on_the_ground() -> None:
    """Pe-2 by order, the Hurricanes as usual; the airfield fires at each, then a 7 damages the Pe-2."""
    board = field_attacked(HURRICANES, BOMBERS, axis=True)
    run = field_raided(board, dice=[(0,), (0,), (7, 0), (6,)], says={"air_strike": "assign kg30 at=pe_2"})
    form = run.asked[0].form
    assert form.row == (Laid("hurricane_soviet", (("hurricane_soviet", 2),)), Laid("pe_2", (("pe_2", 1),)))
    assert (form.at, form.units, form.torpedoes) == ("0817", (("kg30", 2), ("kg26", 1)), ())
    assert (air_unit(board, "bap").damaged, air_unit(board, "vvs").damaged) == (1, 0)


@rule("pq17", "7.2.4f", "1.8.1")
@pytest.mark.parametrize("seat", ["allied", "axis", "public"])
def test_7_2_4f_both_see_the_row_and_the_dice_and_nobody_else_does(seat: str) -> None:
    board = field_attacked(HURRICANES, BOMBERS)
    field_raided(board, Raid("vaenga", ("kg30",)), dice=[(0,), (7, 0)])
    found = [one for one in events_for(board, seat) if isinstance(one, told.Grounded | told.BaseBombed)]
    row = told.Grounded("allied", "0817", (("hurricane_soviet", 2), ("pe_2", 1)))
    fell = told.BaseBombed("axis", "ju_88", "hurricane_soviet", (7, 0), ("damaged", "-"))
    assert found == ([] if seat == "public" else [row, fell])


@rule("pq17", "7.2.4f")
def test_7_2_4f_who_has_risen_is_away_or_printed_does_not_lie_there() -> None:
    board = field_attacked(HURRICANES, BOMBERS, PRINTED)
    board.state.air.append(AirUnit("pe_2", 2, id="elsewhere", base="yagodnik"))
    assert [one.id for one in grounded_counters(board, "vaenga", ())] == ["vvs", "bap"]
    assert [one.id for one in grounded_counters(board, "vaenga", {"vvs"})] == ["bap"]
    air_unit(board, "bap").mission = "attack"
    assert [one.id for one in grounded_counters(board, "vaenga", ())] == ["vvs"]
    air_unit(board, "vvs").damaged = 2
    assert grounded_counters(board, "vaenga", ()) == []


@rule("pq17", "7.2.4f")
def test_7_2_4f_the_largest_lies_first_by_what_it_has_left() -> None:
    board = field_attacked(HURRICANES, AirUnit("pe_2", 2, id="bap", base="vaenga"))
    air_unit(board, "vvs").damaged = 1
    assert [one.id for one in grounded_counters(board, "vaenga", ())] == ["bap", "vvs"]


@rule("pq17", "7.2.4f", "7.2.1")
def test_7_2_4f_fighters_that_rose_are_not_bombed() -> None:
    """They meet the attack, and nothing is left on the ground: nobody is named, no bombs fall."""
    board = field_attacked(HURRICANES, axis=True, allied=Instructions(scramble="all"))
    found = raid_course(board)
    (question,) = found.asked
    assert (question.kind, question.form.row, question.form.templates()) == ("air_strike", (), ())
    assert not [key for key in found.rolled if ".bombs." in key]


@rule("pq17", "7.2.4f", "7.2.3d")
def test_7_2_4f_where_no_counter_lies_bombs_fall_on_printed_fighters_and_only_their_owner_knows() -> None:
    ends = []
    for there in ((PRINTED,), ()):
        board = field_attacked(*there, axis=True)
        run = field_raided(board, dice=[(0,), (0,), *[(7, 7)] * len(there)])
        assert run.asked[0].form.row == ()
        ends.append([str(one) for one in events_for(board, "axis")])
        assert [one.damaged for one in board.state.air if one.interceptor] == [2] * len(there)
    assert ends[0] == ends[1]


@rule("pq17", "7.2.4f", "7.2.1")
@pytest.mark.parametrize(("scramble", "bombed"), [("all", False), ("none", True)])
def test_7_2_4f_printed_fighters_that_rose_are_not_bombed(scramble: Any, bombed: bool) -> None:
    found = raid_course(field_attacked(PRINTED, allied=Instructions(scramble=scramble)))
    assert any(".bombs." in key for key in found.rolled) == bombed


@rule("pq17", "7.2.4f", "7.2.3d")
def test_7_2_4f_printed_fighters_are_spared_where_a_counter_lies() -> None:
    board = field_attacked(PRINTED, BOMBERS)
    field_raided(board, Raid("vaenga", ("kg30",)), dice=[(0,), (7, 7)])
    assert (air_unit(board, "bap").damaged, air_unit(board, "vaenga.1").damaged) == (1, 0)
    (end,) = [one for one in events_for(board, "axis") if isinstance(one, Raided)]
    assert end.damaged == ("pe_2",)


@rule("pq17", "7.2.4f", "7.2.6b")
def test_7_2_4f_over_an_airfield_no_transports_are_offered_instead() -> None:
    found = raid_course(field_attacked(HURRICANES, axis=True)).asked[0].form.templates()
    assert [f.values for way in found for f in way.fields if f.name == "instead"] == [
        ("to_left", "to_right", "go_home")
    ] * 2


@rule("pq17", "7.2.4f", "7.2.5b")
def test_7_2_4f_over_an_airfield_no_ships_lie_in_a_row() -> None:
    board = murmansk_raided(fighters=2, instructions={**ASKED_ONCE})
    found = by_luck(resolve_raid(board, "axis", RAID, RaidTerms(day=True), key="raid"), 0)
    assert [one.kind for one in found] == ["air_defence", "air_strike"]
    assert (found[0].form.ships, [one.unit for one in found[0].form.fighters]) == ((), ["vvs"])
