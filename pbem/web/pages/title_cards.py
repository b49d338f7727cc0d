"""Titles and scenarios in words and pictures, for people who choose what to play."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games import registry
from games.kernel.scenarios import Scenario
from games.kernel.title import Title

WAITS_PER_WEEK = 14
"""For the length in weeks: every answer takes half a day."""
DIFFICULTIES = {
    "easy": gettext_lazy("easy to learn"),
    "medium": gettext_lazy("some rules to learn"),
    "hard": gettext_lazy("demanding, many rules"),
}


@dataclass(frozen=True)
class ScenarioCard:
    """A scenario in the reader's language. `weeks` is empty if one player decides the pace, or if it is unknown."""

    key: str
    name: str
    summary: str
    players: str
    length: str
    weeks: str


@dataclass(frozen=True)
class TitleCard:
    """A title in the reader's language. `picture` is a static file, or empty."""

    key: str
    name: str
    about: str
    picture: str
    players: str
    length: str
    weeks: str
    difficulty: str
    hidden: str
    alone: str
    scenarios: tuple[ScenarioCard, ...]


def build_title_cards(language: str) -> list[TitleCard]:
    """Return the cards of all titles, in the order of the offer."""
    return [_card(registry.current_title(key), language) for key in registry.title_keys()]


def format_players(counts: Iterable[int]) -> str:
    """Return the number of players in words: "2 players", "1 to 4 players"."""
    fewest, most = min(counts := list(counts)), max(counts)
    if fewest == most:
        return ngettext("%(count)d player", "%(count)d players", most) % {"count": most}
    return _("%(fewest)d to %(most)d players") % {"fewest": fewest, "most": most}


def format_weeks(scenarios: Iterable[Scenario]) -> str:
    """Return the usual length by e-mail in words: "about 3 weeks", "3 to 7 weeks"; empty if unknown.

    Scenarios for one player are left out, because there is nobody to wait for.
    """
    waits = [count for one in scenarios if len(one.seats) > 1 and one.waits[1] for count in one.waits]
    if not waits:
        return ""
    fewest, most = (max(1, round(count / WAITS_PER_WEEK)) for count in (min(waits), max(waits)))
    if fewest == most:
        return ngettext("about %(count)d week", "about %(count)d weeks", most) % {"count": most}
    return _("%(fewest)d to %(most)d weeks") % {"fewest": fewest, "most": most}


def _card(title: Title[Any], language: str) -> TitleCard:
    introduction, scenarios = title.introduction, title.scenarios.values()
    return TitleCard(
        key=title.key,
        name=title.name.get(language),
        about=(introduction.about if introduction.about.en else title.summary).get(language),
        picture=introduction.picture,
        players=format_players(len(one.seats) for one in scenarios),
        length=introduction.length.get(language),
        weeks=format_weeks(scenarios),
        difficulty=str(DIFFICULTIES.get(introduction.difficulty, "")),
        hidden=introduction.hidden.get(language),
        alone=introduction.alone.get(language),
        scenarios=tuple(_scenario(one, language) for one in scenarios),
    )


def _scenario(scenario: Scenario, language: str) -> ScenarioCard:
    return ScenarioCard(
        key=scenario.key,
        name=scenario.name.get(language),
        summary=scenario.summary.get(language),
        players=format_players([len(scenario.seats)]),
        length=scenario.length.get(language),
        weeks=format_weeks([scenario]),
    )
