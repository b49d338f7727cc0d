"""The short questions within a turn that standing orders can answer, and the facts for their conditions.

Facts come only from the view of the seat that is asked, and from the question. Some answers are public: whether a prize
tries safe passage, or a hunter follows a merchant. For these questions there are no facts about the hand, because the
answer would disclose them.
"""

from collections.abc import Callable, Iterable
from typing import Any

from games.kernel.requests import Ask
from games.kernel.standing_orders import Fact, Facts, FactValue, Range, Rule, StandingOrderKind
from games.kernel.text import Text
from games.titles.pirates.components.box import Box
from games.titles.pirates.components.options import Options
from games.titles.pirates.orders.legality import SUPPORTS
from games.titles.pirates.orders.occasions import (
    CHASE,
    HOLD,
    LEAVE,
    PURSUE,
    STAY,
    TAKE,
    TRY,
    Aftermath,
    Attack,
    Passage,
    Prey,
    Stores,
)
from games.titles.pirates.orders.orders import kind_of
from games.titles.pirates.state.state import Vessel
from games.titles.pirates.visibility.view import FleetView, View

SEATS = ("red", "black", "white", "blue", "phantom")
WEAPONS = ("intercept", "british", "monitor", "interrogate", "mines", "torpedo", "interned", "transfer_command")
HUNTERS = ("warship", "raider")


def kind_of_answer(option: str) -> str:
    """Return the kind of card of an option: ``trap`` for ``trap_2``.

    An exchange such as ``mistaken_identity_1/lovat`` has the kind ``mistaken_identity``.
    """
    card = option.partition("/")[0]
    return kind_of(card) if card.rpartition("_")[2].isdecimal() else option


# --- questions that can be foreseen

_ATTACKER = Fact("attacker", Text("attacked by", "攻撃者"), "word", SEATS)
_VALUE = Fact("value", Text("victory points at stake", "目標の勝利得点"), "number")
_DAMAGED = Fact("damaged", Text("target damaged", "目標が損傷"))
_WARSHIP = Fact("warship", Text("target is a warship", "目標が軍艦"))
_RAIDER = Fact("raider", Text("target is a raider", "目標が通商破壊艦"))
_PRIZE = Fact("prize", Text("target is a prize", "目標が拿捕船"))
_HUNTER = Fact("hunter", Text("attacking ship is a", "攻撃する艦の種類"), "word", HUNTERS)
_CARDS = Fact("cards", Text("cards in my hand", "自分の手札の枚数"), "number")
_OWN_TURN = Fact("own_turn", Text("in my own turn", "自分のターン中"))
_ROUND = Fact("round", Text("round", "ラウンド"), "number")
_DECK = Fact("deck", Text("cards left in the deck", "山札の残り枚数"), "number")
_SHIP_VALUE = Fact("ship_value", Text("victory points of the ship", "艦の勝利得点"), "number")
_SHIP_DAMAGED = Fact("ship_damaged", Text("ship damaged", "艦が損傷"))


_BY_OPTION = {CHASE: "fast_raiders", PURSUE: "pursuit", "resupply": "prize_supply"}
"""The kinds of question that occur only with an option, each with the option."""


def idle_kinds(options: Options) -> frozenset[str]:
    """Return the kinds of question that a game with these options never asks."""
    return frozenset(kind for kind, option in _BY_OPTION.items() if not getattr(options, option))


def foreseen_kinds(box: Box) -> tuple[StandingOrderKind, ...]:
    """Return every kind of question that a standing order or a reaction plan may answer."""
    ships = Fact("ship", Text("attacking ship", "攻撃する艦"), "word", tuple(box.ships))
    reactions = tuple(kind.id for kind in box.kinds.values() if kind.can_react)
    holding = Fact("holding", Text("in my hand", "手札にあるカード"), "words", reactions)
    return (
        _react(reactions, ships, holding),
        _aftermath(ships, holding),
        _reflag(holding),
        _passage(),
        *_hunts(),
        _resupply(),
    )


def _react(reactions: tuple[str, ...], ships: Fact, holding: Fact) -> StandingOrderKind:
    """3.2.2 Return the standing order for reactions to an attack."""
    return StandingOrderKind(
        kind="react",
        name=Text("Reaction to an attack", "攻撃へのリアクション"),
        facts=(
            Fact("weapon", Text("attacked with", "攻撃の種類"), "word", WEAPONS),
            _ATTACKER,
            _HUNTER,
            ships,
            _SHIP_VALUE,
            _SHIP_DAMAGED,
            _VALUE,
            _DAMAGED,
            _WARSHIP,
            _RAIDER,
            _PRIZE,
            Fact("night", Text("by night", "夜間")),
            Fact("surprise", Text("surprise attack", "奇襲")),
            Fact("supports", Text("supported by", "補助カード"), "words", SUPPORTS),
            holding,
            _CARDS,
            _ROUND,
            _DECK,
        ),
        answers=tuple(kind for kind in reactions if kind not in ("mistaken_identity", "recalled")),
        examples=(
            Rule("react", {"weapon": ["mines"]}, "minesweeper"),
            Rule("react", {"weapon": ["intercept"], "value": Range(at_least=7)}, "amc"),
            Rule("react", {"weapon": ["british"], "damaged": True}, "pull_the_plug"),
        ),
    )


def _aftermath(ships: Fact, holding: Fact) -> StandingOrderKind:
    """3.3.23, 3.3.30 Return the standing order for reactions to a sinking."""
    gain = Fact("gain", Text("victory points won by the exchange", "交換で得する勝利得点"), "number")
    facts = (_ATTACKER, _HUNTER, ships, _SHIP_VALUE, _VALUE, gain, holding, _CARDS, _ROUND, _DECK)
    return StandingOrderKind(
        kind="aftermath",
        name=Text("Reaction to a sinking", "撃沈へのリアクション"),
        facts=facts,
        answers=("mistaken_identity", "recalled"),
        examples=(
            Rule("aftermath", {"gain": Range(at_least=2)}, "mistaken_identity"),
            Rule("aftermath", {"ship_value": Range(at_least=7)}, "recalled"),
        ),
    )


def _reflag(holding: Fact) -> StandingOrderKind:
    """3.3.32 Return the standing order for Reflag."""
    return StandingOrderKind(
        kind="reflag",
        name=Text("Reflag for a ship just identified", "確認された船の国籍変更"),
        facts=(_ATTACKER, _OWN_TURN, _VALUE, _DAMAGED, _PRIZE, holding, _CARDS, _ROUND, _DECK),
        answers=("reflag",),
        examples=(Rule("reflag", {"value": Range(at_least=5)}, "reflag"),),
    )


def _passage() -> StandingOrderKind:
    """3.2.6 Return the standing order for safe passage of a prize after an intercept."""
    return StandingOrderKind(
        kind="passage",
        name=Text("A prize after an intercept", "迎撃を生き延びた拿捕船"),
        facts=(Fact("attacker", Text("opposed by", "対抗するプレイヤー"), "word", SEATS), _VALUE, _ROUND, _DECK),
        answers=(TRY, STAY),
        may_pass=False,
        examples=(Rule("passage", {"deck": Range(at_most=6)}, STAY), Rule("passage", {}, TRY)),
    )


def _hunts() -> tuple[StandingOrderKind, ...]:
    """6.6.1, 6.10 Return the standing orders for chases and for pursuits into shallow water."""
    facts = (_SHIP_VALUE, _SHIP_DAMAGED, _VALUE, _DAMAGED, _ROUND, _DECK)
    return (
        StandingOrderKind(
            kind=CHASE,
            name=Text("My raider and a fast ship", "高速船の追跡"),
            facts=facts,
            answers=(CHASE, HOLD),
            may_pass=False,
            examples=(Rule(CHASE, {"value": Range(at_least=7)}, CHASE),),
        ),
        StandingOrderKind(
            kind=PURSUE,
            name=Text("My ship and a prey in shoal water", "浅瀬への追撃"),
            facts=facts,
            answers=(PURSUE, HOLD),
            may_pass=False,
            examples=(Rule(PURSUE, {"value": Range(at_least=7), "ship_damaged": False}, PURSUE),),
        ),
    )


def _resupply() -> StandingOrderKind:
    """6.12.3 Return the standing order for the stores of a new prize."""
    return StandingOrderKind(
        kind="resupply",
        name=Text("Stores of a new prize", "新しい拿捕船の物資"),
        facts=(_SHIP_VALUE, _SHIP_DAMAGED, _VALUE, _ROUND, _DECK),
        answers=(TAKE, LEAVE),
        may_pass=False,
        examples=(Rule("resupply", {"value": Range(at_most=5)}, TAKE),),
    )


# --- the facts of a question


class _Eyes:
    """Computes the facts for conditions from a view."""

    def __init__(self, box: Box, view: View) -> None:
        self.box, self.view = box, view
        self.me = view.fleet(view.seat)
        self.afloat = {vessel.card: vessel for fleet in view.fleets for vessel in _afloat(fleet)}

    def general(self) -> dict[str, FactValue]:
        return {"round": self.view.round, "deck": self.view.deck}

    def hand(self) -> dict[str, FactValue]:
        kinds = tuple(dict.fromkeys(kind_of(card) for card in self.me.hand))
        return {"holding": kinds, "cards": len(self.me.hand)}

    def value(self, card: str) -> int:
        box = self.box
        return box.ships[card].vp if card in box.ships else box.merchants[card].vp if card in box.merchants else 0

    def target(self, card: str) -> dict[str, FactValue]:
        """Return the facts about the target of an attack; for mines against a fleet, its merchants' total value."""
        if card in SEATS:
            return {"value": sum(self.value(vessel.card) for vessel in self.view.fleet(card).merchants)}
        ship = self.box.ships.get(card)
        vessel = self.afloat.get(card)
        return {
            "value": self.value(card),
            "damaged": vessel is not None and vessel.damage > 0,
            "warship": ship is not None and ship.warship,
            "raider": ship is not None and ship.raider,
            "prize": any(vessel.card == card for fleet in self.view.fleets for vessel in fleet.prizes),
        }

    def hunter(self, card: str) -> dict[str, FactValue]:
        """Return the facts about the German ship that attacks. Return {} if there is none."""
        ship = self.box.ships.get(card)
        if ship is None:
            return {}
        vessel = self.afloat.get(card)
        return {
            "ship": card,
            "hunter": "warship" if ship.warship else "raider",
            "ship_value": ship.vp,
            "ship_damaged": vessel is not None and vessel.damage > 0,
        }


def _afloat(fleet: FleetView) -> Iterable[Vessel]:
    return (*fleet.ships, *fleet.prizes, *fleet.merchants)


def _react_facts(eyes: _Eyes, attack: Attack) -> dict[str, FactValue]:
    return {
        "weapon": attack.weapon,
        "attacker": attack.attacker,
        "night": attack.night,
        "surprise": attack.surprise,
        "supports": tuple(kind_of(card) for card in attack.supports),
        **eyes.hunter(attack.ship),
        **eyes.target(attack.target),
        **eyes.hand(),
    }


def _aftermath_facts(eyes: _Eyes, after: Aftermath) -> dict[str, FactValue]:
    value = eyes.value(after.target)
    merchants = eyes.box.merchants
    mine = [eyes.value(sunk.card) for sunk in eyes.me.pile if sunk.how == "sunk" and sunk.card in merchants]
    gain: dict[str, FactValue] = {"gain": value - min(mine)} if mine else {}
    return {"attacker": after.attacker, "value": value, **gain, **eyes.hunter(after.ship), **eyes.hand()}


def _reflag_facts(eyes: _Eyes, attack: Attack) -> dict[str, FactValue]:
    own_turn = eyes.view.active == eyes.view.seat
    return {"attacker": attack.attacker, "own_turn": own_turn, **eyes.target(attack.target), **eyes.hand()}


def _passage_facts(eyes: _Eyes, passage: Passage) -> dict[str, FactValue]:
    return {"attacker": passage.against, "value": eyes.value(passage.target)}


def _hunt_facts(eyes: _Eyes, prey: Prey) -> dict[str, FactValue]:
    return {**eyes.hunter(prey.ship), **eyes.target(prey.target)}


def _supply_facts(eyes: _Eyes, stores: Stores) -> dict[str, FactValue]:
    return {**eyes.hunter(stores.ship), "value": eyes.value(stores.prize)}


FACTS: dict[str, Callable[[_Eyes, Any], dict[str, FactValue]]] = {
    "react": _react_facts,
    "aftermath": _aftermath_facts,
    "reflag": _reflag_facts,
    "passage": _passage_facts,
    "chase": _hunt_facts,
    "pursue": _hunt_facts,
    "resupply": _supply_facts,
}
"""By kind of question, the function that returns the facts for a question from its context."""


def facts(box: Box, view: View, question: Ask[Any]) -> Facts:
    """Return the facts that the conditions of a standing order may use for this question."""
    find = FACTS.get(question.kind)
    if find is None:
        return {}
    eyes = _Eyes(box, view)
    return {**eyes.general(), **find(eyes, question.context)}


# --- obsolete rules


def stale(view: View, rule: Rule) -> Text | None:
    """Return the reason why a rule of a standing order can never apply again in this game; None if it still can.

    Reasons are that its round is over, or that its attacker is not an opponent in this game.
    """
    rounds = rule.when.get("round")
    if isinstance(rounds, Range) and rounds.at_most is not None and rounds.at_most < view.round:
        return Text("The round it was meant for is over.", "対象のラウンドはすでに終わりました。")
    attackers = rule.when.get("attacker")
    seats = [fleet.seat for fleet in view.fleets if fleet.seat != view.seat]
    if isinstance(attackers, list) and not set(attackers).intersection(seats):
        return Text("The attacker it speaks of is no opponent.", "条件の攻撃者はこのゲームの相手ではありません。")
    return None
