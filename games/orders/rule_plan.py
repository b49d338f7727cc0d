"""The form of a plan for future questions: a list of rules, each an answer to one kind of question on conditions.

In the notation a rule is one line, `kind answer condition=value …`: `react trap weapon=intercept value=7.. night=no`.
"""

from collections.abc import Iterable, Iterator

import msgspec

from games.kernel import notation
from games.kernel.codec import MAX_NUMBER
from games.kernel.errors import Malformed, Problem, malformed, pointer
from games.kernel.forms import Form, Json, RandomSource
from games.kernel.standing_orders import (
    MOST_RULES,
    Condition,
    Fact,
    Range,
    Rule,
    StandingOrderKind,
    normalize_rule,
    read_rule,
    rule_problems,
    rule_schema,
)
from games.kernel.text import LIST_COMMA, Labels, Text, id_label, sanitized

Rules = tuple[Rule, ...]

YES, NO = ("yes", "true"), ("no", "false")
LONGEST_NUMBER = len(str(-MAX_NUMBER))
PASSES = Text("pass", "使わない")


class RulePlan(Form[Rules], frozen=True, kw_only=True, tag="plan_ahead"):
    """A form whose answer is a list of rules that answer future questions; the first rule that applies counts.

    A question to which no rule applies gets the default of its own form.
    """

    kinds: tuple[StandingOrderKind, ...] = msgspec.field(name="foreseen")
    """The kinds of question that rules can answer."""
    fallback: Rules = ()
    """The default answer of this form."""
    rule: str = ""
    """The number of the title's rule about this plan."""
    idle: tuple[str, ...] = ()
    """Kinds that the game never asks: rules for them are accepted, as in earlier plans, and not offered."""

    @property
    def offered(self) -> tuple[StandingOrderKind, ...]:
        """Return the kinds of question for which rules are offered."""
        return tuple(one for one in self.kinds if one.kind not in self.idle)

    def find_kind(self, kind: str) -> StandingOrderKind | None:
        """Return the kind of question with the key `kind`; None if this plan has no such kind."""
        return next((order_kind for order_kind in self.kinds if order_kind.kind == kind), None)

    def read(self, raw: object) -> Rules:
        if not isinstance(raw, list):
            raise malformed("", "This must be a list of rules.", "ルールのリストで答えてください。", "type")
        rules: list[Rule] = []
        wrong: list[Problem] = []
        for index, item in enumerate(raw[: MOST_RULES + 1]):
            rule = read_rule(item, pointer(index))
            if isinstance(rule, Rule):
                rules.append(self._in_order(rule))
            else:
                wrong += rule
        if wrong:
            raise Malformed(*wrong)
        return tuple(rules)

    def _in_order(self, rule: Rule) -> Rule:
        order_kind = self.find_kind(rule.kind)
        return rule if order_kind is None else normalize_rule(order_kind, rule)

    def problems(self, answer: Rules) -> Iterator[Problem]:
        if len(answer) > MOST_RULES:
            yield Problem(
                "",
                "count",
                Text("At most {most_rules} rules.", "ルールは{most_rules}個までです。").format(most_rules=MOST_RULES),
            )
        for index, rule in enumerate(answer):
            order_kind = self.find_kind(rule.kind)
            if order_kind is None:
                name = sanitized(rule.kind)
                kinds = ", ".join(f"`{notation.display_verb(one.kind)}`" for one in self.kinds)
                text = Text(
                    "No question is called '{name}'; a line begins with one of these: {kinds}.",
                    "「{name}」という種類の質問はありません。行の始めに書ける語：{kinds}。",
                ).format(name=name, kinds=kinds)
                yield Problem(f"/{index}/kind", "not_an_option", text)
            else:
                yield from rule_problems(order_kind, rule, f"/{index}")

    def write(self, answer: Rules) -> object:
        return [msgspec.to_builtins(rule) for rule in answer]

    def default(self) -> Rules:
        return self.fallback

    def example(self) -> Rules:
        return next((order_kind.examples for order_kind in self.kinds if order_kind.examples), ())

    def schema(self) -> Json:
        rules = [rule_schema(order_kind) for order_kind in self.kinds]
        if not rules:
            return {"type": "array", "maxItems": 0}
        ranges = [_in_order(bound) for bound in _BOUNDS]
        conditions = {"properties": {"when": {"additionalProperties": {"allOf": ranges}}}}
        return {
            "type": "array",
            "items": {"anyOf": rules},
            "maxItems": MOST_RULES,
            "allOf": [{"items": conditions}],
        }

    def sample(self, pick: RandomSource) -> Rules:
        count = pick(5) if self.kinds else 0
        return tuple(_sample(self.kinds[pick(len(self.kinds))], pick) for _ in range(count))

    def values(self) -> Iterable[str]:
        words = (word for order_kind in self.kinds for fact in order_kind.facts for word in fact.values)
        return dict.fromkeys((*words, *(word for order_kind in self.kinds for word in order_kind.answers)))

    # --- the notation

    def render(self, answer: Rules) -> str:
        return "\n".join(_render(rule) for rule in answer) if answer else notation.write_line("pass")

    def parse(self, text: str) -> object:
        lines = notation.read_lines(text)
        if not lines:
            raise malformed("", "Write `pass` for no rules.", "ルールなしは「pass」と書いてください。", "notation")
        if len(lines) == 1 and notation.is_pass(lines[0]):
            return []
        return [self._raw_rule(line) for line in lines]

    def _raw_rule(self, line: notation.Line) -> Json:
        kind = notation.normalize_name(line.verb)
        order_kind = self.find_kind(kind)
        words = [word for word in line.words if word not in notation.PASS_WORDS]
        when: Json = {}
        for key, value in line.named.items():
            fact = order_kind.find_fact(notation.normalize_name(key)) if order_kind else None
            when[notation.normalize_name(key)] = _parsed(line.number, fact, value)
        many = order_kind is not None and order_kind.many
        answer: object = words if many and words else words[0] if len(words) == 1 else words or None
        return {"kind": kind, "when": when, "answer": answer}

    # --- in words

    def describe(self, answer: Rules, language: str, labels: Labels = id_label) -> str:
        if not answer:
            return Text("no rules: pass at everything", "ルールなし（すべて使わない）").get(language)
        return "\n".join(self._told(rule, language, labels) for rule in answer)

    def _told(self, rule: Rule, language: str, labels: Labels) -> str:
        order_kind = self.find_kind(rule.kind)
        return rule.kind if order_kind is None else describe_rule(order_kind, rule, language, labels)


_BOUNDS = (0, 1, 2, 3, 4, 5, 6, 8, 10, 12, 15)
"""The lower bounds of ranges for which the schema requires that the upper bound is not smaller."""


def _in_order(bound: int) -> Json:
    begins = {"type": "object", "properties": {"at_least": {"type": "integer", "minimum": bound}}}
    return {
        "if": {**begins, "required": ["at_least"]},
        "then": {"properties": {"at_most": {"minimum": bound}}},
    }


_ON_CONDITION = Text("{answer} ({conditions})", "{answer}（{conditions}）")
_NOT = Text("not {name}", "{name}ではない")


def describe_rule(kind: StandingOrderKind, rule: Rule, language: str, labels: Labels = id_label) -> str:
    """Return a rule of a plan as a text for players: the kind of question, the answer, and the conditions."""
    comma = LIST_COMMA.get(language)
    words = [rule.answer] if isinstance(rule.answer, str) else rule.answer or []
    answer = comma.join(labels(word).get(language) for word in words) or PASSES.get(language)
    told = f"{kind.name.get(language)}: {answer}"
    conditions = comma.join(
        _condition_told(fact, rule.when[fact.key], language, labels) for fact in kind.facts if fact.key in rule.when
    )
    if not conditions:
        return told
    return _ON_CONDITION.format(answer=told, conditions=conditions).get(language)


def _condition_told(fact: Fact, condition: Condition, language: str, labels: Labels) -> str:
    name = fact.name.get(language)
    if isinstance(condition, bool):
        return name if condition else _NOT.format(name=name).get(language)
    if isinstance(condition, Range):
        return f"{name} {_range_told(condition)}"
    return f"{name} {'/'.join(labels(word).get(language) for word in condition)}"


def _bounds(wanted: Range) -> str:
    low, high = wanted.at_least, wanted.at_most
    if low is not None and low == high:
        return str(low)
    return f"{'' if low is None else low}..{'' if high is None else high}"


def _range_told(wanted: Range) -> str:
    """Return a range in mathematical signs, such as "≥ 3" or "3–7", for players who do not know the notation."""
    low, high = wanted.at_least, wanted.at_most
    if low is None or high is None:
        return f"≤ {high}" if low is None else f"≥ {low}"
    return str(low) if low == high else f"{low}–{high}"


def _render(rule: Rule) -> str:
    words = [rule.answer] if isinstance(rule.answer, str) else rule.answer or ["pass"]
    return notation.write_line(rule.kind, *words, **{key: _written(value) for key, value in rule.when.items()})


def _written(condition: Condition) -> str:
    if isinstance(condition, bool):
        return "yes" if condition else "no"
    return _bounds(condition) if isinstance(condition, Range) else ",".join(condition)


def _parsed(number: int, fact: Fact | None, value: str) -> object:
    """Return the raw condition that `value` means for a fact; None means an unknown fact.

    `number` is the number of the line in the text. Raises Malformed for an invalid number. The form later refuses
    any other condition that does not fit its fact.
    """
    if fact is None or fact.sort in ("word", "words"):
        return value.split(",")
    if fact.sort == "flag":
        return True if value in YES else False if value in NO else value.split(",")
    low, dots, high = value.partition("..")
    if not all(_is_number(bound) for bound in (low, high) if bound) or not (low or high):
        raise notation.invalid_number(number, fact.key, value)
    if not dots:
        return {"at_least": int(low), "at_most": int(low)}
    return {key: int(bound) for key, bound in (("at_least", low), ("at_most", high)) if bound}


def _is_number(word: str) -> bool:
    return word.removeprefix("-").isdecimal() and len(word) <= LONGEST_NUMBER


def _sample(order_kind: StandingOrderKind, pick: RandomSource) -> Rule:
    when: dict[str, Condition] = {}
    for fact in order_kind.facts:
        if pick(4) == 0 and (fact.values or fact.sort in ("flag", "number")):
            when[fact.key] = _sample_condition(fact, pick)
    count = len(order_kind.answers)
    chosen = pick(count + 1) if order_kind.may_pass else pick(count)
    word = None if chosen == count else order_kind.answers[chosen]
    return normalize_rule(order_kind, Rule(order_kind.kind, when, word))


def _sample_condition(fact: Fact, pick: RandomSource) -> Condition:
    if fact.sort == "flag":
        return pick(2) == 0
    if fact.sort == "number":
        return Range(at_least=pick(10))
    return [fact.values[pick(len(fact.values))]]
