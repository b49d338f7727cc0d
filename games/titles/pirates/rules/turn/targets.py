"""3.2.1, 3.3 The possible targets of cards, read from the state for the forms of a turn.

In a plan, a target is possible if it may be a legal target when the card is revealed. `revealing` is True if the card
is revealed now.
"""

from collections.abc import Callable
from typing import NamedTuple

from games.titles.pirates.orders.legality import DECK, UNTARGETED
from games.titles.pirates.orders.orders import kind_of, kinds_of
from games.titles.pirates.state.board import Board
from games.titles.pirates.state.state import Fleet, Vessel


class Rivals(NamedTuple):
    """The fleets of the opponents of the active seat.

    `everyone`: all opponents. `reachable`: the opponents not in fog (3.3.14). `foes`: the reachable opponents that may
    be attacked in this turn (3.1.3).
    """

    everyone: list[Fleet]
    reachable: list[Fleet]
    foes: list[Fleet]


def rivals_of(board: Board, seat: str) -> Rivals:
    """3.1.3, 3.3.14 Return the opponents of `seat`, which must be the active seat."""
    everyone = board.opponents(seat)
    reachable = [rival for rival in everyone if not is_fogged(rival)]
    return Rivals(everyone, reachable, [rival for rival in reachable if board.turn.attacked in ("", rival.seat)])


def is_fogged(fleet: Fleet) -> bool:
    """3.3.14.1 Return True if a fleet is in fog (has Fog Bank in front of it), where only Heavy Weather affects it."""
    return bool(fleet.weather) and kind_of(fleet.weather) == "fog_bank"


def interceptable(board: Board, rival: Fleet) -> list[Vessel]:
    """3.2.3, 3.3.20.2 Return the rival's ships at sea that may still be intercepted this turn.

    These are warships, identified raiders and identified prizes.
    """
    intercepted = board.turn.intercepted
    return [
        vessel
        for vessel in (*rival.ships, *rival.prizes)
        if not vessel.refuge and vessel.card not in intercepted and board.is_open(vessel)
    ]


def targets_for(
    board: Board, kind: str, rivals: Rivals, *, revealing: bool, cards: tuple[str, ...]
) -> tuple[str, ...] | None:
    """Return the targets of a kind of card that is played upright: () if it needs none, None if it is unplayable.

    `revealing`: True if the card is being revealed. If False, it is being planned, and things that become targets
    during the turn count, too. `cards` are all cards that may be played in the same turn.
    """
    if _is_barred(board, kind):
        return None
    if kind in UNTARGETED:
        return () if revealing or _of_use(board, kind, cards) else None
    if kind in OWN_TARGETS:
        targets = OWN_TARGETS[kind](board, revealing)
        if not revealing:
            targets = tuple(dict.fromkeys((*targets, *_joining(board, kind, rivals, cards))))
        return targets if targets or (not revealing and _reinforced(cards)) else None
    later = () if revealing else _later(board, kind, rivals, cards)
    return (*_hostile(board, kind, rivals), *later) or None


def _is_barred(board: Board, kind: str) -> bool:
    """3.3.37 Return True if a kind of card cannot be played in an extra turn or, 3.3.4, 3.3.11, without teams."""
    extra = kind in ("wireless_intercept", "second_chance") and board.turn.is_extra
    return extra or (board.box.kinds[kind].team and not board.active.partner)


def _hostile(board: Board, kind: str, rivals: Rivals) -> tuple[str, ...]:
    """Return the present targets of a kind of card among the opponents against whom it can be played."""
    if kind in ATTACK_TARGETS:
        return ATTACK_TARGETS[kind](board, rivals.foes)
    if kind in FLEET_TARGETS:
        return FLEET_TARGETS[kind](board, rivals.reachable)
    return HAND_TARGETS[kind](board, rivals.everyone) if kind in HAND_TARGETS else ()


JOINING = frozenset({"transfer_command", "breakout"})
"""The kinds of card that bring a ship into the own fleet."""


def _reinforced(cards: tuple[str, ...]) -> bool:
    """Return True if one of `cards` may bring a ship into the fleet this turn.

    Then cards that need an own ship may be laid down although no ship fits yet (3.1.5.1).
    """
    return not JOINING.isdisjoint(kinds_of(cards))


def _joining(board: Board, kind: str, rivals: Rivals, cards: tuple[str, ...]) -> tuple[str, ...]:
    """3.1.5.1 Return ships of opponents that may be in the own fleet when the card is revealed.

    They may come by Transfer Command, or as prizes.
    """
    found: list[Vessel] = []
    if "transfer_command" in kinds_of(cards):
        found += [vessel for rival in rivals.reachable for vessel in (*rival.ships, *rival.prizes)]
    if kind == "fair_seas" and _free(board):
        found += [vessel for foe in rivals.foes for vessel in foe.merchants]
    return tuple([vessel.card for vessel in found if _suits(board, kind, vessel)])


def _suits(board: Board, kind: str, vessel: Vessel) -> bool:
    """Return True if a kind of card for the own fleet may be used on a ship like this one."""
    german = board.is_german(vessel.card)
    match kind:
        case "fair_seas":
            return not german and not vessel.damage
        case "island_refuge":
            return german
        case "reflag":
            return not board.is_warship(vessel.card)
        case _:
            return vessel.damage > 0


def _free(board: Board) -> list[Vessel]:
    """Return the active player's ships at sea; in an intercept, a reaction may still damage or identify them."""
    return [vessel for vessel in board.active.ships if not vessel.refuge]


def _later(board: Board, kind: str, rivals: Rivals, cards: tuple[str, ...]) -> tuple[str, ...]:
    """Return ships of opponents that become targets if another card of the same turn identifies or disguises them."""
    others = kinds_of(cards)
    if kind in TAKING:
        return _disguised(board, rivals.foes) if "interrogate" in others else ()
    if others.isdisjoint(TAKING):
        return ()
    known = _reflaggable(board, rivals.foes)
    if kind == "interrogate":
        return known
    torpedo = kind in ("submarines_u", "submarines_uc") and board.state.options.prize_torpedo
    return tuple(card for card in known if board.is_prize(card)) if torpedo else ()


TAKING = ("interned", "transfer_command")
"""The kinds of card that take an identified ship away, unless its owner plays Reflag (3.3.32.3)."""


def _reflaggable(board: Board, foes: list[Fleet]) -> tuple[str, ...]:
    """3.3.32.3 Return the identified raiders and prizes whose owner may disguise them by Reflag as a reaction."""
    rows = (v for foe in foes if foe.hand and not board.is_phantom(foe.seat) for v in (*foe.ships, *foe.prizes))
    return tuple(v.card for v in rows if v.identified and not v.refuge and v.card not in board.turn.intercepted)


def _of_use(board: Board, kind: str, cards: tuple[str, ...]) -> bool:
    """3.1.5.1 Return True if a card that needs no target can have an effect this turn, now or after other cards."""
    if kind in ("collier", "blockade_runner"):
        in_want = any(vessel.unsupplied for vessel in board.active.ships)
        return in_want or _reinforced(cards) or (len(cards) > 1 and _may_chase(board))
    if kind == "heavy_weather":
        return len(cards) > 1 or any(v.damage and not v.refuge for f in board.state.fleets for v in board.vessels(f))
    return True


def _may_chase(board: Board) -> bool:
    """6.6.1 Return True if an own ship may run out of supply this turn, by chasing a merchant that plays Fast Ship."""
    return board.state.options.fast_raiders and any(board.box.ships[vessel.card].fast for vessel in _free(board))


def _damaged(board: Board, revealing: bool) -> tuple[str, ...]:
    rows = [vessel for vessel in board.vessels(board.active) if vessel.damage]
    return _with_free(board, rows, revealing)


def _scuttled(board: Board, revealing: bool) -> tuple[str, ...]:
    rows = [vessel for vessel in (*board.active.ships, *board.active.prizes) if vessel.damage]
    return _with_free(board, rows, revealing)


def _with_free(board: Board, rows: list[Vessel], revealing: bool) -> tuple[str, ...]:
    return tuple(dict.fromkeys([vessel.card for vessel in (rows if revealing else (*rows, *_free(board)))]))


def _homeward(board: Board, revealing: bool) -> tuple[str, ...]:
    fleet = board.active
    repairs = not revealing and any(kind_of(card) == "damage_control" for card in fleet.hand)
    rows = (*fleet.merchants, *fleet.prizes)
    return tuple([vessel.card for vessel in rows if repairs or not vessel.damage])


def _weary(board: Board, revealing: bool) -> tuple[str, ...]:
    """Return own ships that may enter a refuge; unless `revealing`, also those in one, which may put to sea before."""
    return tuple([vessel.card for vessel in board.active.ships if not (revealing and vessel.refuge)])


def _known(board: Board, revealing: bool) -> tuple[str, ...]:
    """3.3.32.2 Return own identified raiders and prizes; in a plan also raiders at sea, which may be identified yet."""
    rows = [vessel for vessel in (*board.active.ships, *board.active.prizes) if vessel.identified]
    return tuple(card for card in _with_free(board, rows, revealing) if not board.is_warship(card))


OWN_TARGETS: dict[str, Callable[[Board, bool], tuple[str, ...]]] = {
    "damage_control": _damaged,
    "scuttle": _scuttled,
    "fair_seas": _homeward,
    "island_refuge": _weary,
    "reflag": _known,
}


def _hands(board: Board, rivals: list[Fleet]) -> tuple[str, ...]:
    """Return the seats with cards in hand, and the phantom, because the card affects its next turn (5.4.3.10)."""
    return tuple([rival.seat for rival in rivals if rival.hand or board.is_phantom(rival.seat)])


def _hands_or_deck(board: Board, rivals: list[Fleet]) -> tuple[str, ...]:
    return (*_hands(board, rivals), DECK)


def _without_weather(board: Board, rivals: list[Fleet]) -> tuple[str, ...]:
    """3.3.10.2, 3.3.14.2 Return the fleets without a weather card, because a fleet can have only one."""
    return tuple([rival.seat for rival in rivals if not rival.weather])


HAND_TARGETS: dict[str, Callable[[Board, list[Fleet]], tuple[str, ...]]] = {
    "recon_aircraft": _hands,
    "intelligence": _hands_or_deck,
    "deception": _without_weather,
    "fog_bank": _without_weather,
}
"""The functions that return the targets of cards that can also be played against a fleet in fog, by kind."""


def _suppliable(board: Board, rivals: list[Fleet]) -> tuple[str, ...]:
    return tuple(r.seat for r in rivals if any(not v.refuge and not v.unsupplied for v in r.ships))


def _undamaged(board: Board, rivals: list[Fleet]) -> tuple[str, ...]:
    return tuple([v.card for r in rivals for v in r.ships if not v.damage])


def _open(board: Board, rivals: list[Fleet]) -> tuple[str, ...]:
    return tuple([v.card for r in rivals for v in (*r.ships, *r.prizes) if board.is_open(v)])


FLEET_TARGETS: dict[str, Callable[[Board, list[Fleet]], tuple[str, ...]]] = {
    "rendezvous_missed": _suppliable,
    "breakdown": _undamaged,
    "interned": _open,
    "transfer_command": _open,
}
"""The functions that return the targets of cards that cannot be played against a fleet in fog, by kind."""


def _disguised(board: Board, foes: list[Fleet]) -> tuple[str, ...]:
    """3.3.19.2 Return the disguised raiders and prizes that are not in refuge and were not intercepted this turn."""
    intercepted = board.turn.intercepted
    rows = [v for foe in foes for v in (*foe.ships, *foe.prizes)]
    return tuple([v.card for v in rows if not v.refuge and not board.is_open(v) and v.card not in intercepted])


def _at_anchor(board: Board, foes: list[Fleet]) -> tuple[str, ...]:
    intercepted = board.turn.intercepted
    return tuple([v.card for foe in foes for v in foe.ships if v.refuge and v.card not in intercepted])


def _torpedoed(board: Board, foes: list[Fleet]) -> tuple[str, ...]:
    """Return the merchants, and with the option also the disguised prizes, which look like merchants (6.9)."""
    prizes = [v.card for foe in foes for v in foe.prizes if board.state.options.prize_torpedo and not v.identified]
    return (*[v.card for foe in foes for v in foe.merchants], *prizes)


def _torpedoed_or_mined(board: Board, foes: list[Fleet]) -> tuple[str, ...]:
    return (*_torpedoed(board, foes), *[foe.seat for foe in foes if foe.merchants])


ATTACK_TARGETS: dict[str, Callable[[Board, list[Fleet]], tuple[str, ...]]] = {
    "interrogate": _disguised,
    "monitor": _at_anchor,
    "submarines_u": _torpedoed,
    "submarines_uc": _torpedoed_or_mined,
}
"""The functions that return the targets of cards that attack, by kind.

All attacks of a turn are against one opponent.
"""
