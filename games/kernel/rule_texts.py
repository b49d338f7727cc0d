"""The rules of a title in our own words, by number, for players who have no rulebook."""

import re
from collections.abc import Iterable, Iterator, Mapping

from msgspec import Struct

from games.kernel.reference import Chart
from games.kernel.text import Text

_PARTS = re.compile(r"\d+|[A-Za-z]+|\([^)]*\)|/.*")


class RuleText(Struct, frozen=True, gc=False):
    """A rule: its number, a short name, its meaning in two to six sentences, and the numbers of related rules."""

    rule: str
    name: Text
    text: Text
    see: tuple[str, ...] = ()


RuleTexts = Mapping[str, RuleText]
"""Rules by number, in the order of the rulebook."""


def number_parts(rule: str) -> tuple[str, ...]:
    """Return the parts of a rule number: ("7", "5", "2", "i") for 7.5.2i, ("14",) for the chapter 14.0."""
    parts = _PARTS.findall(rule)
    if len(parts) > 1 and parts[1] == "0":
        del parts[1]
    return tuple(parts)


def rule_order(rule: str) -> tuple[tuple[bool, int, str], ...]:
    """Return a key that sorts rule numbers as a rulebook does: 3.2 before 3.10, chapters with letters last."""
    return tuple((not part.isdigit(), int(part) if part.isdigit() else 0, part) for part in number_parts(rule))


def is_part_of(rule: str, head: str) -> bool:
    """Return True if `rule` is a part of the rule `head`: 3.2.7.4 of 3.2.7, 7.5.2i of 7.5.2."""
    parts, first = number_parts(rule), number_parts(head)
    return len(parts) > len(first) and parts[: len(first)] == first


def find_related(found: RuleText, texts: RuleTexts) -> Iterator[RuleText]:
    """Yield the rules related to `found`, each once.

    These are its section and its chapter, the rules that it names, its parts, and the rules that name it.
    """
    heads = [one for one in texts if is_part_of(found.rule, one)]
    parts = [one for one in texts if is_part_of(one, found.rule)]
    named_by = [one.rule for one in texts.values() if found.rule in one.see]
    for rule in dict.fromkeys((*heads, *found.see, *parts, *named_by)):
        if rule in texts:
            yield texts[rule]


def find_neighbours(rule: str, texts: RuleTexts) -> tuple[RuleText | None, RuleText | None]:
    """Return the rules before and after a rule; None for the first or last one. Raises ValueError for unknown rules."""
    order = [*texts]
    place = order.index(rule)
    before = texts[order[place - 1]] if place else None
    return before, texts[order[place + 1]] if place + 1 < len(order) else None


def find_charts(rule: str, charts: Iterable[Chart]) -> list[Chart]:
    """Return the charts for a rule: first those of the rule itself, then those of its parts and of its chapter.

    Within each group, the charts are sorted by the position of the rule in their lists of rules (`Chart.rules`).
    """
    ranked = [(rank, chart) for chart in charts if (rank := _rank(rule, chart)) is not None]
    return [chart for _, chart in sorted(ranked, key=lambda one: one[0])]


def _rank(rule: str, chart: Chart) -> tuple[int, int] | None:
    """Return the sort key of a chart for a rule: the kind of relation, and its place among the chart's rules.

    None means that the chart has nothing to do with the rule.
    """
    found = ((_relation(rule, one), place) for place, one in enumerate(chart.rules))
    return min(((relation, place) for relation, place in found if relation is not None), default=None)


def _relation(rule: str, other: str) -> int | None:
    if number_parts(rule) == number_parts(other):
        return 0
    if is_part_of(other, rule):
        return 1
    return 2 if is_part_of(rule, other) else None
