"""The levels of the bot: cadet and captain."""

from collections.abc import Mapping

from games.kernel.bot_levels import CADET, CAPTAIN
from games.kernel.title import Bot
from games.titles.pq17.bot.captain import captain
from games.titles.pq17.components.contents import Box


def bots(box: Box) -> Mapping[str, Bot]:
    """Return the bots that play with the components in `box`, by level."""
    return {CADET: captain(box, cadet=True), CAPTAIN: captain(box)}
