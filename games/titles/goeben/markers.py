"""13.1 The incident chart: one procedure for each of its entries, and what becomes of the marker.

A procedure is given the space and the marker. It says where the marker goes when all of the space are resolved: back
to the `pool`, out of the game (`used`), or nowhere, since it was laid on the map (`laid`).
"""

from collections.abc import Awaitable, Callable, Sequence
from typing import Literal

from games.kernel.forms import Choose, ChooseSome
from games.kernel.requests import Ask, all_of, roll
from games.kernel.text import Text
from games.titles.goeben import alert, austria, ports, roles
from games.titles.goeben.battle.hits import on_german
from games.titles.goeben.damage import hurt
from games.titles.goeben.events import battle as battling
from games.titles.goeben.events import day as daily
from games.titles.goeben.events import incidents as told
from games.titles.goeben.intelligence import looks_rather
from games.titles.goeben.pieces import Zone
from games.titles.goeben.revealing import look
from games.titles.goeben.scoring import score
from games.titles.goeben.sea import Sea
from games.titles.goeben.state import Marker, Visibility, Weather

Fate = Literal["pool", "used", "laid"]
Incident = Callable[[Sea, str, str], Awaitable[Fate]]

EVADE = Text(
    "A submarine! Which ships run from her, each for a point of coal? The others may be torpedoed.",
    "潜水艦です。石炭1ポイントを使って回避する艦を選んでください。他の艦は雷撃を受けるおそれがあります。",
)
RAM = Text("Which ship rams the submarine, and damages her hull?", "潜水艦に体当たりして船体に損害を受ける艦は?")


def weather(sea: Sea, space: str) -> Weather:
    """What markers do in a space for the rest of the day."""
    return sea.day.weather.setdefault(space, Weather())


def befell(sea: Sea, space: str, kind: str, *, idle: bool = False) -> None:
    """13.1 The turn of a marker; `idle` where nothing comes of it."""
    sea.tell_at(space, told.Befell(space, kind, idle))


def at_allied_port(sea: Sea, space: str) -> bool:
    """An Allied port or naval base, captured or not."""
    port = ports.standing(sea, space)
    return port is not None and port.side in ("allied", "captured")


# --- nothing, and the alert level


async def quiet_seas(sea: Sea, space: str, marker: str) -> Fate:
    """13.chart/Quiet Seas"""
    befell(sea, space, "quiet_seas", idle=True)
    return "pool"


async def allied_patrol(sea: Sea, space: str, marker: str) -> Fate:
    """13.chart/Allied Patrol The alert rises in a patrol zone, and at an Allied port or base."""
    watched = ports.is_patrol(sea, space) or at_allied_port(sea, space)
    befell(sea, space, "allied_patrol", idle=not watched)
    if watched:
        alert.change(sea, 1, "allied_patrol")
    return "pool"


async def conflicting_orders(sea: Sea, space: str, marker: str) -> Fate:
    """13.chart/Conflicting Orders The alert falls."""
    befell(sea, space, "conflicting_orders")
    alert.change(sea, -1, "conflicting_orders")
    return "pool"


async def pursuit_ordered(sea: Sea, space: str, marker: str) -> Fate:
    """13.chart/Pursue The alert rises."""
    befell(sea, space, "pursue")
    alert.change(sea, 1, "pursue")
    return "pool"


async def from_berlin(sea: Sea, space: str, marker: str) -> Fate:
    """13.chart/Intelligence from Berlin IB or JE, as the players choose."""
    befell(sea, space, "berlin")
    ships = sea.ships_at(space) or sea.afloat
    seat = roles.senior(sea, space)
    finding = "ib" if ships and await looks_rather(sea, seat) else "je"
    sea.tell_at(space, told.BerlinReported(space, finding))
    if finding == "ib":
        await look(sea, ships[0])
    else:
        alert.change(sea, sea.box.charts.intelligence.alert["je"], "berlin")
    return "pool"


# --- the submarine


async def submarine(sea: Sea, space: str, marker: str) -> Fate:
    """13.chart/Allied Submarine By die: a false alarm, a hunt, a torpedo, or she is run down."""
    befell(sea, space, "submarine")
    (die,) = await roll(6, key=f"submarine.{marker}", rule="13.1")
    dice = sea.box.numbers.incidents.submarine
    outcomes = ((dice.alarm, "alarm"), (dice.hunted, "hunted"), (dice.torpedo, "torpedo"))
    outcome = next((name for most, name in outcomes if die <= most), "rammed")
    sea.tell_at(space, told.SubmarineSighted(space, die, outcome))
    if outcome == "hunted":
        await _hunted(sea, space)
    elif outcome == "torpedo":
        await _torpedoes(sea, space, _present(sea, space))
    elif outcome == "rammed":
        await _rammed(sea, space)
    return "pool"


async def _hunted(sea: Sea, space: str) -> None:
    """Each ship pays coal, or may be torpedoed; consorts need no coal to run (20.0)."""
    price = sea.box.numbers.incidents.hunted_coal
    able = {ship.id: ship.seat for ship in sea.ships_at(space) if ship.coal >= price}
    asked: dict[str, Ask[tuple[str, ...]]] = {}
    for seat in dict.fromkeys(able.values()):
        own = tuple(name for name in able if able[name] == seat)
        roles.consulted(sea, seat, "evade")
        form = ChooseSome(options=own, most=len(own), rule="13.1")
        asked[seat] = roles.question(sea, seat, "evade", "13.1", EVADE, form)
    answers = await all_of(asked)
    running = [name for chosen in answers.values() for name in chosen]
    for name in running:
        sea.ship(name).coal -= price
    if running:
        sea.tell_at(space, told.Evaded(tuple(running), price))
    await _torpedoes(sea, space, [ship.id for ship in sea.ships_at(space) if ship.id not in running])


async def _torpedoes(sea: Sea, space: str, names: Sequence[str]) -> None:
    """A die for each of these ships; nets in port keep the weaker torpedoes off (T.cargo)."""
    if not names:
        return
    dice = await roll(*[6] * len(names), key=f"torpedoes.{space}", rule="13.1")
    chart = sea.box.charts.torpedo
    for name, die in zip(names, dice, strict=True):
        netted = name in sea.box.german and "torpedo_nets" in sea.ship(name).cargo
        sheltered = netted and ports.standing(sea, space) is not None
        struck = die >= (chart.netted if sheltered else sea.box.numbers.incidents.torpedo_hits)
        sea.tell_at(space, told.TorpedoRun(name, die, struck))
        if struck and name in sea.box.german:
            await on_german(sea, name, chart.german, 1)
        elif struck:
            await _hit_consort(sea, name)


async def _hit_consort(sea: Sea, name: str) -> None:
    """20.0 A consort that is hit outside a battle: she is damaged or sunk, if the torpedo is no dud."""
    (die,) = await roll(6, key=f"hit.{name}", rule="14.7")
    effect = sea.box.charts.torpedo.allied[die - 1]
    one = austria.consort(sea, name)
    sea.tell_at(one.at, battling.HitsRolled(name, (die,), (effect,)))
    if effect == "magazine":
        austria.leaves(sea, one, "sunk")
    elif effect != "dud":
        austria.struck(sea, one, 1)


def _present(sea: Sea, space: str) -> tuple[str, ...]:
    """All ships of the players in a space."""
    return (*(ship.id for ship in sea.ships_at(space)), *(one.id for one in sea.consorts_at(space)))


async def _rammed(sea: Sea, space: str) -> None:
    """Points for the submarine, and a hull box of a ship that the players choose."""
    names = _present(sea, space)
    if not names:
        return
    score(sea, sea.box.charts.points.submarine_rammed, "submarine_rammed")
    name = names[0]
    if len(names) > 1:
        seat = roles.senior(sea, space)
        name = await roles.consult(sea, seat, "ram", "13.1", RAM, Choose(options=names, rule="13.1"))
    sea.tell_at(space, told.SubmarineRammed(name))
    suffers(sea, name, hull=1)


def suffers(sea: Sea, name: str, *, hull: int = 0, engines: int = 0) -> None:
    """Damage that no gun does. A consort has no tracks: each box is a hit (20.0)."""
    if name in sea.box.austrian:
        austria.struck(sea, austria.consort(sea, name), hull + engines)
        return
    ship = sea.ship(name)
    hurt(sea, ship, "engines", engines)
    hurt(sea, ship, "hull", hull)


# --- the fleets


def turn_back(sea: Sea, zone: Zone, why: str) -> None:
    """The Allied ships that this phase drew in a sea go back into the pool, and are not replaced."""
    for space in sea.box.waters.within(zone):
        drawn = tuple(name for name in sea.enemies_at(space) if name in sea.day.arrived)
        for name in drawn:
            sea.lift(space, name)
            sea.state.pool.append(name)
        if drawn:
            sea.tell_at(space, told.AlliesTurnedBack(space, drawn, why))


async def fleet_sorties(sea: Sea, space: str, marker: str) -> Fate:
    """13.chart/Austro-Hungarian Fleet Sorties With a ship in the Adriatic the Allied ships just drawn there turn back;
    with the option (20.0) ships come out to Pola instead, and the alert rises.
    """
    present = any(sea.box.waters.zone(held) == "adriatic" for held in sea.occupied())
    befell(sea, space, "fleet_sorties", idle=not present)
    if not present:
        return "pool"
    if sea.state.options.austro_hungarian:
        (die,) = await roll(6, key="sorties", rule="20.0")
        await austria.come_out(sea, die, die=die)
        alert.change(sea, 1, "fleet_sorties")
    else:
        turn_back(sea, "adriatic", "fleet_sorties")
    return "used"


ALLIED_SEAS: tuple[tuple[str, Zone], ...] = (("ottoman", "adriatic"), ("italy", "western"))
"""13.chart/Central Powers Fleet Sortie In which sea which ally helps; 13.chart/Central Powers Fleet Sortie.1."""


async def central_sortie(sea: Sea, space: str, marker: str) -> Fate:
    """13.chart/Central Powers Fleet Sortie After an alliance the Allied ships just drawn in its sea turn back; else and
    in other seas, the sea is quiet.
    """
    campaign, zone = sea.state.campaign, sea.box.waters.zone(space)
    friends = campaign.friendly if campaign is not None else []
    helped = any(power in friends and zone == where for power, where in ALLIED_SEAS)
    befell(sea, space, "central_sortie", idle=not helped)
    if not helped:
        return "pool"
    turn_back(sea, zone, "central_sortie")
    return "used"


async def french_sortie(sea: Sea, space: str, marker: str) -> Fate:
    """13.chart/French Navy Sortie Colliers in and next to two zones are lost; ships keep out of them in the next
    movement, at the end of which the marker goes back to the pool (12.0).
    """
    befell(sea, space, "french_sortie")
    waters = sea.box.waters
    swept = {near for zone in ports.SORTIE_ZONES for near in (zone, *waters.neighbours(zone))}
    for collier in [one for one in sea.state.colliers if one in swept]:
        sea.state.colliers.remove(collier)
        sea.tell(daily.CollierGone(collier, "french_sortie"))
    sea.state.french_sortie = True
    sea.lay(ports.SORTIE_ZONES[0], Marker(marker, up=True))
    sea.tell(told.FrenchFleetOut(ports.SORTIE_ZONES))
    return "laid"


# --- colliers and friends


async def collier_attacked(sea: Sea, space: str, marker: str) -> Fate:
    """13.chart/Collier Attacked A die for each collier on the map."""
    colliers = list(sea.state.colliers)
    befell(sea, space, "collier_attacked", idle=not colliers)
    if not colliers:
        return "pool"
    dice = await roll(*[6] * len(colliers), key="colliers", rule="13.1")
    sea.tell(told.ColliersAttacked(tuple(colliers), dice))
    for collier, die in zip(colliers, dice, strict=True):
        if die >= sea.box.numbers.incidents.struck:
            sea.state.colliers.remove(collier)
            sea.tell(daily.CollierGone(collier, "attacked"))
            score(sea, sea.box.charts.points.collier_lost, "collier_lost", collier)
    return "pool"


async def friendly_ship(sea: Sea, space: str, marker: str) -> Fate:
    """13.chart/Friendly Ship She waits in the space for the next outfit phase (7.0), then the marker goes back."""
    befell(sea, space, "friendly_ship")
    sea.state.friendly_ships.append(space)
    sea.lay(space, Marker(marker, up=True))
    sea.tell_at(space, told.FriendlyShipWaits(space))
    return "laid"


# --- weather and hazards


async def _hazard(sea: Sea, space: str, kind: str) -> tuple[str, ...]:
    """A die for each ship in the space; those that it strikes."""
    names = _present(sea, space)
    if not names:
        return ()
    dice = await roll(*[6] * len(names), key=f"{kind}.{space}", rule="13.1")
    limit = sea.box.numbers.incidents.struck
    struck = tuple(name for name, die in zip(names, dice, strict=True) if die >= limit)
    sea.tell_at(space, told.Hazard(space, kind, names, dice, struck))
    return struck


async def breakdown(sea: Sea, space: str, marker: str) -> Fate:
    """13.chart/Mechanical Breakdown A die for each ship: 6 costs an engine box."""
    befell(sea, space, "breakdown")
    for name in await _hazard(sea, space, "breakdown"):
        suffers(sea, name, engines=1)
    return "pool"


async def minefield(sea: Sea, space: str, marker: str) -> Fate:
    """13.chart/Minefield At an Allied port or base a die for each ship: 6 costs a hull and an engine box."""
    mined = at_allied_port(sea, space)
    befell(sea, space, "minefield", idle=not mined)
    if mined:
        for name in await _hazard(sea, space, "minefield"):
            suffers(sea, name, hull=1, engines=1)
    return "pool"


async def storm(sea: Sea, space: str, marker: str) -> Fate:
    """13.chart/Storm A die for each ship: 6 costs a hull box, or an engine (13.chart/Storm.1).
    Nobody fights here today.
    """
    befell(sea, space, "storm")
    weather(sea, space).storm = True
    for name in await _hazard(sea, space, "storm"):
        suffers(sea, name, hull=1)
    return "pool"


async def limited_visibility(sea: Sea, space: str, marker: str) -> Fate:
    """13.chart/Limited Visibility One die for a space, however many markers: at which range fire opens, if at all."""
    here = weather(sea, space)
    befell(sea, space, "limited_visibility", idle=here.visibility != "clear")
    if here.visibility == "clear":
        (die,) = await roll(6, key=f"visibility.{space}", rule="13.chart/Limited Visibility.1")
        limits = sea.box.numbers.incidents.visibility
        here.visibility = _range(die, limits.secondary, limits.tertiary)
        sea.tell_at(space, told.VisibilityRolled(space, die, here.visibility))
    return "pool"


def _range(die: int, secondary: int, tertiary: int) -> Visibility:
    return "secondary" if die <= secondary else "tertiary" if die <= tertiary else "none"


async def morale_check(sea: Sea, space: str, marker: str) -> Fate:
    """13.chart/Morale Check The turn against the points: a die more or fewer for all German fire of the day; a quiet
    sea on the first (13.chart/Morale Check.1).
    """
    first = sea.state.turn == 1
    befell(sea, space, "morale_check", idle=first)
    if not first:
        numbers = sea.box.numbers.incidents
        measure = sea.state.turn * numbers.morale_multiple
        dice = numbers.morale_dice if measure >= sea.state.vp else -numbers.morale_dice
        for held in sea.occupied():
            weather(sea, held).morale = dice
        sea.tell(told.MoraleChecked(measure, sea.state.vp, dice))
    return "pool"


MARKERS: dict[str, Incident] = {
    "quiet_seas": quiet_seas,
    "allied_patrol": allied_patrol,
    "submarine": submarine,
    "fleet_sorties": fleet_sorties,
    "collier_attacked": collier_attacked,
    "central_sortie": central_sortie,
    "french_sortie": french_sortie,
    "friendly_ship": friendly_ship,
    "berlin": from_berlin,
    "limited_visibility": limited_visibility,
    "breakdown": breakdown,
    "minefield": minefield,
    "conflicting_orders": conflicting_orders,
    "pursue": pursuit_ordered,
    "morale_check": morale_check,
    "storm": storm,
}
"""13.chart Every kind of marker but merchants, which wait for the raiding phase (15.0)."""
