"""Titles and scenarios in words and pictures, for people who choose what to play."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games import registry
from games.kernel.scenarios import Introduction, Scenario
from games.kernel.title import Title
from pbem.web.pages.bot_names import list_bot_choices

SHOWN_AT_ONCE = 3
"""The number of a title's scenarios that the catalogue shows at once, so that all titles can be compared."""
WAITS_PER_WEEK = 14
"""Answers per week by which the length of a game in weeks is estimated: each answer takes half a day."""
DIFFICULTIES = {
    "easy": gettext_lazy("easy to learn"),
    "medium": gettext_lazy("some rules to learn"),
    "hard": gettext_lazy("demanding, many rules"),
}


@dataclass(frozen=True)
class ScenarioCard:
    """A scenario in the reader's language, for people who choose what to play."""

    key: str
    name: str
    summary: str
    players: str
    """The number of players in words."""
    length: str
    """The number of turns or days in words."""
    weeks: str
    """The usual length of a game by e-mail in words; empty if it is unknown, and for a solo game."""
    map: str
    """The path of a static file with a small map; empty if there is none."""
    for_one: bool
    """True if the scenario has one seat."""
    for_first_game: bool
    """True if the scenario suits players who never played the title."""


@dataclass(frozen=True)
class TitleCard:
    """A title in the reader's language, for people who choose what to play."""

    key: str
    name: str
    about: str
    """One or two sentences about the title."""
    picture: str
    """The path of a static file; empty if there is no picture."""
    players: str
    """The numbers of players in words."""
    length: str
    """The number of turns in words."""
    weeks: str
    """The usual length of a game by e-mail in words."""
    difficulty: str
    """How much there is to learn, in words."""
    hidden: str
    """What players do not know of each other."""
    alone: str
    """How one person plays it."""
    bots: tuple[str, ...]
    """The names of the bots to play against."""
    first_scenarios: tuple[ScenarioCard, ...]
    """The scenarios that the catalogue shows at once, that for a first game at the top."""
    more_scenarios: tuple[ScenarioCard, ...]
    """The other scenarios, which the catalogue shows on demand."""
    more_players: str
    """The numbers of players of those scenarios in words; empty if the scenarios shown at once have the same."""


def build_title_cards(language: str) -> list[TitleCard]:
    """Return the cards of all titles, in the order of the registry."""
    return [build_title_card(registry.current_title(key), language) for key in registry.title_keys()]


def format_players(counts: Iterable[int]) -> str:
    """Return the numbers of players of several scenarios in words: "2 players", "1 to 4 players"."""
    fewest, most = min(counts := list(counts)), max(counts)
    if fewest == most:
        return ngettext("%(count)d player", "%(count)d players", most) % {"count": most}
    return _("%(fewest)d to %(most)d players") % {"fewest": fewest, "most": most}


def format_weeks(scenarios: Iterable[Scenario]) -> str:
    """Return the usual length of a game by e-mail in words: "about 3 weeks", "3 to 7 weeks"; empty if unknown.

    Scenarios for one player are left out, because a solo game waits for nobody.
    """
    waits = [count for one in scenarios if len(one.seats) > 1 and one.waits[1] for count in one.waits]
    if not waits:
        return ""
    fewest, most = (max(1, round(count / WAITS_PER_WEEK)) for count in (min(waits), max(waits)))
    if fewest == most:
        return ngettext("about %(count)d week", "about %(count)d weeks", most) % {"count": most}
    return _("%(fewest)d to %(most)d weeks") % {"fewest": fewest, "most": most}


def build_title_card(title: Title[Any], language: str) -> TitleCard:
    """Return the card of one title."""
    introduction, scenarios = title.introduction, title.scenarios.values()
    by_ease = sorted(scenarios, key=lambda one: one.key != introduction.first_scenario)
    cards = tuple(_scenario(introduction, one, language) for one in by_ease)
    counts = [len(one.seats) for one in by_ease]
    has_others = bool(set(counts[SHOWN_AT_ONCE:]) - set(counts[:SHOWN_AT_ONCE]))
    return TitleCard(
        key=title.key,
        name=title.name.get(language),
        about=(introduction.about if introduction.about.en else title.summary).get(language),
        picture=introduction.picture.get(language),
        players=format_players(len(one.seats) for one in scenarios),
        length=introduction.length.get(language),
        weeks=format_weeks(scenarios),
        difficulty=str(DIFFICULTIES.get(introduction.difficulty, "")),
        hidden=introduction.hidden.get(language),
        alone=introduction.alone.get(language),
        bots=tuple(name for _key, name in list_bot_choices(title, language)),
        first_scenarios=cards[:SHOWN_AT_ONCE],
        more_scenarios=cards[SHOWN_AT_ONCE:],
        more_players=format_players(counts[SHOWN_AT_ONCE:]) if has_others else "",
    )


def _scenario(introduction: Introduction, scenario: Scenario, language: str) -> ScenarioCard:
    return ScenarioCard(
        key=scenario.key,
        name=scenario.name.get(language),
        summary=scenario.summary.get(language),
        players=format_players([len(scenario.seats)]),
        length=scenario.length.get(language),
        weeks=format_weeks([scenario]),
        map=introduction.maps.format(scenario.key),
        for_one=len(scenario.seats) == 1,
        for_first_game=scenario.key == introduction.first_scenario,
    )
