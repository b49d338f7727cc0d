"""9.3.2, 9.3.3: convoys that a gale disperses, and that come together again."""

from typing import Any

import msgspec
import pytest

from games.titles.pq17.components.pieces import WeatherKind
from games.titles.pq17.rules.convoy.dispersal import (
    _come_back,
    _mark_back,
    _set_apart,
    disperse_convoys,
    rejoin_parts,
    undispersed_merchants,
)
from games.titles.pq17.rules.forces.composition import parts_of
from games.titles.pq17.rules.joining import _one_part
from games.titles.pq17.rules.weather import gale
from games.titles.pq17.rules.weather import weather as weathering
from games.titles.pq17.rules.weather.gale import roll_dispersal, roll_rejoining
from games.titles.pq17.state.board import Board
from games.titles.pq17.state.counters import Counter
from games.titles.pq17.state.events.convoy import Dispersed, Rejoined
from games.titles.pq17.state.state import Convoy, Force, Phase, Sky
from games.titles.pq17.visibility.view import view
from tests.titles.pq17.arctic import arctic, force
from tests.titles.pq17.box import BOX
from tests.titles.pq17.ch05_movement.scattered import apart, convoy_in_gale, gale_phase, scattered_convoy
from tests.titles.pq17.ch09_weather.gales import CARDS, blowing, weather_convoy
from tests.titles.pq17.playing import heard, phase, play
from tests.titles.pq17.procedures import events_for, perform
from tests.titles.pq17.strikes import OPEN
from tests.titles.pq17.trial import left, read_counters, run

rule = pytest.mark.rule
CHART = BOX.charts.rejoining
ALL, HALF = (least - CHART.weather.get("fair", 0) for least in (CHART.all, CHART.half))
"""From which die on all, or half, rejoin in fair weather."""
DISPERSES = next(card for card in CARDS if card.disperses)


def with_part(*, as_part: bool, sky: Any = "fair", **fields: Any) -> Board:
    one = scattered_convoy("mv 8", **fields)
    if as_part:
        return phase(arctic(one, scattered_convoy("mv 5", name="away", part_of="pq"), sky=Sky(sky)), "allied")
    one.counters.append(Counter("mv", 5, dispersed=True))
    return phase(arctic(one, sky=Sky(sky)), "allied")


def dispersed(one: Force, *dice: int, dispersal: int = 2, **fields: Any) -> Board:
    board = gale_phase(one, dispersal=dispersal, **fields)
    perform(board, disperse_convoys(board), dice=[dice] if dice else [])
    return board


@rule("pq17", "9.3.2", "5.6", "1.2.1c")
def test_9_3_2_merchants_leave_for_a_part_of_their_own_in_the_same_hex() -> None:
    one = convoy_in_gale("mv 22", "dd_a_i 2", level=1)
    board = dispersed(one, 5, 5)
    (part,) = parts_of(board, one)
    assert (left(one.counters), left(part.counters)) == (["mv 16", "dd_a_i 2"], ["mv 6"])
    assert (part.at, part.level, part.kind) == ("0410", 1, "convoy")
    assert events_for(board, "allied")[-1] == Dispersed("allied", "pq17", (5, 5), 6, "pq17_dispersed")
    assert not any(isinstance(event, Dispersed) for event in events_for(board, "axis"))
    assert [(seen.at, seen.count) for seen in view(board, "axis").blocks] == [("0410", 2)]


@rule("pq17", "9.3.2", "1.2c")
def test_9_3_2_without_a_block_dispersed_merchants_are_only_marked() -> None:
    others = [force(f"c{number}", "allied", "convoy", "0508", "mv 1") for number in range(3)]
    one = convoy_in_gale("mv 11")
    board = gale_phase(one, *others, dispersal=2)
    perform(board, disperse_convoys(board), dice=[(5,)])
    assert [(c.strength, c.dispersed) for c in one.counters] == [(8, False), (3, True)]
    assert (parts_of(board, one), undispersed_merchants(board, one)) == ([], 8)
    board.state.sky = Sky("reduced")
    perform(board, rejoin_parts(board), dice=[(3,)])
    assert [(c.strength, c.dispersed) for c in one.counters] == [(10, False), (1, True)]


@rule("pq17", "9.3.2")
def test_9_3_2_no_dispersal_without_the_card_the_ships_or_the_gale() -> None:
    few = convoy_in_gale("mv 10")
    assert dispersed(few).state.forces == [few]
    for board in (gale_phase(convoy_in_gale("mv 22"), sky="storm"), gale_phase(convoy_in_gale("mv 22"))):
        if board.state.sky.kind == "gale":
            board.state.sky.dispersing = []
        perform(board, disperse_convoys(board))
        assert len(board.state.forces) == 1
    board = gale_phase(convoy_in_gale("mv 22"))
    board.state.phase = Phase("axis")
    perform(board, disperse_convoys(board))
    assert len(board.state.forces) == 1


@rule("pq17", "9.3.2", positions=("PP151", "PP152"))
@pytest.mark.parametrize(
    ("natural", "together", "dice", "ships"),
    [
        (18, 10, (), 0),
        (18, 11, (5,), 3),
        (18, 22, (5, 5), 6),
        (16, 11, (5,), 2),
        (17, 22, (5, 5), 4),
        (14, 11, (5,), 1),
        (15, 22, (5, 5), 2),
        (13, 11, (2,), 0),
        (13, 11, (3,), 0),
        (13, 11, (9,), 2),
        (18, 21, (9,), 5),
    ],
)
def test_9_3_2_dispersal(natural: int, together: int, dice: tuple[int, ...], ships: int) -> None:
    modifier = BOX.charts.weather.disperses(natural)
    rolls = [dice] if dice else []
    assert run(roll_dispersal(BOX, DISPERSES, together, modifier, key="d"), dice=rolls).ships == ships


@rule("pq17", "9.3.2")
def test_9_3_2_no_dispersal_without_the_boxed_d() -> None:
    card = msgspec.structs.replace(DISPERSES, disperses=False)
    assert run(roll_dispersal(BOX, card, 22, 2, key="d")).ships == 0


@rule("pq17", "9.3.2", "9.3.2a")
def test_9_3_2_a_dispersed_part_is_told_of_as_nothing_was_asked_yet() -> None:
    board = arctic(force("pq", "allied", "convoy", OPEN, "mv 9", told=5, moved=1, level=2))
    name = _set_apart(board, board.force("pq"), read_counters("mv 2"))
    part = board.force(name)
    assert (part.told, part.moved, part.level, part.convoy and part.convoy.part_of) == (0, 1, 2, "pq")
    again = _set_apart(board, board.force("pq"), read_counters("mv 1", "mo 1"))
    assert again == name
    assert [(one.ship, one.strength) for one in part.counters] == [("mv", 3), ("mo", 1)]


@rule("pq17", "9.3.2", "9.1")
@pytest.mark.parametrize(
    ("dice", "adds"), [((9, 9), 2), ((9, 8), 1), ((8, 8), 1), ((8, 7), 0), ((7, 7), 0), ((7, 6), -1)]
)
def test_9_3_2_dispersal_goes_by_the_natural_sum(dice: tuple[int, int], adds: int) -> None:
    """Of a gale in winter after a gale: the two of the weather before are not in it."""
    assert run(weathering.roll_weather(BOX, "nov", "gale"), dice=[dice]).disperses == adds


@rule("pq17", "9.3.2")
@pytest.mark.parametrize(
    ("merchants", "adds", "dice", "ships"),
    [
        (10, 2, (), 0), (11, 2, (9,), 5), (21, 2, (0,), 2), (22, 1, (0, 9), 5), (11, -1, (2,), 0), (11, -1, (3,), 0),
        (11, -1, (6,), 1), (33, 0, (2, 3, 9), 4),
    ],
)  # fmt: skip
def test_9_3_2_a_die_for_each_full_eleven(merchants: int, adds: int, dice: tuple[int, ...], ships: int) -> None:
    card = next(one for one in BOX.cards.values() if one.disperses)
    found = run(gale.roll_dispersal(BOX, card, merchants, adds, key="d"), dice=[dice] if dice else [])
    assert (found.dice, found.ships) == (dice, ships)


@rule("pq17", "9.3.2", "9.3.2a")
def test_9_3_2_only_merchants_that_are_not_dispersed_yet_are_counted() -> None:
    """Of 34 twelve are gone: 22, two dice. Those gone may lie in a block of their own, or only be marked."""
    one = force("pq17", "allied", "convoy", "0310", "mv 22", "mv 12")
    one.counters[1].dispersed = True
    assert undispersed_merchants(arctic(one), one) == 22
    part = force("part", "allied", "convoy", "0310", "mv 12", convoy=Convoy(part_of="pq17"))
    whole = force("pq17", "allied", "convoy", "0310", "mv 22")
    assert undispersed_merchants(arctic(whole, part), whole) == 22


@rule("pq17", "9.3.2")
@pytest.mark.parametrize(
    ("merchants", "apart", "dice", "gone"),
    [
        ("mv 10", 0, [], 0),
        ("mv 11", 0, [(9,)], 4),
        ("mv 21", 0, [(9,)], 4),
        ("mv 22", 0, [(9, 2)], 5),
        ("mv 11", 11, [(0,)], 1),
        ("mv 33", 0, [(3, 6, 9)], 9),
    ],
)
def test_9_3_2_a_die_for_eleven_merchants_that_are_together(
    merchants: str, apart: int, dice: list[tuple[int, ...]], gone: int
) -> None:
    """Natural 16 or 17: one more for each die; oilers of the fleet and warships are no merchants."""
    one = weather_convoy(merchants, "aldersdale", "palomares", "dd_a_i 2")
    others = [weather_convoy(f"mv {apart}", name="p", convoy=Convoy(part_of="c"))] if apart else []
    board = blowing(one, *others)
    board.state.sky = Sky("gale", 1, dispersing=["c"])
    play(disperse_convoys(phase(board, "allied")), dice=dice)
    assert sum(ship.strength for ship in one.counters if ship.ship == "mv") == int(merchants[3:]) - gone
    parts = [force for force in board.state.forces if force.convoy and force.convoy.part_of]
    assert sum(ship.strength for part in parts for ship in part.counters) == apart + gone
    assert len(parts) <= 1
    assert not [event for event in heard(board, "axis") if isinstance(event, Dispersed)]


@rule("pq17", "9.3.2", "1.2c")
def test_9_3_2_the_new_block_stands_beside_it_with_the_same_id() -> None:
    one = weather_convoy("mv 11", "dd_a_i 1")
    board = blowing(one)
    board.identify(one, 2)
    board.state.sky = Sky("gale", 0, dispersing=["c"])
    play(disperse_convoys(phase(board, "allied")), dice=[(3,)])
    (part,) = [force for force in board.state.forces if force is not one]
    assert (part.at, part.level, part.kind, part.counters) == (OPEN, 2, "convoy", [Counter("mv", 1)])


@rule("pq17", "9.3.2")
def test_9_3_2_one_merchant_stays_with_its_convoy_however_hard_it_blows() -> None:
    """A chart of an owner of the printed game may scatter more than there are."""
    one = force("pq17", "allied", "convoy", "0410", "mv 12")
    board = phase(arctic(one), "allied")
    board.state.sky = Sky("gale", dispersal=20, dispersing=["pq17"])
    play(disperse_convoys(board), dice=[(9,)])
    assert undispersed_merchants(board, one) == 1


@rule("pq17", "9.3.2a")
def test_9_3_2a_all_that_ever_dispersed_is_one_part() -> None:
    one = convoy_in_gale("mv 22")
    board = dispersed(one, 5, 5)
    perform(board, disperse_convoys(board), dice=[(5,)])
    assert [left(part.counters) for part in parts_of(board, one)] == [["mv 9"]]
    assert undispersed_merchants(board, one) == 13


@rule("pq17", "9.3.2a", "1.2c")
def test_9_3_2a_without_a_block_the_part_is_marked_on_the_display_alone() -> None:
    most = BOX.numbers.blocks.allied.convoy
    others = [force(f"c{number}", "allied", "convoy", "0409", "mv 1") for number in range(most - 1)]
    board = arctic(force("pq", "allied", "convoy", OPEN, "mv 9"), *others)
    assert _set_apart(board, board.force("pq"), read_counters("mv 2")) == ""
    assert [(one.strength, one.dispersed) for one in board.force("pq").counters] == [(9, False), (2, True)]


@rule("pq17", "9.3.2a")
def test_9_3_2a_dispersed_parts_of_convoys_that_became_one_are_one_part() -> None:
    def part(name: str, of: str, ship: str) -> Any:
        return force(name, "allied", "convoy", OPEN, ship, convoy=Convoy(part_of=of))

    board = arctic(
        force("pq", "allied", "convoy", OPEN, "mv 8"), part("x", "pq", "mv 1"), part("y", "qp", "mv 2"),
        part("z", "other", "mv 3"), force("qp", "allied", "convoy", OPEN, "mv 4"),
    )  # fmt: skip
    assert [one.id for one in _one_part(board, board.force("pq"), [board.force("qp")])] == ["y"]
    assert [(one.id, one.convoy.part_of) for one in board.state.forces if one.convoy and one.convoy.part_of] == [
        ("x", "pq"), ("z", "other"),
    ]  # fmt: skip
    assert left(board.force("x").counters) == ["mv 3"]


@rule("pq17", "9.3.3")
@pytest.mark.parametrize("as_part", [True, False])
@pytest.mark.parametrize(("die", "back"), [(ALL, 5), (ALL - 1, 3), (HALF, 3), (HALF - 1, 0)])
def test_9_3_3_all_half_or_none_of_what_dispersed_rejoins(die: int, back: int, as_part: bool) -> None:
    """Half of five is three. Its owner alone is told."""
    assert 0 < HALF < ALL <= 9
    board = with_part(as_part=as_part)
    play(rejoin_parts(board), dice=[(die,)])
    whole = sum(one.strength for one in board.force("pq").counters if not one.dispersed)
    assert whole == 8 + back
    assert heard(board, "allied")[-1] == Rejoined("allied", "pq", die, back)
    assert not [one for one in heard(board, "axis") if isinstance(one, Rejoined)]
    assert ("away" in {one.id for one in board.state.forces}) is (as_part and back < 5)


@rule("pq17", "9.3.3")
@pytest.mark.parametrize("sky", ["storm", "gale"])
def test_9_3_3_in_a_storm_or_a_gale_nothing_rejoins(sky: str) -> None:
    board = with_part(as_part=True, sky=sky)
    play(rejoin_parts(board))
    assert len(board.state.forces) == 2


@rule("pq17", "9.3.3", "9.3.2a", position="PP153")
@pytest.mark.parametrize(
    ("sky", "die", "back"), [("reduced", 2, 0), ("reduced", 3, 3), ("reduced", 5, 5), ("fair", 3, 5), ("fog", 4, 0)]
)
def test_9_3_3_they_rejoin(sky: str, die: int, back: int) -> None:
    board, one = apart(5, sky)
    perform(board, rejoin_parts(board), dice=[(die,)])
    assert left(one.counters)[0] == f"mv {16 + back}"
    assert len(parts_of(board, one)) == int(back < 5)
    assert events_for(board, "allied")[-1] == Rejoined("allied", "pq17", die, back)
    assert not any(isinstance(event, Rejoined) for event in events_for(board, "axis"))


@rule("pq17", "9.3.3")
def test_9_3_3_nobody_tries_in_storm_or_gale_or_without_a_part() -> None:
    for sky in ("storm", "gale"):
        board, one = apart(5, sky)
        perform(board, rejoin_parts(board))
        assert len(parts_of(board, one)) == 1
    board = gale_phase(convoy_in_gale("mv 16"), sky="fair")
    perform(board, rejoin_parts(board))
    assert board.told == []


@rule("pq17", "9.3.3")
def test_9_3_3_nobody_rejoins_in_storm_or_gale() -> None:
    assert run(roll_rejoining(BOX, "storm", key="r")) is None
    assert run(roll_rejoining(BOX, "gale", key="r")) is None


@rule("pq17", "9.3.3", position="PP153")
@pytest.mark.parametrize(
    ("kind", "die", "found"),
    [
        ("fair", 3, "all"), ("fair", 2, "half"), ("fair", 1, "half"), ("fair", 0, "none"), ("reduced", 5, "all"),
        ("reduced", 4, "half"), ("reduced", 2, "none"), ("fog", 7, "all"), ("fog", 6, "half"), ("fog", 5, "half"),
        ("fog", 4, "none"), ("reduced", 3, "half"),
    ],
)  # fmt: skip
def test_9_3_3_who_rejoins(kind: WeatherKind, die: int, found: str) -> None:
    assert run(gale.roll_rejoining(BOX, kind, key="r"), dice=[(die,)]) == (die, found)


@rule("pq17", "9.3.3")
@pytest.mark.parametrize(
    ("kind", "die", "left"),
    [
        ("fair", 0, 5), ("fair", 1, 2), ("fair", 2, 2), ("fair", 3, 0), ("reduced", 2, 5), ("reduced", 4, 2),
        ("reduced", 5, 0), ("fog", 4, 5), ("fog", 6, 2), ("fog", 7, 0),
    ],
)  # fmt: skip
def test_9_3_3_who_comes_back(kind: WeatherKind, die: int, left: int) -> None:
    """5 and more all, 3 and 4 half; fair +2, fog -2."""
    one, part = weather_convoy("mv 9"), weather_convoy("mv 5", name="p", convoy=Convoy(part_of="c"))
    board = blowing(one, part, kind=kind)
    play(rejoin_parts(phase(board, "allied")), dice=[(die,)])
    away = [force for force in board.state.forces if force.id == "p"]
    assert sum(ship.strength for force in away for ship in force.counters) == left
    assert sum(ship.strength for ship in one.counters) == 14 - left


@rule("pq17", "9.3.3")
@pytest.mark.parametrize("count", [0, 2, 3, 4, 5, 9])
def test_9_3_3_so_many_ships_of_a_dispersed_part_rejoin(count: int) -> None:
    main = force("pq", "allied", "convoy", OPEN, "mv 8")
    away = force("pq_x", "allied", "convoy", OPEN, "mo 3", "mv 2")
    _come_back(BOX, main, away, count)
    back = min(count, 5)
    held = {one.ship: one.strength for one in main.counters}
    assert (held["mv"], held.get("mo", 0)) == (8 + max(back - 3, 0), min(back, 3))
    assert sum(one.strength for one in away.counters) == 5 - back
    marked = force("pq", "allied", "convoy", OPEN, "mv 8")
    marked.counters += [Counter("mo", 3, dispersed=True), Counter("mv", 2, dispersed=True)]
    _mark_back(BOX, marked, count)
    lies = {(one.ship, one.dispersed): one.strength for one in marked.counters}
    assert (lies["mv", False], lies.get(("mo", False), 0)) == (8 + max(back - 3, 0), min(back, 3))
    assert sum(strength for (_, away_), strength in lies.items() if away_) == 5 - back
