"""The bots of the title, by level of play."""

from collections.abc import Mapping

from games.kernel.bot_levels import CADET, CAPTAIN
from games.kernel.title import Bot
from games.titles.pirates.bot.captain import captain
from games.titles.pirates.components.box import Box


def bots(box: Box) -> Mapping[str, Bot]:
    """Return the bots that play with the components in `box`, by the key of their level."""
    return {CADET: captain(box, cadet=True), CAPTAIN: captain(box)}
