"""3.3.5 Break Contact and 3.3.38 Shallow Run: reactions that slip out of an intercept."""

from games.titles.pirates.orders.occasions import Attack
from games.titles.pirates.rules.attack.pursuit import pursued
from games.titles.pirates.table.events import attack as told
from games.titles.pirates.table.rolls import card_challenge, options_add, wear
from games.titles.pirates.table.sea import Sea
from games.titles.pirates.table.state import Vessel


async def break_contact(sea: Sea, seat: str, card: str, attack: Attack, vessel: Vessel) -> bool:
    """3.3.5, 3.3.5.1 Whether the intercept is cancelled."""
    numbers = sea.box.numbers.cards
    modifiers = wear(vessel, numbers.break_contact_damaged, numbers.break_contact_unsupplied)
    added = options_add(sea, "break_contact", vessel.card, attack.ship)
    cancelled = await card_challenge(sea, card, vessel.card, seat, attack.attacker, (*modifiers, *added))
    if cancelled:
        sea.tell(told.Cancelled(vessel.card, "break_contact"))
    return cancelled


async def shallow_run(sea: Sea, seat: str, card: str, attack: Attack, vessel: Vessel) -> bool:
    """3.3.38 The intercept is avoided, but the shoals may damage the ship, or sink a damaged one.

    6.10.2 Is the hunter in pursuit, she dares the shoals too. True says that both came through: the intercept goes on.
    """
    if not await pursued(sea, attack, card):
        sea.tell(told.Cancelled(vessel.card, "shallow_run"))
        if not await _clears_shoals(sea, card, vessel, seat, attack.attacker):
            _ground(sea, vessel, attack.attacker)
        return False
    hunter = sea.vessel(attack.ship)
    preys = await _clears_shoals(sea, card, vessel, seat, attack.attacker)
    hunters = await _clears_shoals(sea, card, hunter, attack.attacker, seat)
    if not preys:
        _ground(sea, vessel, attack.attacker)
    if not hunters:
        _ground(sea, hunter, seat)
    return sea.find(vessel.card) is not None and sea.find(hunter.card) is not None


async def _clears_shoals(sea: Sea, card: str, vessel: Vessel, seat: str, against: str) -> bool:
    """3.3.38, 6.10.3 One ship's run through shallow water."""
    modifiers = wear(vessel, sea.box.numbers.cards.shallow_run_damaged)
    added = options_add(sea, "shallow_run", vessel.card)
    return await card_challenge(sea, card, vessel.card, seat, against, (*modifiers, *added))


def _ground(sea: Sea, vessel: Vessel, by: str) -> None:
    """3.3.38.1, 6.10.3 A sound ship is damaged, a damaged one is lost to `by`."""
    if vessel.damage:
        sea.sink(vessel.card, by)
    else:
        sea.damage(vessel)
