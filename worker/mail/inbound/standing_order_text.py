"""Read standing orders in an e-mail: a plan, or a rule with a kind of question, an answer and conditions."""

from collections.abc import Sequence
from typing import Any

from games.kernel.errors import Malformed, malformed
from games.kernel.forms import Form
from games.kernel.title import Title
from games.order_text import parse_lines
from games.order_text.names import normalize_signs, replace_names
from games.orders.rule_plan import RulePlan
from games.persistence.standing_orders import takes_standing_orders
from worker.mail.inbound.command_parser import STANDING, Command, read_order_terms

_TAKE_BACK = ("off ", "remove ", "cancel ", "取消 ")
_NO_STANDING_ORDERS = (
    "In this game no standing order can be given by e-mail; the game's page shows which ones can be given there.",
    "このゲームではメールで予約命令を出せません。ゲームのページをご覧ください。",
)
_NO_PLAN = (
    "Write the plan behind its name, one order a line, each with `standing` and the name before it.",
    "計画は1行に1命令ずつ、行頭に「予約命令」と計画名を付けて書いてください。",
)


def is_order_removal(text: str) -> bool:
    """Return True if the words after ``standing`` delete an order."""
    return text.casefold().startswith(_TAKE_BACK)


def join_plan_lines(commands: Sequence[Command], title: Title[Any]) -> list[Command]:
    """Return the commands with the lines that make up one plan joined into one command."""
    found: dict[str | int, Command] = {}
    for at, one in enumerate(commands):
        key = (match_plan_kind(title, read_order_terms(one.argument)[1])[0] if one.name == STANDING else "") or at
        before = found.get(key)
        both = before and (f"{before.argument}\n{one.argument}", f"{before.written}\n{one.written}")
        found[key] = Command(one.name, *both) if both else one
    return list(found.values())


def match_plan_kind(title: Title[Any], text: str) -> tuple[str, str]:
    """Return the kind of question with which `text` begins, and the text after it, if plans answer this kind.

    Otherwise return "" and the whole text.
    """
    for kind in title.standing_orders.plans:
        name = title.presentation.labels(kind)
        for word in (kind, kind.replace("_", "-"), normalize_signs(name.en), normalize_signs(name.ja)):
            if text.casefold() == word.casefold() or text.casefold().startswith(
                (f"{word} ".casefold(), f"{word}:".casefold())
            ):
                return kind, text[len(word) :].lstrip(": ").strip()
    return "", text


def read_standing_orders(title: Title[Any], text: str) -> list[object]:
    """Return the standing orders in the text after ``standing``, as JSON. Raises Malformed for other text."""
    if not takes_standing_orders(title):
        raise malformed("", *_NO_STANDING_ORDERS)
    read = [read_order_terms(line) for line in text.split("\n")]
    terms, lines = {name: value for said, _ in read for name, value in said.items()}, [line for _, line in read]
    kind = match_plan_kind(title, lines[0])[0]
    found = _plan(title, kind, lines) if kind else _rules(title, "\n".join(lines))
    return [{**one, **terms} for one in found]


def _plan(title: Title[Any], kind: str, lines: Sequence[str]) -> list[dict[str, Any]]:
    """Return a standing order whose answer is the plan in the lines, as JSON. Raises Malformed if any line is wrong."""
    form = title.standing_orders.plans[kind]
    rows = [row for line in lines if (row := match_plan_kind(title, line)[1])]
    return [{"kind": kind, "answer": _understood(rows, form, title)}]


def _rules(title: Title[Any], text: str) -> list[dict[str, Any]]:
    """Return the standing orders in a text that gives an answer and conditions, as JSON. Raises Malformed."""
    rules: Any = _understood([text], RulePlan(kinds=tuple(title.standing_orders.kinds)), title)
    return [{"kind": rule["kind"], "when": rule.get("when", {}), "answer": rule.get("answer")} for rule in rules]


def _understood(rows: Sequence[str], form: Form[Any], title: Title[Any]) -> object:
    """Return the answer in the lines as JSON. Raises Malformed."""
    found = parse_lines(rows, form, title.presentation.labels)
    if found.text is None or found.refused or found.ignored:
        problems = [problem for one in (*found.refused, *found.ignored) for problem in one.problems]
        raise Malformed(*problems) if problems else malformed("", *_NO_PLAN)
    return form.write(form.accept(form.parse(replace_names(found.text, form, title.presentation.labels))))
