"""7.2.1, 7.2.2: fighters that scramble, and air combat."""

from typing import Any

import pytest

from games.kernel.errors import Illegal
from games.titles.pq17.components.options import Options
from games.titles.pq17.components.pieces import WeatherKind
from games.titles.pq17.orders.air_battle import AirDefenceForm, Fighter
from games.titles.pq17.orders.doctrine import Instructions
from games.titles.pq17.orders.raids import Raid
from games.titles.pq17.rules.air import exchange
from games.titles.pq17.rules.air.attacks import air_combat
from games.titles.pq17.rules.air.combat import Fire, may_scramble, unmatched_strength, usual_fires
from games.titles.pq17.rules.air.planning import fighters_near, scrambled_fighters
from games.titles.pq17.rules.forces.surprise import roll_surprise
from games.titles.pq17.state.board import Board
from games.titles.pq17.state.counters import Squadron
from games.titles.pq17.state.events import air as told
from games.titles.pq17.state.events.air import Laid as RowLaid
from games.titles.pq17.state.state import AirUnit, Sky
from tests.titles.pq17.arctic import arctic, force
from tests.titles.pq17.box import BOX
from tests.titles.pq17.ch07_combat.air_attacks import ASKED_ONCE, finding_card, german, plane, planes, squadrons
from tests.titles.pq17.ch07_combat.raids import (
    HURRICANES,
    PRINTED,
    field_attacked,
    field_raided,
    murmansk_raided,
    port_raided,
    raid_course,
)
from tests.titles.pq17.playing import a_card, heard, play
from tests.titles.pq17.procedures import events_for
from tests.titles.pq17.strikes import NEAR, air, bombers
from tests.titles.pq17.trial import run

rule = pytest.mark.rule


def rose(board: Board) -> list[str]:
    return [name for one in heard(board, "axis") if isinstance(one, told.Scrambled) for name in one.aircraft]


def surprised(**fields: Any) -> Board:
    both = Instructions(scramble="all", asks_air="once")
    return field_attacked(HURRICANES, PRINTED, allied=both, options=Options(air_surprise=True), **fields)


@rule("pq17", "7.2.1", "7.2.1a", position="PP79")
@pytest.mark.parametrize(
    ("aircraft", "away", "day", "weather", "may"),
    [
        ("bf_109", 0, True, "fair", True), ("bf_109", 1, True, "storm", True), ("bf_109", 2, True, "fair", False),
        ("bf_109", 0, False, "fair", False), ("bf_109", 0, True, "fog", False), ("ju_88", 0, True, "fair", False),
        ("fulmar", 0, True, "reduced", True), ("fulmar", 0, True, "storm", False),
        ("bf_109", 1, True, "fair", True), ("bf_109", 0, True, "storm", True), ("fulmar", 1, True, "reduced", True),
    ],
)  # fmt: skip
def test_7_2_1_who_may_scramble(aircraft: str, away: int, day: bool, weather: WeatherKind, may: bool) -> None:
    assert may_scramble(BOX, Squadron(aircraft, 2), away=away, day=day, weather=weather) is may


@rule("pq17", "7.2.1", "7.2.2", "7.2.3c", "5.3c")
def test_7_2_1_fighters_rise_and_losses_score() -> None:
    prey = force("tf", "axis", "task_force", NEAR, "lutzow")
    board = bombers(prey, air("hampden", "hampden", "sumburgh", 1), side="allied")
    board.state.air += [
        air("bf_109", "wing", "bardufoss", 1, interceptor=True),
        air("bf_109", "away", "kirkenes_field"),
    ]
    dice = [(9,), (9,)]
    play(air_combat(board), cards=[a_card("air", "0")], dice=dice)
    assert [unit.id for unit in board.state.air] == ["wing", "away"], "it was shot down, 9 + 4"
    assert [(one.unit, one.strength) for one in board.state.losses] == [("hampden", 1)]
    assert prey.level == 2, "7.2b: whatever came of it"


@rule("pq17", "7.2.1")
def test_7_2_1_standing_instructions_hold_fighters_back() -> None:
    board = bombers(
        force("tf", "axis", "task_force", NEAR, "lutzow"), air("hampden", "hampden", "sumburgh", 1), side="allied"
    )
    board.state.air.append(air("bf_109", "wing", "bardufoss", 1))
    board.state.instructions["axis"] = Instructions(scramble="none")
    board.state.instructions["allied"] = Instructions(torpedoes="no")
    play(air_combat(board), cards=[a_card("air", "0")], dice=[(0,), (0,)])
    board = bombers(
        force("tf", "axis", "task_force", NEAR, "lutzow"), air("hampden", "hampden", "sumburgh", 1), side="allied"
    )
    board.state.air.append(air("bf_109", "wing", "bardufoss", 1))
    board.state.instructions["axis"] = Instructions(scramble="from_two")
    board.state.instructions["allied"] = Instructions(torpedoes="no")
    play(air_combat(board), cards=[a_card("air", "0")], dice=[(0,), (0,)])


@rule("pq17", "7.2.1")
@pytest.mark.parametrize(("says", "up"), [("rise others", ["bf_110"]), ("rise", []), ("pass", ["bf_109", "bf_110"])])
def test_7_2_1_the_fighters_that_were_named_rise(says: str, up: list[str]) -> None:
    board = german(instructions={"axis": ASKED_ONCE["axis"]})
    dice = {"rise others": [(0, 0), (0, 0)], "rise": [], "pass": [(0, 0), (0, 0), (0, 0)]}[says]
    flown = [(0,), (0, 0)]
    played = play(air_combat(board), cards=finding_card(), dice=[*dice, *flown], says={"air_defence": says})
    assert rose(board) == up
    assert [one.unit for one in played.asked[0].form.fighters] == ["ours", "others"]


@rule("pq17", "7.2.1", "1.8.1")
@pytest.mark.parametrize("seat", ["allied", "axis", "public"])
def test_7_2_1_who_rose_is_seen_by_both(seat: str) -> None:
    board = field_attacked(HURRICANES, allied=Instructions(scramble="all"))
    raid_course(board)
    found = [one for one in events_for(board, seat) if isinstance(one, told.Scrambled)]
    assert found == ([] if seat == "public" else [told.Scrambled("allied", "0817", ("hurricane_soviet",), (2,))])


@rule("pq17", "7.2.1")
@pytest.mark.parametrize(("says", "rise"), [("rise", 0), ("rise vvs", 1), ("pass", 1)])
def test_7_2_1_in_a_raid_the_fighters_that_were_named_rise(says: str, rise: int) -> None:
    """Two Hurricanes at Ju 88, who fire back."""
    board = murmansk_raided(fighters=2, instructions={"allied": ASKED_ONCE["allied"]})
    port_raided(board, Raid("murmansk", ("kg30",)), dice=[(0, 0), (0, 0)] * rise, says={"air_defence": says})


@rule("pq17", "7.2.1")
@pytest.mark.parametrize(("scramble", "rise"), [("all", 1), ("from_two", 1), ("from_four", 0), ("none", 0)])
def test_7_2_1_in_a_raid_fighters_rise_by_the_instruction_of_their_side(scramble: Any, rise: int) -> None:
    board = murmansk_raided(fighters=2, instructions={"allied": Instructions(scramble=scramble)})
    port_raided(board, Raid("murmansk", ("kg30",)), dice=[(0, 0), (0, 0)] * rise)


@rule("pq17", "7.2.1", "7.2.1a", "5.3c", "12.6")
@pytest.mark.parametrize(
    ("unit", "near"),
    [
        (air("bf_109", "u", "bardufoss"), True),
        (air("bf_109", "u", "bardufoss", interceptor=True), True),
        (air("bf_109", "u", "bardufoss", mission="escort"), False),
        (air("bf_109", "u", "sola"), False),
        (air("ju_88", "u", "bardufoss"), False),
        (air("hurricane_soviet", "u", "vaenga"), False),
    ],
)
def test_7_2_1_which_fighters_may_rise_against_an_attack_off_tromso(unit: AirUnit, near: bool) -> None:
    board = arctic(air=[unit])
    assert [one.id for one in fighters_near(board, "axis", "0714")] == ["u"] * near


@rule("pq17", "7.2.1", "7.2.1o")
@pytest.mark.parametrize(
    ("surprise", "chosen", "rises"),
    [
        (None, None, ["printed", "here", "beside", "other"]),
        (True, None, ["printed"]),
        (False, None, ["printed", "here", "beside"]),
        (True, ("here", "other"), ["here"]),
        (False, ("other",), ["other"]),
        (None, (), []),
    ],
)
def test_7_2_1_who_rises_if_an_attack_surprises_or_does_not(surprise: Any, chosen: Any, rises: list[str]) -> None:
    """One of the hex, printed fighters first; without surprise all of the hex, and one from next to it."""
    units = [air("bf_109", "here", "bardufoss"), air("bf_109", "printed", "bardufoss", 1, interceptor=True),
             air("bf_109", "other", "banak", 1), air("bf_109", "beside", "banak")]  # fmt: skip
    board = arctic(air=units)
    at = BOX.airfields["bardufoss"].hex
    found = scrambled_fighters(board, "axis", at, [air("pe_2", "p", "vaenga")], surprise=surprise, chosen=chosen)
    assert [one.id for one in found] == rises


@rule("pq17", "7.2.1", "7.2.1a", "9.2.3", "9.2.4")
@pytest.mark.parametrize(
    ("unit", "away", "day", "weather", "may"),
    [
        (plane("bf_109"), 0, True, "fair", True),
        (plane("bf_109"), 1, True, "fair", True),
        (plane("bf_109"), 2, True, "fair", False),
        (plane("bf_109"), 0, False, "fair", False),
        (plane("bf_109"), 0, True, "fog", False),
        (plane("bf_109"), 0, True, "gale", False),
        (plane("bf_109"), 0, True, "storm", True),
        (plane("fulmar"), 0, True, "storm", False),
        (plane("fulmar"), 1, True, "reduced", True),
        (plane("ju_88"), 0, True, "fair", False),
        (plane("bf_109", aborted=2), 0, True, "fair", False),
        (plane("bf_109", aborted=1), 0, True, "fair", True),
    ],
)
def test_7_2_1_which_fighters_rise(unit: AirUnit, away: int, day: bool, weather: Any, may: bool) -> None:
    assert may_scramble(BOX, unit, away=away, day=day, weather=weather) is may


@rule("pq17", "7.2.1a")
def test_7_2_1a_a_unit_without_strength_stays_down() -> None:
    assert not may_scramble(BOX, Squadron("bf_109", 2, damaged=1, aborted=1), away=0, day=True, weather="fair")


@rule("pq17", "7.2.1o")
def test_7_2_1o_surprise_in_the_air_by_option() -> None:
    prey = force("tf", "axis", "task_force", "0814", "lutzow")
    board = bombers(prey, air("hampden", "hampden", "sumburgh", 1), side="allied", options=Options(air_surprise=True))
    board.state.air += [air("bf_109", "wing", "bardufoss", 1), air("bf_110", "other", "bardufoss", 1)]
    play(air_combat(board), cards=[a_card("air", "U", submarine=False)], dice=[(8,), (0,), (0,), (0,), (0,)], lots=[])
    rose = next(event for event in heard(board, "allied") if type(event).__name__ == "Scrambled")
    assert (rose.surprised, len(rose.aircraft)) == (True, 1)


@rule("pq17", "7.2.1o")
@pytest.mark.parametrize(
    ("surprise", "says", "good"),
    [
        ("caught", "rise a", True),
        ("caught", "rise a,b", False),
        ("warned", "rise a,b,c", True),
        ("warned", "rise a,c,d", False),
        ("", "rise a,b,c,d", True),
    ],
)
def test_7_2_1o_after_a_die_of_surprise_fewer_may_rise(surprise: str, says: str, good: bool) -> None:
    """Caught: one of the hex. Warned: all of the hex and one from beside it."""
    units = (Fighter("a"), Fighter("b"), Fighter("c", beside=True), Fighter("d", beside=True))
    form = AirDefenceForm(fighters=units, surprise=surprise, ships=(("mv", 5),))
    if good:
        assert form.accept(form.parse(says))
    else:
        with pytest.raises(Illegal) as refused:
            form.accept(form.parse(says))
        assert [one.rule for one in refused.value.problems] == ["7.2.1"]


@rule("pq17", "7.2.1o")
@pytest.mark.parametrize(("die", "offered"), [(9, ["standing"]), (0, ["standing", "ours", "others"])])
def test_7_2_1o_who_was_caught_has_an_interceptor_if_he_can(die: int, offered: list[str]) -> None:
    """Bardufoss lies in 0715, beside the hex: over its own hex the interceptor is the one that may rise."""
    at = BOX.base_hex("bardufoss")
    board = german(instructions={"axis": ASKED_ONCE["axis"]}, options=Options(air_surprise=True))
    board.force("pq").at = at
    board.state.air[-1].at = at
    board.state.air.insert(0, AirUnit("bf_109", 1, id="standing", base="bardufoss", interceptor=True))
    question = exchange._defence_question(board, board.force("pq"), [], surprise=die == 9, key="k")
    asked = [one.unit for one in question.form.fighters]
    assert asked == offered


@rule("pq17", "7.2.1o", "1.1.2")
@pytest.mark.parametrize(
    ("caught", "offered"),
    [(True, ["ours", "others"]), (False, ["ours", "others", "afar"]), (None, ["ours", "others", "afar"])],
)
def test_7_2_1o_where_no_interceptor_stands_who_was_caught_sends_up_any_one_fighter_of_the_hex(
    caught: bool | None, offered: list[str]
) -> None:
    """None from the next hex, where one rises if the attack was seen coming."""
    board = german(instructions={"axis": ASKED_ONCE["axis"]}, options=Options(air_surprise=True))
    board.force("pq").at = BOX.base_hex("bardufoss")
    board.state.air.append(AirUnit("bf_109", 2, id="afar", base="banak"))
    form = exchange._defence_question(board, board.force("pq"), [], surprise=caught, key="k").form
    assert [one.unit for one in form.fighters] == offered
    assert [one.unit for one in form.fighters if one.beside] == offered[2:]


@rule("pq17", "7.2.1o")
def test_7_2_1o_a_carrier_that_searches_is_warned() -> None:
    found = run(roll_surprise(BOX, "reduced", unidentified=False, carrier_searches=True, key="s"), dice=[(7,)])
    assert (found.modifier, found.succeeds) == (0, False)


@rule("pq17", "7.2.1o")
@pytest.mark.parametrize(
    ("weather", "die", "rise"),
    [("fair", 8, ["vaenga.1"]), ("fair", 7, ["vaenga.1", "vvs"]), ("reduced", 7, ["vaenga.1"])],
)
def test_7_2_1o_a_raid_may_surprise_by_the_weather_over_its_target(weather: Any, die: int, rise: list[str]) -> None:
    """Of those that are caught one rises, a printed fighter first."""
    board = surprised()
    board.state.sky = Sky(kind=weather)
    found = raid_course(board, surprise=die)
    caught = len(rise) == 1
    assert found.rolled[0] == "raid.surprise"
    assert found.asked[0].form.surprise == ("caught" if caught else "warned")
    (rose,) = [one for one in events_for(board, "axis") if isinstance(one, told.Scrambled)]
    assert (rose.side, rose.at, rose.surprise, rose.surprised) == ("allied", "0817", die, caught)
    assert rose.aircraft == ("hurricane_soviet",) * len(rise)
    assert [one.id for one in board.state.air if one.base == "vaenga"] == ["vvs", "vaenga.1"]


@rule("pq17", "7.2.1o")
@pytest.mark.parametrize(("option", "day"), [(True, False), (False, True)])
def test_7_2_1o_without_the_option_or_by_night_nobody_throws_for_surprise(option: bool, day: bool) -> None:
    """7.2.1 No fighter rises by night."""
    board = surprised()
    board.state.options = Options(air_surprise=option)
    found = raid_course(board, day=day)
    assert "raid.surprise" not in found.rolled
    assert found.asked[0].form.surprise == ""


@rule("pq17", "7.2.1o")
@pytest.mark.parametrize(("out", "caught"), [("", True), ("0716", False)])
def test_7_2_1o_a_carrier_in_port_whose_aircraft_are_out_is_harder_to_surprise(out: str, caught: bool) -> None:
    """7.6 An 8 with one off."""
    there = force("c", "allied", "task_force", "0817", "victorious 4", port="murmansk")
    board = arctic(
        there,
        air=[AirUnit("ju_88", 2, id="kg30", base="banak"), AirUnit("albacore", 1, id="817", base="victorious", at=out)],
        light="jul_1",
        options=Options(air_surprise=True),
    )
    field_raided(board, Raid("murmansk", ("kg30",)), dice=[(8,), (0,), (0,), (0, 0)])
    assert [one.surprised for one in events_for(board, "axis") if isinstance(one, told.Scrambled)] == [caught]


@rule("pq17", "7.2.2", "7.2.2a")
def test_7_2_2_the_usual_assignment_is_right() -> None:
    attackers, defenders = (
        squadrons(ju_88=2, he_111=1, bf_109=2),
        squadrons(hurricane_soviet__1=2, hurricane_soviet__2=2),
    )
    fires = usual_fires(BOX, attackers, defenders)
    assert fires == (
        Fire("hurricane_soviet__1", "bf_109", 2),
        Fire("hurricane_soviet__2", "he_111", 1),
        Fire("hurricane_soviet__2", "ju_88", 1),
    )
    assert unmatched_strength(BOX, attackers, defenders, fires) == 0


@rule("pq17", "7.2.2")
def test_7_2_2_fighters_go_for_what_was_ordered_after_the_escorts() -> None:
    attackers = {
        "me": Squadron("bf_110", 1),
        "he": Squadron("he_111", 2),
        "ju": Squadron("ju_88", 2),
    }
    up = {"f": Squadron("hurricane_british", 3)}
    usual = [(one.target, one.strength) for one in usual_fires(BOX, attackers, up)]
    ordered = [(one.target, one.strength) for one in usual_fires(BOX, attackers, up, ("ju_88",))]
    assert usual == [("me", 1), ("he", 2)]
    assert ordered == [("me", 1), ("ju", 2)]


@rule("pq17", "7.2.2", "7.2.2a")
@pytest.mark.parametrize(
    ("attackers", "up", "first", "fires"),
    [
        (("b=ju_88 2", "f=bf_110 1"), ("x=hurricane_soviet 2",), (), [("x", "f", 1), ("x", "b", 1)]),
        (("b=ju_88 1", "t=he_111 1"), ("x=hurricane_soviet 2",), (), [("x", "t", 1), ("x", "b", 1)]),
        (("b=ju_88 1", "t=he_111 1"), ("x=hurricane_soviet 1",), ("ju_88",), [("x", "b", 1)]),
        (("b=ju_88 1",), ("x=hurricane_soviet 2",), (), [("x", "b", 1), ("x", "b", 1)]),
        (
            ("b=ju_88 2",),
            ("x=hurricane_soviet 1", "y=hurricane_soviet 2"),
            (),
            [("x", "b", 1), ("y", "b", 1), ("y", "b", 1)],
        ),
        ((), ("x=hurricane_soviet 2",), (), []),
        (("b=ju_88 2",), (), (), []),
    ],
)
def test_7_2_2_whom_the_fighters_take_on(attackers: Any, up: Any, first: Any, fires: Any) -> None:
    found = usual_fires(BOX, planes(*attackers), planes(*up), first)
    assert [(one.firer, one.target, one.strength) for one in found] == fires


@rule("pq17", "7.2.2a", positions=("P11", "PP80"))
@pytest.mark.parametrize(
    ("scrambled", "against", "elsewhere", "short"),
    [(1, 0, 1, 1), (1, 1, 0, 0), (2, 1, 1, 1), (5, 2, 3, 0), (5, 1, 4, 1), (5, 0, 0, 0)],
)
def test_7_2_2a_fighters_must_be_matched_first(scrambled: int, against: int, elsewhere: int, short: int) -> None:
    attackers, defenders = squadrons(fulmar=2, albacore=2), squadrons(bf_109=scrambled)
    fires = [Fire("bf_109", "fulmar", against)] * bool(against) + [Fire("bf_109", "albacore", elsewhere)] * bool(
        elsewhere
    )
    assert unmatched_strength(BOX, attackers, defenders, fires) == short


@rule("pq17", "7.2.2a")
@pytest.mark.parametrize(
    ("fires", "open_"),
    [
        ((Fire("x", "f", 2), Fire("x", "b", 2)), 0),
        ((Fire("x", "f", 1), Fire("x", "b", 3)), 1),
        ((Fire("x", "b", 4),), 2),
        ((Fire("x", "f", 4),), 0),
        ((Fire("x", "f", 3), Fire("x", "b", 1)), 0),
        ((), 0),
    ],
)
def test_7_2_2a_each_attacking_fighter_is_matched_before_bombers_are_fired_at(fires: Any, open_: int) -> None:
    attackers, up = planes("f=bf_110 2", "b=ju_88 2"), planes("x=hurricane_soviet 2", "y=hurricane_soviet 2")
    assert unmatched_strength(BOX, attackers, up, fires) == open_


@rule("pq17", "7.2.2a", position="PP234")
@pytest.mark.parametrize(
    ("fires", "right"),
    [
        ((("f2", 2), ("f1", 1), ("b", 1)), True),
        ((("f2", 3), ("b", 1)), False),
        ((("f2", 1), ("f1", 1), ("b", 2)), False),
    ],
)
def test_7_2_2a_every_fighter_is_matched_before_a_bomber_is_fired_at(
    fires: tuple[tuple[str, int], ...], right: bool
) -> None:
    attackers = {"f2": Squadron("fulmar", 2), "f1": Squadron("fulmar", 1), "b": Squadron("albacore", 2)}
    up = {"me": Squadron("bf_109", 4)}
    assigned = [Fire("me", target, strength) for target, strength in fires]
    assert (unmatched_strength(BOX, attackers, up, assigned) == 0) is right


@rule("pq17", "7.2.2b", "7.3")
def test_7_2_2b_fighters_do_not_bomb() -> None:
    prey = force("tf", "axis", "task_force", NEAR, "lutzow")
    board = bombers(prey, air("fulmar", "fulmar", "victorious"), side="allied")
    board.state.air[0].mission = "escort"
    play(air_combat(board), cards=[a_card("air", "0")])
    assert not any(isinstance(event, RowLaid) for event in heard(board, "allied")), "no bombers, no attack"
