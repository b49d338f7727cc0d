"""Raids on airfields: the aircraft on the ground in their row, who goes for them, and surprise; worked out by hand."""

from typing import Any

import pytest

from games.titles.pq17.components.options import Options
from games.titles.pq17.orders.air_battle import Laid
from games.titles.pq17.orders.doctrine import Instructions
from games.titles.pq17.orders.raids import Raid
from games.titles.pq17.presentation.labels import Labels
from games.titles.pq17.presentation.narration import EventFormatter
from games.titles.pq17.presentation.prompts import PromptFormatter
from games.titles.pq17.rules.air.airfield import grounded_counters, usual_sorties
from games.titles.pq17.rules.air.airfield import target_now as field_target_now
from games.titles.pq17.rules.air.row import Sortie
from games.titles.pq17.state.board import Board
from games.titles.pq17.state.events import air as told
from games.titles.pq17.state.events.special import Raided
from games.titles.pq17.state.state import AirUnit, Sky
from tests.titles.pq17.arctic import arctic, force
from tests.titles.pq17.box import BOX
from tests.titles.pq17.ch07_combat.raids import (
    BOMBERS,
    HURRICANES,
    PRINTED,
    air_unit,
    field_attacked,
    field_raided,
    raid_course,
)
from tests.titles.pq17.procedures import events_for

rule = pytest.mark.rule


@rule("pq17", "7.2.4f", "7.2.5b", "7.2.6d")
def test_the_attacker_names_who_bombs_which_aircraft_on_the_ground() -> None:
    """Pe-2 by order, the Hurricanes as usual; the airfield fires at each, then a 7 damages the Pe-2."""
    board = field_attacked(HURRICANES, BOMBERS, axis=True)
    run = field_raided(board, dice=[(0,), (0,), (7, 0), (6,)], says={"air_strike": "assign kg30 at=pe_2"})
    form = run.asked[0].form
    assert form.row == (Laid("hurricane_soviet", (("hurricane_soviet", 2),)), Laid("pe_2", (("pe_2", 1),)))
    assert (form.at, form.units, form.torpedoes) == ("0817", (("kg30", 2), ("kg26", 1)), ())
    assert (air_unit(board, "bap").damaged, air_unit(board, "vvs").damaged) == (1, 0)


@rule("pq17", "7.2.4f", "1.8.1")
@pytest.mark.parametrize("seat", ["allied", "axis", "public"])
def test_both_see_the_row_and_the_dice_and_nobody_else_does(seat: str) -> None:
    board = field_attacked(HURRICANES, BOMBERS)
    field_raided(board, Raid("vaenga", ("kg30",)), dice=[(0,), (7, 0)])
    found = [one for one in events_for(board, seat) if isinstance(one, told.Grounded | told.BaseBombed)]
    row = told.Grounded("allied", "0817", (("hurricane_soviet", 2), ("pe_2", 1)))
    fell = told.BaseBombed("axis", "ju_88", "hurricane_soviet", (7, 0), ("damaged", "-"))
    assert found == ([] if seat == "public" else [row, fell])


@rule("pq17", "7.2.4f")
def test_who_has_risen_is_away_or_printed_does_not_lie_there() -> None:
    board = field_attacked(HURRICANES, BOMBERS, PRINTED)
    board.state.air.append(AirUnit("pe_2", 2, id="elsewhere", base="yagodnik"))
    assert [one.id for one in grounded_counters(board, "vaenga", ())] == ["vvs", "bap"]
    assert [one.id for one in grounded_counters(board, "vaenga", {"vvs"})] == ["bap"]
    air_unit(board, "bap").mission = "attack"
    assert [one.id for one in grounded_counters(board, "vaenga", ())] == ["vvs"]
    air_unit(board, "vvs").damaged = 2
    assert grounded_counters(board, "vaenga", ()) == []


@rule("pq17", "7.2.4f")
def test_the_largest_lies_first_by_what_it_has_left() -> None:
    board = field_attacked(HURRICANES, AirUnit("pe_2", 2, id="bap", base="vaenga"))
    air_unit(board, "vvs").damaged = 1
    assert [one.id for one in grounded_counters(board, "vaenga", ())] == ["bap", "vvs"]


@rule("pq17", "7.2.4f", "7.2.1")
def test_fighters_that_rose_are_not_bombed() -> None:
    """They meet the attack, and nothing is left on the ground: nobody is named, no bombs fall."""
    board = field_attacked(HURRICANES, axis=True, allied=Instructions(scramble="all"))
    found = raid_course(board)
    (question,) = found.asked
    assert (question.kind, question.form.row, question.form.templates()) == ("air_strike", (), ())
    assert not [key for key in found.rolled if ".bombs." in key]


@rule("pq17", "7.2.4f", "7.2.3d")
def test_where_no_counter_lies_bombs_fall_on_printed_fighters_and_only_their_owner_knows() -> None:
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
def test_printed_fighters_that_rose_are_not_bombed(scramble: Any, bombed: bool) -> None:
    found = raid_course(field_attacked(PRINTED, allied=Instructions(scramble=scramble)))
    assert any(".bombs." in key for key in found.rolled) == bombed


@rule("pq17", "7.2.4f", "7.2.3d")
def test_printed_fighters_are_spared_where_a_counter_lies() -> None:
    board = field_attacked(PRINTED, BOMBERS)
    field_raided(board, Raid("vaenga", ("kg30",)), dice=[(0,), (7, 7)])
    assert (air_unit(board, "bap").damaged, air_unit(board, "vaenga.1").damaged) == (1, 0)
    (end,) = [one for one in events_for(board, "axis") if isinstance(one, Raided)]
    assert end.damaged == ("pe_2",)


def heavy_bombers(*strengths: int) -> dict[str, AirUnit]:
    return {f"kg{n}": AirUnit("ju_88", held, id=f"kg{n}", base="banak") for n, held in enumerate(strengths)}


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
def test_two_at_a_time_at_the_largest_then_at_the_next_then_again(
    units: int, strengths: tuple[int, ...], places: list[tuple[int, int]]
) -> None:
    row = [HURRICANES, BOMBERS][:units]
    assert [(one.target, one.wave) for one in usual_sorties(row, heavy_bombers(*strengths))] == places


@rule("pq17", "7.2.6b", "7.2.4f")
@pytest.mark.parametrize(
    ("left", "instead", "taken", "goes"),
    [
        ((2, 1, 1), "transports", (), 1),
        ((2, 0, 1), "transports", (), 0),
        ((2, 0, 1), "transports", (0,), 0),
        ((2, 0, 1), "transports", (0, 0), 2),
        ((0, 0, 1), "transports", (), 2),
        ((2, 0, 1), "left", (), 0),
        ((2, 0, 1), "left", (0, 0), None),
        ((2, 0, 1), "right", (), 2),
        ((2, 0, 0), "right", (), None),
        ((2, 0, 1), "home", (), None),
    ],
)
def test_whose_target_is_gone_takes_a_neighbour_as_ordered_or_goes_home(
    left: tuple[int, ...], instead: Any, taken: tuple[int, ...], goes: int | None
) -> None:
    row = [AirUnit("pe_2", 2, damaged=2 - held, id=str(n), base="vaenga") for n, held in enumerate(left)]
    assert field_target_now(row, Sortie("kg", 1, instead=instead), taken) == goes


@rule("pq17", "7.2.6b", "7.2.5b")
def test_a_later_wave_whose_only_target_is_gone_is_not_fired_at() -> None:
    """The Pe-2 is damaged by the first unit; the second of its wave bombs nobody, the third turns back."""
    board = field_attacked(BOMBERS)
    board.state.air.append(AirUnit("ju_88", 1, id="kg54", base="banak"))
    field_raided(board, Raid("vaenga", ("kg30", "kg26", "kg54")), dice=[(0,), (0,), (7, 0)])
    assert air_unit(board, "bap").flying == 0


@rule("pq17", "7.2.4f", "7.2.6b")
def test_over_an_airfield_no_transports_are_offered_instead() -> None:
    found = raid_course(field_attacked(HURRICANES, axis=True)).asked[0].form.templates()
    assert [f.values for way in found for f in way.fields if f.name == "instead"] == [
        ("to_left", "to_right", "go_home")
    ] * 2


def surprised(**fields: Any) -> Board:
    both = Instructions(scramble="all", asks_air="once")
    return field_attacked(HURRICANES, PRINTED, allied=both, options=Options(air_surprise=True), **fields)


@rule("pq17", "7.2.1o")
@pytest.mark.parametrize(
    ("weather", "die", "rise"),
    [("fair", 8, ["vaenga.1"]), ("fair", 7, ["vaenga.1", "vvs"]), ("reduced", 7, ["vaenga.1"])],
)
def test_a_raid_may_surprise_by_the_weather_over_its_target(weather: Any, die: int, rise: list[str]) -> None:
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
def test_without_the_option_or_by_night_nobody_throws_for_surprise(option: bool, day: bool) -> None:
    """7.2.1 No fighter rises by night."""
    board = surprised()
    board.state.options = Options(air_surprise=option)
    found = raid_course(board, day=day)
    assert "raid.surprise" not in found.rolled
    assert found.asked[0].form.surprise == ""


@rule("pq17", "7.2.1o")
@pytest.mark.parametrize(("out", "caught"), [("", True), ("0716", False)])
def test_a_carrier_in_port_whose_aircraft_are_out_is_harder_to_surprise(out: str, caught: bool) -> None:
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


@rule("pq17", "7.2.1", "1.8.1")
@pytest.mark.parametrize("seat", ["allied", "axis", "public"])
def test_who_rose_is_seen_by_both(seat: str) -> None:
    board = field_attacked(HURRICANES, allied=Instructions(scramble="all"))
    raid_course(board)
    found = [one for one in events_for(board, seat) if isinstance(one, told.Scrambled)]
    assert found == ([] if seat == "public" else [told.Scrambled("allied", "0817", ("hurricane_soviet",), (2,))])


@pytest.mark.parametrize(
    ("language", "row", "event"),
    [
        ("en", "from left to right: Hurricane 2 | Pe-2 1.", "aircraft on the ground at 0817"),
        ("ja", "左から右へ: ハリケーン 2｜Pe-2 1。", "の地上の連合軍機: ハリケーン 2｜Pe-2 1。"),
    ],
)
def test_what_lies_there_is_read(language: str, row: str, event: str) -> None:
    board = field_attacked(HURRICANES, BOMBERS, axis=True)
    (question,) = raid_course(board).asked
    assert row in PromptFormatter(Labels(BOX)).explain(question, language)
    (laid,) = [one for one in events_for(board, "allied") if isinstance(one, told.Grounded)]
    assert event in EventFormatter(Labels(BOX)).describe(laid, language)


@pytest.mark.parametrize(
    ("language", "words"), [("en", "no counter lies on the ground"), ("ja", "地上にカウンターはありません")]
)
def test_where_nothing_lies_one_is_told_so(language: str, words: str) -> None:
    (question,) = raid_course(field_attacked(axis=True)).asked
    assert words in PromptFormatter(Labels(BOX)).explain(question, language)
