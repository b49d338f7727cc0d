"""10.0 to 10.2 Ice on the way, and before ports: what it turns out to be, whether a force goes on, what it costs."""

from msgspec import Struct, structs

from games.titles.pq17.box.pieces import ICE, Card, Ice
from games.titles.pq17.orders.prospects import IceSeen
from games.titles.pq17.rules.forces.deck import drawn_cards
from games.titles.pq17.rules.forces.losses import left_crippled
from games.titles.pq17.rules.forces.parts import parts_of
from games.titles.pq17.rules.forces.points import ship_lost
from games.titles.pq17.rules.movement.paths import KARA_ZONE, OPEN_FOR_KARA
from games.titles.pq17.rules.search.aftermath import tidy
from games.titles.pq17.rules.search.shadowing import orphaned
from games.titles.pq17.rules.weather.damage import taken_out
from games.titles.pq17.rules.weather.ice import attempt, found, is_open, met_by
from games.titles.pq17.table.events.movement import IceMet, ShipsHurt
from games.titles.pq17.table.sea import Sea
from games.titles.pq17.table.state import Force


class Crossing(Struct, frozen=True, gc=False):
    """10.1 Whether a force gets into a hex, whether its owner wants it to turn away if not, and the ice it met."""

    passes: bool
    turns: bool = False
    ice: Ice = "clear"


async def crosses(sea: Sea, force: Force, hex_: str, *, openly: bool = True) -> Crossing:
    """10.0, 10.1–10.2.6 A force tries to get into a hex, or where it is its own hex, into or out of the port there. The
    dispersed part of a convoy (5.6) goes the same way, and draws its own cards. `openly`: the dice are seen by all, as
    they are once play has begun (8.3b).
    """
    box, operation = sea.box, sea.operation
    zone, month = box.hexes[hex_].zone, operation.calendar_month
    expected = box.ice(operation, zone, sea.now)
    wish = force.plan.ice if force.plan is not None else ""
    if not zone or is_open(box, expected):
        return Crossing(passes=True, turns=wish == "turn")
    key = f"{sea.called(force)}.{hex_}"
    real = await found(box, month, expected, key=f"ice.{key}")
    ice = met_by(force.side, real.ice, in_lane=hex_ in box.areas.icebreaker_lane.hexes)
    worse = ICE.index(real.ice) > ICE.index(expected.ice)
    passage = await attempt(box, force.side, ice, goes_on=not (worse and wish in ("stop", "turn")), key=f"pack.{key}")
    if real.die is not None or passage.die is not None or not passage.passes:
        dice = tuple(one for one in (real.die, passage.die) if one is not None)
        seen = IceMet(force.side, force.block, force.at, hex_, real.ice, dice, passage.passes)
        own = structs.replace(seen, force=force.id)
        if openly:
            sea.state.ice_seen[hex_] = IceSeen(real.ice, sea.state.turn)
            sea.tell_of(force.side, own, seen)
        else:
            sea.tell_side(force.side, own)
    for each in (force, *parts_of(sea, force)) if passage.cards else ():
        key = f"{sea.called(each)}.{hex_}"
        cards = await drawn_cards(sea, each.side, passage.cards, key=f"ice_cards.{key}", rule="10.2")
        await hurt(sea, each, cards, whole=passage.whole, key=f"ice_damage.{key}", at=hex_)
    return Crossing(passage.passes, wish == "turn" or ice == ICE[-1], real.ice)


async def comes_after(sea: Sea, follower: Force, ice: Ice) -> None:
    """5.4, 10.2 A block that followed its target into its hex meets the same ice, and the cards that it costs."""
    counts = met_by(follower.side, ice, in_lane=follower.at in sea.box.areas.icebreaker_lane.hexes)
    effect = sea.box.charts.ice.effects[counts]
    key = f"{sea.called(follower)}.{follower.at}"
    cards = await drawn_cards(sea, follower.side, effect.cards, key=f"ice_cards.{key}", rule="10.2")
    await hurt(sea, follower, cards, whole=effect.whole, key=f"ice_damage.{key}")


async def opens_kara(sea: Sea, force: Force, hex_: str) -> bool:
    """5.7.2, 10.1 Whether the zone before the Kara Sea lets a force into the box or out of it: its ice is rolled for if
    it is in doubt.
    """
    expected = sea.box.ice(sea.operation, KARA_ZONE, sea.now)
    real = await found(sea.box, sea.operation.calendar_month, expected, key=f"ice.{sea.called(force)}.{hex_}")
    passes = ICE.index(real.ice) <= ICE.index(OPEN_FOR_KARA)
    if real.die is not None:
        seen = IceMet(force.side, force.block, force.at, hex_, real.ice, (real.die,), passes)
        sea.tell_of(force.side, structs.replace(seen, force=force.id), seen)
    return passes


async def hurt(sea: Sea, force: Force, cards: list[Card], *, whole: bool, key: str, at: str = "") -> None:
    """10.2.6 The ships that cards of damage take out of a force; its owner alone is told. A dummy draws for show. Tows
    end with them, aircraft go with their carrier, and a force that holds nothing any more leaves the map. `at`: the hex
    of the ice, if the force is not in it yet.
    """
    if force.is_dummy:
        return
    lost: list[str] = []
    crippled = [one.ship for one in force.counters if one.crippled]
    for number, card in enumerate(cards):
        before = _strengths(force)
        taken = await taken_out(sea.box, force.counters, card.damage, whole=whole, key=f"{key}.{number}")
        after = _strengths(force)
        for ship, strength in before.items():
            gone = strength - after.get(ship, 0)
            if gone or ship not in after:
                ship_lost(sea, force, ship, gone, "ice", known=False, at=at)
        lost += taken
    left_crippled(sea, [ship for ship in lost if ship in crippled])
    if cards:
        sea.tell_side(force.side, ShipsHurt(force.side, force.id, tuple(lost), "ice"))
    if lost:
        sea.dismiss_aircraft(lost)
        orphaned(sea)
        tidy(sea, force)


def _strengths(force: Force) -> dict[str, int]:
    found_: dict[str, int] = {}
    for one in force.counters:
        found_[one.ship] = found_.get(one.ship, 0) + one.strength
    return found_
