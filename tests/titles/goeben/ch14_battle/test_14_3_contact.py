"""Contact (14.3)."""

import pytest

from games.titles.goeben.components.options import Options
from games.titles.goeben.rules.battle.contact import _counter_speed, allied_rating
from games.titles.goeben.state.events import battle as told
from games.titles.goeben.state.state import Battle, Foe, Weather
from tests.titles.goeben.box import BOX
from tests.titles.goeben.fights import SEA, battle_board, fight, met, misses, rating, written
from tests.titles.goeben.laid_out import at_sea

rule = pytest.mark.rule
CHARTS = BOX.charts
FIRST = (6,)


def rated(at: str = SEA, foes: str = "gb_lc_2", **rest: object) -> int:
    board = battle_board(foes, at=at, **rest)  # type: ignore[arg-type]
    board.state.battle = Battle(at, ships=["goeben"], foes=[Foe(name) for name in foes.split()])
    return allied_rating(board)


@rule("goeben", "14.3")
@pytest.mark.parametrize(
    ("totals", "meeting"),
    [((-9, -6, -5, -4), "ac2"), ((-3, -2, -1), "ac1"), ((0,), "none"), ((1, 2, 3), "gc1"), ((4, 5, 6, 11), "gc2")],
)
def test_contact_chart(totals: tuple[int, ...], meeting: str) -> None:
    assert {CHARTS.contact.meeting(total) for total in totals} == {meeting}


@rule("goeben", "14.3")
def test_contact_modifiers() -> None:
    chart = CHARTS.contact
    assert (chart.optics, chart.wireless, chart.wireless_ships, chart.seaplane) == (2, 1, 2, 2)
    assert (chart.allied_place, chart.shore) == (1, 0)


@rule("goeben", "14.3")
def test_contact_on_the_high_seas() -> None:
    """Leadership 4, cruise 4, alert 1, speed 5, a one: 1 + 8 - 6 is 3, GC1, and so the Germans fire first."""
    played = fight(battle_board("gb_lc_1"), dice=[(1,), misses(8), misses(6), misses(2), misses(5), misses(1)])
    event = met(played)
    assert (event.german, event.allied, event.die) == (8, 6, 1)
    assert (event.result, event.first) == ("gc1", "german")


@rule("goeben", "14.3")
@rule("goeben", "5.3")
@pytest.mark.parametrize(("alert", "die", "result"), [(1, 6, "gc2"), (6, 4, "gc1"), (6, 3, "none")])
def test_the_alert_level_counts_against_the_germans(alert: int, die: int, result: str) -> None:
    event = met(fight(battle_board("gb_lc_1", alert=alert, doctrine="break-off cl"), dice=[(die,)]))
    assert (event.allied, event.result) == (alert + 5, result)


@rule("goeben", "14.3")
def test_the_best_leader_and_the_fastest_ship_may_be_two_ships() -> None:
    event = rating(goeben="+leadership=5+engines=2", breslau=f"{SEA}+leadership=1")
    assert event.german == 5 + 4


@rule("goeben", "14.3")
@rule("goeben", "T.cargo")
def test_gear_that_helps_to_find_the_enemy() -> None:
    assert rating(goeben="+cargo=optics").german == 8 + 2
    assert rating(goeben="+cargo=optics", breslau=f"{SEA}+cargo=optics").german == 8 + 2, "once"
    assert rating(goeben="+cargo=wireless", breslau=SEA).german == 8
    assert rating(goeben="+cargo=wireless", breslau=f"{SEA}+cargo=wireless").german == 8 + 1


@rule("goeben", "14.3")
def test_the_allies_at_home_and_their_fastest_ship() -> None:
    assert rating(at="malta_pz").allied == 1 + 5 + 1
    assert rating(foes="gb_ca_1 gb_lc_1").allied == 1 + 5
    assert rating(foes="gb_ca_1", doctrine="break-off ca").allied == 1 + 4


@rule("goeben", "14.3")
def test_coal_raises_the_speed_at_contact() -> None:
    board = battle_board("gb_lc_1", doctrine="steam\nbreak-off cl")
    played = fight(board, dice=[(6,)])
    assert met(played).german == 4 + 5
    assert board.ship("goeben").coal == 3
    assert played.told(told.SpeedRaised) == [told.SpeedRaised("goeben", 3)]


@rule("goeben", "14.3")
def test_coal_is_not_spent_for_nothing() -> None:
    """No coal left, engines too weak, or enemies that the doctrine does not steam after."""
    for goeben, doctrine in (
        ("+coal=0", "steam\nbreak-off cl"), ("+engines=4", "steam\nbreak-off cl"), ("", "steam bc\nbreak-off cl"),
    ):  # fmt: skip
        board = battle_board("gb_lc_1", goeben=goeben, doctrine=doctrine)
        assert met(fight(board, dice=[(6,)])).german == 8


@rule("goeben", "14.3")
def test_the_senior_officer_may_be_asked_for_the_speed() -> None:
    board = battle_board("gb_lc_1", doctrine="ask-first contact\nbreak-off cl")
    played = fight(board, dice=[(6,)], says={"contact": "maximum"})
    assert played.kinds == ["contact"]
    assert met(played).german == 9
    board = battle_board("gb_lc_1", doctrine="ask-first contact\nbreak-off cl")
    assert met(fight(board, dice=[(6,)])).german == 8


@rule("goeben", "14.3")
@rule("goeben", "13.chart/Limited Visibility")
@pytest.mark.parametrize(("alert", "die"), [(1, 1), (6, 2)])
def test_poor_sight_makes_a_weak_contact_none(alert: int, die: int) -> None:
    board = battle_board("gb_lc_1", alert=alert, weather=Weather(visibility="secondary"))
    event = met(fight(board, dice=[(die,)]))
    assert event.result in ("gc1", "none", "ac1")
    assert event.first == ""


@rule("goeben", "14.3", "16.0")
def test_what_stands_ashore_has_no_speed() -> None:
    assert _counter_speed(at_sea(forts={"malta": "fort_3"}), "fort_3") == 0


@rule("goeben", "14.3")
@pytest.mark.parametrize(
    ("at", "foes", "alert", "rating"),
    [
        (SEA, "gb_lc_2", 2, 7), ("malta_pz", "gb_lc_2", 6, 12), ("algiers", "gb_lc_2", 2, 8),
        ("malta", "gb_lc_2", 2, 8), ("brindisi", "gb_lc_2", 2, 7), (SEA, "gb_ca_1 gb_dd_1", 2, 7),
        (SEA, "fr_convoy_1", 2, 4),
        (SEA, "fr_convoy_1 gb_ca_1", 2, 6),
    ],
)  # fmt: skip
def test_what_the_allies_bring_to_contact(at: str, foes: str, alert: int, rating: int) -> None:
    assert rated(at, foes, alert=alert) == rating


@rule("goeben", "14.3")
@pytest.mark.parametrize(
    ("total", "result"),
    [(-9, "ac2"), (-6, "ac2"), (-4, "ac2"), (-3, "ac1"), (-1, "ac1"), (0, "none"), (1, "gc1"), (3, "gc1"), (4, "gc2"),
     (9, "gc2")],
)  # fmt: skip
def test_the_edges_of_the_contact_chart(total: int, result: str) -> None:
    assert BOX.charts.contact.meeting(total) == result


@rule("goeben", "14.3")
@pytest.mark.parametrize(("alert", "die", "first"), [(2, 1, ""), (2, 3, "german")])
def test_dim_light_leaves_only_firm_contacts(alert: int, die: int, first: str) -> None:
    board = battle_board("gb_lc_2", alert=alert, weather=Weather("secondary"), doctrine="break-off cl")
    (event,) = fight(board, dice=[(die,)]).told(told.ContactRolled)
    assert event.first == first


@rule("goeben", "14.3", "20.0")
@pytest.mark.parametrize(("cargo", "breslau", "more"), [("", "pola", 0), ("wireless", "pola", 0), ("wireless", SEA, 1)])
def test_wireless_counts_in_german_ships_alone(cargo: str, breslau: str, more: int) -> None:
    """The chart asks for two German ships that have it: what 25.3 says of consorts lets captains talk."""
    board = battle_board(
        "gb_lc_1", goeben=f"+cargo={cargo}" if cargo else "",
        breslau=breslau + ("+cargo=wireless" if breslau == SEA else ""), ah_cl_1=SEA,
        options=Options(austro_hungarian=True), doctrine="break-off cl",
    )  # fmt: skip
    (event,) = fight(board, dice=[(6,)]).told(told.ContactRolled)
    assert event.german == 4 + 5 + more, "her leadership and the speed of the consort"


@rule("goeben", "14.3", "14.3.4")
def test_the_senior_captain_spends_the_coal_of_any_ship_at_contact() -> None:
    """One rating for all ships: where captains disagree about it, precedence settles it (25.2)."""
    board = battle_board(
        "gb_lc_1", goeben="+coal=0", breslau=f"{SEA}+coal=2", doctrine="ask-first contact\nbreak-off cl",
        scenario="captains",
    )  # fmt: skip
    played = fight(board, dice=[(6,)], says={"contact@goeben": "maximum"})
    assert [question.seat for question in played.asked if question.kind == "contact"] == ["goeben"]
    assert played.told(told.SpeedRaised) == [told.SpeedRaised("breslau", 1)]


@rule("goeben", "14.3", "14.3.4")
def test_where_the_senior_captain_does_not_want_it_no_coal_is_spent() -> None:
    board = battle_board(
        "gb_lc_1", goeben="+coal=0", breslau=f"{SEA}+coal=2", doctrine="break-off cl", scenario="captains"
    )
    board.state.doctrines["breslau"] = written("steam")
    assert not fight(board, dice=[(6,)]).told(told.SpeedRaised)


@rule("goeben", "14.3.1")
def test_without_contact_the_allies_are_gone_and_the_germans_stay() -> None:
    board = battle_board("gb_lc_1 gb_dd_1", alert=6)
    played = fight(board, dice=[(3,)])
    assert met(played).first == ""
    assert {"gb_lc_1", "gb_dd_1"} <= set(board.state.pool)
    assert board.markers_at(SEA) == []
    assert board.ship("goeben").at == SEA
    assert board.state.alert == 6
    assert played.following == "raiding"


@rule("goeben", "14.3.2")
@rule("goeben", "14.3.3")
@pytest.mark.parametrize(
    ("goeben", "breslau", "german"),
    [
        ("", "pola", 8), ("+cargo=optics", "pola", 10), ("+cargo=wireless", "", 8),
        ("+cargo=wireless", "+cargo=wireless", 9), ("+cargo=optics", "+cargo=optics", 10),
        ("+leadership=5+engines=1", "+leadership=3", 9), ("+cargo=wireless,wireless", "", 8),
    ],
)  # fmt: skip
def test_what_the_germans_bring_to_contact(goeben: str, breslau: str, german: int) -> None:
    at = breslau if breslau == "pola" else SEA + breslau
    board = battle_board("gb_lc_2", goeben=goeben, breslau=at, doctrine="break-off cl")
    (event,) = fight(board, dice=[FIRST]).told(told.ContactRolled)
    assert event.german == german
