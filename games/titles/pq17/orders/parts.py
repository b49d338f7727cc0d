"""The form of a phase is made of parts, each of which knows the orders of its chapter."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, ClassVar

from msgspec import Struct

from games.kernel.byhand.chart import Chart
from games.kernel.byhand.prices import Line, Purse
from games.kernel.byhand.taps import Book
from games.kernel.errors import Problem
from games.kernel.forms import Json
from games.kernel.limits import Note
from games.kernel.orders import Order, Way


class Part(Struct, frozen=True, kw_only=True, omit_defaults=True, dict=True):
    """Some of the orders of a form, with all that they are judged by. Answers are those of the whole form; a part looks
    for its own orders in them, and a problem points to their place in the whole. `judged` are the orders that may
    conflict in it: where an answer has none of them, it is not asked.
    """

    judged: ClassVar[frozenset[type[Order]]] = frozenset()

    def ways(self) -> Iterable[Way]:
        """The ways to give its orders."""
        return ()

    def charts(self) -> dict[str, Chart]:
        """The charts of its paths; their names are unlike those of other parts."""
        return {}

    def purses(self) -> tuple[Purse, ...]:
        """What the prices of its values are paid from."""
        return ()

    def conflicts(self, answer: Sequence[Order]) -> Iterator[Problem]:
        """What is wrong among several orders that are each legal."""
        return iter(())

    def limits(self) -> Iterator[Json]:
        """What a schema can say of several orders together."""
        return iter(())

    def notes(self) -> Iterator[Note]:
        """What no schema can say."""
        return iter(())

    def lines(self, book: Book, draft: Any) -> Iterator[Line]:
        """What to know of a draft of the whole form, the `book`, before it is sealed."""
        return iter(())
