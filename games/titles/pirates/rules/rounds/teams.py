"""4.0 Team play, two against two: the cooperation of partners, and the score of a team.

Partners are never targets (4.2, 4.3): `Board.opponents` leaves them out. Effects on own ships do not reach the
partner's fleet (4.4).
"""

from games.kernel.forms import Choose, ChooseSome
from games.kernel.requests import Ask, ask, ask_all
from games.kernel.text import Text
from games.titles.pirates.state.board import Board
from games.titles.pirates.state.events import effects as told
from games.titles.pirates.state.events.rounds import ShipsExchanged
from games.titles.pirates.state.state import Fleet, State, Vessel

SHARE_BREAKOUT = Text(
    "Two ships have broken out. Which of them joins your partner's fleet?",
    "2隻が包囲を突破しました。味方の船団に渡す1隻を選んでください。",
)

EXCHANGE_SHIPS = Text(
    "Which of your ships do you hand over to your partner, of those that you carry over or could not?"
    " The partner decides at the same time.",
    "持ち越す艦、または持ち越せなかった艦のうち、味方に渡すものを選んでください。味方も同時に選びます。",
)


def opposite(seats: tuple[str, ...], seat: str) -> str:
    """4.1 Return the seat that sits opposite `seat` at a table of four. `seats`: all seats, in table order."""
    return seats[(seats.index(seat) + len(seats) // 2) % len(seats)]


def hand_over(board: Board, ship: str, to: str) -> None:
    """4.6, 4.7 Move a German ship with its markers to the fleet of the seat `to`, the partner."""
    owner, vessel = board.owner_of(ship), board.vessel(ship)
    owner.ships.remove(vessel)
    board.fleet(to).ships.append(vessel)
    board.tell(told.Transferred(ship, owner.seat, to))


async def share_breakout(board: Board, fleet: Fleet, ships: list[str]) -> None:
    """4.7 In a team, ask which of two ships drawn by Breakout joins the partner's fleet.

    A single ship stays in the fleet. `fleet`: the fleet that drew the ships, and already has them.
    """
    if not fleet.partner or len(ships) < 2:
        return
    form = Choose(options=tuple(ships), fallback=ships[-1], rule="4.7")
    key = board.occasion("share_breakout")
    given = await ask(
        Ask(key=key, kind="share_breakout", seat=fleet.seat, rule="4.7", prompt=SHARE_BREAKOUT, form=form)
    )
    hand_over(board, given, fleet.partner)


Rows = dict[str, tuple[str, ...]]
"""Lists of ships, by seat."""


async def exchange_ships(board: Board, kept: Rows) -> None:
    """4.9 Ask both partners of each team at the same time which ships to hand over.

    Partners may hand over ships that they carry over (`kept`, by seat), and other ships that survived (2.4.1). Ships
    that neither partner keeps go face up beneath the deck.
    """
    givers = [fleet for fleet in board.state.fleets if fleet.partner and fleet.ships]
    given = await ask_all({fleet.seat: _exchange_question(board, fleet) for fleet in givers})
    for side in sides(board.state):
        if any(fleet.seat in given for fleet in side):
            _exchange(board, side, kept, given)


def _exchange_question(board: Board, fleet: Fleet) -> Ask[tuple[str, ...]]:
    ships = tuple(vessel.card for vessel in fleet.ships)
    form = ChooseSome(options=ships, most=min(len(ships), carry_over_limit(board)), rule="4.9")
    return Ask(
        key="exchange_ships", kind="exchange_ships", seat=fleet.seat, rule="4.9", prompt=EXCHANGE_SHIPS, form=form
    )


def _exchange(board: Board, pair: tuple[Fleet, ...], kept: Rows, given: Rows) -> None:
    """Exchange the ships that two partners hand over, and announce it.

    If a partner would then carry over more ships than a player may (2.4.1, 6.7), nothing is exchanged.
    """
    first, second = pair
    gifts = {fleet.seat: given.get(fleet.seat, ()) for fleet in pair}
    rows = _carried(pair, kept, gifts)
    if max(map(len, rows.values())) > carry_over_limit(board):
        gifts = {first.seat: (), second.seat: ()}
        rows = _carried(pair, kept, gifts)
    carried = {ship for row in rows.values() for ship in row}
    for fleet in pair:
        board.state.german.used += [vessel.card for vessel in fleet.ships if vessel.card not in carried]
        fleet.ships = [Vessel(ship) for ship in rows[fleet.seat]]
    board.tell(ShipsExchanged(first.seat, second.seat, gifts[first.seat], gifts[second.seat]))


def _carried(pair: tuple[Fleet, ...], kept: Rows, gifts: Rows) -> Rows:
    """Return the ships that each partner carries over, by seat: those kept and not handed over, and those received."""
    first, second = pair
    return {
        to.seat: (*(ship for ship in kept.get(to.seat, ()) if ship not in gifts[to.seat]), *gifts[giver.seat])
        for giver, to in ((first, second), (second, first))
    }


def carry_over_limit(board: Board) -> int:
    """2.4.1, 6.7 Return the number of ships that a player may carry over."""
    hand = board.box.numbers.hand
    return hand.carry_over_limit_option if board.state.options.carry_over_three else hand.carry_over_limit


def sides(state: State) -> list[tuple[Fleet, ...]]:
    """4.10 Return the groups of fleets that win or lose together.

    A group is a team, in table order, or without teams a single fleet.
    """
    fleets = {fleet.seat: fleet for fleet in state.fleets}
    found: list[tuple[Fleet, ...]] = []
    while fleets:
        first = fleets.pop(next(iter(fleets)))
        found.append((first, fleets.pop(first.partner)) if first.partner else (first,))
    return found
