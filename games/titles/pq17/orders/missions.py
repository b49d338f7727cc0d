"""5.3, 6.4, 6.9 What aircraft are to do, in the form of the phase.

photograph spitfire_pr_1 narvik
fly ju_88_1 mission=attack to=0411 on=convoy id=2
patrol catalina_1 to=0708
patrol albacore_1 to=0708 also=0709
sector barents 0611,0612
declare home
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Literal

from msgspec import Struct

from games.kernel.barred import Barred
from games.kernel.errors import Problem, pointer
from games.kernel.forms import Json
from games.kernel.limits import at_most, either, holds, lists, meeting, once, verb
from games.kernel.orders import Field, Order, Way
from games.kernel.text import Text
from games.titles.pq17.box.pieces import Sector, Side
from games.titles.pq17.orders.doctrine import VALUES, Standing, doctrine_ways
from games.titles.pq17.orders.parts import Part

ATTACK, ESCORT, SEARCH = "attack", "escort", "search"


class Photograph(Order, frozen=True, tag="photograph"):
    """6.9 A unit photographs an enemy port at the start of the phase, if it may fly then."""

    unit: str
    port: str


class Fly(Order, frozen=True, tag="fly"):
    """5.3 A unit flies to a hex and back: to search, to attack what is identified there, or to escort others. Unless it
    is told so after the search, it attacks a kind of block alone (`on`), from an ID on.
    """

    unit: str
    mission: str
    to: str
    on: str = ""
    id: str = ""

    def takes(self, kind: str, level: int) -> bool:
        """7.1 Whether it attacks such a block of itself."""
        return self.on in ("", kind) and level >= int(self.id or 0)


class Patrol(Order, frozen=True, tag="patrol"):
    """5.3.1 A unit holds an air radius in a hex until the enemy's next submarine combat is over; one of several steps,
    in as many hexes.
    """

    unit: str
    to: str
    also: tuple[str, ...] = ()


class SectorSearch(Order, frozen=True, tag="sector"):
    """6.4.2 The hexes that a sector searches."""

    sector: str
    hexes: tuple[str, ...]


class Declare(Order, frozen=True, tag="declare"):
    """5.3.1a The carriers of a force hold an air radius in its hex, for all to see."""

    force: str


MissionOrder = Photograph | Fly | Patrol | SectorSearch | Declare | Standing
ORDERS: tuple[type[Order], ...] = (Photograph, Fly, Patrol, SectorSearch, Declare, Standing)


_CONDITIONS = (Field("on", VALUES["quarry"][1:], required=False), Field("id", VALUES["from_id"], required=False))
"""7.1 What an attack ordered ahead depends on."""
_MISSIONS = {mission: Field("mission", (mission,)) for mission in (SEARCH, ATTACK, ESCORT)}


class Flight(Struct, frozen=True, omit_defaults=True, gc=False):
    """What an air unit may do now: hexes to search, to attack and to escort others to, to hold a radius in (all within
    its range), ports to photograph, and enemy bases and ports that it may raid (7.1.3). `radii`: how many of them at
    once (5.3.1).
    """

    unit: str
    search: tuple[str, ...] = ()
    attack: tuple[str, ...] = ()
    escort: tuple[str, ...] = ()
    patrol: tuple[str, ...] = ()
    photograph: tuple[str, ...] = ()
    radii: int = 1

    def ways(self) -> list[Way]:
        """The ways to order it out."""
        found, unit = [], Field("unit", (self.unit,))
        for mission, hexes in ((SEARCH, self.search), (ATTACK, self.attack), (ESCORT, self.escort)):
            if hexes:
                only = _CONDITIONS if mission == ATTACK else ()
                found.append(Way("fly", (unit, _MISSIONS[mission], Field("to", hexes), *only), subject="unit"))
        if self.patrol:
            also = (Field("also", self.patrol, required=False, many=True, most=self.radii - 1),) * (self.radii > 1)
            found.append(Way("patrol", (unit, Field("to", self.patrol), *also), subject="unit"))
        if self.photograph:
            found.append(Way("photograph", (unit, Field("port", self.photograph)), subject="unit"))
        return found


class Watch(Struct, frozen=True, gc=False):
    """6.4.2 A sector: how many hexes it may search, and which of them have enemy blocks."""

    sector: Sector
    most: int
    hexes: tuple[str, ...]


GROUNDED = {
    "9.2.5": Text("Nothing flies in this weather.", "この天候では飛行できません。"),
    "5.3a": Text("It does not fly by night.", "夜間は飛行できません。"),
    "7.2.3": Text("All its steps are damaged.", "全ステップが損傷中です。"),
    "5.3": Text("It is out already.", "すでに出撃中です。"),
    "7.8a": Text("Its carrier operates no aircraft.", "母艦が航空機を運用できません。"),
    "12.6": Text("It takes part in the ground offensive.", "地上攻勢に参加中です。"),
    "5.3b": Text("Nothing that it could do is within its range.", "航続距離内に任務の対象がありません。"),
    "6.4.2": Text("No enemy block is at sea in it.", "海域内に敵の積み木がありません。"),
    "6.4.2b": Text("A gale lies over its coast.", "沿岸が強風です。"),
    "6.3.1c": Text("It has no hex left to search in this turn.", "このターンに索敵できるヘックスは残っていません。"),
}
"""Why an air unit, or a sector, has nothing to do, by the rule."""
_OF_SECTORS = ("6.4.2", "6.4.2b", "6.3.1c")


class Missions(Part, frozen=True, kw_only=True):
    """All that a side may order in the air: what each unit may do, its sectors, and forces whose carriers may hold a
    radius; and the instructions of that side ("": of both). `grounded`: units and sectors that can do nothing, by the
    rule.
    """

    judged = frozenset((Photograph, Fly, Patrol, SectorSearch, Declare))

    side: Side | Literal[""] = ""
    flights: tuple[Flight, ...] = ()
    watches: tuple[Watch, ...] = ()
    carriers: tuple[str, ...] = ()
    grounded: dict[str, tuple[str, ...]] = {}

    def closed(self) -> Iterator[Way]:
        """Units that stay on the ground, or out, and sectors that are not searched."""
        bars = [Barred(name, rule, GROUNDED[rule]) for rule, names in self.grounded.items() for name in names]
        sectors = tuple(bar for bar in bars if bar.rule in _OF_SECTORS)
        units = tuple(bar for bar in bars if bar.rule not in _OF_SECTORS)
        if units:
            yield from (Way(one, (Field("unit", (), barred=units),)) for one in ("fly", "patrol", "photograph"))
        if sectors:
            yield Way("sector", (Field("sector", (), barred=sectors),))

    def ways(self) -> Sequence[Way]:
        """The ways to give these orders."""
        found: list[Way] = []
        for one in self.flights:
            found += one.ways()
        for watch in self.watches:
            hexes_ = Field("hexes", watch.hexes, many=True, most=watch.most)
            found.append(Way("sector", (Field("sector", (watch.sector,)), hexes_), subject="sector"))
        if self.carriers:
            found.append(Way("declare", (Field("force", self.carriers),), subject="force"))
        return [*found, *doctrine_ways(side=self.side)]

    def limits(self) -> Iterator[Json]:
        flies = either(verb("photograph"), verb("fly"), verb("patrol"))
        for one in self.flights:
            yield at_most(1, meeting(flies, holds("unit", one.unit)))
        for watch in self.watches:
            yield once("sector", sector=watch.sector)
        for hex_, watchers in Counter(hex_ for watch in self.watches for hex_ in watch.hexes).items():
            if watchers > 1:
                yield at_most(1, meeting(verb("sector"), lists("hexes", hex_)))
        for force in self.carriers:
            yield once("declare", force=force)

    def conflicts(self, answer: Sequence[Order]) -> Iterator[Problem]:
        """5.3 A unit flies one mission; 6.9 one that photographs does nothing else; 6.4.2a no hex is paid for twice."""
        used: set[str] = set()
        hexes: set[str] = set()
        for index, order in enumerate(answer):
            if isinstance(order, (Photograph, Fly, Patrol)):
                if order.unit in used:
                    text = Text("This unit has its mission already.", "この部隊にはすでに任務があります。")
                    yield Problem(pointer(index, "unit"), "twice", text, "5.3")
                used.add(order.unit)
                if isinstance(order, Patrol) and order.to in order.also:
                    text = Text("There it holds a radius already.", "そこにはすでに航続範囲を設定しています。")
                    yield Problem(pointer(index, "also"), "twice", text, "5.3.1")
            elif isinstance(order, (SectorSearch, Declare)):
                name = order.sector if isinstance(order, SectorSearch) else order.force
                if name in used:
                    yield Problem(pointer(index), "twice", Text("Ordered twice.", "命令が重複しています。"), "6.4.2a")
                used.add(name)
                for hex_ in order.hexes if isinstance(order, SectorSearch) else ():
                    if hex_ in hexes:
                        text = Text(f"{hex_} is searched by another sector.", f"{hex_}は他のセクターが索敵します。")
                        yield Problem(pointer(index, "hexes"), "twice", text, "6.4.2a")
                    hexes.add(hex_)

    def default_orders(self) -> tuple[MissionOrder, ...]:
        """6.0 Sectors search as many hexes with enemy blocks as they can, none of them twice."""
        found: list[MissionOrder] = []
        taken: set[str] = set()
        for watch in sorted(self.watches, key=lambda one: len(one.hexes)):
            hexes = [one for one in watch.hexes if one not in taken][: watch.most]
            if hexes:
                taken.update(hexes)
                found.append(SectorSearch(watch.sector, tuple(hexes)))
        return tuple(found)
