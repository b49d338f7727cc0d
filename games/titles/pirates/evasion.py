"""3.3.5 Break Contact and 3.3.38 Shallow Run: reactions that slip out of an intercept."""

from games.titles.pirates import events as told
from games.titles.pirates.events import Modifier
from games.titles.pirates.reactions import Attack
from games.titles.pirates.rolls import card_challenge
from games.titles.pirates.sea import Sea
from games.titles.pirates.state import Vessel


async def break_contact(sea: Sea, seat: str, card: str, attack: Attack, vessel: Vessel) -> bool:
    """3.3.5 Whether the intercept is cancelled."""
    numbers = sea.components.numbers.cards
    modifiers: list[Modifier] = []
    if vessel.damage:
        modifiers.append(("damaged", numbers.break_contact_damaged))
    if vessel.unsupplied:
        modifiers.append(("unsupplied", numbers.break_contact_unsupplied))
    cancelled = await card_challenge(sea, card, vessel.card, seat, attack.attacker, tuple(modifiers))
    if cancelled:
        sea.tell(told.Cancelled(vessel.card, "break_contact"))
    return cancelled


async def shallow_run(sea: Sea, seat: str, card: str, attack: Attack, vessel: Vessel) -> None:
    """3.3.38 The intercept is avoided, but the shoals may damage the ship, or sink a damaged one."""
    sea.tell(told.Cancelled(vessel.card, "shallow_run"))
    modifiers = (("damaged", sea.components.numbers.cards.shallow_run_damaged),) if vessel.damage else ()
    if await card_challenge(sea, card, vessel.card, seat, attack.attacker, modifiers):
        return
    if vessel.damage:
        sea.sink(vessel.card, attack.attacker)
    else:
        sea.damage(vessel)
