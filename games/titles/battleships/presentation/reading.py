"""Converts a view to the scene from which pictures and text boards are drawn."""

from collections.abc import Iterator, Sequence

from games.titles.battleships.components import hexes
from games.titles.battleships.presentation.scene import Blow, Leg, Loss, Run, Scene, Shot, Sinking, Vessel
from games.titles.battleships.state import state
from games.titles.battleships.state.history import past_turn
from games.titles.battleships.visibility.view import ShipView, View

HEADINGS = "ABCDEF"
SIXTHS = 6
CREWS = {-1: "poor", 0: "average", 1: "good"}


def read(view: View) -> Scene:
    """Return the scene of a view."""
    ships = {known.ship.id: known.ship for known in view.ships}
    turns = [*view.history, past_turn(view.record)] if view.record.turn else view.history
    return Scene(
        scenario=view.scenario,
        sides=view.sides,
        turn=view.turn,
        turns=view.turns,
        night=view.night,
        sighting=view.sight,
        vessels=tuple(_vessel(view, known) for known in view.ships),
        shots=tuple(_shots(view, ships)),
        runs=tuple(_run(view, ships, track) for track in view.record.tracks),
        shells=tuple(dict.fromkeys(light.at for light in view.lights)),
        ways=dict(view.record.ways),
        losses=tuple(Loss(lost.ship, lost.at, lost.fate) for lost in view.record.lost),
        mended={ship: _steps(*steps) for ship, steps in view.record.mended.items()},
        mines=tuple(dict.fromkeys(space for spaces in view.mines.values() for space in spaces)),
        struck=tuple(dict.fromkeys(strike.at for strike in view.record.mines)),
        points={side: points(sixths) for side, sixths in view.sixths.items()},
        inferior=view.inferior,
        over=view.over,
        winner=view.winner,
        bombarded=view.bombarded,
        exits=tuple((edge, hexes.edge_at(edge, view.shifted or (0, 0))) for edge in view.exits),
        tracks=_tracks(turns),
        blows=tuple(Blow(one.turn, hit.by, hit.ship, hit.origin, hit.at, hit.torpedo)
                    for one in turns for hit in one.hits),
        sinkings=tuple(Sinking(one.turn, loss.ship, loss.at, loss.fate) for one in turns for loss in one.lost),
    )  # fmt: skip


def _tracks(turns: Sequence[state.PastTurn]) -> dict[str, tuple[Leg, ...]]:
    """Return the moves of each ship in earlier turns, in order, by ship."""
    found: dict[str, list[Leg]] = {}
    for one in turns:
        for ship, way in one.ways.items():
            found.setdefault(ship, []).append(Leg(one.turn, way))
    return {ship: tuple(legs) for ship, legs in found.items()}


def points(sixths: int) -> str:
    """9.1 Return a number of sixths of a point as text in points, such as "14 1/3"."""
    whole, rest = divmod(sixths, SIXTHS)
    part = ("", "1/6", "1/3", "1/2", "2/3", "5/6")[rest]
    return f"{whole} {part}".strip() if whole or not part else part


def _steps(weapons: int, hull: int) -> str:
    return (f"{weapons}W" if weapons else "") + (f"{hull}S" if hull else "")


def _vessel(view: View, known: ShipView) -> Vessel:
    ship = known.ship
    return Vessel(
        id=ship.id,
        kind=known.kind,
        nation=known.nation,
        side=ship.side,
        at="" if ship.fate else ship.at,
        heading=HEADINGS.index(ship.heading),
        speed=ship.speed,
        weapons=ship.weapons,
        hull=ship.hull,
        attack=known.printed_attack,
        attack_now=known.attack,
        defence=known.defence,
        range=known.range,
        move=known.printed_moves,
        move_now=known.moves,
        torpedoes=ship.torpedoes > 0,
        repairs=ship.mended,
        value=known.value,
        crew=CREWS[known.crew],
        gone=_fate(ship, known),
        flags=tuple(_flags(view, known)),
    )


def _fate(ship: state.Ship, known: ShipView) -> str:
    """Return the key of the reason why a ship is gone: "sunk", "destroyed", "left" or "fallen_out"; "" if it is not."""
    if ship.fate == "sunk" and known.kind == "battery":
        return "destroyed"
    return "fallen_out" if ship.fate == "lost" else ship.fate


def _flags(view: View, known: ShipView) -> Iterator[str]:
    """Yield the keys of a ship's conditions this turn, such as "burning", "radar_lost" or "flag"."""
    ship = known.ship
    turns = {"burning": ship.burning, "no_power": ship.unlit, "rudder_hit": ship.jammed, "bridge_hit": ship.shaken}
    yield from (name for name, turn in turns.items() if turn and turn >= view.turn)
    if ship.radar_lost:
        yield "radar_lost"
    if known.astray:
        yield "out_of_command"
    if known.flag:
        yield "flag"


def _shots(view: View, ships: dict[str, state.Ship]) -> Iterator[Shot]:
    """5.1 Yield the marked targets as shots that are not fired yet; after the gunnery phase, the fired shots."""
    if view.markers and view.record.turn != view.turn:
        for marker in view.markers:
            start, end = ships[marker.firer].at, ships[marker.target].at
            if start and end:
                yield Shot(marker.firer, marker.target, start, end, marker.guns == "secondary", marker.distance)
        return
    for shot in view.record.shots:
        yield Shot(
            firer=shot.firer,
            target=shot.target,
            start=shot.origin,
            end=shot.at,
            secondary=shot.guns == "secondary",
            distance=shot.distance,
            points=shot.points,
            odds=shot.odds,
            damage=_damage(shot.result),
            fired=True,
        )


def _run(view: View, ships: dict[str, state.Ship], track: state.Track) -> Run:
    end = _was_at(view, ships, track.struck) if track.struck else (track.way[-1] if track.way else track.origin)
    damage = _damage(track.result) if track.struck else ""
    return Run(track.launcher, track.target, track.origin, track.way or (track.origin,), track.struck, end, damage)


def _was_at(view: View, ships: dict[str, state.Ship], ship: str) -> str:
    """Return the hex in which a ship began this turn."""
    way = view.record.ways.get(ship)
    if way:
        return way[0]
    return next((lost.at for lost in view.record.lost if lost.ship == ship), ships[ship].at)


def _damage(result: str) -> str:
    """Return the damage of a combat result: "" for none, "sunk" for X, otherwise its steps, such as "2W1S"."""
    return {"-": "", "X": "sunk"}.get(result, result)
