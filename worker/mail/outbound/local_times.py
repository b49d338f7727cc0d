"""Times for players, in their own time zone and language."""

from datetime import datetime
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from django.utils.dateformat import format as format_date

from games.kernel.text import Text
from games.models import Player

_FORMAT = Text("D j M Y, H:i", "Y年n月j日(D) H:i")
_SHORT = Text("D j M H:i", "n月j日(D) H:i")
"""Times in e-mails and in subjects, in Django's letters for the parts of a date."""


def format_local_time(moment: datetime, player: Player) -> str:
    """Return the time in the player's named time zone. Call it with the player's language active."""
    zone = _zone(player.time_zone)
    local = moment.astimezone(zone)
    return f"{format_date(local, _FORMAT.get(player.language))} ({zone.key})"


def format_short_time(moment: datetime, player: Player) -> str:
    """Return the time in the player's time zone, for a subject: "Mon 30 Nov 18:00".

    Needs the player's language active.
    """
    return format_date(moment.astimezone(_zone(player.time_zone)), _SHORT.get(player.language))


def _zone(name: str) -> ZoneInfo:
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError):
        return ZoneInfo("UTC")
