"""7.4.5: air patrols that keep wolfpacks down."""

import pytest

from games.titles.pq17.components.pieces import WeatherKind
from games.titles.pq17.rules.movement.passage import move_force
from games.titles.pq17.rules.submarine.boats import is_patrolled, roll_patrol
from games.titles.pq17.rules.submarine.patrol import is_kept_out
from games.titles.pq17.state.events.submarine import PackPatrolled
from games.titles.pq17.state.state import Force, Plan, Sky
from tests.titles.pq17.arctic import arctic, force
from tests.titles.pq17.box import BOX
from tests.titles.pq17.playing import heard, phase, play
from tests.titles.pq17.strikes import OPEN, facing
from tests.titles.pq17.trial import Dice, run

rule = pytest.mark.rule


@rule("pq17", "7.4.5", "7.4.5a", "7.4.5b", "6.4.1c")
def test_7_4_5_air_patrols_at_packs() -> None:
    inside = sorted(arctic().box.areas.british_radius.hexes)[0]
    board = facing(force("pack", "axis", "wolfpack", inside, "ss_german 2"), level=0)
    pack = board.force("pack")
    assert play(is_kept_out(board, pack, inside, OPEN, 1), dice=[(4,)]).result is False
    assert pack.level == 0
    assert isinstance(heard(board, "allied")[-1], PackPatrolled)
    assert play(is_kept_out(board, pack, inside, OPEN, 1), dice=[(5,)]).result is True
    assert pack.level == 1
    pack.level = None
    assert play(is_kept_out(board, pack, inside, OPEN, 1)).result is False, "unidentified, and slow"
    assert play(is_kept_out(board, pack, inside, OPEN, 2), dice=[(0,)]).result is False
    assert play(is_kept_out(board, pack, OPEN, "0309", 2)).result is False, "no radius"


@rule("pq17", "7.4.5", "7.4.5a", "7.4.5b", positions=("P36", "P37", "PP120"))
@pytest.mark.parametrize(
    ("soviet", "die", "crosses"),
    [(False, 4, True), (False, 5, False), (True, 5, True), (True, 6, False), (False, 9, False)],
)
def test_7_4_5_the_die_of_a_patrol(soviet: bool, die: int, crosses: bool) -> None:
    assert run(roll_patrol(BOX, "reduced", soviet=soviet, key="p"), dice=[(die,)]).crosses is crosses


@rule("pq17", "7.4.5", "7.4.5b", position="PP252")
@pytest.mark.parametrize(
    ("weather", "dice", "kept"),
    [("fair", [(5,)], True), ("storm", [(5,)], False), ("storm", [(6,)], True), ("gale", [], False)],
)
def test_7_4_5_the_weather_over_a_printed_radius(weather: WeatherKind, dice: Dice, kept: bool) -> None:
    inside = sorted(BOX.areas.british_radius.hexes)[0]
    board = facing(force("p", "axis", "wolfpack", inside, "ss_german 2"), level=1, sky=Sky(weather))
    assert play(is_kept_out(board, board.force("p"), inside, OPEN, 1), dice=dice).result is kept


@rule("pq17", "7.4.5", position="PP119")
@pytest.mark.parametrize(
    ("level", "day", "hexes", "risks"),
    [
        (None, True, 1, False), (0, True, 1, True), (0, False, 1, False), (None, True, 2, True),
        (None, False, 2, True), (2, False, 1, False),
    ],
)  # fmt: skip
def test_7_4_5_which_packs_risk_a_die_of_an_air_patrol(level: int | None, day: bool, hexes: int, risks: bool) -> None:
    assert is_patrolled(level=level, day=day, hexes=hexes) is risks


@rule("pq17", "7.4.5a", "7.4.5c", "6.6.1b")
def test_7_4_5a_a_pack_that_is_kept_tries_again_while_it_can() -> None:
    box = arctic().box
    clear = {name for name, one in box.hexes.items() if one.is_sea and not one.zone}
    british = box.areas.british_radius.hexes & clear
    here, there, beyond = next(
        (one, other, last)
        for one in sorted(british)
        for other in box.waters.ways[one]
        for last in box.waters.ways[other]
        if other in british and last in clear and last not in box.areas.british_radius.hexes and last != one
    )

    def pack(*dice: int) -> Force:
        boats = force("pack", "axis", "wolfpack", here, "ss_german 2", plan=Plan(0, (there, beyond)))
        board = phase(arctic(boats), "axis")
        play(move_force(board, boats), dice=[(one,) for one in dice])
        assert board.phase.moved
        return boats

    assert pack(0, 0).at == beyond
    assert (pack(9, 0).at, pack(9, 0).level) == (there, 0), "one hex was lost, and moving lowers the ID that it got"
    assert (pack(9, 9).at, pack(9, 9).level) == (here, 1), "kept in its first hex, it loses no level"


@rule("pq17", "7.4.5a", "6.6", position="PP253")
def test_7_4_5a_who_is_kept_in_her_first_hex_loses_no_level() -> None:
    clear = {name for name, one in BOX.hexes.items() if one.is_sea and not one.zone}
    inside = BOX.areas.british_radius.hexes & clear
    here, there = next(
        (one, other) for one in sorted(inside) for other in BOX.waters.ways[one] if other in clear - inside
    )
    for dice, at, level in (([(9,)], here, 2), ([(4,)], there, 1)):
        boats = force("p", "axis", "wolfpack", here, "ss_german 2", plan=Plan(0, (there,)))
        board = phase(arctic(boats), "axis")
        board.identify(boats, 2)
        play(move_force(board, boats), dice=[*dice, *([(9,)] if at == here else [])])
        assert (boats.at, boats.level) == (at, level)


@rule("pq17", "7.4.5b", "5.3.1a", position="PP252")
def test_7_4_5b_in_a_storm_a_carrier_patrols_nothing() -> None:
    home = force("h", "allied", "task_force", OPEN, "victorious")
    for weather, kept in (("fair", True), ("storm", False)):
        board = facing(force("p", "axis", "wolfpack", OPEN, "ss_german 2"), home, level=1)
        board.state.declared, board.state.sky.kind = ["h"], "fair" if weather == "fair" else "storm"
        dice = [(5,)] if kept else []
        assert play(is_kept_out(board, board.force("p"), OPEN, "0309", 1), dice=dice).result is kept
