"""What a sheet is made of: the controls of a page, the rows that they stand in, and the rows as entered."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from games.kernel.orders import Field


def is_fixed(one: Field) -> bool:
    """Whether a field has one value, which must be given."""
    is_list = one.many or one.ordered or one.repeats or one.walk is not None
    return one.required and len(one.values) == 1 and not is_list and not one.length


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
    """One thing to pick; `count` is how many of it there are, `index` its place in the list that a button names."""

    value: str
    label: str
    chosen: bool = False
    count: int = 0
    index: int = 0
    note: str = ""


@dataclass(frozen=True)
class Note:
    """Something to know of an order before it is sealed, and how grave it is: free, spends or risk."""

    tone: str
    text: str


@dataclass(frozen=True)
class Withheld:
    """Something that cannot be chosen now: what a player calls it, why, and the rule."""

    label: str
    why: str
    rule: str


@dataclass(frozen=True)
class Control:
    """One field of a page.

    `kind` is radio, boxes, select, number, range, ranked, basket, path, line (of the player's own words) or fixed.
    `none` (radio only) offers to choose nothing; `value` and `upper` are the ends of a range; `blank` is what a select
    says that nothing was chosen in; `mark` tells apart the ids of controls that share a name. `items` stand in a
    ranking, or are the marks of a path; `at` is what a button says before the place of a value.
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
    items: tuple[Choice, ...] = ()
    groups: tuple[tuple[str, tuple[Choice, ...]], ...] = ()
    at: str = ""

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
    """One order: its number on the page, what it is, and its controls; of a rule, the conditions beside them.

    `lines` say it as it stands, `notes` what it comes to; where it is `open` its controls are not folded away.
    """

    number: int
    way: int
    title: str
    controls: tuple[Control, ...]
    problems: tuple[Shown, ...] = ()
    conditions: tuple[Control, ...] = ()
    lines: tuple[str, ...] = ()
    notes: tuple[Note, ...] = ()
    open: bool = True

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
    rare: bool = False
