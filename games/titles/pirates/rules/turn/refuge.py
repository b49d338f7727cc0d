"""3.3.20 Island Refuge: a hidden anchorage where ships coal and repair."""

from games.titles.pirates.rules.rounds.teams import hand_over
from games.titles.pirates.table.events import effects as told
from games.titles.pirates.table.rolls import card_challenge, options_add
from games.titles.pirates.table.sea import Sea
from games.titles.pirates.table.state import Fleet, Vessel


async def enter_refuge(sea: Sea, card: str, ship: str) -> None:
    """The card goes on the ship; the first attempts follow at once."""
    vessel = sea.vessel(ship)
    sea.turn.played.remove(card)
    vessel.refuge = card
    if ship not in sea.turn.engaged:
        sea.turn.engaged.append(ship)
    sea.tell(told.Sheltered(ship, card))
    await _work(sea, sea.turn.seat, vessel)


async def try_refuges(sea: Sea, fleet: Fleet) -> None:
    """On each later turn of its owner, every ship in refuge tries again."""
    for vessel in list(fleet.ships):
        if vessel.refuge:
            await _work(sea, fleet.seat, vessel)


async def _work(sea: Sea, seat: str, vessel: Vessel) -> None:
    """3.3.20.1 Coaling and repairs are tried separately."""
    rival = sea.opponents(seat)[0].seat
    if vessel.unsupplied:
        added = options_add(sea, "island_refuge", vessel.card)
        if await card_challenge(sea, vessel.refuge, vessel.card, seat, rival, added):
            sea.supply(vessel)
    if not vessel.damage or vessel.card in sea.turn.mended:
        return
    if await card_challenge(sea, vessel.refuge, vessel.card, seat, rival):
        sea.turn.mended.append(vessel.card)  # 6.8.3
        repair(sea, vessel)


def repair(sea: Sea, vessel: Vessel) -> None:
    """3.3.9, 3.3.20, 6.8.3 Take one damage marker off."""
    vessel.damage -= 1
    sea.tell(told.Repaired(vessel.card, vessel.damage))


def end_refuges(sea: Sea, fleet: Fleet) -> None:
    """5.4.3.7 The phantom's ships stay while anything is left to mend, and put to sea otherwise."""
    for vessel in fleet.ships:
        if vessel.refuge and not vessel.damage and not vessel.unsupplied:
            leave_refuge(sea, vessel.card)


def leave_refuge(sea: Sea, ship: str) -> None:
    """3.3.20.3, 3.3.20.4 Put to sea: disguised again, but not ready to intercept or lay mines this turn.

    4.6 In a team game she joins the partner's fleet.
    """
    vessel = sea.vessel(ship)
    sea.turn.played.append(vessel.refuge)
    vessel.refuge = ""
    sea.turn.engaged.append(ship)
    sea.tell(told.LeftRefuge(sea.turn.seat, ship))
    if sea.is_raider(ship):
        sea.disguise(vessel)
    if sea.active.partner:
        hand_over(sea, ship, sea.active.partner)
