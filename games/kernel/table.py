"""The table that a step plays on: the state, and the events since the step began."""

from typing import Generic, NoReturn, TypeVar

from games.kernel.errors import TitleFault
from games.kernel.events import EVERYBODY, NOBODY, Audience, Event, EventVariant, EventVariants

S = TypeVar("S")

MAX_EVENTS = 10_000
"""The largest number of events in a step; a step with more is taken for an endless loop."""


class EndStep(Exception):
    """Raised by `end_step`; only the code that runs steps catches it."""

    def __init__(self, next_step: str | None) -> None:
        self.next_step = next_step
        super().__init__(next_step)


def end_step(next_step: str | None) -> NoReturn:
    """Leave the step at once, however deep the call; continue with `next_step` (None ends the game)."""
    raise EndStep(next_step)


class Table(Generic[S]):
    """A state in play. Titles subclass it with methods named after their rulebook's terms."""

    def __init__(self, state: S) -> None:
        self.state = state
        self.told: list[EventVariants] = []

    def emit(self, event: Event, *, to: Audience = NOBODY, reduced: Event | None = None) -> None:
        """Announce `event` to the seats in `to`, and the variant `reduced`, if given, to everybody else.

        The umpire always receives the event. Raises TitleFault if a step announces too many events.
        """
        if len(self.told) >= MAX_EVENTS:
            raise TitleFault(f"a step tells {type(event).__name__} again and again, and finds no end")
        forms = (
            (EventVariant(to, event),)
            if reduced is None
            else (EventVariant(to, event), EventVariant(EVERYBODY, reduced))
        )
        self.told.append(EventVariants(forms))
