"""Standing orders: rules with conditions over their owner's knowledge at the time of the question.

A title lists the kinds of question that standing orders can answer (`StandingOrderKind`), each with the facts for
conditions and the words for answers. It computes the facts from (own view, question) only. The server's standing
orders and the reaction plans of a sealed turn are both lists of `Rule`, the most important rule first.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Annotated, Any, Literal, NamedTuple

import msgspec
from msgspec import Meta, Struct

from games.kernel.codec import MAX_NUMBER
from games.kernel.errors import GameError, Problem, pointer
from games.kernel.forms import Choose, ChooseSome, Form, Json, MayChoose
from games.kernel.requests import Ask
from games.kernel.text import Text, and_more, quote_all, sanitized
from games.kernel.type_errors import type_error_text

Number = Annotated[int, Meta(ge=-MAX_NUMBER, le=MAX_NUMBER)]
FactValue = bool | int | str | tuple[str, ...]
Facts = Mapping[str, FactValue]
"""The values of facts at the time of a question, by key. A fact that has no meaning for the question is missing."""
Alias = Callable[[str], str]
"""Return the word that players may write for an option's id: `trap` for `trap_2`."""

MOST_RULES = 40
MOST_WORDS = 100
"""The largest number of words in one condition, or in one answer."""
MOST_NAMED = 8
"""The largest number of valid words that a refusal lists."""


class Fact(Struct, frozen=True, omit_defaults=True):
    """A fact that conditions can test. `values` are the possible words of a fact of the sort `word` or `words`.

    The value of a fact of the sort `word` is one of these words, that of a fact of the sort `words` any number of them.
    """

    key: str
    name: Text
    sort: Literal["flag", "number", "word", "words"] = "flag"
    values: tuple[str, ...] = ()


class Range(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A number from `at_least` to `at_most`, both inclusive; a missing bound does not limit."""

    at_least: Number | None = None
    at_most: Number | None = None


Condition = bool | Range | list[str]
"""The condition on a fact: the required flag, the range of a number, or words, at least one in the fact."""


class Rule(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A rule of a standing order: if a question is of this kind and every condition holds, give this answer."""

    kind: str
    when: dict[str, Condition] = {}
    """The conditions, by the keys of their facts."""
    answer: str | list[str] | None = None
    """A word, or a list of words if several options can be chosen; null chooses nothing. A word is an option's id or an
    alias; an alias means the first option that has it.
    """


class StandingOrderKind(Struct, frozen=True, omit_defaults=True, kw_only=True):
    """A kind of question that a standing order can answer."""

    kind: str
    """The `kind` of the questions."""
    name: Text
    facts: tuple[Fact, ...] = ()
    """The facts that conditions may test."""
    answers: tuple[str, ...] = ()
    """The words that an answer may contain."""
    many: bool = False
    """True if the answer is a list of options, the most wanted first."""
    may_pass: bool = True
    """True if the answer may choose nothing."""
    examples: tuple[Rule, ...] = ()
    """Rules that the pages show as examples."""

    def find_fact(self, key: str) -> Fact | None:
        """Return the fact with that key; None if there is none."""
        return next((fact for fact in self.facts if fact.key == key), None)


class RuleMatch(NamedTuple):
    """The rule that answered a question, by its position in the list from 0, and the typed answer."""

    position: int
    answer: Any


def apply_rules(rules: Sequence[Rule], question: Ask[Any], facts: Facts, alias: Alias) -> RuleMatch | None:
    """Return the position and the typed answer of the rule that answers the question; None if no rule does.

    This is the first rule for questions of this kind whose conditions hold and whose answer the form accepts. `facts`
    are the values that conditions test; `alias` returns the word that players may write for an option.
    """
    for place, rule in enumerate(rules):
        if rule.kind == question.kind and conditions_hold(rule.when, facts):
            typed = fit_answer(question.form, rule.answer, alias)
            if typed is not NO_FIT:
                return RuleMatch(place, typed)
    return None


def conditions_hold(conditions: Mapping[str, Condition], facts: Facts) -> bool:
    """Return True if every condition holds; a condition on a missing fact does not."""
    return all(key in facts and _holds(condition, facts[key]) for key, condition in conditions.items())


def _holds(condition: Condition, value: FactValue) -> bool:
    if isinstance(condition, bool):
        return value is condition
    if isinstance(condition, Range):
        low, high = condition.at_least, condition.at_most
        return isinstance(value, int) and (low is None or low <= value) and (high is None or value <= high)
    words = value if isinstance(value, tuple) else (value,)
    return any(word in condition for word in words)


NO_FIT = object()
"""Returned by `fit_answer` if the form does not accept the words."""


def fit_answer(form: Form[Any], answer: Any, alias: Alias) -> Any:
    """Return the typed answer that a rule's words mean for a form; NO_FIT if the form does not accept them.

    `answer` is that of a `Rule`; `alias` returns the word that players may write for an option.
    """
    if isinstance(form, Choose | MayChoose):
        if answer is None:
            return None if isinstance(form, MayChoose) else NO_FIT
        return _best(form.options, answer, alias)
    if isinstance(form, ChooseSome):
        return _some(form, answer, alias)
    try:
        return form.accept(answer)
    except GameError:
        return NO_FIT


def _best(options: Sequence[str], answer: str | list[str], alias: Alias) -> Any:
    """Return the option that the first fitting word means; NO_FIT if no word means an option."""
    words = [answer] if isinstance(answer, str) else answer
    return next((found for word in words if (found := _meant(options, word, alias)) is not NO_FIT), NO_FIT)


def _meant(options: Sequence[str], word: str, alias: Alias) -> Any:
    if word in options:
        return word
    return next((option for option in options if alias(option) == word), NO_FIT)


def _some(form: ChooseSome, answer: Any, alias: Alias) -> Any:
    """Return the options that the words mean, at most as many as the form allows; NO_FIT if the form refuses them."""
    left, chosen = list(form.options), list[str]()
    for word in [] if answer is None else [answer] if isinstance(answer, str) else answer:
        found = _meant(left, word, alias)
        if found is not NO_FIT and len(chosen) < form.most:
            left.remove(found)
            chosen.append(found)
    typed = tuple(chosen)
    return typed if next(form.problems(typed), None) is None else NO_FIT


# --- read and check rules


def read_rule(raw: object, where: str = "") -> Rule | list[Problem]:
    """Return the rule in `raw` (JSON as Python builtins), or its problems; `where` is the JSON pointer to the rule."""
    conditions = raw.get("when") if isinstance(raw, dict) else None
    if isinstance(conditions, dict) and (wrong := condition_type_problems(conditions, where)):
        return wrong
    try:
        return msgspec.convert(raw, Rule)
    except msgspec.ValidationError as error:
        return [type_problem(error, where)]


def condition_type_problems(when: Mapping[Any, Any], where: str = "") -> list[Problem]:
    """Return a problem for each condition of an unknown type among the conditions `when` of a rule.

    `where` is the JSON pointer to the rule.
    """
    wrong: list[Problem] = []
    for key, condition in when.items():
        try:
            msgspec.convert(condition, Condition)
        except msgspec.ValidationError as error:
            wrong.append(type_problem(error, where + pointer("when", sanitized(str(key)))))
    return wrong


def type_problem(error: Exception, where: str) -> Problem:
    """Return msgspec's error about a value as a problem; `where` is the JSON pointer to the value in the answer."""
    text, inside = type_error_text(error)
    return Problem(where + inside, "type", text)


def normalize_rule(kind: StandingOrderKind, rule: Rule) -> Rule:
    """Return the rule in its canonical form.

    An answer that may have several words is always a list; an empty answer is null.
    """
    if not kind.many:
        return rule
    words = [rule.answer] if isinstance(rule.answer, str) else rule.answer
    return msgspec.structs.replace(rule, answer=words or None)


def rule_problems(kind: StandingOrderKind, rule: Rule, where: str = "") -> Iterator[Problem]:
    """Yield the problems of a rule that can never apply to a question of this kind.

    `where` is the JSON pointer to the rule.
    """
    for key, condition in rule.when.items():
        place = f"{where}/when{pointer(key)}"
        fact = kind.find_fact(key)
        if fact is None:
            yield _problem(
                place,
                "unknown",
                "There is no condition '{key}' here; possible: {keys}.",
                "「{key}」という条件はありません（使える条件は {keys}）。",
                key=sanitized(key),
                keys=_keys(kind),
            )
        else:
            yield from _condition_problems(place, fact, condition)
    yield from _answer_problems(kind, rule.answer, f"{where}/answer")


def _problem(where: str, code: str, en: str, ja: str, **values: object) -> Problem:
    return Problem(where, code, Text(en, ja).format(**values))


def _condition_problems(place: str, fact: Fact, condition: Condition) -> Iterator[Problem]:
    if fact.sort == "flag":
        if not isinstance(condition, bool):
            yield _problem(
                place,
                "type",
                "{name}: yes or no (true or false).",
                "{name}：yes か no（true か false）で指定してください。",
                name=fact.key,
            )
    elif fact.sort == "number":
        if not isinstance(condition, Range):
            yield _problem(
                place,
                "type",
                "This must be an object with at_least, at_most or both.",
                "at_least・at_most を持つオブジェクトで指定してください。",
            )
        elif (text := _empty(condition)) is not None:
            yield Problem(place, "range", text)
    elif not isinstance(condition, list) or not condition:
        yield _problem(
            place, "type", "This must be a list of words, one at least.", "1語以上のリストで指定してください。"
        )
    elif len(condition) > MOST_WORDS:
        yield _too_many(place)
    else:
        for index, word in enumerate(condition):
            if word not in fact.values:
                yield _no_word(f"{place}/{index}", word, fact.values, fact.key)


def _keys(order_kind: StandingOrderKind) -> str:
    """Return the keys of the facts that conditions can test, as one text in the notation."""
    return ", ".join(f"`{fact.key}`" for fact in order_kind.facts) or "-"


def _empty(wanted: Range) -> Text | None:
    """Return the fault of a range that has no bounds or contains no number; None if there is none."""
    low, high = wanted.at_least, wanted.at_most
    if low is None and high is None:
        return Text("Give at_least, at_most or both.", "at_least・at_most の少なくとも一方を指定してください。")
    if low is not None and high is not None and low > high:
        return Text("at_least is more than at_most.", "at_least が at_most より大きくなっています。")
    return None


def _no_word(where: str, word: str, words: Sequence[str], name: str = "") -> Problem:
    word, some, more = sanitized(word), words[:MOST_NAMED], len(words) - MOST_NAMED
    known = and_more(quote_all(map(Text.same, some)), more) if some else Text("-", "-")
    return _problem(
        where,
        "not_an_option",
        "{lead}'{word}' is not possible here; possible: {known}.",
        "{lead}「{word}」は指定できません（指定できるのは{known}）。",
        lead=Text(f"{name}: ", f"{name}：") if name else "",
        word=word,
        known=known,
    )


def _too_many(where: str) -> Problem:
    return _problem(where, "count", "At most {most_words} words.", "{most_words}語までです。", most_words=MOST_WORDS)


def _answer_problems(order_kind: StandingOrderKind, answer: str | list[str] | None, where: str) -> Iterator[Problem]:
    if answer is None:
        if not order_kind.may_pass:
            yield _problem(where, "required", "An answer is needed.", "回答を指定してください。")
    elif isinstance(answer, str):
        if answer not in order_kind.answers:
            yield _no_word(where, answer, order_kind.answers)
    elif not order_kind.many:
        yield _problem(where, "type", "One answer alone.", "答えは1つだけ指定してください。")
    elif len(answer) > MOST_WORDS:
        yield _too_many(where)
    else:
        for index, word in enumerate(answer):
            if word not in order_kind.answers:
                yield _no_word(f"{where}/{index}", word, order_kind.answers)


def rule_schema(kind: StandingOrderKind) -> Json:
    """Return the JSON Schema of a rule for this kind."""
    word: Json = {"type": "string", "enum": list(kind.answers)} if kind.answers else {"type": "string"}
    choices = [{"type": "array", "items": word, "maxItems": MOST_WORDS}] if kind.many else []
    nothing = [{"type": "null"}] if kind.may_pass else []
    conditions = {fact.key: _fact_schema(fact) for fact in kind.facts}
    return {
        "type": "object",
        "properties": {
            "kind": {"const": kind.kind},
            "when": {"type": "object", "properties": conditions, "additionalProperties": False},
            "answer": {"anyOf": [word, *choices, *nothing]},
        },
        "required": ["kind"] if kind.may_pass else ["kind", "answer"],
        "additionalProperties": False,
    }


def _bounds_schema(given: str, free: str) -> Json:
    """Return the schema of a range in which the bound `given` is required and the bound `free` may be missing.

    JSON Schema cannot require that the lower bound is at most the upper one: ``x-rules`` says so in words.
    """
    number = {"type": "integer", "minimum": -MAX_NUMBER, "maximum": MAX_NUMBER}
    free_one = {**number, "type": ["integer", "null"]}
    order = Text("at_least is not more than at_most.", "at_least は at_most 以下にします。")
    return {
        "type": "object",
        "properties": {given: number, free: free_one},
        "required": [given],
        "additionalProperties": False,
        "x-rules": [{"rule": "", **msgspec.to_builtins(order)}],
    }


def _fact_schema(fact: Fact) -> Json:
    if fact.sort == "flag":
        return {"type": "boolean"}
    if fact.sort == "number":
        return {"anyOf": [_bounds_schema("at_least", "at_most"), _bounds_schema("at_most", "at_least")]}
    words = {"type": "string", "enum": list(fact.values)}
    return {"type": "array", "items": words, "minItems": 1, "maxItems": MOST_WORDS}
