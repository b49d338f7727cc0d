"""5.4.3.4–5.4.3.11 What the entries of solitaire cards do. Each returns False where it cannot be carried out."""

from collections.abc import Awaitable, Callable

from games.titles.pirates.box.components import SolitaireAttack
from games.titles.pirates.box.scenarios import PHANTOM
from games.titles.pirates.orders.legality import UNTARGETED
from games.titles.pirates.orders.occasions import Attack
from games.titles.pirates.orders.orders import Play
from games.titles.pirates.rules.attack.british import engage, interrogate
from games.titles.pirates.rules.attack.weapons import mine_field, torpedo
from games.titles.pirates.rules.phantom.choice import Worth, by_lot, by_passage, by_strike, by_value, choose
from games.titles.pirates.rules.rounds.setup import pick_from_hand
from games.titles.pirates.rules.solitaire.hunt import hunt_merchants
from games.titles.pirates.rules.turn.play import CARDS
from games.titles.pirates.rules.turn.targets import Rivals, interceptable, is_fogged, targets_for
from games.titles.pirates.table.events import solitaire as told
from games.titles.pirates.table.sea import Sea

NO_ACTION = "no_action"
NOT_FOR_PHANTOMS = ("intelligence", "second_chance", "wireless_intercept")
"""Cards that want a mind, a second turn or open discards; no card of the phantom's bears them."""


async def carry_out(sea: Sea, entry: SolitaireAttack) -> bool:
    """5.4.3.2, 5.4.3.4, 5.4.3.5 The action of an entry, if it can be done; otherwise it is ignored."""
    done = await ACTIONS.get(entry.action, play_kind)(sea, entry)
    if not done:
        sea.tell(told.PhantomIgnored(entry.action, "impossible"))
    return done


def legal_targets(sea: Sea, kind: str) -> tuple[str, ...] | None:
    """What a card of this kind could be played on; () where it wants no target, None where it cannot be played."""
    if kind in NOT_FOR_PHANTOMS:
        return None
    rivals = sea.opponents(PHANTOM)
    reachable = [rival for rival in rivals if not is_fogged(rival)]
    return targets_for(sea, kind, Rivals(rivals, reachable, reachable), revealing=kind not in UNTARGETED, cards=())


async def play_kind(sea: Sea, entry: SolitaireAttack) -> bool:
    """An entry that does what the action card of its name does."""
    kind = entry.action
    targets = legal_targets(sea, kind)
    if targets is None:
        return False
    if kind == "island_refuge":
        targets = _in_need(sea, targets)
    target = await choose(sea, kind, "target", targets, _worth(sea, kind)) if targets else None
    card = f"{kind}_0"
    sea.tell(told.PhantomActed(kind, targets=(target,) if target else ()))
    sea.turn.played.append(card)
    await CARDS[kind](sea, Play(card, target))
    return True


def _worth(sea: Sea, kind: str) -> Worth:
    if kind == "fair_seas":
        return by_passage(sea)
    if kind == "monitor":
        return by_strike(sea, sea.box.kinds[kind].attack, sea.box.numbers.cards.monitor)
    return by_value(sea) if kind in OF_SHIPS else _all_alike


OF_SHIPS = ("breakdown", "damage_control", "interned", "island_refuge", "reflag", "scuttle", "transfer_command")
"""Cards whose target is a ship, the more valuable the better."""


def _all_alike(target: str) -> int:
    return 0


def _in_need(sea: Sea, ships: tuple[str, ...]) -> tuple[str, ...]:
    """5.4.3.7 Ships damaged, out of supply or identified come first; where there are none, any."""
    needy = [sea.vessel(card) for card in ships]
    first = tuple(v.card for v in needy if v.damage or v.unsupplied or (v.identified and sea.is_raider(v.card)))
    return first or ships


async def british_intercept(sea: Sea, entry: SolitaireAttack) -> bool:
    """3.2.3 The Royal Navy, with the coin on the phantom's card; no special actions go with it."""
    rival = sea.live
    targets = () if is_fogged(rival) else tuple(vessel.card for vessel in interceptable(sea, rival))
    if not targets:
        return False
    target = await choose(sea, entry.action, "target", targets, by_strike(sea, entry.coin))
    sea.tell(told.PhantomActed(entry.action, targets=(target,)))
    await engage(sea, Attack(PHANTOM, "british", f"{entry.action}_0", target, coin=entry.coin), entry.coin)
    return True


async def interrogate_by_value(sea: Sea, entry: SolitaireAttack) -> bool:
    """5.4.3.11 The disguised ship of lowest or highest value, or any; lots decide between equals."""
    targets = legal_targets(sea, entry.action)
    if not targets:
        return False
    values = [sea.value(target) for target in targets]
    wanted = {"low": {min(values)}, "high": {max(values)}}.get(entry.aim, set(values))
    target = await by_lot(sea, [target for target in targets if sea.value(target) in wanted])
    sea.tell(told.PhantomActed(entry.action, targets=(target,)))
    await interrogate(sea, Play(f"{entry.action}_0", target))
    return True


async def recon_aircraft(sea: Sea, entry: SolitaireAttack) -> bool:
    """5.4.3.8 Two cards of the live player's hand, drawn blindly, go face down on the discards."""
    seat = sea.live.seat
    if not sea.fleet(seat).hand:
        return False
    sea.tell(told.PhantomActed(entry.action, targets=(seat,)))
    cards = await pick_from_hand(sea, seat, sea.box.numbers.cards.recon_aircraft_cards, "recon", "5.4.3.8")
    sea.state.discards += cards
    buried = told.CardsBuried(seat, PHANTOM, len(cards))
    sea.tell_only(seat, told.CardsBuried(seat, PHANTOM, len(cards), tuple(cards)), buried)
    return True


async def submarine_torpedo(sea: Sea, entry: SolitaireAttack) -> bool:
    """3.3.42 A torpedo at one merchant; should a Q-ship meet the boat, she fights as one of the U-boats."""
    kind = "submarines_u" if entry.action not in sea.box.kinds else entry.action
    coin = entry.coin or sea.box.kinds[kind].torpedo
    targets = legal_targets(sea, "submarines_u")
    if not targets:
        return False
    target = await choose(sea, entry.action, "target", targets, by_strike(sea, coin))
    sea.tell(told.PhantomActed(entry.action, targets=(target,)))
    await torpedo(sea, Attack(PHANTOM, "torpedo", f"{kind}_0", target, coin=coin), coin)
    return True


async def submarine_mine(sea: Sea, entry: SolitaireAttack) -> bool:
    """3.3.43 A minefield laid by a submarine."""
    return await _lay_field(sea, entry, "submarines_uc_0", "")


async def lay_mines(sea: Sea, entry: SolitaireAttack) -> bool:
    """3.3.21 A minefield laid by a raider that carries mines and has not acted this turn."""
    layers = [
        vessel.card
        for vessel in sea.active.ships
        if sea.box.ships[vessel.card].mines and not vessel.refuge and vessel.card not in sea.turn.engaged
    ]
    if not layers or not sea.live.merchants or is_fogged(sea.live):
        return False
    ship = await choose(sea, entry.action, "ship", layers, _least_needed(sea))
    sea.turn.engaged.append(ship)
    return await _lay_field(sea, entry, "lay_mines_0", ship)


def _least_needed(sea: Sea) -> Worth:
    """The minelayer whose guns are worth least."""
    return lambda ship: -sum(sea.box.ships[ship].attack)


async def _lay_field(sea: Sea, entry: SolitaireAttack, card: str, ship: str) -> bool:
    rival = sea.live
    if not rival.merchants or is_fogged(rival):
        return False
    sea.tell(told.PhantomActed(entry.action, ship, (rival.seat,)))
    await mine_field(sea, Attack(PHANTOM, "mines", card, rival.seat, ship, coin=entry.coin), entry.coin)
    return True


ACTIONS: dict[str, Callable[[Sea, SolitaireAttack], Awaitable[bool]]] = {
    "warship_intercept": hunt_merchants,
    "raider_intercept": hunt_merchants,
    "british_intercept": british_intercept,
    "interrogate": interrogate_by_value,
    "lay_mines": lay_mines,
    "recon_aircraft": recon_aircraft,
    "submarine_mine": submarine_mine,
    "submarine_torpedo": submarine_torpedo,
    "submarines_u": submarine_torpedo,
    "submarines_uc": submarine_torpedo,
}
"""Entries that are more than an action card played for its text."""
