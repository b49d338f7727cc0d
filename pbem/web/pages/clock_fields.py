"""Form fields for the clock of a game: when decisions are due, and when results are released."""

from collections.abc import Iterator
from typing import Any

from django import forms
from django.utils.translation import get_language, gettext_lazy

from games.kernel.catalogues import supported
from games.persistence.clock import MAX_GRACE_MINUTES, MAX_THINK_HOURS, Clock
from games.persistence.clock_text import WEEKDAY_NAMES
from games.services.creation import MAX_DEADLINE_HOURS

CLOCK_FIELDS = (
    *("due_times", "weekdays", "think_hours", "grace_minutes", "time_zone", "release_times", "wait", "remind"),
)
_OF_CLOCK = {"clock/at": "due_times", "release_at": "release_times"}


def find_clock_field(pointer: str) -> str:
    """Return the name of the form field beside which a problem from the service is shown; "" if it is not about time.

    `pointer` is the problem's JSON pointer without the first slash.
    """
    found = next((field for start, field in _OF_CLOCK.items() if pointer.startswith(start)), "")
    return found or (pointer.removeprefix("clock/").partition("/")[0] if pointer.startswith("clock/") else "")


def make_deadline_field() -> forms.IntegerField:
    """Return the form field for the hours that players have for a decision."""
    return make_hours_field(gettext_lazy("Hours per decision"), gettext_lazy("Empty: no deadline."))


def make_hours_field(label: Any, help_text: Any = "", *, most: int = MAX_DEADLINE_HOURS) -> forms.IntegerField:
    """Return a form field for a number of hours from 1 to `most`; the field may stay empty."""
    return forms.IntegerField(label=label, help_text=help_text, required=False, min_value=1, max_value=most)


def make_time_zone_field(help_text: Any) -> forms.CharField:
    """Return the form field for the time zone of the clock's times; `help_text` says what an empty field means."""
    label = gettext_lazy("Time zone of these times")
    return forms.CharField(label=label, help_text=help_text, required=False, max_length=64)


def _days() -> list[tuple[int, str]]:
    language = supported(get_language())
    return [(number, day.get(language)) for number, day in enumerate(WEEKDAY_NAMES, 1)]


class ClockForm(forms.Form):
    """The fields of the clock; the service checks them together."""

    due_times = forms.CharField(
        label=gettext_lazy("Decisions are due at these times of the day"),
        help_text=gettext_lazy("Such as 07:00 19:00; in place of hours per decision."),
        required=False,
        max_length=200,
    )
    weekdays = forms.TypedMultipleChoiceField(
        label=gettext_lazy("Days on which a deadline may fall"),
        help_text=gettext_lazy("None chosen: all."),
        required=False,
        coerce=int,
        choices=_days,
    )
    think_hours = forms.IntegerField(
        label=gettext_lazy("At least so many hours to think"), required=False, min_value=0, max_value=MAX_THINK_HOURS
    )
    grace_minutes = forms.IntegerField(
        label=gettext_lazy("Minutes after the deadline that still count"),
        required=False,
        min_value=0,
        max_value=MAX_GRACE_MINUTES,
    )
    release_times = forms.CharField(
        label=gettext_lazy("Results come out at these times of the day"),
        help_text=gettext_lazy("Empty: as soon as all have answered."),
        required=False,
        max_length=200,
    )
    time_zone = make_time_zone_field(gettext_lazy("Such as Europe/Berlin; empty: yours."))
    wait = forms.BooleanField(
        label=gettext_lazy("Results wait for the deadline, though all have answered"), required=False
    )
    remind = forms.BooleanField(label=gettext_lazy("Remind players as the time runs out"), required=False)

    def clock_fields(self) -> Iterator[forms.BoundField]:
        """Return the fields of the clock in the order of the page."""
        return (self[name] for name in CLOCK_FIELDS if name in self.fields)

    def has_clock_errors(self) -> bool:
        """Return True if one of the fields of the clock has an error."""
        return any(name in self.errors for name in CLOCK_FIELDS)

    def release_at(self) -> list[str]:
        """Return the entered times of the day at which results are released, such as "07:00"."""
        return str(self.cleaned_data["release_times"]).split()

    def clock(self) -> Clock:
        """Return the clock with the values that were entered."""
        given = self.cleaned_data
        return Clock(
            at=tuple(given["due_times"].split()),
            weekdays=tuple(given["weekdays"]),
            think_hours=given["think_hours"] or 0,
            grace_minutes=given["grace_minutes"] or 0,
            wait=given.get("wait", False),
            remind=given["remind"],
        )
