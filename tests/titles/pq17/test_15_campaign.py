"""Chapter 15, the loop of fortnights: what goes into an operation comes back from it, and campaigns end."""

from collections import Counter
from typing import Any

import pytest
from msgspec import structs

from games.kernel.conformance import check
from games.titles.pq17.orders.convoys import ConvoysForm
from games.titles.pq17.orders.doctrine import Instructions
from games.titles.pq17.orders.planning import PlansForm
from games.titles.pq17.rules.campaign.administration import order_of_battle
from games.titles.pq17.rules.campaign.command import begin
from games.titles.pq17.rules.campaign.composing import binding_carriers, embark
from games.titles.pq17.rules.campaign.convoys import formed
from games.titles.pq17.rules.campaign.ev import complete_ev, is_due
from games.titles.pq17.rules.campaign.folding import fold, run_aground
from games.titles.pq17.rules.campaign.fortnight import bid, fortnight, next_fortnight, prepared, unloading
from games.titles.pq17.rules.campaign.patrol import relieve
from games.titles.pq17.rules.campaign.preparations import preparations
from games.titles.pq17.rules.forces.points import ship_lost
from games.titles.pq17.rules.operation.plans import plans_form
from games.titles.pq17.rules.operation.setup import set_up_allied, set_up_axis
from games.titles.pq17.rules.special.landing import _oiler
from games.titles.pq17.seen.view import view
from games.titles.pq17.table.counters import Counter as Ships
from games.titles.pq17.table.events.campaign import BidsShown, ForcesReady, FuelDrawn
from games.titles.pq17.table.roster import Away, Roster, Unit
from games.titles.pq17.table.sea import Sea
from games.titles.pq17.table.state import AirUnit, Booking, Chit, Convoy, Force, Loss, Tally
from tests.titles.pq17.box import BOX
from tests.titles.pq17.campaigns import PQ17, campaign
from tests.titles.pq17.playing import heard, play

rule = pytest.mark.rule


def strengths(roster: Roster) -> Counter[tuple[str, str]]:
    """The strength of each kind by its place, on the map and in the boxes."""
    found: Counter[tuple[str, str]] = Counter()
    boxed = [unit for boxes in roster.boxes.values() for unit in (*boxes.unloading, *boxes.down, *boxes.up)]
    for unit in (*roster.units, *boxed):
        found[unit.kind, unit.place] += unit.strength
    return found


def embarked(sea: Sea) -> Sea:
    """The first fortnight, with everything in its operation and set up, and nothing moved."""
    play(fortnight(sea))
    for side in ("allied", "axis"):
        sea.state.chits[side] = Chit("a", "none")
    play(bid(sea), says={"bid@allied": "choose 1", "bid@axis": "choose 0"})
    play(prepared(sea))
    play(set_up_axis(sea))
    play(set_up_allied(sea))
    return sea


@rule("pq17", "15.0", "15.8", "15.2b")
def test_what_goes_into_an_operation_comes_back_from_it() -> None:
    sea = campaign()
    before = strengths(sea.roster)
    ships = Counter(unit.kind for unit in sea.roster.units)
    embarked(sea)
    assert not [unit for unit in sea.roster.units if unit.kind in BOX.ships and BOX.ships[unit.kind].side == "axis"]
    fold(sea)
    after = strengths(sea.roster)
    assert {kind: sum(count for (one, _), count in before.items() if one == kind) for kind in ships} == {
        kind: sum(count for (one, _), count in after.items() if one == kind) for kind in ships
    }
    moved = {kind for kind, _ in before - after}
    assert moved <= {"norfolk", "ss_british", "ss_german", "ss_soviet"}
    assert [sea.state.forces, sea.state.air, sea.state.reports, sea.state.losses] == [[], [], [], []]


@rule("pq17", "15.2", "15.2b", "15.2.1")
def test_a_laden_convoy_and_those_in_ballast_sail_together() -> None:
    sea = campaign()
    play(fortnight(sea))
    laden, ballast = formed(BOX, sea.roster, sea.operation)
    assert (laden.laden, laden.port, laden.destinations) == (True, "reykjavik", ("murmansk",))
    assert sum(unit.strength for unit in laden.merchants) == 15
    assert (ballast.laden, ballast.port, ballast.destinations) == (False, "murmansk", ("reykjavik",))
    sea.roster.ev = "declared"
    assert formed(BOX, sea.roster, sea.operation)[1].destinations == ("loch_ewe",)


@rule("pq17", "15.2b")
def test_a_convoy_in_ballast_sails_by_the_morning_of_the_last_day_and_a_laden_one_on_any_turn() -> None:
    sea = embarked(campaign())
    form = plans_form(sea, "allied")
    assert form.latest == {"qp8m": 29}

    def refused(form: PlansForm, turn: str) -> list[tuple[str, str, str]]:
        draft = f"schedule pq12 to=murmansk sails=1.am\nschedule qp8m to=reykjavik sails={turn}"
        return [(one.pointer, one.code, one.rule) for one in form.problems(form.read(form.parse(draft)))]

    assert refused(form, "15.am") == []
    assert refused(form, "15.pm") == [("/1/sails", "barred", "15.2b")]
    assert refused(structs.replace(form, latest={}), "15.pm") == [], "no other convoy is in such haste"


@rule("pq17", "15.2", "15.2b")
def test_a_convoy_that_is_held_stays_where_it_is() -> None:
    sea = campaign()
    play(fortnight(sea))
    sea.roster.played = True
    sea.roster.bids = {"allied": 1, "axis": 0}
    play(prepared(sea), says={"convoys": "hold qp8m"})
    assert [one.id for one in sea.operation.convoys] == ["pq12"]
    assert sum(unit.strength for unit in sea.roster.boxes["murmansk"].down) == 15


@rule("pq17", "15.2a", "1.2.1a")
@pytest.mark.parametrize(("text", "wrong"), [
    ("escort pq12 ship=alynbank\nescort pq12 ship=ulster_queen", ""),
    ("escort pq12 ship=aldersdale\nescort pq12 ship=gray_ranger\nescort pq12 ship=black_ranger", "15.2a"),
    ("escort pq12 ship=es_british strength=4", ""),
    ("escort pq12 ship=es_british strength=5", "1.2.1a"),
    ("alone pq12\nescort pq12 ship=alynbank", "15.2"),
    ("hold pq12\nhold pq12", "15.2"),
])  # fmt: skip
def test_what_a_convoy_of_the_campaign_holds(text: str, wrong: str) -> None:
    sea = campaign()
    play(fortnight(sea))
    sea.roster.played, sea.roster.bids = True, {"allied": 1, "axis": 0}
    form = play(prepared(sea)).asked[0].form
    assert isinstance(form, ConvoysForm)
    answer = form.read(form.parse(text))
    assert {one.rule for one in form.problems(answer)} == ({wrong} if wrong else set())


@rule("pq17", "4.1.2", "15.0a")
def test_both_dice_are_shown_and_the_chit_behind_a_bonus_is_not_named() -> None:
    sea = campaign()
    play(fortnight(sea))
    starred = next(one.id for one in BOX.situations.values() if one.stars[1])
    sea.state.chits = {"allied": Chit("a", "none"), "axis": Chit(starred, "none")}
    play(bid(sea), says={"bid@allied": "choose 3", "bid@axis": "choose 3"})
    told = next(one for one in heard(sea, "public") if isinstance(one, BidsShown))
    assert told == BidsShown(3, 3, 3 + BOX.situations["a"].stars[0], 4, sea.roster.initiative, True)
    assert starred not in [getattr(one, "letter", "") for one in heard(sea, "allied")]


@rule("pq17", "4.1.3")
@pytest.mark.parametrize(("bids", "first", "second"), [
    (("1", "0"), "set_up_axis", "set_up_allied"), (("1", "2"), "set_up_allied", "set_up_axis"),
])  # fmt: skip
def test_who_has_the_initiative_sets_up_last(bids: tuple[str, str], first: str, second: str) -> None:
    sea = campaign()
    play(fortnight(sea))
    sea.state.chits = {}
    play(bid(sea), says={"bid@allied": f"choose {bids[0]}", "bid@axis": f"choose {bids[1]}"})
    assert play(prepared(sea)).result == first
    steps = {"set_up_axis": set_up_axis, "set_up_allied": set_up_allied}
    assert play(steps[first](sea)).result == second
    assert play(steps[second](sea)).result == "plans"


@rule("pq17", "4.1.2", "15.9")
def test_two_noughts_are_a_fortnight_without_an_operation_that_counts() -> None:
    sea = campaign("campaign_march")
    play(fortnight(sea))
    play(bid(sea), says={"bid@allied": "choose 0", "bid@axis": "choose 0", "ev": "choose no"})
    assert play(prepared(sea)).result == "unloading"
    before = strengths(sea.roster)
    assert play(unloading(sea)).result == "order_of_battle"
    assert strengths(sea.roster) == before
    assert play(next_fortnight(sea)).result == "fortnight"
    assert [(one.key, one.operation, one.points) for one in sea.roster.ledger] == [("mar_1", False, -15)]
    assert sea.roster.fortnight == 1


@rule("pq17", "4.1.2", "15.0")
def test_a_fortnight_in_which_both_pass_by_standing_instruction_asks_for_the_order_of_battle_alone() -> None:
    sea = campaign("campaign_march")
    for side in ("allied", "axis"):
        sea.state.instructions[side] = Instructions(bids="0", calls="never")
    steps = (fortnight, bid, preparations, prepared, unloading, order_of_battle)
    asked = [(one.seat, one.kind) for step in steps for one in play(step(sea)).asked]
    assert asked == [("allied", "administration"), ("axis", "administration")]
    assert (sea.roster.bids, sea.roster.played) == ({"allied": 0, "axis": 0}, False)


@rule("pq17", "4.1.2")
def test_a_standing_bid_is_compared_with_what_the_other_side_hides() -> None:
    sea = campaign("campaign_march")
    play(fortnight(sea))
    sea.state.chits = {}
    sea.state.instructions["axis"] = Instructions(bids="3")
    run = play(bid(sea), says={"bid@allied": "choose 2"})
    assert [one.seat for one in run.asked] == ["allied"]
    assert (sea.roster.initiative, sea.state.bookings[-1].points) == ("axis", 6)


@rule("pq17", "15.9")
@pytest.mark.parametrize(("points", "verdict"), [(60, "allied"), (59, "axis")])
def test_a_month_asks_for_thirty_points(points: int, verdict: str) -> None:
    sea = campaign("campaign_march")
    play(fortnight(sea))
    sea.roster.fortnight, sea.roster.bids = 1, {"allied": 0, "axis": 0}
    sea.state.bookings = []
    sea.state.bookings.append(Booking(1, points, "arrived"))
    assert play(next_fortnight(sea)).result is None
    assert (sea.state.verdict, sea.state.over) == (verdict, True)


@rule("pq17", "15.1a")
def test_only_the_axis_reads_the_chit_for_fuel() -> None:
    sea = campaign()
    sea.roster.fortnight = 2
    sea.state.composed = BOX.campaign.bare(BOX.campaign.fortnights[2], {})
    play(bid(sea), says={"bid@allied": "choose 1", "bid@axis": "choose 0"})
    assert [type(one) for one in heard(sea, "axis") if isinstance(one, FuelDrawn)] == [FuelDrawn]
    assert not [one for one in heard(sea, "allied") if isinstance(one, FuelDrawn)]
    assert not [one for one in heard(sea, "public") if isinstance(one, FuelDrawn)]


@rule("pq17", "15.8.1")
def test_one_ship_of_patrol_white_is_relieved_by_another_cruiser() -> None:
    there = campaign().roster
    relieve(BOX, there)
    first, second = there.patrol
    assert (BOX.ships[first].type, second) == ("ca", "kent")
    assert first != "norfolk"
    there.units = [unit for unit in there.units if unit.kind in BOX.ships and BOX.ships[unit.kind].type != "ca"]
    relieve(BOX, there)
    assert there.patrol[0] == "renown"


@rule("pq17", "15.8.1a")
@pytest.mark.parametrize(("ev", "betrayed", "patrol"), [
    ("", [], ("norfolk", "kent")), ("declared", [], ("norfolk", "kent")), ("done", [], ("", "norfolk")),
    ("", ["pq12"], ("", "norfolk")), ("", ["pq12", "pq13"], ("norfolk", "kent")),
])  # fmt: skip
def test_after_ev_and_while_cobweb_is_at_work_one_cruiser_lies_at_reykjavik(
    ev: Any, betrayed: list[str], patrol: tuple[str, str]
) -> None:
    sea = campaign()
    play(fortnight(sea))
    sea.roster.ev, sea.roster.betrayed = ev, betrayed
    assert sea.roster.patrol == ["norfolk", "kent"]
    assert embark(BOX, sea.roster, sea.operation, [], {}).patrol_white == patrol


@rule("pq17", "15.8a")
@pytest.mark.parametrize(("strength", "at_sea", "narvik", "kirkenes"), [
    (8, 4, 2, 2), (9, 4, 3, 2), (5, 2, 2, 1), (1, 1, 0, 0),
])  # fmt: skip
def test_half_of_the_submarines_are_at_sea_and_the_others_lie_in_their_ports(
    strength: int, at_sea: int, narvik: int, kirkenes: int
) -> None:
    sea = campaign()
    play(fortnight(sea))
    sea.roster.units = [Unit("ss_german", strength, "bergen"), Unit("ss_british", 4, "lerwick")]
    begun = embark(BOX, sea.roster, sea.operation, [], {})
    lying = {group.ports[0]: group.entries[0].strength for group in begun.forces}
    assert sum(begun.wolfpacks) == at_sea
    assert (lying.get("narvik", 0), lying.get("kirkenes", 0)) == (narvik, kirkenes)
    assert (begun.british_submarines, lying["lerwick"]) == (2, 2)


# --- what comes back from an operation


def folded(*forces: Force, losses: tuple[Loss, ...] = (), tallies: tuple[Tally, ...] = ()) -> Roster:
    """The order of battle after an operation of March in which nothing was left but these forces."""
    sea = campaign()
    play(fortnight(sea))
    sea.roster.units, sea.roster.boxes = [], {}
    sea.state.composed = embark(BOX, sea.roster, sea.operation, [], {})
    sea.state.command = begin(BOX, sea.roster)
    sea.state.forces, sea.state.losses, sea.state.tallies = [*forces], [*losses], [*tallies]
    fold(sea)
    return sea.roster


def convoy(name: str, port: str, *ships: Ships, laden: bool = True) -> Force:
    return Force(id=name, side="allied", kind="convoy", block=1, at=BOX.ports[port].hex if port else "0615", port=port,
                 counters=[*ships], convoy=Convoy(laden=laden))  # fmt: skip


@rule("pq17", "15.2.2a", "15.6.4", "15.7.6", "15.2b")
@pytest.mark.parametrize(("port", "laden", "arrived", "unit", "up"), [
    ("murmansk", True, 9, [("murmansk", True)], 0),
    ("reykjavik", True, 0, [("reykjavik", True)], 0),
    ("reykjavik", False, 0, [("reykjavik", False)], 0),
    ("murmansk", False, 0, [], 9),
])  # fmt: skip
def test_where_merchants_are_after_an_operation(
    port: str, laden: bool, arrived: int, unit: list[tuple[str, bool]], up: int
) -> None:
    there = folded(convoy("pq12", port, Ships("mv", 9), laden=laden))
    assert there.arrived == arrived
    assert [(one.place, one.laden) for one in there.units] == unit
    assert sum(one.strength for boxes in there.boxes.values() for one in boxes.up) == up


@rule("pq17", "15.8")
@pytest.mark.parametrize(("ship", "home"), [
    ("london", "scapa_flow"), ("tirpitz", "trondheim"), ("dd_project_7", "murmansk"), ("dd_us", "scapa_flow"),
])  # fmt: skip
def test_ships_at_sea_are_put_in_a_friendly_port(ship: str, home: str) -> None:
    force = Force(id="tf", side=BOX.ships[ship].side, kind="task_force", block=1, at="0615", counters=[Ships(ship, 1)])
    (unit,) = folded(force).units
    assert (unit.place, unit.afloat) == (home, True)


@rule("pq17", "15.7.5", "15.8")
@pytest.mark.parametrize(
    ("ship", "box", "port"), [("tirpitz", "german", "kiel"), ("london", "english_channel", "clyde")]
)
def test_ships_in_a_box_beside_the_map_are_at_home_and_begin_the_next_operation_nearby(
    ship: str, box: Any, port: str
) -> None:
    force = Force(id="tf", side=BOX.ships[ship].side, kind="task_force", block=1, at=box, counters=[Ships(ship, 3)])
    there = folded(force)
    assert [(one.place, one.afloat) for one in there.units] == [(box, False)]
    begun = embark(BOX, there, BOX.campaign.bare(BOX.campaign.fortnights[0], {}), [], {})
    assert [one.ports for one in begun.forces] == [(port,)]
    assert not there.units


@rule("pq17", "15.5")
def test_damage_is_kept() -> None:
    force = Force(id="tf", side="axis", kind="task_force", block=1, at="0813", port="narvik",
                  counters=[Ships("tirpitz", 2, crippled=True), Ships("dd_36a", 2, dead=True)])  # fmt: skip
    tirpitz, destroyers = folded(force).units
    assert (tirpitz.strength, tirpitz.crippled, tirpitz.place) == (2, True, "narvik")
    assert (destroyers.dead, destroyers.afloat) == (True, False)


@rule("pq17", "15.5.2", "15.5.3b", "15.6.1", "15.6.2", "15.2.3")
def test_what_was_lost_comes_back_as_its_chapter_has_it() -> None:
    there = folded(losses=(
        Loss("axis", "ss_german", 2, 9, "damaged", at="0615"), Loss("axis", "ss_german", 1, 9, "sunk", at="0615"),
        Loss("allied", "ss_british", 1, 9, "sunk", at="0615"), Loss("allied", "mc", 1, 9, "sunk", at="0615"),
        Loss("allied", "london", 3, 9, "weather", at="0615"), Loss("allied", "dd_project_7", 1, 9, "ice", at="0615"),
        Loss("allied", "mv", 2, 9, "ice", at="0505"), Loss("allied", "kent", 3, 9, "sunk", at="0615"),
    ), tallies=(Tally("pq12", laden=True, began=15, excepted=2),))  # fmt: skip
    assert (there.damaged_boats, there.boats_lost, there.sunk) == (2, {"ss_british": 1}, ["mc"])
    assert [(one.unit.kind, one.why, one.back, one.unit.place) for one in there.away] == [
        ("london", "ice_or_weather", 1, "scapa_flow")
    ]
    assert [(one.kind, one.strength, one.place, one.laden) for one in there.units] == [("mv", 2, "reykjavik", True)]


@rule("pq17", "7.0", "15.5", "15.5.3b")
@pytest.mark.parametrize(("left", "dead"), [(0, True), (1, False)])
def test_a_wreck_that_ice_put_out_comes_back_a_wreck(left: int, dead: bool) -> None:
    """Under tow she had no strength left to lose; she lies in port, and is with no operation."""
    there = folded(losses=(Loss("allied", "king_george_v", left, 9, "ice", open=False, at="0516"),))
    (away,) = there.away
    assert (away.unit.strength, away.unit.dead) == (left, dead)


@rule("pq17", "15.2.3")
def test_merchants_that_were_turned_back_are_laden_as_their_own_convoy_was() -> None:
    """Ice took a tanker out of a convoy in ballast before it took one of a laden convoy."""
    there = folded(losses=(
        Loss("allied", "mo", 1, 8, "ice", open=False, at="0715", convoy="qp8m"),
        Loss("allied", "mv", 2, 9, "ice", open=False, at="0715", convoy="pq12"),
    ), tallies=(
        Tally("pq12", laden=True, began=15, excepted=2), Tally("qp8m", laden=False, began=15, excepted=1)
    ))  # fmt: skip
    assert sorted((one.kind, one.strength, one.laden) for one in there.units if one.kind in ("mv", "mo")) == [
        ("mo", 1, False), ("mv", 2, True),
    ]  # fmt: skip


@rule("pq17", "15.2.3", "9.3.1")
@pytest.mark.parametrize(("how", "known", "expected"), [
    ("ice", False, "pq12"), ("weather", False, "pq12"), ("weather", True, ""), ("sunk", False, ""),
])  # fmt: skip
def test_of_merchants_that_are_turned_back_their_owner_alone_knows_the_convoy(
    how: Any, known: bool, expected: str
) -> None:
    sea = campaign()
    play(fortnight(sea))
    sea.state.forces = [convoy("pq12_2", "", Ships("mv", 5))]
    sea.state.forces[0].convoy = Convoy(laden=True, part_of="pq12")
    sea.state.tallies = [Tally("qp8m", laden=False, began=9), Tally("pq12", laden=True, began=15)]
    ship_lost(sea, sea.state.forces[0], "mv", 1, how, known=known)
    assert [one.convoy for one in sea.state.losses] == [expected]
    assert [one.convoy for one in view(sea, "axis").losses] == [""] * known


@rule("pq17", "1.5a", "15.6.3")
def test_all_see_the_aircraft_on_land_as_an_operation_is_ready() -> None:
    """Those of the beginning, as they come into play afterwards; Renown and her like carry none."""
    sea = campaign()
    play(fortnight(sea))
    for side in ("allied", "axis"):
        sea.state.chits[side] = Chit("a", "none")
    play(bid(sea), says={"bid@allied": "choose 1", "bid@axis": "choose 0"})
    play(prepared(sea))
    (ready,) = [one.for_seat("allied") for one in sea.told if isinstance(one.for_seat("allied"), ForcesReady)]
    assert "ju_88 3 banak" in ready.axis
    assert "hurricane_soviet 6 vaenga" in ready.allied
    play(set_up_axis(sea))
    play(set_up_allied(sea))
    for side, told in (("allied", ready.allied), ("axis", ready.axis)):
        steps = sum(one.strength for one in sea.state.air if not one.interceptor and one.base not in BOX.ships
                    and BOX.aircraft[one.aircraft].side == side)  # fmt: skip
        assert sum(int(unit.split()[1]) for unit in told) == steps


@rule("pq17", "12.2.1", "12.2b")
def test_who_broke_out_is_away_until_a_chit_is_drawn() -> None:
    there = folded(losses=(
        Loss("axis", "tirpitz", 4, 9, "left", at="0101"), Loss("axis", "admiral_scheer", 3, 9, "sunk", at="0101"),
    ))  # fmt: skip
    assert [(one.unit.kind, one.unit.strength, one.operation) for one in there.away] == [("tirpitz", 4, "break_out")]


@rule("pq17", "15.5.1b", "7.9b")
def test_a_destroyer_that_was_lightly_damaged_is_repaired_as_one_hit() -> None:
    there = folded(losses=(
        Loss("allied", "dd_a_i", 1, 9, "damaged", at="0615"), Loss("axis", "dd_36a", 2, 9, "damaged", at="0615"),
        Loss("allied", "dd_us", 1, 9, "damaged", at="0615"), Loss("allied", "london", 1, 9, "damaged", at="0615"),
    ))  # fmt: skip
    assert [(one.unit.kind, one.unit.strength, one.why, one.back, one.unit.place) for one in there.away] == [
        ("dd_a_i", 1, "repair", 5, "clyde"), ("dd_36a", 2, "repair", 5, "kiel"),
    ]  # fmt: skip


@rule("pq17", "15.5.3a")
def test_half_of_those_that_ran_aground_are_lost_and_the_others_repaired() -> None:
    sea = campaign()
    play(fortnight(sea))
    ships = ("mv", "dd_a_i", "dd_us", "dd_a_i", "mv")
    sea.state.losses = [Loss("allied", ship, 1, 9, "aground", at="0404") for ship in ships]
    sea.state.losses += [Loss("axis", "dd_36a", 1, 9, "aground", at="0813")]
    sea.state.losses += [Loss("allied", "dd_a_i", 1, 9, "collided", at="0404")]
    play(run_aground(sea))  # the lots fall on the first three of five, and on the one
    assert [(one.unit.kind, one.unit.laden, one.unit.place, one.why, one.back) for one in sea.roster.away] == [
        ("dd_a_i", False, "clyde", "repair", 5), ("mv", True, "reykjavik", "repair", 5),
    ]  # fmt: skip


@rule("pq17", "15.8.3", "15.8.3a", "15.8.3c")
@pytest.mark.parametrize(("stage", "came"), [("declared", False), ("crossed", True)])
def test_operation_ev_is_carried_out_by_the_convoy_of_a_later_fortnight(stage: Any, came: bool) -> None:
    there = Roster(ev=stage, ev_declared=3, fortnight=3)
    assert not is_due(there)
    there.fortnight = 4
    assert is_due(there)
    assert complete_ev(there) is came
    assert (there.ev, is_due(there)) == ("done", False)
    assert bool(there.units) is came


# --- whole campaigns


@rule("pq17", "15.0", "15.9")
def test_a_campaign_of_a_month_is_played_to_its_verdict() -> None:
    """Another game of it than the one that `titles/test_conformance.py` tries in full."""
    check(PQ17, "campaign_march", PQ17.options_type(), [1], ("parts", "ends", "conserved")).require()


@rule("pq17", "1.4c", "15.8")
@pytest.mark.parametrize(("ship", "port"), [("es_kola", "murmansk"), ("es_british", "scapa_flow")])
def test_minesweepers_under_soviet_command_come_back_to_murmansk(ship: str, port: str) -> None:
    sea = embarked(campaign())
    sea.place(Force(id="sweepers", side="allied", kind="task_force", block=0, at="0718", counters=[Ships(ship, 1)]))
    before = strengths(sea.roster)
    fold(sea)
    assert {place for kind, place in strengths(sea.roster) - before if kind == ship} >= {port}


@rule("pq17", "15.2a", "15.8")
@pytest.mark.parametrize("text", ["escort pq12 ship=edinburgh\nescort pq12 ship=aldersdale", "pass"])
def test_a_named_ship_sails_with_her_convoy_whole(text: str) -> None:
    sea = campaign()
    play(fortnight(sea))
    for kind in ("edinburgh", "aldersdale"):
        unit = sea.roster.find(kind) or Unit(kind, BOX.ships[kind].strength, "reykjavik")
        unit.place = "reykjavik"
        if unit not in sea.roster.units:
            sea.roster.units.append(unit)
    sea.roster.played, sea.roster.bids = True, {"allied": 1, "axis": 0}
    play(prepared(sea), says={"convoys": text})
    (convoy,) = [one for one in sea.operation.convoys if one.laden]
    single = [one for one in convoy.entries if BOX.ships[one.kind].is_single]
    assert {one.kind for one in single} >= ({"edinburgh", "aldersdale"} if text != "pass" else {"aldersdale"})
    assert {one.kind: one.strength for one in single} == {one.kind: BOX.ships[one.kind].strength for one in single}
    assert not [one for one in sea.roster.units if one.kind in {each.kind for each in single}]


@rule("pq17", "12.3", "15.5.3a", "15.5.3b")
@pytest.mark.parametrize("how", ["ice", "weather", "aground", "damaged"])
def test_german_merchants_belong_to_no_order_of_battle(how: Any) -> None:
    sea = embarked(campaign())
    sea.state.losses = [Loss("axis", "mv_german", 1, 9, how, at="0813") for _ in range(3)]
    play(run_aground(sea))
    fold(sea)
    assert "mv_german" not in {one.unit.kind for one in sea.roster.away} | {one.kind for one in sea.roster.units}


@rule("pq17", "12.14.1", "15.0")
def test_the_oiler_of_a_landing_leaves_the_order_of_battle() -> None:
    sea = campaign()
    for kind in ("gray_ranger", "black_ranger"):
        (unit,) = [one for one in sea.roster.units if one.kind == kind]
        sea.roster.units.remove(unit)
    sea.roster.units.append(Unit("black_ranger", 1, "reykjavik"))
    assert [_oiler(sea), _oiler(sea), _oiler(sea)] == ["black_ranger", "aldersdale", ""]
    assert not {"black_ranger", "aldersdale"} & {unit.kind for unit in sea.roster.units}


@rule("pq17", "1.1.2", "15.6.3")
@pytest.mark.parametrize("flying", [0, 1])
def test_printed_fighters_that_were_shot_down_altogether_are_all_lacking(flying: int) -> None:
    """Each counter of a field is one by itself, from the first to the last."""
    sea = campaign()
    play(fortnight(sea))
    sea.state.composed = embark(BOX, sea.roster, sea.operation, [], {})
    month = sea.operation.month
    printed = {field: found for field in BOX.airfields if (found := BOX.interceptors_at(field, month)) is not None}
    names = {f"{field}_{place}": BOX.aircraft[one.aircraft].strength
             for field, one in printed.items() for place in range(1, one.counters + 1)}  # fmt: skip
    there, *gone = sorted(names)
    sea.state.air = [AirUnit(printed[there.rpartition("_")[0]].aircraft, names[there], id=there,
                             base=there.rpartition("_")[0], interceptor=True)] * flying  # fmt: skip
    sea.state.command, sea.roster.interceptors = begin(BOX, sea.roster), {}
    fold(sea)
    assert sea.roster.interceptors == {name: names[name] for name in (gone if flying else names)}


# --- 15.8 who lies where as an operation begins

NORWAY = ("bergen", "stavanger", "trondheim", "bodo", "tromso", "altenfjord", "kirkenes")


def lies_ready(*units: Unit) -> tuple[Roster, dict[str, tuple[str, ...]]]:
    """What stays in the order of battle of ships that lie so in March, and the task forces, each with its ships."""
    sea = campaign()
    play(fortnight(sea))
    sea.roster.units, sea.roster.boxes = [*units], {}
    found = embark(BOX, sea.roster, sea.operation, [], {})
    return sea.roster, {one.id: one.ships for one in found.forces}


@rule("pq17", "15.8", "1.2.3")
def test_capital_ships_lie_with_half_of_the_destroyers_and_cruisers_with_the_others() -> None:
    """So do carriers; torpedo boats and escorts are a force of their own, the odd destroyer goes with the larger."""
    _, forces = lies_ready(
        Unit("duke_of_york", 4, "scapa_flow"), Unit("victorious", 3, "scapa_flow"), Unit("london", 3, "scapa_flow"),
        Unit("dd_a_i", 5, "scapa_flow"), Unit("tb_hunt", 2, "scapa_flow"), Unit("dd_us", 1, "scapa_flow"),
        Unit("es_british", 2, "scapa_flow"), Unit("aldersdale", 2, "scapa_flow"),
        Unit("avenger", 2, "clyde"), Unit("dd_j_r", 2, "clyde"),
    )  # fmt: skip
    assert forces == {
        "main_scapa_flow": ("duke_of_york 4", "victorious 3", "dd_a_i 3", "dd_us 1"),
        "cruisers_scapa_flow": ("london 3", "dd_a_i 2"),
        "escorts_scapa_flow": ("tb_hunt 2", "es_british 2", "aldersdale 2"),
        "main_clyde": ("avenger 2", "dd_j_r 1"),
        "cruisers_clyde": ("dd_j_r 1",),
    }


@rule("pq17", "1.2c", "15.8")
def test_ships_for_which_there_is_no_block_stay_in_port() -> None:
    """Eight blocks for nine ports: nobody is lost, and who stays is there after the operation."""
    units = [Unit("dd_36a", 2, port) for port in (*NORWAY, "narvik", "kiel")]
    roster, forces = lies_ready(*units)
    assert len(forces) == BOX.numbers.blocks.axis.task_force == 8
    left = {(one.kind, one.place, one.strength) for one in roster.units}
    assert len(left) == 1
    assert sum(int(ship.split()[1]) for ships in forces.values() for ship in ships) == 16


@rule("pq17", "1.2c", "15.8")
def test_forces_of_one_port_lie_together_before_anybody_stays() -> None:
    units = [Unit("dd_36a", 1, port) for port in NORWAY]
    roster, forces = lies_ready(*units, Unit("scharnhorst", 3, "narvik"), Unit("prinz_eugen", 3, "narvik"))
    assert roster.units == []
    assert forces["main_narvik"] == ("scharnhorst 3", "prinz_eugen 3")


@rule("pq17", "1.2c", "15.5.3")
def test_nobody_joins_tirpitz_in_dock() -> None:
    """She lies there by herself; the last of the others stays in port."""
    units = [Unit("dd_36a", 1, port) for port in NORWAY]
    tirpitz = Unit("tirpitz", 4, "narvik", inoperative=3)
    roster, forces = lies_ready(*units, tirpitz, Unit("prinz_eugen", 3, "narvik"))
    assert [one.kind for one in roster.units] == ["prinz_eugen"]
    assert forces["dock_narvik"] == ("tirpitz 4",)
    roster, forces = lies_ready(*units, Unit("prinz_eugen", 3, "narvik"), tirpitz)
    assert [one.kind for one in roster.units] == ["tirpitz"]
    assert forces["cruisers_narvik"] == ("prinz_eugen 3",)


@rule("pq17", "1.2.3a", "15.8")
def test_auxiliaries_without_a_warship_stay_in_port() -> None:
    roster, forces = lies_ready(
        Unit("aldersdale", 2, "reykjavik"), Unit("gray_ranger", 2, "scapa_flow"), Unit("london", 3, "scapa_flow")
    )
    assert [(one.kind, one.place) for one in roster.units] == [("aldersdale", "reykjavik")]
    assert forces == {"cruisers_scapa_flow": ("london 3", "gray_ranger 2")}


@rule("pq17", "5.1.8", "15.0a", "15.8")
@pytest.mark.parametrize("state", [{}, {"inoperative": 2}, {"dead": True}, "in dock"])
def test_tirpitz_is_bound_by_a_carrier_of_the_enemy_whether_she_lies_ready_or_not(state: Any) -> None:
    sea = campaign()
    play(fortnight(sea))
    sea.roster.boxes = {}
    carrier = Unit("victorious", 3, "clyde", **({} if state == "in dock" else state))
    sea.roster.units = [Unit("london", 3, "scapa_flow"), Unit("graf_zeppelin", 3, "narvik")]
    if state == "in dock":
        sea.roster.away.append(Away(carrier, "repair", 9))
    else:
        sea.roster.units.append(carrier)
    assert embark(BOX, sea.roster, sea.operation, [], {}).binding_carriers == ("victorious",)


@rule("pq17", "5.1.8", "15.3", "15.7")
@pytest.mark.parametrize(
    ("key", "binding"),
    [("mar_1", True), ("aug_1", True), ("aug_2", False), ("sep_1", True), ("oct_1", True), ("oct_2", False)],
)
def test_no_carrier_binds_tirpitz_that_the_schedule_has_elsewhere_or_that_was_sunk(key: str, binding: bool) -> None:
    """She leaves for PEDESTAL as the first fortnight of August ends, comes back in the next, and goes to TORCH."""
    sea = campaign()
    sea.roster.fortnight = next(place for place, one in enumerate(BOX.campaign.fortnights) if one.key == key)
    assert binding_carriers(BOX, sea.roster) == (("victorious",) if binding else ())
    sea.roster.units = [one for one in sea.roster.units if one.kind != "victorious"]
    assert binding_carriers(BOX, sea.roster) == ()
