"""What may be, said of what the rules made: ways and aims that tests hold the procedures against."""

from collections.abc import Sequence

from msgspec import Struct

from games.titles.pq17.components.contents import Box
from games.titles.pq17.rules.movement.paths import Sailing, convoy_barred_by, step_barred_by
from games.titles.pq17.rules.movement.speed import allowance, high_speed_barred_by
from games.titles.pq17.rules.surface.covering import cover_enemies
from games.titles.pq17.rules.surface.gunnery import Aim, may_divide, targets_in_reach
from games.titles.pq17.state.battle import Battle
from games.titles.pq17.state.state import Force


class Barred(Struct, frozen=True, gc=False):
    """Why a way cannot be gone: the hex that cannot be entered, "" for the way as a whole, and the rule."""

    hex: str
    rule: str


def check_way(box: Box, force: Force, way: Sequence[str], sailing: Sailing, *, port: str = "") -> Barred | None:
    """The first thing that bars a way, the hexes or boxes entered in their order, into a port at its end if that is
    named; None if the force may go it. A force in port leaves it first; with an empty way it then stands off it.
    Doubtful ice bars nobody until it is met (10.1).
    """
    here = force.at
    gone = [*(force.convoy.been if force.convoy is not None else ())]
    for hex_ in way:
        rule = step_barred_by(box, force, here, hex_, sailing) or (
            convoy_barred_by(box, force, here, hex_, gone, sailing)
        )
        if rule:
            return Barred(hex_, rule)
        gone.append(here)
        here = hex_
    if port and (box.ports[port].hex != here or not _takes(box, force, port, sailing)):
        return Barred(here, "5.1.2")
    return _too_far(box, force, way, sailing, port)


def _takes(box: Box, force: Force, port: str, sailing: Sailing) -> bool:
    """1.1.1, 5.1.3 A port takes its own side's forces, Lerwick submarines alone, nobody back in the turn he left."""
    one = box.ports[port]
    own = one.side == force.side and box.has_port(sailing.operation, port)
    boats = one.use != "submarines" or force.kind == "wolfpack"
    return own and boats and not force.port and not force.from_port


def _too_far(box: Box, force: Force, way: Sequence[str], sailing: Sailing, port: str) -> Barred | None:
    length = _cost(box, force, way, enters_port=bool(port)) + force.moved
    most = allowance(box, force, sailing.weather, sailing.turn)
    if length > most:
        return Barred("", "5.1")
    slow_rule = high_speed_barred_by(box, force, way, enters_port=bool(port))
    return Barred("", slow_rule) if slow_rule and length > box.numbers.speed.cruise else None


def _cost(box: Box, force: Force, way: Sequence[str], *, enters_port: bool) -> int:
    """5.1.2, 5.1.3 The hexes that a way counts for: one more to leave port, and one more to enter it."""
    return len(way) + int(bool(force.port)) + int(enters_port)


def strays(box: Box, battle: Battle, aims: Sequence[Aim]) -> list[Aim]:
    """7.5.2g, 7.5.2h Aims that may not be: at whom the guns do not reach, or of a unit that divides its fire though it
    is not the whole force, a single counter of light ships.
    """
    wrong = []
    for aim in aims:
        unit = battle.unit(aim.firer)
        divided = sum(one.firer == aim.firer for one in aims) > 1
        if aim.target not in targets_in_reach(box, battle, unit) or (divided and not may_divide(box, battle, unit)):
            wrong.append(aim)
    return wrong


def spreads(box: Box, battle: Battle, aims: Sequence[Aim]) -> bool:
    """7.5.2g Whether each enemy that can be reached has a firer before one has two: somebody is aimed at twice only if
    no other choice of these firers would reach more enemies.
    """
    firers = list(dict.fromkeys(aim.firer for aim in aims))
    targets = {aim.target for aim in aims}
    if len(targets) == len(aims):
        return True
    reach = {name: targets_in_reach(box, battle, battle.unit(name)) for name in firers}
    return len(targets) >= len(cover_enemies(reach))
