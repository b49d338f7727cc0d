"""5.4.3.4–5.4.3.11 The actions of the phantom's cards. Each procedure returns False if the action is impossible."""

from collections.abc import Awaitable, Callable

from games.titles.pirates.components.box import SolitaireAttack
from games.titles.pirates.components.scenarios import PHANTOM
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
from games.titles.pirates.state.board import Board
from games.titles.pirates.state.events import solitaire as told

NO_ACTION = "no_action"
NOT_FOR_PHANTOMS = ("intelligence", "second_chance", "wireless_intercept")
"""The kinds of action card that the phantom lacks, because they need a decision, an extra turn or open discards."""


async def carry_out(board: Board, entry: SolitaireAttack) -> bool:
    """5.4.3.2, 5.4.3.4, 5.4.3.5 Carry out the action of an entry. Return False if it was impossible and was ignored."""
    done = await ACTIONS.get(entry.action, play_kind)(board, entry)
    if not done:
        board.tell(told.PhantomIgnored(entry.action, "impossible"))
    return done


def legal_targets(board: Board, kind: str) -> tuple[str, ...] | None:
    """Return the targets of a card of this kind: () if it needs no target, None if the phantom cannot play it."""
    if kind in NOT_FOR_PHANTOMS:
        return None
    rivals = board.opponents(PHANTOM)
    reachable = [rival for rival in rivals if not is_fogged(rival)]
    return targets_for(board, kind, Rivals(rivals, reachable, reachable), revealing=kind not in UNTARGETED, cards=())


async def play_kind(board: Board, entry: SolitaireAttack) -> bool:
    """Carry out an entry as the action card of the same name. Return False if the entry is impossible."""
    kind = entry.action
    targets = legal_targets(board, kind)
    if targets is None:
        return False
    if kind == "island_refuge":
        targets = _in_need(board, targets)
    target = await choose(board, kind, "target", targets, _worth(board, kind)) if targets else None
    card = f"{kind}_0"
    board.tell(told.PhantomActed(kind, targets=(target,) if target else ()))
    board.turn.played.append(card)
    await CARDS[kind](board, Play(card, target))
    return True


def _worth(board: Board, kind: str) -> Worth:
    if kind == "fair_seas":
        return by_passage(board)
    if kind == "monitor":
        return by_strike(board, board.box.kinds[kind].attack, board.box.numbers.cards.monitor)
    return by_value(board) if kind in OF_SHIPS else _all_alike


OF_SHIPS = ("breakdown", "damage_control", "interned", "island_refuge", "reflag", "scuttle", "transfer_command")
"""Kinds of card for whose targets the phantom prefers ships with more victory points."""


def _all_alike(target: str) -> int:
    return 0


def _in_need(board: Board, ships: tuple[str, ...]) -> tuple[str, ...]:
    """5.4.3.7 Return those of the ships that are damaged, out of supply or identified raiders; all if none is."""
    needy = [board.vessel(card) for card in ships]
    first = tuple(v.card for v in needy if v.damage or v.unsupplied or (v.identified and board.is_raider(v.card)))
    return first or ships


async def british_intercept(board: Board, entry: SolitaireAttack) -> bool:
    """3.2.3 Intercept with the Royal Navy, with the dice on the phantom's card and without special actions.

    Return False if no ship can be intercepted.
    """
    rival = board.live
    targets = () if is_fogged(rival) else tuple(vessel.card for vessel in interceptable(board, rival))
    if not targets:
        return False
    target = await choose(board, entry.action, "target", targets, by_strike(board, entry.coin))
    board.tell(told.PhantomActed(entry.action, targets=(target,)))
    await engage(board, Attack(PHANTOM, "british", f"{entry.action}_0", target, coin=entry.coin), entry.coin)
    return True


async def interrogate_by_value(board: Board, entry: SolitaireAttack) -> bool:
    """5.4.3.11 Interrogate a disguised ship that the entry's `aim` selects.

    `aim` selects the lowest value, the highest value, or any ship. Among equal ships, the choice is by lot. Return
    False if no ship is disguised.
    """
    targets = legal_targets(board, entry.action)
    if not targets:
        return False
    values = [board.value(target) for target in targets]
    wanted = {"low": {min(values)}, "high": {max(values)}}.get(entry.aim, set(values))
    target = await by_lot(board, [target for target in targets if board.value(target) in wanted])
    board.tell(told.PhantomActed(entry.action, targets=(target,)))
    await interrogate(board, Play(f"{entry.action}_0", target))
    return True


async def recon_aircraft(board: Board, entry: SolitaireAttack) -> bool:
    """5.4.3.8 Draw two cards at random from the live player's hand and lay them face down on the discard pile.

    Return False if the hand is empty.
    """
    seat = board.live.seat
    if not board.fleet(seat).hand:
        return False
    board.tell(told.PhantomActed(entry.action, targets=(seat,)))
    cards = await pick_from_hand(board, seat, board.box.numbers.cards.recon_aircraft_cards, "recon", "5.4.3.8")
    board.state.discards += cards
    buried = told.CardsBuried(seat, PHANTOM, len(cards))
    board.tell_only(seat, told.CardsBuried(seat, PHANTOM, len(cards), tuple(cards)), buried)
    return True


async def submarine_torpedo(board: Board, entry: SolitaireAttack) -> bool:
    """3.3.42 Attack one merchant with a torpedo. Against a Q-ship, the submarine has the dice of a U-boat card.

    Return False if there is no merchant to attack.
    """
    kind = "submarines_u" if entry.action not in board.box.kinds else entry.action
    coin = entry.coin or board.box.kinds[kind].torpedo
    targets = legal_targets(board, "submarines_u")
    if not targets:
        return False
    target = await choose(board, entry.action, "target", targets, by_strike(board, coin))
    board.tell(told.PhantomActed(entry.action, targets=(target,)))
    await torpedo(board, Attack(PHANTOM, "torpedo", f"{kind}_0", target, coin=coin), coin)
    return True


async def submarine_mine(board: Board, entry: SolitaireAttack) -> bool:
    """3.3.43 Lay a minefield by submarine. Return False if there are no merchants to attack."""
    return await _lay_field(board, entry, "submarines_uc_0", "")


async def lay_mines(board: Board, entry: SolitaireAttack) -> bool:
    """3.3.21 Lay a minefield with a raider that has mines and has not acted this turn.

    Return False if there is no such raider, or if there are no merchants to attack.
    """
    layers = [
        vessel.card
        for vessel in board.active.ships
        if board.box.ships[vessel.card].mines and not vessel.refuge and vessel.card not in board.turn.engaged
    ]
    if not layers or not board.live.merchants or is_fogged(board.live):
        return False
    ship = await choose(board, entry.action, "ship", layers, _least_needed(board))
    board.turn.engaged.append(ship)
    return await _lay_field(board, entry, "lay_mines_0", ship)


def _least_needed(board: Board) -> Worth:
    """Return a valuation of minelayers: the weaker a ship's attack, the higher."""
    return lambda ship: -sum(board.box.ships[ship].attack)


async def _lay_field(board: Board, entry: SolitaireAttack, card: str, ship: str) -> bool:
    rival = board.live
    if not rival.merchants or is_fogged(rival):
        return False
    board.tell(told.PhantomActed(entry.action, ship, (rival.seat,)))
    await mine_field(board, Attack(PHANTOM, "mines", card, rival.seat, ship, coin=entry.coin), entry.coin)
    return True


ACTIONS: dict[str, Callable[[Board, SolitaireAttack], Awaitable[bool]]] = {
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
"""The procedures of the attack entries that differ from an action card played for its text, by action."""
