"""3.2.5, 6.12 Prizes: merchants taken whole, and the stores in them."""

from games.kernel.forms import Choose
from games.kernel.requests import Ask
from games.kernel.text import Text
from games.titles.pirates.orders.occasions import LEAVE, TAKE, Attack, Stores
from games.titles.pirates.orders.orders import Resupply
from games.titles.pirates.rules.attack.asking import answered
from games.titles.pirates.rules.phantom.choice import decide
from games.titles.pirates.table.events import attack as told
from games.titles.pirates.table.rolls import challenge
from games.titles.pirates.table.sea import Sea
from games.titles.pirates.table.state import Trophy, Vessel

PROMPT = Text(
    "Your new prize has stores for the ship that took her. Do you take them? She may be empty then.",
    "拿捕した船の物資で再補給しますか?(補給が尽きれば自沈します)",
)


async def capture(sea: Sea, card: str, attack: Attack) -> None:
    """3.2.5, 3.2.5.1, 3.3.3.1 The merchant joins the attacker's fleet, disguised; her stores supply her captor."""
    owner = sea.owner_of(card)
    sea.take_out(card)
    sea.fleet(attack.attacker).prizes.append(Vessel(card))
    ship = sea.find(attack.ship)
    wanting = ship is not None and ship.unsupplied
    at_once = wanting and not sea.state.options.prize_supply
    sea.tell(told.Captured(card, owner.seat, attack.attacker, attack.ship if at_once else ""))
    if ship is not None and at_once:
        sea.supply(ship)
    elif wanting:
        await _offer_stores(sea, attack, card)


async def stores_of_capture(sea: Sea, attack: Attack) -> None:
    """6.12.1, 6.6.1 A raider that ran out of supply in the chase may be supplied by the prize that it brought."""
    ship = sea.find(attack.ship)
    if ship is not None and ship.unsupplied and attack.target in laden(sea):
        await _offer_stores(sea, attack, attack.target)


async def _offer_stores(sea: Sea, attack: Attack, prize: str) -> None:
    """6.12.1, 6.12.3 Stores have their price now, and so the captor is asked."""
    form = Choose(options=(TAKE, LEAVE), fallback=TAKE, rule="6.12.3")
    if sea.is_phantom(attack.attacker):
        answer = await decide(sea, form.options, TAKE)
    else:
        key, context = sea.occasion("resupply"), Stores(attack.ship, prize)
        answer = await answered(
            sea,
            Ask(
                key=key, kind="resupply", seat=attack.attacker, rule="6.12.3", prompt=PROMPT, form=form, context=context
            ),
        )
    if answer == TAKE:
        await resupply(sea, Resupply(attack.ship, prize))


async def resupply(sea: Sea, order: Resupply) -> None:
    """6.12.1 One prize takes the marker off one ship; 6.12.2 she may be exhausted by it."""
    numbers, fleet = sea.box.numbers.prize_supply, sea.active
    sea.supply(sea.vessel(order.ship))
    sea.turn.drained.append(order.source)
    rival = sea.opponents(fleet.seat)[0].seat
    mine, theirs = (fleet.seat, numbers.exhausted_challenge), (rival, numbers.exhausted_response)
    exhausted, _, _ = await challenge(sea, "exhausted", "6.12.2", order.source, mine, theirs)
    if exhausted:
        sea.take_out(order.source)
        fleet.pile.append(Trophy(order.source, "scuttled"))
        sea.tell(told.Exhausted(order.source, fleet.seat))


async def supply_phantom(sea: Sea) -> None:
    """6.12.1 The phantom supplies its best ships first, out of its poorest prizes."""
    for prize in sorted(laden(sea), key=sea.value):
        ships = wanting(sea)
        if ships and await decide(sea, (TAKE, LEAVE), TAKE) == TAKE:
            await resupply(sea, Resupply(max(ships, key=sea.value), prize))


def wanting(sea: Sea) -> tuple[str, ...]:
    """6.12.1 Own ships out of supply, also in refuge, that a prize may supply."""
    if not sea.state.options.prize_supply:
        return ()
    return tuple([vessel.card for vessel in sea.active.ships if vessel.unsupplied])


def laden(sea: Sea) -> tuple[str, ...]:
    """6.12.1 Own prizes that have supplied no ship this turn, while one is in want."""
    if not wanting(sea):
        return ()
    return tuple([vessel.card for vessel in sea.active.prizes if vessel.card not in sea.turn.drained])
