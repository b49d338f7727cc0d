"""Standing orders between the store and the kernel: what one says, whether it could ever fit, what it answers."""

from collections.abc import Iterator, Mapping
from typing import Any, Literal

import msgspec
from msgspec import Struct

from games.kernel.errors import GameError, Illegal, Malformed, Problem, pointer
from games.kernel.foreseen import (
    UNFIT,
    Condition,
    Facts,
    Foreseen,
    Rule,
    fitted,
    holds,
    in_order,
    rule_problems,
    unread,
    unread_conditions,
)
from games.kernel.forms import Choose, ChooseSome, Form, MayChoose
from games.kernel.plans import describe_rule
from games.kernel.requests import Ask
from games.kernel.text import Text, shown
from games.kernel.title import Title
from games.models import StandingOrder
from games.models.compress import deflate, inflate

MOST_ORDERS = 40
"""Orders that one seat may have in one game."""


class Order(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A standing order as its owner writes it.

    `when` and `answer` are those of a rule of the kernel; for a kind whose answer is a plan, `when` is empty and
    `answer` is the plan. `applies`: as soon as it is asked, or only when time is up. `lasts`: until changed, or once.
    """

    kind: str
    when: dict[str, Condition] = {}
    answer: Any = None
    applies: Literal["when_asked", "deadline"] = "when_asked"
    lasts: Literal["game", "once"] = "game"


class _Content(Struct, frozen=True, omit_defaults=True):
    when: dict[str, Condition] = {}
    answer: Any = None


class Followed(Struct, frozen=True, omit_defaults=True):
    """How a question was answered ahead: by which order (empty: no order fitted), and what was so when it came."""

    order: str = ""
    facts: dict[str, bool | int | str | tuple[str, ...]] = {}


# --- reading


def read_order(title: Title[Any], raw: object) -> Order:
    """The order in `raw` (JSON as Python builtins). Raises Malformed or Illegal, naming every wrong field."""
    order = _read(raw)
    refusals = list(order_problems(title, order))
    if refusals:
        raise Illegal(*refusals)
    return order


def read_orders(title: Title[Any], raws: object) -> list[Order]:
    """The orders of a list. Raises Malformed, or Illegal where all can be read, with the place of each in the list."""
    if not isinstance(raws, list):
        text = Text("This must be a list of orders.", "予約命令のリストで指定してください。")
        raise Malformed(Problem("", "type", text))
    orders: list[Order] = []
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


_FIELDS: Mapping[str, Any] = {field.name: field for field in msgspec.structs.fields(Order)}


def _read(raw: object) -> Order:
    if not isinstance(raw, dict):
        raise Malformed(_problem("", "type", "This must be an object.", "オブジェクトで指定してください。"))
    values: dict[str, Any] = {}
    wrong: list[Problem] = []
    for name, value in raw.items():
        if name not in _FIELDS:
            name = shown(str(name))
            wrong.append(_problem(pointer(name), "unknown", "There is no such field.", "そのような項目はありません。"))
            continue
        if name == "when" and isinstance(value, dict) and (strange := unread_conditions(value)):
            wrong += strange
            continue
        try:
            values[name] = msgspec.convert(value, _FIELDS[name].type)
        except msgspec.ValidationError as error:
            wrong.append(unread(error, pointer(name)))
    if "kind" not in raw:
        wrong.append(_problem("/kind", "required", "A kind of question is needed.", "質問の種類を指定してください。"))
    if wrong:
        raise Malformed(*wrong)
    return Order(**values)


def order_problems(title: Title[Any], order: Order) -> Iterator[Problem]:
    """Everything because of which no question could ever fit."""
    if (form := title.plans.get(order.kind)) is not None:
        yield from _plan_problems(form, order)
    elif (foreseen := foreseen_kind(title, order.kind)) is not None:
        rule = _rule(order)
        if rule is None:
            yield _problem("/answer", "type", "One word, a list of words, or null.", "1語、語のリスト、またはnull。")
        else:
            yield from rule_problems(foreseen, in_order(foreseen, rule))
    else:
        kind = shown(order.kind)
        en, ja = f"No question of the kind {kind!r} can be foreseen.", f"「{kind}」という質問は予測できません。"
        yield _problem("/kind", "not_an_option", en, ja)


def _plan_problems(form: Form[Any], order: Order) -> Iterator[Problem]:
    if order.when:
        text = "A plan has conditions of its own; leave this empty.", "計画では条件は計画の中に書いてください。"
        yield _problem("/when", "not_here", *text)
    try:
        form.accept(order.answer)
    except GameError as error:
        for found in error.problems:
            yield msgspec.structs.replace(found, pointer=f"/answer{found.pointer}")


def _problem(where: str, code: str, en: str, ja: str) -> Problem:
    return Problem(where, code, Text(en, ja))


def can_be_foreseen(title: Title[Any], kind: str = "") -> bool:
    """Whether a question of this kind (or any at all) can be answered ahead."""
    kinds = {*title.plans, *(foreseen.kind for foreseen in title.foreseen)}
    return kind in kinds if kind else bool(kinds)


def foreseen_kind(title: Title[Any], kind: str) -> Foreseen | None:
    """The kind of question of that name, if it can be foreseen."""
    return next((foreseen for foreseen in title.foreseen if foreseen.kind == kind), None)


# --- storing


def write_content(order: Order) -> bytes:
    """The part of an order that is nobody else's business, as stored bytes."""
    return msgspec.json.encode(_Content(order.when, order.answer))


def order_of(row: StandingOrder) -> Order:
    """A stored order as its owner wrote it."""
    content = msgspec.json.decode(bytes(row.content), type=_Content)
    return msgspec.convert(
        {"kind": row.kind, "applies": row.applies, "lasts": row.lasts, "when": content.when, "answer": content.answer},
        Order,
    )


def pack_followed(followed: Followed) -> bytes:
    """How a question was answered, as stored bytes."""
    return deflate(msgspec.json.encode(followed))


def read_followed(blob: bytes | memoryview) -> Followed:
    """The same read back; nothing was noted: an empty one."""
    data = bytes(blob)
    return msgspec.json.decode(inflate(data), type=Followed) if data else Followed()


# --- following


def _rule(order: Order) -> Rule | None:
    try:
        return msgspec.convert({"kind": order.kind, "when": order.when, "answer": order.answer}, Rule)
    except msgspec.ValidationError:
        return None


def facts_of(title: Title[Any], view: Any, question: Ask[Any]) -> Facts:
    """What is so as the question comes; nothing for a plan, whose conditions are its own."""
    return title.facts(view, question) if foreseen_kind(title, question.kind) is not None else {}


class Verdict(Struct, frozen=True):
    """What an order makes of a question: a typed answer, or UNFIT; `off` says why it can never be followed again."""

    answer: Any = UNFIT
    off: Text | None = None


def judge(title: Title[Any], order: Order, question: Ask[Any], facts: Facts, view: Any = None) -> Verdict:
    """Whether the order answers this question. With `view`, the seat's own, also whether it is stale."""
    rule = _rule(order) if foreseen_kind(title, order.kind) is not None else None
    if rule is not None and view is not None and (why := title.stale(view, rule)) is not None:
        return Verdict(off=why)
    if not holds(order.when, facts):
        return Verdict()
    if rule is not None and isinstance(question.form, Choose | MayChoose | ChooseSome):
        return Verdict(fitted(question.form, rule.answer, title.kin))
    try:
        return Verdict(question.form.accept(order.answer))
    except GameError as error:
        return Verdict(off=None if _only_words(error) else error.detail)


def _only_words(error: GameError) -> bool:
    """True when nothing is wrong but that something named is not to be had this time."""
    return bool(error.problems) and all(problem.code == "not_an_option" for problem in error.problems)


def describe_order(title: Title[Any], order: Order, language: str) -> str:
    """The order as a player would say it."""
    foreseen, rule = foreseen_kind(title, order.kind), _rule(order)
    if foreseen is not None and rule is not None:
        return describe_rule(foreseen, rule, language, title.labels)
    form = title.plans.get(order.kind)
    if form is None:
        return order.kind
    try:
        return form.describe(form.read(order.answer), language, title.labels)
    except GameError:
        return order.kind
