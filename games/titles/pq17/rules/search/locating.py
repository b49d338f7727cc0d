"""7.1.1 An attack is declared, and its target located or not."""

from collections.abc import Sequence
from typing import Literal

from msgspec import Struct

from games.titles.pq17.box.pieces import Result
from games.titles.pq17.orders.odds import Chance
from games.titles.pq17.rules.forces.deck import drawn_cards
from games.titles.pq17.rules.search import cards
from games.titles.pq17.rules.search.searchers import AIR_SHADOWERS, is_scattered, look
from games.titles.pq17.rules.search.segment import Try, grounds, refuse, tried_on
from games.titles.pq17.table.events.air import Located
from games.titles.pq17.table.sea import Sea
from games.titles.pq17.table.state import Force

By = Literal["air", "task_force", "wolfpack"]


class Attempt(Struct, frozen=True, gc=False):
    """7.1.1 Whether a target is located, and what the card showed that did it."""

    found: bool
    result: Result = "-"


def most_cards(sea: Sea, by: By, target: Force) -> int:
    """7.1.1a, 7.1.1o The cards that an attacker may draw, by the rule or by the option."""
    if not sea.state.options.second_card:
        return cards.cards_to_locate(shadowed=sea.is_shadowed(target), scattered=is_scattered(target))
    following = {one.by for one in sea.state.shadows if one.target == target.id}
    from_air = bool(following & set(AIR_SHADOWERS))
    return cards.cards_to_locate_by_option(
        by,
        scattered=is_scattered(target),
        weather=sea.state.sky.kind,
        by_aircraft=from_air,
        by_allied_aircraft=from_air and target.side == "axis",
        by_task_force="task_force" in following,
        by_wolfpack="wolfpack" in following,
    )


def chance(sea: Sea, by: By, target: Force, *, soviet: bool = False) -> Chance:
    """7.1.1 How likely a target is located, by the cards that its enemy has left: their owner has seen the others."""
    side = sea.enemy(target.side)
    out = sea.state.drawn.get(side, [])
    left = [card for name, card in sea.box.cards.items() if name not in out] or [*sea.box.cards.values()]
    seen = look(sea, side, target, cards.LOCATING[by], soviet=soviet)
    finding = sum(cards.finds(card, seen) for card in left)
    return Chance(finding, len(left), most_cards(sea, by, target))


async def locate(
    sea: Sea, by: By, target: Force, *, soviet: bool = False, who: Sequence[str] = (), most: int = 0, key: str
) -> Attempt:
    """7.1.1, 7.1.1b, 7.1.1c, 7.1.1d Cards for an attack on a block at sea, in the row of its kind alone. The owner
    refuses only by standing instruction. He learns that this block was attacked and by what; a card that fails nobody
    else sees; no level changes.
    """
    side = sea.enemy(target.side)
    drawn: list[str] = []
    attempt = Attempt(found=False)
    for number in range(most or most_cards(sea, by, target)):
        (card,) = await drawn_cards(sea, side, 1, key=f"{key}.{number}", rule="7.1.1")
        drawn.append(card.id)
        tried = tried_on(target, card, look(sea, side, target, cards.LOCATING[by], soviet=soviet))
        if cards.finds(card, tried.look) and not _is_refused(sea, tried):
            attempt = Attempt(found=True, result=cards.shown(card, tried.look))
            break
    own = Located(side, by, target.at, target.block, attempt.found, tuple(drawn), tuple(who))
    shown = (drawn[-1],) if attempt.found else ()
    theirs = Located(side, by, target.at, target.block, attempt.found, shown, force=target.id)
    sea.tell_both(side, own, theirs, Located(side, by, target.at, target.block, attempt.found))
    return attempt


def _is_refused(sea: Sea, tried: Try) -> bool:
    """7.1.1d Whether the owner refuses, as he ordered for good. A pack under way, which is attacked in its own phase,
    cannot (6.2.2, 6.6.1a).
    """
    if sea.state.instructed(tried.target.side).refuses != "always":
        return False
    may = grounds(sea, tried, passing=sea.phase.side == tried.target.side)
    if may:
        refuse(sea, tried.target, may[0])
    return bool(may)
