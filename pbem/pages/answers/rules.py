"""Rules for questions to come as rows of a page: what to answer, and on which conditions.

A row's `way` is the place of its kind of question in the plan. Names of its controls: ``row.<n>.answer`` (once for each
word), ``row.<n>.when.<fact>`` (flags and words), ``row.<n>.when.<fact>.least`` and ``.most`` (numbers).
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from django.http import QueryDict
from django.utils.translation import gettext as _

from games.kernel.foreseen import Fact, Foreseen
from games.kernel.plans import RulePlan
from pbem.pages.answers.controls import Choice, Control, OrderRow

PASS, YES, NO = "pass", "yes", "no"
PLACES = 4
"""Words that a list of answers has room for at first; always one more than are given."""

Values = Mapping[str, tuple[str, ...]]


def posted(form: RulePlan, number: int, place: int, post: QueryDict) -> OrderRow:
    """The rule in row `number` of a request."""
    values: dict[str, tuple[str, ...]] = {"answer": _given(post, f"row.{number}.answer")}
    for fact in form.foreseen[place].facts:
        name = f"row.{number}.when.{fact.key}"
        if fact.sort == "number":
            bounds = tuple(str(post.get(f"{name}.{bound}", "")).strip() for bound in ("least", "most"))
            values[fact.key] = bounds if any(bounds) else ()
        else:
            values[fact.key] = _given(post, name)
    return OrderRow(place, _filled(values))


def _given(post: QueryDict, name: str) -> tuple[str, ...]:
    return tuple(str(value) for value in post.getlist(name) if value)


def _filled(values: Values) -> Values:
    return {name: given for name, given in values.items() if given}


def rows_of(form: RulePlan, answer: Any) -> Iterator[OrderRow]:
    """The rows that make this answer (JSON)."""
    kinds = [foreseen.kind for foreseen in form.foreseen]
    for rule in answer:
        if rule["kind"] in kinds:
            yield OrderRow(kinds.index(rule["kind"]), _filled(_values(rule)))


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


def rule_of(foreseen: Foreseen, row: OrderRow) -> dict[str, Any]:
    """The rule's JSON as it was entered; whether it can be is for the form to say."""
    words = row.values.get("answer", ())
    when = {fact.key: _condition(fact, row.values[fact.key]) for fact in foreseen.facts if fact.key in row.values}
    return {"kind": foreseen.kind, "when": when, "answer": _answer(foreseen, words)}


def _answer(foreseen: Foreseen, words: tuple[str, ...]) -> Any:
    named = [word for word in words if word != PASS]
    if not named:
        return None if PASS in words else ""
    return named if foreseen.many else named[0]


def _condition(fact: Fact, given: tuple[str, ...]) -> Any:
    if fact.sort == "flag":
        return {YES: True, NO: False}.get(given[0], list(given))
    if fact.sort == "number":
        bounds = zip(("at_least", "at_most"), given, strict=False)
        return {name: _number(text) for name, text in bounds if text}
    return list(given)


def _number(text: str) -> int | str:
    """The number in a text, or the text itself, for the form to refuse."""
    return int(text) if text.isascii() and text.removeprefix("-").isdecimal() and len(text) < 10 else text


class RuleControls:
    """Builds the controls of one rule; `maker` has the words and the problems of the sheet."""

    def __init__(self, maker: Any, foreseen: Foreseen, number: int, row: OrderRow) -> None:
        self.maker, self.foreseen, self.number, self.row = maker, foreseen, number, row

    def answers(self) -> tuple[Control, ...]:
        """What to answer: one word, or several, the best first."""
        given = self.row.values.get("answer", ())
        if not self.foreseen.many:
            return (self._word(0, _("Answer"), given[:1]),)
        places = min(max(PLACES, len(given) + 1), max(len(self.foreseen.answers), 1))
        names = [_("First choice"), *(_("Choice %(n)d") % {"n": place} for place in range(2, places + 1))]
        return tuple(self._word(place, name, given[place : place + 1]) for place, name in enumerate(names))

    def _word(self, place: int, label: str, given: tuple[str, ...]) -> Control:
        choices = self.maker.choices(self.foreseen.answers, given)
        if place == 0 and self.foreseen.may_pass:
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
            found = self.maker.below(where)
            return self.maker.said(_("Choose an answer.")) if found else ()
        inside = self.maker.below(f"{where}/{place}")
        return inside if place else self.maker.at(where) or inside

    def conditions(self) -> tuple[Control, ...]:
        """The facts that the rule may depend on."""
        return tuple(map(self._condition, self.foreseen.facts))

    def _condition(self, fact: Fact) -> Control:
        name, label = f"row.{self.number}.when.{fact.key}", fact.name.get(self.maker.language)
        given = self.row.values.get(fact.key, ())
        problems = self.maker.below(f"/{self.number}/when/{fact.key}")
        if fact.sort == "number":
            low, high = given if len(given) == 2 else ("", "")
            return Control("range", name, label, value=low, upper=high, problems=problems)
        if fact.sort == "flag":
            said = ((YES, _("yes")), (NO, _("no")))
            choices = tuple(Choice(value, word, value in given) for value, word in said)
            return Control("select", name, label, choices, blank=_("– either way –"), problems=problems)
        choices = self.maker.choices(fact.values, given)
        return Control("boxes", name, label, choices, problems=problems, hint=_("any of these"))


def known_pointers(number: int, foreseen: Foreseen) -> Sequence[str]:
    """Where the problems of a rule have a control of their own."""
    return [f"/{number}/answer", *(f"/{number}/when/{fact.key}" for fact in foreseen.facts)]
