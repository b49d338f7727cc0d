"""4.1.3 The form of the set-up: the starting places of a side's blocks."""

from collections.abc import Collection, Iterator, Mapping
from typing import Any

from msgspec import Struct

from games.kernel.drafts import Preview, PreviewLine
from games.kernel.errors import Problem, pointer
from games.kernel.forms import Json, RandomSource
from games.kernel.text import Text
from games.orders.order_set import Field, Order, Orders, OrderTemplate
from games.orders.schema_rules import SchemaNote, argument_is, at_most, has_verb, matches_all


class Place(Order, frozen=True, tag="place"):
    """4.1.3 Order for a force to begin in a port or a hex."""

    force: str
    at: str


class Piece(Struct, frozen=True, omit_defaults=True, gc=False):
    """A force with the places where it may begin, its default place first.

    `apart`: True if no other force with this mark may begin in the same hex. `holds`: its ships with their strength;
    empty for a dummy.
    """

    force: str
    places: tuple[str, ...]
    apart: bool = False
    holds: dict[str, int] = {}


class SetUpForm(Orders[Place], frozen=True, kw_only=True, dict=True, tag="pq17.set_up"):
    """The form of the starting places. A force without an order begins at its default place.

    `forces`: the ids of all forces of the side. `pieces`: the forces to place, each with its own possible places.
    `anywhere`: forces that may begin in any of `places` (8.3a).
    """

    order_types = (Place,)

    forces: tuple[str, ...] = ()
    pieces: tuple[Piece, ...] = ()
    anywhere: tuple[str, ...] = ()
    places: tuple[str, ...] = ()

    def templates(self) -> tuple[OrderTemplate, ...]:
        found = [
            OrderTemplate("place", (Field("force", (one.force,)), Field("at", one.places)), subject="force")
            for one in self.pieces
            if len(one.places) > 1
        ]
        if self.anywhere:
            found.append(
                OrderTemplate("place", (Field("force", self.anywhere), Field("at", self.places)), subject="force")
            )
        return tuple(found)

    def placed(self, answer: tuple[Place, ...]) -> dict[str, str]:
        """4.1.3 Return the place of each force in `pieces`: the ordered place, or else its default place.

        A force without an order that must begin apart gets the first free place in its list if its default place is
        taken.
        """
        ordered = {order.force: order.at for order in answer}
        found = {one.force: ordered[one.force] for one in self.pieces if one.force in ordered}
        taken = {found[one.force] for one in self.pieces if one.apart and one.force in found}
        for one in self.pieces:
            if one.force not in found:
                free = [at for at in one.places if not one.apart or at not in taken]
                found[one.force] = (free or list(one.places))[0]
                taken |= {found[one.force]} if one.apart else set()
        return found

    def conflicts(self, answer: tuple[Place, ...]) -> Iterator[Problem]:
        seen: set[str] = set()
        taken: set[str] = set()
        apart = {one.force for one in self.pieces if one.apart}
        for index, order in enumerate(answer):
            if order.force in seen:
                text = Text("Placed twice.", "配置が重複しています。")
                yield Problem(pointer(index, "force"), "twice", text, "4.1.3")
            if order.force in apart and order.at in taken:
                text = Text("Each stands in a hex of its own.", "それぞれ別のヘックスに配置します。")
                yield Problem(pointer(index, "at"), "taken", text, "T.scenarios")
            seen.add(order.force)
            taken |= {order.at} if order.force in apart else set()

    def schema_limits(self) -> Iterator[Json]:
        for name in (*(one.force for one in self.pieces), *self.anywhere):
            yield at_most(1, matches_all(has_verb("place"), argument_is("force", name)))

    def schema_notes(self) -> Iterator[SchemaNote]:
        if any(one.apart for one in self.pieces):
            yield SchemaNote(
                "4.1.3", Text("Wolfpacks stand in hexes of their own.", "ウルフパックは別々のヘックスに。")
            )

    def preview(self, draft: Any) -> Preview:
        """Return preview lines with the default places of the forces that the draft does not name."""
        named = {str(one.get("force")) for one in draft if isinstance(one, dict)} if isinstance(draft, list) else set()
        lines = [
            PreviewLine(
                "",
                "free",
                Text(f"{one.force}: '{at}' unless you say otherwise", f"{one.force}：指定がなければ「{at}」"),
            )
            for one in self.pieces
            if len(one.places) > 1 and one.force not in named
            for at in [self.placed(())[one.force]]
        ]
        spent = super().preview(draft)
        return Preview((*spent.lines, *lines), spent.spent)

    def idle_units(self) -> Collection[str]:
        """Return the forces that begin at their default place if they receive no order."""
        return {one for way in self.cached_templates for one in way.fields[0].values}

    def unit_places(self) -> Mapping[str, tuple[str, ...]]:
        return {one.force: one.places[:1] for one in self.pieces}

    def is_forced(self) -> bool:
        """Return False: the question is never skipped, even if a side has only one possible set-up."""
        return False

    def sample(self, pick: RandomSource) -> tuple[Place, ...]:
        """Return random places for about half of the forces."""
        answer: tuple[Place, ...] = ()
        for way in self.cached_templates:
            if pick(2):
                force, at = way.fields
                named = force.values[pick(len(force.values))]
                longer = (*answer, Place(named, at.values[pick(len(at.values))]))
                if next(self.combination_problems(longer), None) is None:
                    answer = longer
        return answer
