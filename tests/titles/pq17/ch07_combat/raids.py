"""Raids on ports and airfields, and aircraft of carriers."""

from typing import Any

from games.kernel.requests import Ask
from games.titles.pq17.components.options import Options
from games.titles.pq17.orders.doctrine import Instructions
from games.titles.pq17.orders.raids import Raid
from games.titles.pq17.rules.special.raids import RaidTerms, resolve_raid
from games.titles.pq17.state.board import Board
from games.titles.pq17.state.state import AirUnit, Chit, Force, Phase
from tests.titles.pq17.arctic import arctic, force
from tests.titles.pq17.procedures import Course, by_default, perform

NONE_RISE = Instructions(scramble="none")
HURRICANES = AirUnit("hurricane_soviet", 2, id="vvs", base="vaenga")
BOMBERS = AirUnit("pe_2", 1, id="bap", base="vaenga")
PRINTED = AirUnit("hurricane_soviet", 2, id="vaenga.1", base="vaenga", interceptor=True)
RAID = Raid("vaenga", ("kg30", "kg26"))
HOME = Raid("murmansk", ("kg30", "kg26"))
DUEL = Options(carrier_duel=True)


def field_attacked(*there: AirUnit, axis: bool = False, allied: Instructions = NONE_RISE, **fields: Any) -> Board:
    """These are at Vaenga, where Ju 88 and He 111 come by day; `axis`: who is asked what they attack."""
    attackers = [AirUnit("ju_88", 2, id="kg30", base="banak"), AirUnit("he_111", 1, id="kg26", base="bardufoss")]
    held = [AirUnit(one.aircraft, one.strength, id=one.id, base=one.base, interceptor=one.interceptor) for one in there]
    said = {"allied": allied, "axis": Instructions(asks_air="once" if axis else "never")}
    return arctic(air=[*attackers, *held], light="jul_1", instructions=said, **fields)


def field_raided(board: Board, order: Raid = RAID, *, day: bool = True, **fields: Any) -> Any:
    return perform(board, resolve_raid(board, "axis", order, RaidTerms(day=day), key="raid"), **fields)


def air_unit(board: Board, name: str) -> AirUnit:
    return next(one for one in board.state.air if one.id == name)


def raid_course(board: Board, *, day: bool = True, **faces: int) -> Course:
    """A raid with default answers, in which every die shows 0 but those whose key ends in a name given."""
    procedure = resolve_raid(board, "axis", RAID, RaidTerms(day=day), key="raid")
    return by_default(procedure, lambda key: faces.get(key.rpartition(".")[2], 0))


def raiding(*forces: Force, situation: str = "port_raid", light: str = "mar_1", **fields: Any) -> Board:
    units = [
        AirUnit("ju_88", 2, id="kg30", base="banak"), AirUnit("ju_88", 2, id="south", base="vaernes"),
        AirUnit("he_111", 2, id="kg26", base="bardufoss"), AirUnit("ju_88", 2, id="east", base="kirkenes_field"),
    ]  # fmt: skip
    return arctic(*forces, chits={"axis": Chit("g", situation)}, air=units, light=light, **fields)


def in_boxes(board: Board) -> list[list[tuple[str, int]]]:
    boxes = board.roster.boxes["murmansk"]
    return [[(one.kind, one.strength) for one in lying] for lying in (boxes.unloading, boxes.down, boxes.up)]


def murmansk_raided(*held: str, fighters: int = 0, **fields: Any) -> Board:
    """By day Ju 88 and He 111 may come to Murmansk, where these ships lie and Hurricanes may rise."""
    lying = [force("c", "allied", "convoy", "0817", *held, port="murmansk")] if held else []
    air = [AirUnit("ju_88", 2, id="kg30", base="banak"), AirUnit("he_111", 1, id="kg26", base="bardufoss")]
    if fighters:
        air.append(AirUnit("hurricane_soviet", fighters, id="vvs", base="vaenga"))
    return arctic(*lying, air=air, light="jul_1", **fields)


def port_raided(board: Board, order: Raid = HOME, *, day: bool = True, **fields: Any) -> Any:
    return perform(board, resolve_raid(board, "axis", order, RaidTerms(day=day), key="raid"), **fields)


def by_luck(procedure: Any, face: int) -> list[Ask[Any]]:
    """What is asked in a procedure with default answers, in which every die shows the same."""
    return by_default(procedure, lambda _: face).asked


def carriers(*, options: Options = DUEL, level: int | None = 1, **fields: Any) -> Board:
    """Graf Zeppelin in 0613, Victorious a hex from her in 0612."""
    german = force("g", "axis", "task_force", "0613", "graf_zeppelin", "dd_36a 2")
    british = force("b", "allied", "task_force", "0612", "victorious", "dd_a_i 2")
    units = [
        AirUnit("ju_87c", 2, id="stukas", base="graf_zeppelin"),
        AirUnit("bf_109t", 2, id="fighters", base="graf_zeppelin"),
        AirUnit("albacore", 2, id="817", base="victorious"), AirUnit("fulmar", 2, id="809", base="victorious"),
    ]  # fmt: skip
    phase = Phase(fields.pop("side", "axis"))
    board = arctic(german, british, air=units, options=options, phase=phase, **fields)
    for one in (german, british):
        if level is not None:
            board.identify(one, level)
    return board
