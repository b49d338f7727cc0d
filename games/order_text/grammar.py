"""The grammar of a form: its verbs, their first arguments, and the values of the others."""

from collections.abc import Collection, Mapping, Sequence
from functools import cached_property
from typing import Any

from games.kernel.forms import Form
from games.kernel.notation import display_verb, normalize_name
from games.order_editor.templates import OrderTemplate
from games.orders.idle_behaviour import IdleBehaviour
from games.orders.order_set import Field, Orders

PLACES = frozenset({"to", "way", "at"})
"""Arguments for places."""
_AT = "at"
"""The argument for the place where somebody is put."""


class Grammar:
    """The possible orders of a form; empty for a form without orders. Verbs are written as in the notation."""

    def __init__(self, form: Form[Any]) -> None:
        self.form = form
        self.unordered = form.idle_behaviour if isinstance(form, Orders) else IdleBehaviour()
        self._able: dict[tuple[str, str], Mapping[str, None]] = {}
        self._verbs = [display_verb(verb) for verb in form.templates_by_verb] if isinstance(form, Orders) else []

    @cached_property
    def closed(self) -> Sequence[OrderTemplate]:
        """The templates that are closed now, each with a reason from the form."""
        return tuple(self.form.unavailable_templates()) if isinstance(self.form, Orders) else ()

    def templates(self, verb: str) -> Sequence[OrderTemplate]:
        """Return the templates of a verb."""
        return self.form.templates_by_verb.get(normalize_name(verb), ()) if isinstance(self.form, Orders) else ()

    def verbs(self) -> list[str]:
        """Return the verbs of the possible orders."""
        return self._verbs

    def unavailable_verb(self, value: str) -> str:
        """Return the verb of an order that this unit cannot get now for a given reason; otherwise the empty string."""
        for way in self.closed:
            if any(bar.value == value for field in way.fields[:1] for bar in field.unavailable):
                return display_verb(way.verb)
        return ""

    def arguments(self, verb: str) -> dict[str, None]:
        """Return the names of a verb's arguments."""
        return dict.fromkeys(field.name for way in self.templates(verb) for field in way.fields)

    def candidates(self, verb: str, argument: str = "") -> Mapping[str, None]:
        """Return the possible values of a verb's first argument, or of the named one."""
        if (verb, argument) not in self._able:
            fields = (
                [one for one in way.fields if one.name == argument] if argument else way.fields[:1]
                for way in self.templates(verb)
            )
            self._able[verb, argument] = dict.fromkeys(value for some in fields for one in some for value in one.values)
        return self._able[verb, argument]

    def accepts(self, verb: str, value: str) -> bool:
        """Return True if an order with this verb can have this value for its first argument."""
        return any(value in field.values for way in self.templates(verb) for field in way.fields[1:])

    def may_act_together(self, verb: str, who: Collection[str]) -> bool:
        """Return True if one order with this verb can go to all of these together."""
        first = (way.fields[0] for way in self.templates(verb) if way.fields)
        return any(field.is_list and {*who} <= {*field.values} for field in first)

    def is_per_actor(self, verb: str) -> bool:
        """Return True if each acting unit has its own order with this verb, so that several can each have one."""
        ways = self.templates(verb)
        return all(way.fields and (not way.fields[0].is_list or way.subject == way.fields[0].name) for way in ways)

    def names_actor_first(self, verb: str) -> bool:
        """Return True if the first argument of an order with this verb is the acting unit."""
        return any(way.fields and way.subject == way.fields[0].name for way in self.templates(verb))

    def actors(self) -> Mapping[str, None]:
        """Return the units that can act by some order, or do something without one."""
        return self._actors

    @cached_property
    def _actors(self) -> Mapping[str, None]:
        if not isinstance(self.form, Orders):
            return {}
        fields = (field for way in self.form.cached_templates for field in way.fields if field.name == way.subject)
        return dict.fromkeys((*(value for field in fields for value in field.values), *sorted(self.form.idle_units())))

    def names_unit_first(self, verb: str) -> bool:
        """Return True if the first argument of this verb is a unit that moves, or acts without an order.

        In a form without such units, it is enough that the first argument is the acting unit.
        """
        if not isinstance(self.form, Orders):
            return False
        units = {
            *self.form.idle_units(),
            *(one for other in self.verbs() if self.has_path(other) for one in self.candidates(other)),
        }
        return not units.isdisjoint(self.candidates(verb)) if units else self.names_actor_first(verb)

    def may_act(self, value: str) -> bool:
        """Return True if a unit can act by some order, in any argument, or acts without an order."""
        if not isinstance(self.form, Orders):
            return False
        return value in self.form.idle_units() or self.may_be_named_first(value) or self.may_act_secondarily(value)

    def may_act_secondarily(self, value: str) -> bool:
        """Return True if some order can name a unit as acting in a later argument, after a tool."""
        if not isinstance(self.form, Orders):
            return False
        fields = (
            field
            for way in self.form.cached_templates
            for field in way.fields
            if field.name in self.form.actor_arguments
        )
        return any(value in field.values for field in fields)

    def actor_arguments(self, verb: str) -> frozenset[str]:
        """Return the arguments that can name the acting unit, if the first argument of this verb is a tool."""
        acting = self.form.actor_arguments if isinstance(self.form, Orders) else ()
        return frozenset(self.arguments(verb)).intersection(acting)

    def may_act_first(self, value: str) -> bool:
        """Return True if a value can be the first, acting argument of some order.

        Also True if no order has such an argument.
        """
        acting = [verb for verb in self.verbs() if self.names_actor_first(verb)]
        return not acting or any(value in self.candidates(verb) for verb in acting)

    def may_be_named_first(self, value: str) -> bool:
        """Return True if a value can be the first argument of some order."""
        return any(value in self.candidates(verb) for verb in self.verbs())

    def is_counted(self, value: str) -> bool:
        """Return True if some order can take this value several times."""
        fields = (field for verb in self.verbs() for way in self.templates(verb) for field in way.fields)
        return bool(value) and any(field.may_repeat and value in field.values for field in fields)

    def accepts_all(self, verb: str, who: str, values: Collection[str]) -> bool:
        """Return True if an order with this verb can have all of these values for this first argument."""
        ways = (way for way in self.templates(verb) if way.fields and who in way.fields[0].values)
        return any(
            all(any(value in self.accepted_values(field) for field in way.fields[1:]) for value in values)
            for way in ways
        )

    def is_complete(self, verb: str, who: str, values: Collection[str]) -> bool:
        """Return True if an order with this verb and first argument needs no other values than these."""
        ways = (way for way in self.templates(verb) if way.fields and who in way.fields[0].values)
        return any(
            all(not field.required or not self.accepted_values(field).isdisjoint(values) for field in way.fields[1:])
            for way in ways
        )

    def has_path(self, verb: str) -> bool:
        """Return True if an order with this verb has a path."""
        return any(field.movement is not None for way in self.templates(verb) for field in way.fields)

    def has_patterns(self, verb: str) -> bool:
        """Return True if every free text of this verb has a pattern."""
        lines = [field for way in self.templates(verb) for field in way.fields if field.length]
        return bool(lines) and all(field.pattern for field in lines)

    def line_argument(self, verb: str) -> str:
        """Return the only required argument after the first, if it is a free text; otherwise the empty string."""
        needed = [[field for field in way.fields[1:] if field.required] for way in self.templates(verb)]
        names = {fields[0].name for fields in needed if len(fields) == 1 and fields[0].length}
        return names.pop() if len(names) == 1 and all(len(fields) == 1 for fields in needed) else ""

    def accepts_non_place(self, verb: str, value: str) -> bool:
        """Return True if an order with this verb can have this value first, and the value is not a destination."""
        places = (field for way in self.templates(verb) for field in way.fields if field.name in PLACES)
        return self.accepts(verb, value) and not any(value in self.accepted_values(field) for field in places)

    def placement_places(self, verb: str) -> frozenset[str]:
        """Return the places where an order with this verb puts its first argument; none if it has a path."""
        fields = () if self.has_path(verb) else (field for way in self.templates(verb) for field in way.fields)
        return frozenset(value for field in fields if field.name == _AT for value in field.values)

    def is_place(self, value: str) -> bool:
        """Return True if some order, with any verb, can have this value as a place or destination."""
        fields = (field for verb in self.verbs() for way in self.templates(verb) for field in way.fields)
        return any(field.name in PLACES and value in field.values for field in fields)

    def accepted_values(self, field: Field) -> frozenset[str]:
        """Return the values of an argument, or the places of its path."""
        if field.movement is None or not isinstance(self.form, Orders):
            return frozenset(field.values)
        return frozenset(self.form.charts()[field.movement.chart].neighbours)
