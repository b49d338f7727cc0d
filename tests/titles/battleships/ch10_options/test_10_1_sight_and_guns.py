"""Radar, spotter aircraft, crews, blind arcs, friendly fire and turning ships (10.0-10.4, 10.8, 10.11)."""

import pytest

from games.titles.battleships.components import hexes
from games.titles.battleships.components.battles import Crew
from games.titles.battleships.components.options import NAMES, Options, with_proposed
from games.titles.battleships.components.tables import Harm
from games.titles.battleships.rules.gunnery.fire import gunnery
from games.titles.battleships.rules.gunnery.modifiers import modifiers_of
from games.titles.battleships.rules.gunnery.targets import carry_out, first_targets, second_targets, target_form
from games.titles.battleships.rules.movement.move import first_move, second_move
from games.titles.battleships.rules.repair.control import repair
from games.titles.battleships.rules.scenario.setup import new_game
from games.titles.battleships.rules.sighting import sight
from games.titles.battleships.rules.sighting.turn import sighting, spot
from games.titles.battleships.rules.torpedoes.torpedoes import torpedo_form
from games.titles.battleships.state.board import Board
from games.titles.battleships.state.events.gunnery import Fired, Secondaries, Strayed
from games.titles.battleships.state.events.sighting import Spotting
from games.titles.battleships.state.state import Marker
from tests.titles.battleships.box import BOX
from tests.titles.battleships.laid_out import at_sea, in_battle, play
from tests.titles.battleships.positions import aims, options

rule = pytest.mark.rule


def lines(board: Board, firer: str, target: str) -> dict[str, int]:
    """The modifiers of a shot, its marker alone upon the sea."""
    seen = sight.seen(board, board.ship(firer), board.ship(target))
    assert seen is not None
    marker = Marker(firer, target, "main", seen.sight, 0)
    marker.distance = hexes.distance(board.ship(firer).at, board.ship(target).at)
    board.state.markers = [marker]
    return {line.key: line.amount for line in modifiers_of(board, marker, board.ship(target))}


SETS = [
    # set, distance, penalty (None: not seen)
    ("type_284", 7, 0), ("type_284", 8, -3), ("type_284", 10, -3), ("type_284", 11, None),
    ("type_284m", 11, 0), ("type_284m", 12, -2), ("type_284m", 13, -2), ("type_284m", 14, None),
    ("mark_3", 10, 0), ("mark_3", 11, -3), ("mark_3", 12, -3), ("mark_3", 13, None),
    ("mark_8", 12, 0), ("mark_8", 13, -2), ("mark_8", 14, -2), ("mark_8", 15, None),
    ("fumo", 6, -3), ("fumo", 10, -3), ("fumo", 11, None), ("gufo_3", 9, -3), ("gufo_3", 10, None),
    ("type_22_kai", 10, -3), ("type_22_kai", 11, None),
]  # fmt: skip


def masked(*ships: str) -> Board:
    return at_sea(*ships, night=True, sight=12, options=options("friendly_fire"))


# --- 10.0 options


@rule("battleships", "10.0")
def test_options_one_by_one_all_or_none() -> None:
    assert len(NAMES) == 12
    for name in NAMES:
        chosen = new_game(BOX, "denmark_strait", Options(as_proposed=False, **{name: True})).options
        assert [one for one in NAMES if getattr(chosen, one)] == [name]
    assert with_proposed(Options(as_proposed=False), ("radar",)) == Options(as_proposed=False)


# --- 10.1 radar


@rule("battleships", "10.1")
@rule("battleships", "10.1a")
@rule("battleships", "T.radar")
@pytest.mark.parametrize(("radar", "far", "penalty"), SETS)
def test_radar_sees_and_costs_by_its_table(radar: str, far: int, penalty: int | None) -> None:
    at = f"{25 + far:02}12"
    board = at_sea(f"hood 2512 A 4 radar={radar}", f"bismarck {at} A 4", sight=5, options=options("radar"))
    found = sight.seen(board, board.ship("hood"), board.ship("bismarck"))
    assert (None if found is None else found.penalty) == penalty


@rule("battleships", "10.1")
def test_what_is_in_sight_needs_no_radar() -> None:
    board = at_sea("bismarck 2512 A 4 radar=fumo", "hood 3012 A 4", sight=5, options=options("radar"))
    assert aims(board) == {"hood": "plain"}
    assert "radar" not in lines(board, "bismarck", "hood")


@rule("battleships", "10.1")
def test_radar_does_not_lengthen_guns_nor_see_through_land() -> None:
    far = at_sea("barham 2512 A 4 radar=mark_8", "bismarck 3812 A 4", sight=5, options=options("radar"))
    near = at_sea("barham 2512 A 4 radar=mark_8", "bismarck 3712 A 4", sight=5, options=options("radar"))
    ashore = at_sea(
        "barham 2512 A 4 radar=mark_8", "bismarck 3712 A 4", sight=5, options=options("radar"), land=("2712",)
    )
    assert (aims(far), aims(near), aims(ashore)) == ({}, {"bismarck": "radar"}, {})


@rule("battleships", "10.1b")
def test_radar_is_lost_at_3w_for_good() -> None:
    board = at_sea("hood 2512 A 4 w2 radar=type_284", "bismarck 3112 A 4", sight=5, options=options("radar"))
    assert aims(board) == {"bismarck": "radar"}
    hood = board.ship("hood")
    board.harm(hood, Harm(1, 0))
    play(board, repair(board), dice=[(1,)])
    assert hood.weapons == 2
    assert aims(board) == {}


@rule("battleships", "10.1c")
@pytest.mark.parametrize(
    ("ship", "date", "radar"),
    [
        ("hood", "1941.05", "type_284"), ("hood", "1941.04", ""), ("duke_of_york", "1942.12", "type_284"),
        ("duke_of_york", "1943.01", "type_284m"), ("washington", "1942.11", "mark_3"),
        ("washington", "1944.10", "mark_8"), ("richelieu", "1942.11", ""), ("yamato", "1944.10", "type_22_kai"),
        ("yamato", "1942.11", ""), ("littorio", "1942.08", ""), ("littorio", "1942.09", "gufo_3"),
    ],
)  # fmt: skip
def test_who_has_which_set_when(ship: str, date: str, radar: str) -> None:
    assert BOX.counters[ship].radar_in(date) == radar


# --- 10.2 spotter aircraft


@rule("battleships", "10.2")
@pytest.mark.parametrize(
    ("ships", "night", "names", "rolls"),
    [
        (("hood 2512 A 4",), False, ("aircraft",), True), (("norfolk 2512 A 4",), False, ("aircraft",), True),
        (("lutzow 2512 A 4",), False, ("aircraft",), True), (("rodney 2512 A 4",), False, ("aircraft",), True),
        (("gb_cl_town 2512 A 4", "gb_dd 2514 A 4"), False, ("aircraft",), False),
        (("hood 2512 A 4",), True, ("aircraft",), False), (("hood 2512 A 4",), False, (), False),
    ],
)  # fmt: skip
def test_who_calls_for_aircraft(ships: tuple[str, ...], night: bool, names: tuple[str, ...], rolls: bool) -> None:
    board = at_sea(*ships, night=night, options=options(*names))
    side = board.sides[0]
    played = play(board, spot(board, side), dice=[(4,)] * rolls)
    assert [(event.side, event.die, event.up) for event in played.told(Spotting)] == [(side, 4, True)] * rolls
    assert board.state.spotting == [side] * rolls


@rule("battleships", "10.2", "3.1")
def test_the_inferiors_aircraft_are_called_when_the_turn_begins() -> None:
    board = at_sea("hood 2512 A 4", "bismarck 4512 A 4", turn=1, options=options("aircraft"))
    played = play(board, sighting(board), dice=[(1,), (3,)])
    assert [(event.side, event.die, event.up) for event in played.told(Spotting)] == [("german", 3, False)]
    assert board.state.spotting == []


@rule("battleships", "10.2")
def test_the_superiors_aircraft_are_called_before_his_targets() -> None:
    board = at_sea("hood 2512 A 4", "bismarck 3512 A 4", sight=5, options=Options(as_proposed=False, aircraft=True))
    assert play(board, first_targets(board)).kinds == []
    played = play(board, second_targets(board), dice=[(2,)])
    assert played.kinds == ["targets@german"]
    assert [(event.side, event.die, event.up) for event in played.told(Spotting)] == [("german", 2, True)]


@rule("battleships", "10.2")
@pytest.mark.parametrize(("die", "up"), [(1, False), (2, True), (3, False), (4, True), (5, False), (6, True)])
def test_an_even_die_brings_aircraft(die: int, up: bool) -> None:
    board = at_sea("hood 2512 A 4", "bismarck 3512 A 4", sight=5, options=options("aircraft"))
    played = play(board, spot(board, "british"), dice=[(die,)])
    assert [event.up for event in played.told(Spotting)] == [up]
    assert aims(board) == ({"bismarck": "aircraft"} if up else {})


@rule("battleships", "10.2")
def test_aircraft_serve_capital_ships_and_heavy_cruisers_at_minus_3_by_day() -> None:
    board = at_sea(
        "hood 2512 A 4", "norfolk 2514 A 4", "gb_cl_town 2516 A 4", "bismarck 3512 A 4", sight=5,
        options=options("aircraft"),
    )  # fmt: skip
    play(board, spot(board, "british"), dice=[(2,)])
    assert {aim.ship for aim in target_form(board, "british").aims} == {"hood", "norfolk"}
    assert lines(board, "hood", "bismarck")["aircraft"] == -3
    night = at_sea("hood 2512 A 4", "bismarck 3512 A 4", sight=5, night=True, options=options("aircraft"))
    play(night, spot(night, "british"))


# --- 10.3 crews


@rule("battleships", "10.3")
@rule("battleships", "5.9")
@pytest.mark.parametrize(("grade", "key", "amount", "number"), [(1, "good_crew", 1, 7), (-1, "poor_crew", -1, 5)])
def test_crews_change_guns_and_torpedoes(grade: int, key: str, amount: int, number: int) -> None:
    ships = ("prinz_eugen 2512 A 4", "hood 2912 A 4")
    crews = (Crew(grade=1 if grade > 0 else -1, ships=("prinz_eugen",)),)
    board = at_sea(*ships, options=options("crews"), crews=crews)
    assert lines(board, "prinz_eugen", "hood") == {key: amount}
    assert [salvo.number for salvo in torpedo_form(board, "german").salvoes] == [number]
    without = at_sea(*ships, crews=crews)
    assert lines(without, "prinz_eugen", "hood") == {}


# --- 10.4 blind arcs


@rule("battleships", "10.4")
@pytest.mark.parametrize("ship", ["nelson", "rodney", "dunkerque", "strasbourg", "richelieu"])
def test_guns_that_stand_forward_do_not_fire_aft_but_secondaries_do(ship: str) -> None:
    enemies = ("bismarck 2518 A 4", "prinz_eugen 2517 A 4")
    assert aims(at_sea(f"{ship} 2512 A 4", *enemies, options=options("arcs"))) == {}
    assert set(aims(at_sea(f"{ship} 2512 A 4", *enemies))) == {"bismarck", "prinz_eugen"}
    board = at_sea(f"{ship} 2512 A 4", *enemies, options=options("arcs"))
    aims_ = target_form(board, board.sides[0]).aims
    assert [aim.at for aim in aims_ if aim.secondary] == ["prinz_eugen"]


@rule("battleships", "10.4a")
@pytest.mark.parametrize(
    ("ship", "pays"),
    [("dunkerque", False), ("richelieu", False), ("bretagne", True), ("rodney", True), ("hood", True)],
)
def test_two_french_classes_fire_ahead_without_loss(ship: str, pays: bool) -> None:
    board = at_sea(f"{ship} 2512 A 4", "bismarck 2504 A 4", options=options("arcs"))
    assert ("fore_or_aft" in lines(board, ship, "bismarck")) is pays


# --- 10.8 friendly fire


@rule("battleships", "10.8")
def test_across_a_friend_the_shot_falls_on_him_on_a_1() -> None:
    board = masked("hood 2512 A 4", "norfolk 2712 A 1", "bismarck 3112 A 4")
    carry_out(board, target_form(board, "british").accept([{"order": "target", "ship": "hood", "at": "bismarck"}]))
    played = play(board, gunnery(board), dice=[(1,), (3, 4), (3, 4)])
    (shot,) = played.told(Fired)
    # two hexes: 126; Norfolk at speed 1: +2, so nine: 46 points to 4: 5:1, seven
    assert (shot.target, shot.distance, shot.changed, shot.points, shot.odds) == ("norfolk", 2, 126, 46, "5:1")
    assert (board.ship("norfolk").weapons, board.ship("norfolk").hull) == (1, 2)


@rule("battleships", "10.8")
@pytest.mark.parametrize("die", [2, 6])
def test_on_any_other_die_it_flies_on(die: int) -> None:
    board = masked("hood 2512 A 4", "norfolk 2712 A 4", "bismarck 3112 A 4")
    carry_out(board, target_form(board, "british").accept([{"order": "target", "ship": "hood", "at": "bismarck"}]))
    played = play(board, gunnery(board), dice=[(die,), (3, 4), (2, 2)])
    assert played.told(Fired)[0].target == "bismarck"
    assert [event.friend for event in played.told(Strayed)] == [""]


@rule("battleships", "10.8")
@pytest.mark.parametrize("verb", ["target", "secondary"])
def test_the_preview_warns_of_the_friends_that_a_shot_crosses(verb: str) -> None:
    board = masked("hood 2512 A 4", "norfolk 2712 A 4", "suffolk 3112 C 4", "bismarck 3116 A 4", "prinz_eugen 3112 A 4")
    board.ship("suffolk").at = "2514"
    form = target_form(board, "british")
    crossing, clear = ({"order": verb, "ship": ship, "at": "prinz_eugen"} for ship in ("hood", "norfolk"))
    (line,) = form.preview([crossing]).lines
    assert line.tone == "risk"
    assert "crosses norfolk: on a 1 the shot falls there (10.8)" in line.text.en
    assert "味方norfolk越し：1で誤射（10.8）" in line.text.ja
    if verb == "target":
        (line,) = form.preview([clear]).lines
        assert (line.tone, "crosses" in line.text.en) == ("free", False)


@rule("battleships", "10.8")
def test_the_preview_of_a_doctrine_warns_too() -> None:
    board = masked("hood 2512 A 4", "norfolk 2712 A 4", "bismarck 3112 A 4")
    lines = target_form(board, "british").preview([{"order": "engage", "ships": ["hood"], "at": ["nearest"]}]).lines
    assert [(line.tone, "crosses norfolk" in line.text.en) for line in lines] == [("risk", True)]


@rule("battleships", "10.8")
def test_without_the_option_friends_block_and_nobody_rolls() -> None:
    board = at_sea("hood 2512 A 4", "norfolk 2712 A 4", "bismarck 3112 A 4", night=True, sight=12)
    assert "hood" not in {aim.ship for aim in target_form(board, "british").aims}


@rule("battleships", "10.8a")
def test_secondaries_spare_friendly_capital_ships() -> None:
    board = masked("hood 2512 A 4", "duke_of_york 2712 A 4", "prinz_eugen 3112 A 4")
    order = [{"order": "secondary", "ship": "hood", "at": "prinz_eugen"}]
    carry_out(board, target_form(board, "british").accept(order))
    played = play(board, gunnery(board), dice=[(1,)])
    assert [event.spared for event in played.told(Strayed)] == [True]
    assert played.told(Secondaries) == []


@rule("battleships", "10.8a", "5.11")
def test_secondaries_that_fall_on_a_small_friend_strike_her() -> None:
    board = masked("hood 2512 A 4", "norfolk 2712 A 4", "prinz_eugen 3112 A 4")
    order = [{"order": "secondary", "ship": "hood", "at": "prinz_eugen"}]
    carry_out(board, target_form(board, "british").accept(order))
    played = play(board, gunnery(board), dice=[(1,), (3, 3)])
    assert [(event.friend, event.spared) for event in played.told(Strayed)] == [("norfolk", False)]
    assert [(event.target, event.distance, event.result) for event in played.told(Secondaries)] == [
        ("norfolk", 2, "1W")
    ]
    assert board.ship("norfolk").weapons == 1


# --- 10.11 turning


@rule("battleships", "10.11", "11.2")
def test_who_lies_still_by_the_scenario_has_not_turned() -> None:
    board = in_battle("mers_el_kebir", turn=1)
    board.ship("dunkerque").turned = True
    play(board, second_move(board))
    assert not board.ship("dunkerque").turned


@rule("battleships", "10.11")
@pytest.mark.parametrize(
    ("by", "turned"), [("ahead 2", False), ("port, ahead 2", True), ("ahead 1, port, ahead 1", True)]
)
def test_who_has_turned_in_her_last_move(by: str, turned: bool) -> None:
    board = at_sea("hood 2512 A 4", "bismarck 4512 A 4")
    board.ship("hood").turned = not turned
    play(board, first_move(board), says={"courses": f'steer hood by="{by}"'})
    assert board.ship("hood").turned is turned


@rule("battleships", "10.11")
@pytest.mark.parametrize(
    ("radar", "turned", "lost", "pays"),
    [("", True, False, True), ("", False, False, False), ("type_284", True, False, True),
     ("type_284m", True, False, False), ("type_284m", True, True, True)],
)  # fmt: skip
def test_a_ship_that_turned_fires_worse_unless_her_radar_is_advanced(
    radar: str, turned: bool, lost: bool, pays: bool
) -> None:
    words = f"hood 2512 A 4 radar={radar}" if radar else "hood 2512 A 4"
    board = at_sea(words, "bismarck 3512 A 4", options=options("turning", "radar"))
    board.ship("hood").turned, board.ship("hood").radar_lost = turned, lost
    assert lines(board, "hood", "bismarck") == ({"turned": -1} if pays else {})
