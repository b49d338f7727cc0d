"""12.0 Movement; 23.0 mines laid on the way; 20.0 where Austro-Hungarian ships go."""

import pytest

from games.titles.goeben.components.options import Options
from games.titles.goeben.orders.orders import Move
from games.titles.goeben.rules.day.movement import movement
from games.titles.goeben.rules.day.planning import plan_form
from games.titles.goeben.state.board import Board
from games.titles.goeben.state.events import day as told
from games.titles.goeben.state.state import Campaign, Marker
from tests.titles.goeben.laid_out import Dice, Played, at_sea, ordered, play, refused

rule = pytest.mark.rule

FOUR = "move goeben way=stromboli,naples,tyrrhenian_s"


def moved(orders: str, *, dice: Dice = (), **ships: str) -> Played:
    board = at_sea(**ships)  # type: ignore[arg-type]
    return play(ordered(board, orders), movement(board), dice=dice)


@rule("goeben", "12.1")
def test_cruising_costs_nothing() -> None:
    """G10"""
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


@rule("goeben", "12.2")
def test_maximum_speed_costs_a_coal() -> None:
    """G11"""
    played = moved("move goeben way=kithera", goeben="messina")
    (event,) = played.told(told.Sailed)
    assert (len(event.route), event.speed, event.coal) == (5, "maximum", 1)
    assert played.board.ship("goeben").coal == 3


@rule("goeben", "12.3")
@pytest.mark.parametrize(("die", "engines"), [(1, 5), (2, 5), (3, 6), (6, 6)])
def test_emergency_speed_costs_a_coal_and_strains_the_engines(die: int, engines: int) -> None:
    """G12, G13"""
    played = moved("move goeben way=cyclades_w", goeben="messina", dice=[(die,)])
    goeben = played.board.ship("goeben")
    (event,) = played.told(told.Sailed)
    assert (len(event.route), event.speed, event.coal) == (6, "emergency", 1)
    assert (goeben.at, goeben.coal, goeben.engines) == ("cyclades_w", 3, engines)
    assert played.told(told.BreakdownRolled)[0].broken is (engines == 5)


@rule("goeben", "12.4")
@rule("goeben", "6.2")
@pytest.mark.parametrize(
    ("engines", "speeds"),
    [(6, (4, 5, 6)), (5, (4, 5, 5)), (4, (4, 4, 4)), (3, (3, 3, 3)), (1, (1, 1, 1)), (0, (0, 0, 0))],
)
def test_engines_cap_the_speed(engines: int, speeds: tuple[int, int, int]) -> None:
    berth = plan_form(at_sea(goeben=f"messina+engines={engines}"), "commander").berths[0]
    assert (berth.cruise, berth.maximum, berth.emergency) == speeds


@rule("goeben", "6.2")
def test_without_engines_she_stays() -> None:
    form = plan_form(at_sea(goeben="spartivento+engines=0"), "commander")
    assert refused(form, "move goeben way=sicily_e") != []


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


def test_a_ship_moves_once() -> None:
    form = plan_form(at_sea(), "commander")
    assert "12.0" in refused(form, "move goeben way=spartivento\nmove goeben,breslau way=sicily_e")


@rule("goeben", "13.chart/French Navy Sortie")
@pytest.mark.parametrize("zone", ["toulon_pz", "north_african_pz"])
def test_the_french_fleet_closes_its_zones_and_sinks_who_is_there(zone: str) -> None:
    board = at_sea(goeben=zone, breslau="minorca_n")
    board.state.french_sortie = True
    board.state.pool.remove("french_sortie_1")
    board.lay("toulon_pz", Marker("french_sortie_1", up=True))
    assert refused(plan_form(board, "commander"), "move breslau way=toulon_pz") != []
    played = play(ordered(board, "pass"), movement(board))
    assert board.ship("goeben").sunk
    assert not board.ship("breslau").sunk
    assert not board.state.french_sortie
    assert "french_sortie_1" in board.state.pool
    assert played.told(told.SortieEnded)


@rule("goeben", "13.chart/French Navy Sortie")
def test_who_leaves_in_time_is_safe() -> None:
    board = at_sea(goeben="toulon_pz")
    board.state.french_sortie = True
    play(ordered(board, "move goeben way=minorca_n"), movement(board))
    assert not board.ship("goeben").sunk


@rule("goeben", "20.0")
def test_allied_ships_sail_without_coal_in_their_seas() -> None:
    board = at_sea(options=Options(austro_hungarian=True), ah_cl_1="pola", ah_ca_1="spartivento")
    form = plan_form(board, "commander")
    assert refused(form, "move ah_cl_1 way=adriatic_s") == []
    assert refused(form, "move ah_ca_1 way=matapan") == []
    assert refused(form, "move ah_ca_1 way=stromboli") != [], "not into the Western Mediterranean"
    play(ordered(board, "move ah_cl_1 way=adriatic_s"), movement(board))
    assert next(one for one in board.state.consorts if one.id == "ah_cl_1").at == "adriatic_s"


@rule("goeben", "20.0.1")
def test_allied_ships_neither_outfit_nor_try_intelligence() -> None:
    form = plan_form(at_sea(options=Options(austro_hungarian=True), ah_cl_1="pola"), "commander")
    for order in ("outfit ah_cl_1", "take ah_cl_1 cargo=wireless", "intelligence ah_cl_1"):
        assert refused(form, order) != [], order


@rule("goeben", "23.0.2")
@rule("goeben", "23.0")
def test_mines_are_laid_on_the_way() -> None:
    board = at_sea(options=Options(mines=True), breslau="messina+cargo=mines,wireless")
    form = plan_form(board, "commander")
    way = "move breslau way=spartivento,ionian_c"
    assert refused(form, f"{way}\nmine breslau space=spartivento") == []
    assert refused(form, f"{way}\nmine breslau space=zante") == ["23.0.2"]
    assert refused(form, f"{way}\nmine breslau space=spartivento\nmine breslau space=ionian_c") == ["23.0"]
    assert refused(form, "mine goeben space=messina") != []
    played = play(ordered(board, f"{way}\nmine breslau space=spartivento"), movement(board))
    assert board.state.mines == ["spartivento"]
    assert board.ship("breslau").cargo == ["wireless"]
    assert played.told(told.MinesLaid) == [told.MinesLaid("breslau", "spartivento")]
    assert len(played.told(told.Sailed)[0].route) == 2, "laying takes no movement"


@rule("goeben", "23.0.1")
def test_no_mines_in_neutral_ports() -> None:
    board = at_sea(options=Options(mines=True), breslau="messina+cargo=mines")
    assert refused(plan_form(board, "commander"), "mine breslau space=messina") != []
    board = at_sea(options=Options(mines=True), breslau="genoa+cargo=mines")
    assert refused(plan_form(board, "commander"), "mine breslau space=genoa") != []
    board = at_sea(options=Options(mines=True), breslau="malta_pz+cargo=mines")
    assert refused(plan_form(board, "commander"), "mine breslau space=malta_pz") == []


# --- who cannot sail as ordered


def stayed(board: Board, ship: str, *way: str) -> bool:
    """A ship that was ordered to sail is where she was, has paid nothing, and it is told."""
    board.day.plans["commander"] = (Move((ship,), way),)
    before = (board.stations().get(ship), [one.coal for one in board.state.ships])
    played = play(board, movement(board))
    assert (board.stations().get(ship), [one.coal for one in board.state.ships]) == before
    assert (board.day.routes, board.day.order, played.told(told.Sailed)) == ({}, [], [])
    assert (played.kinds, played.following) == ([], "incidents")
    return played.told(told.Impeded) == [told.Impeded(ship, way[-1])]


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


@rule("goeben", "9.1")
@pytest.mark.parametrize("ship", ["goeben", "ah_cl_1"])
def test_a_port_that_has_been_closed_takes_nobody_in(ship: str) -> None:
    board = at_sea(options=Options(austro_hungarian=True), goeben="adriatic_pz", breslau="pola", ah_cl_1="adriatic_pz")
    board.state.visited = ["brindisi"]
    assert stayed(board, ship, "brindisi")


@rule("goeben", "6.3")
def test_a_ship_that_is_sunk_sails_nowhere() -> None:
    board = at_sea()
    board.ship("goeben").sunk, board.ship("goeben").at = True, ""
    assert stayed(board, "goeben", "sicily_e")


@rule("goeben", "20.0")
def test_an_austro_hungarian_ship_sails_as_far_as_her_speed_unless_she_is_gone() -> None:
    """Maria Theresia makes three."""
    way = ("zante", "matapan", "kithera", "cyclades_w")
    boards = [at_sea(options=Options(austro_hungarian=True), breslau="pola", ah_ca_3="ionian_c") for _ in range(3)]
    assert stayed(boards[0], "ah_ca_3", *way)
    next(one for one in boards[1].state.consorts if one.id == "ah_ca_3").gone = "damaged"
    assert stayed(boards[1], "ah_ca_3", *way[:1])
    boards[2].day.plans["commander"] = (Move(("ah_ca_3",), way[:3]),)
    played = play(boards[2], movement(boards[2]))
    assert [event.route for event in played.told(told.Sailed)] == [way[:3]]
