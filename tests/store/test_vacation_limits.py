"""The days of vacation in a year, and the longest one."""

from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest

from games.kernel.errors import Malformed
from games.models import Player, Vacation
from games.persistence.vacation import MAX_VACATION_DAYS
from games.services.vacations import do_announce_vacation

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]
NOW = datetime(2027, 3, 10, 12, tzinfo=UTC)


def test_a_vacation_is_counted_by_the_year(anna: Player, settings: Any) -> None:
    settings.PBEM_VACATION_DAYS = 10

    def away(first: date | None, last: date | None) -> None:
        do_announce_vacation(anna, first, last, now=NOW)

    away(date(2027, 4, 1), date(2027, 4, 10))
    assert Vacation.objects.values_list("first", "last").get() == (date(2027, 4, 1), date(2027, 4, 10))
    with pytest.raises(Malformed) as refusal:
        away(date(2027, 4, 1), date(2027, 4, 11))
    assert [(one.pointer, one.code) for one in refusal.value.problems] == [("/vacation_until", "allowance")]
    assert "10 days a year, and no more: 11 in 2027" in str(refusal.value)
    Vacation.objects.all().delete()
    away(None, date(2027, 3, 12))
    assert Vacation.objects.values_list("first", "last").get() == (date(2027, 3, 10), date(2027, 3, 12))
    away(date(2027, 3, 1), None)
    assert Vacation.objects.count() == 1, "what has begun counts to its end"
    away(date(2027, 3, 1), date(2027, 3, 9))
    assert Vacation.objects.count() == 1, "what is past is none"
    away(date(2027, 3, 1), date(2027, 3, 10))
    assert Vacation.objects.filter(first=date(2027, 3, 10)).count() == 2
    away(date(2028, 1, 1), date(2028, 1, 10))


def test_a_vacation_has_a_longest(anna: Player, settings: Any) -> None:
    settings.PBEM_VACATION_DAYS = 1000
    first = date(2027, 4, 1)
    with pytest.raises(Malformed) as refusal:
        do_announce_vacation(anna, first, first + timedelta(days=MAX_VACATION_DAYS), now=NOW)
    assert [(one.pointer, one.code) for one in refusal.value.problems] == [("/vacation_until", "range")]
    do_announce_vacation(anna, first, first + timedelta(days=MAX_VACATION_DAYS - 1), now=NOW)
