"""A game's clock in words, for pages and e-mails."""

from collections.abc import Iterable, Iterator, Sequence

from games.kernel.text import Text, join_texts
from games.persistence.clock import REMINDERS, Clock, has_deadlines

WEEKDAY_NAMES = (
    Text("Monday", "月曜日"),
    Text("Tuesday", "火曜日"),
    Text("Wednesday", "水曜日"),
    Text("Thursday", "木曜日"),
    Text("Friday", "金曜日"),
    Text("Saturday", "土曜日"),
    Text("Sunday", "日曜日"),
)
EARLY_RESULTS = Text(
    "When all have answered, the game goes on before the deadline.", "全員が回答すると、期限前でもゲームが進みます。"
)


def describe_clock(
    clock: Clock, hours: int | None, reminder: int | None, release_at: Sequence[str], zone: str
) -> tuple[Text, ...]:
    """Return the game's rules about time, a sentence each: deadlines, reminders, release of results, time zone.

    `hours` are the hours per decision, `reminder` the hours between reminder and deadline, `release_at` the times of
    day at which results are released.
    """
    return tuple(_sentences(clock, hours, reminder, release_at, zone))


def _sentences(
    clock: Clock, hours: int | None, reminder: int | None, release_at: Sequence[str], zone: str
) -> Iterator[Text]:
    yield _due(clock, hours, zone)
    if clock.weekdays:
        yield _weekdays(clock)
    if clock.think_hours:
        yield Text("There are at least {hours} hours to think.", "考える時間は最低{hours}時間です。").format(
            hours=clock.think_hours
        )
    if clock.grace_minutes:
        yield Text(
            "An answer counts up to {minutes} minutes after the deadline.", "期限後{minutes}分までの回答は有効です。"
        ).format(minutes=clock.grace_minutes)
    if has_deadlines(clock, hours):
        yield _early(clock, release_at)
    yield from _release(release_at, zone)
    yield from _reminders(clock, reminder)


def _due(clock: Clock, hours: int | None, zone: str) -> Text:
    if clock.at:
        times = _list(map(Text.same, clock.at))
        return Text("Decisions are due at {times} ({zone}).", "期限は{times}（{zone}）です。").format(
            times=times, zone=zone
        )
    if hours:
        if hours == 1:
            return Text("One hour for each decision.", "1つの決定につき1時間です。")
        return Text("{hours} hours for each decision.", "1つの決定につき{hours}時間です。").format(hours=hours)
    return Text("There is no deadline.", "期限はありません。")


def _weekdays(clock: Clock) -> Text:
    days = _list(WEEKDAY_NAMES[day - 1] for day in clock.weekdays)
    return Text("Deadlines fall on {days} only.", "期限は{days}だけです。").format(days=days)


def _early(clock: Clock, release_at: Sequence[str]) -> Text:
    if clock.wait:
        return Text("Results wait for the deadline, though all have answered.", "全員が回答しても期限まで待ちます。")
    if release_at:
        return Text(
            "When all have answered, results come out at the next fixed hour.",
            "全員が回答すると、次の定時に発表します。",
        )
    return EARLY_RESULTS


def _release(release_at: Sequence[str], zone: str) -> Iterator[Text]:
    if release_at:
        times = _list(map(Text.same, release_at))
        yield Text("Results come out at {times} ({zone}).", "結果の発表は{times}（{zone}）です。").format(
            times=times, zone=zone
        )


def _reminders(clock: Clock, reminder: int | None) -> Iterator[Text]:
    if clock.remind:
        most = int(REMINDERS[0][1][0].total_seconds() // 3600)
        yield Text(
            "Who has not answered is reminded as the time runs out, {most} hours before at the earliest.",
            "未回答者には残り時間に応じて、早くて{most}時間前から通知します。",
        ).format(most=most)
    elif reminder is not None:
        yield Text("A reminder {reminder} hours before the deadline.", "期限の{reminder}時間前に通知します。").format(
            reminder=reminder
        )


def _list(words: Iterable[Text]) -> Text:
    """Return words as an enumeration: "a, b and c"."""
    *most, last = words
    return Text("{most} and {last}", "{most}、{last}").format(most=join_texts(most), last=last) if most else last
