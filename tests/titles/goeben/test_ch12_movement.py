"""Chapter 12: movement."""

import pytest

from games.titles.goeben.components.options import Options
from games.titles.goeben.components.waters import reach
from games.titles.goeben.rules.day.movement import movement
from games.titles.goeben.rules.day.planning import plan_form
from games.titles.goeben.state.events import day as told
from games.titles.goeben.state.state import Campaign
from tests.titles.goeben.box import BOX
from tests.titles.goeben.days import accepted, cut, stayed
from tests.titles.goeben.laid_out import Dice, Played, at_sea, ordered, play, refused

rule = pytest.mark.rule
WATERS = BOX.waters


def moved(orders: str, *, dice: Dice = (), **ships: str) -> Played:
    board = at_sea(**ships)  # type: ignore[arg-type]
    return play(ordered(board, orders), movement(board), dice=dice)


# --- 12.0 lines


def test_a_ship_moves_once() -> None:
    form = plan_form(at_sea(), "commander")
    assert "12.0" in refused(form, "move goeben way=spartivento\nmove goeben,breslau way=sicily_e")


@rule("goeben", "12.0")
@rule("goeben", "12.4.1")
def test_a_ship_whose_engines_no_longer_take_her_there_stays() -> None:
    assert stayed(at_sea(goeben="messina+engines=1"), "goeben", "spartivento", "ionian_c")


@rule("goeben", "12.0")
@rule("goeben", "4.1.2")
def test_a_ship_that_has_outfitted_stays() -> None:
    board = at_sea(goeben="zante")
    board.day.outfitted = ["goeben"]
    assert stayed(board, "goeben", "ionian_c")


@rule("goeben", "12.0")
@rule("goeben", "6.2.2")
def test_without_coal_of_her_own_a_ship_cruises() -> None:
    """The bunkers of her consort do not help."""
    board = at_sea(goeben="messina+coal=0", breslau="messina+coal=5")
    assert accepted(board, "move goeben way=matapan")
    assert not accepted(board, "move goeben way=kithera")
    assert accepted(board, "move breslau way=kithera")


# --- 12.1 cruise


@rule("goeben", "12.1")
def test_cruising_costs_nothing() -> None:
    played = moved("move goeben way=spartivento,ionian_c,ionian_s", goeben="messina")
    goeben = played.board.ship("goeben")
    assert (goeben.at, goeben.coal) == ("ionian_s", 4)
    (event,) = played.told(told.Sailed)
    assert (event.speed, event.coal, len(event.route)) == ("cruise", 0, 3)


@rule("goeben", "12.1")
def test_without_coal_no_further_than_cruise_speed() -> None:
    form = plan_form(at_sea(goeben="messina+coal=0"), "commander")
    assert form.berths[0].emergency == 4
    assert refused(form, "move goeben way=matapan") == [], "four spaces"
    assert refused(form, "move goeben way=kithera") != []


@rule("goeben", "12.1")
def test_ships_may_stay() -> None:
    played = moved("pass", goeben="spartivento", breslau="spartivento")
    assert played.board.ship("goeben").at == "spartivento"


# --- 12.2 maximum speed


@rule("goeben", "12.2")
def test_maximum_speed_costs_a_coal() -> None:
    played = moved("move goeben way=kithera", goeben="messina")
    (event,) = played.told(told.Sailed)
    assert (len(event.route), event.speed, event.coal) == (5, "maximum", 1)
    assert played.board.ship("goeben").coal == 3


# --- 12.3 emergency speed


@rule("goeben", "12.3")
@pytest.mark.parametrize(("die", "engines"), [(1, 5), (2, 5), (3, 6), (6, 6)])
def test_emergency_speed_costs_a_coal_and_strains_the_engines(die: int, engines: int) -> None:
    played = moved("move goeben way=cyclades_w", goeben="messina", dice=[(die,)])
    goeben = played.board.ship("goeben")
    (event,) = played.told(told.Sailed)
    assert (len(event.route), event.speed, event.coal) == (6, "emergency", 1)
    assert (goeben.at, goeben.coal, goeben.engines) == ("cyclades_w", 3, engines)
    assert played.told(told.BreakdownRolled)[0].broken is (engines == 5)


@rule("goeben", "12.3.1")
@rule("goeben", "6.2.1")
@pytest.mark.parametrize(
    ("ship", "steps", "coal", "dice"),
    [("goeben", 4, 0, 0), ("goeben", 5, 1, 0), ("goeben", 6, 1, 1), ("moltke", 5, 0, 0), ("moltke", 6, 1, 0),
     ("moltke", 7, 1, 1)],
)  # fmt: skip
def test_what_speed_costs(ship: str, steps: int, coal: int, dice: int) -> None:
    way = ("spartivento", "ionian_c", "zante", "matapan", "kithera", "cyclades_w", "athens")
    board = at_sea(options=Options(fleet="all_four"), goeben="messina", moltke="messina")
    marks = ",".join(way[:steps])
    play(ordered(board, f"move {ship} way={marks}"), movement(board), dice=[(3,)] * dice)
    assert (board.ship(ship).at, board.ship(ship).coal) == (way[steps - 1], 4 - coal)


# --- 12.4 damaged engines


@rule("goeben", "12.4")
@rule("goeben", "6.2")
@pytest.mark.parametrize(
    ("engines", "speeds"),
    [(6, (4, 5, 6)), (5, (4, 5, 5)), (4, (4, 4, 4)), (3, (3, 3, 3)), (1, (1, 1, 1)), (0, (0, 0, 0))],
)
def test_engines_cap_the_speed(engines: int, speeds: tuple[int, int, int]) -> None:
    berth = plan_form(at_sea(goeben=f"messina+engines={engines}"), "commander").berths[0]
    assert (berth.cruise, berth.maximum, berth.emergency) == speeds


@rule("goeben", "12.4.1")
def test_an_engine_box_less_ends_the_emergency_speed() -> None:
    board = at_sea(options=Options(fleet="moltke"), moltke="messina+engines=6")
    berth = next(one for one in plan_form(board, "commander").berths if one.ship == "moltke")
    assert (berth.cruise, berth.maximum, berth.emergency) == (5, 6, 6)


# --- 12.5 spaces


@rule("goeben", "12.5")
def test_the_black_sea_lies_behind_constantinople_and_is_closed() -> None:
    inside = reach(cut("constantinople"), "odessa", 200)
    assert set(inside) == set(WATERS.within("black_sea"))
    assert not BOX.charts.zones["black_sea"].open


@rule("goeben", "12.5")
@pytest.mark.parametrize(
    ("start", "stop", "beyond"),
    [("sicilian_channel", "malta_pz", "malta_se"), ("sicily_e", "messina", "stromboli"), ("fiume", "pola", "trieste")],
)
def test_patrol_zones_ports_and_bases_stop_ships(start: str, stop: str, beyond: str) -> None:
    form = plan_form(at_sea(goeben=start), "commander")
    assert refused(form, f"move goeben way={stop}") == []
    assert refused(form, f"move goeben way={stop},{beyond}") != []


@rule("goeben", "12.5")
def test_nothing_hampers_leaving() -> None:
    form = plan_form(at_sea(goeben="malta_pz"), "commander")
    assert refused(form, "move goeben way=ionian_c") == []


@rule("goeben", "12.5")
def test_a_zone_turned_to_open_sea_stops_nobody() -> None:
    board = at_sea("campaign", goeben="sicilian_channel")
    board.state.campaign = Campaign(high_sea=["malta_pz"])
    assert refused(plan_form(board, "commander"), "move goeben way=malta_pz,malta_se") == []


@rule("goeben", "12.5")
@rule("goeben", "T.terrain")
def test_the_black_sea_is_closed() -> None:
    form = plan_form(at_sea(goeben="constantinople"), "commander")
    assert refused(form, "move goeben way=bosphorus") != []
    assert refused(form, "move goeben way=dardanelles") == []


@rule("goeben", "12.5")
@pytest.mark.parametrize(("mission", "open_"), [("atlantic_breakout", True), ("suez_canal", False)])
def test_the_atlantic_exit_is_for_the_breakout_alone(mission: str, open_: bool) -> None:
    form = plan_form(at_sea(goeben="gulf_of_cadiz", mission=mission), "commander")
    assert (refused(form, "move goeben way=north_atlantic") == []) is open_


@rule("goeben", "12.5")
def test_the_player_may_choose_the_way() -> None:
    played = moved("move goeben way=sicily_e,ionian_s,ionian_e", goeben="messina")
    assert played.told(told.Sailed)[0].route == ("sicily_e", "ionian_s", "ionian_e")


@rule("goeben", "12.5.1")
@pytest.mark.parametrize(
    ("start", "way", "legal"),
    [
        ("sicily_e", "move goeben way=malta_pz,tripoli_sea", False),
        ("sicily_e", "move goeben way=malta_pz", True),
        ("malta_pz", "move goeben way=pantelleria,sicilian_channel,galita,cagliari_sea", True),
        ("algiers_sea", "move goeben way=algiers,north_african_pz", False),
        ("algiers_sea", "move goeben way=algiers", True),
        ("adriatic_s", "move goeben way=cattaro,adriatic_c", False),
        ("adriatic_pz", "move goeben way=brindisi,adriatic_s", False),
    ],
)
def test_zones_and_ports_stop_even_if_nothing_lies_there(start: str, way: str, legal: bool) -> None:
    assert accepted(at_sea(goeben=start, breslau="pola"), way) is legal


@rule("goeben", "12.5.2")
def test_a_ship_that_begins_in_the_atlantic_may_leave_it() -> None:
    board = at_sea("campaign", goeben="north_atlantic", breslau="gulf_of_cadiz", mission="suez_canal")
    board.state.campaign = Campaign(starts=["north_atlantic"])
    assert accepted(board, "move goeben way=gulf_of_cadiz")
    assert not accepted(board, "move breslau way=north_atlantic")
