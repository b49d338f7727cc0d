"""Positions in which much happens within a turn or two: everybody has found somebody, and lies in his reach."""

from collections.abc import Mapping
from typing import Any

from msgspec import structs

from games.kernel.chance import HmacChance
from games.kernel.conformance.play import GameProgress, as_received
from games.kernel.driver import initial_checkpoint
from games.kernel.journal import SeatAnswer
from games.kernel.requests import Ask
from games.titles.pq17.components.options import Options
from games.titles.pq17.components.pieces import Side
from games.titles.pq17.orders.attacks import Attack, Strike
from games.titles.pq17.orders.doctrine import Instructions
from games.titles.pq17.orders.formations import Formation
from games.titles.pq17.orders.missions import Declare, Fly, Patrol, Photograph
from games.titles.pq17.orders.move_orders import (
    CastOff,
    Combine,
    Decoy,
    Exchange,
    Move,
    Refuel,
    Remove,
    Route,
    Split,
    Stay,
    Train,
)
from games.titles.pq17.orders.special import Scatter
from games.titles.pq17.rules.search.identification import contact_name
from games.titles.pq17.state.board import Board
from games.titles.pq17.state.counters import Counter
from games.titles.pq17.state.fuel import Fuel
from games.titles.pq17.state.state import (
    AirUnit,
    Chit,
    Convoy,
    Force,
    Loss,
    Phase,
    Plan,
    Points,
    Shadow,
    Sky,
    State,
    Tally,
)
from tests.titles.pq17.arctic import arctic, force
from tests.titles.pq17.box import BOX
from tests.titles.pq17.campaigns import PQ17
from tests.titles.pq17.hidden import between_operations

OPEN, EAST, COAST, KOLA = "0411", "0414", "0713", "0718"
"""In the open sea, near the ice, off Narvik, off the Kola inlet."""
EAGER: dict[Side, Instructions] = {
    side: Instructions(refuses="ask", strikes="ask", intercepts="always", joins="always", stands="stay", meets="attack",
                       asks="each_round", asks_air="once", scramble="all", decoys="yes", tows="yes")
    for side in ("allied", "axis")
}  # fmt: skip
"""Who wants to be asked, and fights."""
ALL = Options(
    second_card=True, air_groups=True, air_surprise=True, face_down=True, destroyer_fate=True, storm_combining=True,
    soviet_fuel=True, training=True, carrier_duel=True,
)  # fmt: skip


def _lying(name: str, side: Side, port: str, *holding: str, **fields: Any) -> Force:
    return force(name, side, "task_force", BOX.ports[port].hex, *holding, port=port, **fields)


def _voyage(*, laden: bool, **fields: Any) -> Convoy:
    ends = ("arkhangelsk", "murmansk") if laden else ("reykjavik",)
    return Convoy(laden=laden, destinations=ends, destination=ends[0], **fields)


def _allied() -> list[Force]:
    escort = Formation("pq17", ("dd_a_i", "mv", "tb_hunt"), smoke=("tb_hunt",))
    return [
        force("pq17", "allied", "convoy", OPEN, "mv 14", "mo 2", "mc 2", "aldersdale", "palomares", "dd_a_i 3",
              "tb_hunt 2", "es_british 3", "ss_british 2", convoy=_voyage(laden=True), fuel=Fuel(14), formation=escort,
              plan=Plan(9, ("0412", "0413", "0414"), "arkhangelsk")),
        force("astray", "allied", "convoy", OPEN, "mv 2", fuel=Fuel(14),
              convoy=_voyage(laden=True, part_of="pq17")),
        force("qp13", "allied", "convoy", EAST, "mv 9", "dd_j_r 1", "es_british 2", convoy=_voyage(laden=False),
              fuel=Fuel(15), plan=Plan(9, ("0413", "0412"), "reykjavik")),
        force("lost", "allied", "convoy", KOLA, "mv 4", convoy=_voyage(laden=True, scattered=True),
              plan=Plan(9, ("0818",), "murmansk"), level=3),
        force("cover", "allied", "task_force", OPEN, "london", "norfolk", "dd_us 3", fuel=Fuel(16)),
        force("home", "allied", "task_force", COAST, "duke_of_york", "victorious", "nigeria", "dd_a_i 3",
              fuel=Fuel(17, "low")),
        force("limping", "allied", "task_force", EAST, "edinburgh 2", "dd_j_r 2", fuel=Fuel(13, "critical")),
        force("soviet", "allied", "task_force", KOLA, "dd_project_7 3", "tb_novik 1", fuel=Fuel(14)),
        force("boats", "allied", "wolfpack", COAST, "ss_british 3"),
        force("lure", "allied", "dummy", "0409"),
        _lying("kept", "allied", "reykjavik", "wichita", "tuscaloosa", "dd_us 2", "gray_ranger"),
        _lying("hurt", "allied", "murmansk", "jamaica 2", "es_kola 2"),
        _lying("raider", "allied", "scapa_flow", "kenya", "dd_a_i 4", "es_british 1", "landing_ship_one",
               "landing_ship_two", "oligarch"),
    ]  # fmt: skip


def _axis() -> list[Force]:
    return [
        force("hipper", "axis", "task_force", OPEN, "admiral_hipper", "dd_36a 3", fuel=Fuel(15)),
        force("lutzow", "axis", "task_force", EAST, "lutzow", "dd_34_36 2", "koln", fuel=Fuel(14)),
        force("tirpitz", "axis", "task_force", COAST, "tirpitz", "scharnhorst", "dd_36a 2", "tb_35_37 2",
              fuel=Fuel(16)),
        force("sweep", "axis", "task_force", KOLA, "dd_34_36 3", fuel=Fuel(12, "low")),
        force("wolf", "axis", "wolfpack", OPEN, "ss_german 4"),
        force("east", "axis", "wolfpack", EAST, "ss_german 3"),
        force("south", "axis", "wolfpack", "0412", "ss_german 2"),
        force("inlet", "axis", "wolfpack", KOLA, "ss_german 3"),
        force("false", "axis", "dummy", "0613"),
        _lying("scheer", "axis", "narvik", "admiral_scheer", "dd_36a 1", resting=2),
        _lying("eugen", "axis", "trondheim", "prinz_eugen 3", "es_german 2"),
    ]  # fmt: skip


def _air() -> list[AirUnit]:
    rows = (
        ("ju_88", 2, "banak"), ("ju_88_torpedo", 2, "bardufoss"), ("he_111", 2, "bardufoss"), ("he_115", 1, "tromso"),
        ("ju_87", 2, "kirkenes_field"), ("fw_200", 1, "vaernes"), ("bv_138", 1, "tromso"), ("bf_109", 2, "bardufoss"),
        ("bf_110", 2, "kirkenes_field"), ("fw_190", 2, "banak"), ("ju_88d", 1, "banak"),
        ("catalina", 1, "akureyri"), ("hudson", 1, "kaldadarnes"), ("beaufort", 2, "wick"),
        ("spitfire_pr", 1, "vaenga"), ("hampden", 2, "vaenga"), ("halifax", 2, "sumburgh"), ("pe_2", 2, "vaenga"),
        ("db_3f", 2, "vaenga"),
        ("mbr_2", 1, "murmansk"), ("hurricane_soviet", 2, "vaenga"), ("albacore", 2, "victorious"),
        ("fulmar", 2, "victorious"),
    )  # fmt: skip
    return [AirUnit(kind, held, id=f"{kind}_{base}", base=base) for kind, held, base in rows]


def melee(**fields: Any) -> Board:
    """Day 6 AM: in four places both sides lie in each other's hex, and are found; nearly all that flies is in reach."""
    board = arctic(*_allied(), *_axis(), **{"turn": 11, "start": 9, "air": _air(), "instructions": EAGER, **fields})
    state = board.state
    state.command = {"home_fleet": Points(16, 6), "severny_flot": Points(6), "gruppe_nord": Points(10, 2, 1, 12)}
    state.chits = state.chits or {"allied": Chit("p", "none"), "axis": Chit("q", "none")}
    state.cup = [letter for letter in BOX.situations if letter not in {one.letter for one in state.chits.values()}]
    state.tallies = [Tally("pq17", laden=True, began=20), Tally("qp13", laden=False, began=9),
                     Tally("lost", laden=True, began=6)]  # fmt: skip
    state.patrol, state.sighted, state.unbound = ["norfolk"], True, True
    state.began = {"tirpitz": "trondheim", "wichita": "reykjavik", "tuscaloosa": "reykjavik"}
    _wounds(board)
    _found(board)
    return board


def _wounds(board: Board) -> None:
    board.force("limping").counters[0] = Counter("edinburgh", 2, crippled=True)
    board.force("cover").counters.append(Counter("suffolk", 0, dead=True))
    board.force("qp13").counters.append(Counter("mv", 1, dead=True))
    board.force("lutzow").counters[1] = Counter("dd_34_36", 2, spent=1)
    board.force("east").counters[0].used = True
    for unit in board.state.air[:2]:
        unit.damaged = 1


def _found(board: Board) -> None:
    """6.2.1 What both sides know of each other, and who follows whom."""
    for name, level in (("pq17", 2), ("qp13", 1), ("cover", 1), ("home", 2), ("hipper", 1), ("lutzow", 2),
                        ("tirpitz", 2), ("wolf", 1), ("east", 0), ("soviet", 0)):  # fmt: skip
        block = board.force(name)
        board.identify(block, level)
        board.report(block, level, "search")
    follower = Shadow("tirpitz", "aircraft", "catalina_akureyri")
    board.state.shadows = [Shadow("pq17", "wolfpack", "south", ("convoy",)), follower]


def weathered(kind: Any, **fields: Any) -> Board:
    """The same in other weather."""
    dispersal = {"storm": 1, "gale": 2}.get(kind, 0)
    return melee(sky=Sky(kind, dispersal, local={"norway": ("fair", 14)}), **fields)


def chits(allied: Chit, axis: Chit, moves: Mapping[str, str] | None = None, **fields: Any) -> Board:
    """The same with chits in both hands, and some forces elsewhere: in a port, a hex, or a box beside the map."""
    board = melee(chits={"allied": structs.replace(allied), "axis": structs.replace(axis)}, **fields)
    for name, place in (moves or {}).items():
        block = board.force(name)
        if block.port:
            board.leave(block)
        block.at = BOX.ports[place].hex if place in BOX.ports else place
        if place in BOX.ports:
            board.rest(block, place)
        block.plan, block.level = None, None
    board.state.began |= {"kenya": "scapa_flow", "sheffield": "reykjavik"}
    return board


def composed(fortnight: int = 3, **options: bool) -> State:
    """A fortnight of a campaign as play begins, its convoys and forces as default answers have them."""
    board = between_operations()
    board.roster.fortnight = fortnight
    board.state.options = Options(**options)
    progress = GameProgress(PQ17, structs.replace(initial_checkpoint(PQ17, board.state), step="fortnight"))
    chance, answers, run = HmacChance(b"composed"), dict[str, SeatAnswer](), None
    while run is None or run.state.phase is None:
        run = progress.advance(lambda question, number, look: answers.pop(question.seat, None), chance)
        answers.update((one.seat, as_received(one, _first(one))) for one in run.open_questions)
    state: State = run.state
    return state


def _first(question: Ask[Any]) -> Any:
    """What is answered before play: both bid 3 and 2, all else as proposed."""
    if question.kind == "bid":
        return "3" if question.seat == "allied" else "2"
    return question.form.default()


def spent(fortnight: int = 3, **options: bool) -> Board:
    """The same on its last turn: convoys partly in port, ships hurt, lost, broken down, out of the ice, at sea."""
    board = Board(composed(fortnight, **options), BOX)
    state = board.state
    state.turn, state.phase = 60, None
    for place, one in enumerate([one for one in state.forces if not one.is_dummy]):
        heavy = [counter for counter in one.counters if counter.strength > 1 and BOX.ships[counter.ship].is_single]
        for counter in heavy[:1]:
            counter.strength -= 1
            counter.crippled = place % 3 == 0
        if place % 2 and one.kind == "task_force" and one.port:
            board.leave(one)
        if one.kind == "convoy" and one.convoy is not None:
            state.losses += [
                Loss("allied", "mv", 2, 20, "sunk", at=OPEN), Loss("allied", "mv", 1, 21, "ice", open=False, at="0217",
                     convoy=one.id), Loss("allied", "mv", 1, 22, "weather", open=False, at=OPEN, convoy=one.id),
                Loss("allied", "mv", 2, 23, "aground", open=False), Loss("allied", "mo", 1, 23, "sunk"),
            ]  # fmt: skip
    state.losses += [
        Loss("allied", "dd_a_i", 1, 20, "weather", open=False), Loss("axis", "ss_german", 1, 20, "damaged"),
        Loss("axis", "ss_german", 1, 21, "sunk"), Loss("allied", "ss_soviet", 1, 21, "sunk"),
        Loss("axis", "dd_36a", 1, 20, "ice", open=False), Loss("axis", "ju_88", 1, 20, "shot_down"),
    ]  # fmt: skip
    for unit in state.air[::3]:
        unit.damaged = 1
    state.air = state.air[1:]
    return board


def declared(side: Side, kind: Any = "fair", **fields: Any) -> Board:
    """The same once all attacks of a side are declared: everything that flies and floats at the block before it."""
    board = weathered(kind, **fields)
    enemy = {OPEN: ("pq17", "wolf"), EAST: ("qp13", "lutzow"), COAST: ("home", "tirpitz"), KOLA: ("soviet", "inlet")}
    marks = {at: board.force(both[side == "allied"]) for at, both in enemy.items()}
    for one in marks.values():
        if one.level is None:
            board.identify(one, 1)
    board.state.phase = Phase(side)
    orders: list[Any] = [
        Attack(one.id, contact_name(marks[one.at]))
        for one in board.forces_of(side)
        if one.at in marks and not one.port and one.kind in ("task_force", "wolfpack") and _may(one, marks[one.at])
    ]
    flying = [one for one in board.state.air if _strikes(one, side)]
    for place, at in enumerate(marks):
        units = flying[place :: len(marks)]
        for unit in units:
            unit.mission, unit.at = "attack", at
        ships = marks[at].kind != "wolfpack"
        if units and ships:
            orders.append(Strike(tuple(unit.id for unit in units), contact_name(marks[at])))
    board.phase.attacks = tuple(orders)
    return board


def _may(one: Force, prey: Force) -> bool:
    return one.kind != "wolfpack" or prey.kind != "wolfpack"


def _strikes(unit: AirUnit, side: Side) -> bool:
    kind = BOX.aircraft[unit.aircraft]
    return kind.side == side and kind.type not in ("p", "f")


def ordered(side: Side, *orders: Any, **fields: Any) -> Board:
    """The same with the orders of a side given."""
    board = melee(**fields)
    board.state.phase = Phase(side, orders=orders)
    return board


ALLIED: tuple[Any, ...] = (
    Split("home", ("dd_a_i",), "leaves"), Combine(("limping", "home")), Decoy("cover"),
    Remove("lure"), Refuel("kept"), CastOff("limping"), Move("soviet", ("0818",), enters="iokanka"),
    Move("cover", ("0410", "0409", "0408"), "high"), Move("raider", ("1106", "1006"), ice="turn"),
    Move("hurt", ("0718",)), Route("lost", "murmansk", ("0817",)), Scatter("qp13"), Move("boats", ("0714", "0614")),
    Photograph("spitfire_pr_vaenga", "kirkenes"), Fly("beaufort_wick", "attack", "1309"),
    Fly("hampden_vaenga", "attack", KOLA), Fly("albacore_victorious", "attack", COAST),
    Patrol("catalina_akureyri", "0506"), Declare("home"),
)  # fmt: skip
"""Orders of every kind, for nearly all that the Allies have."""
AXIS: tuple[Any, ...] = (
    Move("hipper", ("0511", "0611", "0712"), "high"), Move("lutzow", ("0514", "0614"), "cruise"),
    Move("sweep", ("0717",), enters="kirkenes"), Move("wolf", ("0410", "0409")), Stay("east"), Move("inlet", ("0817",)),
    Split("tirpitz", ("scharnhorst", "dd_36a")), Move("scheer", ("0713", "0612")), Train("eugen", ("1011",)),
    Combine(("hipper", "sweep")), Decoy("sweep"), Exchange("lutzow", "hipper", ("dd_34_36",), ("dd_36a",), "swap"),
    Photograph("ju_88d_banak", "murmansk"), Fly("ju_88_banak", "attack", EAST), Fly("he_111_bardufoss", "attack", OPEN),
    Fly("bf_110_kirkenes_field", "escort", KOLA), Patrol("bv_138_tromso", "0512"),
)  # fmt: skip
"""The same of the Axis."""
