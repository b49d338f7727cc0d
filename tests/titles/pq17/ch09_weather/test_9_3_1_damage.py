"""9.3.1: weather damage."""

from typing import Any

import pytest

from games.titles.pq17.components.options import Options
from games.titles.pq17.components.pieces import Damage, Side, WeatherKind
from games.titles.pq17.rules.operation.victory import missing_merchants
from games.titles.pq17.rules.special.mishaps import weather_damage
from games.titles.pq17.rules.weather import damage
from games.titles.pq17.rules.weather.damage import (
    gale_cards,
    is_storm_damage,
    remove_damaged,
    ships_at_risk,
    storm_risks,
)
from games.titles.pq17.state.counters import Counter
from games.titles.pq17.state.events.special import Mishap
from games.titles.pq17.state.state import AirUnit, Convoy, Sky, Tally
from tests.titles.pq17.arctic import arctic, force, ships
from tests.titles.pq17.box import BOX
from tests.titles.pq17.ch09_weather.gales import blowing, weather_convoy
from tests.titles.pq17.ch13_events.happenings import event_phase
from tests.titles.pq17.playing import heard, phase, play
from tests.titles.pq17.procedures import events_for, perform
from tests.titles.pq17.strikes import OPEN
from tests.titles.pq17.trial import counter, left, read_counters, run

rule = pytest.mark.rule


@rule("pq17", "9.3.1", "2.1.2", "2.1.2a")
@pytest.mark.parametrize(
    ("began", "excepted", "arrived", "charged"),
    [(16, 4, 9, 0), (16, 4, 8, 4), (16, 0, 12, 0), (16, 0, 11, 5), (15, 3, 9, 0), (1, 1, 0, 0), (3, 0, 2, 1)],
)
def test_9_3_1_who_turned_back_is_neither_missing_nor_counted(
    began: int, excepted: int, arrived: int, charged: int
) -> None:
    assert missing_merchants(Tally("pq12", laden=True, began=began, arrived=arrived, excepted=excepted)) == charged


@rule("pq17", "9.3.1", "9.3.1a")
@pytest.mark.parametrize(
    ("words", "cards"),
    [
        (("mv 18", "dd_a_i 2"), 1), (("mv 18", "dd_a_i 2", "kent"), 2), (("mv 20", "es_british 4", "aldersdale"), 1),
        (("mv 40",), 2), (("mv 40", "tb_hunt 1"), 3),
    ],
)  # fmt: skip
def test_9_3_1_a_card_for_twenty_ships(words: tuple[str, ...], cards: int) -> None:
    board = blowing(weather_convoy(*words))
    play(weather_damage(phase(board, "allied")), cards=["card_07", "card_08", "card_11"][:cards])


@rule("pq17", "9.3.1")
@pytest.mark.parametrize("kind", ["fair", "reduced", "fog"])
def test_9_3_1_no_damage_in_other_weather(kind: WeatherKind) -> None:
    board = blowing(weather_convoy(), kind=kind)
    play(weather_damage(phase(board, "allied")))


@rule("pq17", "9.3.1a", position="PP149")
def test_9_3_1a_cards_of_a_gale() -> None:
    convoy = read_counters("mv 8", "mv 8", "mo 2", "mv 1", "dd_a_i 2", "aldersdale 2", "palomares 1", "es_british 3")
    assert ships_at_risk(BOX, convoy) == 21
    assert gale_cards(BOX, convoy) == 2
    assert gale_cards(BOX, [one for one in convoy if one.strength != 1]) == 1
    assert gale_cards(BOX, read_counters("es_british 3")) == 0


@rule("pq17", "9.3.1a", "9.3.1c", "10.2.6", "10.2.6a", positions=("PP150", "PP159"))
def test_9_3_1a_ships_are_drawn_and_gone() -> None:
    ships = read_counters("norfolk 3", "dd_a_i 2", "es_british 2", "mv 2", "aldersdale 2")
    assert run(remove_damaged(BOX, ships, Damage(1, 1, 1, 2, 2), whole=False, key="c"), lots=[2], secret=True) == [
        "norfolk",
        "dd_a_i",
        "aldersdale",
        "mv",
    ]
    assert left(ships) == ["dd_a_i 1", "es_british 2", "mv 1"]
    ships = read_counters("dd_a_i 3")
    assert len(run(remove_damaged(BOX, ships, Damage(0, 1, 1, 0, 0), whole=True, key="c"))) == 2
    assert left(ships) == ["dd_a_i 1"]


@rule("pq17", "9.3.1a")
@pytest.mark.parametrize(
    ("holding", "risk", "cards"),
    [
        (("mv 20",), 20, 1),
        (("mv 20", "london 3"), 21, 2),
        (("mv 16", "dd_a_i 3", "tb_hunt 1"), 20, 1),
        (("es_british 4", "aldersdale 2", "ss_british 2"), 0, 0),
        (("london 3",), 1, 1),
        (("mv 40",), 40, 2),
        (("mv 41",), 41, 3),
        ((), 0, 0),
    ],
)
def test_9_3_1a_a_card_for_twenty_ships_at_risk(holding: tuple[str, ...], risk: int, cards: int) -> None:
    held = read_counters(*holding)
    assert (ships_at_risk(BOX, held), gale_cards(BOX, held)) == (risk, cards)


@rule("pq17", "9.3.1a", "9.3.1c", "10.2.6", "10.2.6a")
@pytest.mark.parametrize(
    ("damage", "whole", "lost"),
    [
        ((1, 0, 0, 0, 0), True, ["london"]),
        ((2, 0, 0, 0, 0), True, ["london"]),
        ((0, 1, 1, 0, 0), False, ["dd_a_i"]),
        ((0, 1, 1, 0, 0), True, ["dd_a_i", "dd_a_i"]),
        ((0, 0, 0, 1, 2), False, ["mv"]),
        ((0, 0, 0, 1, 2), True, ["mv", "mv", "mv"]),
        ((1, 1, 0, 1, 0), True, ["london", "dd_a_i", "mv"]),
        ((0, 3, 0, 0, 0), True, ["dd_a_i", "dd_a_i"]),
    ],
)
def test_9_3_1a_whom_a_card_of_damage_takes_out(damage: Any, whole: bool, lost: list[str]) -> None:
    """A ship of her own counter altogether, of a class one; where there is none of the sort, nobody."""
    heavy, light, light_more, convoy, convoy_more = damage
    held = read_counters("london 3", "dd_a_i 2", "mv 4")
    card = Damage(heavy=heavy, light=light, light_more=light_more, convoy=convoy, convoy_more=convoy_more)
    assert run(remove_damaged(BOX, held, card, whole=whole, key="k"), secret=True) == lost
    left = {one.ship: one.strength for one in held}
    expected = {"london": 0 if "london" in lost else 3, "dd_a_i": 2 - lost.count("dd_a_i"), "mv": 4 - lost.count("mv")}
    assert left == {ship: strength for ship, strength in expected.items() if strength}


@rule("pq17", "9.3.1a", "10.2.6", "7.0")
def test_9_3_1a_a_wreck_that_no_card_takes_out_stays_where_it_lies() -> None:
    held = read_counters("dd_a_i 1", "norfolk 0+dead", "mv 0+dead")
    card = Damage(heavy=0, light=1, light_more=0, convoy=0, convoy_more=0)
    assert run(remove_damaged(BOX, held, card, whole=True, key="k"), secret=True) == ["dd_a_i"]
    assert [(one.ship, one.dead) for one in held] == [("norfolk", True), ("mv", True)]


@rule("pq17", "9.3.1a")
@pytest.mark.parametrize(
    ("holding_", "cards"),
    [
        (("mv 20",), 1),
        (("mv 21",), 2),
        (("mv 14", "dd_a_i 4", "tb_hunt 2"), 1),
        (("mv 14", "dd_a_i 4", "kenya", "london"), 1),
        (("mv 14", "dd_a_i 5", "kenya", "london"), 2),
        (("mv 20", "es_british 4"), 1),
        (("mv 40", "ss_british 2"), 2),
    ],
)
def test_9_3_1a_a_card_for_twenty_or_part_of_twenty(holding_: tuple[str, ...], cards: int) -> None:
    """Heavy ships by ship, others by strength; escorts and submarines not."""
    assert damage.gale_cards(BOX, ships(*holding_)) == cards


@rule("pq17", "9.3.1a", "9.3.2a")
def test_9_3_1a_a_convoy_and_its_part_are_one_force() -> None:
    board = blowing(weather_convoy("mv 15"), weather_convoy("mv 5", name="p", convoy=Convoy(part_of="c")))
    play(weather_damage(phase(board, "axis")), cards=["card_07"])


@rule("pq17", "9.3.1a", "9.3.1c")
@pytest.mark.parametrize(("fate", "dice", "scored"), [(False, [], []), (True, [(4,)], []), (True, [(3,)], [True])])
def test_9_3_1a_of_two_figures_the_first_alone_and_points_for_a_destroyer_that_sinks(
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


@rule("pq17", "9.3.1b", position="PP150")
def test_9_3_1b_who_is_at_risk_in_storm() -> None:
    ships = read_counters(
        "koln 2", "admiral_hipper 4", "tb_35_37 2", "dd_36a 3", "dd_project_7 2", "es_soviet 1", "dd_a_i 2"
    )
    assert [one.ship for one in storm_risks(BOX, ships)] == [
        "koln",
        "tb_35_37",
        "tb_35_37",
        "dd_project_7",
        "dd_project_7",
    ]
    light, heavy = Damage(0, 1, 0, 2, 2), Damage(1, 0, 1, 0, 0)
    assert is_storm_damage(BOX, counter("dd_project_7 1"), light)
    assert not is_storm_damage(BOX, counter("dd_project_7 1"), heavy)
    assert is_storm_damage(BOX, counter("koln 2"), heavy)


@rule("pq17", "9.3.1b", "13.2")
def test_9_3_1b_a_storm_hurts_the_frail_outside_coast_hexes() -> None:
    soviet = force("s", "allied", "task_force", "0610", "dd_project_7 1", "dd_a_i 2")
    inshore = force("i", "allied", "task_force", "0818", "dd_project_7 1")
    board = event_phase("axis", soviet, inshore, sky=Sky("storm"))
    light = next(place for place, card in enumerate(BOX.cards.values()) if card.damage.light)
    perform(board, weather_damage(board), draws=[(light,)])
    assert (left(soviet.counters), left(inshore.counters)) == (["dd_a_i 2"], ["dd_project_7 1"])


@rule("pq17", "9.3.1b")
def test_9_3_1b_whom_a_storm_endangers_and_by_which_figure() -> None:
    held = read_counters("koln 2", "tb_35_37 2", "dd_36a 3", "lutzow 4", "dd_project_7 3", "tb_novik 2", "es_soviet 2",
                         "london 3", "edinburgh 4", "tb_hunt 2", "dd_a_i 2")  # fmt: skip
    found = [one.ship for one in storm_risks(BOX, held)]
    assert found == ["koln", *["tb_35_37"] * 2, *["dd_project_7"] * 3, *["tb_novik"] * 2]
    heavy, light = Damage(heavy=1, light=0, light_more=2, convoy=1, convoy_more=1), Damage(
        heavy=0, light=1, light_more=0, convoy=0, convoy_more=0)  # fmt: skip
    assert [is_storm_damage(BOX, one, heavy) for one in read_counters("koln 2", "tb_35_37 2")] == [True, False]
    assert [is_storm_damage(BOX, one, light) for one in read_counters("koln 2", "tb_35_37 2")] == [False, True]


@rule("pq17", "9.3.1b")
@pytest.mark.parametrize(
    ("holding_", "cards"),
    [
        (("koln", "nurnberg"), 2), (("koln", "admiral_hipper", "tirpitz"), 1), (("tb_35_37 4",), 4), (("dd_36a 4",), 0),
        (("dd_project_7 2", "tb_novik 1", "es_soviet 2"), 3), (("kenya", "dd_a_i 4", "tb_hunt 3"), 0),
    ],
)  # fmt: skip
def test_9_3_1b_who_is_at_risk_in_a_storm(holding_: tuple[str, ...], cards: int) -> None:
    assert len(damage.storm_risks(BOX, ships(*holding_))) == cards


@rule("pq17", "9.3.1b", "13.2")
@pytest.mark.parametrize(
    ("sky", "at", "cards", "after"),
    [
        ("storm", "0613", ["card_01"], []),
        ("storm", "0613", ["card_05"], ["koln 2"]),
        ("storm", "0815", [], ["koln 2"]),
        ("fog", "0613", [], ["koln 2"]),
        ("fair", "0613", [], ["koln 2"]),
    ],
)
def test_9_3_1b_a_light_cruiser_is_hurt_by_figures_for_heavy_ships_alone(
    sky: Any, at: str, cards: list[str], after: list[str]
) -> None:
    """Card 1 says a heavy ship and a DD/TB, card 5 a DD/TB; before the coast she is safe, and by other weather too."""
    one = force("t", "axis", "task_force", at, "koln")
    board = arctic(one, sky=Sky(sky))
    play(weather_damage(board), cards=cards)
    assert left(one.counters) == after
    assert board.state.bookings == []


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
def test_9_3_1b_who_is_frail_in_a_storm(
    side: Side, at: str, words: tuple[str, ...], cards: list[str], left: list[str]
) -> None:
    one = force("t", side, "task_force", at, *words)
    board = blowing(one, kind="storm")
    coast = BOX.hexes[at].kind == "coast"
    play(weather_damage(phase(board, "allied")), cards=[] if coast else cards)
    assert sorted(ship.ship for ship in one.counters) == (sorted(words) if coast else left)


@rule("pq17", "9.3.1c", "1.2b")
def test_9_3_1c_who_lost_a_whole_force_to_weather_hears_of_the_ships_first() -> None:
    lone = force("s", "allied", "task_force", "0610", "dd_project_7 1")
    board = event_phase("axis", lone, sky=Sky("storm"))
    light = next(place for place, card in enumerate(BOX.cards.values()) if card.damage.light)
    perform(board, weather_damage(board), draws=[(light,)])
    assert [type(event).__name__ for event in events_for(board, "allied")] == ["Mishap", "BlocksChanged"]


@rule("pq17", "9.3.1c", "7.8a", "5.1.1b")
def test_9_3_1c_who_leaves_in_a_gale_takes_aircraft_and_tow_along() -> None:
    """Card 40: a heavy ship, a destroyer. The tow is adrift, the aircraft are gone with their carrier."""
    one = force("t", "allied", "task_force", OPEN, "victorious", "dd_a_i 1")
    one.counters[1].tows = True
    one.counters.append(Counter("tb_hunt", 1, dead=True, towed=True))
    board = blowing(one, air=[AirUnit("albacore", 2, id="a", base="victorious")])
    play(weather_damage(phase(board, "allied")), cards=["card_40"])
    assert [(ship.ship, ship.towed) for ship in one.counters] == [("tb_hunt", False)]
    assert board.state.air == []


@rule("pq17", "9.3.1c")
def test_9_3_1c_a_wreck_that_the_gale_takes_is_gone() -> None:
    """Card 16: a heavy ship."""
    one = force("t", "allied", "task_force", OPEN, "dd_a_i 1")
    one.counters.append(Counter("kent", 0, dead=True, towed=True))
    one.counters[0].tows = True
    board = blowing(one)
    play(weather_damage(phase(board, "allied")), cards=["card_16"])
    assert [(ship.ship, ship.tows) for ship in one.counters] == [("dd_a_i", False)]
    assert [(loss.unit, loss.strength, loss.how) for loss in board.state.losses] == [("kent", 0, "weather")]
