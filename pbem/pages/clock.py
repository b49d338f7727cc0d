"""What is agreed on about time, as fields of the page on which a game is opened."""

from collections.abc import Iterator
from typing import Any

from django import forms
from django.utils.translation import get_language, gettext_lazy

from games.services.creation import MAX_HOURS
from games.stored.clock import MOST_GRACE, MOST_THINKING, Clock
from games.stored.clock_words import DAYS

FIELDS = (*("due_times", "weekdays", "think_hours", "grace_minutes", "time_zone", "release_times", "wait", "remind"),)
_OF_CLOCK = {"clock/at": "due_times", "release_at": "release_times"}


def field_of_clock(pointer: str) -> str:
    """The field that a problem of the service is about, if it is about time."""
    found = next((field for start, field in _OF_CLOCK.items() if pointer.startswith(start)), "")
    return found or (pointer.removeprefix("clock/").partition("/")[0] if pointer.startswith("clock/") else "")


def deadline_field() -> forms.IntegerField:
    """How long a decision may take."""
    return hours_field(gettext_lazy("Hours per decision"), gettext_lazy("Empty: no deadline."))


def hours_field(label: Any, help_text: Any = "", *, most: int = MAX_HOURS) -> forms.IntegerField:
    """Hours, at least one and `most` at most, or nothing."""
    return forms.IntegerField(label=label, help_text=help_text, required=False, min_value=1, max_value=most)


def zone_field(help_text: Any) -> forms.CharField:
    """Where the times of a clock are read; `help_text` says whose zone it is where nothing is given."""
    label = gettext_lazy("Time zone of these times")
    return forms.CharField(label=label, help_text=help_text, required=False, max_length=64)


def _days() -> list[tuple[int, str]]:
    language = (get_language() or "en")[:2]
    return [(number, day.get(language)) for number, day in enumerate(DAYS, 1)]


class ClockForm(forms.Form):
    """The fields about time; the service checks what they say together."""

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
        label=gettext_lazy("At least so many hours to think"), required=False, min_value=0, max_value=MOST_THINKING
    )
    grace_minutes = forms.IntegerField(
        label=gettext_lazy("Minutes after the deadline that still count"),
        required=False,
        min_value=0,
        max_value=MOST_GRACE,
    )
    release_times = forms.CharField(
        label=gettext_lazy("Results come out at these times of the day"),
        help_text=gettext_lazy("Empty: as soon as all have answered."),
        required=False,
        max_length=200,
    )
    time_zone = zone_field(gettext_lazy("Such as Europe/Berlin; empty: yours."))
    wait = forms.BooleanField(
        label=gettext_lazy("Results wait for the deadline, though all have answered"), required=False
    )
    remind = forms.BooleanField(label=gettext_lazy("Remind players as the time runs out"), required=False)

    def clock_fields(self) -> Iterator[forms.BoundField]:
        """The fields in the order of the page."""
        return (self[name] for name in FIELDS if name in self.fields)

    def has_clock_errors(self) -> bool:
        """Whether one of them has to be looked at."""
        return any(name in self.errors for name in FIELDS)

    def release_at(self) -> list[str]:
        """The times at which results come out."""
        return str(self.cleaned_data["release_times"]).split()

    def clock(self) -> Clock:
        """What else was agreed on."""
        given = self.cleaned_data
        return Clock(
            at=tuple(given["due_times"].split()),
            weekdays=tuple(given["weekdays"]),
            think_hours=given["think_hours"] or 0,
            grace_minutes=given["grace_minutes"] or 0,
            wait=given.get("wait", False),
            remind=given["remind"],
        )
