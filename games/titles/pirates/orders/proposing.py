"""Proposed plans for a turn, built only from the form of the plan."""

from collections.abc import Iterator
from typing import Any

from games.kernel.drafts import Proposal
from games.kernel.text import Text
from games.orders.order_set import Orders

ALL_HUNT = Text("every ship hunts", "全艦で迎撃")
ONE_HUNTS = Text("one ship hunts", "1隻で迎撃")
AS_PLANNED = Text("as planned", "計画どおり")
THE_FIRST = Text("another card", "別のカード")
NO_CARD = Text("no more cards", "カードを使わない")
END_OF_TURN = (
    Text("end turn", "ターン終了"),
    Text("end of turn", "ターンを終了"),
    Text("end my turn", "ターンを終わります"),
    Text("end the turn", "ターンを終えます"),
    Text("i end my turn", "ターンを終了します"),
    Text("i'm done", "このターンはここまで"),
    Text("done", "ここまで"),
    Text("i stop here", "ここで終わります"),
    Text("stop here", "ここで終了"),
    Text("that's all", "以上で終了"),
    Text("that's it", "これで終わります"),
)
"""Phrases with which players end their turn in e-mails."""
NOTHING = Text("no orders", "命令なし")
TRIES = 40
"""The largest number of orders that are tried for one proposal.

The limit is needed because proposals are made often.
"""


def hunts(form: Orders[Any]) -> tuple[Any, ...]:
    """3.2.1 Return an intercept order for each ship that can intercept.

    Each intercept uses the first card that is not used yet, and the first merchant that no other ship attacks.
    """
    answer: tuple[Any, ...] = ()
    for tried, order in enumerate(_interceptions(form)):
        if tried >= TRIES:
            break
        taken = {value for one in answer for value in (one.card, one.ship, *one.targets)}
        if taken & {order.card, order.ship, *order.targets}:
            continue
        if next(form.problems((*answer, order)), None) is None:
            answer = (*answer, order)
    return answer


def _interceptions(form: Orders[Any]) -> Iterator[Any]:
    """Yield an intercept for each ship and each card; different ships have different targets if possible."""
    for way in form.cached_templates:
        if way.verb != "intercept":
            continue
        values = {field.name: field.values for field in way.fields}
        prey = values.get("targets", ())
        for index, ship in enumerate(values["ship"]):
            aim = [prey[index % len(prey)]] if prey else []
            for card in values["card"]:
                yield from form.read([{"order": "intercept", "card": card, "ship": ship, "targets": aim}])


def proposed(form: Orders[Any], *named: tuple[Text, tuple[Any, ...]]) -> tuple[Proposal, ...]:
    """Return proposals for those answers among `named` that are legal. `named` are pairs (name, answer).

    Equal answers appear once.
    """
    found: dict[tuple[Any, ...], Text] = {}
    for name, answer in named:
        if next(form.problems(answer), None) is None:
            found.setdefault(answer, name)
    return tuple(Proposal(name, form.write(answer)) for answer, name in found.items())
