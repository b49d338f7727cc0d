"""3.2.3, 3.2.4, 3.3 The odds of the attacks in a draft of a plan, or in a draft of the next card to play."""

from collections.abc import Iterator
from typing import Any

from games.kernel.drafts import PreviewLine
from games.kernel.errors import pointer
from games.kernel.odds import Odds, OddsOfPair, odds_with_means
from games.kernel.text import Text
from games.order_editor.order_edits import orders_in, values_in
from games.titles.pirates.components.odds import SupportDice
from games.titles.pirates.orders.chances import (
    Gun,
    Mark,
    Modifier,
    OpenDice,
    attack_odds_for,
    challenge_odds_for,
    minefield_odds,
)
from games.titles.pirates.orders.legality import Prospects
from games.titles.pirates.orders.orders import kind_of

INTERCEPT, NAVY = Text("Intercept", "迎撃"), Text("Royal Navy intercept", "英国海軍の迎撃")
TORPEDO, MINES = Text("Torpedo", "魚雷"), Text("Mines", "機雷")
MONITOR, INTERROGATE = Text("Monitor", "モニター艦"), Text("Identification", "確認")
ATTACKING = {"submarines_u": TORPEDO, "submarines_uc": TORPEDO, "monitor": MONITOR, "interrogate": INTERCEPT}
"""The names of attacks on a ship by cards, by kind of card."""


def attack_lines(prospects: Prospects, draft: Any) -> Iterator[PreviewLine]:
    """Yield a line with the odds of every attack that a draft orders: attacks on ships, and mines against a fleet.

    `draft`: the orders as JSON, which may be incomplete.
    """
    for index, order in enumerate(orders_in(draft)):
        if isinstance(order, dict):
            for at, odds in _of_order(prospects, order):
                line = Text("{at}: {odds}", "{at}：{odds}").format(at=at, odds=odds_with_means(odds))
                yield PreviewLine(pointer(index), "free", line, odds)


def _of_order(prospects: Prospects, order: dict[str, Any]) -> Iterator[tuple[str, Odds]]:
    dice, verb, kind = prospects.dice, order.get("order"), kind_of(str(order.get("card") or ""))
    if verb == "intercept" and (gun := dice.ships.get(str(order.get("ship")))) is not None:
        for target in values_in(order, "targets"):
            if target in dice.marks:
                yield target, _odds_of_attack(prospects, order, gun, target, INTERCEPT)
    elif verb == "british" and (gun := dice.cards.get(f"british.{kind}")) is not None:
        for target in values_in(order, "target"):
            if target in dice.marks:
                yield target, _odds_of_attack(prospects, order, gun, target, NAVY)
    elif verb in ("mines", "play"):
        for target in values_in(order, "against" if verb == "mines" else "target"):
            yield from ((target, odds) for odds in _of_card(dice, prospects, kind, target))


def _of_card(dice: OpenDice, prospects: Prospects, kind: str, target: str) -> Iterator[Odds]:
    """3.3 Yield the odds of a card that is played for its text: mines against a fleet, or an attack on a ship."""
    gun, mines, mark = dice.cards.get(kind), dice.cards.get(f"mines.{kind}"), dice.marks.get(target)
    if mines is not None and target in prospects.mined:
        marks = [dice.marks[one] for one in prospects.mined[target] if one in dice.marks]
        yield minefield_odds(mines, marks, MINES, multiple=dice.multiple)
    elif gun is not None and mark is not None:
        if gun.challenge:
            yield challenge_odds_for(gun.challenge, gun.response, INTERROGATE, "3.3.19")
        yield attack_odds_for(gun, mark, (), ATTACKING[kind], multiple=dice.multiple)


def _odds_of_attack(prospects: Prospects, order: dict[str, Any], gun: Gun, target: str, means: Text) -> Odds:
    dice, supports = prospects.dice, {kind_of(card) for card in values_in(order, "supports")}
    mark, boarding = dice.marks[target], values_in(order, "boarding")
    boards = "boarding_party" in supports and (not boarding or target in boarding) and not mark.damaged
    more = _supports(dice.supports, gun, str(order.get("card")) in prospects.night, supports)
    return attack_odds_for(gun, mark, more, means, multiple=dice.multiple, spared=boards)


def _supports(dice: SupportDice, gun: Gun, night: bool, supports: set[str]) -> tuple[Modifier, ...]:
    """3.2.7.5 Return the modifiers of an attack roll by night and by the kinds of card in `supports`."""
    surprise = "surprise_attack" in supports
    found = dice.modifiers(night=night, searchlight="searchlight" in supports, surprise=surprise)
    return (*found, *gun.added) if surprise else found


def attack_pairs(prospects: Prospects) -> Iterator[OddsOfPair]:
    """Yield the odds of an intercept of each merchant by each own ship, without supports."""
    dice = prospects.dice
    for ship, gun in dice.ships.items():
        for row in prospects.merchants.values():
            for target in row:
                if isinstance(mark := dice.marks.get(target), Mark):
                    yield OddsOfPair(ship, target, attack_odds_for(gun, mark, (), INTERCEPT, multiple=dice.multiple))
