"""What happened, told to each seat in the form that it may know. The default audience is nobody."""

from typing import Any

from msgspec import Struct

Audience = tuple[str, ...]
EVERYBODY: Audience = ("*",)
NOBODY: Audience = ()
PUBLIC = "public"
UMPIRE = "umpire"
WHOLE = "*"
"""Among the fields that an event discloses: all of them, and that it is told at all."""


class Event(Struct, frozen=True, omit_defaults=True, tag_field="event", gc=False):
    """The base of a title's events."""

    def discloses(self, seat: str) -> tuple[str, ...]:
        """The fields from which `seat` may learn something hidden (`WHOLE`: all); none unless the event says so."""
        return ()


class ToldForm(Struct, frozen=True, gc=False):
    """One wording of an event, and the seats that get it ("*" is everybody else)."""

    to: Audience
    event: Any


class Told(Struct, frozen=True, gc=False):
    """An event with all its wordings, fullest first."""

    forms: tuple[ToldForm, ...]

    def for_seat(self, seat: str) -> Any | None:
        """The event as `seat` saw it; the umpire sees the fullest wording, the public only what everybody sees."""
        if seat == UMPIRE:
            return self.forms[0].event if self.forms else None
        for form in self.forms:
            if seat in form.to or form.to == EVERYBODY:
                return form.event
        return None
