"""8.4, 15.0 The fortnights of a campaign: preparation, operation, administration, until the months are over."""

from games.kernel.forms import Choose
from games.kernel.requests import Ask, all_of, ask
from games.kernel.requests import draw as drawn
from games.kernel.text import Text
from games.titles.pq17.box.contents import WINTER
from games.titles.pq17.box.pieces import SIDES, Ice, Side, Zone
from games.titles.pq17.orders.convoys import Company, ConvoyOrder, ConvoysForm, Offered, Sort
from games.titles.pq17.orders.doctrine import LEFT_AT_SEA
from games.titles.pq17.rules.campaign import command
from games.titles.pq17.rules.campaign.bids import HIGHEST, Bid, initiative
from games.titles.pq17.rules.campaign.composing import embark
from games.titles.pq17.rules.campaign.convoys import Formed, formed, usual_escort
from games.titles.pq17.rules.campaign.ev import complete_ev, crossed, is_due
from games.titles.pq17.rules.campaign.folding import clear_table, fold, run_aground
from games.titles.pq17.rules.campaign.patrol import relieve
from games.titles.pq17.rules.campaign.special_forces import may_declare_ev, required, verdict
from games.titles.pq17.rules.campaign.unloading import unload
from games.titles.pq17.rules.forces.points import book
from games.titles.pq17.rules.operation.victory import open_sheets, score
from games.titles.pq17.rules.special.homecoming import come_to_port, recall
from games.titles.pq17.rules.weather.season import ice_of_fortnight, laid_out
from games.titles.pq17.table.events.campaign import (
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
from games.titles.pq17.table.events.victory import Unveiled
from games.titles.pq17.table.roster import Played, Unit
from games.titles.pq17.table.sailing import do_convoys_sail
from games.titles.pq17.table.sea import Sea

FROM_DAY_ONE = 2
"""8.3.2 Day 1 PM."""


async def fortnight(sea: Sea) -> str:
    """8.4, 10.4, 15.1, 15.8.1 The planning phase opens: the ice of the fortnight, Command Points, Patrol White."""
    state, roster = sea.state, sea.roster
    schedule = sea.box.campaign
    now = schedule.fortnights[roster.fortnight]
    state.composed = operation = schedule.bare(now, {})
    state.light = operation.light
    state.start = FROM_DAY_ONE if state.options.from_day_one else operation.first_turn.number
    sea.tell(FortnightBegan(operation.light, roster.fortnight))
    if roster.fortnight:
        state.composed = schedule.bare(now, await _ice(sea))
    else:
        roster.markers = laid_out(sea.box, now.calendar_month)
    roster.arrived, roster.boats_lost, roster.early = 0, {}, {}
    roster.played = roster.offensive = roster.return_shown = False
    if not roster.relieved and now.month != schedule.fortnights[0].month:
        relieve(sea.box, roster)
    roster.relieved = False
    return "draw"


async def _ice(sea: Sea) -> dict[Zone, Ice]:
    """10.4 From the second fortnight on the doubtful zones are rolled, for all of the fortnight; the markers lie from
    then on as they are turned now.
    """
    operation, roster = sea.operation, sea.roster
    second = operation.light.endswith("_2")
    found = await ice_of_fortnight(
        sea.box, operation.calendar_month, second_half=second, markers=roster.markers
    )  # fmt: skip
    roster.markers = found
    ice = {zone: one.ice for zone, one in found.items()}
    icy = {zone: state for zone, state in ice.items() if state != "clear"}
    doubtful = tuple(zone for zone, one in found.items() if not one.certain)
    sea.tell(IceSettled(tuple(icy), tuple(icy.values()), doubtful))
    return ice


async def bid(sea: Sea) -> str:
    """15.1a, 4.1.2 German fuel is drawn for; then both hide a die and show it together. A side may have said once for
    all what it bids.
    """
    await _fuel(sea)
    await recall(sea)
    roster = sea.roster
    standing = {side: sea.state.instructed(side).bids for side in SIDES}
    answers = await all_of({side: _bid(sea, side) for side in SIDES if standing[side] == "ask"})
    bids = {
        side: Bid(int(answers.get(side, standing[side])), asterisk=_asterisk(sea, side)) for side in SIDES
    }  # fmt: skip
    won = initiative(bids["allied"], bids["axis"])
    roster.bids = {side: one.die for side, one in bids.items()}
    roster.initiative, roster.played = won.side, won.operation
    sea.tell(BidsShown(bids["allied"].die, bids["axis"].die, bids["allied"].compared, bids["axis"].compared, won.side,
                       won.operation))  # fmt: skip
    book(sea, won.points, "bid")
    await _ev(sea)
    return "preparations"


def _bid(sea: Sea, side: Side) -> Ask[str]:
    """4.1.2 It is proposed that the Allies bid where convoys had better sail, and that the Axis does not."""
    sails = side == "allied" and do_convoys_sail(sea.box, sea.roster)
    return Ask(
        key="bid",
        kind="bid",
        seat=side,
        rule="4.1.2",
        prompt=Text("What do you bid for the initiative? (0: pass)", "主導権のダイスの目は?(0: パス)"),
        form=Choose(options=tuple(str(die) for die in range(HIGHEST + 1)), fallback="1" if sails else "0",
                    rule="4.1.2"),
    )  # fmt: skip


async def _ev(sea: Sea) -> None:
    """15.8.3 Operation EV may be declared once, where the Allies showed a nought; if the Axis did so too the task force
    is not needed. It is carried out by the laden convoy of the next fortnight.
    """
    roster = sea.roster
    by_hand = sea.state.instructed("allied").bids == "ask"
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
        sea.tell(EvDeclared())


def _asterisk(sea: Sea, side: Side) -> bool:
    chit = sea.state.chits.get(side)
    if chit is None:
        return False
    allied, winter, summer = sea.box.situations[chit.letter].stars
    if side == "allied":
        return allied
    return winter if sea.operation.calendar_month in WINTER else summer


async def _fuel(sea: Sea) -> None:
    """15.1a A second chit for German fuel, which the Axis alone reads and which goes back into the cup."""
    state, letter = sea.state, ""
    if command.draws_for_fuel(sea.box, sea.roster):
        (letter,) = await drawn(state.cup, 1, key="fuel", rule="15.1a")
    state.command = command.begin(sea.box, sea.roster, letter)
    if letter:
        sea.tell_side("axis", FuelDrawn(letter, state.command["gruppe_nord"].left))


# --- convoys


async def prepared(sea: Sea) -> str:
    """15.2, 4.1.3 The Allied player puts his convoys together; without an operation nobody sails. Then the side that
    has not the initiative sets up first.
    """
    state, roster = sea.state, sea.roster
    if not roster.played:
        return "unloading"
    possible = formed(sea.box, roster, sea.operation)
    form = _form(sea, possible)
    sailing = form.sailing(await ask(_convoys(form)))
    roster.convoys += 1
    convoys = [one for one in possible if one.id in sailing]
    if any(one.laden for one in convoys) and is_due(roster):
        sea.tell(EvCarriedOut(complete_ev(roster)))
    hastens = {side: state.instructed(side).hastens for side in SIDES}
    at_sea = {side: LEFT_AT_SEA[state.instructed(side).left_at_sea] for side in SIDES}
    state.composed = embark(sea.box, roster, sea.operation, convoys, sailing, hastens, at_sea)
    state.patrol = [ship for ship in state.composed.patrol_white if ship]
    sea.tell(ForcesReady(_on_land(sea, "allied"), _on_land(sea, "axis")))
    return "set_up_axis" if roster.initiative == "allied" else "set_up_allied"


def _on_land(sea: Sea, side: Side) -> tuple[str, ...]:
    """1.5a The aircraft of a side at bases on land, printed fighters but for (7.2.3d)."""
    found = ((unit, base) for base, units in sea.operation.air.items() for unit in units if base not in sea.box.ships)
    return tuple(sorted(f"{unit} {base}" for unit, base in found if sea.box.aircraft[unit.split()[0]].side == side))


def _convoys(form: ConvoysForm) -> Ask[tuple[ConvoyOrder, ...]]:
    return Ask(
        key="convoys",
        kind="convoys",
        seat="allied",
        rule="15.2",
        prompt=Text("Which convoys sail, and with what escort?", "出港する船団とその護衛を決めてください。"),
        form=form,
    )


def _form(sea: Sea, possible: list[Formed]) -> ConvoysForm:
    rules, box = sea.box.campaign.rules.convoy, sea.box
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
        waits=not sea.roster.bids["allied"] and not do_convoys_sail(box, sea.roster),
    )


# --- the end of a fortnight


async def unloading(sea: Sea) -> str:
    """3.3 B, 15.2.2, 15.9.1 Everything goes back into the order of battle; then merchants are unloaded, and idle ones
    cost. Without an operation merchants are unloaded all the same.
    """
    roster = sea.roster
    come_to_port(sea)
    if roster.played:
        for side in SIDES:
            own = {name: track for name, track in sea.state.tracks.items() if track.side == side}
            sea.tell_side(side, Unveiled(own))
        composed = sea.state.composed
        crossed(sea)
        await run_aground(sea)
        fold(sea)
    else:
        composed = sea.state.composed
        open_sheets(sea)
        keep_stock(sea)
        roster.offensive = bool(sea.state.offensive)  # 12.6.1 Armies fight though no convoy sails.
        clear_table(sea)
    sea.state.composed = composed
    before = {port: _count(boxes.unloading) for port, boxes in roster.boxes.items()}
    points = unload(sea.box, roster, sea.state.instructed("allied").unloads)
    for port, boxes in sorted(roster.boxes.items()):
        gone = before.get(port, 0) - _count(boxes.unloading)
        sea.tell(Unloaded(port, gone, _count(boxes.unloading), _count(boxes.down), _count(boxes.up)))
    book(sea, points, "unloading")
    return "order_of_battle"


def keep_stock(sea: Sea) -> None:
    """15.1b Without an operation nothing was spent."""
    command.keep(sea.box, sea.roster, sea.state.command, [], {})


def _count(units: list[Unit]) -> int:
    return sum(one.strength for one in units)


async def next_fortnight(sea: Sea) -> str | None:
    """8.4, 15.9 The score is open to both; the next fortnight begins, or the campaign is over."""
    state, roster, key = sea.state, sea.roster, sea.operation.light
    points = score(state)
    roster.ledger.append(Played(
        key, roster.bids["allied"], roster.bids["axis"], roster.initiative, roster.played, points, roster.arrived,
        roster.discharged,
    ))  # fmt: skip
    sea.tell(FortnightEnded(key, points))
    if key.endswith("_2"):
        roster.sunk = []
    if roster.fortnight + 1 == 2 * roster.months:
        state.verdict, state.over = verdict(sea.box, roster.months, points), True
        sea.emit(CampaignEnded(points, required(sea.box, roster.months), state.verdict), to=("*",))
        ways = {f"{one.key} {name}": track for one in state.chapters for name, track in one.tracks.items()}
        sea.emit(Unveiled(ways | state.tracks), to=("*",))
        return None
    roster.fortnight += 1
    return "fortnight"
