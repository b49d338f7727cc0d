"""3.2.5, 6.12 Prizes: merchants captured instead of sunk, and the stores that they carry."""

from games.kernel.forms import Choose
from games.kernel.requests import Ask
from games.kernel.text import Text
from games.titles.pirates.orders.occasions import LEAVE, TAKE, Attack, Stores
from games.titles.pirates.orders.orders import Resupply
from games.titles.pirates.rules.attack.asking import answered
from games.titles.pirates.rules.phantom.choice import decide
from games.titles.pirates.state.board import Board
from games.titles.pirates.state.events import attack as told
from games.titles.pirates.state.rolls import challenge
from games.titles.pirates.state.state import Trophy, Vessel

PROMPT = Text(
    "Your new prize has stores for the ship that took her. Do you take them? She may be empty then.",
    "拿捕した船の物資で再補給しますか？（補給が尽きれば自沈します）",
)


async def capture(board: Board, card: str, attack: Attack) -> None:
    """3.2.5, 3.2.5.1, 3.3.3.1 Add the merchant with the id `card` to the attacker's fleet as a disguised prize.

    Then the captor may take its stores.
    """
    owner = board.owner_of(card)
    board.take_out(card)
    board.fleet(attack.attacker).prizes.append(Vessel(card))
    ship = board.find(attack.ship)
    wanting = ship is not None and ship.unsupplied
    at_once = wanting and not board.state.options.prize_supply
    board.tell(told.Captured(card, owner.seat, attack.attacker, attack.ship if at_once else ""))
    if ship is not None and at_once:
        board.supply(ship)
    elif wanting:
        await _offer_stores(board, attack, card)


async def stores_of_capture(board: Board, attack: Attack) -> None:
    """6.12.1, 6.6.1 Offer the stores of a new prize to its captor if the captor ran out of supply in the chase."""
    ship = board.find(attack.ship)
    if ship is not None and ship.unsupplied and attack.target in laden(board):
        await _offer_stores(board, attack, attack.target)


async def _offer_stores(board: Board, attack: Attack, prize: str) -> None:
    """6.12.1, 6.12.3 Ask whether the captor takes the stores of a new prize, because the prize may be exhausted."""
    form = Choose(options=(TAKE, LEAVE), fallback=TAKE, rule="6.12.3")
    if board.is_phantom(attack.attacker):
        answer = await decide(board, form.options, TAKE)
    else:
        key, context = board.occasion("resupply"), Stores(attack.ship, prize)
        answer = await answered(
            board,
            Ask(
                key=key, kind="resupply", seat=attack.attacker, rule="6.12.3", prompt=PROMPT, form=form, context=context
            ),
        )
    if answer == TAKE:
        await resupply(board, Resupply(attack.ship, prize))


async def resupply(board: Board, order: Resupply) -> None:
    """6.12.1 Supply a ship with the stores of a prize. 6.12.2 Roll whether this exhausts the prize."""
    numbers, fleet = board.box.numbers.prize_supply, board.active
    board.supply(board.vessel(order.ship))
    board.turn.drained.append(order.source)
    rival = board.opponents(fleet.seat)[0].seat
    mine, theirs = (fleet.seat, numbers.exhausted_challenge), (rival, numbers.exhausted_response)
    exhausted, _, _ = await challenge(board, "exhausted", "6.12.2", order.source, mine, theirs)
    if exhausted:
        board.take_out(order.source)
        fleet.pile.append(Trophy(order.source, "scuttled"))
        board.tell(told.Exhausted(order.source, fleet.seat))


async def supply_phantom(board: Board) -> None:
    """6.12.1 Supply the phantom's ships from its prizes: the best ships first, from the prizes of lowest value."""
    for prize in sorted(laden(board), key=board.value):
        ships = wanting(board)
        if ships and await decide(board, (TAKE, LEAVE), TAKE) == TAKE:
            await resupply(board, Resupply(max(ships, key=board.value), prize))


def wanting(board: Board) -> tuple[str, ...]:
    """6.12.1 Return the active player's ships that are out of supply, whether in refuge or not."""
    if not board.state.options.prize_supply:
        return ()
    return tuple([vessel.card for vessel in board.active.ships if vessel.unsupplied])


def laden(board: Board) -> tuple[str, ...]:
    """6.12.1 Return the active player's prizes that have not supplied a ship this turn; () if no ship needs supply."""
    if not wanting(board):
        return ()
    return tuple([vessel.card for vessel in board.active.prizes if vessel.card not in board.turn.drained])
