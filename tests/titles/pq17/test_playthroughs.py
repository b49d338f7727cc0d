"""Every way an operation and a campaign can end, played and written down: answers, and what was told.

The files in `playthroughs/` are what the rules made of these scripts. `WRITE_PLAYTHROUGHS=1 pytest
tests/titles/pq17/test_playthroughs.py` writes them anew, for a maintainer to read and to commit. Chapter 2 has one
scale for all thirteen operations; each of them is also taken to its best and to its worst end.
"""

import os
import re
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from games.titles.pq17.components.options import Options
from games.titles.pq17.components.pieces import SIDES, Side
from games.titles.pq17.rules.forces.victory_points import (
    charge_abandoned_patrol,
    merchant_strength,
    record_ship_lost,
    record_steps_lost,
    score_convoy_arrival,
)
from games.titles.pq17.rules.operation.setup import new_game, set_up_allied, set_up_axis
from games.titles.pq17.state.board import Board
from games.titles.pq17.state.fuel import Fuel
from games.titles.pq17.state.state import AirUnit, Booking, Chit, Convoy, Force, Plan, Points, Tally
from tests.titles.pq17.arctic import arctic, force
from tests.titles.pq17.box import BOX
from tests.titles.pq17.campaigns import campaign
from tests.titles.pq17.playing import play
from tests.titles.pq17.story import Story

rule = pytest.mark.rule
FOLDER = Path(__file__).parent / "playthroughs"
COVER = ("cruisers", "allied", "task_force", "0408", "london", "dd_a_i 2")
RAIDER = ("raider", "axis", "task_force", "0613", "lutzow", "dd_36a 3")
FOUR_TURNS, LAST, EVER = 12, 30, 60
"""Turns: some day in the middle, day 15 PM, and the last of which anything is expected (README, 3.4)."""


def lying(name: str, side: Side, port: str, *ships: str, **fields: Any) -> Force:
    """A task force in port."""
    return force(name, side, "task_force", BOX.ports[port].hex, *ships, port=port, **fields)


def merchantmen(count: int, *, laden: bool = True, port: str = "", at: str = "1119", **fields: Any) -> Force:
    """A convoy to Arkhangelsk, or in ballast to Reykjavik, in port or at sea."""
    ends = ("arkhangelsk",) if laden else ("reykjavik",)
    voyage = Convoy(laden=laden, destinations=ends, destination=ends[0])
    where = BOX.ports[port].hex if port else at
    name = "pq17" if laden else "qp13"
    return force(name, "allied", "convoy", where, f"mv {count}", convoy=voyage, port=port, **fields)


def setting_out(convoy: Force, **fields: Any) -> Board:
    """A convoy of an operation in which nothing else has happened yet; the chits of both sides give nothing."""
    points: dict[Any, Points] = {command: Points(8) for command in ("home_fleet", "severny_flot", "gruppe_nord")}
    chits: dict[Side, Chit] = {"allied": Chit("w", "none"), "axis": Chit("w", "none")}
    laid: dict[str, Any] = {"turn": FOUR_TURNS, "command": points, "chits": chits}
    tally = Tally(convoy.id, convoy.convoy is not None and convoy.convoy.laden, merchant_strength(BOX, convoy))
    return arctic(convoy, tallies=[tally], **(laid | fields))


def came_in(count: int, *, laden: bool = True, lost: int = 0, **fields: Any) -> Board:
    """A convoy that has come in with so many merchants, after so many were sunk."""
    one = merchantmen(count + lost, laden=laden, port="arkhangelsk" if laden else "reykjavik")
    board = setting_out(one, **fields)
    board.state.tallies[0].began = count + lost
    if lost:
        one.counters[0].strength -= lost
        record_ship_lost(board, one, "mv", lost)
    score_convoy_arrival(board, one)
    return board


def evening(board: Board, *forces: Force) -> Story:
    """The last segments of a turn, after both player phases, with these forces besides."""
    for one in forces:
        board.place(one)
    return Story(board).goes_on()


def at_sea() -> tuple[Force, Force]:
    """A task force of each side, not in port."""
    return force(*COVER), force(*RAIDER)


def goes_home(board: Board, *forces: Force, says: str = "") -> Story:
    """A whole turn from the Allied phase on, with an order of the Allies."""
    for one in forces:
        board.place(one)
    story = Story(board, "allied_phase").goes_on()
    return story.says("allied", *([says] if says else [])).passes()


def holding(side: Side, chit: Chit, **fields: Any) -> Board:
    """The end of a quiet operation in which a side holds a chit: a convoy in ballast has come in."""
    board = came_in(3, laden=False, **fields)
    board.state.chits[side] = chit
    return board


def scored(halves: int) -> Story:
    """A convoy in ballast came in, its cover came home, and so many half points are on both sheets."""
    board = came_in(3, laden=False, bookings=[Booking(9, halves, "shot_down")] if halves else [])
    return evening(board, lying("cover", "allied", "scapa_flow", "london"), force(*RAIDER))


# ---------------------------------------------------------------- 2.0 the verdict


def a_whole_point_is_an_allied_victory() -> Story:
    """Two steps of German aircraft more than the Allies lost."""
    return scored(2)


def half_a_point_is_a_draw() -> Story:
    """One step of German aircraft."""
    return scored(1)


def no_point_is_a_draw() -> Story:
    """Nobody lost anything."""
    return scored(0)


def half_a_point_less_is_a_draw() -> Story:
    """One step of Allied aircraft."""
    return scored(-1)


def a_whole_point_less_is_an_axis_victory() -> Story:
    """Two steps of Allied aircraft."""
    return scored(-2)


# ---------------------------------------------------------------- 3.4 when an operation is over


def the_allied_task_forces_are_home() -> Story:
    """The convoy is in, the cover too: a raider, a lure and a pack at sea do not keep the operation going."""
    lure, pack = force("lure", "axis", "dummy", "0712"), force("pack", "axis", "wolfpack", "0612", "ss_german 2")
    return evening(came_in(4), lying("cover", "allied", "scapa_flow", "london"), force(*RAIDER), lure, pack)


def the_axis_task_forces_are_home() -> Story:
    """The convoy is in and all German ships are at Narvik; the cover is still at sea."""
    return evening(came_in(4), force(*COVER), lying("raider", "axis", "narvik", "lutzow"))


def a_side_without_task_forces_has_all_of_them_in_port() -> Story:
    """Nothing German but boats is left."""
    return evening(came_in(4), force(*COVER), force("pack", "axis", "wolfpack", "0612", "ss_german 2"))


def fifteen_days_are_over() -> Story:
    """Task forces of both sides are at sea on day 15 PM, and the convoy is in."""
    return evening(came_in(4, turn=LAST), *at_sea())


def no_ship_of_the_convoy_is_left() -> Story:
    """The merchants were sunk to the last; what escorted them is a task force now, and is home."""
    board = setting_out(merchantmen(4))
    convoy = board.force("pq17")
    convoy.counters[0].strength = 0
    record_ship_lost(board, convoy, "mv", 4)
    board.remove(convoy)
    return evening(board, lying("escort", "allied", "murmansk", "dd_a_i 3"), force(*RAIDER))


def the_convoy_comes_in_and_that_is_the_end() -> Story:
    """It enters Arkhangelsk, while all German ships lie in port and the cover is still at sea."""
    board = setting_out(merchantmen(4, plan=Plan(1, (), "arkhangelsk")))
    return goes_home(board, force(*COVER), lying("raider", "axis", "narvik", "lutzow"))


def the_cover_comes_home_and_that_is_the_end() -> Story:
    """The convoy has been in for days; the last Allied task force enters Scapa Flow, and a raider is at sea."""
    cover = force("cruisers", "allied", "task_force", "1206", "london", "dd_a_i 2")
    return goes_home(came_in(4), cover, force(*RAIDER), says="move cruisers enters=scapa_flow")


def a_part_of_the_convoy_comes_in_with_it() -> Story:
    """What a gale dispersed goes where its convoy goes, and counts with it: the operation ends when both are in."""
    part = merchantmen(1)
    part.id = "astray"
    assert part.convoy is not None
    part.convoy.part_of = "pq17"
    board = setting_out(merchantmen(3, plan=Plan(1, (), "arkhangelsk")))
    board.state.tallies[0].began = 4
    return goes_home(board, part, force(*COVER), lying("raider", "axis", "narvik", "lutzow"))


def a_convoy_is_late() -> Story:
    """On day 15 PM it is a hex from its port: day 16 is played as day 1, and ends it."""
    board = setting_out(merchantmen(4, plan=Plan(1, (), "arkhangelsk")), turn=LAST)
    return evening(board, *at_sea()).passes()


def a_convoy_never_comes_in() -> Story:
    """Still at sea when the track was run through twice: no merchant has arrived, and each costs half a point."""
    return evening(setting_out(merchantmen(12, laden=False, at="0410"), turn=EVER))


def a_convoy_never_sails() -> Story:
    """It lies in port with its plan, for the ice bars the way out: the same."""
    plan = Plan(1, ("0718",), "reykjavik")
    return evening(setting_out(merchantmen(12, laden=False, port="murmansk", plan=plan), turn=EVER))


def a_convoy_with_a_plan_keeps_the_operation_going() -> Story:
    """All others are home on day 6: what is still to sail is waited for."""
    plan = Plan(14, ("0717",), "reykjavik")
    return evening(setting_out(merchantmen(12, laden=False, port="murmansk", plan=plan)))


# ---------------------------------------------------------------- 2.1 convoys


def three_quarters_come_in() -> Story:
    """Nine of twelve, laden: nothing is due for the three that were sunk but their loss."""
    return evening(came_in(9, lost=3))


def one_merchant_too_few_comes_in() -> Story:
    """Eight of twelve: half a point for each of the four, and that costs the victory."""
    return evening(came_in(8, lost=4))


def what_the_ice_took_is_no_fault_of_anybody() -> Story:
    """In ballast, nine of fourteen, two of which were left in the ice: three quarters of twelve."""
    board = came_in(9, laden=False, lost=3)
    board.state.tallies[0].began, board.state.tallies[0].excepted = 14, 2
    return evening(board)


def a_sinking_tells_its_second_half_at_the_end() -> Story:
    """Two laden merchants were sunk, for a point in the open and one on the Allied sheet; two came in."""
    return evening(came_in(6, lost=2))


# ---------------------------------------------------------------- 2.2 to 2.4 what is reckoned at the end


def ships_at_sea_without_fuel() -> Story:
    """Day 15 PM: a battleship, a cruiser and three destroyers of the Allies, a German cruiser and two destroyers."""
    empty = Fuel(20, "critical")
    allied = force("fleet", "allied", "task_force", "0408", "anson", "london", "dd_a_i 3", fuel=empty)
    axis = force("raider", "axis", "task_force", "0613", "lutzow", "dd_36a 2", fuel=empty)
    return evening(came_in(1, turn=LAST), allied, axis)


def patrol_white_was_left() -> Story:
    """Both cruisers went without an excuse, which the Axis hears of at the end."""
    board = came_in(4)
    charge_abandoned_patrol(board, ("kent", "berwick"))
    return evening(board)


def command_points_cost_the_victory() -> Story:
    """Five of the Home Fleet and three of Severny Flot: four points."""
    board = came_in(4)
    spent = {"home_fleet": 10, "severny_flot": 6, "gruppe_nord": 0}
    board.state.command = {name: Points(0, count) for name, count in spent.items()}
    return evening(board)


def the_axis_pays_for_its_command_points() -> Story:
    """Gruppe Nord spent four, in an operation that was quiet otherwise."""
    board = came_in(3, laden=False)
    board.state.command["gruppe_nord"] = Points(0, 8)
    return evening(board)


def a_damaged_tirpitz_decides() -> Story:
    """One step of her costs as much as ten merchants, unless she was raided in port."""
    board = came_in(2, lost=4)
    german = lying("battle", "axis", "narvik", "tirpitz")
    board.place(german)
    record_steps_lost(board, german, "tirpitz", 1)
    record_steps_lost(board, german, "tirpitz", 1, "raided")
    return evening(board)


def a_damaged_carrier_decides() -> Story:
    """Five points for a step of Victorious, after four merchants came in."""
    board = came_in(4)
    fleet = lying("fleet", "allied", "scapa_flow", "victorious")
    board.place(fleet)
    record_steps_lost(board, fleet, "victorious", 1)
    return evening(board)


def who_is_sunk_is_not_damaged_besides() -> Story:
    """Scharnhorst lost a step and then all of herself: her value alone, which is enough."""
    board = came_in(2, lost=4)
    german = force("battle", "axis", "task_force", "0613", "scharnhorst")
    board.place(german)
    record_steps_lost(board, german, "scharnhorst", 1)
    record_ship_lost(board, german, "scharnhorst", 3)
    board.remove(german)
    return evening(board)


# ---------------------------------------------------------------- 12 special situations


def gearbox_is_done() -> Story:
    """A heavy and a light cruiser with two destroyers lie at Barentsburg."""
    ships = lying("relief", "allied", "barentsburg", "kent", "jamaica", "dd_a_i 2")
    return evening(holding("allied", Chit("g", "gearbox"), began={"kent": "reykjavik", "jamaica": "reykjavik"}), ships)


def gearbox_is_not_done() -> Story:
    """The same ships lie elsewhere: the same sum is taken off."""
    ships = lying("relief", "allied", "reykjavik", "kent", "jamaica", "dd_a_i 2")
    return evening(holding("allied", Chit("g", "gearbox"), began={"kent": "reykjavik", "jamaica": "reykjavik"}), ships)


def a_carrier_has_not_struck() -> Story:
    """Fleet air strike: Victorious, who lay in Scapa Flow at the set-up, has attacked nothing in Norway."""
    board = holding("allied", Chit("c", "fleet_air_strike"), began={"victorious": "scapa_flow"})
    return evening(board, lying("fleet", "allied", "scapa_flow", "victorious"))


def a_carrier_has_struck() -> Story:
    """The same, and she has."""
    board = holding("allied", Chit("c", "fleet_air_strike"), began={"victorious": "scapa_flow"}, struck=["victorious"])
    return evening(board, lying("fleet", "allied", "scapa_flow", "victorious"))


def the_axis_convoy_is_not_in_kirkenes() -> Story:
    """By the end of day 11 PM it is still at Tromso: points at once, and the chit is shown."""
    convoy = force("axis_convoy", "axis", "convoy", "0814", "mv_german 2", "es_german 1", port="tromso",
                   convoy=Convoy(destinations=("kirkenes",)))  # fmt: skip
    return evening(holding("axis", Chit("a", "axis_convoy"), turn=22), convoy)


def the_axis_convoy_lies_in_kirkenes() -> Story:
    """Two merchants are there in the confirmation phase."""
    convoy = force("axis_convoy", "axis", "convoy", BOX.ports["kirkenes"].hex, "mv_german 2", "es_german 1",
                   port="kirkenes", convoy=Convoy(destinations=("kirkenes",)))  # fmt: skip
    return evening(holding("axis", Chit("a", "axis_convoy")), convoy)


def an_axis_convoy_at_sea_keeps_the_operation_going() -> Story:
    """All others are home; it is off Altenfjord."""
    convoy = force("axis_convoy", "axis", "convoy", "0815", "mv_german 2", "es_german 1",
                   convoy=Convoy(destinations=("kirkenes",), destination="kirkenes"))  # fmt: skip
    return evening(holding("axis", Chit("a", "axis_convoy")), convoy)


def mines_are_laid() -> Story:
    """Hipper, Lutzow and three destroyers were where they had written."""
    layer = force("raider", "axis", "task_force", "0421", "admiral_hipper", "lutzow", "dd_36a 3", moved=2)
    chit = Chit("f", "minelaying", target="0421", forces=["raider"])
    return evening(holding("axis", chit), layer, lying("cover", "allied", "scapa_flow", "london"))


def sizilien() -> Story:
    """Two battleships and a cruiser lay off Barentsburg for a turn of day, and nobody attacked them."""
    visitor = force("raider", "axis", "task_force", "0214", "tirpitz", "scharnhorst", "admiral_hipper")
    return evening(holding("axis", Chit("u", "sizilien")), visitor, lying("cover", "allied", "scapa_flow", "london"))


def wunderland() -> Story:
    """Scheer is in the Kara Sea; the convoy that she found there keeps no operation going, and is no loss."""
    board = holding("axis", Chit("s", "wunderland", forces=["scheer"]), scenario="pq18", light="sep_1")
    scheer = force("scheer", "axis", "task_force", "kara_sea", "admiral_scheer")
    convoy = force("kara_convoy", "allied", "convoy", "kara_sea", "mv 4", "es_soviet 1", convoy=Convoy(laden=True))
    return evening(board, scheer, convoy, lying("cover", "allied", "scapa_flow", "london"))


def archery() -> Story:
    """Landing ships are in their hex on their turn."""
    board = holding("allied", Chit("m", "archery", target="1010", turn=FOUR_TURNS, forces=["fleet"]),
                    scenario="pq6", light="dec_1")  # fmt: skip
    fleet = force("fleet", "allied", "task_force", "1010", "jamaica", "landing_ship_one", moved=2)
    return evening(board, fleet, lying("raider", "axis", "narvik", "lutzow"))


def title() -> Story:
    """Chariots hit Tirpitz three times at Trondheim, for no point."""
    board = holding("allied", Chit("o", "title", target="1111", turn=FOUR_TURNS), scenario="pq18", light="sep_1")
    board.place(lying("battle", "axis", "trondheim", "tirpitz"))
    return Story(board).goes_on(dice=[(3,)])


def a_raider_breaks_out() -> Story:
    """Scheer leaves by the west edge, nine turns before her warning; nothing German is left, and that is the end."""
    edge = next(one.id for one in BOX.hexes.values() if one.door == "atlantic" and not one.zone)
    board = holding("axis", Chit("e", "break_out"))
    board.place(force("raider", "axis", "task_force", edge, "admiral_scheer", fuel=Fuel(29)))
    board.place(force(*COVER))
    story = Story(board, "axis_phase").goes_on()
    return story.says("axis", "move raider way=atlantic").passes()


def murmansk_is_raided_at_the_end() -> Story:
    """12.7 The convoy has come in, and is bombed in port in the confirmation phase: what is hit there counts."""
    board = came_in(3, laden=False)
    board.state.chits["axis"] = Chit("g", "port_raid")
    board.place(force("late", "allied", "convoy", "0817", "mv 3", port="murmansk", convoy=Convoy(laden=True)))
    board.bring_aircraft(AirUnit("ju_88", 4, id="kg30", base="banak"))
    story = evening(board)
    story.says("axis", "raid murmansk units=kg30 light=day", dice=[*[(4,)] * 4, (9, 9, 4, 4)])
    return story.passes()


def training_is_not_over() -> Story:
    """4.3.4 Tirpitz is out for training as the operation ends: her points are owed, which makes two, or a whole one."""
    board = came_in(3, laden=False)
    board.state.command["gruppe_nord"] = Points(6, 2)
    raider = force("battle", "axis", "task_force", "0613", "tirpitz", home="narvik")
    return evening(board, lying("cover", "allied", "scapa_flow", "london"), raider)


# ---------------------------------------------------------------- 15.9 the campaign


def last_fortnight(scenario: str, points: int, *, fortnight: int | None = None) -> Story:
    """A fortnight of a campaign, the last if no other is named, with so many half points, in which both pass."""
    board = campaign(scenario)
    board.roster.fortnight = 2 * board.roster.months - 1 if fortnight is None else fortnight
    board.roster.boxes = {}
    board.state.bookings = [Booking(1, points, "arrived")]
    story = Story(board, "fortnight").goes_on()
    return story.says("allied", "choose 0").says("axis", "choose 0")


def thirty_points_win_a_campaign_of_a_month() -> Story:
    """Not half a point more than needed; in the last fortnight nobody did anything."""
    return last_fortnight("campaign_march", 60).passes()


def half_a_point_less_loses_a_campaign_of_a_month() -> Story:
    """There is no draw in a campaign."""
    return last_fortnight("campaign_march", 59).passes()


def a_hundred_and_twenty_points_win_a_campaign_to_june() -> Story:
    """The worked example of the rule."""
    return last_fortnight("campaign_june", 240).passes()


def half_a_point_less_loses_a_campaign_to_june() -> Story:
    """Four months, and 119½ points."""
    return last_fortnight("campaign_june", 239).passes()


def three_hundred_points_win_the_whole_campaign() -> Story:
    """March to December."""
    return last_fortnight("campaign", 600).passes()


def half_a_point_less_loses_the_whole_campaign() -> Story:
    """Ten months, and 299½ points."""
    return last_fortnight("campaign", 599).passes()


def a_fortnight_that_is_not_the_last_ends_nothing() -> Story:
    """Points enough, but a second fortnight of the month is to come: bids are asked for again."""
    story = last_fortnight("campaign_march", 60, fortnight=0).says("allied")
    for _ in SIDES:
        story.says("allied").says("axis")
    return story


# ---------------------------------------------------------------- each of the operations


def set_up(key: str, **fields: Any) -> Board:
    """An operation that is set up as it is done without orders."""
    board = Board(new_game(BOX, key, Options()), BOX)
    for step in (set_up_axis, set_up_allied):
        play(step(board))
    for name, value in fields.items():
        setattr(board.state, name, value)
    return board


def all_come_in(key: str) -> Story:
    """All merchants of an operation come into their first port on the turn on which play starts: its best end."""
    board = set_up(key, turn=BOX.operations[key].first_turn.number)
    for one in [one for one in board.forces_of("allied") if one.convoy is not None]:
        assert one.convoy is not None
        port = one.convoy.destinations[0]
        board.set_down(one, BOX.ports[port].hex, port)
        score_convoy_arrival(board, one)
    return Story(board).goes_on()


def none_comes_in(key: str) -> Story:
    """No convoy of an operation has gone anywhere when nothing is waited for any more: its worst end without a loss."""
    return Story(set_up(key, turn=EVER)).goes_on()


SCRIPTS: dict[str, Callable[[], Story]] = {
    name: value
    for name, value in list(globals().items())
    if callable(value) and getattr(value, "__annotations__", {}) == {"return": Story}
}
for operation in BOX.operations:
    SCRIPTS[f"{operation}_all_come_in"] = partial(all_come_in, operation)
    SCRIPTS[f"{operation}_none_comes_in"] = partial(none_comes_in, operation)


def written(name: str) -> str:
    """The whole playthrough as text."""
    script = SCRIPTS[name]
    story, doc = script(), script.func.__doc__ if isinstance(script, partial) else script.__doc__
    end = [f"open: {question.seat} {question.kind}" for question in story.asked]
    end += [f"the game is over: {story.state.verdict}, {story.score / 2:+g} points"] if story.over else []
    return "\n".join([f"# {name.replace('_', ' ').capitalize()}", f"# {doc}", "", *story.lines, "", *end]) + "\n"


@rule("pq17", "2.0a", "3.4", "15.9")
@pytest.mark.parametrize("name", SCRIPTS)
def test_the_game_goes_as_it_is_written_down(name: str) -> None:
    file, text = FOLDER / f"{name}.txt", written(name)
    if os.environ.get("WRITE_PLAYTHROUGHS"):
        file.write_text(text, encoding="utf-8")
    assert text == file.read_text(encoding="utf-8")


def test_no_playthrough_is_left_over() -> None:
    assert {file.stem for file in FOLDER.iterdir()} == {*SCRIPTS}


def test_every_verdict_and_every_reason_for_points_is_among_them() -> None:
    texts = {file.stem: file.read_text(encoding="utf-8") for file in FOLDER.iterdir()}
    ends = {text.rsplit("the game is over: ", 1)[1].split(",")[0] for text in texts.values() if "is over: " in text}
    assert ends == {"allied", "axis", "draw"}
    told = {why for text in texts.values() for why in re.findall(r"(?:scored|sheet_opened) .*why=(\w+)", text)}
    assert told >= {
        "arrived", "laden", "unarrived", "sunk", "damaged", "critical_fuel", "command", "patrol_white", "gearbox",
        "fleet_air_strike", "axis_convoy", "minelaying", "sizilien", "wunderland", "archery", "break_out",
    }  # fmt: skip


@rule("pq17", "2.1.1", "2.1.2")
@pytest.mark.parametrize("key", BOX.operations)
def test_the_best_and_the_worst_end_of_an_operation_follow_from_its_merchants(key: str) -> None:
    convoys = BOX.operations[key].convoys
    count = {
        one.id: sum(entry.strength for entry in one.entries if BOX.ships[entry.kind].type == "mx") for one in convoys
    }
    assert all_come_in(key).score == 2 * sum(count[one.id] for one in convoys if one.laden)
    assert none_comes_in(key).score == -sum(count.values())
