"""Whole turns to take as they stand, made of what a plan's own form says and of nothing else."""

from collections.abc import Iterator
from typing import Any

from games.kernel.byhand.prices import Proposal
from games.kernel.orders import Orders
from games.kernel.text import Text

ALL_HUNT = Text("every ship hunts", "全艦で迎撃")
ONE_HUNTS = Text("one ship hunts", "1隻で迎撃")
AS_PLANNED = Text("as planned", "計画どおり")
THE_FIRST = Text("another card", "別のカード")
NO_CARD = Text("no more cards", "カードを使わない")
NOTHING = Text("no orders", "命令なし")
TRIES = 40
"""Orders that are tried at most: a plan is looked at often."""


def hunts(form: Orders[Any]) -> tuple[Any, ...]:
    """3.2.1 Each ship that can intercept, with the first card that is left, at the first merchant nobody hunts yet."""
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
    """Ship by ship, card by card: the targets turn with the ships, so that each has one of its own."""
    for way in form.listed:
        if way.verb != "intercept":
            continue
        values = {field.name: field.values for field in way.fields}
        prey = values.get("targets", ())
        for index, ship in enumerate(values["ship"]):
            aim = [prey[index % len(prey)]] if prey else []
            for card in values["card"]:
                yield from form.read([{"order": "intercept", "card": card, "ship": ship, "targets": aim}])


def proposed(form: Orders[Any], *named: tuple[Text, tuple[Any, ...]]) -> tuple[Proposal, ...]:
    """Those of these answers that are legal, each under the first of its names."""
    found: dict[tuple[Any, ...], Text] = {}
    for name, answer in named:
        if next(form.problems(answer), None) is None:
            found.setdefault(answer, name)
    return tuple(Proposal(name, form.write(answer)) for answer, name in found.items())
