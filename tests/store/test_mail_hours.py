"""When a letter leaves: gathered, outside of quiet hours, and never so late that its decision suffers."""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from games.persistence.mail_hours import (
    MailHours,
    compute_send_time,
    describe_mail_hours,
    dump_mail_hours,
    load_mail_hours,
    mail_hours_problems,
)

BERLIN = ZoneInfo("Europe/Berlin")
KATHMANDU = ZoneInfo("Asia/Kathmandu")
DAILY = MailHours(digest="daily", at="07:00")
HOURLY = MailHours(digest="hourly")
NIGHT = MailHours(quiet_from="22:00", quiet_until="07:00")
NOON = MailHours(quiet_from="12:00", quiet_until="13:30")
BOTH = MailHours(digest="daily", at="23:00", quiet_from="22:00", quiet_until="07:00")


def at(text: str) -> datetime:
    """A moment of summer in Berlin, two hours before UTC."""
    return datetime.fromisoformat(f"2026-07-{text}").replace(tzinfo=BERLIN).astimezone(UTC)


@pytest.mark.parametrize(
    ("hours", "owed", "leaves"),
    [
        (MailHours(), "10 03:00", "10 03:00"),
        (DAILY, "10 06:59", "10 07:00"),
        (DAILY, "10 07:00", "11 07:00"),
        (HOURLY, "10 06:01", "10 07:00"),
        (HOURLY, "10 06:00", "10 07:00"),
        (NIGHT, "10 21:59", "10 21:59"),
        (NIGHT, "10 22:00", "11 07:00"),
        (NIGHT, "10 06:59", "10 07:00"),
        (NIGHT, "10 07:00", "10 07:00"),
        (NOON, "10 11:59", "10 11:59"),
        (NOON, "10 12:00", "10 13:30"),
        (NOON, "10 13:30", "10 13:30"),
        (BOTH, "10 08:00", "11 07:00"),
    ],
)
def test_news_leaves_at_its_hour(hours: MailHours, owed: str, leaves: str) -> None:
    assert compute_send_time(hours, BERLIN, at(owed), at(owed)) == at(leaves)


@pytest.mark.parametrize(
    ("hours", "owed", "due", "leaves"),
    [
        (DAILY, "10 08:00", "11 08:00", "10 20:00"),
        (DAILY, "10 06:00", "11 06:00", "10 07:00"),
        (DAILY, "10 08:00", "13 08:00", "11 07:00"),
        (NIGHT, "10 23:00", "11 01:00", "11 00:00"),
        (NIGHT, "10 23:00", "11 23:00", "11 07:00"),
        (BOTH, "10 20:00", "11 04:00", "10 22:00"),
        (BOTH, "10 12:00", "11 10:00", "10 22:00"),
        (BOTH, "10 12:00", "11 07:00", "10 21:30"),
        (HOURLY, "10 08:10", "10 08:30", "10 08:20"),
        (DAILY, "10 08:00", "10 08:00", "10 08:00"),
        (DAILY, "10 08:00", "10 07:00", "10 08:00"),
    ],
)
def test_what_asks_waits_for_half_of_its_time_and_leaves_before_the_night(
    hours: MailHours, owed: str, due: str, leaves: str
) -> None:
    assert compute_send_time(hours, BERLIN, at(owed), at(owed), at(due)) == at(leaves)


@pytest.mark.parametrize(
    ("hours", "owed", "now", "due", "leaves"),
    [
        (DAILY, "10 06:00", "10 07:00", None, "10 07:00"),
        (DAILY, "10 06:00", "10 09:00", None, "10 09:00"),
        (NIGHT, "10 12:00", "10 23:00", None, "11 07:00"),
        (NIGHT, "10 12:00", "10 23:00", "11 01:00", "10 23:00"),
        (DAILY, "10 08:00", "10 21:00", "11 08:00", "10 21:00"),
    ],
)
def test_a_letter_that_could_not_leave_in_time_leaves_when_it_can(
    hours: MailHours, owed: str, now: str, due: str | None, leaves: str
) -> None:
    assert compute_send_time(hours, BERLIN, at(owed), at(now), at(due) if due else None) == at(leaves)


@pytest.mark.parametrize(
    ("owed", "leaves"),
    [
        ("2026-03-28T12:00+00:00", "2026-03-29T01:00+00:00"),  # 02:30 does not exist on the 29th: when it would be
        ("2026-10-24T12:00+00:00", "2026-10-25T00:30+00:00"),  # 02:30 comes twice on the 25th: the first
        ("2026-10-25T00:30+00:00", "2026-10-26T01:30+00:00"),
    ],
)
def test_when_the_clocks_change(owed: str, leaves: str) -> None:
    daily, moment = MailHours(digest="daily", at="02:30"), datetime.fromisoformat(owed)
    found = compute_send_time(daily, BERLIN, moment, moment)
    assert abs(found - datetime.fromisoformat(leaves)) <= timedelta(minutes=30)
    assert found.astimezone(BERLIN).strftime("%H:%M") in ("02:30", "03:30")


@pytest.mark.parametrize("night", ["2026-03-28", "2026-10-24"])
def test_the_night_ends_at_seven_whatever_the_clocks_do(night: str) -> None:
    owed = datetime.fromisoformat(f"{night}T22:30").replace(tzinfo=BERLIN).astimezone(UTC)
    found = compute_send_time(NIGHT, BERLIN, owed, owed).astimezone(BERLIN)
    assert (found.hour, found.minute) == (7, 0)
    assert found.date() - datetime.fromisoformat(night).date() == timedelta(days=1)


def test_a_full_hour_is_that_of_the_reader() -> None:
    owed = datetime(2026, 7, 10, 6, 20, tzinfo=UTC)  # 12:05 there
    assert compute_send_time(HOURLY, KATHMANDU, owed, owed) == datetime(2026, 7, 10, 7, 15, tzinfo=UTC)


@pytest.mark.parametrize(
    ("hours", "fault"),
    [
        (MailHours(digest="daily"), ("/mail_hours/at", "needs")),
        (MailHours(at="07:00"), ("/mail_hours/at", "needs")),
        (MailHours(digest="hourly", at="07:00"), ("/mail_hours/at", "needs")),
        (MailHours(digest="daily", at="7:00"), ("/mail_hours/at", "hour")),
        (MailHours(digest="daily", at="24:00"), ("/mail_hours/at", "hour")),
        (MailHours(quiet_from="22:00"), ("/mail_hours/quiet_until", "needs")),
        (MailHours(quiet_until="22:00"), ("/mail_hours/quiet_until", "needs")),
        (MailHours(quiet_from="22:00", quiet_until="22:00"), ("/mail_hours/quiet_until", "range")),
    ],
)
def test_wishes_that_are_none(hours: MailHours, fault: tuple[str, str]) -> None:
    assert [(one.pointer, one.code) for one in mail_hours_problems(hours)] == [fault]


@pytest.mark.parametrize("hours", [MailHours(), DAILY, HOURLY, NIGHT, BOTH])
def test_wishes_are_kept_as_they_are(hours: MailHours) -> None:
    assert list(mail_hours_problems(hours)) == []
    assert load_mail_hours(dump_mail_hours(hours)) == hours
    assert bool(dump_mail_hours(hours)) == bool(describe_mail_hours(hours).en) == bool(describe_mail_hours(hours).ja)
