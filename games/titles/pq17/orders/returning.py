"""12.2.1a The form of ships that return from the Atlantic: the hexes where they and their dummy appear.

appear at=0301 dummy=0901
"""

from collections.abc import Iterator

from games.kernel.errors import Problem, pointer
from games.kernel.forms import Json
from games.kernel.text import Text
from games.orders.order_set import Field, Order, Orders, OrderTemplate
from games.orders.schema_rules import SchemaNote, at_most, has_verb


class Appear(Order, frozen=True, tag="appear"):
    """12.2.1a Choice of the hexes of the western edge for the task force and its dummy, if one is left."""

    at: str
    dummy: str = ""


class ReturnForm(Orders[Appear], frozen=True, kw_only=True, dict=True, tag="pq17.return"):
    """The form for returning ships: the hexes of the edge that are open, and whether a dummy is available (1.3)."""

    order_types = (Appear,)

    edge: tuple[str, ...] = ()
    with_dummy: bool = True

    def templates(self) -> tuple[OrderTemplate, ...]:
        fields = [Field("at", self.edge)]
        if self.with_dummy:
            fields.append(Field("dummy", self.edge, required=False))
        return (OrderTemplate("appear", tuple(fields)),)

    def conflicts(self, answer: tuple[Appear, ...]) -> Iterator[Problem]:
        for index in range(1, len(answer)):
            yield Problem(pointer(index, "order"), "twice", Text("They come once.", "出現は1回です。"), "12.2.1a")

    def schema_limits(self) -> Iterator[Json]:
        yield at_most(1, has_verb("appear"))

    def schema_notes(self) -> Iterator[SchemaNote]:
        yield SchemaNote("12.2.1a", Text("Both blocks are unidentified.", "両ブロックとも未識別です。"))

    def default(self) -> tuple[Appear, ...]:
        """Return the middle of the edge for the force, and a hex a third along the list of the edge for the dummy."""
        middle, third = self.edge[len(self.edge) // 2], self.edge[len(self.edge) // 3]
        return (Appear(middle, third if self.with_dummy else ""),)

    def chosen(self, answer: tuple[Appear, ...]) -> tuple[str, str]:
        """Return the hexes for the task force and the dummy; the default replaces a missing one."""
        usual = self.default()[0]
        order = answer[0] if answer else usual
        return order.at, (order.dummy or usual.dummy) if self.with_dummy else ""

    def is_forced(self) -> bool:
        return False
