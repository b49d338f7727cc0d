"""Answers given before the question: rules with conditions over what their owner knows when the question comes.

A title lists the kinds of question that can be foreseen (`Foreseen`), each with the facts that a condition may speak of
and the words that an answer is made of, and works the facts out from (own view, question) and nothing else. Both the
server's standing orders and the reaction plans of a sealed turn are lists of `Rule`, the best first.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Annotated, Any, Literal, NamedTuple

import msgspec
from msgspec import Meta, Struct

from games.kernel.codec import MAX_NUMBER
from games.kernel.errors import GameError, Problem, pointer
from games.kernel.forms import Choose, ChooseSome, Form, Json, MayChoose
from games.kernel.mistyped import read_finding
from games.kernel.requests import Ask
from games.kernel.text import Text, shown

Number = Annotated[int, Meta(ge=-MAX_NUMBER, le=MAX_NUMBER)]
FactValue = bool | int | str | tuple[str, ...]
Facts = Mapping[str, FactValue]
"""What is so when a question comes, by the key of the fact. A fact that means nothing there is missing."""
Kin = Callable[[str], str]
"""The word by which an option may be meant: `trap` for `trap_2`."""

MOST_RULES = 40
MOST_WORDS = 100
"""Words that one condition, or one answer, may list."""


class Fact(Struct, frozen=True, omit_defaults=True):
    """Something that a condition may ask for; `values` are the words of a `word` (one of them) or `words` (a set)."""

    key: str
    name: Text
    sort: Literal["flag", "number", "word", "words"] = "flag"
    values: tuple[str, ...] = ()


class Range(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A number from `at_least` to `at_most`, both included; without a bound, as far as you like."""

    at_least: Number | None = None
    at_most: Number | None = None


Condition = bool | Range | list[str]
"""A flag that must be so; a number in a range; any one of these words."""


class Rule(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """To a question of this kind, when every condition holds, this answer; null passes.

    The answer is a word for each thing chosen: an option itself, or its kin, for the first option of that sort.
    """

    kind: str
    when: dict[str, Condition] = {}
    answer: str | list[str] | None = None


class Foreseen(Struct, frozen=True, omit_defaults=True, kw_only=True):
    """A kind of question that can be answered ahead. `many`: the answer is a list of words, the best first."""

    kind: str
    name: Text
    facts: tuple[Fact, ...] = ()
    answers: tuple[str, ...] = ()
    many: bool = False
    may_pass: bool = True
    examples: tuple[Rule, ...] = ()

    def fact(self, key: str) -> Fact | None:
        """The fact of that key."""
        return next((fact for fact in self.facts if fact.key == key), None)


class Followed(NamedTuple):
    """The rule that answered, by its place in the list, and the typed answer."""

    place: int
    answer: Any


def follow(rules: Sequence[Rule], question: Ask[Any], facts: Facts, kin: Kin) -> Followed | None:
    """The first rule for this kind whose conditions hold and whose answer the form takes."""
    for place, rule in enumerate(rules):
        if rule.kind == question.kind and holds(rule.when, facts):
            typed = fitted(question.form, rule.answer, kin)
            if typed is not UNFIT:
                return Followed(place, typed)
    return None


def holds(when: Mapping[str, Condition], facts: Facts) -> bool:
    """Whether every condition holds; one that speaks of a fact that is missing does not."""
    return all(key in facts and _holds(condition, facts[key]) for key, condition in when.items())


def _holds(condition: Condition, value: FactValue) -> bool:
    if isinstance(condition, bool):
        return value is condition
    if isinstance(condition, Range):
        low, high = condition.at_least, condition.at_most
        return isinstance(value, int) and (low is None or low <= value) and (high is None or value <= high)
    words = value if isinstance(value, tuple) else (value,)
    return any(word in condition for word in words)


UNFIT = object()
"""No answer that the form would take."""


def fitted(form: Form[Any], answer: Any, kin: Kin) -> Any:
    """The typed answer that is meant, or UNFIT."""
    if isinstance(form, Choose | MayChoose):
        if answer is None:
            return None if isinstance(form, MayChoose) else UNFIT
        return _best(form.options, answer, kin)
    if isinstance(form, ChooseSome):
        return _some(form, answer, kin)
    try:
        return form.accept(answer)
    except GameError:
        return UNFIT


def _best(options: Sequence[str], answer: str | list[str], kin: Kin) -> Any:
    """The first of the words that an option is meant by."""
    words = [answer] if isinstance(answer, str) else answer
    return next((found for word in words if (found := _meant(options, word, kin)) is not UNFIT), UNFIT)


def _meant(options: Sequence[str], word: str, kin: Kin) -> Any:
    if word in options:
        return word
    return next((option for option in options if kin(option) == word), UNFIT)


def _some(form: ChooseSome, answer: Any, kin: Kin) -> Any:
    """As many of the words as there are options for, up to what may be chosen."""
    left, chosen = list(form.options), list[str]()
    for word in [] if answer is None else [answer] if isinstance(answer, str) else answer:
        found = _meant(left, word, kin)
        if found is not UNFIT and len(chosen) < form.most:
            left.remove(found)
            chosen.append(found)
    typed = tuple(chosen)
    return typed if next(form.problems(typed), None) is None else UNFIT


# --- what can be written


def read_rule(raw: object, where: str = "") -> Rule | list[Problem]:
    """The rule in `raw` (JSON as Python builtins), or why it is none; `where` is its place in a longer answer."""
    conditions = raw.get("when") if isinstance(raw, dict) else None
    if isinstance(conditions, dict) and (wrong := unread_conditions(conditions, where)):
        return wrong
    try:
        return msgspec.convert(raw, Rule)
    except msgspec.ValidationError as error:
        return [unread(error, where)]


def unread_conditions(when: Mapping[Any, Any], where: str = "") -> list[Problem]:
    """The conditions that are of no sort at all, each by its place."""
    wrong: list[Problem] = []
    for key, condition in when.items():
        try:
            msgspec.convert(condition, Condition)
        except msgspec.ValidationError as error:
            wrong.append(unread(error, where + pointer("when", shown(str(key)))))
    return wrong


def unread(error: Exception, where: str) -> Problem:
    """What msgspec says of a value at `where`, with the place within it."""
    text, inside = read_finding(error)
    return Problem(where + inside, "type", text)


def in_order(foreseen: Foreseen, rule: Rule) -> Rule:
    """The same rule as it is always written: several words as a list even if there is one, none of them as null."""
    if not foreseen.many:
        return rule
    words = [rule.answer] if isinstance(rule.answer, str) else rule.answer
    return msgspec.structs.replace(rule, answer=words or None)


def rule_problems(foreseen: Foreseen, rule: Rule, where: str = "") -> Iterator[Problem]:
    """Everything that no question of this kind could ever fit."""
    for key, condition in rule.when.items():
        place = f"{where}/when{pointer(key)}"
        fact = foreseen.fact(key)
        if fact is None:
            yield _problem(
                place, "unknown", f"There is no fact {shown(key)!r} here.", f"「{shown(key)}」という条件はありません。"
            )
        else:
            yield from _condition_problems(place, fact, condition)
    yield from _answer_problems(foreseen, rule.answer, f"{where}/answer")


def _problem(where: str, code: str, en: str, ja: str) -> Problem:
    return Problem(where, code, Text(en, ja))


def _condition_problems(place: str, fact: Fact, condition: Condition) -> Iterator[Problem]:
    if fact.sort == "flag":
        if not isinstance(condition, bool):
            yield _problem(place, "type", "This must be true or false.", "true か false で指定してください。")
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
                yield _no_word(f"{place}/{index}", word)


def _empty(wanted: Range) -> Text | None:
    """What is wrong with a range that says nothing, or that no number is in."""
    low, high = wanted.at_least, wanted.at_most
    if low is None and high is None:
        return Text("Give at_least, at_most or both.", "at_least・at_most の少なくとも一方を指定してください。")
    if low is not None and high is not None and low > high:
        return Text("at_least is more than at_most.", "at_least が at_most より大きくなっています。")
    return None


def _no_word(where: str, word: str) -> Problem:
    word = shown(word)
    return _problem(where, "not_an_option", f"{word!r} is not one of the words.", f"「{word}」は選択肢にありません。")


def _too_many(where: str) -> Problem:
    return _problem(where, "count", f"At most {MOST_WORDS} words.", f"{MOST_WORDS}語までです。")


def _answer_problems(foreseen: Foreseen, answer: str | list[str] | None, where: str) -> Iterator[Problem]:
    if answer is None:
        if not foreseen.may_pass:
            yield _problem(where, "required", "An answer is needed.", "回答を指定してください。")
    elif isinstance(answer, str):
        if answer not in foreseen.answers:
            yield _no_word(where, answer)
    elif not foreseen.many:
        yield _problem(where, "type", "One word, or null.", "1語か null で指定してください。")
    elif len(answer) > MOST_WORDS:
        yield _too_many(where)
    else:
        for index, word in enumerate(answer):
            if word not in foreseen.answers:
                yield _no_word(f"{where}/{index}", word)


def rule_schema(foreseen: Foreseen) -> Json:
    """JSON Schema of a rule for this kind."""
    word: Json = {"type": "string", "enum": list(foreseen.answers)} if foreseen.answers else {"type": "string"}
    choices = [{"type": "array", "items": word, "maxItems": MOST_WORDS}] if foreseen.many else []
    nothing = [{"type": "null"}] if foreseen.may_pass else []
    conditions = {fact.key: _fact_schema(fact) for fact in foreseen.facts}
    return {
        "type": "object",
        "properties": {
            "kind": {"const": foreseen.kind},
            "when": {"type": "object", "properties": conditions, "additionalProperties": False},
            "answer": {"anyOf": [word, *choices, *nothing]},
        },
        "required": ["kind"] if foreseen.may_pass else ["kind", "answer"],
        "additionalProperties": False,
    }


def _bounds_schema(given: str, free: str) -> Json:
    """A range with one bound at least. That the lower one is not the higher one, no schema can say."""
    number = {"type": "integer", "minimum": -MAX_NUMBER, "maximum": MAX_NUMBER}
    free_one = {**number, "type": ["integer", "null"]}
    order = Text("at_least is not more than at_most.", "at_least は at_most 以下にします。")
    return {
        "type": "object",
        "properties": {given: number, free: free_one},
        "required": [given],
        "additionalProperties": False,
        "x-rules": [{"rule": "", "en": order.en, "ja": order.ja}],
    }


def _fact_schema(fact: Fact) -> Json:
    if fact.sort == "flag":
        return {"type": "boolean"}
    if fact.sort == "number":
        return {"anyOf": [_bounds_schema("at_least", "at_most"), _bounds_schema("at_most", "at_least")]}
    words = {"type": "string", "enum": list(fact.values)}
    return {"type": "array", "items": words, "minItems": 1, "maxItems": MOST_WORDS}
