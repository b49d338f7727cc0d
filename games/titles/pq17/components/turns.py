"""8.0 Time: months, and turns of half a day."""

from functools import lru_cache
from typing import Literal, get_args

from msgspec import Struct

Month = Literal["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]
MONTHS: tuple[Month, ...] = get_args(Month)


class Turn(Struct, frozen=True, order=True, gc=False):
    """8.1 A turn of twelve hours: number 1 is day 1 AM, 2 is day 1 PM.

    The numbers may go on beyond the last turn of an operation, day 15 PM.
    """

    number: int

    @property
    def day(self) -> int:
        """The day, from 1."""
        return (self.number + 1) // 2

    @property
    def is_morning(self) -> bool:
        """True for an AM turn."""
        return self.number % 2 == 1

    def after(self, turns: int) -> "Turn":
        """Return the turn that is `turns` turns later; a negative number means earlier."""
        return Turn(self.number + turns)

    def __str__(self) -> str:
        return f"{self.day} {'am' if self.is_morning else 'pm'}"


@lru_cache(maxsize=256)
def turn_of(number: int) -> Turn:
    """8.1 Return the turn with this number. The result is cached, because the rules ask for turns very often."""
    return Turn(number)


def read_turn(text: str) -> Turn:
    """Return the turn for a text such as "5 am". Raises ValueError for any other text."""
    day, _, half = text.partition(" ")
    if not day.isdecimal() or int(day) < 1 or half not in ("am", "pm"):
        raise ValueError(f"{text!r} is no turn (a day with am or pm)")
    return Turn(2 * int(day) - (half == "am"))


def month_of(date: str) -> Month:
    """Return the month of a date such as 1942-07. Raises ValueError for any other text."""
    year, _, month = date.partition("-")
    if len(year) != 4 or not (year + month).isdecimal() or not 1 <= int(month or "0") <= 12:
        raise ValueError(f"{date!r} is no month (year and month, as 1942-07)")
    return MONTHS[int(month) - 1]
