"""5.4.3.2, 5.4.3.3 Intercepts of merchants by the phantom's ships, with the special actions that the phantom draws."""

from games.titles.pirates.components.box import SolitaireAttack
from games.titles.pirates.orders.orders import Intercept
from games.titles.pirates.rules.attack.intercepts import intercept
from games.titles.pirates.rules.phantom.choice import by_prey, by_strike, choose, hunting_bonus
from games.titles.pirates.rules.phantom.deck import draw_card
from games.titles.pirates.rules.turn.targets import is_fogged
from games.titles.pirates.state.board import Board
from games.titles.pirates.state.events import solitaire as told

WARSHIP = "warship_intercept"


async def hunt_merchants(board: Board, entry: SolitaireAttack) -> bool:
    """Resolve one intercept. Return False if no ship can intercept, or if there is no merchant to attack."""
    warship = entry.action == WARSHIP
    ships, prey = _hunters(board, warship=warship), _prey(board)
    if not ships or not prey:
        return False
    specials = await special_actions(board, prey, warship=warship)
    ship = await choose(board, entry.action, "ship", ships, by_prey(board, prey))
    supports = tuple(f"{special}_0" for special in specials if special != "reflag")
    aims = await _aim(board, entry.action, ship, prey, specials)
    if "shipping_lanes" in specials:
        aims = (*aims, *(merchant for merchant in prey if merchant not in aims))  # 3.3.39
    order = Intercept(f"{entry.action}_0", ship, aims, supports)
    board.tell(told.PhantomActed(entry.action, ship, order.targets, supports))
    board.turn.played = [card for card in board.turn.played if card not in supports]
    await intercept(board, order)
    raider = board.find(ship)
    if raider is not None and "reflag" in specials:
        board.disguise(raider)
    return True


def _hunters(board: Board, *, warship: bool) -> tuple[str, ...]:
    """3.1.3, 3.3.20 Return the phantom's warships or raiders that are at sea and have not acted this turn."""
    return tuple(
        vessel.card
        for vessel in board.active.ships
        if not vessel.refuge and vessel.card not in board.turn.engaged and board.is_warship(vessel.card) == warship
    )


def _prey(board: Board) -> tuple[str, ...]:
    """3.1.3 Return merchants of the live player that were not intercepted this turn and are not in fog."""
    rival = board.live
    if is_fogged(rival):
        return ()
    return tuple(vessel.card for vessel in rival.merchants if vessel.card not in board.turn.intercepted)


async def special_actions(board: Board, prey: tuple[str, ...], *, warship: bool) -> list[str]:
    """5.4.3.3, 5.5 Draw cards for special actions until a card is blank, repeated or impossible.

    `prey`: the merchants that may be attacked. `warship`: True if a warship attacks. Return the kinds of the actions.
    """
    found: list[str] = []
    while True:
        card = await draw_card(board)
        special = card.special
        board.tell(told.SolitaireDrawn(card.id, "special", len(board.phantom.deck), entry=special))
        if not special:
            return found
        if special in found or not _possible(board, special, prey, warship=warship):
            board.tell(told.PhantomIgnored(special, "repeated" if special in found else "impossible"))
            return found
        found.append(special)


def _possible(board: Board, special: str, prey: tuple[str, ...], *, warship: bool) -> bool:
    """Return True if a special action is possible in an intercept of one of the merchants `prey`.

    `warship`: the intercept is by a warship, otherwise by a raider.
    """
    match special:
        case "good_hunting":
            return not warship and len(prey) > 1
        case "shipping_lanes":
            return warship and len(prey) > 1
        case "boarding_party":
            return any(not board.vessel(card).damage for card in prey)
        case "reflag":
            return not warship
        case "searchlight":
            return False  # the phantom hunts by day
        case _:
            return True


async def _aim(board: Board, action: str, ship: str, prey: tuple[str, ...], specials: list[str]) -> tuple[str, ...]:
    """Return the merchants that the phantom's ship attacks: one, two with Good Hunting, all with Shipping Lanes."""
    numbers = board.box.numbers.cards
    bonus = hunting_bonus(board, ship) + (numbers.surprise_attack if "surprise_attack" in specials else 0)
    worth = by_strike(board, board.box.ships[ship].attack, bonus)
    found: list[str] = []
    for _ in range(numbers.good_hunting_targets if "good_hunting" in specials else 1):
        left = [card for card in prey if card not in found]
        found.append(await choose(board, action, "target", left, worth))
    return tuple(found)
