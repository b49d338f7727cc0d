"""15.5: repair."""

from typing import Any

import pytest
from msgspec import structs

from games.titles.pq17.components.scenarios import Convoy as ListedConvoy
from games.titles.pq17.orders.doctrine import Instructions
from games.titles.pq17.rules.campaign import folding, repairs
from games.titles.pq17.rules.campaign.command import begin_fortnight
from games.titles.pq17.rules.campaign.composing import compose_operation
from games.titles.pq17.rules.campaign.folding import fold_operation, run_aground
from games.titles.pq17.rules.campaign.fortnight import fortnight
from games.titles.pq17.rules.campaign.sheets import administration as sheet
from games.titles.pq17.rules.movement.ice import remove_damaged_ships
from games.titles.pq17.rules.special.mishaps import collision, grounding, weather_damage
from games.titles.pq17.state.board import Board
from games.titles.pq17.state.counters import Counter as Ships
from games.titles.pq17.state.roster import Away, Roster, Unit
from games.titles.pq17.state.state import Force, Loss, Sky, Tally
from tests.titles.pq17.arctic import force
from tests.titles.pq17.box import BOX
from tests.titles.pq17.campaigns import campaign, in_play
from tests.titles.pq17.ch13_events.happenings import event_phase
from tests.titles.pq17.ch15_campaign.administration import at_administration, lying_on, points_booked, refused, settle
from tests.titles.pq17.ch15_campaign.orders_of_battle import campaign_at, empty_roster, folded, roster_of
from tests.titles.pq17.playing import play
from tests.titles.pq17.procedures import perform
from tests.titles.pq17.rosters import KEYS, lies, roster

rule = pytest.mark.rule


def after_operation(key: str, *losses: Loss) -> Board:
    """A campaign after an operation of a fortnight with these losses, its order of battle empty but for them."""
    board = campaign()
    board.state.roster = roster(key, ev="declared")
    bare = BOX.campaign.bare(BOX.campaign.fortnights[KEYS.index(key)], {})
    board.state.composed = compose_operation(BOX, board.roster, bare, [], {})
    board.state.command = begin_fortnight(BOX, board.roster)
    board.state.forces, board.state.losses = [], [*losses]
    return board


@rule("pq17", "15.5")
@pytest.mark.parametrize(("word", "docked"), [
    ("half", ["suffolk"]), ("all", ["kenya", "suffolk"]), ("none", []),
])  # fmt: skip
def test_15_5_a_side_that_is_never_asked_has_its_standing_instruction_carried_out(word: Any, docked: list[str]) -> None:
    board = at_administration("mar_2", Unit("suffolk", 1, "scapa_flow"), Unit("kenya", 3, "scapa_flow"))
    assert [BOX.ships[kind].strength for kind in ("suffolk", "kenya")] == [2, 4]
    board.state.instructions["allied"] = Instructions(administers="never", docks=word)
    run = settle(board)
    assert [one.seat for one in run.asked] == ["axis"]
    assert sorted(one.unit.kind for one in board.roster.away) == docked


@rule("pq17", "15.5")
def test_15_5_damage_is_kept() -> None:
    force = Force(id="tf", side="axis", kind="task_force", block=1, at="0813", port="narvik",
                  counters=[Ships("tirpitz", 2, crippled=True), Ships("dd_36a", 2, dead=True)])  # fmt: skip
    tirpitz, destroyers = folded(force).units
    assert (tirpitz.strength, tirpitz.crippled, tirpitz.place) == (2, True, "narvik")
    assert (destroyers.dead, destroyers.afloat) == (True, False)


@rule("pq17", "15.5", "15.5.1", "15.5.1a")
@pytest.mark.parametrize(
    ("unit", "barred"),
    [
        (Unit("kenya", 3, "scapa_flow"), ""), (Unit("kenya", 4, "scapa_flow"), "15.5"),
        (Unit("kenya", 3, "reykjavik"), "15.5.1"), (Unit("kenya", 3, "scapa_flow", crippled=True), "15.5"),
        (Unit("kenya", 3, "english_channel"), ""), (Unit("kenya", 3, "scapa_flow", dead=True), "15.5"),
        (Unit("wichita", 3, "scapa_flow"), "15.5"), (Unit("dd_a_i", 3, "scapa_flow"), "15.5"),
        (Unit("lutzow", 3, "narvik"), ""), (Unit("lutzow", 3, "murmansk"), "15.5.1"),
        (Unit("prinz_eugen", 2, "trondheim"), "15.5"), (Unit("tirpitz", 4, "narvik"), ""),
        (Unit("tirpitz", 4, "kirkenes"), "15.5.1a"), (Unit("london", 2, "scapa_flow"), ""),
        (Unit("london", 3, "scapa_flow"), "15.5"), (Unit("london", 2, "murmansk"), "15.5.1"),
        (Unit("london", 2, "scapa_flow", crippled=True), "15.5"),
        (Unit("london", 2, "scapa_flow", dead=True), "15.5"), (Unit("wichita", 2, "scapa_flow"), "15.5"),
        (Unit("dd_a_i", 1, "scapa_flow"), "15.5"), (Unit("ju_88", 1, "banak"), "15.5"),
        (Unit("koln", 1, "narvik"), ""), (Unit("koln", 1, "kiel"), ""), (Unit("koln", 1, "scapa_flow"), "15.5.1"),
        (Unit("tirpitz", 3, "narvik"), ""), (Unit("tirpitz", 3, "kirkenes"), "15.5.1a"),
        (Unit("tirpitz", 3, "german"), "15.5.1a"), (Unit("tirpitz", 5, "narvik"), "15.5"),
    ],
)  # fmt: skip
def test_15_5_who_may_be_repaired(unit: Unit, barred: str) -> None:
    assert repairs.may_repair(BOX, unit) == barred


@rule("pq17", "15.5", "15.5.3b")
@pytest.mark.parametrize("how", ["ice", "weather"])
def test_15_5_who_was_crippled_before_ice_put_her_out_is_crippled_as_she_comes_back(how: Any) -> None:
    """What ice did is mended; what the enemy did to her is not (15.5)."""

    one = force("t", "allied", "task_force", "0310", "london 2")
    one.counters[0].crippled = True
    board = in_play("mar_1", one)
    if how == "ice":
        play(remove_damaged_ships(board, one, [BOX.cards["card_01"]], whole=False, key="k"))
    else:
        board.state.sky = Sky("gale")
        play(weather_damage(board), cards=["card_01"])
    assert board.state.forces == []
    fold_operation(board)
    (away,) = board.roster.away
    assert (away.unit.kind, away.unit.strength, away.unit.crippled, away.back) == ("london", 2, True, 1)


@rule("pq17", "15.5", "15.5.1", position="PP207")
def test_15_5_who_goes_into_dock_and_for_how_long() -> None:
    whole = BOX.ships["koln"].strength
    hurt = [Unit("berwick", 1, "scapa_flow"), Unit("wichita", 3, "scapa_flow"),
            Unit("kent", 1, "scapa_flow", crippled=True), Unit("koln", whole, "trondheim")]  # fmt: skip
    there = roster("may_1", *hurt)
    assert [one.kind for one in hurt if not repairs.may_repair(BOX, one)] == ["berwick"]
    repairs.repair(BOX, there, hurt[0], 1)
    for key, place in (("jul_1", []), ("jul_2", [(2, "clyde")])):
        there.fortnight = KEYS.index(key)
        repairs.return_units(BOX, there)
        assert lies(there, "berwick") == place


@rule("pq17", "15.5.1")
@pytest.mark.parametrize(("steps", "back"), [(1, "clyde"), (2, "english_channel")])
def test_15_5_1_part_of_the_damage_may_be_repaired_and_the_owner_says_where_she_comes_back(
    steps: int, back: str
) -> None:
    full = BOX.ships["king_george_v"].strength
    board = at_administration("mar_2", Unit("king_george_v", full - 2, "scapa_flow"))
    settle(board, {"administration@allied": f"repair king_george_v steps={steps} at={back}"})
    (away,) = [one for one in board.roster.away if one.unit.kind == "king_george_v"]
    assert (away.unit.strength, away.unit.place) == (full - 2 + steps, back)
    assert away.back == KEYS.index("mar_2") + 5 * steps


@rule("pq17", "15.5.1")
def test_15_5_1_no_more_is_repaired_than_was_lost() -> None:
    full = BOX.ships["king_george_v"].strength
    board = at_administration(
        "mar_2", Unit("king_george_v", full - 1, "scapa_flow"), Unit("duke_of_york", 2, "reykjavik")
    )
    assert [one[0] for one in refused(board, "allied", "repair king_george_v steps=2")] == ["/0/steps"]
    assert [one[0] for one in refused(board, "allied", "repair duke_of_york steps=1")] == ["/0/ship"]
    assert refused(board, "allied", "repair king_george_v steps=1\nrepair king_george_v steps=1") == [
        ("/1/order", "twice", "15.5.1")
    ]


@rule("pq17", "15.5.1")
@pytest.mark.parametrize(("steps", "weeks"), [(1, 5), (2, 10)])
def test_15_5_1_a_ship_is_away_five_fortnights_for_each_step(steps: int, weeks: int) -> None:
    there = roster("mar_1", Unit("kenya", 2, "scapa_flow"))
    assert repairs.repair(BOX, there, there.units[0], steps) == 0
    assert not there.units
    there.fortnight = weeks - 1
    repairs.return_units(BOX, there)
    assert not there.units
    there.fortnight = weeks
    repairs.return_units(BOX, there)
    assert lies(there, "kenya") == [(2 + steps, "clyde")]


@rule("pq17", "15.5.1", "15.5.1a")
@pytest.mark.parametrize("steps", [0, 1, 2, 3])
def test_15_5_1_a_repair_takes_five_fortnights_a_step_and_of_tirpitz_seven_and_a_point(steps: int) -> None:
    roster = empty_roster()
    roster.fortnight = 2
    roster.units = [Unit("london", 1, "scapa_flow"), Unit("tirpitz", 3, "narvik")]
    london, tirpitz = roster.units
    if not 0 < steps <= 2:
        for unit in (london, tirpitz):
            with pytest.raises(ValueError, match=r"15\.5\.1"):
                repairs.repair(BOX, roster, unit, steps)
        return
    assert repairs.repair(BOX, roster, tirpitz, steps) == 2 * steps
    assert repairs.repair(BOX, roster, london, steps, "clyde") == 0
    assert tirpitz.inoperative == 2 + 7 * steps
    assert [(one.unit.kind, one.unit.strength, one.unit.place, one.why, one.back) for one in roster.away] == [
        ("tirpitz", steps, "narvik", "repair", 2 + 7 * steps), ("london", 1 + steps, "clyde", "repair", 2 + 5 * steps),
    ]  # fmt: skip
    assert [(one.kind, one.strength) for one in roster.units] == [("tirpitz", 3)]


@rule("pq17", "15.5.1", "15.5.3b", "15.3.2")
def test_15_5_1_who_is_due_comes_back_once() -> None:
    roster = empty_roster()
    roster.fortnight, roster.early = 7, {"kent": 2, "dd_a_i": 1}
    roster.units = [Unit("tirpitz", 3, "narvik", inoperative=7)]
    roster.away = [
        Away(Unit("london", 3, "clyde"), "repair", 7), Away(Unit("norfolk", 3, "clyde"), "repair", 8),
        Away(Unit("kent", 2, "clyde"), "repair", 7), Away(Unit("dd_a_i", 1, "scapa_flow"), "ice_or_weather", 7),
        Away(Unit("tirpitz", 2, "narvik"), "repair", 7),
    ]  # fmt: skip
    repairs.return_units(BOX, roster)
    assert {one.kind: (one.strength, one.inoperative) for one in roster.units} == {
        "tirpitz": (5, 0), "london": (3, 0), "dd_a_i": (1, 0),
    }  # fmt: skip
    assert [one.unit.kind for one in roster.away] == ["norfolk"]
    roster.units, roster.away = [], [Away(Unit("tirpitz", 2, "narvik"), "repair", 7)]
    repairs.return_units(BOX, roster)
    assert roster.units == []


@rule("pq17", "15.5.1", "15.5.1a", "15.7.5")
@pytest.mark.parametrize(
    ("unit", "barred"),
    [
        (Unit("lutzow", 3, "german"), ""), (Unit("lutzow", 3, "kiel"), ""), (Unit("lutzow", 3, "kirkenes"), ""),
        (Unit("koln", 1, "german"), ""), (Unit("london", 2, "english_channel"), ""),
        (Unit("london", 2, "clyde"), "15.5.1"), (Unit("tirpitz", 4, "kiel"), "15.5.1a"),
        (Unit("tirpitz", 4, "german"), "15.5.1a"), (Unit("tirpitz", 4, "tromso"), ""),
        (Unit("tirpitz", 0, "trondheim", dead=True), "15.5"),
        (Unit("tirpitz", 4, "trondheim", crippled=True), "15.5"), (Unit("washington", 4, "scapa_flow"), "15.5"),
        (Unit("tirpitz", 1, "german"), "15.5.1a"), (Unit("tirpitz", 1, "trondheim"), ""),
        (Unit("lutzow", 1, "trondheim"), ""), (Unit("lutzow", 1, "german"), ""),
        (Unit("tirpitz", 1, "kiel"), "15.5.1a"), (Unit("lutzow", 1, "murmansk"), "15.5.1"),
    ],
)  # fmt: skip
def test_15_5_1_where_ships_are_repaired(unit: Unit, barred: str) -> None:
    """The German box holds ports (5.7.1), as the Channel is a home of British ships; Tirpitz is mended in Norway."""
    assert repairs.may_repair(BOX, unit) == barred


@rule("pq17", "15.5.1", "15.5")
@pytest.mark.parametrize(("steps", "back", "strength"), [(1, 5, 3), (2, 10, 4)])
def test_15_5_1_part_of_the_damage_may_be_repaired(steps: int, back: int, strength: int) -> None:
    there = roster("mar_1", Unit("lutzow", 2, "german"))
    assert repairs.repair(BOX, there, there.units[0], steps, "german") == 0
    (away,) = there.away
    assert (away.back, away.unit.strength, away.unit.place) == (back, strength, "german")


@rule("pq17", "15.5.1a")
def test_15_5_1a_tirpitz_is_mended_where_she_lies_for_a_point_and_not_twice_at_once() -> None:
    full = BOX.ships["tirpitz"].strength
    board = at_administration("mar_2", Unit("tirpitz", full - 2, "trondheim"))
    settle(board, {"administration@axis": "repair tirpitz steps=1"})
    assert points_booked(board) == 2
    assert lying_on(board, "tirpitz") == [(full - 2, "trondheim")]
    assert not sheet(board, "axis").docks
    board.roster.fortnight += 7
    settle(board)
    assert lying_on(board, "tirpitz") == [(full - 1, "trondheim")]


@rule("pq17", "15.5.1a")
def test_15_5_1a_tirpitz_is_mended_where_she_lies_and_that_costs_the_axis() -> None:
    there = roster("mar_1", Unit("tirpitz", 3, "trondheim"))
    assert repairs.repair(BOX, there, there.units[0], 1) == 2
    assert there.units[0].inoperative == 7
    there.fortnight = 7
    repairs.return_units(BOX, there)
    assert lies(there, "tirpitz") == [(4, "trondheim")]
    assert there.units[0].inoperative == 0
    with pytest.raises(ValueError, match=r"15\.5\.1"):
        repairs.repair(BOX, there, there.units[0], 2)


@rule("pq17", "15.5.1a", "15.5")
def test_15_5_1a_tirpitz_is_not_mended_once_she_is_sunk() -> None:
    there = roster("mar_1", Unit("tirpitz", 3, "trondheim"))
    repairs.repair(BOX, there, there.units[0], 1)
    there.units = []
    there.fortnight = there.away[0].back
    repairs.return_units(BOX, there)
    assert (there.units, there.away) == ([], [])


@rule("pq17", "15.5.1b", "7.9b")
def test_15_5_1b_a_destroyer_that_was_lightly_damaged_is_repaired_as_one_hit() -> None:
    there = folded(losses=(
        Loss("allied", "dd_a_i", 1, 9, "damaged", at="0615"), Loss("axis", "dd_36a", 2, 9, "damaged", at="0615"),
        Loss("allied", "dd_us", 1, 9, "damaged", at="0615"), Loss("allied", "london", 1, 9, "damaged", at="0615"),
    ))  # fmt: skip
    assert [(one.unit.kind, one.unit.strength, one.why, one.back, one.unit.place) for one in there.away] == [
        ("dd_a_i", 1, "repair", 5, "clyde"), ("dd_36a", 2, "repair", 5, "kiel"),
    ]  # fmt: skip


@rule("pq17", "15.5.2", "15.5.3b", "15.6.1", "15.6.2", "15.2.3")
def test_15_5_2_what_was_lost_comes_back_as_its_chapter_has_it() -> None:
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


@rule("pq17", "15.5.2", "15.6.2")
@pytest.mark.parametrize(
    ("kind", "how", "docked", "lost"),
    [
        ("ss_german", "damaged", 2, {}),
        ("ss_german", "sunk", 0, {}),
        ("ss_british", "sunk", 0, {"ss_british": 5}),
        ("ss_british", "damaged", 0, {"ss_british": 5}),
    ],
)
def test_15_5_2_submarines_that_were_lost(kind: str, how: Any, docked: int, lost: dict[str, int]) -> None:
    """German ones that were damaged are in dock, British ones are added to those that are replaced already."""
    there = roster_of(boats_lost={"ss_british": 3} if kind == "ss_british" else {})
    folding._boat_lost(there, Loss("axis", kind, 2, 9, how))
    assert (there.damaged_boats, there.boats_lost) == (docked, lost)


@rule("pq17", "15.5.2")
@pytest.mark.parametrize(
    ("key", "damaged", "back"), [("apr_1", 4, 2), ("apr_1", 3, 1), ("apr_2", 4, 0), ("apr_1", 0, 0)]
)
def test_15_5_2_a_third_of_the_damaged_boats_come_back_each_month(key: str, damaged: int, back: int) -> None:
    there = roster(key, damaged_boats=damaged)
    assert repairs.return_boats(BOX, there) == back
    assert there.damaged_boats == damaged - back
    assert lies(there, "ss_german") == ([(back, "bergen")] if back else [])


@rule("pq17", "15.5.2")
@pytest.mark.parametrize(("damaged", "back"), [(0, 0), (1, 1), (3, 1), (4, 2), (6, 2), (7, 3)])
def test_15_5_2_a_third_of_the_damaged_boats_comes_back_in_the_first_fortnight_of_a_month(
    damaged: int, back: int
) -> None:
    for place, one in enumerate(BOX.campaign.fortnights[:4]):
        roster = empty_roster()
        roster.fortnight, roster.damaged_boats = place, damaged
        expected = back if one.begins_a_month else 0
        assert repairs.return_boats(BOX, roster) == expected
        assert roster.damaged_boats == damaged - expected
        assert sum(one.strength for one in roster.units) == expected


@rule("pq17", "15.5.2")
@pytest.mark.parametrize(("key", "damaged", "back"), [("mar_1", 1, 1), ("mar_1", 7, 3), ("mar_2", 7, 0)])
def test_15_5_2_a_third_of_the_damaged_boats_rounded_up(key: str, damaged: int, back: int) -> None:
    assert repairs.return_boats(BOX, roster(key, damaged_boats=damaged)) == back


@rule("pq17", "15.5.2", position="PP208")
def test_15_5_2_a_third_of_the_damaged_submarines_each_month() -> None:
    there = roster("may_1", damaged_boats=4)
    found = []
    for key in ("may_1", "may_2", "jun_1", "jun_2", "jul_1"):
        there.fortnight = KEYS.index(key)
        found.append(repairs.return_boats(BOX, there))
    assert found == [2, 0, 1, 0, 1]


@rule("pq17", "15.5.3", "15.5.4")
def test_15_5_3_broken_down_ships_and_damaged_aircraft() -> None:
    there = roster(
        "apr_1", Unit("kenya", 4, "scapa_flow", inoperative=3), Unit("nigeria", 4, "scapa_flow", inoperative=2),
        Unit("ju_88", 2, "banak", damaged=1),
    )  # fmt: skip
    repairs.mend_breakdowns_and_aircraft(BOX, there)
    assert [(unit.kind, unit.inoperative, unit.damaged) for unit in there.units] == [
        ("kenya", 3, 0), ("nigeria", 0, 0), ("ju_88", 0, 0),
    ]  # fmt: skip


@rule("pq17", "15.5.3", "15.5.4")
def test_15_5_3_breakdowns_are_mended_in_their_fortnight_and_aircraft_at_once() -> None:
    roster = empty_roster()
    roster.fortnight = 5
    roster.units = [Unit("london", 3, "clyde", inoperative=5), Unit("kent", 2, "clyde", inoperative=6),
                    Unit("tirpitz", 3, "narvik", inoperative=5), Unit("ju_88", 2, "banak", damaged=1)]  # fmt: skip
    repairs.mend_breakdowns_and_aircraft(BOX, roster)
    assert [one.inoperative for one in roster.units] == [0, 6, 5, 0]
    assert not any(one.damaged for one in roster.units)


@rule("pq17", "15.5.3")
@pytest.mark.parametrize(("key", "sails"), [("mar_2", False), ("apr_1", False), ("apr_2", True)])
def test_15_5_3_a_warship_that_broke_down_in_march_i_sails_after_the_third_fortnight(key: str, sails: bool) -> None:
    one = force("t", "allied", "task_force", "0310", "london")
    one.counters[0].inoperative = True
    board = in_play("mar_1", one)
    fold_operation(board)
    board.roster.fortnight = KEYS.index(key)
    repairs.mend_breakdowns_and_aircraft(BOX, board.roster)
    assert (not board.roster.units[0].inoperative) is sails


@rule("pq17", "15.5.3", "15.2.2a")
def test_15_5_3_a_merchant_that_broke_down_is_unloaded_like_the_others() -> None:
    one = force("pq12", "allied", "convoy", "0817", "mv 4", port="murmansk")
    one.counters[0].inoperative = True
    board = in_play("mar_1", one)
    fold_operation(board)
    assert [(unit.kind, unit.inoperative) for unit in board.roster.units] == [("mv", 0)]


@rule("pq17", "15.5.3", "15.5.3b", position="PP209")
def test_15_5_3_ships_that_broke_down_or_were_hurt_by_ice_and_weather() -> None:
    board = after_operation("apr_1", Loss("allied", "wichita", 3, 9, "ice", at="0615"),
                            Loss("axis", "koln", 2, 9, "weather", at="0813"),
                            Loss("allied", "dd_project_7", 1, 9, "weather", at="0717"))  # fmt: skip
    broken = force("tf", "allied", "task_force", "0504", "norfolk", port="reykjavik")
    broken.counters[0].inoperative = True
    board.state.forces = [broken]
    fold_operation(board)
    there, fit = board.roster, {}
    for key in ("apr_1", "apr_2", "may_1", "may_2", "jun_1"):
        there.fortnight = KEYS.index(key)
        repairs.return_units(BOX, there)
        repairs.mend_breakdowns_and_aircraft(BOX, there)
        fit[key] = sorted(one.kind for one in there.units if not one.inoperative)
    assert fit == {"apr_1": [], "apr_2": ["koln", "wichita"], "may_1": ["koln", "wichita"],
                   "may_2": ["koln", "norfolk", "wichita"], "jun_1": ["koln", "norfolk", "wichita"]}  # fmt: skip
    assert (lies(there, "wichita"), lies(there, "koln")) == ([(3, "scapa_flow")], [(2, "narvik")])


@rule("pq17", "15.5.3a")
@pytest.mark.parametrize(("mishap", "how"), [(collision, "collided"), (grounding, "aground")])
def test_15_5_3a_in_a_campaign_such_ships_score_nothing(mishap: Any, how: str) -> None:
    board = event_phase("allied", force("c", "allied", "convoy", "0404", "mv 3"))
    board.state.roster = Roster()
    perform(board, mishap(board, "allied"))
    assert {one.how for one in board.state.losses} == {how}
    assert board.state.bookings == []


@rule("pq17", "15.5.3a")
def test_15_5_3a_half_of_those_that_ran_aground_are_lost_and_the_others_repaired() -> None:
    board = campaign()
    play(fortnight(board))
    ships = ("mv", "dd_a_i", "dd_us", "dd_a_i", "mv")
    board.state.losses = [Loss("allied", ship, 1, 9, "aground", at="0404") for ship in ships]
    board.state.losses += [Loss("axis", "dd_36a", 1, 9, "aground", at="0813")]
    board.state.losses += [Loss("allied", "dd_a_i", 1, 9, "collided", at="0404")]
    play(run_aground(board))  # the lots fall on the first three of five, and on the one
    assert [(one.unit.kind, one.unit.laden, one.unit.place, one.why, one.back) for one in board.roster.away] == [
        ("dd_a_i", False, "clyde", "repair", 5), ("mv", True, "reykjavik", "repair", 5),
    ]  # fmt: skip


@rule("pq17", "15.5.3a", position="PP210")
def test_15_5_3a_ships_that_ran_aground_or_collided() -> None:
    losses = [Loss("allied", "dd_a_i", 1, 9, "aground", at="0504") for _ in range(3)]
    losses += [Loss("allied", "dd_a_i", 1, 9, "collided", at="0504") for _ in range(2)]
    board = after_operation("may_1", *losses)
    play(run_aground(board))
    fold_operation(board)
    assert [(one.unit.kind, one.unit.strength, one.back) for one in board.roster.away] == [
        ("dd_a_i", 1, KEYS.index("jul_2"))
    ]
    assert board.roster.units == []


@rule("pq17", "15.5.3b", "15.2.3")
@pytest.mark.parametrize(("convoy", "place"), [("x", "reykjavik"), ("y", "loch_ewe"), ("", "reykjavik")])
def test_15_5_3b_merchants_that_weather_turned_back_lie_where_their_own_convoy_sailed(convoy: str, place: str) -> None:
    board = campaign_at("nov_1")
    two = [ListedConvoy(id=name, name=name, laden=True, destinations=(), ships=("mv 12",), port=port)
           for name, port in (("x", "reykjavik"), ("y", "loch_ewe"))]  # fmt: skip
    board.state.composed = structs.replace(board.operation, convoys=tuple(two))
    board.state.tallies = [Tally(name, laden=True, began=12, excepted=1) for name in ("x", "y")]
    folding._put_out(board, Loss("allied", "mv", 1, 9, "weather", open=False, at="0310", convoy=convoy))
    assert [(one.kind, one.place, one.laden) for one in board.roster.units] == [("mv", place, True)]
