"""3.0 Setting up: the fleet, the counters face down on the map, the mission, and where the task force begins."""

from collections.abc import Mapping, Sequence

from games.kernel.events import EVERYBODY
from games.kernel.requests import draw, roll, shuffle
from games.titles.goeben.box.components import Box
from games.titles.goeben.box.options import Options
from games.titles.goeben.box.pieces import MISSIONS, TRACKS, GermanShip
from games.titles.goeben.box.scenarios import SCENARIOS, agreed, captain_of, fleet_of, orders_of
from games.titles.goeben.table.events import setup as told
from games.titles.goeben.table.scoring import score
from games.titles.goeben.table.sea import Sea
from games.titles.goeben.table.state import Campaign, Consort, Gone, Marker, State, Warship


def new_game(box: Box, scenario: str, options: Options) -> State:
    """The map before anything is shuffled: all Allied counters in the pool, but for New Zealand (3.0(3))."""
    fleet = fleet_of(scenario, options)
    newcomers = {"goeben", "moltke"} <= set(fleet)
    apart = [ship.id for ship in box.allied.values() if not ship.group and ship.type == "bc" and not newcomers]
    campaign = orders_of(scenario, options) == "campaign"
    return State(
        options=agreed(scenario, options),
        scenario=scenario,
        seats=[role.key for role in SCENARIOS[scenario].seats],
        alert=box.charts.alert.start,
        ships=[commissioned(box.german[name], captain_of(scenario, box.german[name])) for name in fleet],
        consorts=[Consort(name) for name in box.austrian],
        pool=[*(ship for ship in box.allied if ship not in apart), *box.markers],
        forts_aside=list(box.forts),
        gone=[Gone(ship, "out_of_play") for ship in apart],
        available={kind.id: kind.count for kind in box.cargo.values()},
        campaign=Campaign(left=list(MISSIONS)) if campaign else None,
    )


def commissioned(display: GermanShip, seat: str) -> Warship:
    """3.0(6), 19.1 A ship with every track at its start."""
    return Warship(display.id, seat, **{track: getattr(display, track) for track in TRACKS})


async def muster(sea: Sea) -> str | None:
    """3.1–3.6, 3.8 Everything that luck and the rules decide before the players do."""
    numbers = sea.box.numbers.setup
    spare = await _stand_ins(sea)
    await _lay_counters(sea, "british", numbers.british, spare)
    await _lay_counters(sea, "french", numbers.french)
    await _lay_forts(sea)
    await _draw_mission(sea)
    _pay_for_fleet(sea)
    await _place_task_force(sea)
    return "fit_out"


async def _stand_ins(sea: Sea) -> list[str]:
    """24.3 For each Allied battlecruiser that was sunk in a campaign a marker out of the pool, mixed with the ships."""
    allied = sea.box.allied
    sunk = [gone.id for gone in sea.state.gone if gone.how == "sunk" and allied[gone.id].type == "bc"]
    grouped = {counter for group in sea.box.groups.values() for counter in group}
    spare = [counter for counter in sea.state.pool if counter not in grouped]
    return await draw(spare, len(sunk), key="stand_ins", rule="24.3")


async def _lay_counters(sea: Sea, group: str, zones: Mapping[str, int], spare: Sequence[str] = ()) -> None:
    """3.2, 3.3, 3.3.1 Shuffle a group, lay so many face down into each zone, and leave the rest in the pool."""
    state = sea.state
    members = [counter for counter in sea.box.groups[group] if counter in state.pool]
    mixed = await shuffle([*members, *spare], key=f"shuffle.{group}", rule="3.0(3)")
    for zone, count in zones.items():
        for _ in range(min(count, len(mixed))):
            counter = mixed.pop()
            state.pool.remove(counter)
            sea.lay(zone, Marker(counter))
    laid = {zone: len(sea.markers_at(zone)) for zone in zones}
    sea.tell(told.CountersLaid(group, laid, 0 if sea.mode == "captains" else len(state.pool)))


async def _lay_forts(sea: Sea) -> None:
    """3.4, 3.4.1 Coastal defences face down into their ports; nobody looks at the rest."""
    state = sea.state
    mixed = await shuffle(state.forts_aside, key="shuffle.forts", rule="3.0(4)")
    ports = {space.id: space.forts for space in sea.box.spaces.values() if space.forts}
    for port, count in ports.items():
        state.forts[port] = [Marker(mixed.pop()) for _ in range(count)]
    state.forts_aside = mixed
    sea.tell(told.FortsLaid(ports, len(mixed)))


async def _draw_mission(sea: Sea) -> None:
    """3.5, 3.5.1 One order at random, unless the players agreed on one."""
    state = sea.state
    wanted = orders_of(state.scenario, state.options)
    drawn = wanted in ("drawn", "campaign")
    if drawn:
        left = state.campaign.left if state.campaign is not None else MISSIONS
        (state.mission,) = await draw(left, 1, key="mission", rule="3.0(5)")
    else:
        state.mission = wanted
    state.days = sea.box.missions[state.mission].days
    sea.tell(told.MissionDrawn(state.mission, state.days, drawn))


def _pay_for_fleet(sea: Sea) -> None:
    """19.0 What the ships cost that history did not send; in a campaign at its start alone."""
    if sea.state.campaign is not None and sea.state.campaign.done:
        return
    numbers, names = sea.box.numbers.fleet, [ship.id for ship in sea.state.ships]
    costs = {
        "moltke": numbers.moltke if "moltke" in names else 0,
        "stralsund": numbers.stralsund if "stralsund" in names else 0,
    }
    points = numbers.all_four if {"goeben", "moltke"} <= set(names) else sum(costs.values())
    score(sea, points, "fleet", to=EVERYBODY)


async def _place_task_force(sea: Sea) -> None:
    """3.8 Messina; 18.0, 18.0.1 with the option where the die says; 24.2 Pola after the first mission of a campaign."""
    campaign = sea.state.campaign
    again = campaign is not None and bool(campaign.done)
    die, space = 0, sea.box.numbers.setup.home if again else sea.box.numbers.setup.start
    if sea.state.options.variable_start and not again:
        (die,) = await roll(6, key="start", rule="18.0")
        space = sea.box.charts.start.variable[die - 1]
    for ship in sea.afloat:
        ship.at = space
    sea.tell(told.TaskForceStarted(tuple(ship.id for ship in sea.afloat), space, die))
