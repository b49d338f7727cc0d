"""6.2, 6.9, 7.1.1 Cards: in which row and column they are read, whom they find, how much is known then, and told."""

from collections.abc import Iterable
from typing import Any

from games.titles.pq17.components.pieces import Card
from games.titles.pq17.state.events import air, search
from games.titles.pq17.state.state import Force, Report
from tests.titles.pq17.umpire import boats, charts
from tests.titles.pq17.umpire.table import Umpire

GROUPS = {
    "capital": charts.CAPITAL, "carrier": charts.CARRIER, "cruiser": charts.CRUISER, "light": charts.LIGHT,
    "submarine": ("ss",),
}  # fmt: skip
COLUMNS = {"fair": 0, "reduced": 1, "storm": 2, "fog": 3, "gale": 3}


def finds(u: Umpire, card: Card, row: str, prey: Force, *, reds: bool) -> bool:
    """6.2 Whether a card finds a block, before its owner refuses; `reds`: all who search are Soviet."""
    face = card.day if u.is_day else card.night
    result = {"force": face.force, "air": face.air, "both": face.both}[row][COLUMNS[u.weather]]
    side = "axis" if prey.side == "allied" else "allied"
    if result == "-" or (card.star and reds):
        return False
    if result == "U":
        return True
    if result == "+":
        return not u.near_fighters(prey.side, prey.at)
    if result == "S":
        return u.box.hexes[prey.at].friendly == side or bool(u.shadowers(prey))
    return prey.level is not None and prey.level >= int(result)


def located(u: Umpire, event: air.Located, *others: air.Located) -> None:
    """7.1.1 One card, and another where the first has failed and the rule gives one."""
    boats.over(u)
    for name in ("row", "fight", "gain"):
        u.about.pop(name, None)
    u.about["located"] = True
    forces = [one for one in u.state.forces if one.id in event.who]
    if event.found and event.by == "task_force":
        u.about.setdefault("attackers", {}).setdefault(event.side, []).extend(forces)
    drawn = [one for one in u.thrown if one.cards and one.cards[0] in event.cards]
    for one in drawn:
        u.thrown.remove(one)
    refused = u.about.pop("refused", None)
    if not u.plain or event.at not in u.box.hexes or not event.cards:
        return
    preys = u.blocks("axis" if event.side == "allied" else "allied", event.at, event.block)
    row = "air" if event.by == "air" else "force"
    if any(".join." in one.key for one in drawn):  # who joins declares no attack (7.5.9: nobody is known by it yet)
        u.ruled("7.5.2 one card to join", len(event.cards) == 1, event)
        return
    if preys and preys[0].side != u.phase.side:
        u.ruled("7.1.1 identified", any(one.level is not None for one in preys), event)
    u.ruled("7.1.1 at most two", len(event.cards) <= 2, event)
    name = next((one.force for one in others if one.force), "")
    prey = next((one for one in preys if one.id == name), None)
    if prey is None:
        return
    reds = _soviet(u, event, forces)
    found = [finds(u, u.box.cards[card], row, prey, reds=reds) for card in event.cards]
    if refused is None:
        u.ruled("7.1.1 found", event.found == found[-1], event, found, prey.level, u.weather, u.is_day, row)
        u.ruled("7.1.1 stops when found", not any(found[:-1]), event, found)
    if len(event.cards) == 2:
        u.ruled("7.1.1 a second card", _second(u, event, prey), event, prey)
    elif not found[0] and refused is None:
        u.ruled("7.1.1 no second card", not _second(u, event, prey), event, prey)


def _soviet(u: Umpire, event: air.Located, forces: list[Force]) -> bool:
    if event.by == "air":
        return all(u.box.aircraft[one].nation == "soviet" for one in event.who)
    ships = [one for force in forces for one in force.counters]
    return bool(ships) and all(u.kind(one).nation == "soviet" for one in ships)


def _second(u: Umpire, event: air.Located, prey: Force) -> bool:
    followers = u.shadowers(prey)
    if prey.convoy is not None and prey.convoy.scattered:
        return True
    if not u.state.options.second_card or prey.side == u.phase.side:  # who intercepts has two if he follows (7.5.1)
        return bool(followers)
    aloft = any(one.by in ("aircraft", "radius", "sector") for one in followers)
    if event.by == "air":
        return u.weather == "fair" or aloft
    if event.by == "wolfpack":
        return any(one.by == "wolfpack" and one.who not in event.who for one in followers)
    return any(one.by == "task_force" for one in followers) or (aloft and event.side == "allied")


def searched(u: Umpire, event: search.Searched, *others: search.Searched) -> None:
    rule = "6.6.1" if event.passing else "6.2"
    thrown = next((one for one in u.thrown if one.cards == (event.card,)), None)
    u.ruled("6.2 card", thrown is not None, event)
    assert thrown is not None
    u.thrown.remove(thrown)
    preys = u.blocks("axis" if event.side == "allied" else "allied", event.at, event.block)
    if not u.plain or not preys or event.row is None:
        return
    found = set()
    for prey in preys:
        for reds in _all_soviet(u, event, prey):
            found.add(finds(u, u.box.cards[event.card], event.row, prey, reds=reds))
    u.ruled(f"{rule} found", event.found in found, event, found, preys)
    if not event.passing and len(preys) == 1:
        _row(u, event, preys[0])
    if event.found:
        u.about.setdefault("gain", []).append((event, {one.id: one.level for one in preys}))


def _all_soviet(u: Umpire, event: search.Searched, prey: Force) -> Iterable[bool]:
    """6.2 Whether all who search may be Soviet: both where it is not known."""
    if event.side == "axis":
        return (False,)
    return (False, True) if u.box.cards[event.card].star else (False,)


def _row(u: Umpire, event: search.Searched, prey: Force) -> None:
    """6.2a-d Blocks search in their hex, aircraft where they are, in radii, and in the hexes of sectors."""
    following = {one.who for one in u.state.shadows}
    there = [one for one in u.state.forces if one.side == event.side and one.at == event.at and not one.port
             and one.id not in following]  # fmt: skip
    sees = [one for one in there if one.is_dummy or any(
        u.kind(ship).is_warship and ship.counts() for ship in one.counters)]  # fmt: skip
    mine = u.shadowers(prey)
    afoot = {one.who for one in mine if one.by in ("wolfpack", "task_force")}
    eyes = [one for one in u.state.forces if one.id in afoot and one.at == event.at
            and any(u.kind(ship).is_warship and ship.counts() for ship in one.counters)]  # fmt: skip
    force = bool(sees or eyes)
    aloft = u.in_radius(event.side, event.at)[0] or any(one.by in ("aircraft", "sector", "radius") for one in mine)
    for unit in u.state.air:
        kind = u.box.aircraft[unit.aircraft]
        follows = any(one.who == unit.id for one in u.state.shadows)
        if kind.side == event.side and kind.reconnaissance and event.at in unit.over and not follows:
            aloft = aloft or unit.mission in ("search", "radius")
    named = any(event.at in hexes for hexes in u.phase.sectors.values())
    if u.weather in ("fog", "gale", "storm"):
        return
    u.ruled(
        "6.2 row",
        event.row == ("both" if force and (aloft or named) else "force" if force else "air"),
        event,
        there,
        mine,
        aloft,
        named,
    )


def refused(u: Umpire, event: search.Refused, *others: search.Refused) -> None:
    """6.2.2"""
    u.about["refused"] = event
    preys = u.blocks(event.side, event.at, event.block)
    if event.ground == "carrier":
        fair = any(u.kind(ship).type in charts.CARRIER for one in preys for ship in one.counters)
    elif event.ground == "cam":
        fair = u.weather in ("fair", "reduced") and any(ship.ship == "mc" for one in preys for ship in one.counters)
    else:
        fair = any(one.kind == "wolfpack" for one in preys)
    u.ruled(f"6.2.2 {event.ground}", fair or not preys, event, preys)


def identified(u: Umpire, event: search.Identified, *others: search.Identified) -> None:
    """6.1, 6.2.1, 6.7"""
    u.ruled("6.1 level", 0 <= event.level <= 3, event)
    if u.stage == "search":
        u.kept.setdefault(_this_search(u), set()).add(event.force)
    gains: list[Any] = [one for one in u.about.get("gain", ()) if event.force in one[1]]
    if not gains:
        return
    may = {min((before[event.force] or 0) + _gain(u, search_), 3): one for one in gains for search_, before in (one,)}
    u.ruled("6.2.1 ID", event.level in may, event, gains)
    if len(may[event.level][1]) == 1:  # of blocks under one number nobody knows whose card it was
        u.about["gain"].remove(may[event.level])


def _this_search(u: Umpire) -> str:
    return f"found.{u.state.turn}.{u.phase.side}"


def followed(u: Umpire, event: search.ShadowBegan, *others: search.ShadowBegan) -> None:
    """6.3 After the search only what this search has identified is followed."""
    if u.stage == "strikes":
        preys = u.blocks("axis" if event.side == "allied" else "allied", event.at, event.block)
        found = u.kept.get(_this_search(u), set())
        u.ruled("6.3 found in this segment", any(one.id in found for one in preys), event, preys, found)


def _gain(u: Umpire, search_: search.Searched) -> int:
    face = u.box.cards[search_.card].day if u.is_day else u.box.cards[search_.card].night
    return face.gain[COLUMNS[u.weather]]


def reported(u: Umpire, event: search.Reported, *others: search.Reported) -> None:
    """6.2.1 What a level opens."""
    report = event.report
    force = next((one for one in u.state.forces if one.id == event.force), None)
    if force is None or report.level is None or report.level > 3:
        return
    held: dict[str, int] = {}
    for one in force.counters:
        held[one.ship] = held.get(one.ship, 0) + one.strength
    counters = {ship: -(-strength // u.kind(ship).most) if u.kind(ship).most else 1 for ship, strength in held.items()}
    war = {ship: number for ship, number in counters.items() if u.kind(ship).type not in charts.CONVOY}
    convoy = sum(one.strength if u.kind(one).type == "mx" else 1 for one in force.counters
                 if u.kind(one).type in charts.CONVOY)  # fmt: skip
    _opened(u, report, war, held, convoy)
    if report.source in ("surface_combat", "air_attack", "submarine_combat"):
        least = {"surface_combat": 3 if u.is_day else 2, "air_attack": 2 if u.is_day else 1, "submarine_combat": 1}[
            report.source
        ]
        u.ruled("6.7 level after a fight", report.level >= least, report, least)


def _opened(u: Umpire, report: Report, war: dict[str, int], held: dict[str, int], convoy: int) -> None:
    """6.2.1 Counters and strength of warships, and the ships of a convoy, as far as a level opens them."""
    warships = sum(war.values())
    types = {ship: u.kind(ship).type for ship in war}
    if report.level == 1:
        within = report.about is not None and -(-warships // 2) <= report.about <= warships * 3 // 2
        u.ruled("6.2.1 ID 1", within, report, warships)
        u.ruled("6.2.1 large", report.large in (None, convoy >= 11), report, convoy)
    if report.level == 2:
        heavy = sum(one in charts.HEAVY for one in types.values())
        carrier = any(one in charts.CARRIER for one in types.values())
        told = (report.warships, report.heavy, report.carrier, report.ships)
        u.ruled("6.2.1 ID 2", told == (warships, heavy, carrier, convoy), report, warships, heavy, convoy)
    if report.level == 3:
        found = {
            name: (
                sum(war[ship] for ship in war if types[ship] in of),
                sum(held[ship] for ship in war if types[ship] in of),
            )
            for name, of in GROUPS.items()
            if any(one in of for one in types.values())
        }
        opened = {one.group: (one.counters, one.strength) for one in report.strengths}
        u.ruled("6.2.1 ID 3", opened == found and report.ships == convoy, report, found)


JUDGES = {
    air.Located: located, search.Searched: searched, search.Refused: refused, search.Identified: identified,
    search.Reported: reported, search.ShadowBegan: followed,
}  # fmt: skip
