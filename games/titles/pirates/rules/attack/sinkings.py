"""3.3.23, 3.3.30 The reactions to a sinking: Mistaken Identity at once, Recalled at any time of the turn."""

from games.titles.pirates.orders.occasions import LATER, Aftermath, Attack
from games.titles.pirates.orders.orders import kind_of
from games.titles.pirates.rules.attack.reactions import exchangeable, react_to_sinking
from games.titles.pirates.state.board import Board
from games.titles.pirates.state.events import attack as told
from games.titles.pirates.state.rolls import card_challenge
from games.titles.pirates.state.state import Pursuer


async def sinking(board: Board, attack: Attack, owner: str, *, more_targets: bool = False) -> None:
    """3.3.23, 3.3.30 Ask for the owner's reaction to a sinking, and carry it out.

    The reaction is Mistaken Identity or, after an intercept, Recalled. An earlier reaction to the attack does not
    forbid this reaction to the sinking (3.2.2). Recalled can be kept for later only if something follows: further
    merchants of the same intercept (`more_targets`), or further cards of the turn.
    """
    hunted = board.find(attack.ship) is not None  # mines and torpedoes name no ship
    kinds = ("recalled",) if hunted else ()
    if exchangeable(board, owner):
        kinds = (*kinds, "mistaken_identity")
    after = Aftermath(attack.attacker, attack.card, attack.target, attack.ship)
    later = more_targets or _has_cards_to_come(board)
    card, merchant = await react_to_sinking(board, owner, after, kinds, later=later)
    if kind_of(card) == "recalled":
        await _recall(board, card, owner, attack.ship)
    elif merchant and await card_challenge(board, card, attack.target, owner, attack.attacker):
        exchange(board, owner, merchant, attack.attacker, attack.target)
    if hunted and card and kind_of(card) != "recalled":
        board.turn.recallable.append(Pursuer(owner, attack.ship, attack.card, attack.target))


def _has_cards_to_come(board: Board) -> bool:
    """3.2.8, 5.4.3.5 Return True if, by public information, another card may be played in this turn."""
    return not board.turn.is_last_card if board.is_phantom(board.turn.seat) else bool(board.turn.assigned)


async def call_home(board: Board, *, done: str = "", later: bool) -> None:
    """3.3.30.1 Ask the seats that kept Recalled for later whether to play it now.

    They are asked after the next merchant, and after every card of the turn. `done`: a merchant whose owner is not
    asked, because the question about its sinking has just been asked. `later`: True if the turn goes on; the seats may
    then keep the card once more.
    """
    waiting, board.turn.recallable = board.turn.recallable, []
    for pursuer in waiting:
        if board.find(pursuer.ship) is None:
            continue
        if later and pursuer.target == done:
            board.turn.recallable.append(pursuer)
            continue
        after = Aftermath(board.turn.seat, pursuer.card, pursuer.target, pursuer.ship)
        card, _ = await react_to_sinking(board, pursuer.seat, after, ("recalled",), later=later)
        if kind_of(card) == "recalled":
            await _recall(board, card, pursuer.seat, pursuer.ship)
        elif card == LATER:
            board.turn.recallable.append(pursuer)


async def _recall(board: Board, card: str, by: str, ship: str) -> None:
    """3.3.30 Resolve Recalled: if the challenge succeeds, the hunter returns to its deck. Its sinkings still count."""
    if await card_challenge(board, card, ship, by, board.turn.seat):
        board.remove(ship, "recalled")


def exchange(board: Board, seat: str, given: str, by: str, taken: str) -> None:
    """3.3.23 Resolve Mistaken Identity: exchange two sunk merchants between the victory piles of two seats.

    The seat `seat` gives `given` to the seat `by`, and receives `taken`. If the value of a merchant is doubled, it
    stays doubled.
    """
    mine, theirs = board.fleet(seat).pile, board.fleet(by).pile
    first = next(trophy for trophy in mine if trophy.card == given)
    second = next(trophy for trophy in theirs if trophy.card == taken)
    mine[mine.index(first)], theirs[theirs.index(second)] = second, first
    board.tell(told.Exchanged(seat, given, taken))
