"""13.0 The random event that opens a player phase."""

from collections.abc import Awaitable, Callable

from msgspec import structs

from games.kernel.requests import Ask, ask, draw
from games.kernel.text import Text
from games.titles.pq17.box.pieces import Side
from games.titles.pq17.orders.listening import BlockForm
from games.titles.pq17.orders.raids import RaidForm
from games.titles.pq17.rules.search.contacts import contact, sighted
from games.titles.pq17.rules.search.finding import identified
from games.titles.pq17.rules.search.levels import raised
from games.titles.pq17.rules.search.photo import free_photograph
from games.titles.pq17.rules.search.shadowing import grounded
from games.titles.pq17.rules.special.encounter import chance_encounter
from games.titles.pq17.rules.special.homecoming import appear
from games.titles.pq17.rules.special.mines import minefield
from games.titles.pq17.rules.special.mishaps import breakdown, collision, grounding, weather_damage
from games.titles.pq17.rules.special.raids import Terms, raid, reach
from games.titles.pq17.rules.special.reinforcements import reinforce
from games.titles.pq17.table.dice import dice
from games.titles.pq17.table.events.special import LocalWeather, OrderLasts, RandomEvent, Reinforced, Settled
from games.titles.pq17.table.sea import Sea
from games.titles.pq17.table.state import AirUnit

Effect = Callable[[Sea, Side], Awaitable[None]]
LOCAL = {"local_weather_britain": "britain", "local_weather_kola": "kola", "local_weather_norway": "norway"}
"""13.4 The coast whose weather an event makes fair."""


async def event(sea: Sea) -> str:
    """13.0 The active player rolls two dice in the open, and what his column of the table says happens at once. Whoever
    shadows in local weather that is over gives up before (6.3.5, 9.5).
    """
    side = sea.phase.side
    _expire(sea, side)
    grounded(sea)
    thrown = await dice(2, key="event", rule="13.0")
    what = sea.box.charts.events.happens(side, sum(thrown))
    sea.phase.event = what
    sea.tell(RandomEvent(side, thrown, what))
    if what in EFFECTS:
        await EFFECTS[what](sea, side)
    if side == "axis":
        await appear(sea)
    sea.tell(Settled("event"))
    return "orders"


def _expire(sea: Sea, side: Side) -> None:
    """13.4, 9.5 Local weather of a turn that is past goes; that of an Axis event still holds in the Allied phase of the
    next turn.
    """
    turn = sea.state.turn
    sea.state.sky.local = {
        coast: (kind, until)
        for coast, (kind, until) in sea.state.sky.local.items()
        if until > turn or (until == turn and (coast != "norway" or side == "allied"))
    }


async def _local_weather(sea: Sea, side: Side) -> None:
    """13.4, 9.5 Fair weather over a coast: this turn, and by an Axis event in the next Allied phase too."""
    coast = LOCAL[sea.phase.event]
    until = sea.state.turn + (1 if side == "axis" else 0)
    sea.state.sky.local[coast] = ("fair", until)
    sea.tell(LocalWeather(coast, "fair", until))


async def _kola_clears(sea: Sea, side: Side) -> None:
    """13.0e, 13.4 Fair weather over Kola, and a photograph that takes no air unit."""
    await _local_weather(sea, side)
    await free_photograph(sea, side)


async def _superiors_warning(sea: Sea, side: Side) -> None:
    """13.3 For four turns, the present one included, German forces try to withdraw."""
    until = sea.state.turn + sea.box.charts.events.lasting - 1
    sea.state.lasting = structs.replace(sea.state.lasting, warning=until)
    sea.tell(OrderLasts("superiors_warning", until))


async def _fuhrer_directive(sea: Sea, side: Side) -> None:
    """13.0e For four turns 7.5.7 does not bind German ships."""
    until = sea.state.turn + sea.box.charts.events.lasting - 1
    sea.state.lasting = structs.replace(sea.state.lasting, directive=until)
    sea.tell(OrderLasts("fuhrer_directive", until))


async def _reinforcements(sea: Sea, side: Side) -> None:
    if not reinforce(sea, side):
        sea.tell(Reinforced(side))


async def _weather_damage(sea: Sea, side: Side) -> None:
    await weather_damage(sea)


async def _chance_encounter(sea: Sea, side: Side) -> None:
    await chance_encounter(sea)


async def _signals(sea: Sea, side: Side) -> None:
    """13.0c The active player names an enemy block at sea and gains a level of it; a dummy goes."""
    enemies = [one for one in sea.forces_of(sea.enemy(side)) if one.at_sea]
    seen = {contact(one): sighted(one) for one in sorted(enemies, key=lambda one: one.block)}
    if not seen:
        return
    question = Ask(
        key="signals",
        kind="event",
        seat=side,
        rule="13.0c",
        prompt=Text("Of which block do your listeners learn more?", "通信解読でどの積み木の情報を得ますか。"),
        form=BlockForm(options=tuple(seen), rule="13.0c", seen=seen),
    )
    chosen = await ask(question)
    alike = [one for one in enemies if contact(one) == chosen]
    (place,) = await draw([str(place) for place in range(len(alike))], 1, key="signals.which", rule="13.0c")
    force = alike[int(place)]
    await identified(sea, force, raised(force.level, 1), "event", key="signals.told")


async def _air_raid(sea: Sea, side: Side) -> None:
    """13.0d One attack in this phase, or none: Soviet aircraft on a Norwegian airfield, German ones on Murmansk or
    Arkhangelsk.
    """
    reached = {
        target: reach(sea, side, target, _raiders(sea, side), day=sea.is_day) for target in raid_targets(sea, side)
    }
    form = RaidForm(reach_of={target: units for target, units in reached.items() if units})
    question = Ask(
        key="raid",
        kind="event",
        seat=side,
        rule="13.0d",
        prompt=Text("Which aircraft raid what?", "空襲の目標と参加部隊を選んでください(見送り可)。"),
        form=form,
    )
    for order in await ask(question):
        await raid(sea, side, order, Terms(sea.is_day), key="raid")


def _raiders(sea: Sea, side: Side) -> list[AirUnit]:
    nation = "soviet" if side == "allied" else "germany"
    return [unit for unit in sea.state.air if sea.box.aircraft[unit.aircraft].nation == nation]


def raid_targets(sea: Sea, side: Side) -> tuple[str, ...]:
    """13.0d What may be raided: airfields in Norway, or the ships and airfields of Murmansk and Arkhangelsk."""
    if side == "allied":
        return tuple(one.id for one in sea.box.airfields.values() if one.side == "axis")
    ports = sea.box.special.port_raid.ports
    fields = (one.id for one in sea.box.airfields.values() if one.hex in {sea.box.ports[port].hex for port in ports})
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
"""13.0 What each event does; one that names an elusive target (13.1) waits for an air attack."""
