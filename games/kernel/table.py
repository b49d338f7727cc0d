"""The table that a step plays on: the state, and what has been told since the step began."""

from typing import Generic, NoReturn, TypeVar

from games.kernel.errors import TitleFault
from games.kernel.events import EVERYBODY, NOBODY, Audience, Event, Told, ToldForm

S = TypeVar("S")

MOST_TOLD = 10_000
"""A step that tells more than this goes round in circles."""


class EndStep(Exception):
    """Raised by `end_step` and caught by the driver alone."""

    def __init__(self, next_step: str | None) -> None:
        self.next_step = next_step
        super().__init__(next_step)


def end_step(next_step: str | None) -> NoReturn:
    """Leave the step at once, however deep the call; go on with `next_step` (None ends the game)."""
    raise EndStep(next_step)


class Table(Generic[S]):
    """A state in play. Titles subclass it with the words of their rulebook."""

    def __init__(self, state: S) -> None:
        self.state = state
        self.told: list[Told] = []

    def emit(self, event: Event, *, to: Audience = NOBODY, reduced: Event | None = None) -> None:
        """Tell `event` to the seats in `to`, and `reduced`, if given, to everybody else.

        What nobody is told is still kept for the umpire. Raises TitleFault in a step that tells without end.
        """
        if len(self.told) >= MOST_TOLD:
            raise TitleFault(f"a step tells {type(event).__name__} again and again, and finds no end")
        forms = (ToldForm(to, event),) if reduced is None else (ToldForm(to, event), ToldForm(EVERYBODY, reduced))
        self.told.append(Told(forms))
