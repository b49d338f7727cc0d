"""Invented worlds for trials: a state built from the knowledge of one seat, and all face-down counters at random.

There are no trials in the mode "captains": a captain has only notes on the others (25.2), and no legal state follows
from notes.
"""

from collections.abc import Iterator
from itertools import chain

from msgspec import structs

from games.kernel.codec import decode, encode
from games.kernel.text import Text
from games.kernel.title_parts import TrialFigure
from games.titles.goeben.components.box import Box
from games.titles.goeben.components.pieces import TRACKS
from games.titles.goeben.components.scenarios import mode_of
from games.titles.goeben.orders.orders import DoctrineOrder
from games.titles.goeben.state.state import Battle, Day, Marker, State
from games.titles.goeben.visibility.redeal import kept_orders
from games.titles.goeben.visibility.view import View

KINDS = frozenset(("plan", "engage", "round"))
UNFIT_STEPS = frozenset(("bombardment",))
"""16.0 The coastal defences are turned up before the orders for the battle."""
OPEN_ROLLS = frozenset(("mines", "night", "contact", "break_off"))
"""14.3, 14.4, 22.0, 23.0 The dice that all seats see before a question about a battle."""
CAPTAINS = Text(
    "Captains who sail on their own know too little of each other for a trial.",
    "各艦長が単独で航海するゲームでは、互いの情報が少なすぎるため試行できません。",
)


def refusal(scenario: str) -> Text | None:
    """25.2 Return the reason why a scenario has no trials, or None if it has trials."""
    return CAPTAINS if mode_of(scenario) == "captains" else None


def known_state(box: Box, state: State, seat: str) -> State:
    """Return a copy of the state that contains only what a seat knows, and hidden counters in the order of their lists.

    The hidden counters are the face-down counters on the map, the incident pool and the coastal defences. A counter
    that was seen and is not in sight is in the pool (13.1). Of the doctrines of other seats, only the orders known
    before a battle remain (14.0, 25.1). Raises LookupError in the mode "captains", or if the counters do not fill the
    places.
    """
    _refuse_captains(state)
    (lying, pool), (forts, aside) = _known_counters(box, state), _known_forts(box, state)
    known = State(
        options=state.options,
        scenario=state.scenario,
        seats=state.seats,
        mission=state.mission,
        days=state.days,
        turn=state.turn,
        alert=state.alert,
        vp=state.vp,
        ships=state.ships,
        consorts=state.consorts,
        pool=pool,
        lying=lying,
        forts=forts,
        forts_aside=aside,
        gone=state.gone,
        colliers=state.colliers,
        mines=state.mines,
        visited=state.visited,
        ashore=state.ashore,
        friendly_ships=state.friendly_ships,
        french_sortie=state.french_sortie,
        available=state.available,
        reports=state.reports,
        doctrines={other: _known_doctrine(orders, other, seat) for other, orders in state.doctrines.items()},
        day=state.day and _known_day(state.day, seat),
        battle=state.battle and _known_battle(state.battle, seat),
        campaign=state.campaign,
        verdict=state.verdict,
        over=state.over,
    )
    return decode(encode(known), State)


def _refuse_captains(state: State) -> None:
    """25.2 Raise LookupError if captains sail on their own."""
    if refusal(state.scenario) is not None:
        raise LookupError("no state follows from what a captain knows")


def _known_counters(box: Box, state: State) -> tuple[dict[str, list[Marker]], list[str]]:
    """3.0(3) Return the counters on the map and the pool, with all unseen ones in the order of the lists.

    24.3 Markers that stand in for sunk battlecruisers lie there only if too few ships are left.
    """
    shown = set(_shown(state))
    seen = {counter for report in state.reports for counter in report.counters}
    grouped = {counter for members in box.groups.values() for counter in members}
    spare = iter([marker for marker in box.markers if marker not in grouped and marker not in shown | seen])
    setup = box.numbers.setup
    hidden: dict[str, Iterator[str]] = {}
    for group, zones in (("british", setup.british), ("french", setup.french)):
        unseen = [counter for counter in box.groups[group] if counter not in shown | seen]
        hidden.update(dict.fromkeys(zones, chain(unseen, spare)))
    lying = {
        space: [marker if marker.up else Marker(_next(hidden[space])) for marker in markers]
        for space, markers in state.lying.items()
    }
    down = {marker.id for markers in lying.values() for marker in markers}
    pool = [counter for counter in (*box.allied, *box.markers) if counter not in shown and counter not in down]
    if len(pool) != len(state.pool):
        raise LookupError("the counters do not fill the pool")
    return lying, pool


def _shown(state: State) -> Iterator[str]:
    """13.0, 13.1 Yield the counters that lie face up on the map, are drawn, or have left the game."""
    yield from (marker.id for markers in state.lying.values() for marker in markers if marker.up)
    yield from (counter for drawn in (state.day.drawn.values() if state.day is not None else ()) for counter in drawn)
    yield from (gone.id for gone in state.gone)


def _next(counters: Iterator[str]) -> str:
    """Return the next counter. Raises LookupError if there is none."""
    for counter in counters:
        return counter
    raise LookupError("too few counters")


def _known_forts(box: Box, state: State) -> tuple[dict[str, list[Marker]], list[str]]:
    """3.4.1 Return the coastal defences of each port and those set aside, unseen ones in the order of the list."""
    shown = {fort.id for forts in state.forts.values() for fort in forts if fort.up} | set(_shown(state))
    unseen = iter([fort for fort in box.forts if fort not in shown])
    forts = {
        port: [Marker(fort.id, up=True) if fort.up else Marker(_next(unseen)) for fort in state.forts[port]]
        for port in box.spaces
        if port in state.forts
    }
    aside = list(unseen)
    if len(aside) != len(state.forts_aside):
        raise LookupError("the coastal defences do not fill the ports")
    return forts, aside


def _known_doctrine(orders: tuple[DoctrineOrder, ...], other: str, seat: str) -> tuple[DoctrineOrder, ...]:
    return orders if other == seat else kept_orders(orders, seat)


def _known_day(day: Day, seat: str) -> Day:
    """4.1 Return the day with the seat's own plans; those of others are sealed, and empty here."""
    return structs.replace(day, plans={other: plan if other == seat else () for other, plan in day.plans.items()})


def _known_battle(battle: Battle, seat: str) -> Battle:
    """14.1 Return the battle with the seat's own orders; those of others are sealed, and empty here."""
    orders = {other: given if other == seat else () for other, given in battle.orders.items()}
    return structs.replace(battle, orders=orders)


def figures(before: View, after: View) -> tuple[TrialFigure, ...]:
    """17.0 Return the changes of points, damage and losses from the view `before` to the view `after`."""
    return (
        TrialFigure("points", Text("Victory points", "勝利ポイント"), after.vp - before.vp, "more"),
        TrialFigure("hits", Text("Damage to your ships", "自軍艦の損傷"), _tracks(before) - _tracks(after), "less"),
        TrialFigure("coal", Text("Coal used", "石炭の消費"), _coal_aboard(before) - _coal_aboard(after), "less"),
        TrialFigure("sunk", Text("Your ships sunk", "自軍艦の沈没"), _sunk(after) - _sunk(before), "less"),
        TrialFigure(
            "enemy_sunk", Text("Allied ships sunk", "連合軍艦の沈没"), _victims(after) - _victims(before), "more"
        ),
        TrialFigure("alert", Text("Alert level", "警戒レベル"), after.alert - before.alert, "less"),
    )


STORES = ("ammunition", "torpedoes", "coal")
"""6.2 The tracks that count what a ship uses up. Only damage lowers all other tracks."""


def _tracks(view: View) -> int:
    """6.2 Return the sum of the tracks that fall by damage, of all ships afloat."""
    tracks = [track for track in TRACKS if track not in STORES]
    return sum(getattr(one.ship, track) for one in view.ships if not one.ship.sunk for track in tracks)


def _coal_aboard(view: View) -> int:
    return sum(one.ship.coal for one in view.ships if not one.ship.sunk)


def _sunk(view: View) -> int:
    return sum(one.ship.sunk for one in view.ships)


def _victims(view: View) -> int:
    return sum(one.how == "sunk" for one in view.gone)
