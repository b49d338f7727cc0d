"""14.3, 14.1 Contact: whether the two sides meet, and which side fires first."""

from typing import Literal

from games.kernel.forms import Choose
from games.kernel.odds import Chances, Odds, name_chances, split_thousandths, thousandths
from games.kernel.requests import roll
from games.kernel.text import Text
from games.titles.goeben.components.charts import Meeting
from games.titles.goeben.orders.chances import NAMES
from games.titles.goeben.rules.battle import aftermath, breakoff, command, visibility
from games.titles.goeben.rules.battle.forces import (
    battle,
    class_of,
    consorts,
    damage_of,
    foes,
    readout_of,
    speed,
    tell,
    warships,
)
from games.titles.goeben.rules.battle.mined_waters import mines_strike
from games.titles.goeben.rules.battle.night import nightfall
from games.titles.goeben.rules.battle.values import Modifier
from games.titles.goeben.rules.captains import groups, roles
from games.titles.goeben.rules.captains.doctrine import doctrine_of
from games.titles.goeben.rules.ships import ports
from games.titles.goeben.state.board import Board
from games.titles.goeben.state.events import battle as told
from games.titles.goeben.state.state import Battle, Damage, Foe, Nation, Warship
from games.titles.goeben.visibility.notes import Notes

SPEED = Text(
    "Enemy ships in sight. Spend a coal to meet them at maximum speed?",
    "敵艦見ゆ。石炭を1消費して最高速度で接敵しますか。",
)
CRUISE, MAXIMUM = "cruise", "maximum"
First = Nation | Literal[""]


async def contact(board: Board) -> str | None:
    """14.0 Begin the next battle of the phase, if there is one; return the key of the next step."""
    space = groups.current(board)
    if space is None:
        return groups.begin(board, "raiding")
    if await _met_at_sea(board, space) and await resolve_contact(board):
        return "salvo"
    return groups.done(board, space, "contact", "raiding")


async def _met_at_sea(board: Board, space: str) -> bool:
    """14.1 Begin a battle of the ships in a space; return False if weather or mines prevent it (13.chart, 23.0)."""
    if not board.enemies_at(space):
        return False
    why = visibility.why_no_fighting(board, space)
    if why == "storm":
        board.tell_at(space, told.NoBattle(space, why))
        return False
    await mines_strike(board, space)
    if not board.enemies_at(space):
        return False
    _deploy(board, space, [Foe(name) for name in board.enemies_at(space)])
    if why:
        tell(board, told.NoBattle(space, why))
        aftermath.disperse(board)
        return False
    await nightfall(board)
    return True


def meet_ashore(board: Board, space: str) -> None:
    """16.0 Begin a battle of the players' ships in a space against the coastal defences there."""
    _deploy(board, space, [Foe(marker.id) for marker in board.state.forts[space]])
    battle(board).shore = True


def _deploy(board: Board, space: str, enemies: list[Foe]) -> None:
    """14.1, 14.1.1 Set up the battle with all ships of the players in the space, and these enemies."""
    board.state.battle = Battle(
        space,
        ships=[ship.id for ship in board.ships_at(space)],
        consorts={one.id: Damage() for one in board.consorts_at(space)},
        foes=enemies,
        opens=visibility.opening(board, space),
        vp=board.state.vp,
    )


async def resolve_contact(board: Board) -> bool:
    """14.2(1) Resolve contact, breaking off and the orders for the battle.

    Return True if the battle is fought. Otherwise the battle has been ended.
    """
    fight = battle(board)
    first = await _first_side(board)
    if first == "":
        aftermath.disperse(board)
        return False
    fight.first = first
    if fight.shore:
        show_forts(board)
    if first == "allied" and await breakoff.allies_break_off(board):
        aftermath.disperse(board)
        return False
    await command.battle_orders(board, may_leave=first == "german")
    goals = breakoff.withdrawals(board, roles.senior(board, fight.space)) if first == "german" else {}
    if goals:
        breakoff.withdraw(board, goals)
        aftermath.disperse(board)
    return not goals


def show_forts(board: Board) -> None:
    """16.0 Turn up the coastal defences of a port before they fire."""
    fight = battle(board)
    for marker in board.state.forts[fight.space]:
        marker.up = True
    tell(board, told.FortsShown(fight.space, {foe.id: board.box.forts[foe.id] for foe in fight.foes}))


async def _first_side(board: Board) -> First:
    """14.3(2) Roll on the contact chart; return the side that fires first, or "" if the sides do not meet."""
    fight, chart = battle(board), board.box.charts.contact
    german, allied = await _german_rating(board), allied_rating(board)
    (die,) = await roll(6, key=board.occasion("contact"), rule="14.3")
    result = chart.meeting(die + german - allied)
    first = _first(result, dim=_is_dim(board))
    names = tuple(foe.id for foe in foes(board)) if not fight.shore else ()
    tell(board, told.ContactRolled(fight.space, names, german, allied, die, result, first, fight.shore))
    return first


def _is_dim(board: Board) -> bool:
    fight = battle(board)
    return fight.night or visibility.is_limited(board, fight.space)


def contact_odds(board: Board, speed_: int, name: Text) -> Odds:
    """14.3, 14.4 Return the chances that each side fires first, or that there is no contact, at a speed of the players.

    `board` may be a captain's notes. `speed_`: the speed as a number. `name`: the name of the speed.
    """
    chart, led = board.box.charts.contact, _leadership(board)
    bonus = gear(board, warships(board))
    allied = allied_ratings(board)
    shift = led + bonus + speed_ - sum(amount for _, amount, _ in allied)
    firsts = [_first(chart.meeting(die + shift), dim=_is_dim(board)) for die in range(1, 7)]
    ours = (("leadership", led, "14.3"), ("speed", speed_, "14.3"), ("gear", bonus, "14.3"))
    modifiers = [*ours, *((key, -amount, rule) for key, amount, rule in allied)]
    away = sum(die > board.state.alert for die in range(1, 7)) if not battle(board).shore else 0
    if any(class_of(board, foe.id) == "convoy" for foe in foes(board)):
        away = 6
    chances = Chances(
        "14.3",
        split_thousandths([(key or "none", firsts.count(key)) for key in ("german", "allied", "")]),
        tuple(one for one in modifiers if one[1]),
        also=(("break_off", thousandths(away, 6)),) if away and "allied" in firsts else (),
    )
    return name_chances(chances, name, NAMES.__getitem__, nothing="none")


def _leadership(board: Board) -> int:
    """14.3(1) Return the best leadership of the players' ships in the battle."""
    led = [ship.leadership for ship in warships(board)]
    return max(led + [board.box.numbers.consorts.leadership for _ in consorts(board)])


def _first(result: Meeting, *, dim: bool) -> First:
    """14.3(3) Return the side that fires first by a result of the chart, or "" if the sides do not meet.

    `dim`: at night or in limited visibility, when only a strong result counts as contact.
    """
    if result == "none" or (dim and result in ("ac1", "gc1")):
        return ""
    return "allied" if result in ("ac1", "ac2") else "german"


def allied_rating(board: Board) -> int:
    """14.3(1), 16.0 Return the Allied rating for contact: alert level, best speed, and a bonus in Allied waters.

    The rating is 0 if the enemies are coastal defences.
    """
    return sum(amount for _, amount, _ in allied_ratings(board))


def allied_ratings(board: Board) -> tuple[Modifier, ...]:
    """14.3(1), 16.0 Return the parts of the Allied rating, each as (key, amount, rule)."""
    fight, chart = battle(board), board.box.charts.contact
    if fight.shore:
        return (("allied_place", chart.shore, "16.0"),)
    port = ports.port_at(board, fight.space)
    home = ports.is_patrol(board, fight.space) or (port is not None and port.side in ("allied", "captured"))
    speeds = [_counter_speed(board, foe.id) for foe in foes(board)]
    return (
        ("alert", board.state.alert, "14.3"),
        ("allied_speed", max(speeds), "14.3"),
        *((("allied_place", chart.allied_place, "14.3"),) if home else ()),
    )


def _counter_speed(board: Board, name: str) -> int:
    readout = readout_of(board, name)
    return 0 if readout is None else speed(board, readout, damage_of(board, name))


async def _german_rating(board: Board) -> int:
    """14.3(1), 14.3.3 Return the players' rating for contact: best leadership, best speed, and the bonus for gear.

    The best leadership and the best speed may be those of different ships.
    """
    ships = warships(board)
    return _leadership(board) + gear(board, ships) + await _speed(board, ships)


def gear(board: Board, ships: list[Warship]) -> int:
    """14.3, 20.1, 14.3.2, 20.1.2 Return the bonus to contact for the gear of these ships.

    Bonuses come from optics, from Wireless on several ships, and from a seaplane by day in clear weather.
    """
    fight, chart = battle(board), board.box.charts.contact
    total = chart.optics if any("optics" in ship.cargo for ship in ships) else 0
    if sum("wireless" in ship.cargo for ship in ships) >= chart.wireless_ships:
        total += chart.wireless
    flying = not fight.night and not visibility.is_limited(board, fight.space)
    if flying and any("seaplane" in ship.cargo for ship in ships):
        total += chart.seaplane
    return total


async def _speed(board: Board, ships: list[Warship]) -> int:
    """14.3(1) Return the players' speed for contact: cruise speed, or maximum speed if a ship spends coal for it."""
    slow, best, fastest = _cruise(board, ships), *_maximum(board, ships)
    if fastest is None or best <= slow or not await _hurries(board):
        return slow
    fastest.coal -= board.box.numbers.movement.fast_coal
    tell(board, told.SpeedRaised(fastest.id, fastest.coal))
    return best


def _cruise(board: Board, ships: list[Warship]) -> int:
    """14.3(1) Return the best cruise speed of the players' ships."""
    slow = [min(board.display(ship).cruise, ship.engines) for ship in ships]
    return max(slow + [_counter_speed(board, name) for name in consorts(board)])


def _maximum(board: Board, ships: list[Warship]) -> tuple[int, Warship | None]:
    """14.3(1) Return the best maximum speed of a German ship with enough coal, and that ship; (0, None) if none has."""
    cost = board.box.numbers.movement.fast_coal
    fast = [(min(board.display(ship).maximum, ship.engines), ship.coal, ship) for ship in ships if ship.coal >= cost]
    best, _, fastest = max(fast, key=lambda one: one[:2], default=(0, 0, None))
    return best, fastest


async def _hurries(board: Board) -> bool:
    """14.3, 14.3.4, 25.3.1 Return True if the players spend coal for maximum speed.

    The senior captain of the German ships decides, by doctrine or by an answer, whichever ship pays. The
    Austro-Hungarian commander never decides, because those ships burn no coal (20.0.1).
    """
    seat = next(ship.seat for ship in board.ships_at(battle(board).space))
    doctrine = doctrine_of(board, seat)
    classes = tuple(class_of(board, foe.id) for foe in foes(board))
    if not doctrine.asks("contact"):
        return doctrine.steams(classes)
    return await roles.consult(board, seat, "contact", "14.3", SPEED, _speeds) == MAXIMUM


def _speeds(notes: Notes) -> Choose:
    classes = tuple(class_of(notes, foe.id) for foe in foes(notes))
    fallback = MAXIMUM if doctrine_of(notes, notes.seat).steams(classes) else CRUISE
    ships = warships(notes)
    odds: dict[str, tuple[Odds, ...]] = {
        CRUISE: (contact_odds(notes, _cruise(notes, ships), Text("Cruise speed", "巡航速度")),),
        MAXIMUM: (contact_odds(notes, _maximum(notes, ships)[0], Text("Maximum speed", "最高速度")),),
    }
    return Choose(options=(CRUISE, MAXIMUM), fallback=fallback, rule="14.3", odds=odds)
