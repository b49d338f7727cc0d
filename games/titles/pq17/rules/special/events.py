"""13.0 The random event that begins a player phase."""

from collections.abc import Awaitable, Callable

from msgspec import structs

from games.kernel.requests import Ask, ask, draw
from games.kernel.text import Text
from games.titles.pq17.components.pieces import Side
from games.titles.pq17.orders.listening import BlockForm
from games.titles.pq17.orders.raids import RaidForm
from games.titles.pq17.rules.search.identification import contact_name, identify_block, raised_level, sighting_of
from games.titles.pq17.rules.search.photo import free_photograph
from games.titles.pq17.rules.search.shadowing import end_grounded_shadowing
from games.titles.pq17.rules.special.encounter import chance_encounter
from games.titles.pq17.rules.special.homecoming import place_on_edge
from games.titles.pq17.rules.special.mines import minefield
from games.titles.pq17.rules.special.mishaps import breakdown, collision, grounding, weather_damage
from games.titles.pq17.rules.special.raids import RaidTerms, resolve_raid, units_in_reach
from games.titles.pq17.rules.special.reinforcements import place_next_group
from games.titles.pq17.state.board import Board
from games.titles.pq17.state.dice import dice
from games.titles.pq17.state.events.special import LocalWeather, OrderLasts, RandomEvent, Reinforced, Settled
from games.titles.pq17.state.state import AirUnit

Effect = Callable[[Board, Side], Awaitable[None]]
LOCAL = {"local_weather_britain": "britain", "local_weather_kola": "kola", "local_weather_norway": "norway"}
"""13.4 By event, the coast over which the event makes the weather fair."""


async def event(board: Board) -> str:
    """13.0 Roll two public dice for the phasing player, and apply the event of that player's column at once.

    First, shadowing ends if aircraft cannot continue it because local weather has ended (6.3.5, 9.5). Returns the name
    of the next step.
    """
    side = board.phase.side
    _expire(board, side)
    end_grounded_shadowing(board)
    thrown = await dice(2, key="event", rule="13.0")
    what = board.box.charts.events.happens(side, sum(thrown))
    board.phase.event = what
    board.tell(RandomEvent(side, thrown, what))
    if what in EFFECTS:
        await EFFECTS[what](board, side)
    if side == "axis":
        await place_on_edge(board)
    board.tell(Settled("event"))
    return "orders"


def _expire(board: Board, side: Side) -> None:
    """13.4, 9.5 Remove local weather that has ended.

    The local weather of an Axis event lasts until the Allied phase of the next turn is over.
    """
    turn = board.state.turn
    board.state.sky.local = {
        coast: (kind, until)
        for coast, (kind, until) in board.state.sky.local.items()
        if until > turn or (until == turn and (coast != "norway" or side == "allied"))
    }


async def _local_weather(board: Board, side: Side) -> None:
    """13.4, 9.5 Set fair weather over a coast for this turn; after an Axis event also for the next Allied phase."""
    coast = LOCAL[board.phase.event]
    until = board.state.turn + (1 if side == "axis" else 0)
    board.state.sky.local[coast] = ("fair", until)
    board.tell(LocalWeather(coast, "fair", until))


async def _kola_clears(board: Board, side: Side) -> None:
    """13.0e, 13.4 Set fair weather over Kola, and let the Allies photograph a port without an air unit."""
    await _local_weather(board, side)
    await free_photograph(board, side)


async def _superiors_warning(board: Board, side: Side) -> None:
    """13.3 Let German forces try to withdraw from every battle for four turns, the present one included."""
    until = board.state.turn + board.box.charts.events.lasting - 1
    board.state.lasting = structs.replace(board.state.lasting, warning=until)
    board.tell(OrderLasts("superiors_warning", until))


async def _fuhrer_directive(board: Board, side: Side) -> None:
    """13.0e Free German task forces from the limits of 7.5.7 for four turns."""
    until = board.state.turn + board.box.charts.events.lasting - 1
    board.state.lasting = structs.replace(board.state.lasting, directive=until)
    board.tell(OrderLasts("fuhrer_directive", until))


async def _reinforcements(board: Board, side: Side) -> None:
    if not place_next_group(board, side):
        board.tell(Reinforced(side))


async def _weather_damage(board: Board, side: Side) -> None:
    await weather_damage(board)


async def _chance_encounter(board: Board, side: Side) -> None:
    await chance_encounter(board)


async def _signals(board: Board, side: Side) -> None:
    """13.0c Let the phasing player name an enemy block at sea, and raise its ID level by one; a dummy is removed."""
    enemies = [one for one in board.forces_of(board.enemy(side)) if one.at_sea]
    seen = {contact_name(one): sighting_of(one) for one in sorted(enemies, key=lambda one: one.block)}
    if not seen:
        return
    question = Ask(
        key="signals",
        kind="event",
        seat=side,
        rule="13.0c",
        prompt=Text(
            "Choose the enemy block about which your signals intelligence learns more.",
            "通信解読でどの積み木の情報を得ますか。",
        ),
        form=BlockForm(options=tuple(seen), rule="13.0c", seen=seen),
    )
    chosen = await ask(question)
    alike = [one for one in enemies if contact_name(one) == chosen]
    (place,) = await draw([str(place) for place in range(len(alike))], 1, key="signals.which", rule="13.0c")
    force = alike[int(place)]
    await identify_block(board, force, raised_level(force.level, 1), "event", key="signals.told")


async def _air_raid(board: Board, side: Side) -> None:
    """13.0d Ask the phasing player for one raid in this phase.

    Soviet aircraft may raid a Norwegian airfield, German aircraft Murmansk or Arkhangelsk.
    """
    reached = {
        target: units_in_reach(board, side, target, _raiders(board, side), day=board.is_day)
        for target in raid_targets(board, side)
    }
    form = RaidForm(reach_of={target: units for target, units in reached.items() if units})
    question = Ask(
        key="raid",
        kind="event",
        seat=side,
        rule="13.0d",
        prompt=Text("Which aircraft raid what?", "空襲の目標と参加部隊を選んでください（見送り可）。"),
        form=form,
    )
    for order in await ask(question):
        await resolve_raid(board, side, order, RaidTerms(board.is_day), key="raid")


def _raiders(board: Board, side: Side) -> list[AirUnit]:
    nation = "soviet" if side == "allied" else "germany"
    return [unit for unit in board.state.air if board.box.aircraft[unit.aircraft].nation == nation]


def raid_targets(board: Board, side: Side) -> tuple[str, ...]:
    """13.0d Return the targets of a side's raid: airfields in Norway, or two Soviet ports and their airfields."""
    if side == "allied":
        return tuple(one.id for one in board.box.airfields.values() if one.side == "axis")
    ports = board.box.special.port_raid.ports
    fields = (
        one.id for one in board.box.airfields.values() if one.hex in {board.box.ports[port].hex for port in ports}
    )
    return (*ports, *fields)


EFFECTS: dict[str, Effect] = {
    "collision": collision,
    "grounding": grounding,
    "breakdown": breakdown,
    "weather_damage": _weather_damage,
    "minefield": minefield,
    "local_weather_britain": _local_weather,
    "local_weather_kola": _kola_clears,
    "local_weather_norway": _local_weather,
    "signals": _signals,
    "reinforcements": _reinforcements,
    "chance_encounter": _chance_encounter,
    "superiors_warning": _superiors_warning,
    "fuhrer_directive": _fuhrer_directive,
    "air_raid_norway": _air_raid,
    "air_raid_russia": _air_raid,
}
"""13.0 The function of each event. The event of an elusive target (13.1) takes effect in an air attack."""
