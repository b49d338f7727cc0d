"""14.7, 14.13, 16.0 The effects of hits on German ships, on counters and on ports."""

from collections.abc import Sequence

from games.kernel.events import Event
from games.kernel.requests import roll
from games.titles.goeben.components.pieces import GUNS
from games.titles.goeben.rules.battle.forces import (
    armour,
    audience,
    battle,
    class_of,
    consort,
    damage_of,
    foe_of,
    foes,
    is_consort,
    tell,
)
from games.titles.goeben.rules.ships.damage import hurt
from games.titles.goeben.rules.ships.ports import port_at
from games.titles.goeben.state.board import Board
from games.titles.goeben.state.events import battle as told
from games.titles.goeben.state.scoring import score
from games.titles.goeben.state.state import Gone

# --- German ships


async def on_german(board: Board, name: str, table: Sequence[str], struck: int) -> None:
    """14.7 Roll on the hit table for each hit on a German ship. Hits after the ship has sunk have no effect.

    `table`: the effect for each result of the die. `struck`: the number of hits.
    """
    if not struck or board.ship(name).sunk:
        return
    for effect in await _effects(board, name, table, struck):
        if not board.ship(name).sunk:
            await _hit_german(board, name, effect)


async def _effects(board: Board, name: str, table: Sequence[str], struck: int) -> tuple[str, ...]:
    dice = await roll(*[6] * struck, key=board.occasion("hits"), rule="14.7")
    effects = tuple(table[die - 1] for die in dice)
    _tell(board, name, told.HitsRolled(name, dice, effects))
    return effects


def _tell(board: Board, name: str, event: Event) -> None:
    """Emit an event to the seats that see the battle or, outside battles (13.chart), the ship."""
    if board.state.battle is not None:
        tell(board, event)
    else:
        board.tell_at(board.ship(name).at, event)


async def _hit_german(board: Board, name: str, effect: str) -> None:
    """14.7 Apply a result of a hit table to a German ship. No result affects her torpedo tubes (14.tables.1)."""
    ship = board.ship(name)
    if effect.startswith("guns"):
        for track in GUNS:
            hurt(board, ship, track, int(effect[-1]), attacked=True)
    elif effect.startswith("hull"):
        hurt(board, ship, "hull", int(effect[-1]), attacked=True)
    elif effect.startswith("engines"):
        hurt(board, ship, "engines", int(effect[-1]), attacked=True)
    elif effect == "bridge":
        await _bridge(board, name)
    elif effect == "critical":
        await _critical(board, name)


async def _bridge(board: Board, name: str) -> None:
    """14.7 Roll for a hit on the bridge, which costs leadership on an odd die."""
    (die,) = await roll(6, key=board.occasion("bridge"), rule="14.7")
    odd = die % 2 == 1
    _tell(board, name, told.BridgeHit(name, die, odd))
    if odd:
        hurt(board, board.ship(name), "leadership", board.box.numbers.combat.bridge_odd, attacked=True)


async def _critical(board: Board, name: str) -> None:
    """14.7 Remove as many boxes of hull and of engines as the die shows."""
    (die,) = await roll(6, key=board.occasion("critical"), rule="14.7")
    _tell(board, name, told.CriticalHit(name, die))
    hurt(board, board.ship(name), "engines", die, attacked=True)
    hurt(board, board.ship(name), "hull", die, attacked=True)


# --- counters


async def on_counter(board: Board, name: str, table: Sequence[str], struck: int) -> None:
    """14.7, 14.13, 14.7.1 Roll for each hit on an Allied or Austro-Hungarian ship, and apply the effects.

    `table`: the effect for each result of the die. `struck`: the number of hits.
    """
    if not struck or _is_gone(board, name):
        return
    for effect in await _effects(board, name, table, struck):
        if not _is_gone(board, name):
            _hit_counter(board, name, effect)


def _is_gone(board: Board, name: str) -> bool:
    return bool(consort(board, name).gone if is_consort(board, name) else foe_of(board, name).gone)


def _hit_counter(board: Board, name: str, effect: str) -> None:
    """14.13 Apply a result of a hit table to a ship with printed values.

    More hits than her armour sink a ship; a hit in the magazine sinks her at once. A ship that must withdraw does so
    after all hits (14.7).
    """
    if effect == "withdraws":
        if name not in battle(board).leaving:
            battle(board).leaving.append(name)
    elif effect == "magazine":
        _sink(board, name)
    elif counts_as_damage(effect):
        damage = damage_of(board, name)
        setattr(damage, effect, getattr(damage, effect) + 1)
        if damage.total > armour(board, name):
            _sink(board, name)


def counts_as_damage(effect: str) -> bool:
    """14.13, 14.13.1 Return True if an effect on a hit table counts as damage that the armour must exceed."""
    return effect not in ("withdraws", "magazine", "dud")


def _sink(board: Board, name: str) -> None:
    """14.13, 17.1 Remove a sunk ship from the battle, and score the points of her loss at once."""
    points, type_ = board.box.charts.points, class_of(board, name)
    tell(board, told.ShipGone(name, "sunk"))
    if is_consort(board, name):
        consort(board, name).gone = "sunk"
        value = points.austrian_sunk[type_]  # type: ignore[index]
        score(board, value, "austrian_sunk", name, to=audience(board))
    else:
        foe_of(board, name).gone = "sunk"
        value = points.sunk[type_]  # type: ignore[index]
        score(board, value, "allied_sunk", name, to=audience(board))


def leave(board: Board) -> None:
    """14.7, 14.13.1 Remove the ships that hits force to withdraw, after all hits are resolved."""
    for name in battle(board).leaving:
        if _is_gone(board, name):
            continue
        tell(board, told.ShipGone(name, "withdrawn"))
        if is_consort(board, name):
            consort(board, name).gone = "withdrawn"
        else:
            foe_of(board, name).gone = "withdrawn"
    battle(board).leaving = []


# --- ashore


async def ashore(board: Board, struck: int, target: str) -> None:
    """16.0, 16.0.2 Roll for each hit on a port or base, and apply the effects.

    `struck`: the number of hits. `target`: the coastal defence that is destroyed first.
    """
    if not struck:
        return
    port = battle(board).space
    where, chart = port_at(board, port), board.box.charts.shore
    table = chart.base if where is not None and where.base else chart.port
    for effect in await _effects(board, port, table, struck):
        if effect in ("outcry", "morale"):
            await _opinion(board, effect, sign=-1 if effect == "outcry" else 1)
        elif effect == "fort":
            _silence(board, _next_fort(board, target))
        elif effect == "magazine":
            await _explosion(board)


def _next_fort(board: Board, target: str) -> list[str]:
    left = [foe.id for foe in foes(board)]
    return [target] if target in left else left[:1]


def _silence(board: Board, forts: list[str]) -> None:
    """16.0, 17.1 Destroy coastal defences; they score points by their strength."""
    port = battle(board).space
    for name in forts:
        foe_of(board, name).gone = "sunk"
        tell(board, told.ShipGone(name, "destroyed"))
        board.state.forts[port] = [marker for marker in board.state.forts[port] if marker.id != name]
        board.state.gone.append(Gone(name, "destroyed", board.state.turn))
        score(board, board.box.forts[name], "fort", name, to=audience(board))


async def _opinion(board: Board, effect: str, *, sign: int) -> None:
    """16.0 Roll a die of points, which are won (morale at home) or lost (public outcry), by `sign`."""
    (die,) = await roll(6, key=board.occasion(effect), rule="16.0")
    tell(board, told.ShoreDie(battle(board).space, effect, (die,), sign * die))
    score(board, sign * die, effect, battle(board).space, to=audience(board))


async def _explosion(board: Board) -> None:
    """16.0 Resolve a hit in the magazine of a base: all its defences are destroyed, and extra points are scored."""
    dice = await roll(*[6] * board.box.numbers.combat.magazine_dice, key=board.occasion("magazine"), rule="16.0")
    tell(board, told.ShoreDie(battle(board).space, "magazine", dice, sum(dice)))
    _silence(board, [foe.id for foe in foes(board)])
    score(board, sum(dice), "magazine", battle(board).space, to=audience(board))
