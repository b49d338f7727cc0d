"""12 to 14 Special situations, what random events do, and forces that were bought: what a chit gives, when its
condition is met and what it scores, who may leave the map, how mines and chance encounters end, what forces cost.
"""

from typing import Any

from games.titles.pq17.components.turns import month_of
from games.titles.pq17.state.events import special, victory
from games.titles.pq17.state.state import Chit, Force, State
from tests.titles.pq17.umpire import charts
from tests.titles.pq17.umpire.table import Umpire

WINTER = ("nov", "dec", "jan", "feb", "mar", "apr")
CHART: dict[str, dict[str, str]] = {
    "allied": {
        "ab": "bombing_order", "cd": "fleet_air_strike", "e": "ground_offensive", "fghij": "gearbox",
        "kl": "reinforcements", "mn": "archery", "o": "title",
    },
    "winter": {
        "abcijstuvwx": "axis_convoy", "d": "cobweb", "e": "break_out", "f": "minelaying", "gh": "port_raid",
        "kl": "reinforcements", "m": "ground_offensive",
    },
    "summer": {
        "abcij": "axis_convoy", "d": "cobweb", "e": "break_out", "fwx": "minelaying", "gh": "port_raid",
        "kl": "reinforcements", "m": "ground_offensive", "no": "no_restrictions", "st": "wunderland", "uv": "sizilien",
    },
}  # fmt: skip
RETURNS = (("ab", 7, 16), ("cd", 9, 18), ("ef", 13, 21), ("gh", 17, 24), ("ijklmnopqrstuv", 7, 0), ("wxyz", 0, 0))
"""12.2.1 Turn on which the chit is shown, and that of the Fuel Warning; 0: at once, and never."""
GEARBOX = {"f": (1, 1, 1), "g": (1, 1, 1), "h": (0, 1, 1), "i": (0, 1, 1), "j": (0, 1, 1)}
MINES, MINE_HITS = 3, 8
ALWAYS = ("break_out", "port_raid", "reinforcements", "ground_offensive", "no_restrictions", "axis_convoy")
"""Situations that can always apply."""


def _column(u: Umpire, side: str) -> str:
    return "allied" if side == "allied" else "winter" if month_of(u.operation.month) in WINTER else "summer"


def _situation(u: Umpire, side: str, letter: str) -> str:
    chart = CHART[_column(u, side)]
    return next((what for letters, what in chart.items() if letter in letters), "none")


def _ice(u: Umpire, zone: Any) -> int:
    rolled = u.operation.ice.get(zone)
    if u.operation.ice:
        return charts.ICE.index(rolled or "clear")
    month: Any = month_of(u.operation.month)
    return charts.expected_ice(month, zone)[0]


def applies(u: Umpire, what: str) -> bool | None:
    """12.0 Whether a situation can apply in the month; None where more than the month decides."""
    month = month_of(u.operation.month)
    if what in ALWAYS:
        return True
    if what == "cobweb":
        return None if u.state.roster is not None else False
    if what == "archery":
        return month in WINTER
    if what == "title":
        return None if month in ("sep", "oct", "nov", "dec") else False
    if what == "gearbox":
        return _ice(u, "w4") < charts.ICE.index("thin_pack")
    if what == "minelaying":
        return min(_ice(u, "e3"), _ice(u, "w3")) <= 1
    if what == "wunderland":
        return None if _ice(u, "e2") <= 1 else False
    return None


def drawn(u: Umpire, event: special.ChitDrawn, *others: special.ChitDrawn) -> None:
    """12.0"""
    if not event.letter:
        return
    what = _situation(u, event.side, event.letter)
    spent = u.state.roster is not None and what in ("cobweb", "title") and event.situation == "none"
    u.ruled("12.0 chit", spent or event.situation == what, event, what)
    offensive = what == "ground_offensive"
    u.ruled(
        "12.6 shown and drawn again", not offensive or event.situation != "ground_offensive" or _again(u, event), event
    )


def _again(u: Umpire, event: special.ChitDrawn) -> bool:
    return u.state.offensive.get(event.side, "") != "" or any(
        one.situation == "ground_offensive" for one in u.heard(special.ChitDrawn))  # fmt: skip


# --- what is met in the special situation phase


def noted(u: Umpire, before: State) -> None:
    """What blocks did this turn, for the special situation phase."""
    went: dict[str, tuple[int, list[str]]] = u.kept.setdefault("went", {})
    for name, leg in u.about.get("legs", {}).items():
        went[name] = (leg.cost, list(leg.way))


def turned(u: Umpire, before: State) -> None:
    """The fuel phase is over, and a turn begins."""
    u.kept["went"] = {}
    u.kept["where"] = {one.id: (one.at, one.port) for one in u.state.forces}


def phase(u: Umpire, before: State) -> None:
    """12.0 What is booked for a situation is what it gives, once, when its condition is met."""
    scored = {one.why: one for one in u.heard(victory.Scored)}
    for side, chit in before.chits.items():
        met = MET.get(chit.situation)
        if met is None or chit.done:
            continue
        points = met(u, before, chit) if applies(u, chit.situation) is not False else 0
        got = scored.get(chit.situation)
        u.ruled(f"12 {chit.situation}", (got.points if got else 0) == points, side, chit, got, points, before.turn)


def _task_forces(before: State, chit: Chit, at: str, side: str) -> list[Force]:
    there = [one for one in before.forces if one.side == side and one.kind == "task_force" and one.at == at]
    return [one for one in there if not chit.forces or one.id in chit.forces]


def _minelaying(u: Umpire, before: State, chit: Chit) -> int:
    """12.8"""
    if u.weather in ("storm", "gale") or not chit.target:
        return 0
    points = 0
    for force in _task_forces(before, chit, chit.target, "axis"):
        cost, way = u.kept.get("went", {}).get(force.id, (0, []))
        if force.port or cost > 2 or not way or way[-1] != chit.target:
            continue
        kinds = [(u.kind(one), one.strength) for one in force.counters]
        worth = sum(
            4 if kind.type in charts.CRUISER else 2 * strength * (kind.type == "dd") for kind, strength in kinds
        )
        points = max(points, min(worth, 10))
    return -points


def _sizilien(u: Umpire, before: State, chit: Chit) -> int:
    """12.11"""
    where = u.kept.get("where", {})
    points = 0
    for force in _task_forces(before, Chit("", ""), "0214", "axis"):
        stayed = where.get(force.id) == ("0214", "") and force.id not in u.kept.get("went", {})
        if stayed and u.is_day and force.id not in before.attacked:
            kinds = [u.kind(one).type for one in force.counters]
            points = max(points, sum(4 * (one in charts.CAPITAL) + 2 * (one in charts.CRUISER) for one in kinds))
    return -points


def _gearbox(u: Umpire, before: State, chit: Chit) -> int:
    """12.10"""
    cruisers = {"ca": 0, "cl": 0}
    destroyers = 0
    for force in before.forces:
        if force.port != "barentsburg" or force.side != "allied":
            continue
        for one in force.counters:
            kind = u.kind(one)
            began = before.began.get(one.ship, "") in ("reykjavik", "scapa_flow")
            if kind.type in cruisers and began:
                cruisers[kind.type] += 1
            destroyers += one.strength * (kind.type == "dd")
    ca, cl, dd = GEARBOX[chit.letter]
    met = cruisers["ca"] >= ca and cruisers["cl"] >= cl and destroyers >= dd
    return (2 * (ca + cl) + dd) * met


def _convoy(u: Umpire, before: State, chit: Chit) -> int:
    """12.3 Not in Kirkenes by the end of day 11 PM."""
    merchants = 2 if chit.letter in "abcij" else 3
    arrived = any(one.convoy is not None and one.side == "axis" and one.port == "kirkenes" for one in before.forces)
    return 2 * merchants if before.turn == 22 and not arrived else 0


def _wunderland(u: Umpire, before: State, chit: Chit) -> int:
    """12.12"""
    raider = any(one.side == "axis" and one.at == "kara_sea" and any(u.kind(ship).type == "cb" for ship in one.counters)
                 for one in before.forces)  # fmt: skip
    return -10 if raider else 0


def _archery(u: Umpire, before: State, chit: Chit) -> int:
    """12.14.1"""
    if before.turn != chit.turn or u.weather in ("storm", "gale"):
        return 0
    for force in before.forces:
        lands = any(u.kind(one).role == "lsi" and one.strength for one in force.counters)
        if lands and force.at == chit.target and u.kept.get("went", {}).get(force.id, (0, []))[0] <= 2:
            return 10
    return 0


MET = {
    "minelaying": _minelaying, "sizilien": _sizilien, "gearbox": _gearbox, "axis_convoy": _convoy,
    "wunderland": _wunderland, "archery": _archery,
}  # fmt: skip


def title(u: Umpire, event: special.TitleStruck, *others: special.TitleStruck) -> None:
    """12.14.2"""
    u.ruled("12.14.2 TITLE", event.hits == (event.die if 1 <= event.die <= 5 else 0), event)
    ship = next((one for one in u.state.forces if any(unit.ship == "tirpitz" for unit in one.counters)), None)
    south = ship is not None and ship.port in ("stavanger", "bergen", "trondheim")
    u.ruled("12.14.2 where she lies", south and u.weather not in ("storm", "gale"), event, ship)


def map_left(u: Umpire, event: special.MapLeft, *others: special.MapLeft) -> None:
    """12.2"""
    points = sum(24 if u.kind(one).type in charts.CAPITAL else 10 for one in event.ships)
    u.about["left_map"] = (event, -points if event.scores else 0)
    u.ruled("12.2 heavy ships", all(u.kind(one).is_heavy and u.kind(one).type != "cl" for one in event.ships), event)
    u.ruled("12.2 western edge", event.at.endswith("01") or event.at == "atlantic", event)


def scored(u: Umpire, event: victory.Scored, *others: victory.Scored) -> None:
    if event.why == "break_out" and "left_map" in u.about:
        u.ruled("12.2 break-out", event.points <= 0, event)


def after_movement(u: Umpire, before: State) -> None:
    """12.2 Who left the map in time scores."""
    noted(u, before)
    for event in u.heard(special.MapLeft):
        got = sum(one.points for one in u.heard(victory.Scored) if one.why == "break_out")
        points = sum(24 if u.kind(one).type in charts.CAPITAL else 10 for one in event.ships) * event.scores
        u.ruled("12.2 points", got == -points, event, got)
        who = [one for one in before.forces if {ship.ship for ship in one.counters} >= set(event.ships)]
        if len(who) == 1 and who[0].fuel is not None:
            leg = u.about.get("legs", {}).get(who[0].id)
            burned = who[0].spent + 3 * (leg is not None and leg.cost == 3)
            in_time = who[0].fuel.state == "full" and who[0].fuel.turn - burned - u.state.turn >= 7
            u.ruled("12.2 seven turns", event.scores == in_time, event, who[0], u.state.turn)


def returns(u: Umpire, event: special.ReturnDrawn, *others: special.ReturnDrawn) -> None:
    """12.2.1"""
    if event.letter:
        _, turn, warning = next(line for line in RETURNS if event.letter in line[0])
        u.ruled("12.2.1 return", (event.turn, event.comes) == (turn, bool(warning)), event)


def declared(u: Umpire, event: special.AttackDeclared, *others: special.AttackDeclared) -> None:
    """12.14 Declared in the phase before."""
    chit = u.state.chits["allied"]
    u.ruled("12.14 declared", event.turn in (u.state.turn, u.state.turn + 1) and chit.turn == event.turn, event, chit)


def kara(u: Umpire, event: special.KaraEntered, *others: special.KaraEntered) -> None:
    """12.12 One escort and four merchants lie there."""
    there = [one for one in u.state.forces if one.at == "kara_sea" and one.side == "allied"]
    held = {one.ship: one.strength for force in there for one in force.counters}
    u.ruled("12.12 the convoy there", held == {"es_soviet": 1, "mv": 4}, event, there)


def strikes(u: Umpire, before: State) -> None:
    """12.5, 12.3, 12.10 What is owed at the end."""
    booked: dict[str, int] = {}
    for one in u.state.bookings[len(before.bookings) :]:
        booked[one.why] = booked.get(one.why, 0) + one.points
    allied, axis = before.chits.get("allied"), before.chits.get("axis")
    if allied is not None and allied.situation == "fleet_air_strike":
        owe = [ship for ship, port in before.began.items() if port == "scapa_flow" and u.kind(ship).type == "cv"
               and ship not in before.struck]  # fmt: skip
        u.ruled("12.5 owed", booked.get("fleet_air_strike", 0) == -10 * len(owe), booked, owe)
    if allied is not None and allied.situation == "gearbox" and not allied.done and applies(u, "gearbox"):
        ca, cl, dd = GEARBOX[allied.letter]
        u.ruled("12.10 owed", booked.get("gearbox", 0) == -(2 * (ca + cl) + dd), booked, allied)
    if axis is not None and axis.situation == "axis_convoy":
        there = sum(one.strength for force in before.forces if force.side == "axis" and force.port == "kirkenes"
                    for one in force.counters if u.kind(one).type == "mx")  # fmt: skip
        owed = 2 * (2 if axis.letter in "abcij" else 3) if not there and not axis.done and before.turn <= 23 else 0
        u.ruled("12.3 in Kirkenes", booked.get("axis_convoy", 0) == owed - 2 * there, booked, axis, there)


# --- 13, 14


def mines(u: Umpire, event: special.MinesStruck, *others: special.MinesStruck) -> None:
    """13.5 Three attacks; from eight on a mine strikes, no ship twice."""
    if not event.dice:
        return
    most = sum(die >= MINE_HITS for die in event.dice)
    u.ruled("13.5 three mines", len(event.dice) == MINES, event)
    u.ruled("13.5 struck", len(event.hurt) <= 2 * most, event, most)
    u.ruled("13.5 sunk", len(event.sunk) <= 2 * most and (most or not event.sunk), event, most)


def encounter(u: Umpire, event: special.ChanceEncounter, *others: special.ChanceEncounter) -> None:
    """13.7"""
    if event.kind == "dummy" or event.die is None:
        u.ruled("13.7 dummy", event.die is None and not event.sunk and not event.hit, event)
        return
    harmed = bool(event.sunk or event.hit)
    if event.kind == "convoy":
        u.ruled("13.7 convoy", harmed == (event.die >= 7), event)
    elif event.kind == "wolfpack":
        u.ruled("13.7 wolfpack", harmed == (event.die >= 5) and bool(event.sunk) == (event.die >= 8), event)
    else:
        struck = (*event.sunk, *event.hit)
        for ship in struck:
            number = charts.gun_number("dd", u.kind(ship).type)
            u.ruled("13.7 task force", number is not None and event.die >= number, event)
        u.ruled("13.7 a miss", struck or event.die <= 9, event)


def weather(u: Umpire, event: special.LocalWeather, *others: special.LocalWeather) -> None:
    """13.4 An Axis event holds in the next Allied phase too."""
    last = u.state.turn + (u.phase.side == "axis")
    u.ruled("13.4 until", event.until == last, event, u.state.turn, u.phase.side)


def lasts(u: Umpire, event: special.OrderLasts, *others: special.OrderLasts) -> None:
    """13.3 Four turns, the present one counted."""
    u.ruled("13.3 four turns", event.until == u.state.turn + 3, event, u.state.turn)


def mishap(u: Umpire, event: special.Mishap, *others: special.Mishap) -> None:
    """13.0 Who collides, runs aground or breaks down."""
    most = {"collision": 2, "grounding": 1, "breakdown": 1}.get(event.what)
    if most is None or not event.ships:
        return
    u.ruled("13.0 mishap", len(event.ships) <= most, event)
    if event.what in ("collision", "grounding") and event.side == "allied":
        u.ruled("13.0 who", all(u.kind(one).type in (*charts.LIGHT, "mx") for one in event.ships), event)


def bought(u: Umpire, event: special.ForcesBought, *others: special.ForcesBought) -> None:
    """14.0 What stands in the list, at half of it for a group of reinforcements."""
    prices = {one.ship: one.cost for one in u.operation.historical if one.side == event.side}
    cost = 0
    for ship, group in zip(event.ships, event.groups, strict=True):
        u.ruled("14.0 in the list", ship in prices, event)
        cost += -(-prices[ship] // 2) if group else prices[ship]
    u.ruled("14.0 cost", event.cost == cost, event, cost)
    u.ruled("14.0 once each", len(set(event.ships)) == len(event.ships), event)


JUDGES = {
    special.ChitDrawn: drawn, special.TitleStruck: title, special.MapLeft: map_left, victory.Scored: scored,
    special.ReturnDrawn: returns, special.AttackDeclared: declared, special.KaraEntered: kara,
    special.MinesStruck: mines, special.ChanceEncounter: encounter, special.LocalWeather: weather,
    special.OrderLasts: lasts, special.Mishap: mishap, special.ForcesBought: bought,
}  # fmt: skip
MOVES: dict[str, object] = {}
STAGES = {"movement": after_movement, "fuel": turned, "situations": phase, "victory": strikes}
