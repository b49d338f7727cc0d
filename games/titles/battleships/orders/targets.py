"""4.3, 5.1, 5.11, 6.1 The forms of targets, with star shells, and of torpedoes."""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from msgspec import Struct

from games.kernel.byhand.prices import Line, Outlook
from games.kernel.errors import Problem, pointer
from games.kernel.forms import Json, Pick
from games.kernel.limits import Note, at_most, holds, meeting, verb
from games.kernel.orders import Field, Orders, Way
from games.kernel.text import Text
from games.titles.battleships.orders.orders import (
    Bombard,
    FireOrder,
    FirePlan,
    Launch,
    Secondary,
    StarShell,
    Target,
)


class Aim(Struct, frozen=True, omit_defaults=True, gc=False):
    """5.1 A ship may mark a target: at how many hexes, in which arc, and how she sights it. `needs` is the hex that a
    star shell must light first (4.3); `attack` is her attack as distance changes it, `odds` those of secondaries.
    """

    ship: str
    at: str
    distance: int
    arc: str
    sight: str = "plain"
    needs: str = ""
    attack: int = 0
    secondary: bool = False


class Flare(Struct, frozen=True, gc=False):
    """4.3 The hexes that a ship may light, each with what lies in it."""

    ship: str
    hexes: tuple[str, ...]


class TargetForm(Orders[FireOrder], frozen=True, kw_only=True, dict=True, tag="battleships.targets"):
    """Which ship fires at whom. `most` markers may lie on one ship (5.1b); `bombards` is the ship that may mark the
    place ashore instead (11.10).
    """

    order_types = (Target, Secondary, StarShell, Bombard)

    aims: tuple[Aim, ...] = ()
    flares: tuple[Flare, ...] = ()
    markers: int = 5
    bombards: str = ""

    def ways(self) -> tuple[Way, ...]:
        found: list[Way] = []
        for ship in dict.fromkeys(aim.ship for aim in self.aims):
            for name, secondary in (("target", False), ("secondary", True)):
                at = tuple(aim.at for aim in self.aims if aim.ship == ship and aim.secondary is secondary)
                if at:
                    found.append(Way(name, (Field("ship", (ship,)), Field("at", at)), subject="ship"))
        for flare in self.flares:
            found.append(Way("star_shell", (Field("ship", (flare.ship,)), Field("at", flare.hexes)), subject="ship"))
        if self.bombards:
            found.append(Way("bombard", (Field("ship", (self.bombards,)),), subject="ship"))
        return tuple(found)

    def aim(self, order: Target | Secondary) -> Aim | None:
        """What an order aims at."""
        secondary = isinstance(order, Secondary)
        return next(
            (one for one in self.aims if (one.ship, one.at, one.secondary) == (order.ship, order.at, secondary)), None
        )

    def conflicts(self, answer: tuple[FireOrder, ...]) -> Iterator[Problem]:
        """4.3, 5.1 A marker for each battery of guns, a shell a ship, five markers a target, and light to see by."""
        lit = {order.at for order in answer if isinstance(order, StarShell)}
        used: set[tuple[str, str]] = set()
        laid = Counter[str]()
        for index, order in enumerate(answer):
            key = (order.ship, _battery(order))
            if key in used:
                text = Text("These have been ordered already.", "すでに命令済みです。")
                yield Problem(pointer(index, "ship"), "twice", text, "4.3" if key[1] == "shell" else "5.1")
            used.add(key)
            if not isinstance(order, Target | Secondary):
                continue
            laid[order.at] += 1
            if laid[order.at] > self.markers:
                text = Text(
                    f"At most {self.markers} markers on one ship.", f"1隻に置けるのは{self.markers}個までです。"
                )
                yield Problem(pointer(index, "at"), "count", text, "5.1b")
            aim = self.aim(order)
            if aim is not None and aim.needs and aim.needs not in lit:
                text = Text(
                    f"Not sighted unless a star shell lights {aim.needs}.",
                    f"{aim.needs}を星弾で照らさなければ見えません。",
                )
                yield Problem(pointer(index, "at"), "not_sighted", text, "4.1a")

    def limits(self) -> Iterator[Json]:
        for way in self.listed:
            (ship,) = way.fields[0].values
            yield at_most(1, meeting(verb(way.verb), holds("ship", ship)))

    def notes(self) -> Iterator[Note]:
        yield Note("5.1b", Text(f"At most {self.markers} markers on one ship.", f"1隻に{self.markers}個まで。"))
        if self.flares:
            yield Note("4.3", Text("A star shell must light what is not sighted.", "見えない目標は星弾で照らします。"))
        if self.bombards:
            yield Note("11.10", Text("Ashore or at a ship, not both.", "陸上か艦船の一方だけ。"))

    def example(self) -> tuple[FireOrder, ...]:
        """The nearest target of the first ship that sees one."""
        seen = [aim for aim in self.aims if not aim.needs]
        if not seen:
            return ()
        aim = min(seen, key=lambda one: (one.ship != seen[0].ship, one.distance))
        return ((Secondary if aim.secondary else Target)(aim.ship, aim.at),)

    def planned(self, plan: Sequence[FirePlan]) -> tuple[FireOrder, ...]:
        """What a fire plan comes to: each ship marks the first of hers that she may and that has room for a marker."""
        found: list[FireOrder] = []
        laid = Counter[str]()
        for order in plan:
            for secondary in (False, True):
                aims = {one.at: one for one in self.aims if one.ship == order.ship and one.secondary is secondary}
                open_ = [at for at in order.at if at in aims and not aims[at].needs and laid[at] < self.markers]
                if open_:
                    laid[open_[0]] += 1
                    found.append((Secondary if secondary else Target)(order.ship, open_[0]))
        return tuple(found)

    def outlook(self, draft: Any) -> Outlook:
        """The distance, the arc and the attack of every shot, and how it is sighted."""
        lines: list[Line] = []
        for index, raw in enumerate(draft if isinstance(draft, list) else []):
            aim = self._drafted(raw)
            if aim is not None:
                lines.append(Line(pointer(index, "at"), "risk" if aim.sight != "plain" else "free", _said(aim)))
        return Outlook(tuple(lines))

    def _drafted(self, raw: Any) -> Aim | None:
        if not isinstance(raw, dict) or raw.get("order") not in ("target", "secondary"):
            return None
        name = (raw.get("ship"), raw.get("at"), raw.get("order") == "secondary")
        return next((aim for aim in self.aims if (aim.ship, aim.at, aim.secondary) == name), None)

    def sample(self, pick: Pick) -> tuple[FireOrder, ...]:
        """A few orders at random, of any ships."""
        ways = self.listed
        answer: tuple[FireOrder, ...] = ()
        for _ in range(pick(len(ways) + 1)):
            longer = (*answer, *self.read([self._sample_order(ways[pick(len(ways))], pick)]))
            if next(self.clashes(longer), None) is None:
                answer = longer
        return answer


ARCS = {"fore": Text("fore", "前方"), "aft": Text("aft", "後方"), "broadside": Text("broadside", "舷側")}
SIGHTS = {
    "plain": Text("in sight", "視認"),
    "shell": Text("by star shell −1", "星弾 −1"),
    "radar": Text("by radar", "レーダー射撃"),
    "aircraft": Text("by aircraft −3", "観測機 −3"),
}


def _said(aim: Aim) -> Text:
    arc, sight = ARCS[aim.arc], SIGHTS[aim.sight]
    guns = Text("odds 1:1", "オッズ1:1") if aim.secondary else Text(f"attack {aim.attack}", f"攻撃力{aim.attack}")
    return Text(
        f"range {aim.distance}, {arc.en}, {guns.en}, {sight.en}", f"距離{aim.distance}、{arc.ja}、{guns.ja}、{sight.ja}"
    )


def _battery(order: FireOrder) -> str:
    """What an order uses up."""
    if isinstance(order, StarShell):
        return "shell"
    return "secondary" if isinstance(order, Secondary) else "main"


class Salvo(Struct, frozen=True, omit_defaults=True, gc=False):
    """6.1 A ship may launch at a target: how many hexes, the number that hits, and the odds then."""

    ship: str
    at: str
    distance: int
    number: int
    odds: str


class TorpedoForm(Orders[Launch], frozen=True, kw_only=True, dict=True, tag="battleships.torpedoes"):
    """6.1 Which ship launches at whom."""

    order_types = (Launch,)

    salvoes: tuple[Salvo, ...] = ()

    def ways(self) -> tuple[Way, ...]:
        ships = dict.fromkeys(one.ship for one in self.salvoes)
        return tuple(
            Way(
                "launch",
                (Field("ship", (ship,)), Field("at", tuple(one.at for one in self.salvoes if one.ship == ship))),
                subject="ship",
            )
            for ship in ships
        )

    def conflicts(self, answer: tuple[Launch, ...]) -> Iterator[Problem]:
        """6.2c A ship launches once."""
        ships = [order.ship for order in answer]
        for index, ship in enumerate(ships):
            if ship in ships[:index]:
                text = Text("She launches once.", "雷撃は1回だけです。")
                yield Problem(pointer(index, "ship"), "twice", text, "6.2c")

    def limits(self) -> Iterator[Json]:
        for way in self.listed:
            yield at_most(1, holds("ship", way.fields[0].values[0]))

    def outlook(self, draft: Any) -> Outlook:
        """The number to hit and the odds of every launch."""
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
                lines.append(Line(pointer(index, "at"), "spends", text))
        return Outlook(tuple(lines))
