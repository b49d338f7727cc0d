"""5.3.3 How the phantom answers an attack: one card and the red die, instead of a hand."""

from games.titles.pirates.box.scenarios import PHANTOM
from games.titles.pirates.rules.phantom.deck import draw_card, red_die
from games.titles.pirates.table.events import solitaire as told
from games.titles.pirates.table.events.attack import Reacted
from games.titles.pirates.table.sea import Sea


async def defend(sea: Sea, weapon: str, target: str, kinds: tuple[str, ...]) -> str:
    """The reaction to one intercept, torpedo or minefield, as a card of number 0; empty for none.

    `kinds` are the reactions that fit the attack; an entry that is not among them is no response.
    """
    card = await draw_card(sea)
    die = await red_die(sea, "defence", "5.3.3")
    entry = card.defence(die)
    sea.tell(told.SolitaireDrawn(card.id, "defence", len(sea.phantom.deck), die, entry))
    if entry and entry not in kinds:
        sea.tell(told.PhantomIgnored(entry, "no_fit"))
        entry = ""
    if not entry:
        return ""
    reaction = f"{entry}_0"
    sea.turn.reactions.setdefault(PHANTOM, []).append(reaction)
    sea.tell(Reacted(PHANTOM, weapon, reaction, target))
    return reaction
