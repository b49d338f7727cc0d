"""Chapter 9 read sentence by sentence: the weather of a turn, gales and what they do to convoys, local weather."""

import pytest

from games.titles.pq17.components.options import Options
from games.titles.pq17.components.pieces import Side, WeatherKind
from games.titles.pq17.rules.convoy.dispersal import disperse_convoys, rejoin_parts
from games.titles.pq17.rules.movement.combining import find_each_other
from games.titles.pq17.rules.movement.segment import movement
from games.titles.pq17.rules.search.air_patrols import may_base_fly, radii, sector_hexes
from games.titles.pq17.rules.special.mishaps import weather_damage
from games.titles.pq17.rules.weather.phase import gale, weather
from games.titles.pq17.state.counters import Counter
from games.titles.pq17.state.events.convoy import Dispersed
from games.titles.pq17.state.events.movement import GaleRead
from games.titles.pq17.state.events.special import Mishap
from games.titles.pq17.state.state import AirUnit, Convoy, Plan, Sky
from tests.titles.pq17.arctic import arctic, force
from tests.titles.pq17.box import BOX
from tests.titles.pq17.ch09_weather.gales import blowing, weather_convoy
from tests.titles.pq17.playing import heard, phase, play
from tests.titles.pq17.strikes import OPEN

rule = pytest.mark.rule
FREE, HALTS, APART, BOTH = "card_02", "card_04", "card_01", "card_09"
"""Cards of a gale: nothing; a red octagon; a boxed D; both."""


@rule("pq17", "9.1")
@pytest.mark.parametrize(
    ("before", "local", "dice", "found"),
    [
        ("fair", {}, (4, 4), "fair"),
        ("fair", {}, (4, 5), "reduced"),
        ("reduced", {}, (4, 4), "reduced"),
        ("storm", {}, (7, 7), "storm"),
        ("storm", {}, (8, 8), "gale"),
        ("gale", {}, (7, 8), "gale"),
        ("gale", {}, (7, 7), "storm"),
        ("fog", {}, (8, 8), "storm"),
        ("gale", {"norway": ("fair", 9)}, (7, 8), "gale"),
    ],
)
def test_the_weather_before_changes_the_dice(
    before: WeatherKind, local: dict[str, tuple[WeatherKind, int]], dice: tuple[int, int], found: str
) -> None:
    """July: fair to 7, reduced to 11, fog to 14, storm to 16. Fair -1, storm +1, gale +2; local weather is no part."""
    board = arctic(sky=Sky(before, local=local))
    play(weather(board), dice=[dice])
    assert board.state.sky.kind == found


@rule("pq17", "9.1", "8.3")
def test_nothing_changes_the_dice_of_day_one_am() -> None:
    board = arctic(turn=1, sky=Sky("fair"))
    play(weather(board), dice=[(4, 4)])
    assert board.state.sky.kind == "reduced"


@rule("pq17", "9.2.5a")
def test_who_draws_a_card_in_a_gale() -> None:
    """Convoys at sea of both sides, dispersed parts too; none in port, no task force, no dummy."""
    part = weather_convoy("mv 3", name="p", convoy=Convoy(part_of="c"))
    board = blowing(
        weather_convoy(), part,
        force("in", "allied", "convoy", "0504", "mv 3", port="reykjavik"),
        force("t", "allied", "task_force", OPEN, "kent"),
        force("d", "allied", "dummy", OPEN),
        force("b", "axis", "convoy", "0712", "mv_german 2", "es_german 1"),
    )  # fmt: skip
    play(gale(board), cards=[FREE, HALTS, BOTH])
    assert (board.state.sky.stopped, board.state.sky.dispersing) == (["p", "b"], [])
    assert [one for one in heard(board, "allied") if isinstance(one, GaleRead)] == [GaleRead("allied", ("p",))]
    assert [one for one in heard(board, "axis") if isinstance(one, GaleRead)] == [GaleRead("axis", ("b",))]
    assert heard(board, "") == []


@rule("pq17", "9.2.5a")
@pytest.mark.parametrize("kind", ["fair", "reduced", "fog", "storm"])
def test_no_cards_in_other_weather(kind: WeatherKind) -> None:
    board = blowing(weather_convoy(), kind=kind)
    play(gale(board))
    assert heard(board, "allied") == []


@rule("pq17", "9.2.5a", "5.6")
@pytest.mark.parametrize(
    ("cards", "moves"),
    [((FREE, "card_03"), True), ((HALTS, FREE), False), ((FREE, HALTS), False), ((BOTH, FREE), False)],
)
def test_neither_moves_if_either_cannot(cards: tuple[str, ...], moves: bool) -> None:
    one = weather_convoy("mv 9", convoy=Convoy(destinations=("arkhangelsk",)), plan=Plan(0, ("0410",)))
    part = weather_convoy("mv 3", name="p", convoy=Convoy(part_of="c"))
    board = blowing(one, part)
    play(gale(board), cards=cards)
    play(movement(phase(board, "allied")))
    assert (one.at, part.at) == (("0410", "0410") if moves else (OPEN, OPEN))


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
def test_a_die_for_eleven_merchants_that_are_together(
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
def test_the_new_block_stands_beside_it_with_the_same_id() -> None:
    one = weather_convoy("mv 11", "dd_a_i 1")
    board = blowing(one)
    board.identify(one, 2)
    board.state.sky = Sky("gale", 0, dispersing=["c"])
    play(disperse_convoys(phase(board, "allied")), dice=[(3,)])
    (part,) = [force for force in board.state.forces if force is not one]
    assert (part.at, part.level, part.kind, part.counters) == (OPEN, 2, "convoy", [Counter("mv", 1)])


@rule("pq17", "9.3.3")
@pytest.mark.parametrize(
    ("kind", "die", "left"),
    [
        ("fair", 0, 5), ("fair", 1, 2), ("fair", 2, 2), ("fair", 3, 0), ("reduced", 2, 5), ("reduced", 4, 2),
        ("reduced", 5, 0), ("fog", 4, 5), ("fog", 6, 2), ("fog", 7, 0),
    ],
)  # fmt: skip
def test_who_comes_back(kind: WeatherKind, die: int, left: int) -> None:
    """5 and more all, 3 and 4 half; fair +2, fog -2."""
    one, part = weather_convoy("mv 9"), weather_convoy("mv 5", name="p", convoy=Convoy(part_of="c"))
    board = blowing(one, part, kind=kind)
    play(rejoin_parts(phase(board, "allied")), dice=[(die,)])
    away = [force for force in board.state.forces if force.id == "p"]
    assert sum(ship.strength for force in away for ship in force.counters) == left
    assert sum(ship.strength for ship in one.counters) == 14 - left


@rule("pq17", "9.3.1", "9.3.1a")
@pytest.mark.parametrize(
    ("words", "cards"),
    [
        (("mv 18", "dd_a_i 2"), 1), (("mv 18", "dd_a_i 2", "kent"), 2), (("mv 20", "es_british 4", "aldersdale"), 1),
        (("mv 40",), 2), (("mv 40", "tb_hunt 1"), 3),
    ],
)  # fmt: skip
def test_a_card_for_twenty_ships(words: tuple[str, ...], cards: int) -> None:
    board = blowing(weather_convoy(*words))
    play(weather_damage(phase(board, "allied")), cards=["card_07", "card_08", "card_11"][:cards])


@rule("pq17", "9.3.1a", "9.3.2a")
def test_a_convoy_and_its_part_are_one_force() -> None:
    board = blowing(weather_convoy("mv 15"), weather_convoy("mv 5", name="p", convoy=Convoy(part_of="c")))
    play(weather_damage(phase(board, "axis")), cards=["card_07"])


@rule("pq17", "9.3.1a", "9.3.1c")
@pytest.mark.parametrize(("fate", "dice", "scored"), [(False, [], []), (True, [(4,)], []), (True, [(3,)], [True])])
def test_of_two_figures_the_first_alone_and_points_for_a_destroyer_that_sinks(
    fate: bool, dice: list[tuple[int, ...]], scored: list[bool]
) -> None:
    """Card 10: 1+1 destroyers, 1 of the convoy."""
    one = weather_convoy("mv 9", "dd_a_i 3")
    board = blowing(one, options=Options(destroyer_fate=fate))
    play(weather_damage(phase(board, "allied")), cards=["card_10"], dice=dice)
    assert sorted((ship.ship, ship.strength) for ship in one.counters) == [("dd_a_i", 2), ("mv", 8)]
    assert [booking.points < 0 and booking.on == "allied" for booking in board.state.bookings] == scored
    assert heard(board, "axis") == []
    assert [event for event in heard(board, "allied") if isinstance(event, Mishap)] == [
        Mishap("allied", "weather_damage", "c", ("dd_a_i", "mv"))
    ]


@rule("pq17", "9.3.1b")
@pytest.mark.parametrize(
    ("side", "at", "words", "cards", "left"),
    [
        ("axis", OPEN, ("koln", "admiral_hipper", "dd_36a 2"), ["card_10"], ["admiral_hipper", "dd_36a", "koln"]),
        ("axis", OPEN, ("koln", "dd_36a 2"), ["card_16"], ["dd_36a"]),
        ("axis", OPEN, ("tb_35_37 2",), ["card_10", "card_16"], ["tb_35_37"]),
        ("axis", "0713", ("koln",), ["card_16"], []),
        ("axis", "0812", ("koln",), ["card_16"], []),
        ("axis", "0814", ("koln",), [], ["koln"]),
        ("allied", OPEN, ("kent", "dd_a_i 3"), [], ["dd_a_i", "kent"]),
        ("allied", OPEN, ("dd_project_7 2", "kent"), ["card_10", "card_05"], ["kent"]),
    ],
)
def test_who_is_frail_in_a_storm(
    side: Side, at: str, words: tuple[str, ...], cards: list[str], left: list[str]
) -> None:
    one = force("t", side, "task_force", at, *words)
    board = blowing(one, kind="storm")
    coast = BOX.hexes[at].kind == "coast"
    play(weather_damage(phase(board, "allied")), cards=[] if coast else cards)
    assert sorted(ship.ship for ship in one.counters) == (sorted(words) if coast else left)


@rule("pq17", "9.3.1")
@pytest.mark.parametrize("kind", ["fair", "reduced", "fog"])
def test_no_damage_in_other_weather(kind: WeatherKind) -> None:
    board = blowing(weather_convoy(), kind=kind)
    play(weather_damage(phase(board, "allied")))


@rule("pq17", "9.3.1c", "7.8a", "5.1.1b")
def test_who_leaves_in_a_gale_takes_aircraft_and_tow_along() -> None:
    """Card 40: a heavy ship, a destroyer. The tow is adrift, the aircraft are gone with their carrier."""
    one = force("t", "allied", "task_force", OPEN, "victorious", "dd_a_i 1")
    one.counters[1].tows = True
    one.counters.append(Counter("tb_hunt", 1, dead=True, towed=True))
    board = blowing(one, air=[AirUnit("albacore", 2, id="a", base="victorious")])
    play(weather_damage(phase(board, "allied")), cards=["card_40"])
    assert [(ship.ship, ship.towed) for ship in one.counters] == [("tb_hunt", False)]
    assert board.state.air == []


@rule("pq17", "9.3.1c")
def test_a_wreck_that_the_gale_takes_is_gone() -> None:
    """Card 16: a heavy ship."""
    one = force("t", "allied", "task_force", OPEN, "dd_a_i 1")
    one.counters.append(Counter("kent", 0, dead=True, towed=True))
    one.counters[0].tows = True
    board = blowing(one)
    play(weather_damage(phase(board, "allied")), cards=["card_16"])
    assert [(ship.ship, ship.tows) for ship in one.counters] == [("dd_a_i", False)]
    assert [(loss.unit, loss.strength, loss.how) for loss in board.state.losses] == [("kent", 0, "weather")]


@rule("pq17", "9.4")
@pytest.mark.parametrize(
    ("chosen", "kind", "port", "cards"),
    [
        (True, "storm", "", 1), (True, "gale", "", 1), (True, "fog", "", 0), (False, "gale", "", 0),
        (True, "gale", "reykjavik", 0),
    ],
)  # fmt: skip
@pytest.mark.parametrize(("card", "found"), [("card_35", True), ("card_33", False)])
def test_forces_in_rough_weather_look_for_each_other(
    chosen: bool, kind: WeatherKind, port: str, cards: int, card: str, found: bool
) -> None:
    """Card 35, row of forces: 1 in a storm, nothing in a gale; card 33: nothing."""
    two = [force(name, "allied", "task_force", "0504", "kent", port=port) for name in "ab"]
    board = blowing(*two, kind=kind, options=Options(storm_combining=chosen))
    played = play(find_each_other(board, two, key="k"), cards=[card][:cards])
    assert played.result is (not cards or (found and kind == "storm"))


@rule("pq17", "9.5", "9.2.3", "9.2.5")
@pytest.mark.parametrize(
    ("base", "carrier", "north"),
    [
        ("bardufoss", False, True), ("banak", False, True), ("tromso", False, True), ("bodo_field", False, True),
        ("kirkenes_field", False, False), ("kirkenes", False, False), ("vaernes", False, False), ("sola", False, False),
        ("vaenga", False, False), ("victorious", True, False),
    ],
)  # fmt: skip
@pytest.mark.parametrize("kind", ["fog", "gale"])
def test_aircraft_that_local_weather_lets_fly(base: str, carrier: bool, north: bool, kind: WeatherKind) -> None:
    board = arctic(sky=Sky(kind, local={"norway": ("fair", 9)}))
    assert may_base_fly(board, base, carrier=carrier) is north


@rule("pq17", "9.5", "6.4.1", "6.4.2")
def test_local_weather_of_north_norway_is_not_that_of_stavanger() -> None:
    board = arctic(sky=Sky("gale", local={"norway": ("fair", 9)}))
    assert [sector_hexes(board, one) for one in ("barents", "trondheim", "stavanger")] == [4, 0, 0]
    assert [bool(radii(board, "axis", hex_)) for hex_ in ("0714", "0613", "0912", "1111", "1408", "1110")] == [
        True, True, True, False, False, False,
    ]  # fmt: skip
