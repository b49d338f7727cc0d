"""Write times for players, in their own time zone and language."""

from datetime import datetime
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from django.utils.dateformat import format as format_date

from games.kernel.text import Text
from games.models import Player

_FORMAT = Text("D j M Y, H:i", "Y年n月j日(D) H:i")
_SHORT = Text("D j M H:i", "n月j日(D) H:i")
"""The format of short times, as a Django date format, by language."""


def format_local_time(moment: datetime, player: Player) -> str:
    """Return the time in the player's time zone, with the zone's name. The player's language must be active."""
    zone = _zone(player.time_zone)
    local = moment.astimezone(zone)
    return f"{format_date(local, _FORMAT.get(player.language))} ({zone.key})"


def format_short_time(moment: datetime, player: Player) -> str:
    """Return the time in the player's time zone in a short form, for a subject: "Mon 30 Nov 18:00".

    The player's language must be active.
    """
    return format_date(moment.astimezone(_zone(player.time_zone)), _SHORT.get(player.language))


def _zone(name: str) -> ZoneInfo:
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError):
        return ZoneInfo("UTC")
