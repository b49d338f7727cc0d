"""Fights drawn at random: forces of both sides in few hexes, hurt or not, found or not, with orders and doctrines that
nobody would think of.

Whole games at random seldom come to such meetings; here everything meets everything, a player phase takes some
milliseconds, and whatever a seed does can be done again.
"""

from collections.abc import Callable, Coroutine, Iterator, Sequence
from random import Random
from typing import Any

from games.kernel.random_source import random_source
from games.kernel.requests import Asks, Roll
from games.titles.pq17.components.options import Options
from games.titles.pq17.components.pieces import SIDES, Side
from games.titles.pq17.orders.doctrine import Instructions
from games.titles.pq17.orders.missions import Declare
from games.titles.pq17.orders.move_orders import Combine, Move, Split
from games.titles.pq17.orders.special import Scatter
from games.titles.pq17.rules.air.attacks import air_combat
from games.titles.pq17.rules.air.missions import air_movement
from games.titles.pq17.rules.campaign.administration import order_of_battle
from games.titles.pq17.rules.campaign.folding import fold_operation
from games.titles.pq17.rules.campaign.fortnight import bid, fortnight
from games.titles.pq17.rules.fuel.phase import fuel
from games.titles.pq17.rules.movement.combining import combine_segment
from games.titles.pq17.rules.movement.segment import movement
from games.titles.pq17.rules.search.segment import search
from games.titles.pq17.rules.search.shadowing import end_grounded_shadowing
from games.titles.pq17.rules.search.strikes import strikes
from games.titles.pq17.rules.submarine.attacks import submarine_combat
from games.titles.pq17.rules.surface.attacks import surface_combat
from games.titles.pq17.state.board import Board
from games.titles.pq17.state.fuel import Fuel
from games.titles.pq17.state.roster import Unit
from games.titles.pq17.state.state import AirUnit, Convoy, Force, Phase, Plan, Points, Shadow, Sky, Tally
from tests.titles.pq17.arctic import arctic, force
from tests.titles.pq17.box import BOX
from tests.titles.pq17.campaigns import campaign

SEGMENTS: tuple[Callable[[Board], Any], ...] = (
    movement, air_movement, search, strikes, air_combat, submarine_combat, surface_combat, combine_segment,
)  # fmt: skip
"""3.2 What of a player phase is fought out."""
WARSHIPS: dict[Side, tuple[str, ...]] = {
    "allied": (
        "kent 2", "norfolk 3", "duke_of_york 4", "victorious 4", "avenger 1", "jamaica 4", "scylla 2", "dd_a_i 3",
        "dd_j_r 1", "tb_hunt 2", "tb_old 1", "es_british 2", "dd_project_7 2", "tb_novik 1",
    ),
    "axis": (
        "tirpitz 5", "admiral_hipper 4", "lutzow 4", "koln 2", "dd_36a 3", "dd_34_36 2", "tb_35_37 2",
        "graf_zeppelin 4", "scharnhorst 3", "es_german 1",
    ),
}  # fmt: skip
ESCORTS = ("dd_a_i 2", "tb_hunt 2", "es_british 2", "palomares 1", "aldersdale 2", "avenger 1")
MERCHANTS = ("mv 9", "mo 1", "mc 1")
CARGO = frozenset({"mv", "mo", "mc"})
CARRIERS = frozenset({"victorious", "avenger", "graf_zeppelin"})
HEXES = ("0411", "0412", "0713", "0718", "0305", "0404", "0611")
"""In the open sea, by the ice, off Narvik, off the Kola inlet, in the west."""
AIRCRAFT = (
    ("ju_88", 2, "banak"), ("ju_88_torpedo", 2, "bardufoss"), ("he_111", 2, "bardufoss"), ("he_115", 1, "tromso"),
    ("fw_200", 1, "vaernes"), ("bv_138", 1, "tromso"), ("bf_109", 2, "bardufoss"), ("catalina", 1, "akureyri"),
    ("hudson", 1, "kaldadarnes"), ("beaufort", 2, "wick"), ("hampden", 2, "vaenga"), ("pe_2", 2, "vaenga"),
    ("db_3f", 2, "vaenga"), ("mbr_2", 1, "murmansk"), ("albacore", 2, "victorious"), ("fulmar", 2, "victorious"),
    ("sea_hurricane", 2, "avenger"), ("swordfish", 1, "avenger"), ("ju_87c", 2, "graf_zeppelin"),
)  # fmt: skip
OPTIONS = (
    "second_card", "air_groups", "air_surprise", "face_down", "destroyer_fate", "storm_combining", "carrier_duel",
)  # fmt: skip
DOCTRINES: dict[str, tuple[str, ...]] = {
    "asks": ("never", "once", "each_round"), "stands": ("stay", "withdraw", "if_stronger"),
    "meets": ("attack", "follow", "ignore"), "strikes": ("ask", "always"), "refuses": ("ask", "never", "always"),
    "intercepts": ("always", "never"), "joins": ("always", "if_weaker"), "asks_air": ("never", "once"),
    "torpedo_round": ("1", "2", "never"), "revises": ("ask", "never"), "boats": ("convoy", "heavy", "light"),
    "decoys": ("yes", "no"), "tows": ("yes", "no"), "releases": ("yes", "no"),
}  # fmt: skip
ENDLESS = 3000
"""No segment asks, throws and draws so often."""


class Skirmish:
    """A position drawn from a seed, and two turns of it."""

    def __init__(self, seed: int) -> None:
        self.dice = Random(seed)
        self.forces = list(self._forces())
        self.board = self._position()

    def phases(self) -> Iterator[str]:
        """Play on, and stop after each segment of each player phase, with its name."""
        for _ in range(2):
            for side in SIDES:
                end_grounded_shadowing(self.board)
                self.board.state.phase = Phase(side=side, orders=tuple(self._orders(side)))
                for segment in SEGMENTS:
                    if segment is search:
                        self._take_off(side)
                    self._play(segment(self.board))
                    yield segment.__name__
            self._play(fuel(self.board))
            yield "fuel"

    # --- the position

    def _forces(self) -> Iterator[Force]:
        hexes, left = self.dice.sample(HEXES, 2), {side: list(ships) for side, ships in WARSHIPS.items()}
        for number in range(self.dice.randint(1, 3)):
            yield self._task_force(f"a{number}", "allied", hexes, left["allied"], 4)
        for number in range(self.dice.randint(0, 2)):
            yield self._convoy(f"c{number}", hexes)
        for number in range(self.dice.randint(1, 3)):
            yield self._task_force(f"x{number}", "axis", hexes, left["axis"], 3)
        for number in range(self.dice.randint(0, 3)):
            yield force(f"p{number}", "axis", "wolfpack", self._one(hexes), f"ss_german {self.dice.randint(1, 4)}")
        if self._may(0.5):
            yield force("b0", "allied", "wolfpack", self._one(hexes), "ss_british 2")
        if self._may(0.3):
            yield force("d0", "allied", "dummy", self._one(hexes))

    def _task_force(self, name: str, side: Side, hexes: Sequence[str], left: list[str], most: int) -> Force:
        """Some ships of its side; each large one sails in one force alone."""
        ships = self.dice.sample(left, min(len(left), self.dice.randint(1, most)))
        left[:] = [ship for ship in left if ship not in ships or ship[:2] in ("dd", "tb", "es")]
        return force(name, side, "task_force", self._one(hexes), *ships, fuel=Fuel(20))

    def _convoy(self, name: str, hexes: Sequence[str]) -> Force:
        boats = ["ss_british 2"] if self._may(0.5) else []
        ships = [*MERCHANTS, *self.dice.sample(ESCORTS, self.dice.randint(0, 3)), *boats]
        scattered = self._may(0.15)
        ports = ("arkhangelsk", "murmansk")
        convoy = Convoy(laden=True, destinations=ports, destination=ports[0], scattered=scattered)
        held = MERCHANTS if scattered else ships
        return force(name, "allied", "convoy", self._one(hexes), *held, fuel=Fuel(20), convoy=convoy)

    def _position(self) -> Board:
        self._hurt()
        afloat = {one.ship for force_ in self.forces for one in force_.counters}
        flying = [
            (kind, strength, base) for kind, strength, base in AIRCRAFT if base not in BOX.ships or base in afloat
        ]
        air = [AirUnit(kind, strength, id=f"{kind}.{base}", base=base) for kind, strength, base in flying]
        points = {"home_fleet": Points(left=16), "severny_flot": Points(left=6), "gruppe_nord": Points(left=10)}
        sky = Sky(self._one(("fair", "fair", "reduced", "fog", "storm", "gale")))
        board = arctic(
            *self.forces, air=air, options=Options(**{option: self._may(0.4) for option in OPTIONS}), command=points,
            light=self._one(("jul_1", "jul_1", "sep_1", "dec_1")), turn=self._one((9, 10)), start=8, sighted=True,
            unbound=True, sky=sky, patrol=["kent"],
        )  # fmt: skip
        for side in SIDES:
            wishes: dict[str, Any] = {field: self._one(words) for field, words in DOCTRINES.items()}
            board.state.instructions[side] = Instructions(**wishes, detaches="no")
        self._found(board)
        return board

    def _hurt(self) -> None:
        for one in (one for force_ in self.forces for one in force_.counters):
            one.crippled = self._may(0.15)
            if self._may(0.1) and BOX.ships[one.ship].is_heavy:
                one.dead, one.strength, one.crippled = True, 0, False

    def _found(self, board: Board) -> None:
        """Three of four are identified, and many of these shadowed."""
        for one in self.forces:
            scattered = one.convoy is not None and one.convoy.scattered
            if scattered or (one.kind != "dummy" and self._may(0.75)):
                board.identify(one, 3 if scattered else self.dice.randint(0, 3))
                board.report(one, one.level, "search")
            if one.kind in ("task_force", "convoy") and one.level is not None and not scattered:
                self._shadowed(board, one)

    def _shadowed(self, board: Board, one: Force) -> None:
        eyes = [unit for unit in board.state.air if not unit.mission and BOX.aircraft[unit.aircraft].side != one.side
                and BOX.aircraft[unit.aircraft].reconnaissance]  # fmt: skip
        if eyes and self._may(0.5):
            unit = self._one(eyes)
            unit.mission, unit.at = "shadow", one.at
            board.state.shadows.append(Shadow(one.id, "aircraft", unit.id))
        by: Any = "wolfpack" if one.side == "allied" else "task_force"
        busy = {shadow.who for shadow in board.state.shadows}
        near = [other for other in self.forces if (other.side, other.kind, other.at) == (_enemy(one.side), by, one.at)]
        if near and near[0].id not in busy and self._may(0.4) and (one.kind == "convoy" or by == "task_force"):
            board.state.shadows.append(Shadow(one.id, by, near[0].id))

    # --- the play

    def _orders(self, side: Side) -> Iterator[Any]:
        own = self.board.forces_of(side)
        for one in own:
            if one.kind == "task_force" and len(one.counters) > 1 and self._may(0.3):
                yield Split(one.id, (self._one(one.counters).ship,))
        for one in own:
            if one.at in BOX.hexes and self._may(0.6):
                way = tuple(self._way(one.at))
                if one.convoy is not None:
                    one.plan = Plan(0, way, "arkhangelsk")
                else:
                    yield Move(one.id, way, pace=self._one(("", "high")))
        for one in own:
            if one.convoy is not None and self._may(0.15):
                yield Scatter(one.id)
            if not CARRIERS.isdisjoint(ship.ship for ship in one.counters) and self._may(0.7):
                yield Declare(one.id)
        for hex_ in sorted({one.at for one in own}):
            same = [one.id for one in own if one.at == hex_ and one.kind in ("task_force", "convoy")]
            if len(same) > 1 and self._may(0.7):
                yield Combine(tuple(self.dice.sample(same, 2)))

    def _way(self, here: str) -> Iterator[str]:
        for _ in range(self.dice.randint(1, 3)):
            here = self._one(sorted(BOX.waters.ways[here]))
            yield here

    def _take_off(self, side: Side) -> None:
        """Half of the aircraft fly to where enemies are, whatever they can do there."""
        targets = [one.at for one in self.board.state.forces if one.side != side and one.at_sea]
        for unit in self.board.state.air:
            aircraft = BOX.aircraft[unit.aircraft]
            if aircraft.side == side and not unit.mission and unit.flying and targets and self._may(0.5):
                bomber = aircraft.type not in ("f", "p")
                unit.mission = "attack" if bomber else "search" if aircraft.reconnaissance else "escort"
                unit.at = self._one(targets)

    def _play(self, procedure: Coroutine[Any, Any, Any]) -> None:
        """Answer what is asked, by default or at random, and throw and draw what is wanted, to the end."""
        given: Any = None
        for _ in range(ENDLESS):
            try:
                request = procedure.send(given)
            except StopIteration:
                return
            if isinstance(request, Asks):
                given = tuple(self._answer(question.form) for question in request.asks)
            elif isinstance(request, Roll):
                given = tuple(self.dice.randint(1, sides) for sides in request.sides)
            else:
                given = tuple(self.dice.sample(range(len(request.pool)), request.count))
        raise AssertionError("a segment without end")

    def _answer(self, form: Any) -> Any:
        return form.sample(random_source("skirmish", self.dice.randrange(10**6))) if self._may(0.6) else form.default()

    def _may(self, odds: float) -> bool:
        return self.dice.random() < odds

    def _one(self, of: Sequence[Any]) -> Any:
        return self.dice.choice(of)


def _enemy(side: str) -> str:
    return "axis" if side == "allied" else "allied"


class InCampaign(Skirmish):
    """The same fight in a fortnight of a campaign, and what comes between this operation and the next."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        fought, board = self.board.state, campaign("campaign")
        state, roster = board.state, board.roster
        roster.fortnight = self.dice.randrange(len(BOX.campaign.fortnights) - 1)
        self._play(fortnight(board))
        roster.played, roster.initiative = True, self._one(SIDES)
        mine = {one.ship for force_ in self.forces for one in force_.counters}
        roster.units = [one for one in roster.units if one.kind not in mine or not BOX.ships[one.kind].is_single]
        roster.noted = [Unit(one.ship, one.strength, "clyde", green=True, due=roster.fortnight + 3)
                        for force_ in self.forces for one in force_.counters if one.green]  # fmt: skip
        fought.roster, fought.composed, fought.scenario = roster, state.composed, state.scenario
        fought.tallies = [
            Tally(one.id, laden=True, began=sum(ship.strength for ship in one.counters if ship.ship in CARGO))
            for one in self.forces if one.convoy is not None
        ]  # fmt: skip
        self.board = Board(fought, BOX)

    def _hurt(self) -> None:
        super()._hurt()
        for one in (one for force_ in self.forces for one in force_.counters):
            one.green = one.ship in ("jamaica", "dd_j_r", "tb_35_37") and self._may(0.5)

    def afterwards(self) -> Iterator[str]:
        """The operation is folded back, then the order of battle and the next fortnight up to the bids."""
        fold_operation(self.board)
        yield "fold"
        for step in (order_of_battle, fortnight, bid):
            if self.board.roster.fortnight >= len(BOX.campaign.fortnights):
                return
            self._play(step(self.board))
            yield step.__name__
            if step is order_of_battle:
                self.board.roster.fortnight += 1
