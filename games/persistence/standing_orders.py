"""Convert standing orders between database and kernel: parse, validate, and match them against questions."""

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
    """A standing order as its player writes it."""

    kind: str
    """The kind of question that it answers."""
    when: dict[str, Condition] = {}
    """The conditions; empty for a kind whose answer is a plan."""
    answer: Any = None
    """The answer if all conditions hold; for some kinds of question, a plan."""
    applies: Literal["when_asked", "deadline"] = "when_asked"
    """Whether the order answers as soon as the question is asked, or only after its deadline."""
    lasts: Literal["game", "once"] = "game"
    """Whether the order stays in force for the game, or answers only once."""


class _Content(Struct, frozen=True, omit_defaults=True):
    when: dict[str, Condition] = {}
    answer: Any = None


class FollowedOrder(Struct, frozen=True, omit_defaults=True):
    """The record of an automatic answer: the id of the order ("": no order fitted), and the facts that it tested."""

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
    """Return the standing orders in `raws`, a list of JSON objects as Python builtins.

    Raises Malformed if an order cannot be read. Raises Illegal if all orders can be read but an order can never apply.
    The problems of all orders are reported; a problem's pointer begins with the order's index, such as ``/2/when``.
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
    """Yield the problems that make an order invalid, such as a kind of question that orders cannot answer."""
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
    """Return True if standing orders of the title can answer questions of this kind; without `kind`, of any kind."""
    kinds = {*title.standing_orders.plans, *(order_kind.kind for order_kind in title.standing_orders.kinds)}
    return kind in kinds if kind else bool(kinds)


def find_order_kind(title: Title[Any], kind: str) -> StandingOrderKind | None:
    """Return the title's description of this kind of question if standing orders (not plans) can answer it."""
    return next((order_kind for order_kind in title.standing_orders.kinds if order_kind.kind == kind), None)


# --- storing


def pack_order(order: OrderSpec) -> bytes:
    """Return the secret part of an order (conditions and answer) as stored bytes."""
    return msgspec.json.encode(_Content(order.when, order.answer))


def load_order(row: StandingOrder) -> OrderSpec:
    """Return a stored order as its player wrote it."""
    content = msgspec.json.decode(bytes(row.content), type=_Content)
    return msgspec.convert(
        {"kind": row.kind, "applies": row.applies, "lasts": row.lasts, "when": content.when, "answer": content.answer},
        OrderSpec,
    )


def pack_followed(followed: FollowedOrder) -> bytes:
    """Return a `FollowedOrder` as stored bytes."""
    return deflate(msgspec.json.encode(followed))


def read_followed(blob: bytes | memoryview) -> FollowedOrder:
    """Return a stored `FollowedOrder`; an empty `FollowedOrder` if nothing was stored."""
    data = bytes(blob)
    return msgspec.json.decode(inflate(data), type=FollowedOrder) if data else FollowedOrder()


# --- matching


def _rule(order: OrderSpec) -> Rule | None:
    try:
        return msgspec.convert({"kind": order.kind, "when": order.when, "answer": order.answer}, Rule)
    except msgspec.ValidationError:
        return None


def question_facts(title: Title[Any], view: Any, question: Ask[Any]) -> Facts:
    """Return the facts in the view that the conditions of orders for the question can test.

    Empty for a kind of question answered by plans, which have their own conditions.
    """
    return title.standing_orders.facts(view, question) if find_order_kind(title, question.kind) is not None else {}


class OrderEvaluation(Struct, frozen=True):
    """The result of a standing order for a question."""

    answer: Any = NO_FIT
    """The typed answer; NO_FIT if the order does not fit the question."""
    off_reason: Text | None = None
    """Why the order can never apply again; None if it can."""


def evaluate_order(
    title: Title[Any], order: OrderSpec, question: Ask[Any], facts: Facts, view: Any = None
) -> OrderEvaluation:
    """Return the result of the order for this question, whose facts are `facts`.

    With the seat's `view`, also check if the order can never apply again (`OrderEvaluation.off_reason`).
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
    """Return True if all problems of the error are values that are not available this time."""
    return bool(error.problems) and all(problem.code == "not_an_option" for problem in error.problems)


def describe_order(title: Title[Any], order: OrderSpec, language: str) -> str:
    """Return the standing order in words, for its player."""
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
