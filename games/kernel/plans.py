"""The form of a plan for questions to come: rules in order of preference, for several kinds of question.

In the notation a rule is one line, `kind answer condition=value …`: `react trap weapon=intercept value=7.. night=no`.
"""

from collections.abc import Iterable, Iterator

import msgspec

from games.kernel import notation
from games.kernel.codec import MAX_NUMBER
from games.kernel.errors import Malformed, Problem, malformed, pointer
from games.kernel.foreseen import (
    MOST_RULES,
    Condition,
    Fact,
    Foreseen,
    Range,
    Rule,
    in_order,
    read_rule,
    rule_problems,
    rule_schema,
)
from games.kernel.forms import Form, Json, Pick
from games.kernel.text import Labels, Text, plain, shown

Rules = tuple[Rule, ...]

YES, NO = ("yes", "true"), ("no", "false")
LONGEST_NUMBER = len(str(-MAX_NUMBER))
PASSES = Text("pass", "使わない")


class RulePlan(Form[Rules], frozen=True, kw_only=True, tag="plan_ahead"):
    """What to answer to the questions that may come; one that no rule fits gets the default of its own form."""

    foreseen: tuple[Foreseen, ...]
    fallback: Rules = ()
    rule: str = ""

    def kind(self, kind: str) -> Foreseen | None:
        """The kind of question of that name."""
        return next((foreseen for foreseen in self.foreseen if foreseen.kind == kind), None)

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
        foreseen = self.kind(rule.kind)
        return rule if foreseen is None else in_order(foreseen, rule)

    def problems(self, answer: Rules) -> Iterator[Problem]:
        if len(answer) > MOST_RULES:
            yield Problem("", "count", Text(f"At most {MOST_RULES} rules.", f"ルールは{MOST_RULES}個までです。"))
        for index, rule in enumerate(answer):
            foreseen = self.kind(rule.kind)
            if foreseen is None:
                name = shown(rule.kind)
                text = Text(f"No question is called {name!r}.", f"「{name}」という種類の質問はありません。")
                yield Problem(f"/{index}/kind", "not_an_option", text, self.rule)
            else:
                yield from rule_problems(foreseen, rule, f"/{index}")

    def write(self, answer: Rules) -> object:
        return [msgspec.to_builtins(rule) for rule in answer]

    def default(self) -> Rules:
        return self.fallback

    def example(self) -> Rules:
        return next((foreseen.examples for foreseen in self.foreseen if foreseen.examples), ())

    def schema(self) -> Json:
        rules = [rule_schema(foreseen) for foreseen in self.foreseen]
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

    def sample(self, pick: Pick) -> Rules:
        count = pick(5) if self.foreseen else 0
        return tuple(_sample(self.foreseen[pick(len(self.foreseen))], pick) for _ in range(count))

    def values(self) -> Iterable[str]:
        words = (word for foreseen in self.foreseen for fact in foreseen.facts for word in fact.values)
        return dict.fromkeys((*words, *(word for foreseen in self.foreseen for word in foreseen.answers)))

    # --- the notation

    def render(self, answer: Rules) -> str:
        return "\n".join(_render(rule) for rule in answer) if answer else notation.write_line("pass")

    def parse(self, text: str) -> object:
        lines = notation.read_lines(text)
        if not lines:
            raise malformed("", "Write `pass` for no rules.", "ルールなしは「pass」と書いてください。", "notation")
        if len(lines) == 1 and lines[0].verb in notation.PASS_WORDS and not lines[0].words:
            return []
        return [self._raw_rule(line) for line in lines]

    def _raw_rule(self, line: notation.Line) -> Json:
        kind = notation.name_of(line.verb)
        foreseen = self.kind(kind)
        words = [word for word in line.words if word not in notation.PASS_WORDS]
        when: Json = {}
        for key, value in line.named.items():
            fact = foreseen.fact(notation.name_of(key)) if foreseen else None
            when[notation.name_of(key)] = _parsed(line.number, fact, value)
        many = foreseen is not None and foreseen.many
        answer: object = words if many and words else words[0] if len(words) == 1 else words or None
        return {"kind": kind, "when": when, "answer": answer}

    # --- in words

    def describe(self, answer: Rules, language: str, labels: Labels = plain) -> str:
        if not answer:
            return Text("no rules: pass at everything", "ルールなし(すべて使わない)").get(language)
        return "\n".join(self._told(rule, language, labels) for rule in answer)

    def _told(self, rule: Rule, language: str, labels: Labels) -> str:
        foreseen = self.kind(rule.kind)
        return rule.kind if foreseen is None else describe_rule(foreseen, rule, language, labels)


_BOUNDS = (0, 1, 2, 3, 4, 5, 6, 8, 10, 12, 15)
"""The numbers for which a schema says that a range may not end below them if it begins there."""


def _in_order(bound: int) -> Json:
    begins = {"type": "object", "properties": {"at_least": {"type": "integer", "minimum": bound}}}
    return {
        "if": {**begins, "required": ["at_least"]},
        "then": {"properties": {"at_most": {"minimum": bound}}},
    }


def describe_rule(foreseen: Foreseen, rule: Rule, language: str, labels: Labels = plain) -> str:
    """A rule as a player would say it: on what, the answer, and its conditions."""
    comma = "、" if language == "ja" else ", "
    words = [rule.answer] if isinstance(rule.answer, str) else rule.answer or []
    answer = comma.join(labels(word).get(language) for word in words) or PASSES.get(language)
    told = f"{foreseen.name.get(language)}: {answer}"
    conditions = comma.join(
        _condition_told(fact, rule.when[fact.key], language, labels) for fact in foreseen.facts if fact.key in rule.when
    )
    if not conditions:
        return told
    return f"{told}({conditions})" if language == "ja" else f"{told} ({conditions})"


def _condition_told(fact: Fact, condition: Condition, language: str, labels: Labels) -> str:
    name = fact.name.get(language)
    if isinstance(condition, bool):
        no = f"{name}ではない" if language == "ja" else f"not {name}"
        return name if condition else no
    if isinstance(condition, Range):
        return f"{name} {_bounds(condition)}"
    return f"{name} {'/'.join(labels(word).get(language) for word in condition)}"


def _bounds(wanted: Range) -> str:
    low, high = wanted.at_least, wanted.at_most
    if low is not None and low == high:
        return str(low)
    return f"{'' if low is None else low}..{'' if high is None else high}"


def _render(rule: Rule) -> str:
    words = [rule.answer] if isinstance(rule.answer, str) else rule.answer or ["pass"]
    return notation.write_line(rule.kind, *words, **{key: _written(value) for key, value in rule.when.items()})


def _written(condition: Condition) -> str:
    if isinstance(condition, bool):
        return "yes" if condition else "no"
    return _bounds(condition) if isinstance(condition, Range) else ",".join(condition)


def _parsed(number: int, fact: Fact | None, value: str) -> object:
    """A condition as it stands in a line, raw; what does not fit its fact is left for the form to refuse."""
    if fact is None or fact.sort in ("word", "words"):
        return value.split(",")
    if fact.sort == "flag":
        return True if value in YES else False if value in NO else value.split(",")
    low, dots, high = value.partition("..")
    if not all(_is_number(bound) for bound in (low, high) if bound) or not (low or high):
        raise notation.unclear(number, value)
    if not dots:
        return {"at_least": int(low), "at_most": int(low)}
    return {key: int(bound) for key, bound in (("at_least", low), ("at_most", high)) if bound}


def _is_number(word: str) -> bool:
    return word.removeprefix("-").isdecimal() and len(word) <= LONGEST_NUMBER


def _sample(foreseen: Foreseen, pick: Pick) -> Rule:
    when: dict[str, Condition] = {}
    for fact in foreseen.facts:
        if pick(4) == 0 and (fact.values or fact.sort in ("flag", "number")):
            when[fact.key] = _sample_condition(fact, pick)
    count = len(foreseen.answers)
    chosen = pick(count + 1) if foreseen.may_pass else pick(count)
    word = None if chosen == count else foreseen.answers[chosen]
    return in_order(foreseen, Rule(foreseen.kind, when, word))


def _sample_condition(fact: Fact, pick: Pick) -> Condition:
    if fact.sort == "flag":
        return pick(2) == 0
    if fact.sort == "number":
        return Range(at_least=pick(10))
    return [fact.values[pick(len(fact.values))]]
