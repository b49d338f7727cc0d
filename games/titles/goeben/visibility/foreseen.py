"""The kinds of questions that standing orders can answer, and the facts that their conditions use."""

from typing import Any

from games.kernel.requests import Ask
from games.kernel.standing_orders import Fact, Facts, Range, Rule, StandingOrderKind
from games.kernel.text import Text
from games.titles.goeben.components.box import Box
from games.titles.goeben.visibility.view import View

_GENERAL = (
    Fact("alert", Text("alert level", "警戒レベル"), "number"),
    Fact("vp", Text("victory points", "勝利ポイント"), "number"),
    Fact("turn", Text("day", "日数"), "number"),
    Fact("left", Text("days left", "残り日数"), "number"),
)


def foreseen_kinds(box: Box) -> tuple[StandingOrderKind, ...]:
    """Return every kind of question that a standing order may answer."""
    ships = tuple(box.german)
    places = tuple(space.id for space in box.spaces.values() if space.kind == "patrol_zone" or space.forts)
    return (
        _choice("choice", Text("Look, or jam the enemy's signals", "敵情の把握か通信妨害か"), ("look", "jam"), _jam()),
        StandingOrderKind(
            kind="reveal",
            name=Text("Where intelligence looks", "敵情を明らかにする場所"),
            facts=_GENERAL,
            answers=places,
            many=True,
            may_pass=False,
            examples=(Rule("reveal", {}, ["malta_pz", "adriatic_pz"]),),
        ),
        StandingOrderKind(
            kind="evade",
            name=Text("Ships that spend coal to evade a submarine", "潜水艦回避に石炭を使う艦"),
            facts=_GENERAL,
            answers=ships,
            many=True,
            examples=(Rule("evade", {}, ["goeben"]),),
        ),
        _choice("ram", Text("The ship that rams a submarine", "潜水艦に衝突する艦"), (*ships, *box.austrian), _ram()),
        _choice("contact", Text("Speed at contact", "接敵時の速度"), ("cruise", "maximum"), _contact()),
        _choice("land", Text("The ship that puts marines ashore", "海兵隊を上陸させる艦"), ships, (), may_pass=True),
        _choice("declare", Text("A mission fulfilled", "任務達成時"), ("end", "sail_on"), _declare()),
    )


def _choice(
    kind: str, name: Text, answers: tuple[str, ...], examples: tuple[Rule, ...], *, may_pass: bool = False
) -> StandingOrderKind:
    return StandingOrderKind(
        kind=kind, name=name, facts=_GENERAL, answers=answers, may_pass=may_pass, examples=examples
    )


def _jam() -> tuple[Rule, ...]:
    return (Rule("choice", {"alert": Range(at_least=3)}, "jam"), Rule("choice", {}, "look"))


def _ram() -> tuple[Rule, ...]:
    return (Rule("ram", {}, "breslau"),)


def _contact() -> tuple[Rule, ...]:
    return (Rule("contact", {"alert": Range(at_least=4)}, "maximum"),)


def _declare() -> tuple[Rule, ...]:
    return (Rule("declare", {"left": Range(at_most=1)}, "end"),)


def facts(view: View, question: Ask[Any]) -> Facts:
    """Return the facts that the conditions of a standing order may use for this question."""
    return {"alert": view.alert, "vp": view.vp, "turn": view.turn, "left": view.days - view.turn}
