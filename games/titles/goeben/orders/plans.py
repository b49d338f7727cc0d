"""4.1 Checks of a day's orders as a whole: the ships that outfit, the sequence of cargo and repairs, and conflicts."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from msgspec import Struct

from games.kernel.errors import Problem
from games.kernel.text import Text
from games.titles.goeben.orders.orders import (
    DayOrder,
    Hand,
    Intelligence,
    Leave,
    Letter,
    Mine,
    Move,
    Outfit,
    Repair,
    Scout,
    Take,
)
from games.titles.goeben.orders.prospects import REPAIRED, Berth, Ware

BY_ONE = ("repair", "take", "leave", "hand")
"""4.1 The orders in the first phase that one ship carries out alone while it outfits."""


def outfitting(orders: Sequence[DayOrder]) -> list[str]:
    """4.1, 4.1.2 Return the ships that spend the day outfitting and therefore do not move."""
    names: list[str] = []
    for order in orders:
        if isinstance(order, Outfit):
            names += order.ships
        elif isinstance(order, Repair | Take | Leave):
            names.append(order.ship)
        elif isinstance(order, Hand):
            names += (order.ship, order.to)
    return list(dict.fromkeys(names))


def stretches(orders: Sequence[DayOrder]) -> list[list[tuple[int, DayOrder]]]:
    """4.1.1 Split the orders of a plan into parts that each end with a repair. Each order has its index in the plan.

    Crew that a ship receives before a repair counts for the dice of that repair; later crew does not.
    """
    parts: list[list[tuple[int, DayOrder]]] = [[]]
    for index, order in enumerate(orders):
        parts[-1].append((index, order))
        if isinstance(order, Repair):
            parts.append([])
    return parts


class Squadron(Struct, frozen=True):
    """The ships of a plan by id, the available cargo, and the number of repair dice that cargo adds (`crews`, 10.1)."""

    berths: Mapping[str, Berth]
    wares: Mapping[str, Ware]
    crews: Mapping[str, int]

    def conflicts(self, answer: tuple[DayOrder, ...]) -> Iterator[Problem]:
        """Yield a problem for each conflict between orders that would be legal alone.

        The form checks costs and paths.
        """
        yield from _repeated(answer)
        yield from self._stuck(answer)
        yield from self._holds(answer)
        yield from self._mined(answer)

    def _stuck(self, answer: tuple[DayOrder, ...]) -> Iterator[Problem]:
        """4.1, 9.1 Yield a problem for each ship that outfits and moves, or that stays but must leave a port."""
        busy, moved = set(outfitting(answer)), set[str]()
        for index, order in enumerate(answer):
            if isinstance(order, Move):
                moved.update(order.ships)
                for ship in order.ships:
                    if ship in busy:
                        text = Text(f"{ship} outfits today and does not move.", f"{ship} は艤装中で移動できません。")
                        yield Problem(f"/{index}/ships", "busy", text, "4.1")
        for berth in self.berths.values():
            if berth.bound and berth.ship not in moved:
                en = f"{berth.ship} must leave the neutral port."
                yield Problem("", "bound", Text(en, f"{berth.ship} は中立港を出なければなりません。"), "9.1")

    def _holds(self, answer: tuple[DayOrder, ...]) -> Iterator[Problem]:
        """8.2–8.6, 10.1 Yield a problem for cargo that is missing or does not fit, and for too many repair dice.

        The crew aboard at the time of a repair gives its dice. Purses check the price, and the boxes filled at the end.
        """
        aboard = {ship: Counter(berth.cargo) for ship, berth in self.berths.items()}
        parts = stretches(answer)
        for place, part in enumerate(parts, start=1):
            for index, order in part:
                if isinstance(order, Leave | Hand):
                    yield from self._given_away(f"/{index}/cargo", order, aboard)
                elif isinstance(order, Take):
                    aboard[order.ship].update(order.cargo)
                elif isinstance(order, Repair):
                    yield from self._dice(f"/{index}", order, aboard[order.ship])
            yield from _paired(aboard)
            if place < len(parts):
                yield from self._overladen(aboard)

    def _given_away(self, where: str, order: Leave | Hand, aboard: dict[str, Counter[str]]) -> Iterator[Problem]:
        """8.3, 8.6 Yield a problem for each piece given away that is not aboard, or that the receiver cannot carry."""
        for kind in order.cargo:
            if not aboard[order.ship][kind]:
                yield _no_cargo(where, kind)
            aboard[order.ship][kind] -= 1
        if isinstance(order, Hand) and order.to in aboard:
            aboard[order.to].update(order.cargo)
            yield from _unfit(where, self.berths[order.to], order.cargo)

    def _dice(self, where: str, order: Repair, aboard: Counter[str]) -> Iterator[Problem]:
        """10.1 Yield a problem for a repair with no dice, or more dice than the crew aboard allows (4.1.1)."""
        berth, dice = self.berths[order.ship], sum(int(getattr(order, track) or 0) for track in REPAIRED)
        most = berth.dice + sum(by * (aboard[kind] - berth.cargo.count(kind)) for kind, by in self.crews.items())
        if not 1 <= dice <= most:
            text = Text(f"Allot 1 to {most} dice, not {dice}.", f"ダイスは1〜{most}個割り振ってください。")
            yield Problem(where, "range" if dice else "required", text, "10.1")

    def _overladen(self, aboard: dict[str, Counter[str]]) -> Iterator[Problem]:
        """8.2 Yield a problem for each ship whose cargo needs more boxes than her hull has, unless it was so before."""
        for ship, cargo in aboard.items():
            hull, size = self.berths[ship].hull, sum(self.wares[kind].boxes * max(cargo[kind], 0) for kind in cargo)
            if size > hull and size > stowed(self.berths[ship], self.wares):
                text = Text(f"{ship} has {hull} boxes, not {size}.", f"{ship} の船体は{hull}ボックスです。")
                yield Problem("", "full", text, "8.2")

    def _mined(self, answer: tuple[DayOrder, ...]) -> Iterator[Problem]:
        """23.0, 23.0.2, 23.0.3 Yield a problem for each mine that a ship cannot lay.

        The space is not on the ship's way, the ship has too few mines, or she outfits.
        """
        ways = {ship: order.way for order in answer if isinstance(order, Move) for ship in order.ships}
        busy, laid = set(outfitting(answer)), Counter[str]()
        for index, order in enumerate(answer):
            if not isinstance(order, Mine):
                continue
            laid[order.ship] += 1
            berth = self.berths[order.ship]
            if order.ship in busy:
                text = Text(
                    f"{order.ship} outfits and lays no mines.", f"{order.ship} は艤装中で機雷を敷設できません。"
                )
                yield Problem(f"/{index}/ship", "busy", text, "23.0.3")
            if order.space not in (berth.at, *ways.get(order.ship, ())):
                text = Text(f"{order.ship} does not come there.", f"{order.ship} はそこを通りません。")
                yield Problem(f"/{index}/space", "no_way", text, "23.0.2")
            if laid[order.ship] > berth.mines:
                yield _no_cargo(f"/{index}/ship", "mines", "23.0")


def stowed(berth: Berth, wares: Mapping[str, Ware]) -> int:
    """8.2 Return the number of hull boxes that a ship's cargo fills."""
    return sum(wares[kind].boxes for kind in berth.cargo)


def _repeated(answer: tuple[DayOrder, ...]) -> Iterator[Problem]:
    """4.1, 11.1 Yield a problem for each order that may be given only once and is repeated.

    A ship moves once, and there is one attempt at intelligence a day.
    """
    moved: set[str] = set()
    done: set[str] = set()
    for index, order in enumerate(answer):
        if isinstance(order, Move):
            if twice := moved.intersection(order.ships):
                yield _twice(f"/{index}/ships", sorted(twice)[0])
            moved.update(order.ships)
        key = order.ship if isinstance(order, Repair | Scout | Letter) else ""
        if not isinstance(order, Move | Take | Leave | Hand | Mine | Outfit):
            name = f"{type(order).__name__} {key}"
            if name in done:
                text = Text("One such order is enough.", "この命令は1つだけです。")
                yield Problem(f"/{index}", "twice", text, "11.1" if isinstance(order, Intelligence) else "4.1")
            done.add(name)


def _paired(aboard: dict[str, Counter[str]]) -> Iterator[Problem]:
    """20.1.1 Yield a problem for each ship that would carry more than one seaplane."""
    for cargo in aboard.values():
        if cargo["seaplane"] > 1:
            yield Problem("", "full", Text("One seaplane a ship.", "水上機は1隻に1機です。"), "20.1.1")


def _twice(where: str, ship: str) -> Problem:
    text = Text(f"{ship} has two orders to move.", f"{ship} に移動命令が2つあります。")
    return Problem(where, "twice", text, "12.0")


def _no_cargo(where: str, kind: str, rule: str = "8.3") -> Problem:
    return Problem(where, "no_cargo", Text(f"{kind}: none is left aboard.", f"{kind}：艦上にもうありません。"), rule)


def _unfit(where: str, berth: Berth, cargo: Sequence[str]) -> Iterator[Problem]:
    """8.0 Yield a problem for each piece of cargo that a ship of that type cannot carry."""
    for kind in cargo:
        if kind not in berth.carries:
            text = Text(f"{berth.ship} cannot carry {kind}.", f"{berth.ship} は {kind} を搭載できません。")
            yield Problem(where, "unfit", text, "8.2.1")
