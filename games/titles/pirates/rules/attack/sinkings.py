"""3.3.23, 3.3.30 What the owner of a sunk merchant may answer: Mistaken Identity at once, Recalled at any time."""

from games.titles.pirates.orders.occasions import LATER, Aftermath, Attack
from games.titles.pirates.orders.orders import kind_of
from games.titles.pirates.rules.attack.reactions import exchangeable, react_to_sinking
from games.titles.pirates.table.events import attack as told
from games.titles.pirates.table.rolls import card_challenge
from games.titles.pirates.table.sea import Sea
from games.titles.pirates.table.state import Pursuer


async def sinking(sea: Sea, attack: Attack, owner: str) -> None:
    """3.3.23, 3.3.30 The owner's reaction to a sinking: Mistaken Identity, or Recalled after an intercept.

    It answers the sinking, so that a reaction to the attack itself does not bar it (3.2.2).
    """
    hunted = sea.find(attack.ship) is not None  # mines and torpedoes name no ship
    kinds = ("recalled",) if hunted else ()
    if exchangeable(sea, owner):
        kinds = (*kinds, "mistaken_identity")
    after = Aftermath(attack.attacker, attack.card, attack.target, attack.ship)
    card, merchant = await react_to_sinking(sea, owner, after, kinds, later=True)
    if kind_of(card) == "recalled":
        await _recall(sea, card, owner, attack.ship)
    elif merchant and await card_challenge(sea, card, attack.target, owner, attack.attacker):
        exchange(sea, owner, merchant, attack.attacker, attack.target)
    if hunted and card and kind_of(card) != "recalled":
        sea.turn.recallable.append(Pursuer(owner, attack.ship, attack.card, attack.target))


async def call_home(sea: Sea, *, done: str = "", later: bool) -> None:
    """3.3.30.1 Who has kept Recalled back is asked again: after the next merchant, and after every card of the turn.

    `later` says that the turn goes on, so that it may be kept back once more; then nothing new has come for those who
    were asked about the merchant `done` just now.
    """
    waiting, sea.turn.recallable = sea.turn.recallable, []
    for pursuer in waiting:
        if sea.find(pursuer.ship) is None:
            continue
        if later and pursuer.target == done:
            sea.turn.recallable.append(pursuer)
            continue
        after = Aftermath(sea.turn.seat, pursuer.card, pursuer.target, pursuer.ship)
        card, _ = await react_to_sinking(sea, pursuer.seat, after, ("recalled",), later=later)
        if kind_of(card) == "recalled":
            await _recall(sea, card, pursuer.seat, pursuer.ship)
        elif card == LATER:
            sea.turn.recallable.append(pursuer)


async def _recall(sea: Sea, card: str, by: str, ship: str) -> None:
    """3.3.30 The ship goes home to the deck if the challenge succeeds; what she has sunk stays where it is."""
    if await card_challenge(sea, card, ship, by, sea.turn.seat):
        sea.remove(ship, "recalled")


def exchange(sea: Sea, seat: str, given: str, by: str, taken: str) -> None:
    """3.3.23 Two sunk merchants change piles; what doubles a card stays with it."""
    mine, theirs = sea.fleet(seat).pile, sea.fleet(by).pile
    first = next(trophy for trophy in mine if trophy.card == given)
    second = next(trophy for trophy in theirs if trophy.card == taken)
    mine[mine.index(first)], theirs[theirs.index(second)] = second, first
    sea.tell(told.Exchanged(seat, given, taken))
