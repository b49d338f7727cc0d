"""A title's rules in our own words, in one language: for their pages, and beside a decision."""

from collections.abc import Iterable
from dataclasses import dataclass

from games import registry
from games.kernel.rule_texts import RuleText, find_charts
from games.models import Game
from games.selectors.rules import RuleInfo, get_rule_texts
from pbem.web.pages.reference_text import ReferenceChart, build_charts, contains_words


@dataclass(frozen=True)
class RuleLine:
    """A rule in the reader's language."""

    rule: str
    name: str
    text: str


@dataclass(frozen=True)
class RulePage:
    """The page of a rule in the reader's language: the rule, the rules before and after it, related rules, charts."""

    line: RuleLine
    before: RuleLine | None
    after: RuleLine | None
    related: list[RuleLine]
    charts: list[ReferenceChart]


@dataclass(frozen=True)
class LookUp:
    """What can be looked up beside a decision: the question's rule, the charts that the rule uses, all other charts."""

    rule: RuleLine | None
    charts: list[ReferenceChart]
    other_charts: list[ReferenceChart]


def build_rule_page(found: RuleInfo, language: str) -> RulePage:
    """Return a rule's page in one language."""
    return RulePage(
        _line(found.rule, language),
        _line(found.before, language) if found.before else None,
        _line(found.after, language) if found.after else None,
        [_line(one, language) for one in found.related],
        build_charts(found.charts, language),
    )


def list_rules(key: str, words: str, language: str) -> list[RuleLine]:
    """Return the rules of the title `key` that contain all `words`, in one language.

    Raises Missing for an unknown title.
    """
    return [line for line in _lines(get_rule_texts(key).values(), language) if _matches(line, words)]


def build_look_up(game: Game, rule: str, language: str) -> LookUp:
    """Return the rule with number `rule` of a game's title, and the charts, to look up beside a decision."""
    presentation = registry.current_title(game.title).presentation
    used = find_charts(rule, presentation.charts)
    text = presentation.rule_texts.get(rule)
    return LookUp(
        _line(text, language) if text else None,
        build_charts(used, language),
        build_charts((one for one in presentation.charts if one not in used), language),
    )


def _lines(texts: Iterable[RuleText], language: str) -> list[RuleLine]:
    return [_line(one, language) for one in texts]


def _line(one: RuleText, language: str) -> RuleLine:
    return RuleLine(one.rule, one.name.get(language), one.text.get(language))


def _matches(line: RuleLine, words: str) -> bool:
    return line.rule == words.strip() or contains_words((line.name, line.text, line.rule), words)
