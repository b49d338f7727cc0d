"""3.3.1 AMC and 3.3.46 Trap: the hunter is fired upon. Both sides roll at once, and both results count."""

from games.titles.pirates.box.components import Coin
from games.titles.pirates.orders.occasions import Attack
from games.titles.pirates.rules.attack.british import support_modifiers
from games.titles.pirates.table.events import attack as told
from games.titles.pirates.table.events.common import Modifier
from games.titles.pirates.table.rolls import DAMAGED, SUNK, befalls, defence_modifiers, duel, fate, ship_modifiers
from games.titles.pirates.table.sea import Sea
from games.titles.pirates.table.state import Vessel


async def fight_amc(sea: Sea, card: str, seat: str, attack: Attack) -> None:
    """3.3.1, 3.3.1.1 The cruiser takes the merchant's place; Boarding Party and the like do nothing against her."""
    ship, kind = sea.vessel(attack.ship), sea.kind(card)
    mine = await _shoot(sea, attack, (card, kind.defence, ()))
    theirs = await _answer(sea, "amc", card, kind.attack, attack, ship)
    _expose(sea, ship)
    if mine == SUNK:
        sea.score_card(card, seat, attack.attacker)
    _apply(sea, ship, theirs, seat)


async def spring_trap(sea: Sea, card: str, seat: str, attack: Attack, *, spared: bool) -> str:
    """3.3.46 The merchant is armed. Returns what befalls her; the ship's part is applied here."""
    ship, merchant = sea.vessel(attack.ship), sea.vessel(attack.target)
    defence = (merchant.card, sea.defence(merchant.card), defence_modifiers(sea, merchant))
    mine = await _shoot(sea, attack, defence, merchant, spared=spared)
    theirs = await _answer(sea, "trap", merchant.card, sea.kind(card).attack, attack, ship)
    _expose(sea, ship)
    _apply(sea, ship, theirs, seat)
    return mine


async def _shoot(
    sea: Sea,
    attack: Attack,
    defence: tuple[str, Coin, tuple[Modifier, ...]],
    merchant: Vessel | None = None,
    *,
    spared: bool = False,
) -> str:
    """The intercepting ship's roll, with all its modifiers."""
    ship = sea.vessel(attack.ship)
    modifiers = (*ship_modifiers(sea, ship), *support_modifiers(sea, attack))
    coin = sea.box.ships[attack.ship].attack
    mine, theirs = await duel(sea, "intercept", "3.2.7", (attack.ship, coin, modifiers), defence)
    result = fate(sea, mine, theirs) if merchant is None else befalls(sea, mine, theirs, merchant, spared=spared)
    sea.tell(told.Fought("intercept", mine, theirs, result))
    return result


async def _answer(sea: Sea, weapon: str, of: str, coin: Coin, attack: Attack, ship: Vessel) -> str:
    """3.3.1.2, 3.3.46.1 Against the ship: night hampers this roll too; Surprise Attack and Searchlight do not help."""
    night = (("night", sea.box.numbers.dice.night_attack),) if attack.night else ()
    defence = (ship.card, sea.defence(ship.card), defence_modifiers(sea, ship))
    mine, theirs = await duel(sea, weapon, "3.2.7", (of, coin, night), defence)
    result = befalls(sea, mine, theirs, ship)
    sea.tell(told.Fought(weapon, mine, theirs, result))
    return result


def _expose(sea: Sea, ship: Vessel) -> None:
    """3.3.1.3, 3.3.46.1 A raider that fights an armed ship is identified."""
    if sea.is_raider(ship.card) and not ship.identified:
        sea.turn.exposed = True
        sea.identify(ship)


def _apply(sea: Sea, ship: Vessel, result: str, seat: str) -> None:
    if result == SUNK:
        sea.sink(ship.card, seat)
    elif result == DAMAGED:
        sea.damage(ship)
