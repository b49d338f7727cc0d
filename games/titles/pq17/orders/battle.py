"""7.5.2 The form of a surface battle, once both see what lies on the display: what differs from standing instructions.

post dd_a_i area=screening screens=lutzow,admiral_hipper
post jamaica area=deployment evades=yes from=2
aim sheffield at=lutzow,admiral_hipper
launch dd_a_i at=lutzow symbols=2 from=3
leave jamaica from=2
"""

from collections.abc import Iterator
from typing import Any

from msgspec import Struct

from games.kernel.barred import Barred
from games.kernel.byhand.prices import Line, Outlook
from games.kernel.errors import Problem, pointer
from games.kernel.forms import Json
from games.kernel.limits import Note, at_most, holds, meeting, verb
from games.kernel.orders import Field, Order, Orders, Way
from games.kernel.text import Text
from games.titles.pq17.box.pieces import Side
from games.titles.pq17.orders import odds
from games.titles.pq17.orders.formations import named_in_stacks

ROUNDS = ("1", "2", "3", "4", "5", "6", "7", "8", "9", "10")
AREAS = ("deployment", "screening", "torpedo", "withdrawal")
MOST_SCREENED = 2
"""7.5.4 A unit keeps no more enemies off those in Withdrawal."""


_STUCK = Text("a ship here is Crippled or Dead in the Water and stays.", "重損害か航行不能の艦は移動できません。")
_UNABLE = tuple(Barred(area, "7.5.2c", _STUCK) for area in AREAS[1:])
"""7.5.2c Where a unit that cannot manoeuvre does not go."""


class Post(Order, frozen=True, tag="post"):
    """7.5.2c From a round on a unit goes to an area each round, evades, and screens these enemies off what it shields:
    one unit in Deployment, or without a name all in Withdrawal.
    """

    unit: str
    area: str
    since: str = "1"
    evades: str = "no"
    screens: tuple[str, ...] = ()
    shields: str = ""


class Aim(Order, frozen=True, tag="aim"):
    """7.5.2g, 7.5.2h Whom the guns of a unit aim at, the first that they can reach and the rules leave them; where it
    `divides` its fire, all of these that it can, as evenly as may be.
    """

    unit: str
    at: tuple[str, ...]
    divides: str = ""


class Launch(Order, frozen=True, tag="launch"):
    """7.5.2k From a round on a unit in the Torpedo Attack area launches at the first of these that it can."""

    unit: str
    at: tuple[str, ...]
    since: str = "2"
    symbols: str = "1"


class Leave(Order, frozen=True, tag="leave"):
    """7.5.2l From a round on these units go to the Withdrawal area and try to leave the battle."""

    units: tuple[str, ...]
    since: str = "1"


BattleOrder = Post | Aim | Launch | Leave


class Laid(Struct, frozen=True, omit_defaults=True, gc=False):
    """7.5.2 A unit on the display: its side, what lies in it with strength, the torpedo symbols left, and whether it is
    able to manoeuvre and may divide its fire (7.5.2h).
    """

    name: str
    side: Side
    ships: tuple[tuple[str, int], ...] = ()
    torpedoes: int = 0
    able: bool = True
    divides: bool = False


class BattleForm(Orders[BattleOrder], frozen=True, kw_only=True, dict=True, tag="pq17.battle"):
    """What a side orders beyond its standing instructions, for a whole battle or for its next round. `side` is the one
    that is asked, `attacker` that which attacked. `throws`: what guns, and one torpedo symbol, come to; `evading`: what
    it takes from a unit's own guns and from torpedoes at it; `leaves`: the die from which units withdraw, by unit.
    """

    order_types = (Post, Aim, Launch, Leave)

    side: Side = "allied"
    attacker: Side = "axis"
    round: int = 1
    surprised: str = ""
    units: tuple[Laid, ...] = ()
    throws: tuple[odds.Throw, ...] = ()
    evading: tuple[int, int] = (0, 0)
    leaves: dict[str, int] = {}

    def ways(self) -> tuple[Way, ...]:
        own = [one for one in self.units if one.side == self.side]
        enemies = tuple(one.name for one in self.units if one.side != self.side)
        beside = named_in_stacks((one.name, one.ships) for one in self.units if one.side != self.side)
        later = ROUNDS  # one that is past already means at once
        found: list[Way] = []
        for one in own:
            unit, since = Field("unit", (one.name,)), Field("since", later, required=False)
            evades = Field("evades", ("no", "yes"), required=False)
            if one.able:
                screens = Field("screens", enemies, required=False, many=True, most=MOST_SCREENED)
                others = tuple(other.name for other in own if other is not one)
                shields = (Field("shields", others, required=False),) if others else ()
                found.append(Way("post", (unit, Field("area", AREAS), since, evades, screens, *shields), "unit"))
            else:
                found.append(Way("post", (unit, Field("area", AREAS[:1], barred=_UNABLE), since, evades), "unit"))
            divides = (Field("divides", ("yes",), required=False),) if one.divides else ()
            found.append(
                Way("aim", (unit, Field("at", enemies, many=True, ordered=True, barred=beside), *divides), "unit")
            )
            if one.torpedoes:
                symbols = Field("symbols", tuple(str(n + 1) for n in range(one.torpedoes)), required=False)
                at = Field("at", enemies, many=True, ordered=True, barred=beside)
                found.append(Way("launch", (unit, at, since, symbols), "unit"))
        leaving = tuple(one.name for one in own if one.able)
        if leaving:
            since = Field("since", later, required=False)
            found.append(Way("leave", (Field("units", leaving, many=True), since), "units"))
        return tuple(found) if enemies else ()

    def example(self) -> tuple[BattleOrder, ...]:
        """7.5.2g Guns that go for the first of the enemy: where a unit stays is what it does unless told otherwise."""
        aims = (way for way in self.listed if way.verb == "aim")
        return tuple(self.read([self._first_order(way)])[0] for way in aims)[:1]

    def outlook(self, draft: Any) -> Outlook:
        """The dice of guns and torpedoes, what evasion takes, and from which die on who is to leave does."""
        base = super().outlook(draft)
        return Outlook((*base.lines, *self._fire_lines(draft), *self._places(draft), *self._leaving(draft)), base.spent)

    def _fire_lines(self, draft: Any) -> Iterator[Line]:
        for index, raw in odds.drafted(draft, "aim", "launch"):
            means = "guns" if raw["order"] == "aim" else "torpedoes"
            symbols = raw.get("symbols", "1") if means == "torpedoes" else "1"
            targets = odds.words_of(raw, "at")
            parts = len(targets) if raw.get("divides") == "yes" and means == "guns" else 1
            for place, at in enumerate(targets):
                for one in self.throws:
                    if (one.by, one.at, one.means) == (raw.get("unit"), at, means):
                        thrown = odds.part(one, place, parts) if parts > 1 else odds.times(one, symbols)
                        yield from odds.lines((thrown,), index, "at")

    def _places(self, draft: Any) -> Iterator[Line]:
        """7.5.2e, 7.5.2f, 7.5.3 What is lost by a place or a course, or cannot be had yet."""
        for index, raw in odds.drafted(draft, "post"):
            if raw.get("evades") == "yes" and any(self.evading):
                guns, torpedoes = (f"{more:+d}".replace("-", "−") for more in self.evading)
                en = f"Evading: {guns} on its own guns, {torpedoes} on torpedoes at it."
                yield Line(pointer(index), "free", Text(en, f"回避：自艦の砲撃{guns}、敵の雷撃{torpedoes}。"))
            early = str(raw.get("since", "1")) <= "1" and self.round == 1
            if early and self.surprised == self.side:
                en = "Your side is surprised: nobody manoeuvres in round 1."
                yield Line(pointer(index), "risk", Text(en, "奇襲を受けたため、第1ラウンドは機動できません。"))
            elif early and raw.get("area") == "torpedo" and not self.surprised:
                en = "Not in its first round: until then it stays where it is."
                yield Line(pointer(index), "risk", Text(en, "最初のラウンドは入れず、元のエリアに留まります。"))

    def _leaving(self, draft: Any) -> Iterator[Line]:
        """7.5.2l One die for the side, which each unit must reach."""
        for index, raw in odds.drafted(draft, "leave"):
            for name in odds.words_of(raw, "units"):
                least = self.leaves.get(name)
                if least is not None:
                    en = f"leaves on {least} or more of a die" if least <= odds.HIGHEST else "no die lets it leave"
                    ja = f"ダイス{least}以上で離脱" if least <= odds.HIGHEST else "離脱できる目はありません"
                    yield Line(pointer(index, "units"), "free", odds.named(name, Text(en, ja)))

    def conflicts(self, answer: tuple[BattleOrder, ...]) -> Iterator[Problem]:
        """7.5.2c, 7.5.4 One order of a kind for a unit and a round; who screens stands where screens are laid."""
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

    def limits(self) -> Iterator[Json]:
        for one in self.units:
            if one.side == self.side:
                yield at_most(1, meeting(verb("aim"), holds("unit", one.name)))

    def notes(self) -> Iterator[Note]:
        en = "Screens keep two enemies off all own units in Withdrawal, or one enemy off one unit."
        ja = "煙幕は撤退エリアの全味方を敵2部隊から、または1部隊を敵1部隊から守ります。"
        yield Note("7.5.4", Text(en, ja))
        en = "Each enemy whom no screen covers has a firer before one has two; then your next target counts."
        ja = "煙幕に守られない敵を1部隊ずつ狙うまで、2部隊で同じ敵は狙えません。順に次の目標となります。"
        yield Note("7.5.2g", Text(en, ja))
        en = "No Torpedo Attack in a unit's first round without surprise."
        tubes = Text("Torpedo boats fire guns from Torpedo Attack alone.", "水雷艇の砲撃は雷撃エリアからのみです。")
        yield Note("7.5.5", tubes)
        yield Note("7.5.2e", Text(en, "奇襲でない最初のラウンドは雷撃エリアに入れません。"))


def _misplaced(index: int, order: Post) -> Iterator[Problem]:
    """7.5.4 What a single order gets wrong about screens."""
    if (order.screens or order.shields) and order.area not in ("screening", "torpedo"):
        text = Text("Screens are laid from Screening or Torpedo Attack.", "煙幕は煙幕展張か雷撃エリアから展張します。")
        yield Problem(pointer(index, "screens"), "no_place", text, "7.5.4")
    if order.shields and not order.screens:
        text = Text("Name the enemy to be screened off.", "どの敵を遮るのか指定してください。")
        yield Problem(pointer(index, "screens"), "nobody", text, "7.5.4")
    if order.shields and len(order.screens) > 1:
        text = Text("One enemy is kept off one unit.", "1部隊を守るとき遮れる敵は1部隊です。")
        yield Problem(pointer(index, "screens"), "count", text, "7.5.4")
