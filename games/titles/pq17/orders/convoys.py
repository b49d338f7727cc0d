"""15.2 The form for a campaign fortnight's convoys: the convoys that sail, and their escorts."""

from collections.abc import Iterator
from typing import Literal

from msgspec import Struct

from games.kernel.errors import Problem, pointer
from games.kernel.forms import Json, RandomSource
from games.kernel.text import Text
from games.orders.order_set import Field, Order, Orders, OrderTemplate
from games.orders.schema_rules import (
    SchemaNote,
    argument_among,
    argument_is,
    at_most,
    at_most_once,
    has_verb,
    matches_all,
    matches_any,
    not_both,
)

MOST = 12
"""The most strength of a class that one order sends with a convoy."""


class Hold(Order, frozen=True, tag="hold"):
    """15.2 Order that a convoy does not sail in this fortnight."""

    convoy: str


class Escort(Order, frozen=True, tag="escort"):
    """15.2a Order for a ship in port to sail with a convoy: a named ship, or strength of a class (1 by default)."""

    convoy: str
    ship: str
    strength: str = ""

    @property
    def count(self) -> int:
        """Return the strength that sails, as a number."""
        return int(self.strength or 1)


class Alone(Order, frozen=True, tag="alone"):
    """15.2 Order for a convoy to sail without an escort."""

    convoy: str


ConvoyOrder = Hold | Escort | Alone
Sort = Literal["aa", "ao", "es", ""]


class Company(Struct, frozen=True, omit_defaults=True, gc=False):
    """A ship or class in a convoy's port that may sail with the convoy as escort.

    `ship`: its id. `strength`: the strength in the port, 1 for a named ship. `sort`: the kind of ship for the limits of
    15.2a: ``aa``, ``ao`` or ``es``; "" if no limit applies.
    """

    ship: str
    strength: int
    sort: Sort = ""


class Offered(Struct, frozen=True, omit_defaults=True, gc=False):
    """A convoy that can sail."""

    convoy: str
    """The id of the convoy."""
    port: str
    """The port from which it sails."""
    company: tuple[Company, ...] = ()
    """The ships that may sail with it."""
    usual: tuple[tuple[str, int], ...] = ()
    """Its default escort: pairs of a ship or class and its strength."""
    merchants: int = 0
    """The number of merchants."""
    laden: bool = False
    """True if the merchants carry cargo."""


class ConvoysForm(Orders[ConvoyOrder], frozen=True, kw_only=True, dict=True, tag="pq17.convoys"):
    """15.2 The form for the convoys of a fortnight."""

    order_types = (Hold, Escort, Alone)

    convoys: tuple[Offered, ...] = ()
    """The convoys that can sail."""
    counters: dict[str, int] = {}
    """By sort (`Company.sort`), the most counters of this sort in a convoy."""
    escorts: int = 0
    """The most strength of sort ``es`` in a convoy."""
    waits: bool = False
    """True if by default no convoy sails, because the Allies bid 0 and few merchants have gathered."""

    def templates(self) -> tuple[OrderTemplate, ...]:
        found = []
        for one in self.convoys:
            name = Field("convoy", (one.convoy,))
            found.append(OrderTemplate("hold", (name,), subject="convoy"))
            found.append(OrderTemplate("alone", (name,), subject="convoy"))
            for company in one.company:
                counts = tuple(str(number) for number in range(1, min(company.strength, MOST) + 1))
                fields = [name, Field("ship", (company.ship,))]
                if company.strength > 1:
                    fields.append(Field("strength", counts, required=False))
                found.append(OrderTemplate("escort", tuple(fields), subject="convoy"))
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
            taken = [company.ship for company in one.company if company.ship in ships and company.sort == sort]
            if len(taken) > most:
                en = f"A convoy holds at most {most} of {', '.join(taken)}."
                text = Text(en, f"船団に入れられるのは{'、'.join(taken)}のうち{most}個までです。")
                yield Problem("", sort, text, "15.2a")
        escorts = sum(ships[company.ship] for company in one.company if company.sort == "es" and company.ship in ships)
        if escorts > self.escorts:
            most_of_them = "1 escort" if self.escorts == 1 else f"{self.escorts} escorts"
            text = Text(f"A convoy holds at most {most_of_them}.", f"護衛艦は{self.escorts}までです。")
            yield Problem("", "escorts", text, "1.2.1a")

    def schema_limits(self) -> Iterator[Json]:
        for one in self.convoys:
            bare = matches_all(matches_any(has_verb("hold"), has_verb("alone")), argument_is("convoy", one.convoy))
            escorted = matches_all(has_verb("escort"), argument_is("convoy", one.convoy))
            yield at_most(1, bare)
            yield not_both(bare, escorted)
            for company in one.company:
                yield at_most_once("escort", convoy=one.convoy, ship=company.ship)
            for sort, most in (*self.counters.items(), ("es", self.escorts)):
                of_sort = [company.ship for company in one.company if company.sort == sort]
                if of_sort:
                    yield at_most(most, matches_all(escorted, argument_among("ship", *of_sort)))

    def schema_notes(self) -> Iterator[SchemaNote]:
        yield SchemaNote(
            "15.2", Text("A convoy without orders sails with its usual escort.", "命令のない船団は通常の護衛で出港。")
        )

    def is_forced(self) -> bool:
        """Return False: the question is never skipped, even if no convoy can sail."""
        return False

    def sailing(self, answer: tuple[ConvoyOrder, ...]) -> dict[str, tuple[tuple[str, int], ...]]:
        """Return the convoys that sail, each with its escort: pairs of a ship or class and its strength."""
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

    def sample(self, pick: RandomSource) -> tuple[ConvoyOrder, ...]:
        """Return random orders: most convoys sail with their default escort, some stay, some get a single ship."""
        found: list[ConvoyOrder] = []
        for one in self.convoys:
            match pick(5):
                case 0:
                    found.append(Hold(one.convoy))
                case 1 if one.company:
                    company = one.company[pick(len(one.company))]
                    found.append(Escort(one.convoy, company.ship))
        return tuple(found)
