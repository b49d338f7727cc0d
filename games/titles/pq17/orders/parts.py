"""Parts of an order form. Each part holds the order templates of one chapter of the rules, and checks their orders."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, ClassVar

from msgspec import Struct

from games.kernel.drafts import PreviewLine, Purse
from games.kernel.errors import Problem
from games.kernel.forms import Json
from games.order_editor.order_edits import OrderForm
from games.order_editor.paths import Chart
from games.orders.order_set import Order, OrderTemplate
from games.orders.schema_rules import SchemaNote


class Part(Struct, frozen=True, kw_only=True, omit_defaults=True, dict=True):
    """A part of an order form: the order templates of one chapter of the rules, with data to validate their orders.

    `PhaseForm` consists of several parts. Each part receives the answer to the whole form and reads only the orders of
    its own templates. Its problems point to places in the whole answer.
    """

    judged: ClassVar[frozenset[type[Order]]] = frozenset()
    """The order types that may conflict in this part.

    If the answer has no orders of these types, `conflicts` is not called.
    """

    def templates(self) -> Iterable[OrderTemplate]:
        """Return the order templates of the part, one for each order that is possible now."""
        return ()

    def charts(self) -> dict[str, Chart]:
        """Return the charts on which the part's routes are drawn, by name.

        No two parts have charts of the same name.
        """
        return {}

    def purses(self) -> tuple[Purse, ...]:
        """Return the purses from which the prices in the part's order templates are paid."""
        return ()

    def conflicts(self, answer: Sequence[Order]) -> Iterator[Problem]:
        """Yield the problems of orders that are legal one by one, but not together."""
        return iter(())

    def limits(self) -> Iterator[Json]:
        """Yield the limits on several orders together, as JSON Schema."""
        return iter(())

    def notes(self) -> Iterator[SchemaNote]:
        """Yield notes on rules that a JSON Schema cannot express."""
        return iter(())

    def lines(self, book: OrderForm, draft: Any) -> Iterator[PreviewLine]:
        """Yield the part's preview lines about a draft. `book`: the whole form."""
        return iter(())
