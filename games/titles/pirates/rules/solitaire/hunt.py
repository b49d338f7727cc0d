"""5.4.3.2, 5.4.3.3 A warship or raider of the phantom intercepts merchants, with what special actions it draws."""

from games.titles.pirates.box.components import SolitaireAttack
from games.titles.pirates.orders.orders import Intercept
from games.titles.pirates.rules.attack.intercepts import intercept
from games.titles.pirates.rules.phantom.choice import by_prey, by_strike, choose, hunting_bonus
from games.titles.pirates.rules.phantom.deck import draw_card
from games.titles.pirates.rules.turn.targets import is_fogged
from games.titles.pirates.table.events import solitaire as told
from games.titles.pirates.table.sea import Sea

WARSHIP = "warship_intercept"


async def hunt_merchants(sea: Sea, entry: SolitaireAttack) -> bool:
    """One intercept; False where no ship or no merchant is left for it."""
    warship = entry.action == WARSHIP
    ships, prey = _hunters(sea, warship=warship), _prey(sea)
    if not ships or not prey:
        return False
    specials = await special_actions(sea, prey, warship=warship)
    ship = await choose(sea, entry.action, "ship", ships, by_prey(sea, prey))
    supports = tuple(f"{special}_0" for special in specials if special != "reflag")
    aims = await _aim(sea, entry.action, ship, prey, specials)
    if "shipping_lanes" in specials:
        aims = (*aims, *(merchant for merchant in prey if merchant not in aims))  # 3.3.39
    order = Intercept(f"{entry.action}_0", ship, aims, supports)
    sea.tell(told.PhantomActed(entry.action, ship, order.targets, supports))
    sea.turn.played = [card for card in sea.turn.played if card not in supports]
    await intercept(sea, order)
    raider = sea.find(ship)
    if raider is not None and "reflag" in specials:
        sea.disguise(raider)
    return True


def _hunters(sea: Sea, *, warship: bool) -> tuple[str, ...]:
    """3.1.3, 3.3.20 Ships of the class that are at sea and have not acted this turn."""
    return tuple(
        vessel.card
        for vessel in sea.active.ships
        if not vessel.refuge and vessel.card not in sea.turn.engaged and sea.is_warship(vessel.card) == warship
    )


def _prey(sea: Sea) -> tuple[str, ...]:
    """3.1.3 Merchants of the live player that were not intercepted this turn, out of the fog."""
    rival = sea.live
    if is_fogged(rival):
        return ()
    return tuple(vessel.card for vessel in rival.merchants if vessel.card not in sea.turn.intercepted)


async def special_actions(sea: Sea, prey: tuple[str, ...], *, warship: bool) -> list[str]:
    """5.4.3.3, 5.5 Card after card adds a special action, until one is blank, repeated or impossible."""
    found: list[str] = []
    while True:
        card = await draw_card(sea)
        special = card.special
        sea.tell(told.SolitaireDrawn(card.id, "special", len(sea.phantom.deck), entry=special))
        if not special:
            return found
        if special in found or not _possible(sea, special, prey, warship=warship):
            sea.tell(told.PhantomIgnored(special, "repeated" if special in found else "impossible"))
            return found
        found.append(special)


def _possible(sea: Sea, special: str, prey: tuple[str, ...], *, warship: bool) -> bool:
    """Whether a special action goes with this intercept."""
    match special:
        case "good_hunting":
            return not warship and len(prey) > 1
        case "shipping_lanes":
            return warship and len(prey) > 1
        case "boarding_party":
            return any(not sea.vessel(card).damage for card in prey)
        case "reflag":
            return not warship
        case "searchlight":
            return False  # the phantom hunts by day
        case _:
            return True


async def _aim(sea: Sea, action: str, ship: str, prey: tuple[str, ...], specials: list[str]) -> tuple[str, ...]:
    """One merchant, or with Good Hunting a second. With Shipping Lanes all others follow: the phantom spares none."""
    numbers = sea.box.numbers.cards
    bonus = hunting_bonus(sea, ship) + (numbers.surprise_attack if "surprise_attack" in specials else 0)
    worth = by_strike(sea, sea.box.ships[ship].attack, bonus)
    found: list[str] = []
    for _ in range(numbers.good_hunting_targets if "good_hunting" in specials else 1):
        left = [card for card in prey if card not in found]
        found.append(await choose(sea, action, "target", left, worth))
    return tuple(found)
