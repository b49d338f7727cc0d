"""12.2.1a The form of ships that come back from the Atlantic: where they and their dummy appear.

appear at=0301 dummy=0901
"""

from collections.abc import Iterator

from games.kernel.errors import Problem, pointer
from games.kernel.forms import Json
from games.kernel.limits import Note, at_most, verb
from games.kernel.orders import Field, Order, Orders, Way
from games.kernel.text import Text


class Appear(Order, frozen=True, tag="appear"):
    """12.2.1a The hexes of the western edge on which the task force and its dummy stand; no dummy if none is left."""

    at: str
    dummy: str = ""


class ReturnForm(Orders[Appear], frozen=True, kw_only=True, dict=True, tag="pq17.return"):
    """The hexes of the edge that are open, and whether a dummy is left to go with the force (1.3)."""

    order_types = (Appear,)

    edge: tuple[str, ...] = ()
    with_dummy: bool = True

    def ways(self) -> tuple[Way, ...]:
        fields = [Field("at", self.edge)]
        if self.with_dummy:
            fields.append(Field("dummy", self.edge, required=False))
        return (Way("appear", tuple(fields)),)

    def conflicts(self, answer: tuple[Appear, ...]) -> Iterator[Problem]:
        for index in range(1, len(answer)):
            yield Problem(pointer(index, "order"), "twice", Text("They come once.", "出現は1回です。"), "12.2.1a")

    def limits(self) -> Iterator[Json]:
        yield at_most(1, verb("appear"))

    def notes(self) -> Iterator[Note]:
        yield Note("12.2.1a", Text("Both blocks are unidentified.", "両ブロックとも未識別です。"))

    def default(self) -> tuple[Appear, ...]:
        """In the middle of the edge, the dummy at its southern third."""
        middle, third = self.edge[len(self.edge) // 2], self.edge[len(self.edge) // 3]
        return (Appear(middle, third if self.with_dummy else ""),)

    def chosen(self, answer: tuple[Appear, ...]) -> tuple[str, str]:
        """The two hexes; what is left out is done as usual."""
        usual = self.default()[0]
        order = answer[0] if answer else usual
        return order.at, (order.dummy or usual.dummy) if self.with_dummy else ""

    def is_forced(self) -> bool:
        return False
