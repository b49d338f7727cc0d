"""The data of an order form on a page: its controls, the rows (orders) that group them, and the rows as entered."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from games.orders.order_set import Field


def is_fixed(one: Field) -> bool:
    """Return True if a field of a template is no list and has exactly one possible value, which is required."""
    is_list = one.many or one.ordered or one.may_repeat or one.movement is not None
    return one.required and len(one.values) == 1 and not is_list and not one.length


def fixed_values(one: Field) -> tuple[str, ...]:
    """Return the values of a field of a template that leaves no choice; () for any other field.

    It is the only value of a required field, or all values of a list that must contain them all.
    """
    if not one.required or one.movement is not None or one.length or one.may_repeat:
        return ()
    return one.values if len(one.values) == 1 or 0 < len(one.values) <= one.least else ()


@dataclass(frozen=True)
class EnteredOrder:
    """One order as entered, or one rule of a plan."""

    type_index: int
    """The index in the form of the order's template, or of the rule's kind of question."""
    values: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """The entered values by the name of the field."""


@dataclass(frozen=True)
class ShownProblem:
    """A problem in the reader's language, and the number of the rule that causes it, or ""."""

    message: str
    rule: str = ""


@dataclass(frozen=True)
class LocatedProblem:
    """A problem with its place on the page."""

    problem: ShownProblem
    id: str
    """The id of the page's element beside which it is shown."""


@dataclass(frozen=True)
class Note:
    """The effect of an order, shown before submission."""

    tone: str
    """The kind of effect: free, spends or risk."""
    text: str
    """The effect in words."""
    details: tuple[str, ...] = ()
    """The explanation of its odds: the chances, the rule, the modifiers, and what the odds do not include."""


@dataclass(frozen=True)
class Choice:
    """An option of a control."""

    value: str
    """The value that the option enters."""
    label: str
    """Its name for players."""
    chosen: bool = False
    """True if it is chosen."""
    count: int = 0
    """How often it is chosen, in a basket."""
    index: int = 0
    """Its index in the control's list, by which buttons name it."""
    note: str = ""
    """Its price."""
    odds: tuple[Note, ...] = ()
    """Its chances."""


@dataclass(frozen=True)
class UnavailableValue:
    """An option that is not available now: its name for players, the reason, and the rule's number."""

    label: str
    reason: str
    rule: str


@dataclass(frozen=True)
class Control:
    """One control of the form."""

    kind: str
    """radio, boxes, select, number, range, ranked, basket, path, line (the player's own words) or fixed."""
    name: str
    """The name of its parameter in the request."""
    label: str = ""
    """Its label."""
    choices: tuple[Choice, ...] = ()
    """Its options."""
    value: str = ""
    """The entered value; the lower end of a range."""
    least: int = 0
    """The lowest number, or number of values."""
    most: int = 0
    """The highest number, number of values, or number of characters."""
    required: bool = False
    """True if a value is necessary."""
    odds: tuple[Note, ...] = ()
    """For radio buttons: the chances if nothing is chosen."""
    none: bool = False
    """For radio buttons: True if the player may choose nothing."""
    upper: str = ""
    """The entered upper end of a range."""
    blank: str = ""
    """The text of a select for no choice."""
    hint: str = ""
    """A text that helps to fill it in."""
    mark: str = ""
    """A suffix that makes the id unique among controls with the same name."""
    problems: tuple[ShownProblem, ...] = ()
    """The problems shown beside it."""
    items: tuple[Choice, ...] = ()
    """The chosen values of a ranking or basket, or the waypoints of a path."""
    groups: tuple[tuple[str, tuple[Choice, ...]], ...] = ()
    """The places to which a path can lead, by cost band."""
    at: str = ""
    """Its place ("row.field") in the values of buttons such as ``drop:row.field.index``."""

    @property
    def id(self) -> str:
        """Return the id of the control's HTML element."""
        return "f-" + self.name.replace(".", "-") + self.mark

    @property
    def is_filled(self) -> bool:
        """True if a value was entered."""
        return bool(self.value or self.upper or any(choice.chosen for choice in self.choices))


@dataclass(frozen=True)
class Row:
    """One order, or one rule of a plan, on the page."""

    number: int
    """Its index in the draft."""
    type_index: int
    """The index of its template, or of a rule's kind of question."""
    title: str
    """The name of its verb or kind of question."""
    controls: tuple[Control, ...]
    """The controls of its arguments, or of a rule's answer."""
    problems: tuple[ShownProblem, ...] = ()
    """The problems that belong to no control."""
    conditions: tuple[Control, ...] = ()
    """The controls of a rule's conditions."""
    lines: tuple[str, ...] = ()
    """The order in words."""
    notes: tuple[Note, ...] = ()
    """Its effects."""
    open: bool = True
    """True if its controls are not folded."""
    about: str = ""
    """The label of the row's buttons: the order and its subject; unique among rows."""
    help_text: str = ""
    """A sentence that explains the kind of order, or empty."""

    @property
    def has_conditions(self) -> bool:
        """True if a condition is set, or has a problem."""
        return any(control.is_filled or control.problems for control in self.conditions)


@dataclass(frozen=True)
class MenuEntry:
    """An entry of the menu that adds orders; `type_index` is the index of the order's template.

    `help_text` is a sentence that explains the kind of order, or empty.
    """

    type_index: int
    label: str
    help_text: str = ""


@dataclass(frozen=True)
class MenuGroup:
    """The menu entries of one verb; `rare`: the verb has only rare orders, so that the group is folded."""

    label: str
    entries: tuple[MenuEntry, ...]
    rare: bool = False
