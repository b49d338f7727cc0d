"""4.3, 5.1, 5.11 The form of targets, which includes star shells."""

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from functools import cached_property
from typing import Any

from msgspec import Struct

from games.kernel.drafts import Preview, PreviewLine, Proposal
from games.kernel.errors import GameError, Problem, pointer
from games.kernel.forms import Json, RandomSource
from games.kernel.odds import Chances, Odds, OddsOfPair, shorten_odds
from games.kernel.text import Text, join_texts
from games.kernel.unavailable import Unavailable
from games.orders.idle_behaviour import IdleBehaviour
from games.orders.order_set import Field, Orders, OrderTemplate
from games.orders.sample_orders import random_order
from games.orders.schema_rules import SchemaNote, argument_is, at_most, has_verb, matches_all
from games.titles.battleships.orders import doctrine
from games.titles.battleships.orders.chances import secondary_odds, shot_odds
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
from games.titles.battleships.orders.unavailable_orders import NO_GUNS, NO_SHELL, UNSEEN, out_of_reach


class Aim(Struct, frozen=True, omit_defaults=True, gc=False):
    """5.1 A target that a ship may mark."""

    ship: str
    at: str
    """The target."""
    distance: int
    """The distance in hexes."""
    arc: str
    """The arc of the ship in which the target is: "fore", "aft" or "broadside"."""
    sight: str = "plain"
    """How the ship sights the target: "plain", "shell", "radar" or "aircraft"."""
    needs: str = ""
    """The hex that a star shell must light first (4.3); "" if none."""
    attack: int = 0
    """The ship's attack at that distance."""
    secondary: bool = False
    """True for secondary guns."""
    kind: str = ""
    """The kind of the target."""
    modifier: int = 0
    """The present modifier of the roll (5.4)."""
    across: tuple[str, ...] = ()
    """The ships of the own side over which the ship fires (10.8)."""
    alone: Chances | None = None
    """The chances if the ship fires alone at the target; None in questions of earlier versions."""
    together: Chances | None = None
    """The chances if other ships fire at it too (5.5); None for secondary guns and in questions of earlier versions."""

    def odds(self, *, shared: bool) -> Odds | None:
        """Return the odds of the shot; None if the question does not contain them.

        `shared`: True if other ships fire at the same target.
        """
        chances = self.together if shared and not self.secondary else self.alone
        if chances is None:
            return None
        return secondary_odds(chances) if self.secondary else shot_odds(chances, self.attack, self.distance)


class Flare(Struct, frozen=True, gc=False):
    """4.3 The hexes that a ship may light with a star shell."""

    ship: str
    hexes: tuple[str, ...]


class TargetForm(Orders[FireOrder], frozen=True, kw_only=True, dict=True, tag="battleships.targets"):
    """The form of a side's targets: the shots and the star shells that are possible for each ship."""

    order_types = (Target, Secondary, StarShell, Bombard, Engage)
    range_rules = {"target": "5.1a", "secondary": "5.11a", "star_shell": "4.3"}
    idle_behaviour = IdleBehaviour("holds_fire", ("target", "secondary", "star_shell", "bombard"))

    aims: tuple[Aim, ...] = ()
    """The possible shots."""
    flares: tuple[Flare, ...] = ()
    """The possible star shells."""
    markers: int = 5
    """The highest number of markers on one ship (5.1b)."""
    bombards: str = ""
    """The ship that may fire at the place ashore instead (11.10); "" if none."""
    crew: tuple[str, ...] = ()
    """All ships of the own side. A doctrine may also name ships that cannot fire now."""
    prey: tuple[str, ...] = ()
    """All ships of the enemy. A doctrine may also name ships that cannot be fired at now."""

    def templates(self) -> tuple[OrderTemplate, ...]:
        found: list[OrderTemplate] = []
        for ship in dict.fromkeys(aim.ship for aim in self.aims):
            for name, secondary in (("target", False), ("secondary", True)):
                at = tuple(aim.at for aim in self.aims if aim.ship == ship and aim.secondary is secondary)
                if at:
                    found.append(OrderTemplate(name, (Field("ship", (ship,)), Field("at", at)), subject="ship"))
        for flare in self.flares:
            found.append(
                OrderTemplate("star_shell", (Field("ship", (flare.ship,)), Field("at", flare.hexes)), subject="ship")
            )
        if self.bombards:
            found.append(OrderTemplate("bombard", (Field("ship", (self.bombards,)),), subject="ship"))
        if self.crew:
            found.append(doctrine.engage_way(self.prey, self.crew, self.markers))
        return tuple(found)

    def unavailable_templates(self) -> Iterator[OrderTemplate]:
        """4.3, 5.1a, 5.11 Yield templates of the orders for targets and star shells that are impossible now.

        They list targets that no ship may mark, ships that may mark no target, and ships that may light no hex. The
        form of a standing order has no such templates, because it has no positions.
        """
        if not self.aims:
            return
        for name, secondary, rule in (("target", False, "5.1a"), ("secondary", True, "5.11a")):
            pairs = {(aim.ship, aim.at) for aim in self.aims if aim.secondary is secondary}
            yield from out_of_reach(name, pairs, self.crew, self.prey, rule, UNSEEN, NO_GUNS)
        lighting = {flare.ship for flare in self.flares}
        dark = [ship for ship in self.crew if ship not in lighting] if lighting else [""]
        yield OrderTemplate(
            "star_shell", (Field("ship", (), unavailable=tuple(Unavailable(ship, "4.3", NO_SHELL) for ship in dark)),)
        )

    def aim(self, order: Target | Secondary) -> Aim | None:
        """Return the possible shot that an order demands; None if the shot is impossible."""
        secondary = isinstance(order, Secondary)
        return next(
            (one for one in self.aims if (one.ship, one.at, one.secondary) == (order.ship, order.at, secondary)), None
        )

    @cached_property
    def _needs(self) -> dict[tuple[str, str, bool], str]:
        """4.3 The hexes that star shells must light first, by (ship, target, True for secondary guns)."""
        return {(aim.ship, aim.at, aim.secondary): aim.needs for aim in self.aims}

    def idle_units(self) -> frozenset[str]:
        """5.1 Return the ships that do not fire without an order: all ships of the side."""
        return frozenset((*self.crew, *(aim.ship for aim in self.aims), *(flare.ship for flare in self.flares)))

    def conflicts(self, answer: tuple[FireOrder, ...]) -> Iterator[Problem]:
        """4.3, 5.1 Yield a problem for each order that exceeds a limit, or whose target no star shell lights.

        The limits are: one marker for each ship's main guns and one for its secondary guns; one star shell for each
        ship; the highest number of markers on a target.
        """
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

    def schema_limits(self) -> Iterator[Json]:
        for way in self.cached_templates:
            if way.subject:
                (ship,) = way.fields[0].values
                yield at_most(1, matches_all(has_verb(way.verb), argument_is("ship", ship)))

    def schema_notes(self) -> Iterator[SchemaNote]:
        yield SchemaNote("5.1b", Text(f"At most {self.markers} markers on one ship.", f"1隻に{self.markers}個まで。"))
        if self.flares:
            yield SchemaNote(
                "4.3", Text("A star shell must light what is not sighted.", "見えない目標は星弾で照らします。")
            )
        if self.bombards:
            yield SchemaNote("11.10", Text("Ashore or at a ship, not both.", "陸上か艦船の一方だけ。"))

    def example(self) -> tuple[FireOrder, ...]:
        """Return an example: the first ship that has a target marks its nearest target."""
        seen = [aim for aim in self.aims if not aim.needs]
        if not seen:
            return ()
        aim = min(seen, key=lambda one: (one.ship != seen[0].ship, one.distance))
        return ((Secondary if aim.secondary else Target)(aim.ship, aim.at),)

    def meant(self, answer: Sequence[FireOrder]) -> tuple[Fire, ...]:
        """5.1 Return the answer with each doctrine replaced by orders for its ships that have no target."""
        found = [order for order in answer if not isinstance(order, Engage)]
        for order in answer:
            if isinstance(order, Engage):
                found += self._engaged(order, found)
        return tuple(found)

    def _engaged(self, order: Engage, given: Sequence[Fire]) -> Iterator[Fire]:
        """Yield the orders that a doctrine means, if the orders `given` are there already."""
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
        return doctrine.ships_to_light(flares, spent, at)

    def proposals(self) -> tuple[Proposal, ...]:
        """Return two proposed answers: each ship marks the nearest target; no targets."""
        nearest = self.meant((Engage((doctrine.NEAREST,)),))
        found = [Proposal(AT_THE_NEAREST, self.write(nearest))] if nearest else []
        return (*found, *super().proposals())

    def planned(self, plan: Sequence[FirePlan]) -> tuple[Fire, ...]:
        """Return the target orders to which the fire plans `plan` lead.

        Each ship marks the first target of its plan that the ship may mark and that has room for another marker.
        """
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

    def list_odds(self) -> Iterator[OddsOfPair]:
        """5.3, 5.11 Yield the odds of every possible shot, as if no other ship fires at its target."""
        for aim in self.aims:
            if (odds := aim.odds(shared=False)) is not None:
                yield OddsOfPair(aim.ship, aim.at, odds)

    def preview(self, draft: Any) -> Preview:
        """Return the distance, arc, sighting and odds of each ordered shot, and the shots that doctrines produce."""
        lines = [*self._doctrine_lines(draft)]
        firing = _firing(draft)
        for index, raw in enumerate(draft if isinstance(draft, list) else []):
            aim = self._drafted(raw)
            if aim is not None:
                odds = aim.odds(shared=len(firing.get(aim.at, ())) > 1)
                risky = aim.sight != "plain" or aim.across
                lines.append(PreviewLine(pointer(index, "at"), "risk" if risky else "free", _said(aim, odds), odds))
        return Preview(tuple(lines))

    def _doctrine_lines(self, draft: Any) -> Iterator[PreviewLine]:
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
                odds = aim.odds(shared=len(firing[aim.at]) > 1)
                line = Text("{ship} → {at}: {text}", "{ship} → {at}: {text}").format(
                    ship=aim.ship, at=aim.at, text=_said(aim, odds)
                )
                yield PreviewLine(pointer(places[0]), "risk" if aim.across else "free", line, odds)

    def _drafted(self, raw: Any) -> Aim | None:
        if not isinstance(raw, dict) or raw.get("order") not in ("target", "secondary"):
            return None
        name = (raw.get("ship"), raw.get("at"), raw.get("order") == "secondary")
        return next((aim for aim in self.aims if (aim.ship, aim.at, aim.secondary) == name), None)

    def sample(self, pick: RandomSource) -> tuple[FireOrder, ...]:
        """Return a few random orders of random ships."""
        ways = self.cached_templates
        answer: tuple[FireOrder, ...] = ()
        for _ in range(pick(len(ways) + 1)):
            (order,) = self.read([random_order(self, ways[pick(len(ways))], pick)])
            if self.may_add_matching(answer, order):
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
    """5.5 Return the ships that fire at each target in a draft, by target; "None" stands for a missing target."""
    found: dict[str, set[str]] = {}
    for raw in draft if isinstance(draft, list) else []:
        if isinstance(raw, dict):
            found.setdefault(str(raw.get("at")), set()).add(str(raw.get("ship")))
    return found


def _said(aim: Aim, odds: Odds | None) -> Text:
    """Return the range, arc, attack and sighting of a shot as text, with its odds."""
    arc, sight = ARCS[aim.arc], SIGHTS[aim.sight]
    if aim.across:
        sight = Text(
            "{sight}; crosses {friends}: on a 1 the shot falls there (10.8)",
            "{sight}、味方{friends}越し：1で誤射（10.8）",
        ).format(sight=sight, friends=join_texts(Text.same(one) for one in aim.across))
    facts = Text("range {far}, {arc}, {sight}", "距離{far}、{arc}、{sight}")
    attack = Text("range {far}, {arc}, attack {attack}, {sight}", "距離{far}、{arc}、攻撃力{attack}、{sight}")
    told = (facts if aim.secondary else attack).format(far=aim.distance, arc=arc, attack=aim.attack, sight=sight)
    if odds is None:
        return told
    return Text("{told}: {odds}", "{told}：{odds}").format(told=told, odds=shorten_odds(odds))


def _battery(order: FireOrder) -> str:
    """Return what a ship uses for an order: main guns, secondary guns or the star shell."""
    if isinstance(order, StarShell):
        return "shell"
    return "secondary" if isinstance(order, Secondary) else "main"
