"""13.1 The incident chart: submarines, the fleets, colliers and friends."""

from collections.abc import Sequence

from games.kernel.barred import Barred
from games.kernel.forms import Choose, ChooseSome
from games.kernel.requests import Ask, all_of, roll
from games.kernel.text import Text
from games.titles.goeben.box.pieces import Zone
from games.titles.goeben.rules.battle.hits import on_german
from games.titles.goeben.rules.captains import roles
from games.titles.goeben.rules.incidents.befalls import Fate, befell, ships_in, suffers, turn_back
from games.titles.goeben.rules.ships import austria, ports
from games.titles.goeben.table import alert
from games.titles.goeben.table.events import battle as battling
from games.titles.goeben.table.events import day as daily
from games.titles.goeben.table.events import incidents as told
from games.titles.goeben.table.scoring import score
from games.titles.goeben.table.sea import Sea
from games.titles.goeben.table.state import Marker

EVADE = Text(
    "A submarine! Which ships run from her, each for a point of coal? The others may be torpedoed.",
    "潜水艦です。石炭1ポイントを使って回避する艦を選んでください。他の艦は雷撃を受けるおそれがあります。",
)
NO_COAL = Text("She has no coal to run with.", "回避に使う石炭がありません。")
RAM = Text("Which ship rams the submarine, and damages her hull?", "潜水艦に体当たりして船体に損害を受ける艦は?")


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
        await _torpedoes(sea, space, ships_in(sea, space))
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
        roles.consulted(sea, seat)
        empty = [ship.id for ship in sea.ships_at(space) if ship.seat == seat and ship.id not in own]
        barred = tuple(Barred(name, "13.1", NO_COAL) for name in empty)
        form = ChooseSome(options=own, most=len(own), rule="13.1", barred=barred)
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
        sheltered = netted and ports.port_at(sea, space) is not None
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


async def _rammed(sea: Sea, space: str) -> None:
    """Points for the submarine, and a hull box of a ship that the players choose."""
    names = ships_in(sea, space)
    if not names:
        return
    score(sea, sea.box.charts.points.submarine_rammed, "submarine_rammed", to=sea.witnesses(space))
    name = names[0]
    if len(names) > 1:
        seat = roles.senior(sea, space)
        name = await roles.consult(sea, seat, "ram", "13.1", RAM, Choose(options=names, rule="13.1"))
    sea.tell_at(space, told.SubmarineRammed(name))
    suffers(sea, name, hull=1)


async def fleet_sorties(sea: Sea, space: str, marker: str) -> Fate:
    """13.chart/Austro-Hungarian Fleet Sorties With a ship in the Adriatic the Allied ships just drawn there turn back;
    with the option (20.0) ships come out to Pola instead, and the alert rises
    (13.chart/Austro-Hungarian Fleet Sorties.1).
    """
    present = any(sea.box.waters.zone(held) == "adriatic" for held in sea.occupied())
    befell(sea, space, "fleet_sorties", idle=not present)
    if not present:
        return "pool"
    if sea.state.options.austro_hungarian:
        (die,) = await roll(6, key="sorties", rule="20.0")
        await austria.come_out(sea, die, die=die)
        alert.change(sea, 1, "fleet_sorties", to=sea.witnesses(space))
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
        sea.tell_at(collier, daily.CollierGone(collier, "french_sortie"))
    sea.state.french_sortie = True
    sea.lay(ports.SORTIE_ZONES[0], Marker(marker, up=True))
    sea.tell(told.FrenchFleetOut(ports.SORTIE_ZONES))
    return "laid"


async def collier_attacked(sea: Sea, space: str, marker: str) -> Fate:
    """13.chart/Collier Attacked A die for each collier on the map (13.chart/Collier Attacked.1)."""
    colliers = list(sea.state.colliers)
    befell(sea, space, "collier_attacked", idle=not colliers)
    if not colliers:
        return "pool"
    dice = await roll(*[6] * len(colliers), key="colliers", rule="13.1")
    sea.tell_at(space, told.ColliersAttacked(tuple(colliers), dice))
    for collier, die in zip(colliers, dice, strict=True):
        if die >= sea.box.numbers.incidents.struck:
            sea.state.colliers.remove(collier)
            sea.tell_at(collier, daily.CollierGone(collier, "attacked"))
            score(sea, sea.box.charts.points.collier_lost, "collier_lost", collier, to=sea.witnesses(space))
    return "pool"


async def friendly_ship(sea: Sea, space: str, marker: str) -> Fate:
    """13.chart/Friendly Ship She waits in the space for the next outfit phase (7.0), then the marker goes back."""
    befell(sea, space, "friendly_ship")
    sea.state.friendly_ships.append(space)
    sea.lay(space, Marker(marker, up=True))
    sea.tell_at(space, told.FriendlyShipWaits(space))
    return "laid"
