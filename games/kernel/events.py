"""Events, and the variant that each audience may see. By default an event has no audience."""

from typing import Any

from msgspec import Struct, field

Audience = tuple[str, ...]
EVERYBODY: Audience = ("*",)
NOBODY: Audience = ()
PUBLIC = "public"
UMPIRE = "umpire"
ALL_FIELDS = "*"
"""Returned by `Event.discloses` if all fields, and even the event's existence, may teach hidden information."""


class Event(Struct, frozen=True, omit_defaults=True, tag_field="event", gc=False):
    """Base class of a title's events."""

    def discloses(self, seat: str) -> tuple[str, ...]:
        """Return the fields in which the rules disclose hidden facts to `seat` (`ALL_FIELDS`: all); by default none."""
        return ()


class EventVariant(Struct, frozen=True, gc=False):
    """One variant of an event, and the seats that receive it ("*": every audience without a variant of its own)."""

    to: Audience
    event: Any


class EventVariants(Struct, frozen=True, gc=False):
    """An event with all its variants, the fullest first."""

    variants: tuple[EventVariant, ...] = field(name="forms")

    def for_seat(self, seat: str) -> Any | None:
        """Return the variant for `seat`, or None if the seat receives no variant.

        The umpire gets the fullest variant, the public only the variant for everybody.
        """
        if seat == UMPIRE:
            return self.variants[0].event if self.variants else None
        for form in self.variants:
            if seat in form.to or form.to == EVERYBODY:
                return form.event
        return None
