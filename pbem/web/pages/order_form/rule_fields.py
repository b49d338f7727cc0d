"""The rules of a plan as rows of a page. A rule answers later questions of one kind, under conditions.

A row's `type_index` is the index of its kind of question in the plan. The names of its controls are
``row.<n>.answer`` (once for each value of the answer), ``row.<n>.when.<fact>`` (conditions on flags and words),
``row.<n>.when.<fact>.least`` and ``.most`` (conditions on numbers).
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from django.http import QueryDict
from django.utils.translation import gettext as _

from games.kernel.standing_orders import Fact, StandingOrderKind
from games.orders.rule_plan import RulePlan
from pbem.web.pages.order_form.controls import Choice, Control, EnteredOrder

PASS, YES, NO = "pass", "yes", "no"
MAX_ANSWERS = 4
"""The minimum number of fields for an answer of several values; there is always one more than there are values."""

Values = Mapping[str, tuple[str, ...]]


def read_posted_rule(form: RulePlan, number: int, place: int, post: QueryDict) -> EnteredOrder:
    """Return the rule in row `number` of a request; `place` is the index of its kind of question."""
    values: dict[str, tuple[str, ...]] = {"answer": _given(post, f"row.{number}.answer")}
    for fact in form.kinds[place].facts:
        name = f"row.{number}.when.{fact.key}"
        if fact.sort == "number":
            bounds = tuple(str(post.get(f"{name}.{bound}", "")).strip() for bound in ("least", "most"))
            values[fact.key] = bounds if any(bounds) else ()
        else:
            values[fact.key] = _given(post, name)
    return EnteredOrder(place, _filled(values))


def _given(post: QueryDict, name: str) -> tuple[str, ...]:
    return tuple(str(value) for value in post.getlist(name) if value)


def _filled(values: Values) -> Values:
    return {name: given for name, given in values.items() if given}


def to_rows(form: RulePlan, answer: Any) -> Iterator[EnteredOrder]:
    """Yield a row for each rule in an answer (JSON) whose kind of question the form knows."""
    kinds = [order_kind.kind for order_kind in form.kinds]
    for rule in answer:
        if rule["kind"] in kinds:
            yield EnteredOrder(kinds.index(rule["kind"]), _filled(_values(rule)))


def _values(rule: Mapping[str, Any]) -> Values:
    answer = rule.get("answer")
    words = (PASS,) if not answer else (answer,) if isinstance(answer, str) else tuple(answer)
    return {"answer": words} | {key: _entries(condition) for key, condition in rule.get("when", {}).items()}


def _entries(condition: Any) -> tuple[str, ...]:
    if isinstance(condition, bool):
        return (YES if condition else NO,)
    if isinstance(condition, Mapping):
        bounds = (condition.get("at_least"), condition.get("at_most"))
        return tuple("" if bound is None else str(bound) for bound in bounds)
    return tuple(condition)


def to_rule(order_kind: StandingOrderKind, row: EnteredOrder) -> dict[str, Any]:
    """Return a rule's JSON as entered, which may be illegal."""
    words = row.values.get("answer", ())
    when = {fact.key: _condition(fact, row.values[fact.key]) for fact in order_kind.facts if fact.key in row.values}
    return {"kind": order_kind.kind, "when": when, "answer": _answer(order_kind, words)}


def _answer(order_kind: StandingOrderKind, words: tuple[str, ...]) -> Any:
    named = [word for word in words if word != PASS]
    if not named:
        return None if PASS in words else ""
    return named if order_kind.many else named[0]


def _condition(fact: Fact, given: tuple[str, ...]) -> Any:
    if fact.sort == "flag":
        return {YES: True, NO: False}.get(given[0], list(given))
    if fact.sort == "number":
        bounds = zip(("at_least", "at_most"), given, strict=False)
        return {name: _number(text) for name, text in bounds if text}
    return list(given)


def _number(text: str) -> int | str:
    """Return the number that a text contains; otherwise the text itself, which the form refuses."""
    return int(text) if text.isascii() and text.removeprefix("-").isdecimal() and len(text) < 10 else text


class RuleControls:
    """Builds the controls of one rule of a plan, with the texts and problems of the whole form."""

    def __init__(self, maker: Any, order_kind: StandingOrderKind, number: int, row: EnteredOrder) -> None:
        self.maker, self.order_kind, self.number, self.row = maker, order_kind, number, row

    def answers(self) -> tuple[Control, ...]:
        """Return the controls of the answer: one value, or several in order of preference."""
        given = self.row.values.get("answer", ())
        if not self.order_kind.many:
            return (self._word(0, _("Answer"), given[:1]),)
        places = min(max(MAX_ANSWERS, len(given) + 1), max(len(self.order_kind.answers), 1))
        names = [_("First choice"), *(_("Choice %(n)d") % {"n": place} for place in range(2, places + 1))]
        return tuple(self._word(place, name, given[place : place + 1]) for place, name in enumerate(names))

    def _word(self, place: int, label: str, given: tuple[str, ...]) -> Control:
        choices = self.maker.choices(self.order_kind.answers, given)
        if place == 0 and self.order_kind.may_pass:
            choices = (Choice(PASS, _("nothing: pass"), PASS in given), *choices)
        return Control(
            "select",
            f"row.{self.number}.answer",
            label,
            choices,
            required=place == 0,
            blank="" if place == 0 else _("– nothing more –"),
            problems=self._answer_problems(place),
            mark=f"-{place}",
        )

    def _answer_problems(self, place: int) -> tuple[Any, ...]:
        where = f"/{self.number}/answer"
        if place == 0 and "answer" not in self.row.values:
            found = self.maker.problems_below(where)
            return self.maker.problem(_("Choose an answer.")) if found else ()
        inside = self.maker.problems_below(f"{where}/{place}")
        return inside if place else self.maker.problems_at(where) or inside

    def conditions(self) -> tuple[Control, ...]:
        """Return a control for each fact on which the rule can set a condition."""
        return tuple(map(self._condition, self.order_kind.facts))

    def _condition(self, fact: Fact) -> Control:
        name, label = f"row.{self.number}.when.{fact.key}", fact.name.get(self.maker.language)
        given = self.row.values.get(fact.key, ())
        problems = self.maker.problems_below(f"/{self.number}/when/{fact.key}")
        if fact.sort == "number":
            low, high = given if len(given) == 2 else ("", "")
            return Control("range", name, label, value=low, upper=high, problems=problems)
        if fact.sort == "flag":
            said = ((YES, _("yes")), (NO, _("no")))
            choices = tuple(Choice(value, word, value in given) for value, word in said)
            return Control("select", name, label, choices, blank=_("– either way –"), problems=problems)
        choices = self.maker.choices(fact.values, given)
        return Control("boxes", name, label, choices, problems=problems, hint=_("any of these"))


def list_control_pointers(number: int, order_kind: StandingOrderKind) -> Sequence[str]:
    """Return the JSON pointers of a rule's parts that have a control: its answer and its conditions."""
    return [f"/{number}/answer", *(f"/{number}/when/{fact.key}" for fact in order_kind.facts)]
