"""The names of bots on pages, in the reader's language."""

from typing import Any

from django.utils.translation import gettext as _

from games.kernel.bot_levels import describe_level
from games.kernel.text import Text
from games.kernel.title import Title

NAME_AND_NOTE = Text("{name}: {note}", "{name}：{note}")


def get_bot_name(title: Title[Any], bot: str, language: str) -> str:
    """Return the name that players read for the bot with the key `bot`; the name says how well the bot plays.

    The key may be one of an earlier version of the title.
    """
    return _("Bot “%(name)s”") % {"name": describe_level(title.bot_level(bot)).name.get(language)}


def list_bot_choices(title: Title[Any], language: str) -> list[tuple[str, str]]:
    """Return the bots that a host can choose: pairs of the bot's key, and its name with a sentence about its play."""
    return [(bot, _describe(title, bot, language)) for bot in title.bot_levels]


def _describe(title: Title[Any], bot: str, language: str) -> str:
    note, name = describe_level(bot).note.get(language), get_bot_name(title, bot, language)
    return NAME_AND_NOTE.get(language).format(name=name, note=note) if note else name
