"""9, 10, 11, 8 Weather, ice and what it hurts, daylight, and the fuel of a turn."""

from collections import Counter as Count
from typing import Any

from games.titles.pq17.components.turns import Turn, month_of
from games.titles.pq17.state.events import convoy, movement, operation, search, special
from tests.titles.pq17.umpire import charts
from tests.titles.pq17.umpire.table import Umpire

LIGHT = {
    "none": ("jan_1", "jan_2", "nov_2", "dec_1", "dec_2"),
    "both": ("apr_2", "may_1", "may_2", "jun_1", "jun_2", "jul_1", "jul_2", "aug_1"),
}
LANE = ("0818", "0919", "1019", "1119")
CARDS = (0, 1, 2, 3, 4)
"""10.2 The cards that each state of ice costs."""


def turn_began(u: Umpire, event: operation.TurnBegan, *others: operation.TurnBegan) -> None:
    """8.2, 9.1"""
    light = u.state.light
    day = light in LIGHT["both"] or (light not in LIGHT["none"] and event.turn % 2 == 1)
    u.ruled("8.2 day", event.day == day, event, light)
    if not event.dice:
        return
    month = month_of(u.operation.month)
    thrown = next((one for one in u.thrown if one.dice == event.dice), None)
    u.ruled("9.1 two dice", thrown is not None and len(event.dice) == 2, event)
    now = thrown.state.sky.kind if thrown and thrown.before else None
    added = {"fair": -1, "storm": 1, "gale": 2}.get(str(now), 0) if event.turn > 1 else 0
    if now is not None:
        u.ruled("9.1 weather", event.weather == charts.weather(month, sum(event.dice) + added), event, now, month)
    total = sum(event.dice)
    dispersal = 2 if total == 18 else 1 if total >= 16 else 0 if total >= 14 else -1
    u.ruled("9.3.2 dispersal", u.state.sky.dispersal == dispersal, event, u.state.sky)


def random_event(u: Umpire, event: special.RandomEvent, *others: special.RandomEvent) -> None:
    """13.0"""
    both = {0: "collision", 1: "grounding", 2: "breakdown", 3: "weather_damage", 4: "minefield", 13: "signals",
            14: "reinforcements", 15: "chance_encounter"}  # fmt: skip
    own = {
        "allied": {
            5: "local_weather_britain",
            16: "superiors_warning",
            17: "air_raid_norway",
            18: "local_weather_kola",
        },
        "axis": {5: "local_weather_norway", 16: "elusive_target", 17: "air_raid_russia", 18: "fuhrer_directive"},
    }
    what = (both | own[event.side]).get(sum(event.dice), "none")
    u.ruled("13.0 event", event.what in (what, "none", ""), event, what)


def ice_met(u: Umpire, event: movement.IceMet, *others: movement.IceMet) -> None:
    """10.1, 10.2, 10.3"""
    u.thrown[:] = [one for one in u.thrown if one.rule != "10.2"]
    zone = u.box.hexes[event.into].zone if event.into in u.box.hexes else ""
    found = charts.ICE.index(event.ice)
    u.ruled("10.2 solid pack", event.ice != "solid_pack" or not event.passes, event)
    u.ruled("10.2 the Axis", event.side == "allied" or found <= 1 or not event.passes, event)
    if zone in ("", "pack"):
        return
    month: Any = month_of(u.operation.month)
    dice = list(event.dice)
    plain = not u.operation.ice and u.operation.ice_is_worse(zone, Turn(u.state.turn)) == 0
    if event.into in LANE or event.at not in u.box.hexes:
        return
    if plain:
        expected, certain = charts.expected_ice(month, zone)
        if not certain and dice:
            state = min(max(expected + charts.ice_steps(month, dice.pop(0)), 0), 4)
            u.ruled("10.1 state", found == state, event, zone, expected, month)
        elif certain:
            u.ruled("10.1 certain", found == expected, event, zone)
    if event.ice == "thin_pack" and event.side == "allied" and plain and dice:
        u.ruled("10.2.4 thin pack", event.passes == (dice[-1] > 5), event)
    u.about["ice"] = event


def ships_hurt(u: Umpire, event: movement.ShipsHurt, *others: movement.ShipsHurt) -> None:
    """9.3.1, 10.2.6 No more than the cards say, of each sort."""
    met: movement.IceMet | None = u.about.get("ice")
    way = f"ice_cards.{met.at}.{met.block}.{met.into}." if met is not None and event.how == "ice" else ""
    drawn = [one for one in u.thrown if one.rule in ("10.2", "9.3.1") and one.key.startswith(way)]
    cards = [u.box.cards[card] for one in drawn for card in one.cards]
    u.thrown[:] = [one for one in u.thrown if one.rule not in ("10.2", "9.3.1")]
    ice = u.about.pop("ice", None)
    if not cards:
        return
    if event.how == "ice" and ice is not None:
        number = CARDS[charts.ICE.index(ice.ice)]
        emptied = any(len(one.pool) == 1 for one in drawn)
        u.ruled("10.2 cards", emptied or len(cards) % max(number, 1) == 0, event, len(cards), ice)
    lost: Count[str] = Count()
    for ship in event.ships:
        kind = u.kind(ship)
        lost["heavy" if kind.is_heavy else "light" if kind.type in ("dd", "tb") else "convoy"] += 1
    whole = not (event.how == "ice" and ice is not None and ice.ice == "light_drift")
    most = {
        "heavy": sum(one.damage.heavy for one in cards),
        "light": sum(one.damage.light + whole * one.damage.light_more for one in cards),
        "convoy": sum(one.damage.convoy + whole * one.damage.convoy_more for one in cards),
    }
    u.ruled("10.2.6 damage", all(number <= most[sort] for sort, number in lost.items()), event, most, ice)


def dispersed(u: Umpire, event: convoy.Dispersed, *others: convoy.Dispersed) -> None:
    """9.3.2"""
    if not event.dice:
        return
    most = sum(max(0, die // 3 + u.state.sky.dispersal) for die in event.dice)
    u.ruled("9.3.2 ships", event.ships <= most, event, u.state.sky)


def rejoined(u: Umpire, event: convoy.Rejoined, *others: convoy.Rejoined) -> None:
    """9.3.3"""
    total = event.die + {"fair": 2, "fog": -2}.get(u.weather, 0)
    u.ruled("9.3.3 not in a storm", u.weather not in ("storm", "gale"), event)
    thrown = u.take("9.3.3")
    apart = 0
    for force in thrown.state.forces:
        if force.id == event.force:
            apart += sum(one.strength for one in force.counters if one.dispersed)
        elif force.convoy is not None and force.convoy.part_of == event.force:
            apart += sum(one.strength for one in force.counters)
    back = apart if total >= 5 else -(-apart // 2) if total >= 3 else 0
    u.ruled("9.3.3 rejoined", event.ships == back, event, total, apart)


SECTORS = {"winter": ((2, 1), (1, 2, 1)), "spring": ((3, 1), (2, 3, 2)), "summer": ((4, 2), (2, 4, 4)),
           "autumn": ((3, 1), (2, 3, 2))}  # fmt: skip
SEASONS = {"dec": "winter", "jan": "winter", "feb": "winter", "mar": "spring", "apr": "spring", "may": "summer",
           "jun": "summer", "jul": "summer", "aug": "summer"}  # fmt: skip


def sectors_named(u: Umpire, event: search.SectorsNamed, *others: search.SectorsNamed) -> None:
    """6.4.2 No more hexes than the sectors of the side search, less those that shadow."""
    allied, axis = SECTORS[SEASONS.get(month_of(u.operation.month), "autumn")]
    followed = {(one.who, one.target) for one in u.state.shadows if one.by == "sector"}
    busy = sum(_side(u, target) not in ("", event.side) for _, target in followed)
    most = sum(allied if event.side == "allied" else axis) - busy
    u.ruled("6.4.2 sectors", len(event.hexes) <= most, event, most)


def _side(u: Umpire, name: str) -> str:
    return next((one.side for one in u.state.forces if one.id == name), "")


JUDGES = {
    search.SectorsNamed: sectors_named,
    operation.TurnBegan: turn_began, special.RandomEvent: random_event, movement.IceMet: ice_met,
    movement.ShipsHurt: ships_hurt, convoy.Dispersed: dispersed, convoy.Rejoined: rejoined,
}  # fmt: skip
