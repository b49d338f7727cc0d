"""5, 6.6, 10.1, 11.4, 12.2 Where blocks go: how far, from hex to hex, into which waters and ports, who may sail at all,
and what becomes of their ID levels. Every hex is judged as it is entered.
"""

from collections import Counter as Count
from typing import Any

from games.kernel.events import Event
from games.titles.pq17.components.turns import Turn, month_of
from games.titles.pq17.orders.move_orders import Move, Route
from games.titles.pq17.state.counters import Counter
from games.titles.pq17.state.events import convoy, movement, search, submarine, surface
from games.titles.pq17.state.state import Force, State
from tests.titles.pq17.umpire import charts, seaway
from tests.titles.pq17.umpire.table import Umpire

HEXES = {"high": 3, "cruise": 2, "slow": 1}
EXCUSED = ("break_out", "minelaying", "sizilien", "wunderland")
"""11.4 Situations that let German forces sail before anybody was found."""
BERTHS = (("1941-07", 0, 1, 5), ("1942-11", 0, 2, 8), ("1943-11", 1, 3, 10))
"""5.1.2 Undamaged capital ships, cruisers and CS of DD and TB that Murmansk and Arkhangelsk take."""


class Leg:
    """What a block has done of its movement in a turn."""

    def __init__(self, u: Umpire, force: Force) -> None:
        self.most, self.from_, self.was_in = hexes(u, force), force.at, force.port
        self.cost, self.capped, self.left = 0, False, False
        self.way: list[str] = []

    def pay(self, u: Umpire, what: object) -> None:
        """5.1 One hex of its movement is spent."""
        self.cost += 1
        most = min(self.most, HEXES["cruise"]) if self.capped else self.most
        u.ruled("5.1 hexes", self.cost <= most, what, self.way, self.cost, most)


def hexes(u: Umpire, force: Force) -> int:
    """5.1, 9.2, 11.2 How many hexes a block makes in this turn at sea."""
    if force.kind == "dummy":
        return 2 if u.weather == "gale" else 3
    most = min((_makes(u, one) for one in force.counters), default=3)
    if u.weather == "gale":
        most = min(most, 1 if force.kind == "wolfpack" else 2)
    if force.fuel is not None and force.fuel.state != "full":
        most = min(most, 1 if force.fuel.state == "critical" else 2)
    for part in u.state.forces:  # 5.6 they stay together
        if part.convoy is not None and part.convoy.part_of == force.id:
            most = min([most, *(_makes(u, one) for one in part.counters)])
    return min(most, 1) if force.refuelling or force.kind == "convoy" else most


def _makes(u: Umpire, one: Counter) -> int:
    """5.1, 5.1.1, 7.3.1, 9.2.4"""
    kind = u.kind(one)
    if one.dead or one.towed:
        return int(one.towed and u.state.turn % 2 == 0)
    if one.crippled or one.inoperative or one.strength <= kind.slow_from:
        return 1
    most = min(HEXES[kind.speed], 2) if one.strength <= kind.cruise_from else HEXES[kind.speed]
    return min(most, 2) if kind.type in charts.LIGHT and u.weather == "storm" else most


def _leg(u: Umpire, force: Force) -> Leg:
    legs: dict[str, Leg] = u.about.setdefault("legs", {})
    if force.id not in legs:
        legs[force.id] = Leg(u, force)
    return legs[force.id]


# --- a hex is entered


def stepped(u: Umpire, force: Force, to: str) -> None:
    """5.0 to 5.2, 5.4, 10.1"""
    if u.stage != "movement":
        return
    leg, here = _leg(u, force), force.at
    u.ruled("5.0 next to it", seaway.joined(u.box, here, to), force.id, here, to)
    follows = seaway.is_follower(u, force)
    u.ruled("5.4 in its own phase" if follows else "5.0 own phase", (force.side == u.phase.side) != follows, force)
    _stays_slow(u, force, leg, to)
    leg.way.append(to)
    leg.pay(u, force)
    if to in u.box.hexes:
        _may_enter(u, force, to)
        _ice(u, force, here, to)
    else:
        _box(u, force, to)
    if force.convoy is not None and force.kind == "convoy" and not u.kept.get("drawn"):
        _keeps_to_way(u, force, to)
    u.kept.setdefault("been", {}).setdefault(force.id, []).append(here)


def _stays_slow(u: Umpire, force: Force, leg: Leg, to: str) -> None:
    """5.1.3, 5.1.6, 5.7 Who leaves port, enters the Inner Leads or a box does not go at high speed."""
    leads = force.kind in ("task_force", "convoy", "dummy") and to in u.box.hexes and u.box.hexes[to].leads
    if leads or to in ("german", "kara_sea") or force.at in ("german", "kara_sea"):
        leg.capped = True


def _may_enter(u: Umpire, force: Force, to: str) -> None:
    """5.1.4, 5.2.1"""
    if to in seaway.held_by(u, seaway.enemy(force.side)):
        chit = u.state.chits.get(force.side)
        sizilien = to == "0214" and chit is not None and chit.situation == "sizilien"
        german = force.side == "axis" and force.kind == "wolfpack" and to == "0817"
        u.ruled("5.1.4 enemy port", german or (sizilien and force.kind in ("task_force", "dummy")), force, to)
    if force.kind != "wolfpack" or force.side != "allied":
        return
    soviet = any(u.kind(one).nation == "soviet" for one in force.counters)
    if soviet:
        shut = u.state.roster is not None and u.roster.fortnight < _fortnight(u, "jun_1") and to == "0715"
        u.ruled("5.2.1 Soviet boats", to in u.box.areas.soviet_submarines.hexes and not shut, force, to)
    else:
        there = [one for one in u.state.forces if one.at == to and one.side == "allied" and not one.port]
        barred = [one for one in there if one.kind == "convoy" or (one.kind == "wolfpack" and any(
            u.kind(ship).nation == "soviet" for ship in one.counters))]  # fmt: skip
        u.ruled("5.2.1 British boats", not barred, force, to, barred)


def _fortnight(u: Umpire, key: str) -> int:
    return [one.key for one in u.box.campaign.fortnights].index(key)


def _ice(u: Umpire, force: Force, here: str, to: str) -> None:
    """10.1, 10.2 No block enters a zone but through ice that was met there, or that is certainly clear."""
    zone: Any = u.box.hexes[to].zone
    if not zone:
        return
    u.ruled("10.2.5 never into the pack", zone != "pack", force, to)
    month: Any = month_of(u.operation.month)
    state, certain = charts.expected_ice(month, zone)
    if u.operation.ice:
        state, certain = charts.ICE.index(u.operation.ice.get(zone, "clear")), True
    worse = u.operation.ice_is_worse(zone, Turn(u.state.turn))
    if certain and not state and not worse:
        return
    met = any((one.at, one.into, one.side, one.passes) == (here, to, force.side, True)
              for one in u.heard(movement.IceMet))  # fmt: skip
    if certain and u.operation.ice and not met:  # 10.4 it is known: cards alone are drawn
        hurt = [one for one in u.heard(movement.ShipsHurt) if one.force == force.id and one.how == "ice"]
        met = bool(hurt) or force.kind == "dummy"
    follows = seaway.is_follower(u, force) or (force.convoy is not None and force.convoy.part_of)
    lane = to in LANE and force.side == "allied" and certain and state + worse <= 2
    u.ruled("10.1 ice is met", lane or met or follows, force, here, to)
    if force.side == "axis":
        u.ruled("5.1.7 the Axis in ice", state <= 1 or not certain, force, to)


LANE = ("0818", "0919", "1019", "1119")


def _box(u: Umpire, force: Force, to: str) -> None:
    """5.7, 12.2, 12.12"""
    if to == "german":
        u.ruled("5.7.1 German box", force.side == "axis", force)
    elif to == "english_channel":
        u.ruled("5.7.3 Channel box", force.side == "allied", force)
    elif to == "kara_sea" and force.side == "axis":
        chit = u.state.chits.get("axis")
        kinds = [u.kind(one).type for one in force.counters]
        raider = kinds == ["cb"] or force.kind in ("wolfpack", "dummy")
        u.ruled("5.7.2 Kara Sea", chit is not None and chit.situation == "wunderland" and raider, force, chit)
    elif to == "atlantic":
        chit = u.state.chits.get(force.side)
        heavy = all(u.kind(one).is_heavy and u.kind(one).type != "cl" for one in force.counters)
        u.ruled("12.2 who breaks out", chit is not None and chit.situation == "break_out" and heavy, force, chit)


def _keeps_to_way(u: Umpire, force: Force, to: str) -> None:
    """5.1.5 A convoy never comes back to a hex, nor goes more than one hex back from its destination."""
    been: list[str] = u.kept.setdefault("been", {}).get(force.id, [])
    u.ruled("5.1.5 not again", to not in been, force.id, to, been)
    sailing = force.convoy
    if sailing is None or not sailing.destination or to not in u.box.hexes or force.at not in u.box.hexes:
        return
    left = seaway.legs(u.box, u.box.ports[sailing.destination].hex)
    nearest = min([left[one] for one in (*been, force.at) if one in left], default=99)
    if left[to] <= nearest + 1:
        u.ruled("5.1.5 not far back", fair=True)
        return
    barred = {*been, *seaway.held_by(u, seaway.enemy(force.side))}
    others = [one for one in seaway.around(force.at).values() if one in left and one not in barred
              and seaway.joined(u.box, force.at, one) and left[one] <= nearest + 1
              and u.box.hexes[one].zone == ""]  # fmt: skip
    u.ruled("5.1.5 not far back", not others, force.id, force.at, to, nearest, others)


# --- ports


def left(u: Umpire, force: Force, port: str) -> None:
    """5.1.3, 5.1.8, 11.4, 12.3"""
    if u.stage != "movement":
        return
    leg = _leg(u, force)
    u.ruled("5.1.3 not after moving", leg.cost == 0, force)
    leg.capped, leg.left = True, True
    leg.pay(u, force)
    u.ruled("5.1.3 own phase", force.side == u.phase.side, force)
    u.ruled("5.1.3 inoperative", not any(one.inoperative for one in force.counters), force)
    u.ruled("T held in port", not force.held, force)
    u.kept.setdefault("been", {})[force.id] = []
    u.kept.setdefault("sailed", {})[force.id] = u.state.turn
    if force.kind == "convoy":
        sails = force.plan.sails if force.plan is not None else 0
        u.ruled("4.2 by its plan", u.state.turn >= sails, force)
    if force.side == "axis" and force.kind == "convoy" and not (
        u.state.options.variable_start or u.state.options.from_day_one
    ):  # fmt: skip
        u.ruled("12.3 not before its turn", u.state.turn >= u.operation.first_turn.number, force)
    if force.side == "axis" and force.kind == "task_force":
        _germans(u, force)


def _germans(u: Umpire, force: Force) -> None:
    chit = u.state.chits.get("axis")
    situation = chit.situation if chit is not None else ""
    if u.state.roster is None and u.operation.month >= "1942-01":
        seen = any(one.to == "axis" and not one.port and one.source != "photo" and one.level is not None
                   and one.kind in ("convoy", "task_force") for one in u.state.reports)  # fmt: skip
        u.ruled("11.4 somebody was found", seen or situation in EXCUSED, force.id, situation)
    if any(one.ship == "tirpitz" for one in force.counters):
        _tirpitz(u, situation)


def _tirpitz(u: Umpire, situation: str) -> None:
    """5.1.8 All carriers of the scenario were told of, are sunk, or nothing binds her."""
    if situation in ("break_out", "no_restrictions"):
        return
    sunk = {one.unit for one in u.state.losses if one.how not in ("weather", "ice")}
    bound = [one for one in u.operation.binding_carriers if one not in sunk]
    told = [one for one in u.state.reports if one.to == "axis" and (
        one.carrier or one.refusal == "carrier" or any(name.ship in bound for name in one.names)
        or any(part.group == "carrier" for part in one.strengths))]  # fmt: skip
    u.ruled("5.1.8 Tirpitz", len(told) >= len(bound), bound)


def rested(u: Umpire, force: Force, port: str) -> None:
    """5.1.2"""
    if u.stage != "movement" or not port:
        return
    leg = _leg(u, force)
    u.ruled("5.1.3 not back in the same turn", not leg.left, force, port)
    leg.capped = True
    leg.way.append(port)
    leg.pay(u, force)
    place = u.box.ports[port]
    u.ruled(
        "5.1.2 own port", place.hex == force.at and place.side == force.side and seaway.exists(u, port), force, port
    )
    u.ruled("1.1.1 boats alone", place.use != "submarines" or force.kind in ("wolfpack", "dummy"), force, port)
    if force.convoy is not None and force.kind == "convoy" and force.side == "allied":
        u.ruled("5.1.5 a destination", port in force.convoy.destinations, force.id, port)
    if port in ("murmansk", "arkhangelsk"):
        _berths(u, force)


def _berths(u: Umpire, force: Force) -> None:
    """5.1.2"""
    used: list[int] = u.kept.setdefault("berths", [0, 0, 0])
    for one in force.counters:
        kind = u.kind(one)
        whole = not one.crippled and not one.dead and (bool(kind.most) or one.strength == kind.strength)
        if kind.nation == "soviet" or not whole:
            continue
        if kind.type in charts.CAPITAL:
            used[0] += 1
        elif kind.is_heavy:
            used[1] += 1
        elif kind.type in ("dd", "tb"):
            used[2] += one.strength
    limit = [line[1:] for line in BERTHS if line[0] <= u.operation.month][-1]
    u.ruled("5.1.2 berths in Russia", all(one <= most for one, most in zip(used, limit, strict=True)), force, used)


# --- a movement segment is over


def moved(u: Umpire, event: movement.BlockMoved, *others: movement.BlockMoved) -> None:
    """1.2b What is told of a way is the way."""
    leg: Leg | None = u.about.get("legs", {}).get(event.force)
    if leg is None or u.stage != "movement":
        return
    way = [one for one in leg.way if one not in u.box.ports]
    told = list(event.way)
    u.ruled("1.2b the way is told", way[-len(told) :] == told if told else not way, event, leg.way)


def segment(u: Umpire, before: State) -> None:
    """5.1.5, 6.6, 4.2 What a side did with its blocks in its movement."""
    legs: dict[str, Leg] = u.about.get("legs", {})
    old = {one.id: one for one in before.forces}
    for force in u.state.forces:
        was = old.get(force.id)
        if was is None or force.side != u.phase.side:
            continue
        leg = legs.get(force.id)
        _obeys(u, before, was, force, leg)
        _level(u, before, was, force, leg)
    if not u.kept.get("drawn"):
        _convoys_move(u, before, legs)


def _convoys_move(u: Umpire, before: State, legs: dict[str, Leg]) -> None:
    """5.1.5 A convoy at sea moves each turn, unless something keeps it."""
    kept: set[str] = set(before.sky.stopped)
    kept |= {one.force for one in u.heard(convoy.Scattered)} | {one.force for one in u.heard(movement.IceMet)}
    held = {one.force: one for one in u.heard(movement.Held)}
    now = {one.id: one for one in u.state.forces}
    for was in before.forces:
        force = now.get(was.id)
        if was.kind != "convoy" or was.side != u.phase.side or was.port or force is None or was.at not in u.box.hexes:
            continue
        parts = {was.id, *(one.id for one in before.forces if one.convoy and one.convoy.part_of == was.id)}
        parent = was.convoy.part_of if was.convoy is not None else ""
        together = [now[one] for one in (parent, was.id) if one in now]
        excused = (
            kept & {*parts, parent} or held.keys() & {was.id, parent} or not min(hexes(u, one) for one in together)
        )
        went = was.id in legs
        u.ruled("5.1.5 a convoy moves", went or excused, was, held.get(was.id))
        if was.id in before.sky.stopped and u.weather == "gale":
            u.ruled("9.2.5 stopped by a gale", not went, was)


def _ordered_way(u: Umpire, was: Force) -> tuple[str, ...] | None:
    """5.0 The hexes that a force was told to enter, by an order of this phase or by what was written before."""
    for order in u.phase.orders:
        if isinstance(order, Move) and order.force == was.id:
            return order.way
        if isinstance(order, Route) and order.convoy == was.id:
            return order.way
    return was.plan.route if was.plan is not None else None


def _obeys(u: Umpire, before: State, was: Force, force: Force, leg: Leg | None) -> None:
    """5.0 A force goes by the way that was written, as far as it comes."""
    if leg is None or seaway.is_follower(u, force):
        return
    way, gone = _ordered_way(u, was), [one for one in leg.way if one not in u.box.ports]
    if way is None or not gone:
        return
    turned = any(one.force == force.id for one in u.heard(movement.IceMet))
    again = bool(u.about.get("revised"))
    u.ruled("5.0 by its orders", turned or again or gone == list(way[: len(gone)]), was.id, gone, way)


def _level(u: Umpire, before: State, was: Force, force: Force, leg: Leg | None) -> None:
    """6.6 The level of a block falls as it moves, or by PM where it stays."""
    if was.port or force.port or (was.convoy is not None and was.convoy.scattered) or _disturbed(u, force):
        return
    shadowed = any(one.target == was.id for one in before.shadows)
    still = any(one.target == was.id for one in u.state.shadows)
    if shadowed or still or (force.convoy is not None and force.convoy.scattered):
        return
    if was.level is None or was.level == 0:
        u.ruled("6.6 stands up", force.level is None, was, force)
        return
    moved_ = leg is not None and bool(leg.way)
    falls = moved_ or u.state.turn % 2 == 0
    u.ruled("6.6 level", force.level == was.level - falls, was, force, u.state.turn)


def _disturbed(u: Umpire, force: Force) -> bool:
    """6.6.1 Whether anything may have been found out about a block as it moved."""
    found: tuple[type[Event], ...] = (search.Identified, surface.BattleJoined)
    boats = force.kind == "wolfpack" and any(not one.crossed for one in u.heard(submarine.PackPatrolled))
    return boats or any(isinstance(one.variants[0].event, found) for one in u.told)


def shadows(u: Umpire, before: State) -> None:
    """6.3 Nobody follows a force twice, and nobody but a sector two forces."""
    pairs = [(one.target, one.by, one.who) for one in u.state.shadows]
    u.ruled("6.3.1 once each", len(set(pairs)) == len(pairs), pairs)
    busy = [one.who for one in u.state.shadows if one.by in ("aircraft", "wolfpack", "task_force")]
    u.ruled("6.3 one force each", len(set(busy)) == len(busy), pairs)


def combined(u: Umpire, before: State) -> None:
    """1.3e In its own combine segment a side keeps one dummy in a hex; the enemy loses none."""
    shadows(u, before)
    side = before.phase.side if before.phase is not None else ""
    for owner in ("allied", "axis"):
        was, now = ([one.at for one in state.forces if one.side == owner and one.is_dummy]
                    for state in (before, u.state))  # fmt: skip
        fair = len(set(now)) == len(now) and set(was) <= set(now) if owner == side else Count(was) <= Count(now)
        u.ruled("1.3e dummies", fair, owner, side, was, now)


JUDGES = {movement.BlockMoved: moved}
MOVES = {"step": stepped, "leave": left, "rest": rested}
STAGES = {"movement": segment, "search": shadows, "strikes": shadows, "combine": combined}
