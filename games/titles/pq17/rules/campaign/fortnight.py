"""8.4, 15.0 The fortnights of a campaign: planning, operation, unloading, and the next fortnight until the last one."""

from games.kernel.forms import Choose
from games.kernel.requests import Ask, ask, ask_all
from games.kernel.requests import draw as drawn
from games.kernel.text import Text
from games.titles.pq17.components.contents import WINTER
from games.titles.pq17.components.pieces import SIDES, Ice, Side, Zone
from games.titles.pq17.orders.convoys import Company, ConvoyOrder, ConvoysForm, Offered, Sort
from games.titles.pq17.orders.doctrine import LEFT_AT_SEA
from games.titles.pq17.rules.campaign import command
from games.titles.pq17.rules.campaign.bids import HIGHEST, Bid, resolve_bids
from games.titles.pq17.rules.campaign.composing import compose_operation
from games.titles.pq17.rules.campaign.convoys import Formed, formable_convoys, usual_escort
from games.titles.pq17.rules.campaign.ev import complete_ev, is_due, note_crossing
from games.titles.pq17.rules.campaign.folding import clear_table, fold_operation, run_aground
from games.titles.pq17.rules.campaign.patrol import relieve
from games.titles.pq17.rules.campaign.special_forces import may_declare_ev, required_points, verdict
from games.titles.pq17.rules.campaign.unloading import unload_merchants
from games.titles.pq17.rules.forces.victory_points import book_points
from games.titles.pq17.rules.operation.victory import open_sheets, score
from games.titles.pq17.rules.special.homecoming import draw_return_chit, put_in_port
from games.titles.pq17.rules.weather.season import ice_of_fortnight, initial_markers
from games.titles.pq17.state.board import Board
from games.titles.pq17.state.events.campaign import (
    BidsShown,
    CampaignEnded,
    EvCarriedOut,
    EvDeclared,
    ForcesReady,
    FortnightBegan,
    FortnightEnded,
    FuelDrawn,
    IceSettled,
    Unloaded,
)
from games.titles.pq17.state.events.victory import Unveiled
from games.titles.pq17.state.roster import Played, Unit
from games.titles.pq17.state.sailing import do_convoys_sail

FROM_DAY_ONE = 2
"""8.3.2 Day 1 PM, the turn on which play starts with the option."""


async def fortnight(board: Board) -> str:
    """8.4, 10.4, 15.1, 15.8.1 Begin the planning phase: settle the ice of the fortnight, and relieve Patrol White.

    Returns the name of the next step.
    """
    state, roster = board.state, board.roster
    schedule = board.box.campaign
    now = schedule.fortnights[roster.fortnight]
    state.composed = operation = schedule.bare(now, {})
    state.light = operation.light
    state.start = FROM_DAY_ONE if state.options.from_day_one else operation.first_turn.number
    state.due_start = 0
    board.tell(FortnightBegan(operation.light, roster.fortnight))
    if roster.fortnight:
        state.composed = schedule.bare(now, await _ice(board))
    else:
        roster.markers = initial_markers(board.box, now.calendar_month)
    roster.arrived, roster.boats_lost, roster.early = 0, {}, {}
    roster.played = roster.offensive = roster.return_shown = False
    if not roster.relieved and now.month != schedule.fortnights[0].month:
        relieve(board.box, roster)
    roster.relieved = False
    return "draw"


async def _ice(board: Board) -> dict[Zone, Ice]:
    """10.4 Roll for the doubtful zones, and return the ice of each zone for the fortnight; not in the first fortnight.

    The result is stored in the markers, for the roll of the next fortnight.
    """
    operation, roster = board.operation, board.roster
    second = operation.light.endswith("_2")
    found = await ice_of_fortnight(
        board.box, operation.calendar_month, second_half=second, markers=roster.markers
    )  # fmt: skip
    roster.markers = found
    ice = {zone: one.ice for zone, one in found.items()}
    icy = {zone: state for zone, state in ice.items() if state != "clear"}
    doubtful = tuple(zone for zone, one in found.items() if not one.certain)
    board.tell(IceSettled(tuple(icy), tuple(icy.values()), doubtful))
    return ice


async def bid(board: Board) -> str:
    """15.1a, 4.1.2 Draw the chit of German fuel, and ask both sides for their secret bids.

    Both bids are revealed together. A standing instruction about bids replaces the question. Returns the name of the
    next step.
    """
    await _fuel(board)
    await draw_return_chit(board)
    roster = board.roster
    standing = {side: board.state.instructed(side).bids for side in SIDES}
    answers = await ask_all({side: _bid(board, side) for side in SIDES if standing[side] == "ask"})
    bids = {
        side: Bid(int(answers.get(side, standing[side])), asterisk=_asterisk(board, side)) for side in SIDES
    }  # fmt: skip
    won = resolve_bids(bids["allied"], bids["axis"])
    roster.bids = {side: one.die for side, one in bids.items()}
    roster.initiative, roster.played = won.side, won.operation
    board.tell(BidsShown(bids["allied"].die, bids["axis"].die, bids["allied"].compared, bids["axis"].compared, won.side,
                         won.operation))  # fmt: skip
    book_points(board, won.points, "bid")
    await _ev(board)
    return "preparations"


def _bid(board: Board, side: Side) -> Ask[str]:
    """4.1.2 Return the question for a side's bid.

    By default the Allies bid 1 if convoys should sail (`do_convoys_sail`), and the Axis bids 0.
    """
    sails = side == "allied" and do_convoys_sail(board.box, board.roster)
    return Ask(
        key="bid",
        kind="bid",
        seat=side,
        rule="4.1.2",
        prompt=Text("What do you bid for the initiative? (0: pass)", "主導権のダイスの目は？（0：パス）"),
        form=Choose(options=tuple(str(die) for die in range(HIGHEST + 1)), fallback="1" if sails else "0",
                    rule="4.1.2"),
    )  # fmt: skip


async def _ev(board: Board) -> None:
    """15.8.3 Ask the Allies whether they declare operation EV, if they bid 0 and have not declared it before.

    If the Axis bid 0 too, no task force is needed. A convoy with cargo in a later fortnight carries the operation out.
    """
    roster = board.roster
    by_hand = board.state.instructed("allied").bids == "ask"
    if not by_hand or not may_declare_ev(roster, roster.bids["allied"]):
        return
    answer = await ask(Ask(
        key="ev",
        kind="ev",
        seat="allied",
        rule="15.8.3",
        prompt=Text("Do you declare operation EV?", "EV作戦を宣言しますか？"),
        form=Choose(options=("no", "yes"), fallback="no", rule="15.8.3"),
    ))  # fmt: skip
    if answer == "yes":
        roster.ev, roster.ev_declared = ("declared" if roster.played else "crossed"), roster.fortnight
        board.tell(EvDeclared())


def _asterisk(board: Board, side: Side) -> bool:
    chit = board.state.chits.get(side)
    if chit is None:
        return False
    allied, winter, summer = board.box.situations[chit.letter].stars
    if side == "allied":
        return allied
    return winter if board.operation.calendar_month in WINTER else summer


async def _fuel(board: Board) -> None:
    """15.1a Draw a second chit for German fuel and set the Command Points; the chit goes back into the cup.

    Only the Axis reads the chit.
    """
    state, letter = board.state, ""
    if command.draws_for_fuel(board.box, board.roster):
        (letter,) = await drawn(state.cup, 1, key="fuel", rule="15.1a")
    state.command = command.begin_fortnight(board.box, board.roster, letter)
    if letter:
        board.tell_side("axis", FuelDrawn(letter, state.command["gruppe_nord"].left))


# --- convoys


async def prepared(board: Board) -> str:
    """15.2, 4.1.3 Ask the Allied player which convoys sail, and compose the operation.

    Without an operation, neither is done. Then the side without the initiative begins the set-up. Returns the name of
    the next step.
    """
    state, roster = board.state, board.roster
    if not roster.played:
        return "unloading"
    possible = formable_convoys(board.box, roster, board.operation)
    form = _form(board, possible)
    sailing = form.sailing(await ask(_convoys(form)))
    roster.convoys += 1
    convoys = [one for one in possible if one.id in sailing]
    if any(one.laden for one in convoys) and is_due(roster):
        board.tell(EvCarriedOut(complete_ev(roster)))
    hastens = {side: state.instructed(side).hastens for side in SIDES}
    at_sea = {side: LEFT_AT_SEA[state.instructed(side).left_at_sea] for side in SIDES}
    state.composed = compose_operation(board.box, roster, board.operation, convoys, sailing, hastens, at_sea)
    state.patrol = [ship for ship in state.composed.patrol_white if ship]
    board.tell(ForcesReady(_on_land(board, "allied"), _on_land(board, "axis")))
    return "set_up_axis" if roster.initiative == "allied" else "set_up_allied"


def _on_land(board: Board, side: Side) -> tuple[str, ...]:
    """1.5a Return the aircraft of a side at bases on land, except printed fighters (7.2.3d)."""
    found = (
        (unit, base) for base, units in board.operation.air.items() for unit in units if base not in board.box.ships
    )
    return tuple(sorted(f"{unit} {base}" for unit, base in found if board.box.aircraft[unit.split()[0]].side == side))


def _convoys(form: ConvoysForm) -> Ask[tuple[ConvoyOrder, ...]]:
    return Ask(
        key="convoys",
        kind="convoys",
        seat="allied",
        rule="15.2",
        prompt=Text("Which convoys sail, and with what escort?", "出港する船団とその護衛を決めてください。"),
        form=form,
    )


def _form(board: Board, possible: list[Formed]) -> ConvoysForm:
    rules, box = board.box.campaign.rules.convoy, board.box
    taken: dict[str, int] = {}
    offered = []
    for convoy in possible:
        company: dict[str, Company] = {}
        for unit in convoy.company:
            ship = box.ships[unit.kind]
            known = company.get(unit.kind)
            strength = 1 if ship.is_single else unit.strength + (known.strength if known else 0)
            sort: Sort = ship.role if ship.role in ("aa", "ao") else "es" if ship.type == "es" else ""
            company[unit.kind] = Company(unit.kind, strength, sort)
        usual = [
            (unit.kind, 1 if box.ships[unit.kind].is_single else count)
            for unit, count in usual_escort(box, convoy, lambda unit: unit.strength - taken.get(unit.kind, 0))
        ]
        ships = sum(unit.strength for unit in convoy.merchants)
        offered.append(
            Offered(convoy.id, convoy.port, tuple(company.values()), tuple(usual), ships, laden=convoy.laden)
        )
    return ConvoysForm(
        convoys=tuple(offered),
        counters={"aa": rules.aa, "ao": rules.ao, "es": rules.es},
        escorts=box.numbers.forces.escorts_in_convoy,
        waits=not board.roster.bids["allied"] and not do_convoys_sail(box, board.roster),
    )


# --- the end of a fortnight


async def unloading(board: Board) -> str:
    """3.3 B, 15.2.2, 15.9.1 Return all units to the order of battle, unload merchants, and book points.

    Points are booked for unloaded and for idle merchants. This happens also in a fortnight without an operation.
    Returns the name of the next step.
    """
    roster = board.roster
    put_in_port(board)
    if roster.played:
        for side in SIDES:
            own = {name: track for name, track in board.state.tracks.items() if track.side == side}
            board.tell_side(side, Unveiled(own))
        composed = board.state.composed
        note_crossing(board)
        await run_aground(board)
        fold_operation(board)
    else:
        composed = board.state.composed
        open_sheets(board)
        keep_stock(board)
        roster.offensive = bool(board.state.offensive)  # 12.6.1 Ground offensives take place even if no convoy sails.
        clear_table(board)
    board.state.composed = composed
    before = {port: _count(boxes.unloading) for port, boxes in roster.boxes.items()}
    points = unload_merchants(board.box, roster, board.state.instructed("allied").unloads)
    for port, boxes in sorted(roster.boxes.items()):
        gone = before.get(port, 0) - _count(boxes.unloading)
        board.tell(Unloaded(port, gone, _count(boxes.unloading), _count(boxes.down), _count(boxes.up)))
    book_points(board, points, "unloading")
    return "order_of_battle"


def keep_stock(board: Board) -> None:
    """15.1b Store all Command Points of a fortnight without an operation in the roster."""
    command.carry_over_points(board.box, board.roster, board.state.command, [], {})


def _count(units: list[Unit]) -> int:
    return sum(one.strength for one in units)


async def next_fortnight(board: Board) -> str | None:
    """8.4, 15.9 Show the score to both sides. Then begin the next fortnight, or end the campaign.

    Returns the name of the next step; None if the game is over.
    """
    state, roster, key = board.state, board.roster, board.operation.light
    points = score(state)
    roster.ledger.append(Played(
        key, roster.bids["allied"], roster.bids["axis"], roster.initiative, roster.played, points, roster.arrived,
        roster.discharged,
    ))  # fmt: skip
    board.tell(FortnightEnded(key, points))
    if key.endswith("_2"):
        roster.sunk = []
    if roster.fortnight + 1 == 2 * roster.months:
        state.verdict, state.over = verdict(board.box, roster.months, points), True
        board.emit(CampaignEnded(points, required_points(board.box, roster.months), state.verdict), to=("*",))
        ways = {f"{one.key} {name}": track for one in state.chapters for name, track in one.tracks.items()}
        board.emit(Unveiled(ways | state.tracks), to=("*",))
        return None
    roster.fortnight += 1
    return "fortnight"
