"""Chapter 13: the random event of each player phase, by PP186 to PP188."""

from typing import Any

import pytest

from games.titles.pq17.components.pieces import Side
from games.titles.pq17.rules.forces.situations import is_unrestricted, is_warned
from games.titles.pq17.rules.movement.orders import is_free
from games.titles.pq17.rules.movement.speed import speed_of_force
from games.titles.pq17.rules.operation.victory import score
from games.titles.pq17.rules.special.encounter import chance_encounter
from games.titles.pq17.rules.special.events import EFFECTS, raid_targets
from games.titles.pq17.rules.special.mines import is_mined, minefield
from games.titles.pq17.rules.special.mishaps import breakdown, collision, grounding, weather_damage
from games.titles.pq17.state.board import Board
from games.titles.pq17.state.events.special import (
    ChanceEncounter,
    LocalWeather,
    MinesStruck,
    Mishap,
    OrderLasts,
    Raided,
    RandomEvent,
    Reinforced,
)
from games.titles.pq17.state.roster import Roster
from games.titles.pq17.state.state import AirUnit, Kind, Phase, Plan, Sky
from games.titles.pq17.visibility.view import view
from tests.titles.pq17.arctic import arctic, force
from tests.titles.pq17.box import BOX
from tests.titles.pq17.ch13_events.happenings import event_phase, happens
from tests.titles.pq17.procedures import events_for, perform
from tests.titles.pq17.trial import left

rule = pytest.mark.rule


@rule("pq17", "13.0")
@pytest.mark.parametrize(
    ("side", "total", "what"),
    [("allied", 0, "collision"), ("allied", 18, "local_weather_kola"), ("axis", 18, "fuhrer_directive"),
     ("axis", 6, "none")],
)  # fmt: skip
def test_the_active_player_rolls_on_his_column_and_both_see_it(side: Side, total: int, what: str) -> None:
    board = event_phase(side)
    happens(board, total)
    dice = (min(total, 9), total - min(total, 9))
    assert events_for(board, "public")[0] == RandomEvent(side, dice, what)
    assert [view(board, seat).phase for seat in ("allied", "axis", "public")] == [Phase(side, event=what)] * 3


def test_every_event_of_the_table_does_something() -> None:
    known = {*BOX.charts.events.allied, *BOX.charts.events.axis} - {"none", "elusive_target"}
    assert known == set(EFFECTS)


@rule("pq17", "13.0a", "2.0b")
def test_two_ships_of_one_force_collide() -> None:
    ships = force("c", "allied", "convoy", "0410", "mv 3", "norfolk", "dd_a_i 1")
    board = event_phase("allied", ships, force("d", "allied", "dummy", "0410"))
    perform(board, collision(board, "allied"), draws=[(0,), (3,)])
    assert left(ships.counters) == ["mv 2", "norfolk 3"]
    assert events_for(board, "allied")[-1] == Mishap("allied", "collision", "c", ("dd_a_i", "mv"))
    assert (events_for(board, "axis"), events_for(board, "public"), score(board.state)) == ([], [], 0)
    assert [(one.points, one.on) for one in board.state.bookings] == [(-2, "allied"), (-2, "allied"), (-2, "allied")]


@rule("pq17", "13.0a")
def test_heavy_ships_ships_in_port_and_packs_do_not_collide() -> None:
    board = event_phase(
        "axis",
        force("h", "axis", "task_force", "0613", "lutzow"),
        force("p", "axis", "task_force", "0814", "dd_36a 3", port="tromso"),
        force("u", "axis", "wolfpack", "0613", "ss_german 2"),
    )
    perform(board, collision(board, "axis"))
    assert events_for(board, "axis") == [Mishap("axis", "collision")]


@rule("pq17", "13.0a")
def test_the_last_ship_takes_its_block_with_it() -> None:
    board = event_phase("allied", force("c", "allied", "task_force", "0410", "dd_a_i 1"))
    perform(board, collision(board, "allied"))
    assert board.state.forces == []


@rule("pq17", "13.0a")
@pytest.mark.parametrize(
    ("side", "at", "lost"), [("allied", "0404", 1), ("allied", "0410", 0), ("axis", "0813", 1), ("axis", "0716", 0)]
)
def test_grounding_inshore(side: Side, at: str, lost: int) -> None:
    ships = "dd_a_i 3" if side == "allied" else "dd_36a 3"
    board = event_phase(side, force("g", side, "task_force", at, ships))
    perform(board, grounding(board, side))
    assert board.force("g").counters[0].strength == 3 - lost
    assert events_for(board, "axis" if side == "allied" else "allied") == []


@rule("pq17", "15.5.3a")
@pytest.mark.parametrize(("mishap", "how"), [(collision, "collided"), (grounding, "aground")])
def test_in_a_campaign_such_ships_score_nothing(mishap: Any, how: str) -> None:
    board = event_phase("allied", force("c", "allied", "convoy", "0404", "mv 3"))
    board.state.roster = Roster()
    perform(board, mishap(board, "allied"))
    assert {one.how for one in board.state.losses} == {how}
    assert board.state.bookings == []


@rule("pq17", "13.0b", "5.1.3")
def test_a_ship_breaks_down_in_port_and_at_sea() -> None:
    board = event_phase("allied", force("p", "allied", "task_force", "0504", "norfolk", port="reykjavik"))
    perform(board, breakdown(board, "allied"))
    assert board.force("p").counters[0].inoperative
    assert events_for(board, "axis") == []
    board = event_phase("allied", force("s", "allied", "task_force", "0410", "norfolk", "dd_a_i 3"))
    perform(board, breakdown(board, "allied"), draws=[(0,), (2,)])
    assert {one.id: left(one.counters) for one in board.state.forces} == {
        "s": ["norfolk 3", "dd_a_i 2"], "s_inop": ["dd_a_i 1"],
    }  # fmt: skip
    limping = board.force("s_inop")
    assert limping.counters[0].inoperative
    assert limping.plan == Plan(0, ("0411", "0412", "0413", "0314", "0214"), "barentsburg", "slow")
    assert speed_of_force(BOX, limping, "fair") == "slow"
    assert (is_free(BOX, limping), is_free(BOX, board.force("s"))) == (False, True)


@rule("pq17", "13.0b")
def test_a_merchant_that_breaks_down_stays_with_her_convoy_and_boats_do_not() -> None:
    board = event_phase("allied", force("c", "allied", "convoy", "0410", "mv 3"))
    perform(board, breakdown(board, "allied"))
    assert [(one.strength, one.inoperative) for one in board.force("c").counters] == [(2, False), (1, True)]
    board = event_phase("axis", force("u", "axis", "wolfpack", "0613", "ss_german 2"))
    perform(board, breakdown(board, "axis"))
    assert events_for(board, "axis") == [Mishap("axis", "breakdown")]


HURTING = [place for place, card in enumerate(BOX.cards.values()) if (card.damage.convoy, card.damage.light) == (1, 0)]
HURTS_ONE, HURTS_TOO = HURTING[:2]


@rule("pq17", "13.2", "9.3.1", "9.3.1c", "2.1.2a")
def test_a_gale_damages_the_forces_of_both() -> None:
    convoy = force("c", "allied", "convoy", "0410", "mv 19", "dd_a_i 1")
    axis = force("a", "axis", "task_force", "0613", "dd_36a 2")
    board = event_phase("axis", convoy, axis, sky=Sky("gale"))
    light = next(place for place, card in enumerate(BOX.cards.values()) if card.damage.light and not card.damage.heavy)
    perform(board, weather_damage(board), draws=[(HURTS_ONE,), (light,)])
    assert (left(convoy.counters), left(axis.counters)) == (["mv 18", "dd_a_i 1"], ["dd_36a 1"])
    assert events_for(board, "allied") == [Mishap("allied", "weather_damage", "c", ("mv",))]
    assert events_for(board, "axis") == [Mishap("axis", "weather_damage", "a", ("dd_36a",))]
    assert ([(one.how, one.open) for one in board.state.losses], board.state.bookings) == ([("weather", False)] * 2, [])


@rule("pq17", "13.2", "9.3.1a")
def test_parent_and_part_draw_their_cards_together() -> None:
    parent, part = force("c", "allied", "convoy", "0410", "mv 18"), force("d", "allied", "convoy", "0410", "mv 3")
    assert part.convoy is not None
    part.convoy.part_of = "c"
    board = event_phase("axis", parent, part, sky=Sky("gale"))
    perform(board, weather_damage(board), draws=[(HURTS_ONE,), (HURTS_TOO - 1,), (20,), (0,)])
    assert (left(parent.counters), left(part.counters)) == (["mv 17"], ["mv 2"])


@rule("pq17", "13.2")
def test_in_other_weather_nothing_happens() -> None:
    board = event_phase("axis", force("c", "allied", "convoy", "0410", "mv 19"), sky=Sky("fog"))
    happens(board, 3)
    assert board.state.drawn == {}


@rule("pq17", "13.4", "9.5")
@pytest.mark.parametrize(
    ("side", "total", "coast", "until"),
    [("allied", 5, "britain", 9), ("allied", 18, "kola", 9), ("axis", 5, "norway", 10)],
)
def test_local_weather(side: Side, total: int, coast: str, until: int) -> None:
    board = event_phase(side, sky=Sky("gale"))
    happens(board, total)
    assert board.state.sky.local == {coast: ("fair", until)}
    assert LocalWeather(coast, "fair", until) in events_for(board, "public")


@rule("pq17", "13.4", "9.5")
def test_that_of_an_axis_event_still_holds_in_the_next_allied_phase() -> None:
    board = event_phase("allied", turn=10, sky=Sky("fog", local={"norway": ("fair", 10), "britain": ("fair", 9)}))
    happens(board, 6)
    assert board.state.sky.local == {"norway": ("fair", 10)}
    board.state.phase = Phase("axis")
    happens(board, 6)
    assert board.state.sky.local == {}


@rule("pq17", "13.3", "13.0e")
def test_pp186_a_warning_lasts_four_turns_the_present_one_included() -> None:
    board = event_phase("allied")
    happens(board, 16)
    assert OrderLasts("superiors_warning", 12) in events_for(board, "axis")
    held = []
    for turn in (9, 12, 13):
        board.state.turn = turn
        held.append(is_warned(board))
    assert held == [True, True, False]


@rule("pq17", "13.0e")
def test_a_directive_frees_german_ships_for_four_turns() -> None:
    board = event_phase("axis")
    happens(board, 18)
    assert (is_unrestricted(board), view(board, "allied").lasting.directive) == (True, 12)
    board.state.turn = 13
    assert not is_unrestricted(board)


@rule("pq17", "13.0c", "6.2.1")
def test_signals_tell_of_one_block() -> None:
    pack = force("u", "axis", "wolfpack", "0613", "ss_german 2")
    board = event_phase("allied", pack, force("x", "axis", "task_force", "0814", "lutzow", port="tromso"))
    happens(board, 13)
    assert pack.level == 1
    assert [(one.to, one.source, one.at, one.level) for one in board.state.reports] == [("allied", "event", "0613", 1)]


@rule("pq17", "13.0c")
def test_signals_raise_what_is_known_and_unmask_dummies() -> None:
    known, lure = force("t", "axis", "task_force", "0613", "lutzow"), force("l", "axis", "dummy", "0611")
    board = event_phase("allied", known, lure)
    board.identify(known, 2)
    happens(board, 13, says={"event": f"choose contact_{known.block}"})
    assert (known.level, len(board.state.forces)) == (3, 2)
    happens(board, 13, says={"event": f"choose contact_{lure.block}"})
    assert [one.id for one in board.state.forces] == ["t"]


@rule("pq17", "13.0c")
def test_with_no_block_at_sea_nobody_is_asked() -> None:
    board = event_phase("axis", force("x", "axis", "wolfpack", "0613", "ss_german 2"))
    happens(board, 13)
    assert board.state.reports == []


@rule("pq17", "13.6", "12.13")
def test_groups_of_reinforcements_come_in_their_order_until_none_is_left() -> None:
    board = event_phase("axis")
    for _ in range(4):
        happens(board, 14)
    ships = [(one.port, left(one.counters)) for one in board.state.forces]
    assert ships == [("narvik", ["ss_german 2"]), ("narvik", ["dd_36a 2"])]
    assert [(one.aircraft, one.strength, one.base) for one in board.state.air] == [("ju_88", 2, "bardufoss")]
    told = [one for one in events_for(board, "allied") if isinstance(one, Reinforced)]
    assert told == [
        Reinforced("axis", "narvik", (), 1), Reinforced("axis", "bardufoss", ("ju_88",)),
        Reinforced("axis", "narvik", (), 1), Reinforced("axis"),
    ]  # fmt: skip


@rule("pq17", "13.6", "12.13", "1.2c", "15.3.2")
@pytest.mark.parametrize(("packs", "port", "comes"), [(7, "", True), (8, "", False), (8, "narvik", True)])
def test_reinforcements_for_which_there_is_no_block_come_another_time(packs: int, port: str, comes: bool) -> None:
    """Two boats for Narvik: in a block of their own, with a pack that lies there, or not yet; none of them is gone."""
    assert BOX.numbers.blocks.axis.wolfpack == 8
    others = [force(f"u{n}", "axis", "wolfpack", "0613", "ss_german 1") for n in range(packs - 1)]
    last = force("last", "axis", "wolfpack", BOX.ports["narvik"].hex if port else "0613", "ss_german 1", port=port)
    board = event_phase("axis", *others, last)
    happens(board, 14)
    boats = sum(one.strength for there in board.state.forces for one in there.counters)
    assert boats == packs + 2 * comes
    assert board.state.groups_placed == ({"axis": 1} if comes else {})
    assert (Reinforced("axis") in events_for(board, "allied")) is not comes
    if not comes:
        board.remove(board.force("last"))
        happens(board, 14)
        assert board.state.groups_placed == {"axis": 1}


@rule("pq17", "13.5")
@pytest.mark.parametrize(
    ("layer", "mined", "free"),
    [("allied", "0716 0818 0404 1206", "0305 0613 0814"), ("axis", "0305 0204 0404 0817 1119 0814", "0603 0610 0505")],
)
def test_where_mines_are(layer: Side, mined: str, free: str) -> None:
    board = arctic()
    assert [at for at in mined.split() if not is_mined(board, layer, at)] == []
    assert [at for at in free.split() if is_mined(board, layer, at)] == []


@rule("pq17", "13.5")
def test_pp187_no_ship_takes_a_second_hit_of_a_minefield() -> None:
    ships = force("f", "allied", "task_force", "0817", "kent", "dd_a_i 3")
    board = event_phase("axis", ships)
    perform(board, minefield(board, "axis"), dice=[(8, 8, 7), (2,), (3,)], draws=[(0,)])
    assert (left(ships.counters)[0], sum(one.strength for one in ships.counters[1:])) == ("kent 1+crippled", 2)
    assert MinesStruck("allied", "0817", (8, 8, 7), ("dd_a_i",)) in events_for(board, "axis")
    assert MinesStruck("allied", "0817", (8, 8, 7), ("dd_a_i",), force="f", hurt=("kent",)) in events_for(
        board, "allied"
    )
    assert score(board.state) == -2


@rule("pq17", "13.5")
def test_mines_sink_a_boat_and_unmask_a_dummy_only_if_they_hit() -> None:
    pack = force("u", "axis", "wolfpack", "0716", "ss_german 2")
    board = event_phase("allied", pack)
    perform(board, minefield(board, "allied"), dice=[(9, 0, 0)])
    assert (left(pack.counters), score(board.state)) == (["ss_german 1"], 2)
    for dice, stays in (((7, 7, 7), True), ((8, 0, 0), False)):
        board = event_phase("allied", force("l", "axis", "dummy", "0716"))
        perform(board, minefield(board, "allied"), dice=[dice])
        assert bool(board.state.forces) is stays
        assert events_for(board, "allied") == [MinesStruck("axis", "0716", dice, gone=not stays)]


@rule("pq17", "13.5")
def test_nobody_in_mined_waters_no_event() -> None:
    board = event_phase("axis", force("f", "allied", "task_force", "0610", "kent"))
    perform(board, minefield(board, "axis"))
    assert board.told == []


def meeting(*ships: str, kind: Kind = "task_force") -> Board:
    ally = force("ally", "allied", "task_force", "0613", "norfolk")
    block = force("block", "axis", kind, "0613", *ships)
    return event_phase("allied", ally, block, force("far", "axis", "wolfpack", "0511", "ss_german 2"))


@rule("pq17", "13.7a", "13.7b", "13.7")
@pytest.mark.parametrize(
    ("kind", "ships", "die", "after", "halves"),
    [
        ("wolfpack", ("ss_german 2",), 4, ["ss_german 2"], 0),
        ("wolfpack", ("ss_german 2",), 5, ["ss_german 1"], 0),
        ("wolfpack", ("ss_german 2",), 8, ["ss_german 1"], 2),
        ("task_force", ("lutzow", "dd_36a 2"), 7, ["lutzow 4", "dd_36a 2"], 0),
        ("task_force", ("lutzow", "dd_36a 2"), 8, ["lutzow 4", "dd_36a 1"], 4),
        ("task_force", ("tb_35_37 2", "dd_36a 2"), 8, ["tb_35_37 1", "dd_36a 2"], 2),
        ("task_force", ("lutzow",), 9, ["lutzow 3"], 0),
        ("task_force", ("lutzow",), 8, ["lutzow 4"], 0),
        ("task_force", ("tirpitz",), 9, ["tirpitz 5"], 0),
        ("convoy", ("mv_german 2", "es_german 1"), 7, ["mv_german 1", "es_german 1"], 2),
        ("convoy", ("mv_german 2", "es_german 1"), 6, ["mv_german 2", "es_german 1"], 0),
    ],
)  # fmt: skip
def test_pp188_chance_encounters(kind: str, ships: tuple[str, ...], die: int, after: list[str], halves: int) -> None:
    board = meeting(*ships, kind=kind)
    perform(board, chance_encounter(board), dice=[(die,)])
    assert left(board.force("block").counters) == after
    assert score(board.state) == halves
    assert (board.force("block").level, board.force("ally").level, board.force("far").level) == (0, 0, None)
    told = next(one for one in events_for(board, "public") if isinstance(one, ChanceEncounter))
    assert (told.at, told.kind, told.die) == ("0613", kind, die)


@rule("pq17", "13.7b")
def test_a_force_that_was_identified_keeps_its_level_and_one_that_is_gone_tells_nothing() -> None:
    board = meeting("lutzow")
    board.identify(board.force("block"), 2)
    perform(board, chance_encounter(board), dice=[(0,)])
    assert (board.force("block").level, board.force("ally").level) == (2, None)
    board = meeting("ss_german 1", kind="wolfpack")
    perform(board, chance_encounter(board), dice=[(8,)])
    assert [one.id for one in board.state.forces] == ["ally", "far"]
    assert board.force("ally").level is None


@rule("pq17", "13.7", "13.7a")
def test_dummies_go_and_allied_dummies_meet_nobody() -> None:
    board = meeting(kind="dummy")
    perform(board, chance_encounter(board))
    assert events_for(board, "allied") == [ChanceEncounter("0613", "dummy")]
    assert [one.id for one in board.state.forces] == ["ally", "far"]
    board = event_phase(
        "axis", force("l", "allied", "dummy", "0613"), force("x", "axis", "task_force", "0613", "lutzow")
    )
    happens(board, 15)
    assert [type(one) for one in events_for(board, "axis")] == [RandomEvent]


@rule("pq17", "13.0d")
def test_what_may_be_raided() -> None:
    board = arctic()
    assert set(raid_targets(board, "allied")) == {one.id for one in BOX.airfields.values() if one.side == "axis"}
    assert set(raid_targets(board, "axis")) == {"murmansk", "arkhangelsk", "vaenga", "yagodnik"}


def raiders() -> Board:
    units = [
        AirUnit("pe_2", 2, id="bap", base="vaenga"), AirUnit("pe_3", 1, id="fighter", base="vaenga"),
        AirUnit("hudson", 1, id="british", base="vaenga"), AirUnit("ju_87", 4, id="stuka", base="kirkenes_field"),
        AirUnit("bf_109", 2, id="jg5", base="kirkenes_field", interceptor=True),
    ]  # fmt: skip
    return event_phase("allied", air=units)


@rule("pq17", "13.0d", "7.2.6d", "7.2.3d")
def test_soviet_aircraft_raid_an_airfield() -> None:
    """Bf 109 at Pe-2: 5 - 4 = 1, two dice; Pe-2 back at -1; the guns are worth 2; bombs destroy at 10, damage at 7."""
    board = raiders()
    says = {"event": "raid kirkenes_field units=bap"}
    happens(board, 17, dice=[(4, 4), (9, 9), (7,), (7, 9)], says=says)
    assert [one.id for one in board.state.air] == ["bap", "fighter", "british", "stuka", "jg5"]
    stuka = next(one for one in board.state.air if one.id == "stuka")
    assert (stuka.strength, stuka.damaged) == (4, 2)
    told = [one for one in events_for(board, "axis") if isinstance(one, Raided)]
    assert told == [Raided("allied", "kirkenes_field", "field", ("pe_2",), damaged=("ju_87", "ju_87"))]


@rule("pq17", "13.0d")
def test_a_raid_may_be_declined_and_takes_only_soviet_units() -> None:
    board = raiders()
    happens(board, 17, says={"event": "pass"})
    assert not any(isinstance(one, Raided) for one in events_for(board, "axis"))
    run = perform(board, EFFECTS["air_raid_norway"](board, "allied"), says={"event": "pass"})
    form = run.asked[0].form
    assert (form.reach_of["kirkenes_field"], form.is_forced()) == (("bap", "fighter"), False)
    assert "sola" not in form.reach_of


@rule("pq17", "13.0d", "7.2.6", "2.0")
def test_german_aircraft_raid_the_ships_in_a_port() -> None:
    laden = force("c", "allied", "convoy", "0817", "mv 2", port="murmansk")
    board = event_phase("axis", laden, air=[AirUnit("ju_88", 2, id="kg30", base="banak")], light="jul_1")
    says = {"event": "raid murmansk units=kg30"}
    happens(board, 17, dice=[(0,), (0,), (9, 9)], says=says)
    assert laden not in board.state.forces
    told = next(one for one in events_for(board, "allied") if isinstance(one, Raided))
    assert (told.units, told.sunk) == (("ju_88",), ("mv", "mv"))
    assert score(board.state) == -4


@rule("pq17", "13.5", "7.3.1b", "7.3.1c")
@pytest.mark.parametrize("ship", ["dd_a_i", "tb_hunt", "es_british", "mv"])
@pytest.mark.parametrize(("die", "lies"), [(0, ["{} 1+crippled", "{} 1"]), (3, ["{} 1"])])
def test_a_mine_hits_one_ship_of_a_class_as_a_torpedo_does(ship: str, die: int, lies: list[str]) -> None:
    kind: Kind = "convoy" if ship == "mv" else "task_force"
    ships = force("f", "allied", kind, "0817", f"{ship} 2")
    board = event_phase("axis", ships)
    perform(board, minefield(board, "axis"), dice=[(9, 0, 0), (die,)], draws=[(0,)])
    assert left(ships.counters) == [one.format(ship) for one in lies]
