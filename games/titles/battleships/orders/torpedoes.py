"""6.1 The form of torpedoes."""

from collections.abc import Collection, Iterator, Sequence
from typing import Any

from msgspec import Struct

from games.kernel.byhand.prices import Line, Outlook
from games.kernel.errors import Problem, pointer
from games.kernel.forms import Json
from games.kernel.limits import at_most, holds
from games.kernel.orders import Field, Orders, Way
from games.kernel.text import Text
from games.kernel.unordered import Unordered
from games.titles.battleships.orders import doctrine
from games.titles.battleships.orders.orders import Launch, Strike, TorpedoOrder
from games.titles.battleships.orders.withheld import NO_TORPEDOES, OFF_THE_LINE, out_of_reach


class Salvo(Struct, frozen=True, omit_defaults=True, gc=False):
    """6.1 A ship may launch at a target of this kind: how many hexes, the number that hits, and the odds then.
    `friend`: one of her own side lies where the torpedoes run (6.2a).
    """

    ship: str
    at: str
    distance: int
    number: int
    odds: str
    kind: str = ""
    friend: bool = False


class TorpedoForm(Orders[TorpedoOrder], frozen=True, kw_only=True, dict=True, tag="battleships.torpedoes"):
    """6.1 Which ship launches at whom. A doctrine may name the ships of the battle, `crew` one's own and `prey` the
    enemy's.
    """

    order_types = (Launch, Strike)
    unordered = Unordered("holds_torpedoes", ("launch",))

    salvoes: tuple[Salvo, ...] = ()
    crew: tuple[str, ...] = ()
    prey: tuple[str, ...] = ()

    def ways(self) -> tuple[Way, ...]:
        ships = dict.fromkeys(one.ship for one in self.salvoes)
        launches = (
            Way(
                "launch",
                (Field("ship", (ship,)), Field("at", tuple(one.at for one in self.salvoes if one.ship == ship))),
                subject="ship",
            )
            for ship in ships
        )
        return (*launches, *([doctrine.strike_way(self.prey, self.crew)] if self.crew else ()))

    def closed(self) -> Iterator[Way]:
        """6.2 At whom no torpedo can be launched, and by whom none; of doctrines written ahead nothing."""
        if not self.salvoes:
            return
        pairs = {(one.ship, one.at) for one in self.salvoes}
        yield from out_of_reach("launch", pairs, self.crew, self.prey, "6.2", OFF_THE_LINE, NO_TORPEDOES)

    def at_rest(self) -> frozenset[str]:
        """6.1 A ship without an order launches nothing."""
        return frozenset((*self.crew, *(one.ship for one in self.salvoes)))

    def meant(self, answer: Sequence[TorpedoOrder]) -> tuple[Launch, ...]:
        """6.1 The launches of an answer, with what its doctrines come to: no friend may lie on the line."""
        found = [order for order in answer if isinstance(order, Launch)]
        for order in answer:
            if isinstance(order, Strike):
                found += self._struck(order, {one.ship for one in found})
        return tuple(found)

    def _struck(self, order: Strike, busy: Collection[str]) -> Iterator[Launch]:
        for ship in order.ships or dict.fromkeys(one.ship for one in self.salvoes):
            if ship in busy:
                continue
            hers = [one for one in self.salvoes if one.ship == ship and not one.friend]
            hers = [one for one in hers if not order.chance or one.number >= int(order.chance)]
            marks = (doctrine.Mark(one.at, one.kind, one.distance) for one in hers)
            best = doctrine.preferred(marks, order.at, order.within)[:1]
            yield from (Launch(ship, at) for at in best)

    def conflicts(self, answer: tuple[TorpedoOrder, ...]) -> Iterator[Problem]:
        """6.2c A ship launches once."""
        ships = [order.ship if isinstance(order, Launch) else f"/{index}" for index, order in enumerate(answer)]
        for index, ship in enumerate(ships):
            if ship in ships[:index]:
                text = Text("She launches once.", "雷撃は1回だけです。")
                yield Problem(pointer(index, "ship"), "twice", text, "6.2c")

    def limits(self) -> Iterator[Json]:
        for way in self.listed:
            if way.subject:
                yield at_most(1, holds("ship", way.fields[0].values[0]))

    def outlook(self, draft: Any) -> Outlook:
        """The number to hit and the odds of every launch, and whether it endangers a friend."""
        known = {(one.ship, one.at): one for one in self.salvoes}
        lines: list[Line] = []
        for index, raw in enumerate(draft if isinstance(draft, list) else []):
            name = (str(raw.get("ship")), str(raw.get("at"))) if isinstance(raw, dict) else ("", "")
            one = known.get(name)
            if one is not None:
                text = Text(
                    f"range {one.distance}, hits on {one.number} or less, then {one.odds}",
                    f"距離{one.distance}、{one.number}以下で命中、オッズ{one.odds}",
                )
                text = Text(f"{text.en}; a friend on the line", f"{text.ja}、線上に味方") if one.friend else text
                lines.append(Line(pointer(index, "at"), "risk" if one.friend else "spends", text))
        return Outlook(tuple(lines))
