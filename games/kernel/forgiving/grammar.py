"""What the orders of a form can say: their verbs, whom they name first, and what their arguments may be."""

from collections.abc import Collection, Sequence
from typing import Any

from games.kernel.forms import Form
from games.kernel.notation import as_verb, name_of
from games.kernel.orders import Field, Orders
from games.kernel.unordered import Unordered
from games.kernel.ways import Way

PLACES = frozenset({"to", "way", "at"})
"""Arguments that say where."""
_AT = "at"
"""The one of them that says where somebody is put."""


class Grammar:
    """What can be said in a form of orders; of any other form, nothing. Verbs are written as in the notation."""

    def __init__(self, form: Form[Any]) -> None:
        self.form = form
        self.unordered = form.unordered if isinstance(form, Orders) else Unordered()

    def ways(self, verb: str) -> Sequence[Way]:
        """The ways to say an order with this verb."""
        return self.form.by_verb.get(name_of(verb), ()) if isinstance(self.form, Orders) else ()

    def verbs(self) -> list[str]:
        """The verbs of the orders that can be given."""
        return [as_verb(verb) for verb in self.form.by_verb] if isinstance(self.form, Orders) else []

    def shut_for(self, value: str) -> str:
        """The verb of orders that cannot be given to this one now, for a reason that the form tells; or nothing."""
        for way in self.form.closed() if isinstance(self.form, Orders) else ():
            if any(bar.value == value for field in way.fields[:1] for bar in field.barred):
                return as_verb(way.verb)
        return ""

    def arguments(self, verb: str) -> dict[str, None]:
        """What the arguments of an order with this verb are called."""
        return dict.fromkeys(field.name for way in self.ways(verb) for field in way.fields)

    def able(self, verb: str, argument: str = "") -> dict[str, None]:
        """Whom an order with this verb can name: first, or as this argument."""
        fields = (
            [one for one in way.fields if one.name == argument] if argument else way.fields[:1]
            for way in self.ways(verb)
        )
        return dict.fromkeys(value for some in fields for field in some for value in field.values)

    def takes(self, verb: str, value: str) -> bool:
        """Whether an order with this verb can say this of who it names."""
        return any(value in field.values for way in self.ways(verb) for field in way.fields[1:])

    def together(self, verb: str, who: Collection[str]) -> bool:
        """Whether one order with this verb can be given to all of these together."""
        first = (way.fields[0] for way in self.ways(verb) if way.fields)
        return any(field.is_list and {*who} <= {*field.values} for field in first)

    def is_for_each(self, verb: str) -> bool:
        """Whether an order with this verb is one of those who act, so that several may have one each."""
        ways = self.ways(verb)
        return all(way.fields and (not way.fields[0].is_list or way.subject == way.fields[0].name) for way in ways)

    def acts(self, verb: str) -> bool:
        """Whether an order with this verb names first who acts."""
        return any(way.fields and way.subject == way.fields[0].name for way in self.ways(verb))

    def doers(self, verb: str) -> frozenset[str]:
        """The arguments that say who acts, where an order with this verb names first what it is done with."""
        acting = self.form.acting if isinstance(self.form, Orders) else ()
        return frozenset(self.arguments(verb)).intersection(acting)

    def can_act(self, value: str) -> bool:
        """Whether this one acts in some order that names first who acts, or there is no such order."""
        acting = [verb for verb in self.verbs() if self.acts(verb)]
        return not acting or any(value in self.able(verb) for verb in acting)

    def can_be_told(self, value: str) -> bool:
        """Whether some order can name this one first."""
        return any(value in self.able(verb) for verb in self.verbs())

    def is_counted(self, value: str) -> bool:
        """Whether some order can take this several times."""
        fields = (field for verb in self.verbs() for way in self.ways(verb) for field in way.fields)
        return bool(value) and any(field.repeats and value in field.values for field in fields)

    def can_be_said(self, verb: str, who: str, values: Collection[str]) -> bool:
        """Whether an order with this verb can say all of these of this one."""
        ways = (way for way in self.ways(verb) if way.fields and who in way.fields[0].values)
        return any(
            all(any(value in self.taken_by(field) for field in way.fields[1:]) for value in values) for way in ways
        )

    def is_whole(self, verb: str, who: str, values: Collection[str]) -> bool:
        """Whether an order with this verb needs nothing of this one but these values."""
        ways = (way for way in self.ways(verb) if way.fields and who in way.fields[0].values)
        return any(
            all(not field.required or not self.taken_by(field).isdisjoint(values) for field in way.fields[1:])
            for way in ways
        )

    def has_path(self, verb: str) -> bool:
        """Whether an order with this verb leads somewhere."""
        return any(field.walk is not None for way in self.ways(verb) for field in way.fields)

    def line_of(self, verb: str) -> str:
        """The one argument that an order with this verb cannot do without behind who it names, where that is a line in
        words of one's own; else nothing.
        """
        needed = [[field for field in way.fields[1:] if field.required] for way in self.ways(verb)]
        names = {fields[0].name for fields in needed if len(fields) == 1 and fields[0].length}
        return names.pop() if len(names) == 1 and all(len(fields) == 1 for fields in needed) else ""

    def is_deed(self, verb: str, value: str) -> bool:
        """Whether an order with this verb can say this of who it names, and it is no place to go to."""
        places = (field for way in self.ways(verb) for field in way.fields if field.name in PLACES)
        return self.takes(verb, value) and not any(value in self.taken_by(field) for field in places)

    def puts_at(self, verb: str) -> frozenset[str]:
        """The places at which an order with this verb puts whom it names; none where it leads there by a way."""
        fields = () if self.has_path(verb) else (field for way in self.ways(verb) for field in way.fields)
        return frozenset(value for field in fields if field.name == _AT for value in field.values)

    def is_place(self, value: str) -> bool:
        """Whether some order, whatever its verb, can say of somebody that he is, or goes, there."""
        fields = (field for verb in self.verbs() for way in self.ways(verb) for field in way.fields)
        return any(field.name in PLACES and value in field.values for field in fields)

    def taken_by(self, field: Field) -> frozenset[str]:
        """The values that an argument may take, or the places of its path."""
        if field.walk is None or not isinstance(self.form, Orders):
            return frozenset(field.values)
        return frozenset(self.form.charts()[field.walk.chart].ways)
