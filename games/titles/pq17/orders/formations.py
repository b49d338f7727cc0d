"""7.2.4, 7.5.2 The formation of a force for air attacks and surface battles.

An example of an order:

- formation pq17 row=dd_a_i,mv,mo,dd_o_p stacked=no smoke=dd_a_i closes=dd_o_p
"""

from collections.abc import Iterable, Iterator, Sequence

from msgspec import Struct

from games.kernel.errors import Problem, pointer
from games.kernel.forms import Json
from games.kernel.text import Text
from games.kernel.unavailable import Unavailable
from games.orders.order_set import Field, Order, OrderTemplate
from games.orders.schema_rules import argument_is, at_most_once, has_verb, lists_any, matches_all, none_allowed
from games.titles.pq17.orders.parts import Part

YES_NO = ("yes", "no")
_STACKED = Field("stacked", YES_NO, required=False)
TWICE = Text("It has such an order already.", "すでに命令済みです。")


class Formation(Order, frozen=True, tag="formation"):
    """7.2.4, 7.5.2, 7.5.4 Order to set the formation of a force from now on: its ships from left to right (`row`).

    `stacked`: with "yes", neighbouring counters form stacks where the rules allow it; otherwise each counter lies
    alone. `smoke`: in a surface battle these ships screen with smoke; `closes`: these ships close for a torpedo attack.
    """

    force: str
    row: tuple[str, ...] = ()
    stacked: str = "yes"
    smoke: tuple[str, ...] = ()
    closes: tuple[str, ...] = ()


class Array(Struct, frozen=True, omit_defaults=True, gc=False):
    """A force that can be given a formation: its ships, the ships that can lay smoke, and the ships with torpedoes."""

    force: str
    ships: tuple[str, ...]
    smoke: tuple[str, ...] = ()
    torpedoes: tuple[str, ...] = ()


class Formations(Part, frozen=True, kw_only=True):
    """The part of a form for formations.

    `arrays`: the forces of the side that have more than one possible formation.
    """

    judged = frozenset((Formation,))

    arrays: tuple[Array, ...] = ()

    def templates(self) -> Iterator[OrderTemplate]:
        """Yield an order template for the formation of each force in `arrays`."""
        for one in self.arrays:
            fields = [Field("force", (one.force,)), *row_fields(one.ships, required=False)]
            for name, ships in (("smoke", one.smoke), ("closes", one.torpedoes)):
                if ships:
                    fields.append(Field(name, ships, required=False, many=True))
            yield OrderTemplate("formation", tuple(fields), subject="force", is_rare=True)

    def limits(self) -> Iterator[Json]:
        for one in self.arrays:
            yield at_most_once("formation", force=one.force)
            for ship in one.smoke if one.torpedoes else ():
                both = matches_all(argument_is("force", one.force), lists_any("smoke", ship), lists_any("closes", ship))
                yield none_allowed(matches_all(has_verb("formation"), both))

    def conflicts(self, answer: Sequence[Order]) -> Iterator[Problem]:
        """Yield a problem for each second formation of a force.

        Also yield a problem for each formation in which a ship both lays smoke and closes for torpedoes.
        """
        given: set[str] = set()
        for index, order in enumerate(answer):
            if not isinstance(order, Formation):
                continue
            if order.force in given:
                yield Problem(pointer(index, "order"), "twice", TWICE, "7.2.4")
            given.add(order.force)
            if set(order.smoke) & set(order.closes):
                text = Text("A ship does one of the two.", "煙幕展張と雷撃は同時にできません。")
                yield Problem(pointer(index, "closes"), "twice", text, "7.5.2c")


def named_in_stacks(stacks: Iterable[tuple[str, Sequence[tuple[str, int]]]]) -> tuple[Unavailable, ...]:
    """7.2.4 Return the ships that an order cannot name as targets, because their stack is named after another ship.

    `stacks`: the name of each stack, with its ships and their strength. Each result contains the reason for the player.
    """
    laid = [*stacks]
    found: dict[str, Unavailable] = {}
    for name, ships in laid:
        why = Text(
            f"lies in one stack with '{name}': write that.", f"「{name}」と同じスタックです。そちらを書いてください。"
        )
        for ship, _ in ships:
            if all(ship != other for other, _ in laid):
                found.setdefault(ship, Unavailable(ship, "7.2.4", why))
    return tuple(found.values())


def row_fields(ships: tuple[str, ...], *, required: bool) -> tuple[Field, Field]:
    """7.2.4 Return the two fields of an order that sets a row: the ships from left to right, and if they form stacks.

    `required`: True if the order must name ships.
    """
    row = Field("row", ships, required=required, many=True, ordered=True)
    return row, _STACKED
