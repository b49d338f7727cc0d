"""Leak detection: compare an observer's events in two worlds, and find the events that disclose hidden information."""

from typing import Any, NamedTuple

from games.kernel.codec import encode
from games.kernel.driver import DriveResult
from games.kernel.events import ALL_FIELDS, EventVariants
from games.kernel.table import Table
from games.kernel.title import Title


class ObservedEvent(NamedTuple):
    """The observer's variant of an event, the step that the observer sees, and the fields that may disclose secrets."""

    step: str
    event: Any
    disclosed_fields: tuple[str, ...]

    @property
    def may_be_secret(self) -> bool:
        """True if even the event's existence may depend on hidden information."""
        return ALL_FIELDS in self.disclosed_fields

    def same_as(self, other: "ObservedEvent") -> bool:
        """Return True if both events are byte-identical and in the same step."""
        return self.step == other.step and encode(self.event) == encode(other.event)


class Listener:
    """Records which fields of each event may disclose secrets to one observer.

    Play the game with the listener's `title`, whose tables report their events. What an event may disclose depends on
    the state at that moment, so the listener records these fields when the event is emitted.
    """

    def __init__(self, title: Title[Any], scenario: str, observer: str) -> None:
        self._true, self._scenario, self._observer = title, scenario, observer
        self._judged: dict[int, tuple[EventVariants, tuple[str, ...]]] = {}
        self.title = title.evolve(table=self._table)

    def observed(self, run: DriveResult) -> list[ObservedEvent]:
        """Return the events of a run that the observer received."""
        found = [(one, one.event.for_seat(self._observer)) for one in run.events]
        return [
            ObservedEvent(self.visible_step(one.step), event, self._judged[id(one.event)][1])
            for one, event in found
            if event is not None
        ]

    def visible_step(self, step: str | None) -> str:
        """Return the key of a step as the observer sees it; empty for None."""
        return self._true.secrecy.visible_step(self._scenario, step, self._observer) if step else ""

    def _table(self, state: Any) -> Table[Any]:
        table = self._true.rules.table(state)
        table.told = _Noted(self, table)
        return table

    def record(self, table: Table[Any], variants: EventVariants) -> None:
        """Record an event that has just been emitted on `table`, and which of its fields may disclose secrets."""
        event = variants.for_seat(self._observer)
        if event is not None:
            self._judged[id(variants)] = (variants, self._true.secrecy.discloses(table.state, event, self._observer))


class _Noted(list[EventVariants]):
    """The list of a table's events, which notifies a listener of each event."""

    def __init__(self, ears: Listener, table: Table[Any]) -> None:
        super().__init__()
        self._ears, self._at = ears, table

    def append(self, told: EventVariants) -> None:
        self._ears.record(self._at, told)
        super().append(told)


def find_leak(here: list[ObservedEvent], there: list[ObservedEvent]) -> str | None:
    """Compare the observer's events in one world (`here`) and in the other (`there`).

    Return None for equal events, "" if the observer may learn the difference, otherwise a description of the leak.
    """
    for place, (one, other) in enumerate(zip(here, there, strict=False)):
        if not one.same_as(other):
            by_step_alone = encode(one.event) == encode(other.event)
            if one.may_be_secret and other.may_be_secret and not by_step_alone:
                return ""
            told_in_one_only = _goes_on(here[place:], other) if one.may_be_secret else _goes_on(there[place:], one)
            return "" if told_in_one_only else _judged(one, other)
    if len(here) == len(there):
        return None
    more = max(here, there, key=len)[min(len(here), len(there))]
    return "" if more.may_be_secret else f"hears {more.event!r} in one world only"


def _goes_on(told: list[ObservedEvent], other: ObservedEvent) -> bool:
    """Return True if additional events in one world, all allowed to be secret, precede the counterpart of `other`.

    `told` are the events of this world from the first difference on, `other` is the other world's event there. The
    counterpart may differ in its fields, because the additional events may have caused that: a ship under fire shoots
    worse.
    """
    further = next((one for one in told if not one.may_be_secret), None)
    if not told[0].may_be_secret or other.may_be_secret or further is None:
        return False
    return type(further.event) is type(other.event) and further.step == other.step


def _judged(one: ObservedEvent, other: ObservedEvent) -> str:
    """Return "" if two events differ only in fields that both may disclose, else a description of the leak."""
    if type(one.event) is not type(other.event):
        return f"hears {one.event!r} in one world and {other.event!r} in the other"
    if one.step != other.step:
        return f"hears {one.event!r} in step {one.step} and in step {other.step}"
    fields = one.event.__struct_fields__
    meant = {
        name for name in fields if all(name in heard.disclosed_fields or heard.may_be_secret for heard in (one, other))
    }
    differing = [name for name in fields if getattr(one.event, name) != getattr(other.event, name)]
    leaked = [name for name in differing if name not in meant]
    return f"{', '.join(leaked)} tells the worlds apart: {one.event!r} against {other.event!r}" if leaked else ""
