"""The parts of an order form: controls, their rows, and the rows as entered."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from games.orders.order_set import Field


def is_fixed(one: Field) -> bool:
    """Return True if a field has exactly one possible value, which is mandatory."""
    is_list = one.many or one.ordered or one.may_repeat or one.movement is not None
    return one.required and len(one.values) == 1 and not is_list and not one.length


def fixed_values(one: Field) -> tuple[str, ...]:
    """Return the values of a field without a choice: its only value, or all if all are mandatory; else none."""
    if not one.required or one.movement is not None or one.length or one.may_repeat:
        return ()
    return one.values if len(one.values) == 1 or 0 < len(one.values) <= one.least else ()


@dataclass(frozen=True)
class EnteredOrder:
    """One order (or rule) as entered: the index of its template in the form's list, and the values of each field."""

    way: int
    values: Mapping[str, tuple[str, ...]] = field(default_factory=dict)


@dataclass(frozen=True)
class ShownProblem:
    """A problem in the reader's language, with the rule's number."""

    message: str
    rule: str = ""


@dataclass(frozen=True)
class LocatedProblem:
    """A problem and the id of the element beside which it is shown."""

    problem: ShownProblem
    id: str


@dataclass(frozen=True)
class Note:
    """A note on an order before submission, and its severity: free, spends or risk.

    `details` are the rule and the modifiers of its odds, and what they do not include.
    """

    tone: str
    text: str
    details: tuple[str, ...] = ()


@dataclass(frozen=True)
class Choice:
    """An option; `count` is how often it is chosen, `index` its place in the list, which a button names."""

    value: str
    label: str
    chosen: bool = False
    count: int = 0
    index: int = 0
    note: str = ""
    odds: tuple[Note, ...] = ()


@dataclass(frozen=True)
class UnavailableValue:
    """An unavailable option: its name for players, the reason, and the rule."""

    label: str
    reason: str
    rule: str


@dataclass(frozen=True)
class Control:
    """One field of a page.

    `kind` is radio, boxes, select, number, range, ranked, basket, path, line (of the player's own words) or fixed.
    `none` (radio only) offers to choose nothing; `value` and `upper` are the ends of a range; `blank` is a select's
    text for no choice; `mark` distinguishes the ids of controls with the same name. `items` are those of a ranking, or
    the marks of a path; `at` is a button's text before the place of a value. `odds` (radio only) are those of choosing
    nothing.
    """

    kind: str
    name: str
    label: str = ""
    choices: tuple[Choice, ...] = ()
    value: str = ""
    least: int = 0
    most: int = 0
    required: bool = False
    odds: tuple[Note, ...] = ()
    none: bool = False
    upper: str = ""
    blank: str = ""
    hint: str = ""
    mark: str = ""
    problems: tuple[ShownProblem, ...] = ()
    items: tuple[Choice, ...] = ()
    groups: tuple[tuple[str, tuple[Choice, ...]], ...] = ()
    at: str = ""

    @property
    def id(self) -> str:
        """Return the control's id on the page."""
        return "f-" + self.name.replace(".", "-") + self.mark

    @property
    def is_filled(self) -> bool:
        """True if a value was entered."""
        return bool(self.value or self.upper or any(choice.chosen for choice in self.choices))


@dataclass(frozen=True)
class Row:
    """One order: its number on the page, its kind, and its controls; for a rule, the conditions beside them.

    `lines` are its present text, `notes` its effects; if `open`, its controls are not folded.
    """

    number: int
    way: int
    title: str
    controls: tuple[Control, ...]
    problems: tuple[ShownProblem, ...] = ()
    conditions: tuple[Control, ...] = ()
    lines: tuple[str, ...] = ()
    notes: tuple[Note, ...] = ()
    open: bool = True
    about: str = ""
    """The label of its buttons: order and subject; unique among rows."""
    help_text: str = ""
    """A sentence about the order, or empty."""

    @property
    def has_conditions(self) -> bool:
        """True if a condition is set, or has a problem."""
        return any(control.is_filled or control.problems for control in self.conditions)


@dataclass(frozen=True)
class MenuEntry:
    """A template for adding an order, as a menu entry; `help_text` is a sentence about the order, or empty."""

    way: int
    label: str
    help_text: str = ""


@dataclass(frozen=True)
class MenuGroup:
    """The menu entries of one verb."""

    label: str
    entries: tuple[MenuEntry, ...]
    rare: bool = False
