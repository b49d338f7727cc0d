"""10.0 to 10.2 Forces that meet ice on the way or before a port: the actual ice, whether they pass, and the damage."""

from msgspec import Struct, structs

from games.titles.pq17.components.pieces import ICE, Card, Ice
from games.titles.pq17.orders.prospects import IceSeen
from games.titles.pq17.rules.forces.composition import parts_of
from games.titles.pq17.rules.forces.deck import draw_cards
from games.titles.pq17.rules.forces.hits import note_crippled
from games.titles.pq17.rules.forces.victory_points import record_ship_lost
from games.titles.pq17.rules.movement.paths import KARA_ZONE, OPEN_FOR_KARA
from games.titles.pq17.rules.search.casualties import clean_up_force
from games.titles.pq17.rules.search.shadowing import end_orphaned_shadowing
from games.titles.pq17.rules.weather.damage import remove_damaged
from games.titles.pq17.rules.weather.ice import effective_ice, ice_met, is_open, try_passage
from games.titles.pq17.state.board import Board
from games.titles.pq17.state.events.movement import IceMet, ShipsHurt
from games.titles.pq17.state.state import Force


class Crossing(Struct, frozen=True, gc=False):
    """10.1 The result of an attempt to enter a hex.

    `passes`: True if the force may enter the hex. `turns`: True if a force that does not pass gives up its route.
    `ice`: the actual ice of the hex.
    """

    passes: bool
    turns: bool = False
    ice: Ice = "clear"


async def try_to_cross(board: Board, force: Force, hex_: str, *, openly: bool = True) -> Crossing:
    """10.0, 10.1–10.2.6 Let a force try to enter a hex, or leave or enter the port of its own hex; return the result.

    The dispersed parts of a convoy (5.6) move with the convoy, and draw their own cards. `openly`: True if the dice are
    public; before play starts they are secret (8.3b).
    """
    box, operation = board.box, board.operation
    zone, month = box.hexes[hex_].zone, operation.calendar_month
    expected = box.ice(operation, zone, board.now)
    wish = force.plan.ice if force.plan is not None else ""
    if not zone or is_open(box, expected):
        return Crossing(passes=True, turns=wish == "turn")
    key = f"{board.called(force)}.{hex_}"
    real = await ice_met(box, month, expected, key=f"ice.{key}")
    ice = effective_ice(force.side, real.ice, in_lane=hex_ in box.areas.icebreaker_lane.hexes)
    worse = ICE.index(real.ice) > ICE.index(expected.ice)
    passage = await try_passage(
        box, force.side, ice, goes_on=not (worse and wish in ("stop", "turn")), key=f"pack.{key}"
    )
    if real.die is not None or passage.die is not None or not passage.passes:
        dice = tuple(one for one in (real.die, passage.die) if one is not None)
        seen = IceMet(force.side, force.block, force.at, hex_, real.ice, dice, passage.passes)
        own = structs.replace(seen, force=force.id)
        if openly:
            board.state.ice_seen[hex_] = IceSeen(real.ice, board.state.turn)
            board.tell_of(force.side, own, seen)
        else:
            board.tell_side(force.side, own)
    for each in (force, *parts_of(board, force)) if passage.cards else ():
        key = f"{board.called(each)}.{hex_}"
        cards = await draw_cards(board, each.side, passage.cards, key=f"ice_cards.{key}", rule="10.2")
        await remove_damaged_ships(board, each, cards, whole=passage.whole, key=f"ice_damage.{key}", at=hex_)
    return Crossing(passage.passes, wish == "turn" or ice == ICE[-1], real.ice)


async def apply_ice_to_follower(board: Board, follower: Force, ice: Ice) -> None:
    """5.4, 10.2 Draw damage cards for a block that followed its target into a hex, for the ice that the target met."""
    counts = effective_ice(follower.side, ice, in_lane=follower.at in board.box.areas.icebreaker_lane.hexes)
    effect = board.box.charts.ice.effects[counts]
    key = f"{board.called(follower)}.{follower.at}"
    cards = await draw_cards(board, follower.side, effect.cards, key=f"ice_cards.{key}", rule="10.2")
    await remove_damaged_ships(board, follower, cards, whole=effect.whole, key=f"ice_damage.{key}")


async def may_enter_kara(board: Board, force: Force, hex_: str) -> bool:
    """5.7.2, 10.1 Return True if the ice before the Kara Sea lets a force into its box or out of it.

    A die decides doubtful ice. `hex_`: the hex or box that the force tries to enter.
    """
    expected = board.box.ice(board.operation, KARA_ZONE, board.now)
    real = await ice_met(board.box, board.operation.calendar_month, expected, key=f"ice.{board.called(force)}.{hex_}")
    passes = ICE.index(real.ice) <= ICE.index(OPEN_FOR_KARA)
    if real.die is not None:
        seen = IceMet(force.side, force.block, force.at, hex_, real.ice, (real.die,), passes)
        board.tell_of(force.side, structs.replace(seen, force=force.id), seen)
    return passes


async def remove_damaged_ships(
    board: Board, force: Force, cards: list[Card], *, whole: bool, key: str, at: str = ""
) -> None:
    """10.2.6 Remove the ships of a force that damage cards hit. Only its owner is told.

    For a dummy, nothing happens: cards are drawn for it only so that it looks like a force. Tows of removed ships end,
    and aircraft leave with their carrier. An empty force leaves the map. `whole`: True if numbers after a plus sign on
    the cards count, too. `at`: the hex of the ice, if the force is not in it yet. `key`: the prefix of the journal keys
    of the lots.
    """
    if force.is_dummy:
        return
    lost: list[str] = []
    crippled = [one.ship for one in force.counters if one.crippled]
    for number, card in enumerate(cards):
        before = _strengths(force)
        taken = await remove_damaged(board.box, force.counters, card.damage, whole=whole, key=f"{key}.{number}")
        after = _strengths(force)
        for ship, strength in before.items():
            gone = strength - after.get(ship, 0)
            if gone or ship not in after:
                record_ship_lost(board, force, ship, gone, "ice", known=False, at=at)
        lost += taken
    note_crippled(board, [ship for ship in lost if ship in crippled])
    if cards:
        board.tell_side(force.side, ShipsHurt(force.side, force.id, tuple(lost), "ice"))
    if lost:
        board.dismiss_aircraft(lost)
        end_orphaned_shadowing(board)
        clean_up_force(board, force)


def _strengths(force: Force) -> dict[str, int]:
    found_: dict[str, int] = {}
    for one in force.counters:
        found_[one.ship] = found_.get(one.ship, 0) + one.strength
    return found_
