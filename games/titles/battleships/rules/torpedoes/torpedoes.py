"""3.1(5), 6.0, 6.1b The torpedo phase: sealed launches, then every torpedo along its line."""

from collections.abc import Sequence

from games.kernel.requests import Ask, ask_all, draw_lots, roll
from games.kernel.text import Text
from games.titles.battleships.components import hexes
from games.titles.battleships.orders.orders import Launch, TorpedoOrder
from games.titles.battleships.orders.torpedoes import Salvo, TorpedoForm
from games.titles.battleships.rules.torpedoes.line import combat_modifier, crew_of, number_of, odds_of, reached
from games.titles.battleships.rules.torpedoes.odds import launch_chances
from games.titles.battleships.state.board import Board
from games.titles.battleships.state.condition import GUNS_GONE
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
    """Return True if a side must be asked for launches: by public information, one of its ships can launch.

    With secret flagships, every ship counts as under command, so that the question discloses nothing (10.10d).
    """
    return bool(torpedo_form(board, side, all_in_command=board.options.flagship).salvoes)


def torpedo_form(board: Board, side: str, *, all_in_command: bool = False) -> TorpedoForm:
    """Return the form of a side's launches for the present board.

    `all_in_command`: True to treat ships that have lost command as under command.
    """
    able = [ship for ship in board.fleet(side) if can_launch(board, ship)]
    able = [ship for ship in able if all_in_command or not board.is_astray(ship)]
    return TorpedoForm(
        salvoes=tuple(
            _salvo(board, ship, target)
            for ship in able
            for target in board.enemies(ship)
            if may_launch_at(board, ship, target)
        ),
        crew=tuple(ship.id for ship in board.state.ships if ship.side == side),
        prey=tuple(ship.id for ship in board.state.ships if ship.side != side),
    )


def salvo_at(board: Board, attacker: str, target: str) -> Salvo | None:
    """6.1 Return the launch of one ship at another; None if it is not possible now."""
    ship, against = board.ship(attacker), board.ship(target)
    if not (can_launch(board, ship) and may_launch_at(board, ship, against)):
        return None
    return _salvo(board, ship, against)


def _salvo(board: Board, ship: Ship, target: Ship) -> Salvo:
    far = hexes.distance(ship.at, target.at)
    return Salvo(
        ship.id,
        target.id,
        far,
        number_of(board, ship, target, far),
        odds_of(board, ship),
        board.counter(target).kind,
        is_friend_on_line(board, ship, target),
        launch_chances(board, ship, target),
    )


def is_friend_on_line(board: Board, ship: Ship, target: Ship) -> bool:
    """6.2a Return True if torpedoes would cross a hex with a ship of the same side."""
    way = reached(board, ship.at, target.at)
    return any(friend.at in way for friend in board.fleet(ship.side) if not board.counter(friend).battery)


def can_launch(board: Board, ship: Ship) -> bool:
    """6.0, 6.2c, 6.2e, 10.5 Return True if a ship has torpedoes left and loaded, and can still launch them."""
    return ship.torpedoes > 0 and ship.reloaded <= board.state.turn and ship.weapons < GUNS_GONE


def may_launch_at(board: Board, ship: Ship, target: Ship) -> bool:
    """6.2 Return True if a target is on the broadside, in range, not behind land, and not a battery (10.7)."""
    broadside = hexes.arc(ship.at, ship.heading, target.at) == "broadside"
    return broadside and target.at in reached(board, ship.at, target.at)


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
    """6.2b Return the ships of one hex in the order in which they are tested, without batteries.

    The ship that `order` marks comes first; lots decide the order of the others.
    """
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
    """6.1, 6.2d Make the combat roll of a torpedo that hits a ship; it has a modifier from ahead or astern."""
    modifier = combat_modifier(board, ship, against)
    odds = odds_of(board, ship)
    struck = await strike(board, against, odds, f"torpedo.{ship.id}.combat", "6.2d" if modifier else "6.1", modifier)
    board.tell(TorpedoHit(ship.id, against.id, odds, struck.dice, modifier, str(struck.harm), struck.saved))
    tell_special(board, struck)
    return struck
