"""What a seat hears in one of two worlds, and what of it may tell something hidden, judged when it is told."""

from dataclasses import replace
from typing import Any, NamedTuple

from games.kernel.codec import encode
from games.kernel.driver import Run
from games.kernel.events import WHOLE, Told
from games.kernel.table import Table
from games.kernel.title import Title


class Heard(NamedTuple):
    """An event in the wording of the observer, the step as it is shown, and the fields that may disclose something."""

    step: str
    event: Any
    meant: tuple[str, ...]

    @property
    def whole(self) -> bool:
        """Whether even that it is told may depend on hidden things."""
        return WHOLE in self.meant

    def same_as(self, other: "Heard") -> bool:
        """To the byte, and in the same step."""
        return self.step == other.step and encode(self.event) == encode(other.event)


class Ears:
    """Listens at the table of a title; `title` is the one to play with.

    Who may learn what depends on where ships and cards are at the moment of telling, so that is when it is judged.
    """

    def __init__(self, title: Title[Any], scenario: str, observer: str) -> None:
        self._true, self._scenario, self._observer = title, scenario, observer
        self._judged: dict[int, tuple[Told, tuple[str, ...]]] = {}
        self.title = replace(title, table=self._table)

    def heard(self, run: Run) -> list[Heard]:
        """What the observer was told in this run."""
        found = [(one, one.told.for_seat(self._observer)) for one in run.events]
        return [
            Heard(self.step(one.step), event, self._judged[id(one.told)][1])
            for one, event in found
            if event is not None
        ]

    def step(self, step: str | None) -> str:
        """What the observer is shown of a step."""
        return self._true.step_shown(self._scenario, step, self._observer) if step else ""

    def _table(self, state: Any) -> Table[Any]:
        table = self._true.table(state)
        table.told = _Noted(self, table)
        return table

    def judge(self, table: Table[Any], told: Told) -> None:
        """Note what may differ in an event that is being told."""
        event = told.for_seat(self._observer)
        if event is not None:
            self._judged[id(told)] = (told, self._true.discloses(table.state, event, self._observer))


class _Noted(list[Told]):
    """What was told at a table."""

    def __init__(self, ears: Ears, table: Table[Any]) -> None:
        super().__init__()
        self._ears, self._at = ears, table

    def append(self, told: Told) -> None:
        self._ears.judge(self._at, told)
        super().append(told)


def told_apart(here: list[Heard], there: list[Heard]) -> str | None:
    """Whether what was told so far is the same (None), differs by what the observer may learn (""), or else how."""
    for place, (one, other) in enumerate(zip(here, there, strict=False)):
        if not one.same_as(other):
            by_step_alone = encode(one.event) == encode(other.event)
            if one.whole and other.whole and not by_step_alone:
                return ""
            told_in_one_only = _goes_on(here[place:], other) if one.whole else _goes_on(there[place:], one)
            return "" if told_in_one_only else _judged(one, other)
    if len(here) == len(there):
        return None
    more = max(here, there, key=len)[min(len(here), len(there))]
    return "" if more.whole else f"hears {more.event!r} in one world only"


def _goes_on(told: list[Heard], other: Heard) -> bool:
    """Whether one world tells only more before it tells the like of what the other does, and may tell that or not.

    What was told more may have changed the rest: a ship that is fired at shoots worse.
    """
    further = next((one for one in told if not one.whole), None)
    if not told[0].whole or other.whole or further is None:
        return False
    return type(further.event) is type(other.event) and further.step == other.step


def _judged(one: Heard, other: Heard) -> str:
    """Whether two events differ in nothing but what both may disclose ("")."""
    if type(one.event) is not type(other.event):
        return f"hears {one.event!r} in one world and {other.event!r} in the other"
    if one.step != other.step:
        return f"hears {one.event!r} in step {one.step} and in step {other.step}"
    fields = one.event.__struct_fields__
    meant = {name for name in fields if all(name in heard.meant or heard.whole for heard in (one, other))}
    differing = [name for name in fields if getattr(one.event, name) != getattr(other.event, name)]
    leaked = [name for name in differing if name not in meant]
    return f"{', '.join(leaked)} tells the worlds apart: {one.event!r} against {other.event!r}" if leaked else ""
