"""Being away: announced by the player, seen by all at the table, counted against a yearly allowance."""

from datetime import date, datetime

from django.conf import settings
from django.utils import timezone

from games.kernel.errors import malformed
from games.models import Player, Vacation
from games.stored.vacation import LONGEST, days_by_year, today_of


def do_announce_vacation(player: Player, first: date | None, last: date | None, *, now: datetime | None = None) -> None:
    """Be away from the `first` to the `last` day; without a first one from today, without a last one not at all.

    A spell that has not begun is forgotten; one that has counts to its end, so that nobody moves deadlines by
    announcing and recalling. The caller holds the player's row and stores the days there. Raises Malformed.
    """
    today = today_of(player, now or timezone.now())
    Vacation.objects.filter(player=player, first__gt=today).delete()
    if last is None:
        return
    begin = max(first or today, today)
    if last < begin:
        return
    if (last - begin).days >= LONGEST:
        raise malformed("/vacation_until", "Not so long at once.", "一度に指定できる期間を超えています。", "range")
    spells = list(Vacation.objects.filter(player=player).values_list("first", "last"))
    for year, days in days_by_year([*spells, (begin, last)]).items():
        if days > settings.PBEM_VACATION_DAYS and year in days_by_year([(begin, last)]):
            most = settings.PBEM_VACATION_DAYS
            en, ja = (
                f"{most} days a year, and no more: {days} in {year}.",
                f"{year}年は{days}日になります。年{most}日までです。",
            )
            raise malformed("/vacation_until", en, ja, "allowance")
    Vacation.objects.create(player=player, first=begin, last=last)
