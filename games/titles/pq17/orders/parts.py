"""The parts of the form of a phase; each part knows the orders of its chapter."""

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
    """A part of a form: some of its order templates, with all data that validates them.

    A part gets the answer of the whole form and reads its own orders in it; its problems point to places in the whole
    answer. `judged`: the order types that may conflict in this part; without any of them the part is skipped.
    """

    judged: ClassVar[frozenset[type[Order]]] = frozenset()

    def ways(self) -> Iterable[OrderTemplate]:
        """Return the order templates of the part."""
        return ()

    def charts(self) -> dict[str, Chart]:
        """Return the charts of its paths; their names differ from those of other parts."""
        return {}

    def purses(self) -> tuple[Purse, ...]:
        """Return the purses from which the prices of the part's values are paid."""
        return ()

    def conflicts(self, answer: Sequence[Order]) -> Iterator[Problem]:
        """Yield the problems between orders that are legal one by one."""
        return iter(())

    def limits(self) -> Iterator[Json]:
        """Return limits on several orders together, as JSON Schema."""
        return iter(())

    def notes(self) -> Iterator[SchemaNote]:
        """Return the notes on rules that a schema cannot express."""
        return iter(())

    def lines(self, book: OrderForm, draft: Any) -> Iterator[PreviewLine]:
        """Yield preview lines about a draft of the whole form (`book`)."""
        return iter(())
