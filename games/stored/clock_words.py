"""A game's clock in words, for pages and letters."""

from collections.abc import Iterator, Sequence

from games.kernel.text import Text
from games.stored.clock import REMINDERS, Clock, has_deadlines

DAYS = (
    Text("Monday", "月曜日"),
    Text("Tuesday", "火曜日"),
    Text("Wednesday", "水曜日"),
    Text("Thursday", "木曜日"),
    Text("Friday", "金曜日"),
    Text("Saturday", "土曜日"),
    Text("Sunday", "日曜日"),
)
PLAIN = Text(
    "When all have answered, the game goes on before the deadline.", "全員が回答すると、期限前でもゲームが進みます。"
)


def clock_words(
    clock: Clock, hours: int | None, reminder: int | None, release_at: Sequence[str], zone: str
) -> tuple[Text, ...]:
    """All that is agreed on about time, a sentence each."""
    return tuple(_sentences(clock, hours, reminder, release_at, zone))


def _sentences(
    clock: Clock, hours: int | None, reminder: int | None, release_at: Sequence[str], zone: str
) -> Iterator[Text]:
    yield _due(clock, hours, zone)
    if clock.weekdays:
        yield _weekdays(clock)
    if clock.think_hours:
        en = f"There are at least {clock.think_hours} hours to think."
        yield Text(en, f"考える時間は最低{clock.think_hours}時間です。")
    if clock.grace_minutes:
        en = f"An answer counts up to {clock.grace_minutes} minutes after the deadline."
        yield Text(en, f"期限後{clock.grace_minutes}分までの回答は有効です。")
    if has_deadlines(clock, hours):
        yield _early(clock, release_at)
    yield from _release(release_at, zone)
    yield from _reminders(clock, reminder)


def _due(clock: Clock, hours: int | None, zone: str) -> Text:
    if clock.at:
        times = _list(clock.at)
        return Text(f"Decisions are due at {times.en} ({zone}).", f"期限は{times.ja}（{zone}）です。")
    if hours:
        return Text(f"{hours} hours for each decision.", f"1つの決定につき{hours}時間です。")
    return Text("There is no deadline.", "期限はありません。")


def _weekdays(clock: Clock) -> Text:
    days = [DAYS[day - 1] for day in clock.weekdays]
    en, ja = _list([day.en for day in days]).en, _list([day.ja for day in days]).ja
    return Text(f"Deadlines fall on {en} only.", f"期限は{ja}だけです。")


def _early(clock: Clock, release_at: Sequence[str]) -> Text:
    if clock.wait:
        return Text("Results wait for the deadline, though all have answered.", "全員が回答しても期限まで待ちます。")
    if release_at:
        return Text(
            "When all have answered, results come out at the next fixed hour.",
            "全員が回答すると、次の定時に発表します。",
        )
    return PLAIN


def _release(release_at: Sequence[str], zone: str) -> Iterator[Text]:
    if release_at:
        times = _list(tuple(release_at))
        yield Text(f"Results come out at {times.en} ({zone}).", f"結果の発表は{times.ja}（{zone}）です。")


def _reminders(clock: Clock, reminder: int | None) -> Iterator[Text]:
    if clock.remind:
        most = int(REMINDERS[0][1][0].total_seconds() // 3600)
        yield Text(
            f"Who has not answered is reminded as the time runs out, {most} hours before at the earliest.",
            f"未回答者には残り時間に応じて、早くて{most}時間前から通知します。",
        )
    elif reminder is not None:
        yield Text(f"A reminder {reminder} hours before the deadline.", f"期限の{reminder}時間前に通知します。")


def _list(words: Sequence[str]) -> Text:
    """Words in a row, the last two joined."""
    *most, last = words
    return Text(f"{', '.join(most)} and {last}" if most else last, "、".join(words))
