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
    """Some of the orders of a form, with all data that validates them.

    An answer is that of the whole form: a part reads its own orders in it, and a problem points to its place in the
    whole. `judged`: the orders that may conflict in this part; the part is skipped if an answer has none of them.
    """

    judged: ClassVar[frozenset[type[Order]]] = frozenset()

    def ways(self) -> Iterable[OrderTemplate]:
        """Return the order templates of the part."""
        return ()

    def charts(self) -> dict[str, Chart]:
        """Return the charts of its paths; their names differ from those of other parts."""
        return {}

    def purses(self) -> tuple[Purse, ...]:
        """Return the purses that the prices of its values are paid from."""
        return ()

    def conflicts(self, answer: Sequence[Order]) -> Iterator[Problem]:
        """Yield the problems between orders that are legal one by one."""
        return iter(())

    def limits(self) -> Iterator[Json]:
        """Return the limits on several orders together that a schema can express."""
        return iter(())

    def notes(self) -> Iterator[SchemaNote]:
        """Return the notes on rules that a schema cannot express."""
        return iter(())

    def lines(self, book: OrderForm, draft: Any) -> Iterator[PreviewLine]:
        """Yield notes on a draft of the whole form, before it is submitted. `book`: the whole form."""
        return iter(())
