"""3.1(5), 6.0, 6.1b The torpedo phase: sealed launches, then every torpedo along its line."""

from collections.abc import Sequence

from games.kernel.requests import Ask, ask_all, draw_lots, roll
from games.kernel.text import Text
from games.titles.battleships.components import hexes
from games.titles.battleships.orders.orders import Launch, TorpedoOrder
from games.titles.battleships.orders.torpedoes import Salvo, TorpedoForm
from games.titles.battleships.state.board import GUNS_GONE, Board
from games.titles.battleships.state.damage import Struck, settle, strike, tell_special
from games.titles.battleships.state.events.torpedoes import Launched, Ran, TorpedoHit, Unsealed
from games.titles.battleships.state.state import Ship, Track


async def torpedoes(board: Board) -> str:
    """3.1b Resolve the launches of both sides as simultaneous: the damage takes effect after the last launch.

    Return the key of the next step.
    """
    forms = {side: torpedo_form(board, side) for side in (board.inferior, board.superior) if must_ask(board, side)}
    answers = await ask_all({side: _question(side, form) for side, form in forms.items()})
    launches = [order for side in forms for order in forms[side].meant(answers[side])]
    if forms:
        board.tell(Unsealed(tuple(one.ship for one in launches), tuple(one.at for one in launches)))
    tracks = [_launch(board, order) for order in launches]
    strikes: list[Struck] = []
    for track, order in zip(tracks, launches, strict=True):
        struck = await _run(board, order, track)
        if struck is not None:
            strikes.append(struck)
    settle(board, strikes)
    return "first_move"


def _question(side: str, form: TorpedoForm) -> Ask[tuple[TorpedoOrder, ...]]:
    return Ask(
        key="torpedoes",
        kind="torpedoes",
        seat=side,
        rule="6.1",
        prompt=Text("Who launches torpedoes at whom?", "雷撃を行う艦と目標を決めてください。"),
        form=form,
    )


def must_ask(board: Board, side: str) -> bool:
    """Return True if the side must be asked, because by public knowledge a ship can launch.

    With secret flagships every ship counts as under command, so that the question discloses nothing (10.10d).
    """
    return bool(torpedo_form(board, side, all_in_command=board.options.flagship).salvoes)


def torpedo_form(board: Board, side: str, *, all_in_command: bool = False) -> TorpedoForm:
    """Return the form of a side's launches."""
    able = [ship for ship in board.fleet(side) if can_launch(board, ship)]
    able = [ship for ship in able if all_in_command or not board.is_astray(ship)]
    return TorpedoForm(
        salvoes=tuple(
            Salvo(
                ship.id,
                target.id,
                hexes.distance(ship.at, target.at),
                number_of(board, ship, target, hexes.distance(ship.at, target.at)),
                odds_of(board, ship),
                board.counter(target).kind,
                is_friend_on_line(board, ship, target),
            )
            for ship in able
            for target in board.enemies(ship)
            if may_launch_at(board, ship, target)
        ),
        crew=tuple(ship.id for ship in board.state.ships if ship.side == side),
        prey=tuple(ship.id for ship in board.state.ships if ship.side != side),
    )


def is_friend_on_line(board: Board, ship: Ship, target: Ship) -> bool:
    """6.2a Return True if torpedoes would cross a hex with a ship of the same side."""
    way = reached(board, ship.at, target.at)
    return any(friend.at in way for friend in board.fleet(ship.side) if not board.counter(friend).battery)


def can_launch(board: Board, ship: Ship) -> bool:
    """6.0, 6.2c, 6.2e, 10.5 Return True if a ship has torpedoes that it may launch now."""
    return ship.torpedoes > 0 and ship.reloaded <= board.state.turn and ship.weapons < GUNS_GONE


def may_launch_at(board: Board, ship: Ship, target: Ship) -> bool:
    """6.2 Return True if a target is on the broadside, in range, not behind land, and no battery (10.7)."""
    broadside = hexes.arc(ship.at, ship.heading, target.at) == "broadside"
    return broadside and target.at in reached(board, ship.at, target.at)


def reached(board: Board, origin: str, at: str) -> tuple[str, ...]:
    """6.2a, 9.3c Return the hexes that a torpedo crosses, until its run ends or until land or a breakwater stops it."""
    walls = board.battle.mole_sides
    way: list[str] = []
    for place in hexes.run(origin, at, board.tables.torpedoes.range):
        before = way[-1] if way else origin
        if place in board.battle.shores or (walls and _is_walled(walls, before, place)):
            break
        way.append(place)
    return tuple(way)


def _is_walled(walls: frozenset[tuple[str, str]], one: str, other: str) -> bool:
    """Return True if a breakwater lies between two consecutive hexes of a line.

    Where the line runs along a hexside, it is blocked only if both ways round are walled.
    """
    if hexes.distance(one, other) <= 1:
        return (one, other) in walls or (other, one) in walls
    around = [hexes.neighbour(one, heading) for heading in hexes.HEADINGS]
    between = [place for place in around if hexes.distance(place, other) == 1]
    return all(_is_walled(walls, one, place) or _is_walled(walls, place, other) for place in between)


def odds_of(board: Board, ship: Ship) -> str:
    """6.1a Return the odds of a ship's torpedoes."""
    counter = board.counter(ship)
    return board.tables.torpedo_odds.of(counter.kind, counter.nation)


def number_of(board: Board, ship: Ship, against: Ship, far: int) -> int:
    """6.1, 10.3 Return the highest total of two dice that hits `against` at a distance of `far` hexes."""
    return board.tables.torpedoes.number(against.speed, far) + crew_of(board, ship)


def crew_of(board: Board, ship: Ship) -> int:
    """10.3 Return the modifier that a ship's crew gives to the number to hit."""
    table, grade = board.tables.torpedoes, board.crew(ship)
    return table.good_crew if grade > 0 else table.poor_crew if grade < 0 else 0


def _launch(board: Board, order: Launch) -> Track:
    """6.1, 6.2c, 10.5 Launch the torpedoes of one order and return their track."""
    ship, target = board.ship(order.ship), board.ship(order.at)
    way = reached(board, ship.at, target.at)
    ship.torpedoes -= 1
    ship.reloaded = board.state.turn + board.tables.torpedoes.reload if ship.torpedoes else ship.reloaded
    track = Track(ship.id, target.id, ship.at, way)
    board.record.tracks.append(track)
    far = hexes.distance(ship.at, target.at)
    board.tell(Launched(ship.id, target.id, far, odds_of(board, ship), way))
    return track


async def _run(board: Board, order: Launch, track: Track) -> Struck | None:
    """6.2a Test the ships on the line, nearest first, until one is struck."""
    ship = board.ship(order.ship)
    for place in track.way:
        for name in await _in_turn(board, board.ships_at(place), order):
            against = board.ship(name)
            if await _hits(board, ship, against):
                track.struck = name
                struck = await _explode(board, ship, against)
                track.result = str(struck.harm)
                return struck
    return None


async def _in_turn(board: Board, ships: Sequence[Ship], order: Launch) -> list[str]:
    """6.2b In one hex the marked ship is tested first, the others in a drawn order; batteries never."""
    names = [ship.id for ship in ships if not board.counter(ship).battery]
    first = [name for name in names if name == order.at]
    rest = [name for name in names if name != order.at]
    if len(rest) > 1:
        rest = await draw_lots(rest, len(rest), key=f"torpedo.{order.ship}.order", rule="6.2b")
    return [*first, *rest]


async def _hits(board: Board, ship: Ship, against: Ship) -> bool:
    far = hexes.distance(ship.at, against.at)
    number = number_of(board, ship, against, far)
    one, other = await roll(6, 6, key=f"torpedo.{ship.id}.{against.id}", rule="6.1")
    hit = one + other <= number
    crew = crew_of(board, ship)
    board.tell(Ran(ship.id, against.id, far, against.speed, number, (one, other), hit, crew))
    return hit


async def _explode(board: Board, ship: Ship, against: Ship) -> Struck:
    """6.1, 6.2d The combat roll of a hit, at -3 from ahead or astern."""
    end_on = hexes.arc(against.at, against.heading, ship.at) != "broadside"
    modifier = board.tables.torpedoes.end_on if end_on else 0
    odds = odds_of(board, ship)
    struck = await strike(board, against, odds, f"torpedo.{ship.id}.combat", "6.2d" if end_on else "6.1", modifier)
    board.tell(TorpedoHit(ship.id, against.id, odds, struck.dice, modifier, str(struck.harm), struck.saved))
    tell_special(board, struck)
    return struck
