"""15.6: replacements of merchants, submarines and aircraft."""

from typing import Any

import pytest
from msgspec import structs

from games.titles.pq17.orders.doctrine import Instructions
from games.titles.pq17.rules.campaign import replacements
from games.titles.pq17.rules.campaign.command import begin_fortnight
from games.titles.pq17.rules.campaign.folding import _fold_aircraft, fold_operation
from games.titles.pq17.rules.campaign.fortnight import fortnight
from games.titles.pq17.rules.campaign.replacements import replace_auxiliaries, replace_boats, soviet_steps
from games.titles.pq17.rules.campaign.sheets import administration as sheet
from games.titles.pq17.state import steps
from games.titles.pq17.state.events.administration import OrderOfBattleDone, ShipsChanged
from games.titles.pq17.state.roster import Away, Unit
from games.titles.pq17.state.state import AirUnit, Loss, Tally
from tests.titles.pq17.box import BOX
from tests.titles.pq17.campaigns import campaign
from tests.titles.pq17.ch15_campaign.administration import at_administration, lying_on, refused, settle
from tests.titles.pq17.ch15_campaign.orders_of_battle import roster_of
from tests.titles.pq17.procedures import events_for, perform
from tests.titles.pq17.rosters import KEYS, roster

rule = pytest.mark.rule


def _printed(board: Any) -> list[AirUnit]:
    """All printed fighters of the operation, whole."""
    found = []
    for field in BOX.airfields.values():
        printed = BOX.interceptors_at(field.id, board.operation.month)
        for place in range(printed.counters if printed is not None else 0):
            assert printed is not None
            strength = BOX.aircraft[printed.aircraft].strength
            found.append(
                AirUnit(printed.aircraft, strength, id=f"{field.id}_{place + 1}", base=field.id, interceptor=True)
            )
    return found


def test_no_more_strength_is_taken_than_there_is() -> None:
    unit = Unit("dd_us", 2, "reykjavik")
    there = roster("aug_2", unit)
    for strength in (0, 3, -1):
        with pytest.raises(ValueError, match="no strength"):
            there.take(unit, strength)
    assert there.take(unit, 2).strength == 2
    assert there.units == []


@rule("pq17", "15.6")
def test_15_6_both_are_asked_at_one_stop_and_hear_nothing_of_each_other() -> None:
    board = at_administration("mar_2", Unit("suffolk", 1, "scapa_flow"))
    run = settle(board, {"administration@allied": "repair suffolk steps=1"})
    assert [(one.seat, one.kind, one.form.is_forced()) for one in run.asked] == [
        ("allied", "administration", False), ("axis", "administration", False),
    ]  # fmt: skip
    assert run.following == "next_fortnight"
    (allied,) = [one for one in events_for(board, "allied") if isinstance(one, ShipsChanged)]
    assert "suffolk 1 scapa_flow" in allied.went
    assert allied.docked == ("suffolk jun_1",)
    assert [one.side for one in events_for(board, "axis") if isinstance(one, ShipsChanged)] == ["axis"]
    assert not [one for one in events_for(board, "public") if not isinstance(one, OrderOfBattleDone)]


@rule("pq17", "15.6")
def test_15_6_who_is_in_dock_or_due_comes_before_what_arrives_is_counted() -> None:
    """A ship that comes back in this phase does not leave in it; one that leaves cannot be repaired."""
    due = Away(Unit("renown", 5, "clyde"), "repair", KEYS.index("may_1"))
    board = at_administration("may_1", away=[due])
    settle(board)
    assert lying_on(board, "renown") == [(5, "clyde")]
    gone = at_administration("may_1", Unit("renown", 1, "scapa_flow"))
    settle(gone, {"administration@allied": "repair renown steps=1"})
    assert [(one.unit.kind, one.why, one.back) for one in gone.roster.away] == [("renown", "leave", -1)]


@rule("pq17", "15.6.1")
def test_15_6_1_lost_oilers_come_back_where_their_owner_says_in_the_second_fortnight() -> None:
    for key, found in (("apr_1", []), ("apr_2", [(1, "loch_ewe")])):
        board = at_administration(key, sunk=["aldersdale"])
        settle(board, {"administration@allied": "instruct oilers does=loch_ewe"})
        assert [(1, place) for _, place in lying_on(board, "aldersdale")] == found


@rule("pq17", "15.6.1")
@pytest.mark.parametrize(("key", "ships"), [("apr_1", []), ("apr_2", ["mc", "gray_ranger"])])
def test_15_6_1_cam_ships_and_oilers_come_back_in_the_second_fortnight(key: str, ships: list[str]) -> None:
    there = roster(key)
    replacements.replace_auxiliaries(BOX, there, ["mc", "gray_ranger", "alynbank", "mv"])
    assert [unit.kind for unit in there.units] == ships
    assert [unit.strength for unit in there.units if unit.kind == "mc"] == [1 for ship in ships if ship == "mc"]


@rule("pq17", "15.6.1", "15.6.2", "15.6.4")
def test_15_6_1_what_is_replaced_where_and_how_much() -> None:
    roster = campaign().roster
    roster.units, second = [], next(
        place for place, one in enumerate(BOX.campaign.fortnights) if not one.begins_a_month
    )  # fmt: skip
    roster.fortnight = second - 1
    replace_auxiliaries(BOX, roster, ["mc", "aldersdale"])
    assert roster.units == [], "in the second fortnight of a month alone"
    roster.fortnight = second
    replace_auxiliaries(BOX, roster, ["mc", "mc", "aldersdale", "palomares", "mv"], "loch_ewe")
    assert sorted((one.kind, one.strength, one.place, one.laden) for one in roster.units) == [
        ("aldersdale", 2, "loch_ewe", False), ("mc", 2, "loch_ewe", True),
    ]  # fmt: skip
    roster.units = []
    replace_boats(BOX, roster, {"ss_british": 2, "ss_german": 3, "ss_soviet": 0})
    assert [(one.kind, one.strength, one.place) for one in roster.units] == [("ss_british", 2, "lerwick")]
    assert [soviet_steps(BOX, count) for count in (0, 1, 3, 4, 6, 7)] == [0, 1, 1, 2, 2, 3]


@rule("pq17", "15.6.1")
@pytest.mark.parametrize(("key", "back"), [("apr_1", 0), ("apr_2", 3)])
@pytest.mark.parametrize("port", ["reykjavik", "scapa_flow", "loch_ewe"])
def test_15_6_1_cam_ships_and_oilers_of_the_month_come_in_its_second_fortnight(key: str, back: int, port: str) -> None:
    there = roster(key)
    replacements.replace_auxiliaries(BOX, there, ["mc", "aldersdale", "mo", "palomares", "mv"], port)
    assert len(there.units) == back
    assert {one.place for one in there.units} <= {port}


@rule("pq17", "15.6.1", "1.4.2")
@pytest.mark.parametrize(
    ("kind", "how", "noted"),
    [
        ("mo", "sunk", ["mo", "mo"]), ("mc", "sunk", ["mc", "mc"]), ("mv", "sunk", []), ("palomares", "sunk", []),
        ("gray_ranger", "sunk", ["gray_ranger"]), ("mo", "weather", []),
    ],
)  # fmt: skip
def test_15_6_1_tankers_are_oilers_too(kind: str, how: Any, noted: list[str]) -> None:
    board = campaign()
    perform(board, fortnight(board))
    board.state.command = begin_fortnight(BOX, board.roster)
    board.state.losses = [Loss("allied", kind, 2, 9, how, at="0615")]
    board.state.tallies = [Tally("pq12", laden=True, began=15, excepted=2)]
    fold_operation(board)
    assert board.roster.sunk == noted


@rule("pq17", "15.6.1", "1.4.2")
@pytest.mark.parametrize(("key", "come"), [("apr_1", []), ("apr_2", [("mo", 2, True), ("mc", 1, True)])])
def test_15_6_1_they_come_laden_in_the_second_fortnight(key: str, come: list[Any]) -> None:
    there = roster(key)
    replacements.replace_auxiliaries(BOX, there, ["mo", "mc", "mo"], "loch_ewe")
    assert [(unit.kind, unit.strength, unit.laden) for unit in there.units if unit.place == "loch_ewe"] == come


@rule("pq17", "15.6.2")
def test_15_6_2_german_submarines_come_to_bergen_or_trondheim() -> None:
    board = at_administration("mar_2", boats_lost={"ss_british": 2})
    settle(board, {"administration@axis": "instruct boats_at does=trondheim"})
    assert lying_on(board, "ss_german") == [(2, "trondheim")]
    assert lying_on(board, "ss_british") == [(2, "lerwick")]


@rule("pq17", "15.6.2")
def test_15_6_2_allied_submarines_are_replaced_at_once_german_ones_never_so() -> None:
    there = roster("apr_1")
    replacements.replace_boats(BOX, there, {"ss_british": 2, "ss_soviet": 1, "ss_german": 3})
    assert [(unit.kind, unit.strength, unit.place) for unit in there.units] == [
        ("ss_british", 2, "lerwick"), ("ss_soviet", 1, "murmansk"),
    ]  # fmt: skip


@rule("pq17", "15.6.3")
def test_15_6_3_no_more_steps_than_the_schedule_has_and_the_rest_is_lost() -> None:
    board = at_administration("mar_2", Unit("ju_88", 1, "banak"), Unit("bf_109", 1, "sola"))
    board.roster.away.append(Away(Unit("he_115", 1, "tromso"), "lost"))
    assert sheet(board, "axis").steps == 2
    three = "reinforce ju_88 base=banak\nreinforce bf_109 base=sola\nreinforce he_115 base=tromso"
    assert refused(board, "axis", three) == [("/2/steps", "steps", "15.6.3")]
    settle(board, {"administration@axis": "reinforce he_115 base=tromso"})
    assert (lying_on(board, "he_115"), lying_on(board, "ju_88")) == ([(1, "tromso")], [(1, "banak")])


@rule("pq17", "15.6.3")
@pytest.mark.parametrize(("word", "whole"), [("bombers", "ju_88"), ("fighters", "bf_109")])
def test_15_6_3_steps_go_first_where_the_standing_instruction_has_them(word: Any, whole: str) -> None:
    board = at_administration("nov_1", Unit("ju_88", 1, "banak"), Unit("bf_109", 1, "sola"))
    board.state.instructions["axis"] = Instructions(replaces=word)
    assert sheet(board, "axis").steps == 1
    settle(board)
    assert [kind for kind in ("ju_88", "bf_109") if lying_on(board, kind)[0][0] == 2] == [whole]


@rule("pq17", "15.6.3")
@pytest.mark.parametrize(
    ("strengths", "lost", "after", "done"),
    [
        ([2], 0, [2], False),
        ([1], 0, [2], True),
        ([3], 0, [4], True),
        ([2, 1], 0, [2, 2], True),
        ([2], 1, [2, 1], True),
        ([1], 1, [2], True),
        ([], 1, [1], True),
        ([], 0, [], False),
    ],
)
def test_15_6_3_a_step_turns_up_a_counter_or_brings_a_unit_back(
    strengths: list[int], lost: int, after: list[int], done: bool
) -> None:
    other = [Unit("ju_88", 1, "bardufoss"), Unit("he_111", 1, "banak")]
    away = [Away(Unit("ju_88", 1, "banak"), "lost")] * lost
    away += [Away(Unit("ju_88", 1, "bardufoss"), "lost"), Away(Unit("ju_88", 1, "banak"), "leave")]
    there = roster("jul_1", *(Unit("ju_88", one, "banak") for one in strengths), *other, away=list(away))
    assert steps.add_step(BOX, there, "ju_88", "banak") is done
    assert [one.strength for one in there.units if (one.kind, one.place) == ("ju_88", "banak")] == after
    assert [one.strength for one in other] == [1, 1]
    if done:
        assert steps.take_step(BOX, there, "ju_88", "banak")
        left = [one.strength for one in there.units if (one.kind, one.place) == ("ju_88", "banak")]
        assert sum(left) == sum(strengths)


@rule("pq17", "15.6.3")
@pytest.mark.parametrize(
    ("strengths", "after", "lost"), [([2], [1], 0), ([4], [3], 0), ([1], [], 1), ([3, 1], [3], 1), ([], [], 0)]
)
def test_15_6_3_a_step_that_is_taken_back(strengths: list[int], after: list[int], lost: int) -> None:
    there = roster("jul_1", *(Unit("ju_88", one, "banak") for one in strengths), Unit("ju_88", 2, "bardufoss"))
    assert steps.take_step(BOX, there, "ju_88", "banak") is bool(strengths)
    assert [one.strength for one in there.units if one.place == "banak"] == after
    assert [(one.unit.kind, one.unit.place, one.unit.strength, one.why) for one in there.away] == [
        ("ju_88", "banak", 1, "lost")
    ] * lost


@rule("pq17", "15.6.3", "15.6.4")
def test_15_6_3_what_each_side_may_replace() -> None:
    there = roster(
        "jul_1", Unit("ju_88", 3, "banak"), Unit("ju_88", 1, "banak"), Unit("he_111", 2, "banak"),
        Unit("p_40", 1, "vaenga"), Unit("catalina", 1, "lerwick"), Unit("dd_a_i", 1, "clyde"),
        away=[Away(Unit("ju_87", 1, "banak"), "lost"), Away(Unit("ju_87", 1, "banak"), "leave"),
              Away(Unit("p_400", 1, "vaenga"), "lost"), Away(Unit("hampden", 1, "vaenga"), "lost")],
    )  # fmt: skip
    lacks = {unit: -1 % BOX.aircraft[unit].strength for unit in ("p_40",)}
    assert list(steps.lacking(BOX, there, "axis")) == [("ju_88", "banak", 2), ("ju_87", "banak", 1)]
    assert list(steps.lacking(BOX, there, "allied")) == [
        *([("p_40", "vaenga", lacks["p_40"])] if lacks["p_40"] else []), ("p_400", "vaenga", 1)
    ]  # fmt: skip


@rule("pq17", "15.6.3", "15.5.4")
def test_15_6_3_after_an_operation_what_flew_is_whole_and_what_is_gone_may_be_replaced() -> None:
    board = campaign()
    roster = board.roster
    bare = BOX.campaign.bare(BOX.campaign.fortnights[0], {})
    board.state.composed = structs.replace(bare, air={"banak": ("ju_88 2", "ju_88 1"), "bardufoss": ("he_111 2",),
                                                      "tromso": ("bv_138 1",)})  # fmt: skip
    roster.units, roster.away, roster.noted = [], [], []
    fields = {unit.id: unit for unit in _printed(board)}
    lacking = next(iter(fields))
    fields[lacking].strength -= 1
    board.state.air = [
        AirUnit("ju_88", 2, id="a", base="banak", damaged=1), AirUnit("ju_88", 0, id="b", base="banak"),
        AirUnit("bv_138", 1, id="c", base="tromso"), AirUnit("albacore", 2, id="d", base="victorious"),
        *fields.values(),
    ]  # fmt: skip
    _fold_aircraft(board)
    assert sorted((one.kind, one.strength, one.place) for one in roster.units) == [
        ("bv_138", 1, "tromso"), ("ju_88", 2, "banak"),
    ]  # fmt: skip
    assert [(one.unit.kind, one.unit.strength, one.unit.place, one.why) for one in roster.away] == [
        ("he_111", 1, "bardufoss", "lost")
    ]
    assert roster.interceptors == {lacking: 1}


@rule("pq17", "15.6.3")
def test_15_6_3_a_destroyed_unit_comes_back_with_one_step_and_what_is_left_over_is_lost() -> None:
    there = roster("may_1", Unit("bf_109", 1, "banak"), away=[Away(Unit("ju_88", 1, "banak"), "lost")])
    assert replacements.add_replacement_steps(BOX, there, "bf_109", "banak", 3) == 2
    assert replacements.add_replacement_steps(BOX, there, "ju_88", "banak", 1) == 0
    assert sorted((one.kind, one.strength) for one in there.units) == [("bf_109", 2), ("ju_88", 1)]


@rule("pq17", "15.6.4")
@pytest.mark.parametrize(("arrived", "steps"), [(0, 0), (1, 1), (3, 1), (4, 2)])
def test_15_6_4_convoys_bring_soviet_fighters(arrived: int, steps: int) -> None:
    board = at_administration(
        "mar_2", Unit("hurricane_soviet", 1, "vaenga"), Unit("hudson", 1, "wick"), arrived=arrived
    )
    form = sheet(board, "allied")
    assert form.steps == steps
    assert [one[0] for one in form.room] == ["hurricane_soviet"]


@rule("pq17", "15.6.4")
@pytest.mark.parametrize(
    ("arrived", "steps"),
    [
        (0, 0), (1, 1), (3, 1), (4, 2), (30, 10), (15, 5),
    ],
)  # fmt: skip
def test_15_6_4_a_step_for_every_three_merchants_that_arrived(arrived: int, steps: int) -> None:
    assert replacements.soviet_steps(BOX, arrived) == steps


@rule("pq17", "15.6.5")
def test_15_6_5_an_upgrade_puts_a_whole_unit_in_the_place_of_the_old_one() -> None:
    board = at_administration("mar_2", Unit("hurricane_soviet", 3, "vaenga"), arrived=1)
    settle(board, {"administration@allied": "upgrade hurricane_soviet base=vaenga becomes=p_40"})
    assert (lying_on(board, "hurricane_soviet"), lying_on(board, "p_40")) == ([(2, "vaenga")], [(2, "vaenga")])


@rule("pq17", "15.6.5")
@pytest.mark.parametrize(("strength", "left"), [(4, [2]), (3, [2]), (2, []), (1, [])])
def test_15_6_5_one_counter_of_an_old_type_gives_way_to_a_whole_one_of_the_new(strength: int, left: list[int]) -> None:
    full = BOX.aircraft["ju_88"].strength
    assert full == 2
    there = roster_of("jul_1", Unit("ju_88", strength, "banak"), Unit("ju_88", 2, "bardufoss"))
    replacements.upgrade_at(BOX, there, "ju_88", "banak", "he_111")
    assert [one.strength for one in there.units if (one.kind, one.place) == ("ju_88", "banak")] == left
    new = [(one.kind, one.strength, one.place) for one in there.units if one.kind == "he_111"]
    assert new == [("he_111", BOX.aircraft["he_111"].strength, "banak")]
    before = list(there.units)
    replacements.upgrade_at(BOX, there, "ju_88", "kirkenes_field", "he_111")
    assert there.units == before, "there is none to give way"
