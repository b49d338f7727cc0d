"""5.3, 5.11, 6.1 The odds of a ship's guns and torpedoes against another ship, from a seat's view."""

from collections.abc import Callable, Iterator
from functools import partial
from typing import NamedTuple

from msgspec import structs

from games.kernel.odds import Odds, OddsTable
from games.kernel.text import Text, join_sentences
from games.titles.battleships.components.box import Box
from games.titles.battleships.orders.targets import Aim
from games.titles.battleships.orders.torpedoes import Salvo
from games.titles.battleships.state.board import Board
from games.titles.battleships.visibility.known_board import known_board
from games.titles.battleships.visibility.view import View

_UNSEEN = Text(
    "Not in plain sight ({sight} hexes): light, radar or an aircraft is needed, and its penalty is not included.",
    "視認距離（{sight}ヘクス）外です。星弾・レーダー・観測機が必要で、その修正は含みません。",
)
_SHARED = Text(
    "If other ships fire at her too: {amount} (5.5).",
    "他艦も同じ目標を撃つ場合は{amount}（5.5）。",
)
_FARTHEST = 99
"""A sighting distance greater than the range of all guns."""


class RulesForOdds(NamedTuple):
    """5.1, 6.1 Functions of the rules, which the presentation may not import.

    Each takes a board, an attacker and a target. `shots` returns the possible shots, `launch` the possible torpedo
    launch.
    """

    shots: Callable[[Board, str, str], tuple[Aim, ...]]
    launch: Callable[[Board, str, str], Salvo | None]


def odds_table(box: Box, rules: RulesForOdds) -> OddsTable:
    """Return the title's table of odds: functions that list the ships and give the odds between two ships."""
    return OddsTable(units, partial(odds_between, box, rules))


def units(view: View) -> tuple[str, ...]:
    """Return the ids of the ships in the battle, those of the view's seat first."""
    ships = sorted(view.ships, key=lambda known: known.ship.side != view.seat)
    return tuple(known.ship.id for known in ships if not known.ship.fate)


def odds_between(box: Box, rules: RulesForOdds, view: View, attacker: str, target: str) -> tuple[Odds, ...]:
    """Return the odds of the attacker's main guns, secondary guns and torpedoes against the target.

    Weapons that cannot reach the target are left out; return () if the ships are not enemies in the battle.

    Both ships are where the view shows them. If the guns cannot sight the target, their odds are computed for plain
    sight, and their note says so.
    """
    ships = {known.ship.id: known.ship for known in view.ships if not known.ship.fate}
    mine, theirs = ships.get(attacker), ships.get(target)
    if mine is None or theirs is None or mine.side == theirs.side:
        return ()
    return (*_guns(box, rules, view, attacker, target), *_torpedoes(box, rules, view, attacker, target))


def _guns(box: Box, rules: RulesForOdds, view: View, attacker: str, target: str) -> Iterator[Odds]:
    aims = rules.shots(known_board(box, view), attacker, target)
    unseen = not aims
    if unseen:
        aims = rules.shots(known_board(box, structs.replace(view, sight=_FARTHEST)), attacker, target)
    for aim in aims:
        odds = aim.odds(shared=False)
        if odds is not None:
            notes = [_UNSEEN.format(sight=view.sight)] if unseen else []
            shared = _SHARED.format(amount=f"{box.tables.modifiers.concentration:+d}")
            yield structs.replace(odds, note=_joined(*notes, odds.note, *([] if aim.secondary else [shared])))


def _joined(*notes: Text) -> Text:
    return join_sentences(notes)


def _torpedoes(box: Box, rules: RulesForOdds, view: View, attacker: str, target: str) -> Iterator[Odds]:
    salvo = rules.launch(known_board(box, view), attacker, target)
    if salvo is not None and salvo.shown_odds is not None:
        yield salvo.shown_odds
