"""Chapter 12 read a second time, by somebody who had not seen the code: situations that meet, and the end of them."""

from typing import Any

import pytest
from msgspec import structs

from games.titles.pq17.components.pieces import Side
from games.titles.pq17.orders.doctrine import Instructions
from games.titles.pq17.orders.raids import Raid
from games.titles.pq17.rules.air.planning import fighters_near
from games.titles.pq17.rules.campaign import administration
from games.titles.pq17.rules.campaign import fortnight as fortnights
from games.titles.pq17.rules.forces.situations import situation_of
from games.titles.pq17.rules.operation.victory import score, victory
from games.titles.pq17.rules.special.events import EFFECTS
from games.titles.pq17.rules.special.port_raid import port_raids, raid_form
from games.titles.pq17.rules.special.raids import RaidTerms, resolve_raid
from games.titles.pq17.rules.special.situations import confirm_situations
from games.titles.pq17.rules.special.writing import situation_part
from games.titles.pq17.state.board import Board
from games.titles.pq17.state.events.special import BombersCame, ChitShown, Raided, Settled
from games.titles.pq17.state.roster import Roster, Unit
from games.titles.pq17.state.state import Chit, Force, Sky
from games.titles.pq17.visibility.campaign import roster_of
from tests.titles.pq17.arctic import arctic, force
from tests.titles.pq17.box import BOX
from tests.titles.pq17.campaigns import campaign
from tests.titles.pq17.playing import phase
from tests.titles.pq17.procedures import by_default, events_for, perform
from tests.titles.pq17.situations import RAID_DURING_OFFENSIVE, holding, phase_d
from tests.titles.pq17.strikes import air

rule = pytest.mark.rule
OCTOBER = structs.replace(BOX.operations["pq12"], month="1942-10", light="oct_1")


@rule("pq17", "12.6", "12.7")
def test_pp501_during_an_offensive_torpedo_aircraft_alone_raid_a_port() -> None:
    """Ju 88 without torpedoes may not fly at all, He 111 with them may."""
    units = [air("ju_88", "kg30", "banak"), air("he_111", "kg26", "bardufoss"), air("bf_109", "jg5", "banak")]
    assert raid_form(arctic(air=units, chits=RAID_DURING_OFFENSIVE["chits"])).reach_of["murmansk"] == (
        "kg30",
        "kg26",
        "jg5",
    )
    assert set(raid_form(arctic(air=units, **RAID_DURING_OFFENSIVE)).reach_of.values()) == {("kg26",)}


@rule("pq17", "12.6", "12.7a")
def test_pp502_nor_do_the_dive_bombers_join_that_come_for_the_raid() -> None:
    laden = force("c", "allied", "convoy", "0817", "mv 2", port="murmansk")
    board = arctic(laden, air=[air("he_111", "kg26", "bardufoss")], **RAID_DURING_OFFENSIVE)
    perform(board, port_raids(board), says={"event": ["raid murmansk units=kg26 light=day", "pass"]},
         dice=[(0,), (0,), (0, 0)])  # fmt: skip
    assert [one.units for one in events_for(board, "allied") if isinstance(one, Raided)] == [("he_111",)]


@rule("pq17", "12.7a", "1.5a")
@pytest.mark.parametrize("seat", ["allied", "axis", "public"])
def test_pp515_all_hear_who_comes_to_join_a_port_raid_and_that_they_go(seat: str) -> None:
    board = arctic(air=[air("he_111", "kg26", "bardufoss")], chits=RAID_DURING_OFFENSIVE["chits"])
    perform(board, port_raids(board), says={"event": ["pass", "pass"]})
    base = next(one.base for one in events_for(board, seat) if isinstance(one, BombersCame))
    assert [one for one in events_for(board, seat) if isinstance(one, BombersCame)] == [
        BombersCame(base, "ju_87", 4), BombersCame(base, "ju_87", 0)
    ]  # fmt: skip
    assert [one.id for one in board.state.air] == ["kg26"]


@rule("pq17", "12.6", "13.0d")
def test_pp503_during_an_offensive_a_raid_of_an_event_takes_naval_and_torpedo_aircraft_alone() -> None:
    units = [air("pe_2", "army", "vaenga"), air("db_3f", "navy", "vaenga"), air("pe_3", "escort", "vaenga")]
    board = phase(arctic(air=units, offensive={"axis": "m"}), "allied")
    run = perform(board, EFFECTS["air_raid_norway"](board, "allied"), says={"event": "pass"})
    assert run.asked[0].form.reach_of["kirkenes_field"] == ("navy",)


@rule("pq17", "12.6", "7.2.1", "1.1.2")
@pytest.mark.parametrize(("offensive", "rise"), [({}, ["counter", "printed"]), ({"axis": "m"}, ["printed"])])
def test_pp504_during_an_offensive_printed_fighters_alone_rise(offensive: Any, rise: list[str]) -> None:
    units = [air("bf_109", "counter", "banak"), air("bf_109", "printed", "banak", interceptor=True)]
    board = phase(arctic(air=units, offensive=offensive), "allied")
    assert [one.id for one in fighters_near(board, "axis", "0815")] == rise


@rule("pq17", "12.6", "7.2.1")
def test_pp505_british_fighters_of_a_carrier_rise_all_the_same() -> None:
    fleet = force("f", "allied", "task_force", "0613", "victorious")
    units = [air("fulmar", "809", "victorious"), air("hurricane_soviet", "iap", "vaenga")]
    board = phase(arctic(fleet, air=units, offensive={"allied": "e"}), "axis")
    assert [one.id for one in fighters_near(board, "allied", "0613")] == ["809"]


@rule("pq17", "12.6.1", "4.1.2")
def test_pp506_an_offensive_costs_aircraft_though_no_convoy_sailed() -> None:
    """Both pass, and the armies fight all the same: of both dice 5, a third in German steps and half in Soviet ones."""
    board = campaign("campaign_march")
    perform(board, fortnights.fortnight(board))
    board.state.chits = {"allied": Chit("p", "none"), "axis": Chit("p", "none")}
    board.state.offensive = {"axis": "m"}
    perform(board, fortnights.bid(board), says={"bid@allied": "choose 0", "bid@axis": "choose 0", "ev": "choose no"})
    board.roster.units = [Unit("ju_88", 7, "banak"), Unit("i_16", 3, "vaenga")]
    assert perform(board, fortnights.prepared(board)).following == "unloading"
    perform(board, fortnights.unloading(board))
    assert board.roster.offensive
    by_default(administration._offensive(board), lambda _: 5)
    assert [(one.kind, one.strength) for one in board.roster.units] == [("ju_88", 5)]


def ending(convoy: Force, **fields: Any) -> Board:
    """An operation that is over on day 9 PM, before the convoy was due."""
    board = holding("axis", "s", "axis_convoy", convoy, scenario="pq8", turn=18, **fields)
    perform(board, victory(board))
    return board


@rule("pq17", "12.3", "12.3a", "3.4")
@pytest.mark.parametrize(
    ("port", "ships", "halves"),
    [
        ("tromso", ("mv_german 3", "es_german 2"), 6),
        ("kirkenes", ("mv_german 3", "es_german 2"), -6),
        ("kirkenes", ("mv_german 1", "es_german 2"), -2),
    ],
)
def test_pp507_an_operation_that_is_over_early_asks_for_the_convoy_all_the_same(
    port: str, ships: tuple[str, ...], halves: int
) -> None:
    board = ending(force("b", "axis", "convoy", BOX.ports[port].hex, *ships, port=port))
    assert score(board.state) == halves
    assert ChitShown("axis", "s", "axis_convoy") in events_for(board, "allied")


@rule("pq17", "12.3a")
def test_pp508_what_was_booked_on_day_eleven_is_not_booked_again() -> None:
    convoy = force("b", "axis", "convoy", "0814", "mv_german 3", port="tromso")
    board = holding("axis", "s", "axis_convoy", convoy, scenario="pq8", turn=22)
    assert phase_d(board) == 6
    confirm_situations(board)
    assert score(board.state) == 6


@rule("pq17", "12.3a", "2.0")
def test_pp509_a_convoy_that_was_sunk_to_the_last_ship_did_not_arrive() -> None:
    board = holding("axis", "s", "axis_convoy", scenario="pq8", turn=18)
    confirm_situations(board)
    assert score(board.state) == 6


@rule("pq17", "12.5", "12.5a")
@pytest.mark.parametrize(
    ("target", "at", "struck"),
    [("kiel", "1708", []), ("sola", "1407", ["victorious"]), ("kirkenes_field", "0716", ["victorious"])],
)
def test_pp510_a_strike_at_kiel_is_none_at_norway(target: str, at: str, struck: list[str]) -> None:
    fleet = force("f", "allied", "task_force", at, "victorious")
    board = phase(
        arctic(fleet, air=[air("albacore", "817", "victorious")], began={"victorious": "scapa_flow"}), "allied"
    )
    board.state.chits["allied"] = Chit("c", "fleet_air_strike")
    board.state.instructions["axis"] = Instructions(scramble="none")
    by_default(resolve_raid(board, "allied", Raid(target, ("817",)), RaidTerms(day=True), key="raid"), lambda _: 0)
    assert board.state.struck == struck
    confirm_situations(board)
    assert score(board.state) == (0 if struck else -10)


@rule("pq17", "12.5")
def test_pp511_a_carrier_that_was_sunk_before_she_struck_owes_five_all_the_same() -> None:
    board = holding("allied", "c", "fleet_air_strike", began={"victorious": "scapa_flow", "avenger": "scapa_flow"})
    confirm_situations(board)
    assert score(board.state) == -10


def chariots_in_campaign(roster: Roster | None, **fields: Any) -> Board:
    """Tirpitz lies in Trondheim on the turn that was written."""
    lying = force("t", "axis", "task_force", "1111", "tirpitz", port="trondheim")
    chit = {"target": "1111", "turn": 9}
    return holding("allied", "o", "title", lying, scenario="pq12", composed=OCTOBER, roster=roster, chit=chit, **fields)


@rule("pq17", "12.14.2", "12.0e")
@pytest.mark.parametrize(("sky", "hits"), [("fair", 3), ("gale", 0)])
def test_pp512_chariots_come_once_in_a_campaign_spent_in_a_gale_or_not(sky: Any, hits: int) -> None:
    board = chariots_in_campaign(Roster(), sky=Sky(sky))
    phase_d(board, 3) if hits else phase_d(board)
    assert (board.force("t").counters[0].strength, board.roster.chariots) == (5 - hits, True)
    board.state.chits["allied"] = Chit("o", "title", target="1111", turn=9)
    assert situation_of(board, "allied") == "none"
    assert situation_part(board, "allied").verb == ""
    assert phase_d(board) == 0
    assert board.force("t").counters[0].strength == 5 - hits


@rule("pq17", "12.14.2")
def test_pp513_a_chit_that_was_written_and_not_used_leaves_them_for_later() -> None:
    board = chariots_in_campaign(Roster())
    board.state.turn = 8
    phase_d(board)
    assert board.roster.chariots is False
    assert situation_of(board, "allied") == "title"


@rule("pq17", "12.14.2")
@pytest.mark.parametrize("own", [("allied",), ("axis",), ()])
def test_pp514_that_chariots_have_come_is_known_to_all(own: tuple[Side, ...]) -> None:
    board = campaign()
    board.roster.chariots = True
    assert roster_of(board, own).chariots


@rule("pq17", "12.7", "7.2.3b")
@pytest.mark.parametrize("seat", ["allied", "public"])
def test_pp516_who_sees_damaged_aircraft_before_the_bombs_fall_is_told_that_the_fighters_have_met(seat: str) -> None:
    units = [air("he_111", "kg26", "bardufoss"), air("hurricane_soviet", "iap", "vaenga")]
    board = arctic(
        air=units, chits=RAID_DURING_OFFENSIVE["chits"], instructions={"axis": Instructions(asks_air="once")}
    )
    order = Raid("vaenga", ("kg26",), "day")
    by_default(
        resolve_raid(board, "axis", order, RaidTerms(day=True), key="raid"), lambda key: 9 if "air" in key else 0
    )
    told = [event for one in board.told if (event := one.for_seat(seat)) is not None]
    before = told[: next(at for at, one in enumerate(told) if isinstance(one, Raided))]
    assert Settled("air_fight", ("he_111", "he_111")) in before, "which are gone, since that may rest on a secret order"
