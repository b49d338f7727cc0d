"""3.0 The set-up: the fleet, the face-down counters, the mission, and the space where the ships start."""

from collections.abc import Mapping, Sequence

from games.kernel.events import EVERYBODY
from games.kernel.requests import draw, roll, shuffle
from games.titles.goeben.components.box import Box
from games.titles.goeben.components.options import Options
from games.titles.goeben.components.pieces import MISSIONS, TRACKS, GermanShip
from games.titles.goeben.components.scenarios import SCENARIOS, captain_of, effective_options, fleet_of, orders_of
from games.titles.goeben.state.board import Board
from games.titles.goeben.state.events import setup as told
from games.titles.goeben.state.scoring import score
from games.titles.goeben.state.state import Campaign, Consort, Gone, Marker, State, Warship


def new_game(box: Box, scenario: str, options: Options) -> State:
    """Return the state before the set-up: all Allied counters are in the incident pool, except New Zealand (3.0(3))."""
    fleet = fleet_of(scenario, options)
    newcomers = {"goeben", "moltke"} <= set(fleet)
    apart = [ship.id for ship in box.allied.values() if not ship.group and ship.type == "bc" and not newcomers]
    campaign = orders_of(scenario, options) == "campaign"
    return State(
        options=effective_options(scenario, options),
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
    """3.0(6), 19.1 Return a new German ship for the seat that commands it, with every track at its start value."""
    return Warship(display.id, seat, **{track: getattr(display, track) for track in TRACKS})


async def muster(board: Board) -> str | None:
    """3.1–3.6, 3.8 Carry out the part of the set-up that needs no decisions of the players, only dice and rules.

    Return the key of the next step.
    """
    numbers = board.box.numbers.setup
    spare = await _stand_ins(board)
    await _lay_counters(board, "british", numbers.british, spare)
    await _lay_counters(board, "french", numbers.french)
    await _lay_forts(board)
    await _draw_mission(board)
    _pay_for_fleet(board)
    await _place_task_force(board)
    return "fit_out"


async def _stand_ins(board: Board) -> list[str]:
    """24.3 Return a marker from the incident pool for each Allied battlecruiser sunk in a campaign.

    These markers are shuffled with the ships.
    """
    allied = board.box.allied
    sunk = [gone.id for gone in board.state.gone if gone.how == "sunk" and allied[gone.id].type == "bc"]
    grouped = {counter for group in board.box.groups.values() for counter in group}
    spare = [counter for counter in board.state.pool if counter not in grouped]
    return await draw(spare, len(sunk), key="stand_ins", rule="24.3")


async def _lay_counters(board: Board, group: str, zones: Mapping[str, int], spare: Sequence[str] = ()) -> None:
    """3.2, 3.3, 3.3.1 Shuffle the counters of a group with `spare` markers, and lay them face down in the zones.

    `zones`: the number of counters for each zone; all others go into the incident pool.
    """
    state = board.state
    members = [counter for counter in board.box.groups[group] if counter in state.pool]
    mixed = await shuffle([*members, *spare], key=f"shuffle.{group}", rule="3.0(3)")
    for zone, count in zones.items():
        for _ in range(min(count, len(mixed))):
            counter = mixed.pop()
            state.pool.remove(counter)
            board.lay(zone, Marker(counter))
    laid = {zone: len(board.markers_at(zone)) for zone in zones}
    board.tell(told.CountersLaid(group, laid, 0 if board.mode == "captains" else len(state.pool)))


async def _lay_forts(board: Board) -> None:
    """3.4, 3.4.1 Lay coastal defences face down in their ports; all others are set aside unseen."""
    state = board.state
    mixed = await shuffle(state.forts_aside, key="shuffle.forts", rule="3.0(4)")
    ports = {space.id: space.forts for space in board.box.spaces.values() if space.forts}
    for port, count in ports.items():
        state.forts[port] = [Marker(mixed.pop()) for _ in range(count)]
    state.forts_aside = mixed
    board.tell(told.FortsLaid(ports, len(mixed)))


async def _draw_mission(board: Board) -> None:
    """3.5, 3.5.1 Draw the mission by lot, unless the players have agreed on one."""
    state = board.state
    wanted = orders_of(state.scenario, state.options)
    drawn = wanted in ("drawn", "campaign")
    if drawn:
        left = state.campaign.left if state.campaign is not None else MISSIONS
        (state.mission,) = await draw(left, 1, key="mission", rule="3.0(5)")
    else:
        state.mission = wanted
    state.days = board.box.missions[state.mission].days
    board.tell(told.MissionDrawn(state.mission, state.days, drawn))


def _pay_for_fleet(board: Board) -> None:
    """19.0 Subtract the points that a larger fleet than the historical one costs; in a campaign only at its start."""
    if board.state.campaign is not None and board.state.campaign.done:
        return
    numbers, names = board.box.numbers.fleet, [ship.id for ship in board.state.ships]
    costs = {
        "moltke": numbers.moltke if "moltke" in names else 0,
        "stralsund": numbers.stralsund if "stralsund" in names else 0,
    }
    points = numbers.all_four if {"goeben", "moltke"} <= set(names) else sum(costs.values())
    score(board, points, "fleet", to=EVERYBODY)


async def _place_task_force(board: Board) -> None:
    """3.8, 18.0, 18.0.1, 24.2 Place the German ships: at Messina or, with the option, in a space that a die decides.

    After the first mission of a campaign they start at Pola.
    """
    campaign = board.state.campaign
    again = campaign is not None and bool(campaign.done)
    die, space = 0, board.box.numbers.setup.home if again else board.box.numbers.setup.start
    if board.state.options.variable_start and not again:
        (die,) = await roll(6, key="start", rule="18.0")
        space = board.box.charts.start.variable[die - 1]
    for ship in board.afloat:
        ship.at = space
    board.tell(told.TaskForceStarted(tuple(ship.id for ship in board.afloat), space, die))
