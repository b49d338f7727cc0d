"""3.1(4), 5.2 to 5.15, 10.8 The gunnery phase: every shot at a marked target, then the damage of all shots."""

from games.kernel.requests import draw_lot, roll
from games.titles.battleships.components import hexes
from games.titles.battleships.components.tables import Harm
from games.titles.battleships.rules.gunnery.modifiers import changed_attack, modifiers_of
from games.titles.battleships.rules.sighting import sight
from games.titles.battleships.state.board import Board
from games.titles.battleships.state.damage import Struck, settle, strike, tell_special
from games.titles.battleships.state.events.gunnery import Bombarded, Fired, Modifier, Secondaries, Strayed
from games.titles.battleships.state.state import Marker, Ship, Shot

MISS = Harm()


async def gunnery(board: Board) -> str:
    """3.1(4), 5.2 Resolve every shot. The damage of both sides takes effect after the last shot.

    Return the key of the next step.
    """
    state = board.state
    strikes: list[Struck] = []
    modifiers = [tuple(modifiers_of(board, marker, board.ship(marker.target))) for marker in state.markers]
    for marker, found in zip(state.markers, modifiers, strict=True):
        against = await _struck_instead(board, marker)
        if against is None:
            continue
        if against.id != marker.target:
            found = tuple(modifiers_of(board, marker, against))
        struck = await _shoot(board, marker, against, found)
        if struck is not None:
            strikes.append(struck)
    settle(board, strikes)
    _bombard(board)
    return "torpedoes"


async def _struck_instead(board: Board, marker: Marker) -> Ship | None:
    """10.8 Return the ship that a shot hits: usually the target. Roll a die if the shot crosses own ships by night.

    On a 1 the shot hits one of these ships, chosen by lot. Return None if it cannot harm that ship.
    """
    ship, target = board.ship(marker.firer), board.ship(marker.target)
    if not (board.options.friendly_fire and sight.is_masked(board, ship, target)):
        return target
    key = f"astray.{marker.firer}.{marker.guns}"
    (die,) = await roll(6, key=key, rule="10.8")
    if die != 1:
        board.tell(Strayed(ship.id, target.id, die))
        return target
    friends = [friend.id for friend in board.friends_between(ship, target.at)]
    friend = board.ship(await draw_lot(friends, key=f"{key}.friend", rule="10.8a"))
    spared = marker.guns == "secondary" and board.counter(friend).capital
    board.tell(Strayed(ship.id, target.id, die, friend.id, spared))
    return None if spared else friend


async def _shoot(board: Board, marker: Marker, against: Ship, modifiers: tuple[Modifier, ...]) -> Struck | None:
    """5.3 Resolve the shot of a marker at the ship `against`, and return the hit; None if the odds allow no hit."""
    ship = board.ship(marker.firer)
    far = hexes.distance(ship.at, against.at)
    shot = Shot(ship.id, against.id, marker.guns, ship.at, against.at, far)
    board.record.shots.append(shot)
    if marker.guns == "secondary":
        return await _secondaries(board, ship, against, shot)
    attack, key = changed_attack(board, ship, far), f"fire.{ship.id}"
    one, other = await roll(6, 6, key=key, rule="5.3")
    total = one + other + sum(modifier.amount for modifier in modifiers)
    shot.points = board.tables.damage.points(attack, total)
    defence = board.counter(against).defence
    shot.odds = board.tables.combat.odds_of(shot.points, defence)
    struck = await strike(board, against, shot.odds, f"{key}.combat", "5.3") if shot.odds else None
    shot.result = str(struck.harm if struck is not None else MISS)
    board.tell(
        Fired(
            firer=ship.id,
            target=against.id,
            distance=far,
            attack=board.attack(ship),
            changed=attack,
            modifiers=modifiers,
            dice=(one, other),
            points=shot.points,
            defence=defence,
            odds=shot.odds,
            combat=struck.dice if struck is not None else (),
            result=shot.result,
            saved=struck.saved if struck is not None else 0,
        )
    )
    tell_special(board, struck)
    return struck


async def _secondaries(board: Board, ship: Ship, against: Ship, shot: Shot) -> Struck:
    """5.11 Resolve a shot of secondary guns: a combat roll at fixed odds, without a roll for damage points."""
    shot.odds = board.tables.gunnery.secondary_odds
    struck = await strike(board, against, shot.odds, f"secondary.{ship.id}", "5.11")
    shot.result = str(struck.harm)
    board.tell(Secondaries(ship.id, against.id, shot.distance, shot.odds, struck.dice, shot.result, struck.saved))
    tell_special(board, struck)
    return struck


def _bombard(board: Board) -> None:
    """11.10 Count and announce this turn's bombardment of the place ashore, if a ship bombards it."""
    task, name = board.battle.bombardment, board.state.bombarding
    if task is not None and name:
        board.state.bombarded += 1
        board.tell(Bombarded(name, task.place, board.state.bombarded, task.turns))
