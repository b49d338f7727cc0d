"""15.2 The form of a fortnight's convoys: which sail, and what goes with them."""

from collections.abc import Iterator
from typing import Literal

from msgspec import Struct

from games.kernel.errors import Problem, pointer
from games.kernel.forms import Json, Pick
from games.kernel.limits import Note, at_most, either, holds, meeting, not_both, once, says, verb
from games.kernel.orders import Field, Order, Orders, Way
from games.kernel.text import Text

MOST = 12
"""Strength of a class that is sent with one convoy in one order."""


class Hold(Order, frozen=True, tag="hold"):
    """15.2 A convoy does not sail in this fortnight."""

    convoy: str


class Escort(Order, frozen=True, tag="escort"):
    """15.2a Ships of the port sail with a convoy: a named one, or so much strength of a class, 1 if none is written."""

    convoy: str
    ship: str
    strength: str = ""

    @property
    def count(self) -> int:
        """How much strength."""
        return int(self.strength or 1)


class Alone(Order, frozen=True, tag="alone"):
    """15.2 A convoy sails without the usual escort."""

    convoy: str


ConvoyOrder = Hold | Escort | Alone
Sort = Literal["aa", "ao", "es", ""]


class Company(Struct, frozen=True, omit_defaults=True, gc=False):
    """What of a port may sail with a convoy: how much strength of it there is, 1 of a named ship; `sort` as limits of
    15.2a count it.
    """

    ship: str
    strength: int
    sort: Sort = ""


class Offered(Struct, frozen=True, omit_defaults=True, gc=False):
    """A convoy that can sail, what may go with it, and what usually does, if its owner orders nothing for it.
    `merchants`: how many ships it has, and `laden` whether they carry cargo.
    """

    convoy: str
    port: str
    company: tuple[Company, ...] = ()
    usual: tuple[tuple[str, int], ...] = ()
    merchants: int = 0
    laden: bool = False


class ConvoysForm(Orders[ConvoyOrder], frozen=True, kw_only=True, dict=True, tag="pq17.convoys"):
    """Convoys that can be put together, and how many counters of each sort, and strength of escorts, each may hold.
    `waits`: it is proposed that none sails, as nobody bid for it and few have gathered.
    """

    order_types = (Hold, Escort, Alone)

    convoys: tuple[Offered, ...] = ()
    counters: dict[str, int] = {}
    escorts: int = 0
    waits: bool = False

    def ways(self) -> tuple[Way, ...]:
        found = []
        for one in self.convoys:
            name = Field("convoy", (one.convoy,))
            found.append(Way("hold", (name,), subject="convoy"))
            found.append(Way("alone", (name,), subject="convoy"))
            for company in one.company:
                counts = tuple(str(number) for number in range(1, min(company.strength, MOST) + 1))
                fields = [name, Field("ship", (company.ship,))]
                if company.strength > 1:
                    fields.append(Field("strength", counts, required=False))
                found.append(Way("escort", tuple(fields), subject="convoy"))
        return tuple(found)

    def conflicts(self, answer: tuple[ConvoyOrder, ...]) -> Iterator[Problem]:
        seen: set[tuple[str, ...]] = set()
        for index, order in enumerate(answer):
            key = (order.convoy, order.ship) if isinstance(order, Escort) else (order.convoy, "")
            if key in seen:
                text = Text("Ordered twice.", "命令が重複しています。")
                yield Problem(pointer(index, "order"), "twice", text, "15.2")
            seen.add(key)
        bare = {order.convoy for order in answer if not isinstance(order, Escort)}
        for index, order in enumerate(answer):
            if isinstance(order, Escort) and order.convoy in bare:
                text = Text("It sails without escort, or not at all.", "この船団は護衛なし、または出港しません。")
                yield Problem(pointer(index, "convoy"), "bare", text, "15.2")
        for one in self.convoys:
            yield from self._too_many(one, answer)

    def _too_many(self, one: Offered, answer: tuple[ConvoyOrder, ...]) -> Iterator[Problem]:
        ships = {order.ship: order.count for order in answer if isinstance(order, Escort) and
                 order.convoy == one.convoy}  # fmt: skip
        for sort, most in self.counters.items():
            counters = sum(company.sort == sort for company in one.company if company.ship in ships)
            if counters > most:
                text = Text(f"A convoy holds at most {most} of these.", f"船団に入れられるのは{most}個までです。")
                yield Problem("", sort, text, "15.2a")
        escorts = sum(ships[company.ship] for company in one.company if company.sort == "es" and company.ship in ships)
        if escorts > self.escorts:
            most_of_them = "1 escort" if self.escorts == 1 else f"{self.escorts} escorts"
            text = Text(f"A convoy holds at most {most_of_them}.", f"護衛艦は{self.escorts}までです。")
            yield Problem("", "escorts", text, "1.2.1a")

    def limits(self) -> Iterator[Json]:
        for one in self.convoys:
            bare = meeting(either(verb("hold"), verb("alone")), holds("convoy", one.convoy))
            escorted = meeting(verb("escort"), holds("convoy", one.convoy))
            yield at_most(1, bare)
            yield not_both(bare, escorted)
            for company in one.company:
                yield once("escort", convoy=one.convoy, ship=company.ship)
            for sort, most in (*self.counters.items(), ("es", self.escorts)):
                of_sort = [company.ship for company in one.company if company.sort == sort]
                if of_sort:
                    yield at_most(most, meeting(escorted, says("ship", *of_sort)))

    def notes(self) -> Iterator[Note]:
        yield Note(
            "15.2", Text("A convoy without orders sails with its usual escort.", "命令のない船団は通常の護衛で出港。")
        )

    def is_forced(self) -> bool:
        """The fleet is looked over every fortnight, whether a convoy can sail or not."""
        return False

    def sailing(self, answer: tuple[ConvoyOrder, ...]) -> dict[str, tuple[tuple[str, int], ...]]:
        """The convoys that sail, each with what goes with it."""
        found = {}
        for one in self.convoys:
            orders = [order for order in answer if order.convoy == one.convoy]
            if any(isinstance(order, Hold) for order in orders):
                continue
            named = tuple((order.ship, order.count) for order in orders if isinstance(order, Escort))
            found[one.convoy] = named if orders else one.usual
        return found

    def default(self) -> tuple[ConvoyOrder, ...]:
        return tuple(Hold(one.convoy) for one in self.convoys) if self.waits else ()

    def example(self) -> tuple[ConvoyOrder, ...]:
        found: list[ConvoyOrder] = []
        for one in self.convoys:
            found += [Escort(one.convoy, ship, str(count) if count > 1 else "") for ship, count in one.usual]
        return tuple(found)

    def sample(self, pick: Pick) -> tuple[ConvoyOrder, ...]:
        """Most convoys as usual, some held back, some with an escort of their own."""
        found: list[ConvoyOrder] = []
        for one in self.convoys:
            match pick(5):
                case 0:
                    found.append(Hold(one.convoy))
                case 1 if one.company:
                    company = one.company[pick(len(one.company))]
                    found.append(Escort(one.convoy, company.ship))
        return tuple(found)
