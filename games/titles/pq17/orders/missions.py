"""5.3, 6.4, 6.9 The part of the phase's form with the missions of aircraft.

Examples of orders:

- photograph spitfire_pr_1 narvik
- fly ju_88_1 mission=attack to=0411 on=convoy id=2
- patrol catalina_1 to=0708
- patrol albacore_1 to=0708 also=0709
- sector barents 0611,0612
- declare home
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any, Literal

from msgspec import Struct

from games.kernel.drafts import PreviewLine
from games.kernel.errors import Problem, pointer
from games.kernel.forms import Json
from games.kernel.odds import shorten_odds
from games.kernel.text import Text
from games.kernel.unavailable import Unavailable
from games.order_editor.order_edits import OrderForm
from games.orders.order_set import Field, Order, OrderTemplate
from games.orders.schema_rules import argument_is, at_most, at_most_once, has_verb, lists_any, matches_all, matches_any
from games.titles.pq17.components.pieces import Sector, Side
from games.titles.pq17.orders.doctrine import VALUES, Standing, doctrine_ways
from games.titles.pq17.orders.draft_odds import Chance, chance_odds, orders_with_verb, quoted_name, words_of
from games.titles.pq17.orders.parts import Part

ATTACK, ESCORT, SEARCH = "attack", "escort", "search"


class Photograph(Order, frozen=True, tag="photograph"):
    """6.9 Order for an air unit to photograph an enemy port at the start of the phase, if the unit may fly then."""

    unit: str
    port: str


class Fly(Order, frozen=True, tag="fly"):
    """5.3 Order for an air unit to fly to a hex: to search, to attack an identified block, or to escort attackers.

    If the player orders nothing after the search, the unit attacks only blocks of the kind `on`, and of at least the ID
    level `id`; "" means any kind or level.
    """

    unit: str
    mission: str
    to: str
    on: str = ""
    id: str = ""

    def takes(self, kind: str, level: int) -> bool:
        """7.1 Return True if the unit attacks a block of this kind and ID level without an order after the search."""
        return self.on in ("", kind) and level >= int(self.id or 0)


class Patrol(Order, frozen=True, tag="patrol"):
    """5.3.1 Order for an air unit to hold an air radius in a hex until the enemy's next submarine combat is over.

    `also`: further hexes in which the unit holds a radius. Each of its steps can hold one radius.
    """

    unit: str
    to: str
    also: tuple[str, ...] = ()


class SectorSearch(Order, frozen=True, tag="sector"):
    """6.4.2 Order that chooses the hexes that a sector's aircraft search."""

    sector: str
    hexes: tuple[str, ...]


class Declare(Order, frozen=True, tag="declare"):
    """5.3.1a Order for the carriers of a force to hold an air radius in its hex. The radius is public."""

    force: str


MissionOrder = Photograph | Fly | Patrol | SectorSearch | Declare | Standing
ORDERS: tuple[type[Order], ...] = (Photograph, Fly, Patrol, SectorSearch, Declare, Standing)


_CONDITIONS = (Field("on", VALUES["quarry"][1:], required=False), Field("id", VALUES["from_id"], required=False))
"""7.1 The optional fields of an order to attack: the kind of block and the lowest ID level."""
_MISSIONS = {mission: Field("mission", (mission,)) for mission in (SEARCH, ATTACK, ESCORT)}


class Flight(Struct, frozen=True, omit_defaults=True, gc=False):
    """The missions that an air unit can fly now."""

    unit: str
    search: tuple[str, ...] = ()
    """The hexes within range that it can search."""
    attack: tuple[str, ...] = ()
    """The hexes within range where it can attack."""
    escort: tuple[str, ...] = ()
    """The hexes within range where it can escort attackers."""
    patrol: tuple[str, ...] = ()
    """The hexes within range where it can hold an air radius."""
    photograph: tuple[str, ...] = ()
    """The ports that it can photograph."""
    radii: int = 1
    """The number of air radii that it may hold at once (5.3.1)."""

    def templates(self) -> list[OrderTemplate]:
        """Return an order template for each mission that the unit can fly."""
        found, unit = [], Field("unit", (self.unit,))
        for mission, hexes in ((SEARCH, self.search), (ATTACK, self.attack), (ESCORT, self.escort)):
            if hexes:
                only = _CONDITIONS if mission == ATTACK else ()
                found.append(
                    OrderTemplate("fly", (unit, _MISSIONS[mission], Field("to", hexes), *only), subject="unit")
                )
        if self.patrol:
            also = (Field("also", self.patrol, required=False, many=True, most=self.radii - 1),) * (self.radii > 1)
            found.append(OrderTemplate("patrol", (unit, Field("to", self.patrol), *also), subject="unit"))
        if self.photograph:
            found.append(OrderTemplate("photograph", (unit, Field("port", self.photograph)), subject="unit"))
        return found


class Watch(Struct, frozen=True, gc=False):
    """6.4.2 The possible search of an air sector.

    `hexes`: its hexes with enemy blocks. `most`: the most hexes that it may search.
    """

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
"""The reason why an air unit or a sector has no mission, by rule number."""
_OF_SECTORS = ("6.4.2", "6.4.2b", "6.3.1c")


class Missions(Part, frozen=True, kw_only=True):
    """The part of the phase's form with the air orders that a side can give."""

    judged = frozenset((Photograph, Fly, Patrol, SectorSearch, Declare))

    side: Side | Literal[""] = ""
    """The side whose standing instructions are offered; "" means both sides."""
    flights: tuple[Flight, ...] = ()
    """The missions of each air unit."""
    watches: tuple[Watch, ...] = ()
    """The side's sectors that can search."""
    carriers: tuple[str, ...] = ()
    """The forces whose carriers may hold an air radius."""
    grounded: dict[str, tuple[str, ...]] = {}
    """By rule number, the air units and sectors that have no mission."""
    finds: dict[str, Chance] = {}
    """By hex, the chance that a search card finds an unidentified block there if only aircraft search."""

    def lines(self, book: OrderForm, draft: Any) -> Iterator[PreviewLine]:
        """6.2 Yield the chance to find an unidentified block, for each hex that an order of the draft searches."""
        for index, raw in orders_with_verb(draft, "fly", "sector"):
            name = "to" if raw["order"] == "fly" else "hexes"
            if raw["order"] == "fly" and raw.get("mission") != SEARCH:
                continue
            for hex_ in words_of(raw, name):
                if hex_ in self.finds:
                    odds = chance_odds(self.finds[hex_], "6.2")
                    said = quoted_name(hex_, Text(*(shorten_odds(odds).get(one) for one in ("en", "ja"))))
                    yield PreviewLine(pointer(index, name), "free", said, odds)

    def unavailable_templates(self) -> Iterator[OrderTemplate]:
        """Yield order templates that list the units and sectors without a mission, each with the reason."""
        bars = [Unavailable(name, rule, GROUNDED[rule]) for rule, names in self.grounded.items() for name in names]
        sectors = tuple(bar for bar in bars if bar.rule in _OF_SECTORS)
        units = tuple(bar for bar in bars if bar.rule not in _OF_SECTORS)
        if units:
            yield from (
                OrderTemplate(one, (Field("unit", (), unavailable=units),)) for one in ("fly", "patrol", "photograph")
            )
        if sectors:
            yield OrderTemplate("sector", (Field("sector", (), unavailable=sectors),))

    def templates(self) -> Sequence[OrderTemplate]:
        """Return the order templates for air units, sectors and carriers."""
        found: list[OrderTemplate] = []
        for one in self.flights:
            found += one.templates()
        for watch in self.watches:
            hexes_ = Field("hexes", watch.hexes, many=True, most=watch.most)
            found.append(OrderTemplate("sector", (Field("sector", (watch.sector,)), hexes_), subject="sector"))
        if self.carriers:
            found.append(OrderTemplate("declare", (Field("force", self.carriers),), subject="force"))
        return [*found, *doctrine_ways(side=self.side)]

    def limits(self) -> Iterator[Json]:
        flies = matches_any(has_verb("photograph"), has_verb("fly"), has_verb("patrol"))
        for one in self.flights:
            yield at_most(1, matches_all(flies, argument_is("unit", one.unit)))
        for watch in self.watches:
            yield at_most_once("sector", sector=watch.sector)
        for hex_, watchers in Counter(hex_ for watch in self.watches for hex_ in watch.hexes).items():
            if watchers > 1:
                yield at_most(1, matches_all(has_verb("sector"), lists_any("hexes", hex_)))
        for force in self.carriers:
            yield at_most_once("declare", force=force)

    def conflicts(self, answer: Sequence[Order]) -> Iterator[Problem]:
        """5.3, 6.4.2a Yield a problem for each second mission of a unit, and for each hex that two sectors search.

        A photograph counts as a mission.
        """
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
                    continue
                used.add(name)
                for hex_ in order.hexes if isinstance(order, SectorSearch) else ():
                    if hex_ in hexes:
                        text = Text(f"{hex_} is searched by another sector.", f"{hex_}は他のセクターが索敵します。")
                        yield Problem(pointer(index, "hexes"), "twice", text, "6.4.2a")
                    hexes.add(hex_)

    def default_orders(self) -> tuple[MissionOrder, ...]:
        """6.0 Return the default: each sector searches as many hexes with enemy blocks as it can.

        No hex is searched twice.
        """
        found: list[MissionOrder] = []
        taken: set[str] = set()
        for watch in sorted(self.watches, key=lambda one: len(one.hexes)):
            hexes = [one for one in watch.hexes if one not in taken][: watch.most]
            if hexes:
                taken.update(hexes)
                found.append(SectorSearch(watch.sector, tuple(hexes)))
        return tuple(found)
