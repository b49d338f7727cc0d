"""Titles in words and pictures, for people who choose what to play."""

from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games import registry
from games.kernel.title import Title


@dataclass(frozen=True)
class TitleCard:
    """A title in the reader's language. `picture` is a static file, or empty."""

    key: str
    name: str
    about: str
    picture: str
    players: str


def build_title_cards(language: str) -> list[TitleCard]:
    """Return the cards of all titles, in the order of the offer."""
    return [_card(registry.current_title(key), language) for key in registry.title_keys()]


def format_players(counts: set[int]) -> str:
    """Return the number of players in words: "2 players", "1 to 4 players"."""
    fewest, most = min(counts), max(counts)
    if fewest == most:
        return ngettext("%(count)d player", "%(count)d players", most) % {"count": most}
    return _("%(fewest)d to %(most)d players") % {"fewest": fewest, "most": most}


def _card(title: Title[Any], language: str) -> TitleCard:
    introduction = title.introduction
    return TitleCard(
        key=title.key,
        name=title.name.get(language),
        about=(introduction.about if introduction.about.en else title.summary).get(language),
        picture=introduction.picture,
        players=format_players({len(one.seats) for one in title.scenarios.values()}),
    )
