"""The admiral between operations: when convoys sail in a campaign, and what he bids for it."""

from typing import Any

import pytest

from games.kernel.orders import Order
from games.kernel.pick import whims
from games.kernel.requests import Ask
from games.kernel.text import Text
from games.titles.pq17.bot.admiral import admiral
from games.titles.pq17.bot.hunting import ships_moves
from games.titles.pq17.bot.judgement import Judgement
from games.titles.pq17.orders.convoys import ConvoysForm, Hold, Offered
from games.titles.pq17.orders.moves import Move, Mover, Moves, Split
from games.titles.pq17.orders.phase import PhaseForm
from games.titles.pq17.rules.campaign.convoys import Formed, formed
from games.titles.pq17.rules.campaign.fortnight import _bid, _form
from games.titles.pq17.seen.redeal import redeal
from games.titles.pq17.seen.view import view
from games.titles.pq17.table.fuel import Fuel
from games.titles.pq17.table.roster import Boxes, Unit
from games.titles.pq17.table.sailing import soonest_unloaded
from games.titles.pq17.table.sea import Sea
from games.titles.pq17.table.state import Convoy, Plan
from tests.titles.pq17.arctic import arctic, force
from tests.titles.pq17.box import BOX
from tests.titles.pq17.campaigns import campaign

rule = pytest.mark.rule
KEYS = [one.key for one in BOX.campaign.fortnights]
FORM = ConvoysForm(convoys=(Offered("pq17", "reykjavik"), Offered("qp13m", "murmansk")))
HELD = (Hold("pq17"), Hold("qp13m"))


def at(key: str, *, laden: int, months: int = 10) -> Sea:
    """A fortnight in which so many laden merchants wait."""
    sea = campaign()
    sea.roster.fortnight, sea.roster.months = KEYS.index(key), months
    sea.roster.units = [one for one in sea.roster.units if not one.laden] + [Unit("mv", laden, "reykjavik", laden=True)]
    return sea


def answers(sea: Sea, seat: Any = "allied") -> tuple[str, tuple[Any, ...]]:
    """What he bids, and which convoys he holds."""
    choose, seen = admiral(BOX), view(sea, seat)
    question = Ask[Any](key="convoys", kind="convoys", seat=seat, rule="15.2", prompt=Text("?", "?"), form=FORM)
    return str(choose(seen, _bid(sea, seat), whims(1))), choose(seen, question, whims(1))


@pytest.mark.parametrize("key", ["mar_1", "apr_2", "nov_1", "dec_1"])
def test_in_the_long_nights_convoys_sail_every_fortnight(key: str) -> None:
    assert answers(at(key, laden=15)) == ("1", ())


@pytest.mark.parametrize(
    ("laden", "expected"), [(15, ("0", HELD)), (59, ("0", HELD)), (60, ("1", ())), (75, ("1", ()))]
)
def test_by_the_light_of_summer_they_gather_first(laden: int, expected: tuple[str, tuple[Any, ...]]) -> None:
    assert answers(at("jun_1", laden=laden)) == expected


def test_those_that_cannot_sail_are_not_counted() -> None:
    sea = at("jun_1", laden=59)
    sea.roster.units += [Unit("mv", 4, "reykjavik", laden=True, crippled=True), Unit("mv", 4, "reykjavik")]
    assert answers(sea) == ("0", HELD)


def test_whoever_waits_sails_before_the_campaign_is_over() -> None:
    assert answers(at("jun_2", laden=15, months=4)) == ("1", ())
    assert answers(at("jun_2", laden=15)) == ("0", HELD)


def test_the_axis_bids_nothing() -> None:
    assert answers(at("jun_1", laden=75), "axis")[0] == "0"
    assert answers(at("mar_1", laden=15), "axis")[0] == "0"


def test_he_decides_by_what_he_sees_alone() -> None:
    sea = at("jun_1", laden=59)
    other = Sea(redeal(BOX, sea.state, "allied", lambda count: min(1, count - 1)), BOX)
    assert answers(other) == answers(sea)


# --- what is proposed to a person


@rule("pq17", "4.1.2", "15.2")
@pytest.mark.parametrize(
    ("key", "laden", "bids", "bid", "held"),
    [
        ("mar_1", 15, (1, 0), "1", False),
        ("jun_1", 15, (0, 5), "0", True),
        ("jun_1", 60, (0, 5), "1", False),
        ("jun_1", 15, (3, 0), "0", False),
    ],
)
def test_what_is_proposed_follows_the_same_judgement(
    key: str, laden: int, bids: tuple[int, int], bid: str, held: bool
) -> None:
    """Whoever bids all the same lets his convoys sail; if the enemy alone wanted the operation they wait."""
    sea = at(key, laden=laden)
    sea.roster.bids = {"allied": bids[0], "axis": bids[1]}
    assert [_bid(sea, side).form.default() for side in ("allied", "axis")] == [bid, "0"]
    possible = [Formed("pq17", "PQ 17", True, "reykjavik", ("murmansk",), (Unit("mv", 9, "reykjavik"),), ())]
    form = _form(sea, possible)
    assert form.default() == ((Hold("pq17"),) if held else ())
    assert bool(form.sailing(form.default())) is not held


# --- both ports


@rule("pq17", "15.2.1", "15.2.2")
@pytest.mark.parametrize(
    ("strength", "murmansk", "arkhangelsk", "first"),
    [
        (15, 0, 0, "murmansk"),
        (15, 6, 0, "murmansk"),
        (15, 16, 0, "arkhangelsk"),
        (15, 16, 14, "murmansk"),
        (60, 0, 0, "arkhangelsk"),
    ],
)
def test_a_convoy_is_bound_for_the_port_that_unloads_it_first(
    strength: int, murmansk: int, arkhangelsk: int, first: str
) -> None:
    sea = campaign()
    lying = {"murmansk": murmansk, "arkhangelsk": arkhangelsk}
    sea.roster.boxes = {port: Boxes([Unit("mv", count, port)]) for port, count in lying.items() if count}
    ports = soonest_unloaded(BOX, sea.roster, strength)
    assert ports[0] == first
    assert {*ports} == {*lying}
    sea.roster.units = [Unit("mv", strength, "reykjavik", laden=True)]
    bare = BOX.campaign.bare(BOX.campaign.fortnights[KEYS.index("aug_1")], {})
    assert formed(BOX, sea.roster, bare)[0].destinations == ports


# --- the Home Fleet covers laden convoys

ROUTE = ("0710", "0711", "0712", "0713", "0714", "0715", "0716", "0717", "0817")
FLEET = {"king_george_v": 1, "victorious": 1, "kenya": 1, "dd_a_i": 2}


def escorted(
    route: tuple[str, ...] = ROUTE, *, laden: bool = True, single: bool = False, fleet: str = "", **fields: Any
) -> Sea:
    """PQ 17 off Jan Mayen, and the Home Fleet in Scapa Flow, or somewhere at sea."""
    voyage = Convoy(laden=laden, destinations=("murmansk",), destination="murmansk")
    convoy = force("pq17", "allied", "convoy", "0709", "mv 31", convoy=voyage)
    convoy.plan = Plan(0, route, "murmansk")
    ships = ("king_george_v", "kenya") if fleet else ("king_george_v", "victorious", "kenya", "dd_a_i 2")
    port = "" if fleet else "scapa_flow"
    home = force(
        "home_fleet", "allied", "task_force", fleet or BOX.ports["scapa_flow"].hex, *ships, port=port, **fields
    )
    return arctic(convoy, home, **({} if single else {"roster": campaign().roster}))


def ordered(sea: Sea, *others: Mover) -> list[Order]:
    home = sea.force("home_fleet")
    mover = Mover("home_fleet", "task_force", home.at, 2, port=home.port, ships={} if home.at_sea else FLEET)
    ports = {port: BOX.ports[port].hex for port in ("scapa_flow", "reykjavik")}
    form = PhaseForm(moves=Moves(movers=(mover, *others), ports=ports))
    return list(ships_moves(Judgement(BOX, view(sea, "allied")), form))


@rule("pq17", "4.3", "5.1.8", "7.5.1")
def test_heavy_ships_sail_to_cover_a_laden_convoy_and_leave_the_others_in_port() -> None:
    """Carriers that nobody has seen keep Tirpitz in port; destroyers have not the fuel."""
    parting, move = ordered(escorted())
    assert parting == Split("home_fleet", ("victorious", "dd_a_i", "dd_a_i"))
    assert isinstance(move, Move)
    assert len(move.way) == 1
    assert BOX.waters.distance(move.way[-1], "0710") < BOX.waters.distance(BOX.ports["scapa_flow"].hex, "0710")


@rule("pq17", "2.3")
@pytest.mark.parametrize("why", ["in ballast", "single", "far", "patrol", "another covers"])
def test_they_stay_in_port_where_nobody_needs_them(why: str) -> None:
    far = tuple(f"{column:02}09" for column in range(30, 10, -1))
    sea = escorted(laden=why != "in ballast", single=why == "single", route=(*far, *ROUTE) if why == "far" else ROUTE)
    others = []
    if why == "patrol":
        sea.state.patrol = ["kenya"]
    if why == "another covers":
        sea.place(force("cover", "allied", "task_force", "0709", "london", fuel=Fuel(25)))
        others = [Mover("cover", "task_force", "0709", 2)]
    orders = ordered(sea, *others)
    assert [order for order in orders if getattr(order, "force", "") == "home_fleet"] == []


@rule("pq17", "7.5.1", "11.1.2")
@pytest.mark.parametrize(("fuel", "goes_on"), [(Fuel(25), True), (Fuel(12), False), (Fuel(25, "low"), False)])
def test_they_go_where_the_convoy_goes_and_home_while_their_fuel_lasts(fuel: Fuel, goes_on: bool) -> None:
    order, *_ = ordered(escorted(fleet="0708", fuel=fuel))
    assert isinstance(order, Move)
    before, after = (BOX.waters.distance(hex_, "0710") for hex_ in ("0708", order.way[-1]))
    assert (after < before) is goes_on


# --- the Axis


@rule("pq17", "7.5.1")
@pytest.mark.parametrize(("level", "single", "sails"), [(None, False, True), (2, False, False), (2, True, True)])
def test_german_ships_keep_away_from_a_convoy_that_is_covered(level: int | None, single: bool, sails: bool) -> None:
    roster = {} if single else {"roster": campaign().roster}
    sea = arctic(
        force("pq17", "allied", "convoy", "0713", "mv 31", level=2),
        force("cover", "allied", "task_force", "0713", "king_george_v", level=level),
        force("tf1", "axis", "task_force", BOX.ports["altenfjord"].hex, "admiral_hipper", port="altenfjord"),
        sighted=True,
        **roster,
    )
    mover = Mover("tf1", "task_force", sea.force("tf1").at, 3, port="altenfjord", ships={"admiral_hipper": 1})
    form = PhaseForm(moves=Moves(movers=(mover,), ports={"altenfjord": sea.force("tf1").at}))
    assert bool(list(ships_moves(Judgement(BOX, view(sea, "axis")), form))) is sails
