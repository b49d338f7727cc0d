"""The grammar of a form: its verbs, their arguments, and the values of each argument.

Values are ids. An order is *possible* if one of the form's templates allows it now, and *unavailable* if the form says
why it does not.
"""

from collections.abc import Collection, Mapping, Sequence
from functools import cached_property
from typing import Any

from games.kernel.forms import Form
from games.kernel.notation import display_verb, normalize_name
from games.order_editor.templates import OrderTemplate
from games.orders.idle_behaviour import IdleBehaviour
from games.orders.order_set import Field, Orders

PLACES = frozenset({"to", "way", "at"})
"""The names of arguments whose values are places."""
_AT = "at"
"""The name of the argument for the place where a unit is put."""


class Grammar:
    """Answers questions about the possible orders of a form, by its order templates.

    A form of another kind than orders has no templates. Verbs are written as in the notation. `unordered` is the
    behaviour of units that get no order.
    """

    def __init__(self, form: Form[Any]) -> None:
        self.form = form
        self.unordered = form.idle_behaviour if isinstance(form, Orders) else IdleBehaviour()
        self._able: dict[tuple[str, str], Mapping[str, None]] = {}
        self._verbs = [display_verb(verb) for verb in form.templates_by_verb] if isinstance(form, Orders) else []

    @cached_property
    def unavailable_templates(self) -> Sequence[OrderTemplate]:
        """The templates of orders that are unavailable now; their fields list the values with the reasons."""
        return tuple(self.form.unavailable_templates()) if isinstance(self.form, Orders) else ()

    def templates(self, verb: str) -> Sequence[OrderTemplate]:
        """Return the templates of the possible orders with this verb."""
        return self.form.templates_by_verb.get(normalize_name(verb), ()) if isinstance(self.form, Orders) else ()

    def verbs(self) -> list[str]:
        """Return the verbs of the possible orders, in the sequence of the form."""
        return self._verbs

    def unavailable_verb(self, value: str) -> str:
        """Return the first verb whose orders this unit cannot get now, with a reason; "" if there is none."""
        for template in self.unavailable_templates:
            if any(bar.value == value for field in template.fields[:1] for bar in field.unavailable):
                return display_verb(template.verb)
        return ""

    def arguments(self, verb: str) -> dict[str, None]:
        """Return the names of all arguments of orders with this verb, as the keys of a dict."""
        return dict.fromkeys(field.name for template in self.templates(verb) for field in template.fields)

    def candidates(self, verb: str, argument: str = "") -> Mapping[str, None]:
        """Return the possible values of one argument of orders with this verb, as the keys of a dict.

        By default that is the first argument, otherwise the one with the name `argument`.
        """
        if (verb, argument) not in self._able:
            fields = (
                [one for one in template.fields if one.name == argument] if argument else template.fields[:1]
                for template in self.templates(verb)
            )
            self._able[verb, argument] = dict.fromkeys(value for some in fields for one in some for value in one.values)
        return self._able[verb, argument]

    def accepts(self, verb: str, value: str) -> bool:
        """Return True if a possible order with this verb can have this value in an argument after the first.

        The places of a path do not count.
        """
        return any(value in field.values for template in self.templates(verb) for field in template.fields[1:])

    def may_act_together(self, verb: str, who: Collection[str]) -> bool:
        """Return True if a single order with this verb can list all units of `who` as its first argument."""
        first = (template.fields[0] for template in self.templates(verb) if template.fields)
        return any(field.is_list and {*who} <= {*field.values} for field in first)

    def is_per_actor(self, verb: str) -> bool:
        """Return True if an order to several units with this verb can be split into one order for each of them."""
        templates = self.templates(verb)
        return all(
            template.fields and (not template.fields[0].is_list or template.subject == template.fields[0].name)
            for template in templates
        )

    def names_actor_first(self, verb: str) -> bool:
        """Return True if the first argument of orders with this verb is the unit that the order is given to."""
        return any(template.fields and template.subject == template.fields[0].name for template in self.templates(verb))

    def actors(self) -> Mapping[str, None]:
        """Return the units that can get an order, or that act without one, as the keys of a dict."""
        return self._actors

    @cached_property
    def _actors(self) -> Mapping[str, None]:
        if not isinstance(self.form, Orders):
            return {}
        fields = (
            field
            for template in self.form.cached_templates
            for field in template.fields
            if field.name == template.subject
        )
        return dict.fromkeys((*(value for field in fields for value in field.values), *sorted(self.form.idle_units())))

    def names_unit_first(self, verb: str) -> bool:
        """Return True if the first argument of orders with this verb can be a unit.

        Units are values that can get an order with a path, or that behave in some way if they get no order. In a form
        without such units, return the result of `names_actor_first`.
        """
        if not isinstance(self.form, Orders):
            return False
        units = {
            *self.form.idle_units(),
            *(one for other in self.verbs() if self.has_path(other) for one in self.candidates(other)),
        }
        return not units.isdisjoint(self.candidates(verb)) if units else self.names_actor_first(verb)

    def may_act(self, value: str) -> bool:
        """Return True if a unit can carry out an order, or behaves in some way if it gets no order.

        The order may name the unit in its first argument, or in a later one after a tool.
        """
        if not isinstance(self.form, Orders):
            return False
        return value in self.form.idle_units() or self.may_be_named_first(value) or self.may_act_secondarily(value)

    def may_act_secondarily(self, value: str) -> bool:
        """Return True if a possible order names a tool first, and can name this unit later as the acting unit."""
        if not isinstance(self.form, Orders):
            return False
        fields = (
            field
            for template in self.form.cached_templates
            for field in template.fields
            if field.name in self.form.actor_arguments
        )
        return any(value in field.values for field in fields)

    def actor_arguments(self, verb: str) -> frozenset[str]:
        """Return the names of the arguments for the acting unit, if the first argument of this verb is a tool.

        Return an empty set for any other verb.
        """
        acting = self.form.actor_arguments if isinstance(self.form, Orders) else ()
        return frozenset(self.arguments(verb)).intersection(acting)

    def may_act_first(self, value: str) -> bool:
        """Return True if a possible order can be given to this unit in its first argument.

        Also return True if no order of the form names the acting unit first.
        """
        acting = [verb for verb in self.verbs() if self.names_actor_first(verb)]
        return not acting or any(value in self.candidates(verb) for verb in acting)

    def may_be_named_first(self, value: str) -> bool:
        """Return True if this value can be the first argument of a possible order with any verb."""
        return any(value in self.candidates(verb) for verb in self.verbs())

    def is_counted(self, value: str) -> bool:
        """Return True if an argument of a possible order can contain this value several times."""
        fields = (field for verb in self.verbs() for template in self.templates(verb) for field in template.fields)
        return bool(value) and any(field.may_repeat and value in field.values for field in fields)

    def accepts_all(self, verb: str, who: str, values: Collection[str]) -> bool:
        """Return True if one template of this verb, with `who` as first argument, can take each of these values.

        A value is taken by any later argument, also as a place of a path. Whether two values need the same argument is
        not checked.
        """
        templates = (
            template for template in self.templates(verb) if template.fields and who in template.fields[0].values
        )
        return any(
            all(any(value in self.accepted_values(field) for field in template.fields[1:]) for value in values)
            for template in templates
        )

    def is_complete(self, verb: str, who: str, values: Collection[str]) -> bool:
        """Return True if these values are enough for an order with this verb and the first argument `who`.

        That is: in one template, each required later argument can take one of the values.
        """
        templates = (
            template for template in self.templates(verb) if template.fields and who in template.fields[0].values
        )
        return any(
            all(
                not field.required or not self.accepted_values(field).isdisjoint(values)
                for field in template.fields[1:]
            )
            for template in templates
        )

    def has_path(self, verb: str) -> bool:
        """Return True if a possible order with this verb has a path."""
        return any(field.movement is not None for template in self.templates(verb) for field in template.fields)

    def has_patterns(self, verb: str) -> bool:
        """Return True if orders with this verb take texts of the player, and every such text must match a pattern."""
        lines = [field for template in self.templates(verb) for field in template.fields if field.length]
        return bool(lines) and all(field.pattern for field in lines)

    def line_argument(self, verb: str) -> str:
        """Return the name of the only required argument after the first, if it is a text of the player; else ""."""
        needed = [[field for field in template.fields[1:] if field.required] for template in self.templates(verb)]
        names = {fields[0].name for fields in needed if len(fields) == 1 and fields[0].length}
        return names.pop() if len(names) == 1 and all(len(fields) == 1 for fields in needed) else ""

    def accepts_non_place(self, verb: str, value: str) -> bool:
        """Return True if orders with this verb can have this value in a later argument, but never as a place."""
        places = (field for template in self.templates(verb) for field in template.fields if field.name in PLACES)
        return self.accepts(verb, value) and not any(value in self.accepted_values(field) for field in places)

    def placement_places(self, verb: str) -> frozenset[str]:
        """Return the places where an order with this verb, such as "place", can put its first argument.

        Return an empty set for a verb whose orders have a path.
        """
        fields = (
            () if self.has_path(verb) else (field for template in self.templates(verb) for field in template.fields)
        )
        return frozenset(value for field in fields if field.name == _AT for value in field.values)

    def is_place(self, value: str) -> bool:
        """Return True if a possible order with any verb can have this value in an argument for a place."""
        fields = (field for verb in self.verbs() for template in self.templates(verb) for field in template.fields)
        return any(field.name in PLACES and value in field.values for field in fields)

    def may_be_place(self, value: str) -> bool:
        """Return True if this value is a place of the map, even if no order can name it now."""
        return self.is_place(value) or any(
            value in self.accepted_values(field)
            for verb in self.verbs()
            for template in self.templates(verb)
            for field in template.fields
            if field.movement is not None
        )

    def accepted_values(self, field: Field) -> frozenset[str]:
        """Return the possible values of an argument; for a path, all places of its chart."""
        if field.movement is None or not isinstance(self.form, Orders):
            return frozenset(field.values)
        return frozenset(self.form.charts()[field.movement.chart].neighbours)
