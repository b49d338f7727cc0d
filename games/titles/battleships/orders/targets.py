"""4.3, 5.1, 5.11 The form of targets, with star shells."""

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from functools import cached_property
from typing import Any

from msgspec import Struct

from games.kernel.barred import Barred
from games.kernel.byhand.prices import Line, Outlook, Proposal
from games.kernel.errors import GameError, Problem, pointer
from games.kernel.forms import Json, Pick
from games.kernel.limits import Note, at_most, holds, meeting, verb
from games.kernel.orders import Field, Orders, Way
from games.kernel.text import Text
from games.kernel.unordered import Unordered
from games.titles.battleships.orders import doctrine
from games.titles.battleships.orders.orders import (
    Bombard,
    Engage,
    Fire,
    FireOrder,
    FirePlan,
    Secondary,
    StarShell,
    Target,
)
from games.titles.battleships.orders.withheld import NO_GUNS, NO_SHELL, UNSEEN, out_of_reach


class Aim(Struct, frozen=True, omit_defaults=True, gc=False):
    """5.1 A ship may mark a target: at how many hexes, in which arc, and how she sights it. `needs` is the hex that a
    star shell must light first (4.3); `attack` is her attack as distance changes it; `kind` is what she aims at.
    `modifier` changes the roll as the table lies (5.4); a seven comes to `odds` then, to `shared` if others fire at the
    target, too (5.5).
    """

    ship: str
    at: str
    distance: int
    arc: str
    sight: str = "plain"
    needs: str = ""
    attack: int = 0
    secondary: bool = False
    kind: str = ""
    modifier: int = 0
    odds: str = ""
    shared: str = ""


class Flare(Struct, frozen=True, gc=False):
    """4.3 The hexes that a ship may light, each with what lies in it."""

    ship: str
    hexes: tuple[str, ...]


class TargetForm(Orders[FireOrder], frozen=True, kw_only=True, dict=True, tag="battleships.targets"):
    """Which ship fires at whom. `markers` may lie on one ship (5.1b); `bombards` is the ship that may mark the
    place ashore instead (11.10). A doctrine may name the ships of the battle, `crew` one's own and `prey` the enemy's.
    """

    order_types = (Target, Secondary, StarShell, Bombard, Engage)
    unordered = Unordered("holds_fire", ("target", "secondary", "star_shell", "bombard"))

    aims: tuple[Aim, ...] = ()
    flares: tuple[Flare, ...] = ()
    markers: int = 5
    bombards: str = ""
    crew: tuple[str, ...] = ()
    prey: tuple[str, ...] = ()

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
        if self.crew:
            found.append(doctrine.engage_way(self.prey, self.crew, self.markers))
        return tuple(found)

    def closed(self) -> Iterator[Way]:
        """4.3, 5.1a, 5.11 At whom no marker may be laid, and by whom none; who lights no hex. A doctrine written ahead
        knows of no table, and withholds nothing.
        """
        if not self.aims:
            return
        for name, secondary, rule in (("target", False, "5.1a"), ("secondary", True, "5.11a")):
            pairs = {(aim.ship, aim.at) for aim in self.aims if aim.secondary is secondary}
            yield from out_of_reach(name, pairs, self.crew, self.prey, rule, UNSEEN, NO_GUNS)
        lighting = {flare.ship for flare in self.flares}
        dark = [ship for ship in self.crew if ship not in lighting] if lighting else [""]
        yield Way("star_shell", (Field("ship", (), barred=tuple(Barred(ship, "4.3", NO_SHELL) for ship in dark)),))

    def aim(self, order: Target | Secondary) -> Aim | None:
        """What an order aims at."""
        secondary = isinstance(order, Secondary)
        return next(
            (one for one in self.aims if (one.ship, one.at, one.secondary) == (order.ship, order.at, secondary)), None
        )

    @cached_property
    def _needs(self) -> dict[tuple[str, str, bool], str]:
        """4.3 The hexes that star shells must light first, by ship, target, and whether it is for secondary guns."""
        return {(aim.ship, aim.at, aim.secondary): aim.needs for aim in self.aims}

    def at_rest(self) -> frozenset[str]:
        """5.1 A ship without a marker does not fire."""
        return frozenset((*self.crew, *(aim.ship for aim in self.aims), *(flare.ship for flare in self.flares)))

    def conflicts(self, answer: tuple[FireOrder, ...]) -> Iterator[Problem]:
        """4.3, 5.1 A marker for each battery of guns, a shell a ship, five markers a target, and light to see by."""
        lit = {order.at for order in answer if isinstance(order, StarShell)}
        used: set[tuple[str, str]] = set()
        laid = Counter[str]()
        for index, order in enumerate(answer):
            if isinstance(order, Engage):
                continue
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
            needs = self._needs.get((order.ship, order.at, isinstance(order, Secondary)), "")
            if needs and needs not in lit:
                text = Text(
                    f"Not sighted unless a star shell lights {needs}.", f"{needs}を星弾で照らさなければ見えません。"
                )
                yield Problem(pointer(index, "at"), "not_sighted", text, "4.1a")

    def limits(self) -> Iterator[Json]:
        for way in self.listed:
            if way.subject:
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

    def meant(self, answer: Sequence[FireOrder]) -> tuple[Fire, ...]:
        """5.1 The answer with what its doctrines come to: ships without a target mark the best that they may."""
        found = [order for order in answer if not isinstance(order, Engage)]
        for order in answer:
            if isinstance(order, Engage):
                found += self._engaged(order, found)
        return tuple(found)

    def _engaged(self, order: Engage, given: Sequence[Fire]) -> Iterator[Fire]:
        """What a doctrine adds to orders."""
        busy = {(one.ship, _battery(one)) for one in given}
        laid = Counter(one.at for one in given if isinstance(one, Target | Secondary))
        lit = {one.at for one in given if isinstance(one, StarShell)}
        spent = {one.ship for one in given if isinstance(one, StarShell)}
        most = int(order.most or self.markers)
        for ship in order.ships or dict.fromkeys(aim.ship for aim in self.aims):
            for secondary in (False, True):
                if (ship, "secondary" if secondary else "main") in busy:
                    continue
                aims = {one.at: one for one in self.aims if one.ship == ship and one.secondary is secondary}
                marks = (doctrine.Mark(one.at, one.kind, one.distance) for one in aims.values() if laid[one.at] < most)
                for at in doctrine.preferred(marks, order.at, order.within):
                    hex_ = aims[at].needs
                    if hex_ and hex_ not in lit:
                        lamp = next(self._lamps(order, spent, hex_), None)
                        if lamp is None:
                            continue
                        lit.add(hex_)
                        spent.add(lamp)
                        yield StarShell(lamp, hex_)
                    laid[at] += 1
                    yield (Secondary if secondary else Target)(ship, at)
                    break

    def _lamps(self, order: Engage, spent: Collection[str], at: str) -> Iterator[str]:
        flares = ((flare.ship, flare.hexes) for flare in self.flares) if order.light else ()
        return doctrine.lamps(flares, spent, at)

    def proposals(self) -> tuple[Proposal, ...]:
        """Each ship at the nearest; or nobody."""
        nearest = self.meant((Engage((doctrine.NEAREST,)),))
        found = [Proposal(AT_THE_NEAREST, self.write(nearest))] if nearest else []
        return (*found, *super().proposals())

    def planned(self, plan: Sequence[FirePlan]) -> tuple[Fire, ...]:
        """What a fire plan comes to: each ship marks the first of hers that she may and that has room for a marker."""
        found: list[Fire] = []
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
        """The distance, the arc and the attack of every shot, and how it is sighted; what a doctrine comes to now."""
        lines = [*self._doctrine_lines(draft)]
        firing = _firing(draft)
        for index, raw in enumerate(draft if isinstance(draft, list) else []):
            aim = self._drafted(raw)
            if aim is not None:
                text = _said(aim, shared=len(firing.get(aim.at, ())) > 1)
                lines.append(Line(pointer(index, "at"), "risk" if aim.sight != "plain" else "free", text))
        return Outlook(tuple(lines))

    def _doctrine_lines(self, draft: Any) -> Iterator[Line]:
        try:
            answer = self.accept(draft)
        except GameError:
            return
        places = [index for index, order in enumerate(answer) if isinstance(order, Engage)]
        meant = self.meant(answer) if places else ()
        firing = _firing(self.write(meant))
        for order in meant[len(answer) - len(places) :]:
            aim = self.aim(order) if isinstance(order, Target | Secondary) else None
            if aim is not None:
                text = _said(aim, shared=len(firing[aim.at]) > 1)
                line = Text(f"{aim.ship} → {aim.at}: {text.en}", f"{aim.ship} → {aim.at}: {text.ja}")
                yield Line(pointer(places[0]), "free", line)

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
            (order,) = self.read([self._sample_order(ways[pick(len(ways))], pick)])
            if self.agrees(answer, order):
                answer = (*answer, order)
        return answer


AT_THE_NEAREST = Text("each at the nearest", "各艦、最も近い敵へ")
ARCS = {"fore": Text("fore", "前方"), "aft": Text("aft", "後方"), "broadside": Text("broadside", "舷側")}
SIGHTS = {
    "plain": Text("in sight", "視認"),
    "shell": Text("by star shell −1", "星弾 −1"),
    "radar": Text("by radar", "レーダー射撃"),
    "aircraft": Text("by aircraft −3", "観測機 −3"),
}


def _firing(draft: Any) -> dict[str, set[str]]:
    """5.5 The ships that a draft lets fire at each target; what it orders beside is at no ship."""
    found: dict[str, set[str]] = {}
    for raw in draft if isinstance(draft, list) else []:
        if isinstance(raw, dict):
            found.setdefault(str(raw.get("at")), set()).add(str(raw.get("ship")))
    return found


def _said(aim: Aim, *, shared: bool) -> Text:
    """What is to be known of a shot; `shared`: others fire at its target, too."""
    arc, sight = ARCS[aim.arc], SIGHTS[aim.sight]
    far = Text(f"range {aim.distance}, {arc.en}", f"距離{aim.distance}、{arc.ja}")
    if aim.secondary:
        return Text(f"{far.en}, odds 1:1, {sight.en}", f"{far.ja}、オッズ1:1、{sight.ja}")
    odds = aim.shared if shared else aim.odds
    roll = f"{aim.modifier - shared:+d}".replace("-", "−")
    likely = Text(f"a rolled 7 gives {f'odds {odds}' if odds else 'nothing'}", f"出目7で{odds or '効果なし'}")
    return Text(
        f"{far.en}, attack {aim.attack}, roll {roll}, {likely.en}, {sight.en}",
        f"{far.ja}、攻撃力{aim.attack}、修正{roll}、{likely.ja}、{sight.ja}",
    )


def _battery(order: FireOrder) -> str:
    """What an order uses up."""
    if isinstance(order, StarShell):
        return "shell"
    return "secondary" if isinstance(order, Secondary) else "main"
