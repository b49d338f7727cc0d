"""Moments as a player reads them: on their own clock, in their language."""

from datetime import datetime
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from django.utils.dateformat import format as format_date

from games.models import Player

_FORMATS = {"en": "D j M Y, H:i", "ja": "Y年n月j日(D) H:i"}


def local_time(moment: datetime, player: Player) -> str:
    """The moment in the player's time zone, which is named. Call it with the player's language active."""
    zone = _zone(player.time_zone)
    local = moment.astimezone(zone)
    return f"{format_date(local, _FORMATS.get(player.language, _FORMATS['en']))} ({zone.key})"


def _zone(name: str) -> ZoneInfo:
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError):
        return ZoneInfo("UTC")
