"""What a player has used up of the yearly allowance."""

from django.utils import timezone

from games.models import Player, Vacation
from games.stored.vacation import days_by_year, today_of


def days_away(player: Player) -> int:
    """The days of this year that the player was away, is, or means to be."""
    spells = Vacation.objects.filter(player=player).values_list("first", "last")
    return days_by_year(spells).get(today_of(player, timezone.now()).year, 0)
