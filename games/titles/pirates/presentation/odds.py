"""3.2.7 The chances of a ship's intercept against a target, from a seat's view."""

from functools import partial

from games.kernel.odds import Odds, OddsModifier, OddsOutcome, OddsTable
from games.kernel.text import Labels, Text
from games.titles.pirates.components.box import Box
from games.titles.pirates.components.odds import attack_odds
from games.titles.pirates.state.rolls import wear
from games.titles.pirates.state.state import Vessel
from games.titles.pirates.visibility.view import View

_WEAR_RULES = {"damaged": "3.2.7.4", "unsupplied": "3.2.7.3"}
_SUNK, _DAMAGED, _NOTHING = Text("sunk", "撃沈"), Text("damaged", "損傷"), Text("no effect", "効果なし")
_WORN = Text("{card}: {why}", "{card}：{why}")
_NOTE = Text(
    "Night adds {night}, a Surprise Attack {surprise}, if they are played. Reactions are not included.",
    "使用した場合、夜間は{night}、「奇襲」は{surprise}を加えます。リアクションは含みません。",
)


def odds_table(box: Box, labels: Labels) -> OddsTable:
    """Return the title's table of chances: the ships to choose from, and the chances of one against another."""
    return OddsTable(units, partial(between, box, labels))


def units(view: View) -> tuple[str, ...]:
    """Return the ships in play, the reader's own first."""
    fleets = sorted(view.fleets, key=lambda fleet: fleet.seat != view.seat)
    return tuple(one.card for fleet in fleets for one in (*fleet.ships, *fleet.prizes, *fleet.merchants))


def between(box: Box, labels: Labels, view: View, attacker: str, target: str) -> tuple[Odds, ...]:
    """3.2.7 Return the chances of a German ship's intercept; prizes and merchants do not attack."""
    ships = {one.card: (fleet.seat, one) for fleet in view.fleets for one in fleet.ships}
    others = {
        one.card: (fleet.seat, one) for fleet in view.fleets for one in (*fleet.ships, *fleet.prizes, *fleet.merchants)
    }
    if attacker not in ships or target not in others or ships[attacker][0] == others[target][0]:
        return ()
    mine, theirs = ships[attacker][1], others[target][1]
    return (_intercept(box, labels, mine, theirs),)


def _intercept(box: Box, labels: Labels, mine: Vessel, theirs: Vessel) -> Odds:
    dice = box.numbers.dice
    bonus = wear(mine, dice.damaged_intercept, dice.unsupplied_intercept)
    malus = wear(theirs, dice.damaged_defence)
    card = box.ships.get(theirs.card)
    defence = card.defence if card is not None else box.merchants[theirs.card].defence
    found = attack_odds(
        box.ships[mine.card].attack, sum(amount for _, amount in bonus), defence, sum(amount for _, amount in malus)
    )
    modifiers = [
        OddsModifier(_WORN.format(card=labels(one), why=labels(why)), amount, _WEAR_RULES[why])
        for one, changes in ((mine.card, bonus), (theirs.card, malus))
        for why, amount in changes
    ]
    note = _NOTE.format(night=f"{dice.night_attack:+d}", surprise=f"{box.numbers.cards.surprise_attack:+d}")
    return Odds(
        means=Text("Intercept", "迎撃"),
        rule="3.2.7",
        outcomes=(
            OddsOutcome(_SUNK, found.sunk),
            OddsOutcome(_DAMAGED, found.damaged),
            OddsOutcome(_NOTHING, 1000 - found.sunk - found.damaged),
        ),
        modifiers=tuple(modifiers),
        note=note,
    )
