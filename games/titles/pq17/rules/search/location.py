"""7.1.1 How an attacker locates its target, and attacks that are called off before a card is drawn."""

from collections.abc import Collection, Iterable, Sequence
from typing import Literal

from msgspec import Struct

from games.titles.pq17.components.pieces import Result, Side
from games.titles.pq17.orders.draft_odds import Chance
from games.titles.pq17.rules.forces.deck import draw_cards
from games.titles.pq17.rules.search import cards
from games.titles.pq17.rules.search.legal_attacks import may_strike
from games.titles.pq17.rules.search.searchers import AIR_SHADOWERS, is_scattered, search_conditions
from games.titles.pq17.rules.search.segment import Try, refuse_search, true_grounds, try_card
from games.titles.pq17.state.board import Board
from games.titles.pq17.state.events.air import AttackCalledOff, CalledOff, Located
from games.titles.pq17.state.state import AirUnit, Force

By = Literal["air", "task_force", "wolfpack"]


class Attempt(Struct, frozen=True, gc=False):
    """7.1.1 The result of an attempt to locate a target.

    `found`: True if the target was located. `result`: the entry of the card that located it; "-" if no card did.
    """

    found: bool
    result: Result = "-"


def most_cards(board: Board, by: By, target: Force) -> int:
    """7.1.1a, 7.1.1o Return the most cards that an attacker may draw, by the rule or by the option.

    `by`: the kind of attacker.
    """
    if not board.state.options.second_card:
        return cards.cards_to_locate(shadowed=board.is_shadowed(target), scattered=is_scattered(target))
    following = {one.by for one in board.state.shadows if one.target == target.id}
    from_air = bool(following & set(AIR_SHADOWERS))
    return cards.cards_to_locate_by_option(
        by,
        scattered=is_scattered(target),
        weather=board.state.sky.kind,
        by_aircraft=from_air,
        by_allied_aircraft=from_air and target.side == "axis",
        by_task_force="task_force" in following,
        by_wolfpack="wolfpack" in following,
    )


def location_chance(board: Board, by: By, target: Force, *, soviet: bool = False) -> Chance:
    """7.1.1 Return the chance to locate a target: the cards that locate it, among all cards of a deck.

    Drawn cards count, too, because the attacker need not have seen all of them. `by`: the kind of attacker. `soviet`:
    True if all attackers are Soviet.
    """
    side = board.enemy(target.side)
    deck = board.box.cards.values()
    seen = search_conditions(board, side, target, cards.LOCATING[by], soviet=soviet)
    return Chance(sum(cards.card_finds(card, seen) for card in deck), len(deck), most_cards(board, by, target))


async def locate_target(
    board: Board, by: By, target: Force, *, soviet: bool = False, who: Sequence[str] = (), most: int = 0, key: str
) -> Attempt:
    """7.1.1, 7.1.1b, 7.1.1c, 7.1.1d Draw cards to locate a block at sea for an attack; return the result.

    Only the row for the kind of attacker (`by`) counts. The target's owner can refuse only by standing instruction, and
    learns which block was attacked and the kind of attacker. Only the attacker sees a card that fails. No ID level
    changes. `soviet`: True if all attackers are Soviet. `who`: the attacking units, which only the attacker reads.
    `most`: the most cards that may be drawn; 0 for the usual number (`most_cards`). `key`: the prefix of the journal
    keys of the draws.
    """
    side = board.enemy(target.side)
    drawn: list[str] = []
    attempt = Attempt(found=False)
    for number in range(most or most_cards(board, by, target)):
        (card,) = await draw_cards(board, side, 1, key=f"{key}.{number}", rule="7.1.1")
        drawn.append(card.id)
        tried = try_card(target, card, search_conditions(board, side, target, cards.LOCATING[by], soviet=soviet))
        if cards.card_finds(card, tried.look) and not _is_refused(board, tried):
            attempt = Attempt(found=True, result=cards.card_entry(card, tried.look))
            break
    own = Located(side, by, target.at, target.block, attempt.found, tuple(drawn), tuple(who))
    shown = (drawn[-1],) if attempt.found else ()
    theirs = Located(side, by, target.at, target.block, attempt.found, shown, force=target.id)
    board.tell_both(side, own, theirs, Located(side, by, target.at, target.block, attempt.found))
    return attempt


def _is_refused(board: Board, tried: Try) -> bool:
    """7.1.1d Return True if the owner of a block refuses by standing instruction, and then announce the refusal.

    A pack that is attacked during its own phase cannot refuse (6.2.2, 6.6.1a).
    """
    if board.state.instructed(tried.target.side).refuses != "always":
        return False
    may = true_grounds(board, tried, passing=board.phase.side == tried.target.side)
    if may:
        refuse_search(board, tried.target, may[0])
    return bool(may)


def report_idle_aircraft(board: Board, side: Side, attacking: Collection[str], *, asked: Collection[str]) -> None:
    """7.1.1 Tell a side which of the aircraft that it sent to attack have no target, and why.

    `attacking`: the ids of the units that do attack. `asked`: the hexes for which the player was asked and chose not to
    attack. Units in these hexes are left out.
    """
    idle: dict[tuple[str, CalledOff], list[str]] = {}
    for unit in board.state.air:
        sent = unit.mission == "attack" and board.box.aircraft[unit.aircraft].side == side
        if sent and unit.id not in attacking and unit.at not in asked:
            idle.setdefault((unit.at, _why(board, side, unit)), []).append(unit.aircraft)
    for (at, why), aircraft in idle.items():
        board.tell_side(side, AttackCalledOff(side, at, why, tuple(aircraft)))


def _why(board: Board, side: Side, unit: AirUnit) -> CalledOff:
    """7.1.1, 7.2a Return the reason why an air unit has no target in its hex.

    There is no block, no identified block, no block that the unit may attack by rule, or none that fits its order.
    """
    there = [one for one in board.afloat(board.enemy(side)) if one.at == unit.at]
    known = [one for one in there if one.level is not None]
    if not known:
        return "unidentified" if there else "gone"
    return "ordered" if any(may_strike(board, side, unit, one) for one in known) else "barred"


def report_lost_air_targets(board: Board, side: Side, names: Collection[str]) -> None:
    """7.1.1 Notify a side of its aircraft (`names`) whose target block is gone, or no longer has the ordered number."""
    out = [unit for unit in board.state.air if unit.id in names and unit.at]
    for at in dict.fromkeys(unit.at for unit in out):
        flown = tuple(unit.aircraft for unit in out if unit.at == at)
        board.tell_side(side, AttackCalledOff(side, at, "gone", flown))


def report_lost_targets(board: Board, forces: Iterable[Force]) -> None:
    """7.1.1 Notify the owner of each force that its target block is gone, or no longer has the ordered number.

    This can happen after the declaration, or by an earlier attack in the same segment.
    """
    for force in forces:
        board.tell_side(force.side, AttackCalledOff(force.side, force.at, "gone", force=force.id))
