"""5.4.3.12 The phantom may disguise one ship at the end of its turn."""

from games.titles.pirates.rules.phantom.choice import by_value, choose
from games.titles.pirates.rules.phantom.deck import draw_card
from games.titles.pirates.rules.solitaire.actions import legal_targets
from games.titles.pirates.table.events import solitaire as told
from games.titles.pirates.table.sea import Sea

REFLAG = "reflag"


async def disguise_one(sea: Sea) -> None:
    """With a raider or prize identified, one card is drawn; Reflag as its special action disguises one of them."""
    known = legal_targets(sea, REFLAG)
    if not known:
        return
    card = await draw_card(sea)
    sea.tell(told.SolitaireDrawn(card.id, REFLAG, len(sea.phantom.deck), entry=card.special))
    if card.special != REFLAG:
        return
    ship = await choose(sea, REFLAG, "target", known, by_value(sea))
    sea.tell(told.PhantomActed(REFLAG, targets=(ship,)))
    sea.disguise(sea.vessel(ship))
