"""Read single rules of a title, written in this project's own words, with their charts and related rules."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import msgspec

from games import registry
from games.errors import missing
from games.kernel.reference import Chart
from games.kernel.rule_texts import RuleText, RuleTexts, find_charts, find_neighbours, find_related
from games.kernel.title import Title

_NUMBER = re.compile(r"\d+\.\d[\d.]*[a-z]?")


@dataclass(frozen=True)
class RuleInfo:
    """A rule, the rules before and after it, the related rules, and the charts that it uses."""

    rule: RuleText
    before: RuleText | None
    after: RuleText | None
    related: Sequence[RuleText]
    charts: Sequence[Chart]


def get_rule_texts(key: str) -> RuleTexts:
    """Return the texts of the rules of the title `key`, as the server has them now.

    Raises Missing for an unknown title.
    """
    return registry.current_title(key).presentation.rule_texts


def get_rule(key: str, rule: str) -> RuleInfo:
    """Return the rule with number `rule` of the title `key`. Raises Missing if there is no such title or rule."""
    presentation = registry.current_title(key).presentation
    texts = presentation.rule_texts
    if rule not in texts:
        raise missing()
    before, after = find_neighbours(rule, texts)
    related = list(find_related(texts[rule], texts))
    return RuleInfo(texts[rule], before, after, related, find_charts(rule, presentation.charts))


def get_option_rules(title: Title[Any], option: str) -> tuple[str, ...]:
    """Return the numbers of the rules that an option is about, as far as the title has texts for them.

    They are the numbers before the colon in the option's description, or else the numbers in the option's English name.
    """
    schema = msgspec.json.schema(title.options.type)["$defs"][title.options.type.__name__]["properties"][option]
    described = str(schema.get("description", "")).partition(":")[0]
    named = _NUMBER.findall(described) or _NUMBER.findall(title.option_name(option).en)
    return tuple(rule for rule in dict.fromkeys(named) if rule in title.presentation.rule_texts)
