"""Standing orders between database and kernel: parsing, validation, and matching against questions."""

from collections.abc import Iterator, Mapping
from typing import Any, Literal

import msgspec
from msgspec import Struct

from games.kernel.errors import GameError, Illegal, Malformed, Problem, malformed, pointer
from games.kernel.forms import Choose, ChooseSome, Form, MayChoose
from games.kernel.requests import Ask
from games.kernel.standing_orders import (
    NO_FIT,
    Condition,
    Facts,
    Rule,
    StandingOrderKind,
    condition_type_problems,
    conditions_hold,
    fit_answer,
    normalize_rule,
    rule_problems,
    type_problem,
)
from games.kernel.text import Text, sanitized
from games.kernel.title import Title
from games.models import StandingOrder
from games.models.compression import deflate, inflate
from games.orders.rule_plan import describe_rule

MAX_ORDERS = 40
"""The maximum number of orders of one seat in one game."""


class OrderSpec(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A standing order as its owner writes it.

    `when` and `answer` are those of a rule of the kernel; for a kind whose answer is a plan, `when` is empty and
    `answer` is the plan. `applies`: at the moment of asking, or only when time is up. `lasts`: until changed, or once.
    """

    kind: str
    when: dict[str, Condition] = {}
    answer: Any = None
    applies: Literal["when_asked", "deadline"] = "when_asked"
    lasts: Literal["game", "once"] = "game"


class _Content(Struct, frozen=True, omit_defaults=True):
    when: dict[str, Condition] = {}
    answer: Any = None


class FollowedOrder(Struct, frozen=True, omit_defaults=True):
    """The record of an automatic answer: the order that gave it ("": none fitted), and the facts at that time."""

    order: str = ""
    facts: dict[str, bool | int | str | tuple[str, ...]] = {}


# --- reading


def read_order(title: Title[Any], raw: object) -> OrderSpec:
    """Return the order in `raw` (JSON as Python builtins). Raises Malformed or Illegal with every wrong field."""
    order = _read(raw)
    refusals = list(order_problems(title, order))
    if refusals:
        raise Illegal(*refusals)
    return order


def read_orders(title: Title[Any], raws: object) -> list[OrderSpec]:
    """Return the orders in a list (JSON as Python builtins).

    Raises Malformed if an order cannot be read, otherwise Illegal if an order can never apply. Pointers begin with the
    index in the list.
    """
    if not isinstance(raws, list):
        raise malformed("", "This must be a list of orders.", "予約命令のリストで指定してください。", "type")
    orders: list[OrderSpec] = []
    refusals: list[GameError] = []
    wrong: list[Problem] = []
    for index, raw in enumerate(raws):
        try:
            orders.append(read_order(title, raw))
        except GameError as error:
            refusals.append(error)
            wrong += [msgspec.structs.replace(one, pointer=f"/{index}{one.pointer}") for one in error.problems]
    if wrong:
        kind = Malformed if any(isinstance(error, Malformed) for error in refusals) else Illegal
        raise kind(*wrong)
    return orders


_FIELDS: Mapping[str, Any] = {field.name: field for field in msgspec.structs.fields(OrderSpec)}


def _read(raw: object) -> OrderSpec:
    if not isinstance(raw, dict):
        raise Malformed(_problem("", "type", "This must be an object.", "オブジェクトで指定してください。"))
    values: dict[str, Any] = {}
    wrong: list[Problem] = []
    for name, value in raw.items():
        if name not in _FIELDS:
            name = sanitized(str(name))
            wrong.append(_problem(pointer(name), "unknown", "There is no such field.", "そのような項目はありません。"))
            continue
        if name == "when" and isinstance(value, dict) and (strange := condition_type_problems(value)):
            wrong += strange
            continue
        try:
            values[name] = msgspec.convert(value, _FIELDS[name].type)
        except msgspec.ValidationError as error:
            wrong.append(type_problem(error, pointer(name)))
    if "kind" not in raw:
        wrong.append(_problem("/kind", "required", "A kind of question is needed.", "質問の種類を指定してください。"))
    if wrong:
        raise Malformed(*wrong)
    return OrderSpec(**values)


def order_problems(title: Title[Any], order: OrderSpec) -> Iterator[Problem]:
    """Yield the reasons why no question could ever fit the order."""
    if (form := title.standing_orders.plans.get(order.kind)) is not None:
        yield from _plan_problems(form, order)
    elif (order_kind := find_order_kind(title, order.kind)) is not None:
        rule = _rule(order)
        if rule is None:
            yield _problem("/answer", "type", "One word, a list of words, or null.", "1語、語のリスト、またはnull。")
        else:
            yield from rule_problems(order_kind, normalize_rule(order_kind, rule))
    else:
        yield _problem(
            "/kind",
            "not_an_option",
            "No standing order answers the kind of question {kind!r}.",
            "「{kind}」という種類の質問には予約命令を設定できません。",
            kind=sanitized(order.kind),
        )


def _plan_problems(form: Form[Any], order: OrderSpec) -> Iterator[Problem]:
    if order.when:
        text = "A plan has conditions of its own; leave this empty.", "計画では条件は計画の中に書いてください。"
        yield _problem("/when", "not_here", *text)
    try:
        form.accept(order.answer)
    except GameError as error:
        for found in error.problems:
            yield msgspec.structs.replace(found, pointer=f"/answer{found.pointer}")


def _problem(where: str, code: str, en: str, ja: str, **values: object) -> Problem:
    return Problem(where, code, Text(en, ja).format(**values))


def takes_standing_orders(title: Title[Any], kind: str = "") -> bool:
    """Return True if standing orders can answer a question of this kind (or any at all)."""
    kinds = {*title.standing_orders.plans, *(order_kind.kind for order_kind in title.standing_orders.kinds)}
    return kind in kinds if kind else bool(kinds)


def find_order_kind(title: Title[Any], kind: str) -> StandingOrderKind | None:
    """Return the kind of question of that name, if standing orders can answer it."""
    return next((order_kind for order_kind in title.standing_orders.kinds if order_kind.kind == kind), None)


# --- storing


def pack_order(order: OrderSpec) -> bytes:
    """Return the secret part of an order as stored bytes."""
    return msgspec.json.encode(_Content(order.when, order.answer))


def load_order(row: StandingOrder) -> OrderSpec:
    """Return a stored order as its owner wrote it."""
    content = msgspec.json.decode(bytes(row.content), type=_Content)
    return msgspec.convert(
        {"kind": row.kind, "applies": row.applies, "lasts": row.lasts, "when": content.when, "answer": content.answer},
        OrderSpec,
    )


def pack_followed(followed: FollowedOrder) -> bytes:
    """Return a `FollowedOrder` as stored bytes."""
    return deflate(msgspec.json.encode(followed))


def read_followed(blob: bytes | memoryview) -> FollowedOrder:
    """Return a stored `FollowedOrder`; an empty one if nothing was stored."""
    data = bytes(blob)
    return msgspec.json.decode(inflate(data), type=FollowedOrder) if data else FollowedOrder()


# --- matching


def _rule(order: OrderSpec) -> Rule | None:
    try:
        return msgspec.convert({"kind": order.kind, "when": order.when, "answer": order.answer}, Rule)
    except msgspec.ValidationError:
        return None


def question_facts(title: Title[Any], view: Any, question: Ask[Any]) -> Facts:
    """Return the facts at the time of the question; none for a plan, which has its own conditions."""
    return title.standing_orders.facts(view, question) if find_order_kind(title, question.kind) is not None else {}


class OrderEvaluation(Struct, frozen=True):
    """The result of an order for a question: a typed answer, or NO_FIT if the order does not fit.

    `off_reason`: why the order can never apply again.
    """

    answer: Any = NO_FIT
    off_reason: Text | None = None


def evaluate_order(
    title: Title[Any], order: OrderSpec, question: Ask[Any], facts: Facts, view: Any = None
) -> OrderEvaluation:
    """Return the result of the order for this question.

    With `view`, which is the seat's own, it also checks whether the order is obsolete.
    """
    rule = _rule(order) if find_order_kind(title, order.kind) is not None else None
    if rule is not None and view is not None and (why := title.standing_orders.obsolete_reason(view, rule)) is not None:
        return OrderEvaluation(off_reason=why)
    if not conditions_hold(order.when, facts):
        return OrderEvaluation()
    if rule is not None and isinstance(question.form, Choose | MayChoose | ChooseSome):
        return OrderEvaluation(fit_answer(question.form, rule.answer, title.standing_orders.alias))
    try:
        return OrderEvaluation(question.form.accept(order.answer))
    except GameError as error:
        return OrderEvaluation(off_reason=None if _only_words(error) else error.detail)


def _only_words(error: GameError) -> bool:
    """Return True if the only fault is that a named thing is not available this time."""
    return bool(error.problems) and all(problem.code == "not_an_option" for problem in error.problems)


def describe_order(title: Title[Any], order: OrderSpec, language: str) -> str:
    """Return the order in a player's words."""
    order_kind, rule = find_order_kind(title, order.kind), _rule(order)
    if order_kind is not None and rule is not None:
        return describe_rule(order_kind, rule, language, title.presentation.labels)
    form = title.standing_orders.plans.get(order.kind)
    if form is None:
        return order.kind
    try:
        return form.describe(form.read(order.answer), language, title.presentation.labels)
    except GameError:
        return order.kind
