"""12.2.1a The form for ships that return from the Atlantic: the hexes where they and their dummy appear.

An example of an order:

- appear at=0301 dummy=0901
"""

from collections.abc import Iterator

from games.kernel.errors import Problem, pointer
from games.kernel.forms import Json
from games.kernel.text import Text
from games.orders.order_set import Field, Order, Orders, OrderTemplate
from games.orders.schema_rules import SchemaNote, at_most, has_verb


class Appear(Order, frozen=True, tag="appear"):
    """12.2.1a Choice of the hexes of the western edge where the task force and its dummy (if one is left) appear.

    `at`: the hex of the task force. `dummy`: the hex of the dummy; "" means the default hex.
    """

    at: str
    dummy: str = ""


class ReturnForm(Orders[Appear], frozen=True, kw_only=True, dict=True, tag="pq17.return"):
    """The form for returning ships. `edge`: the open hexes of the western map edge.

    `with_dummy`: True if a dummy is available (1.3).
    """

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
        """Return the default hexes: half way along `edge` for the force, a third of the way along it for the dummy."""
        middle, third = self.edge[len(self.edge) // 2], self.edge[len(self.edge) // 3]
        return (Appear(middle, third if self.with_dummy else ""),)

    def chosen(self, answer: tuple[Appear, ...]) -> tuple[str, str]:
        """Return the hex of the task force and the hex of the dummy. A missing hex is replaced by the default hex."""
        usual = self.default()[0]
        order = answer[0] if answer else usual
        return order.at, (order.dummy or usual.dummy) if self.with_dummy else ""

    def is_forced(self) -> bool:
        return False
