"""3.1.3, 3.2.1, 3.3.14 The values that are not available in a turn, so that forms can explain why.

The values are derived from public information and from the seat's own cards.
"""

from collections.abc import Iterator
from itertools import chain

from games.titles.pirates.orders.legality import SUPPORTS
from games.titles.pirates.orders.orders import kind_of
from games.titles.pirates.rules.turn.targets import Rivals, is_fogged
from games.titles.pirates.state.board import Board

Values = dict[str, tuple[str, ...]]
WITH_ANOTHER = (*SUPPORTS, "lay_mines")
"""The kinds of card that are never played for their text: supports, and mines, which have their own order."""


def unavailable_values(
    board: Board, cards: tuple[str, ...], upright: tuple[str, ...], rivals: Rivals, plays: Values
) -> Values:
    """Return the values that are not available in this turn, by reason.

    The reasons are keys of REASONS in `orders.unavailable_orders`.

    Such values are own ships that cannot act, ships and fleets that cannot be targets, and cards whose text has no
    effect. `cards`: the cards that may be used. `upright`: those that may be played upright. `plays`: the targets of
    each card that can be played.
    """
    found: dict[str, list[str]] = {}
    for reason, name in chain(_idle(board), _out_of_reach(board, rivals), _useless(board, cards, upright, plays)):
        found.setdefault(reason, []).append(name)
    return {reason: tuple(names) for reason, names in found.items()}


def _idle(board: Board) -> Iterator[tuple[str, str]]:
    """3.1.3, 3.3.20.3 Yield pairs (reason, ship) of own ships that are in refuge or have acted in this turn."""
    engaged = board.turn.engaged
    for ship in board.active.ships:
        if ship.refuge:
            yield "refuge", ship.card
        elif ship.card in engaged:
            yield "engaged", ship.card


def _out_of_reach(board: Board, rivals: Rivals) -> Iterator[tuple[str, str]]:
    """3.1.3, 3.2.3.1, 3.3.14.1, 3.3.20.2 Yield pairs (reason, ship) of the ships that cannot be intercepted.

    They were intercepted already, are in fog or in a refuge, or are not identified.
    """
    warships = board.box.warships
    for card in board.turn.intercepted:
        if board.owner(card) in rivals.everyone:
            yield "intercepted", card
    for rival in rivals.everyone:
        if is_fogged(rival):
            yield "fogged", rival.seat
            yield from [("fogged", ship.card) for ship in board.vessels(rival)]
            continue
        for ship in (*rival.ships, *rival.prizes):
            if ship.refuge:
                yield "sheltered", ship.card
            elif not ship.identified and ship.card not in warships:
                yield "disguised", ship.card


def _useless(
    board: Board, cards: tuple[str, ...], upright: tuple[str, ...], plays: Values
) -> Iterator[tuple[str, str]]:
    """3.3 Yield pairs (reason, card) of cards that were not laid down for their text, or whose text has no effect."""
    if len(upright) < len(cards):
        yield from [("laid", card) for card in cards if card not in upright]
    for card in upright:
        if card not in plays and (kind := kind_of(card)) not in WITH_ANOTHER:
            yield _why_unplayable(board, kind), card


def _why_unplayable(board: Board, kind: str) -> str:
    if not board.box.kinds[kind].can_act:
        return "reaction"
    if board.turn.is_extra and kind in ("wireless_intercept", "second_chance"):
        return "extra_turn"
    return "team" if board.box.kinds[kind].team and not board.active.partner else "aimless"
