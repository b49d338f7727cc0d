"""2.6, 4.1, 5.1, 5.10 What a seat knows about ships and hexes; distances, arcs and lines of sight, from its view."""

from collections.abc import Iterator
from functools import partial

from games.kernel.inspection import Inspection, Inspector, Measurement, figures
from games.titles.battleships.components import hexes
from games.titles.battleships.presentation.labels import Labels, Words
from games.titles.battleships.presentation.narration.gunnery import describe_steps
from games.titles.battleships.presentation.reading import read
from games.titles.battleships.presentation.scene import Scene, Vessel
from games.titles.battleships.visibility.view import ShipView, View

MAX_LINE = 60
"""The longest line, in hexes, whose hexes are listed: longer than the printed map."""


def inspector(labels: Labels) -> Inspector:
    """Return the functions that list the pieces in a view, show the card of each, and measure distances."""
    return Inspector(own_ships, other_ships, partial(inspect, labels), partial(measure, labels), ring)


def own_ships(view: View) -> tuple[str, ...]:
    """Return the ids of the ships of the view's seat, also of lost ones."""
    return tuple(known.ship.id for known in view.ships if known.ship.side == view.seat)


def other_ships(view: View) -> tuple[str, ...]:
    """Return the ids of all other ships."""
    return tuple(known.ship.id for known in view.ships if known.ship.side != view.seat)


def inspect(labels: Labels, view: View, value: str, language: str) -> Inspection | None:
    """Return the card, a short description, of the ship or hex with the id `value`; None for any other id."""
    say, scene = Words(labels, language), read(view)
    vessel = scene.vessel(value)
    known = next((one for one in view.ships if one.ship.id == value), None)
    if vessel is not None and known is not None:
        return _ship(view, known, vessel, say)
    return _hex(view, scene, value, say) if _is_hex(view, value) else None


def _is_hex(view: View, value: str) -> bool:
    """9.3 Return True if `value` names a hex of the map, or any hex if the map is an open sea."""
    if not (value.isascii() and value.isdecimal() and len(value) in (4, 6, 8)):
        return False
    return view.open_sea or hexes.on_map(hexes.hex_of(value))


def _ship(view: View, known: ShipView, vessel: Vessel, say: Words) -> Inspection:
    """2.6a Return the inspection of a ship: her values now and as printed, her damage, course and conditions."""
    kind, own = say.name(vessel.kind), vessel.side == view.seat
    nation = say.name(vessel.side)
    if vessel.gone:
        return Inspection(id=vessel.id, kind=kind, where=say.name(vessel.gone), own=own)
    sails = vessel.kind != "battery"
    steps = describe_steps(vessel.weapons, vessel.hull, say)
    hurt = say(f"damage: {steps}", f"損害：{steps}") if vessel.damage else say("undamaged", "損害なし")
    course = f"{hexes.HEADINGS[vessel.heading]} {vessel.speed}" if sails else ""
    states = (*vessel.flags, *([] if vessel.crew == "average" else [f"{vessel.crew}_crew"]))
    return Inspection(
        id=vessel.id,
        kind=f"{nation}, {kind}" if not own else kind,
        place=vessel.at,
        where=say("hex {at}", "{at}ヘクス", at=vessel.at),
        state=hurt,
        figures=figures(
            (say("attack", "攻撃"), _now(vessel.attack_now, vessel.attack)),
            (say("defence", "防御"), vessel.defence),
            (say("range", "射程"), vessel.range),
            (say("move", "移動"), _now(vessel.move_now, vessel.move) if sails else ""),
            (say("course and speed", "針路と速力"), course),
            (say("torpedo launches left", "残り魚雷"), known.ship.torpedoes or ""),
            (say("repaired", "修理済み"), f"{vessel.repairs}/{vessel.defence}" if vessel.repairs else ""),
            (say("worth", "得点"), vessel.value or ""),
            (say("state", "状態"), say.marks(map(say.name, states))),
        ),
        lines=tuple(_events(view, vessel.id, say)),
        own=own,
    )


def _now(now: int, printed: int) -> str:
    return str(now) if now == printed else f"{now}/{printed}"


def _events(view: View, ship: str, say: Words) -> Iterator[str]:
    """Yield lines with a ship's targets, the ships that fire at her, and her course for later turns."""
    if at := [marker.target for marker in view.markers if marker.firer == ship]:
        yield say("Fires at: ", "射撃目標：") + say.names(dict.fromkeys(at))
    if by := [marker.firer for marker in view.markers if marker.target == ship]:
        yield say("Under fire from: ", "射撃を受けている：") + say.names(dict.fromkeys(by))
    if ship in view.laid:
        yield say("Steers a course laid for later turns.", "数ターン分の針路を設定済み。")


def _hex(view: View, scene: Scene, value: str, say: Words) -> Inspection:
    """2.2 Return the inspection of a hex: land or sea, the ships in it, star shells and known mines."""
    ships = tuple(vessel.id for vessel in scene.afloat() if vessel.at == value)
    lines = []
    if any(light.at == value for light in view.lights):
        lines.append(say("Lit by a star shell.", "星弾に照らされている。"))
    if value in scene.mines:
        lines.append(say("Our mines lie here.", "味方の機雷がある。"))
    if any(value in side for side in view.moles):
        lines.append(say("A mole lies on one of its sides.", "辺に防波堤がある。"))
    if any(value in side for side in view.nets):
        lines.append(say("A net lies on one of its sides.", "辺に防潜網がある。"))
    land = value in view.land
    return Inspection(
        id=value,
        kind=say("land", "陸地") if land else say("sea", "海"),
        place=value,
        lines=tuple(lines),
        contents=ships,
    )


# --- distances


def _place_of(view: View, value: str) -> str:
    for known in view.ships:
        if known.ship.id == value:
            return "" if known.ship.fate else known.ship.at
    return value if _is_hex(view, value) else ""


def measure(labels: Labels, view: View, start: str, end: str, language: str) -> Measurement | None:
    """5.10, 4.1, 4.2b, T.arc Return the distance between two ships or hexes, with arcs, sighting and obstacles.

    Return None if one of them is neither a hex nor a ship on the map.
    """
    here, there = _place_of(view, start), _place_of(view, end)
    if not (here and there):
        return None
    say, far = Words(labels, language), hexes.distance(here, there)
    mine = next((known for known in view.ships if known.ship.id == start), None)
    theirs = next((known for known in view.ships if known.ship.id == end), None)
    told = [say.counted(far, "{count} hex.", "{count} hexes.", "{count}ヘクス。")]
    told += [*_arcs(mine, theirs, here, there, say), *_sighting(view, far, say)]
    line = hexes.crossed_hexes(here, there) if far <= MAX_LINE else ()
    if far <= MAX_LINE:
        told += _on_line(view, line, say)
    if mine is not None and far:
        told.append(_reach(mine, far, say))
    return Measurement(start=here, end=there, distance=far, path=(here, there), lines=tuple(told))


def _arcs(mine: ShipView | None, theirs: ShipView | None, here: str, there: str, say: Words) -> Iterator[str]:
    """T.arc Yield a line for the ship at each end: the arc in which the other end lies."""
    for known, from_, to in ((mine, here, there), (theirs, there, here)):
        if known is not None and known.kind != "battery" and from_ != to:
            arc = say.name(hexes.arc(from_, known.ship.heading, to))
            yield say("From {name} it lies {arc}.", "{name}から見て{arc}。", name=say.name(known.ship.id), arc=arc)


def _sighting(view: View, far: int, say: Words) -> Iterator[str]:
    """4.1 Yield a line that says if a distance is within this turn's sighting distance; none before its roll."""
    if not view.sight:
        return
    if far <= view.sight:
        yield say("In plain sight: ships are seen {sight} hexes away.", "視認距離{sight}ヘクス以内。", sight=view.sight)
    else:
        yield say(
            "Beyond plain sight: ships are seen {sight} hexes away.", "視認距離{sight}ヘクスの外。", sight=view.sight
        )


def _on_line(view: View, line: tuple[str, ...], say: Words) -> Iterator[str]:
    """4.2, 4.2a Yield lines with the land and the ships between the ends of a line."""
    land = [place for place in line if place in view.land]
    if land:
        yield say("Land is on the line: ", "射線上に陸地：") + say.marks(land)
    else:
        yield say("No land on the line.", "射線上に陸地なし。")
    ships = [known.ship.id for known in view.ships if not known.ship.fate and known.ship.at in line]
    if ships:
        yield say("Ships on the line: ", "射線上の艦：") + say.names(ships)


def _reach(mine: ShipView, far: int, say: Words) -> str:
    """5.1a Return a line that says if a distance is within the range of a ship's main guns."""
    if far <= mine.range:
        return say("Within her gun range of {range}.", "射程{range}以内。", range=mine.range)
    return say("Beyond her gun range of {range}.", "射程{range}の外。", range=mine.range)


def ring(view: View, value: str, steps: int) -> tuple[str, ...]:
    """5.10 Return the hexes of the map that are exactly `steps` hexes away from a ship or hex with the id `value`."""
    here = _place_of(view, value)
    if not here:
        return ()
    around = (one for one in hexes.within(here, steps) if hexes.distance(here, one) == steps)
    return tuple(one for one in around if _is_hex(view, one))
