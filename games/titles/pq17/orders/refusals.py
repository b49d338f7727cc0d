"""6.2.2b The form in which the owner of found blocks may refuse searches, on a ground that the search card allows."""

from collections.abc import Iterator

from msgspec import Struct

from games.kernel.errors import Problem, pointer
from games.kernel.forms import Json
from games.kernel.text import Text
from games.orders.order_set import Field, Order, Orders, OrderTemplate
from games.orders.schema_rules import SchemaNote, argument_is, at_most
from games.titles.pq17.orders.doctrine import Standing, doctrine_ways


class Refuse(Order, frozen=True, tag="refuse"):
    """6.2.2a Order to refuse the search that found a force. `ground`: the reason: carrier, cam or wolfpack."""

    force: str
    ground: str


class Found(Struct, frozen=True, gc=False):
    """A force whose block was found, and the grounds on which its owner can refuse the search."""

    force: str
    grounds: tuple[str, ...] = ()


RefusalOrder = Refuse | Standing


class RefusalForm(Orders[RefusalOrder], frozen=True, kw_only=True, dict=True, tag="pq17.refuse"):
    """The form for all found blocks whose search card shows a possible ground for refusal.

    A block in the form may lack that ground. The form also offers the standing instruction that answers such questions.
    `forces`: the ids of all forces of the side. `found`: the forces whose blocks were found.
    """

    order_types = (Refuse, Standing)

    forces: tuple[str, ...] = ()
    found: tuple[Found, ...] = ()

    def templates(self) -> tuple[OrderTemplate, ...]:
        refusing = (
            OrderTemplate("refuse", (Field("force", (one.force,)), Field("ground", one.grounds)), subject="force")
            for one in self.found
            if one.grounds
        )
        return (*refusing, *doctrine_ways("refuses"))

    def is_idle(self) -> bool:
        """Return True if none of the searches can be refused on any ground."""
        return not any(one.grounds for one in self.found)

    def is_forced(self) -> bool:
        """6.2.2b Return False: the question is never skipped.

        A skipped question would disclose that no block can refuse.
        """
        return False

    def conflicts(self, answer: tuple[RefusalOrder, ...]) -> Iterator[Problem]:
        """6.2.2a Yield a problem for each second refusal of a block: each block refuses once, on one ground."""
        named: list[str] = []
        for index, order in enumerate(answer):
            if isinstance(order, Standing):
                continue
            if order.force in named:
                text = Text("It refuses once, for one reason.", "拒否は1回、理由は1つです。")
                yield Problem(pointer(index, "force"), "twice", text, "6.2.2a")
            named.append(order.force)

    def example(self) -> tuple[RefusalOrder, ...]:
        """Return an example of a refusal. If no block can refuse, return an answer that accepts the searches."""
        return self.default() if self.is_idle() else super().example()

    def schema_limits(self) -> Iterator[Json]:
        for way in self.templates_by_verb.get("refuse", ()):
            yield at_most(1, argument_is("force", way.fields[0].values[0]))

    def schema_notes(self) -> Iterator[SchemaNote]:
        if self.is_idle():
            return
        en = "A refused search fails, and your enemy learns the reason. A CAM ship that refuses is used up."
        yield SchemaNote("6.2.2", Text(en, "拒否すると索敵は失敗し、理由は敵に伝わります。CAM船は使用済みになります。"))
