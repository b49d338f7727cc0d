"""What a sheet is made of: the controls of a page, the rows that they stand in, and the rows as entered."""

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True)
class OrderRow:
    """One order (or rule) as entered: its way's place in the form's list, and the values of each field."""

    way: int
    values: Mapping[str, tuple[str, ...]] = field(default_factory=dict)


@dataclass(frozen=True)
class Shown:
    """A problem in the reader's language, with the number of the rule that forbids."""

    message: str
    rule: str = ""


@dataclass(frozen=True)
class Choice:
    """One thing to pick; `place` is its number where the order counts."""

    value: str
    label: str
    chosen: bool = False
    place: str = ""


@dataclass(frozen=True)
class Withheld:
    """Something that cannot be chosen now: what a player calls it, why, and the rule."""

    label: str
    why: str
    rule: str


@dataclass(frozen=True)
class Control:
    """One field of a page.

    `kind` is radio, boxes, select, number, range, places, line (of the player's own words) or fixed. `none` (radio
    only) offers to choose nothing; `value` and `upper` are the ends of a range; `blank` is what a select says that
    nothing was chosen in; `mark` tells apart the ids of controls that share a name.
    """

    kind: str
    name: str
    label: str = ""
    choices: tuple[Choice, ...] = ()
    value: str = ""
    least: int = 0
    most: int = 0
    required: bool = False
    none: bool = False
    upper: str = ""
    blank: str = ""
    hint: str = ""
    mark: str = ""
    problems: tuple[Shown, ...] = ()

    @property
    def id(self) -> str:
        """The control's id on the page."""
        return "f-" + self.name.replace(".", "-") + self.mark

    @property
    def filled(self) -> bool:
        """True when something was entered."""
        return bool(self.value or self.upper or any(choice.chosen for choice in self.choices))


@dataclass(frozen=True)
class Row:
    """One order: its number on the page, what it is, and its controls; of a rule, the conditions beside them."""

    number: int
    way: int
    title: str
    controls: tuple[Control, ...]
    problems: tuple[Shown, ...] = ()
    conditions: tuple[Control, ...] = ()

    @property
    def conditional(self) -> bool:
        """True when a condition is set, or has a problem."""
        return any(control.filled or control.problems for control in self.conditions)


@dataclass(frozen=True)
class MenuEntry:
    """A way to give one more order."""

    way: int
    label: str


@dataclass(frozen=True)
class MenuGroup:
    """The ways of one verb."""

    label: str
    entries: tuple[MenuEntry, ...]
