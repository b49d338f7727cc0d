"""7.5.2 The form of a surface battle, in which both sides order exceptions from their standing instructions.

Both sides see the battle display. Examples of orders:

- post dd_a_i area=screening screens=lutzow,admiral_hipper
- post jamaica area=deployment evades=yes since=2
- aim sheffield at=lutzow,admiral_hipper
- launch dd_a_i at=lutzow symbols=2 since=3
- leave jamaica since=2
"""

import re
from collections.abc import Iterator
from typing import Any

from msgspec import Struct

from games.kernel.drafts import Preview, PreviewLine
from games.kernel.errors import Problem, pointer
from games.kernel.forms import Json
from games.kernel.odds import OddsOfPair, shorten_odds
from games.kernel.text import Labels, Text
from games.kernel.unavailable import Unavailable
from games.orders.order_set import Field, Order, Orders, OrderTemplate
from games.orders.sample_orders import first_order
from games.orders.schema_rules import SchemaNote, argument_is, at_most, has_verb, matches_all
from games.titles.pq17.components.pieces import Side
from games.titles.pq17.orders import draft_odds as odds
from games.titles.pq17.orders.formations import named_in_stacks
from games.titles.pq17.orders.sightings import WHOSE

ROUNDS = ("1", "2", "3", "4", "5", "6", "7", "8", "9", "10")
AREAS = ("deployment", "screening", "torpedo", "withdrawal")
MOST_SCREENED = 2
"""7.5.4 The most enemies that a unit screens off from the own units in Withdrawal."""


_STUCK = Text("a ship here is Crippled or Dead in the Water and stays.", "重損害か航行不能の艦は移動できません。")
_UNABLE = tuple(Unavailable(area, "7.5.2c", _STUCK) for area in AREAS[1:])
"""7.5.2c The areas that are closed to a unit with a ship that is Crippled or Dead in the Water, with the reason."""


COVERED = re.compile(r"(allied|axis)_([0-9]+)")
"""7.5.9 The pattern of the id of a face-down counter: its side and its number."""


def covered_number(unit: str) -> str:
    """7.5.9 Return the number in the id of a face-down counter; empty for any other unit."""
    found = COVERED.fullmatch(unit)
    return found[2] if found else ""


def covered_name(unit: str) -> Text | None:
    """7.5.9 Return the name of a face-down counter, such as "German counter 2"; None for any other unit."""
    found = COVERED.fullmatch(unit)
    if found is None:
        return None
    whose, number = WHOSE[found[1]], found[2]
    return Text(f"{whose.en} counter {number}", f"{whose.ja}のカウンター{number}")


class Post(Order, frozen=True, tag="post"):
    """7.5.2c Order to place a unit in an area of the battle display in every round from `since` on.

    `evades`: with "yes", the unit also evades. `screens`: the enemy units from which it screens own units with smoke.
    `shields`: the own unit in Deployment that the screen protects; "" means all own units in Withdrawal.
    """

    unit: str
    area: str
    since: str = "1"
    evades: str = "no"
    screens: tuple[str, ...] = ()
    shields: str = ""


class Aim(Order, frozen=True, tag="aim"):
    """7.5.2g, 7.5.2h Order to aim a unit's guns at the first unit in `at` at which it may fire.

    `divides`: with "yes", the unit divides its dice as evenly as possible among all units in `at` at which it may fire.
    """

    unit: str
    at: tuple[str, ...]
    divides: str = ""


class Launch(Order, frozen=True, tag="launch"):
    """7.5.2k Order to launch torpedoes in every round from `since` on, at the first unit in `at` that is within reach.

    The unit must be in the Torpedo Attack area. `symbols`: the number of torpedo symbols that each counter of the unit
    spends.
    """

    unit: str
    at: tuple[str, ...]
    since: str = "2"
    symbols: str = "1"


class Leave(Order, frozen=True, tag="leave"):
    """7.5.2l Order for units to try to leave the battle through the Withdrawal area, from round `since` on."""

    units: tuple[str, ...]
    since: str = "1"


BattleOrder = Post | Aim | Launch | Leave


class Laid(Struct, frozen=True, omit_defaults=True, gc=False):
    """7.5.2 A unit on the battle display, as the form shows it."""

    name: str
    """The id of the unit."""
    side: Side
    ships: tuple[tuple[str, int], ...] = ()
    """The ships of the unit with their strength."""
    torpedoes: int = 0
    """The torpedo symbols that the unit has left."""
    able: bool = True
    """True if the unit may leave the area Deployment (`Unit.is_able`)."""
    divides: bool = False
    """True if the unit may divide its fire (7.5.2h)."""


class BattleForm(Orders[BattleOrder], frozen=True, kw_only=True, dict=True, tag="pq17.battle"):
    """The form for a side's exceptions from its standing instructions, for a whole battle or for its next round."""

    order_types = (Post, Aim, Launch, Leave)
    no_orders_text = Text(
        "no orders of your own (all ships fight by your standing instructions)",
        "個別の命令なし（全艦、常時指示どおりに戦う）",
    )

    side: Side = "allied"
    """The side that is asked."""
    attacker: Side = "axis"
    """The side that attacked."""
    round: int = 1
    """The number of the round that is played next."""
    surprised: str = ""
    """The side that is taken by surprise, or ""."""
    units: tuple[Laid, ...] = ()
    """The units of both sides on the battle display."""
    throws: tuple[odds.Throw, ...] = ()
    """The odds of each unit's guns, and of one torpedo symbol, at each enemy unit."""
    evading: tuple[int, int] = (0, 0)
    """Two modifiers for a unit that evades: of its own guns, and of torpedoes at it."""
    leaves: dict[str, int] = {}
    """By unit, the lowest die with which it withdraws from the battle."""
    leave_modifiers: dict[str, odds.Modifiers] = {}
    """By unit, the modifiers that `leaves` includes."""

    def labels_in_context(self, labels: Labels) -> Labels:
        """7.5.9 Return labels that also name face-down counters; the name of an own counter includes its ships."""
        covered = {one.name: self._covered(one, labels) for one in self.units if covered_number(one.name)}
        return lambda value: covered.get(value) or labels(value)

    def _covered(self, unit: Laid, labels: Labels) -> Text:
        name = covered_name(unit.name) or labels(unit.name)
        ships = [labels(ship) for ship, _ in unit.ships] if unit.side == self.side else []
        if not ships:
            return name
        number = covered_number(unit.name)
        en, ja = ", ".join(one.en for one in ships), "、".join(one.ja for one in ships)
        return Text(f"{en} (counter {number})", f"{ja}（カウンター{number}）")

    def templates(self) -> tuple[OrderTemplate, ...]:
        own = [one for one in self.units if one.side == self.side]
        enemies = tuple(one.name for one in self.units if one.side != self.side)
        beside = named_in_stacks((one.name, one.ships) for one in self.units if one.side != self.side)
        later = ROUNDS  # one that is past already means at once
        found: list[OrderTemplate] = []
        for one in own:
            unit, since = Field("unit", (one.name,)), Field("since", later, required=False)
            evades = Field("evades", ("no", "yes"), required=False)
            if one.able:
                screens = Field("screens", enemies, required=False, many=True, most=MOST_SCREENED)
                others = tuple(other.name for other in own if other is not one)
                shields = (Field("shields", others, required=False),) if others else ()
                found.append(
                    OrderTemplate("post", (unit, Field("area", AREAS), since, evades, screens, *shields), "unit")
                )
            else:
                found.append(
                    OrderTemplate("post", (unit, Field("area", AREAS[:1], unavailable=_UNABLE), since, evades), "unit")
                )
            divides = (Field("divides", ("yes",), required=False),) if one.divides else ()
            found.append(
                OrderTemplate(
                    "aim", (unit, Field("at", enemies, many=True, ordered=True, unavailable=beside), *divides), "unit"
                )
            )
            if one.torpedoes:
                symbols = Field("symbols", tuple(str(n + 1) for n in range(one.torpedoes)), required=False)
                at = Field("at", enemies, many=True, ordered=True, unavailable=beside)
                found.append(OrderTemplate("launch", (unit, at, since, symbols), "unit"))
        leaving = tuple(one.name for one in own if one.able)
        if leaving:
            since = Field("since", later, required=False)
            found.append(OrderTemplate("leave", (Field("units", leaving, many=True), since), "units"))
        return tuple(found) if enemies else ()

    def example(self) -> tuple[BattleOrder, ...]:
        """7.5.2g Return an order to aim guns at the first enemy.

        An order for an area would be a poor example, because without such an order a unit stays in its area.
        """
        aims = (way for way in self.cached_templates if way.verb == "aim")
        return tuple(self.read([first_order(self, way)])[0] for way in aims)[:1]

    def preview(self, draft: Any) -> Preview:
        """Return the odds of guns and torpedoes, the cost of evasion, and the lowest die on which a unit leaves."""
        base = super().preview(draft)
        return Preview((*base.lines, *self._fire_lines(draft), *self._places(draft), *self._leaving(draft)), base.spent)

    def list_odds(self) -> Iterator[OddsOfPair]:
        """7.5.2 Yield the odds of each unit's guns and of one of its torpedo symbols."""
        yield from odds.pairs_of(self.throws)

    def _fire_lines(self, draft: Any) -> Iterator[PreviewLine]:
        for index, raw in odds.orders_with_verb(draft, "aim", "launch"):
            means = "guns" if raw["order"] == "aim" else "torpedoes"
            symbols = raw.get("symbols", "1") if means == "torpedoes" else "1"
            targets = odds.words_of(raw, "at")
            parts = len(targets) if raw.get("divides") == "yes" and means == "guns" else 1
            for place, at in enumerate(targets):
                for one in self.throws:
                    if (one.by, one.at, one.means) == (raw.get("unit"), at, means):
                        thrown = odds.divided_throw(one, place, parts) if parts > 1 else odds.for_symbols(one, symbols)
                        yield from odds.throw_lines((thrown,), index, "at")

    def _places(self, draft: Any) -> Iterator[PreviewLine]:
        """7.5.2e, 7.5.2f, 7.5.3 Yield lines on the effect of evasion, and on manoeuvres impossible in round 1."""
        for index, raw in odds.orders_with_verb(draft, "post"):
            if raw.get("evades") == "yes" and any(self.evading):
                guns, torpedoes = (f"{more:+d}".replace("-", "−") for more in self.evading)
                en = f"Evading: {guns} on its own guns, {torpedoes} on torpedoes at it."
                yield PreviewLine(pointer(index), "free", Text(en, f"回避：自艦の砲撃{guns}、敵の雷撃{torpedoes}。"))
            early = str(raw.get("since", "1")) <= "1" and self.round == 1
            if early and self.surprised == self.side:
                en = "Your side is surprised: nobody manoeuvres in round 1."
                yield PreviewLine(pointer(index), "risk", Text(en, "奇襲を受けたため、第1ラウンドは機動できません。"))
            elif early and raw.get("area") == "torpedo" and not self.surprised:
                en = "Not in its first round: until then it stays where it is."
                yield PreviewLine(pointer(index), "risk", Text(en, "最初のラウンドは入れず、元のエリアに留まります。"))

    def _leaving(self, draft: Any) -> Iterator[PreviewLine]:
        """7.5.2l Yield the lowest die on which each unit leaves the battle; one die counts for the whole side."""
        for index, raw in odds.orders_with_verb(draft, "leave"):
            for name in odds.words_of(raw, "units"):
                least = self.leaves.get(name)
                if least is not None:
                    en = f"leaves on {least} or more of a die" if least <= odds.HIGHEST else "no die lets it leave"
                    ja = f"ダイス{least}以上で離脱" if least <= odds.HIGHEST else "離脱できる目はありません"
                    shown = odds.withdrawal_odds(least, self.leave_modifiers.get(name, ()))
                    short = shorten_odds(shown)
                    text = odds.quoted_name(name, Text(f"{en} · {short.en}", f"{ja} · {short.ja}"))
                    yield PreviewLine(pointer(index, "units"), "free", text, shown)

    def conflicts(self, answer: tuple[BattleOrder, ...]) -> Iterator[Problem]:
        """7.5.2c, 7.5.4 Yield a problem for each second order of one type for the same unit and round.

        Also yield a problem for each order to screen from a wrong area, from no enemy, or from too many enemies.
        """
        given: set[tuple[str, str, str]] = set()
        for index, order in enumerate(answer):
            for name in order.units if isinstance(order, Leave) else (order.unit,):
                since = "" if isinstance(order, Aim) else order.since
                key = (type(order).__name__, name, since)
                if key in given:
                    text = Text(f"{name} has such an order already.", f"{name}にはすでに同じ命令があります。")
                    yield Problem(pointer(index), "twice", text, "7.5.2c")
                given.add(key)
            if isinstance(order, Post):
                yield from _misplaced(index, order)

    def schema_limits(self) -> Iterator[Json]:
        for one in self.units:
            if one.side == self.side:
                yield at_most(1, matches_all(has_verb("aim"), argument_is("unit", one.name)))

    def schema_notes(self) -> Iterator[SchemaNote]:
        en = "Screens keep two enemies off all own units in Withdrawal, or one enemy off one unit."
        ja = "煙幕は撤退エリアの全味方を敵2部隊から、または1部隊を敵1部隊から守ります。"
        yield SchemaNote("7.5.4", Text(en, ja))
        en = "Each enemy whom no screen covers has a firer before one has two; then your next target counts."
        ja = "煙幕に守られない敵を1部隊ずつ狙うまで、2部隊で同じ敵は狙えません。順に次の目標となります。"
        yield SchemaNote("7.5.2g", Text(en, ja))
        en = "No Torpedo Attack in a unit's first round without surprise."
        tubes = Text("Torpedo boats fire guns from Torpedo Attack alone.", "水雷艇の砲撃は雷撃エリアからのみです。")
        yield SchemaNote("7.5.5", tubes)
        yield SchemaNote("7.5.2e", Text(en, "奇襲でない最初のラウンドは雷撃エリアに入れません。"))


def _misplaced(index: int, order: Post) -> Iterator[Problem]:
    """7.5.4 Yield the problems of an order to screen: a wrong area, no enemy, or too many enemies."""
    if (order.screens or order.shields) and order.area not in ("screening", "torpedo"):
        text = Text("Screens are laid from Screening or Torpedo Attack.", "煙幕は煙幕展張か雷撃エリアから展張します。")
        yield Problem(pointer(index, "screens"), "no_place", text, "7.5.4")
    if order.shields and not order.screens:
        text = Text("Name the enemy to be screened off.", "どの敵を遮るのか指定してください。")
        yield Problem(pointer(index, "screens"), "nobody", text, "7.5.4")
    if order.shields and len(order.screens) > 1:
        text = Text("One enemy is kept off one unit.", "1部隊を守るとき遮れる敵は1部隊です。")
        yield Problem(pointer(index, "screens"), "count", text, "7.5.4")
