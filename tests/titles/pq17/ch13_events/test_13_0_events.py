"""13.0: the random event of each player phase."""

from typing import Any

import pytest

from games.kernel.events import PUBLIC
from games.titles.pq17.components.pieces import Side
from games.titles.pq17.orders.missions import Photograph
from games.titles.pq17.rules.forces.situations import is_unrestricted
from games.titles.pq17.rules.movement.orders import is_free, own_ports
from games.titles.pq17.rules.movement.speed import speed_of_force
from games.titles.pq17.rules.operation.victory import score
from games.titles.pq17.rules.search.photo import photo
from games.titles.pq17.rules.special import events
from games.titles.pq17.rules.special.events import EFFECTS, event, raid_targets
from games.titles.pq17.rules.special.mishaps import (
    _falls_out,
    _is_inshore,
    _make_for_port,
    _set_apart,
    _sound,
    breakdown,
    collision,
    grounding,
    small_ships,
)
from games.titles.pq17.rules.surface.engagement import _as_seen, _is_critical
from games.titles.pq17.state.battle import Unit
from games.titles.pq17.state.board import Board
from games.titles.pq17.state.counters import Counter
from games.titles.pq17.state.events.search import Photographed
from games.titles.pq17.state.events.special import LocalWeather, Mishap, Raided, RandomEvent
from games.titles.pq17.state.fuel import Fuel
from games.titles.pq17.state.roster import Roster
from games.titles.pq17.state.state import AirUnit, Phase, Plan, Points, Sky, Tally
from games.titles.pq17.visibility.view import view
from tests.titles.pq17.arctic import arctic, force
from tests.titles.pq17.box import BOX
from tests.titles.pq17.ch13_events.happenings import (
    EIGHTEEN,
    FAILED,
    SEVENTEEN,
    SHOWN,
    TAKEN,
    event_phase,
    happens,
    norway,
)
from tests.titles.pq17.playing import Played, heard, phase, play
from tests.titles.pq17.procedures import by_default, events_for, perform
from tests.titles.pq17.strikes import OPEN
from tests.titles.pq17.trial import left, read_counters

rule = pytest.mark.rule
BOTH = ["collision", "grounding", "breakdown", "weather_damage", "minefield"]
QUIET = ["none"] * 7
NEWS = ["signals", "reinforcements", "chance_encounter"]
COLUMNS: dict[Side, list[str]] = {
    "allied": [*BOTH, "local_weather_britain", *QUIET, *NEWS, "superiors_warning", "air_raid_norway",
               "local_weather_kola"],
    "axis": [*BOTH, "local_weather_norway", *QUIET, *NEWS, "elusive_target", "air_raid_russia", "fuhrer_directive"],
}  # fmt: skip


def raiders() -> Board:
    units = [
        AirUnit("pe_2", 2, id="bap", base="vaenga"), AirUnit("pe_3", 1, id="fighter", base="vaenga"),
        AirUnit("hudson", 1, id="british", base="vaenga"), AirUnit("ju_87", 4, id="stuka", base="kirkenes_field"),
        AirUnit("bf_109", 2, id="jg5", base="kirkenes_field", interceptor=True),
    ]  # fmt: skip
    return event_phase("allied", air=units)


def options(played: Played) -> list[tuple[str, str, tuple[str, ...]]]:
    return [(one.seat, one.rule, one.form.options) for one in played.asked]


def test_every_event_of_the_table_does_something() -> None:
    known = {*BOX.charts.events.allied, *BOX.charts.events.axis} - {"none", "elusive_target"}
    assert known == set(EFFECTS)


@rule("pq17", "13.0")
@pytest.mark.parametrize(
    ("side", "total", "what"),
    [("allied", 0, "collision"), ("allied", 18, "local_weather_kola"), ("axis", 18, "fuhrer_directive"),
     ("axis", 6, "none")],
)  # fmt: skip
def test_13_0_the_active_player_rolls_on_his_column_and_both_see_it(side: Side, total: int, what: str) -> None:
    board = event_phase(side)
    happens(board, total)
    dice = (min(total, 9), total - min(total, 9))
    assert events_for(board, "public")[0] == RandomEvent(side, dice, what)
    assert [view(board, seat).phase for seat in ("allied", "axis", "public")] == [Phase(side, event=what)] * 3


@rule("pq17", "13.0", "T.charts")
@pytest.mark.parametrize("side", ["allied", "axis"])
def test_13_0_every_sum_of_either_column(side: Side) -> None:
    assert [BOX.charts.events.happens(side, total) for total in range(19)] == COLUMNS[side]


@rule("pq17", "13.0a", "2.0b")
def test_13_0a_two_ships_of_one_force_collide() -> None:
    ships = force("c", "allied", "convoy", "0410", "mv 3", "norfolk", "dd_a_i 1")
    board = event_phase("allied", ships, force("d", "allied", "dummy", "0410"))
    perform(board, collision(board, "allied"), draws=[(0,), (3,)])
    assert left(ships.counters) == ["mv 2", "norfolk 3"]
    assert events_for(board, "allied")[-1] == Mishap("allied", "collision", "c", ("dd_a_i", "mv"))
    assert (events_for(board, "axis"), events_for(board, "public"), score(board.state)) == ([], [], 0)
    assert [(one.points, one.on) for one in board.state.bookings] == [(-2, "allied"), (-2, "allied"), (-2, "allied")]


@rule("pq17", "13.0a")
def test_13_0a_heavy_ships_ships_in_port_and_packs_do_not_collide() -> None:
    board = event_phase(
        "axis",
        force("h", "axis", "task_force", "0613", "lutzow"),
        force("p", "axis", "task_force", "0814", "dd_36a 3", port="tromso"),
        force("u", "axis", "wolfpack", "0613", "ss_german 2"),
    )
    perform(board, collision(board, "axis"))
    assert events_for(board, "axis") == [Mishap("axis", "collision")]


@rule("pq17", "13.0a")
def test_13_0a_the_last_ship_takes_its_block_with_it() -> None:
    board = event_phase("allied", force("c", "allied", "task_force", "0410", "dd_a_i 1"))
    perform(board, collision(board, "allied"))
    assert board.state.forces == []


@rule("pq17", "13.0a")
@pytest.mark.parametrize(
    ("side", "at", "lost"), [("allied", "0404", 1), ("allied", "0410", 0), ("axis", "0813", 1), ("axis", "0716", 0)]
)
def test_13_0a_grounding_inshore(side: Side, at: str, lost: int) -> None:
    ships = "dd_a_i 3" if side == "allied" else "dd_36a 3"
    board = event_phase(side, force("g", side, "task_force", at, ships))
    perform(board, grounding(board, side))
    assert board.force("g").counters[0].strength == 3 - lost
    assert events_for(board, "axis" if side == "allied" else "allied") == []


@rule("pq17", "13.0a")
def test_13_0a_who_may_collide_and_who_may_run_aground() -> None:
    one = force("t", "allied", "convoy", OPEN)
    words = ("mv 2", "london 3", "dd_a_i 1", "tb_hunt 1", "es_british 1", "ss_british 1", "aldersdale 2", "mo 0+dead")
    one.counters = read_counters(*words)
    assert [ship.ship for ship in small_ships(arctic(one), one)] == ["mv", "dd_a_i", "tb_hunt", "es_british"]
    leads = next(hex_.id for hex_ in BOX.hexes.values() if hex_.leads)
    coast = next(hex_.id for hex_ in BOX.hexes.values() if hex_.kind == "coast" and not hex_.leads)
    for at, allied, axis in (
        (leads, True, True),
        (coast, True, False),
        (OPEN, False, False),
        ("kara_sea", False, False),
    ):
        board = arctic()
        assert _is_inshore(board, force("a", "allied", "task_force", at)) is allied
        assert _is_inshore(board, force("b", "axis", "task_force", at)) is axis


@rule("pq17", "13.0a")
@pytest.mark.parametrize(("holding", "left"), [(("mv 3",), 1), (("mv 1",), None), (("mv 2", "dd_a_i 1"), 1)])
def test_13_0a_two_ships_collide_if_there_are_two_and_their_owner_alone_hears_of_it(
    holding: Any, left: int | None
) -> None:
    board = arctic(force("pq", "allied", "convoy", OPEN, *holding))
    board.state.phase = Phase("allied")
    play(collision(board, "allied"))
    held = [one for force_ in board.state.forces for one in force_.counters if one.ship == "mv"]
    assert (held[0].strength if held else None) == (left if holding != ("mv 2", "dd_a_i 1") else None)
    told = {
        seat: [event for event in heard(board, seat) if isinstance(event, Mishap)]
        for seat in ("allied", "axis", PUBLIC)
    }
    assert [len(found) for found in told.values()] == [1, 0, 0]
    assert len(told["allied"][0].ships) == min(2, sum(int(one.split()[1]) for one in holding))
    assert not any(loss.open for loss in board.state.losses)


@rule("pq17", "13.0a")
def test_13_0a_where_nobody_can_run_aground_its_owner_hears_that_too() -> None:
    board = arctic(force("pq", "allied", "convoy", OPEN, "mv 3"))
    board.state.phase = Phase("allied")
    play(grounding(board, "allied"))
    assert [(one.what, one.ships) for one in heard(board, "allied") if isinstance(one, Mishap)] == [("grounding", ())]
    assert not [one for one in heard(board, "axis") if isinstance(one, Mishap)]


@rule("pq17", "13.0a", "15.5.3a", "15.1b")
def test_13_0a_in_a_campaign_a_collision_costs_no_points_and_is_noted_with_its_convoy() -> None:
    one = force("pq12", "allied", "convoy", "0310", "mv 9")
    board = arctic(one, roster=Roster(), tallies=[Tally("pq12", laden=True, began=9)])
    play(collision(board, "allied"))
    assert left(one.counters) == ["mv 7"]
    assert [(loss.how, loss.strength, loss.convoy, loss.open) for loss in board.state.losses] == [
        ("collided", 1, "pq12", False)
    ] * 2
    assert (board.state.bookings, board.state.tallies[0].excepted) == ([], 0)


@rule("pq17", "13.0b")
@pytest.mark.parametrize(
    ("ships", "port", "leaves"),
    [
        (("norfolk", "dd_a_i 2"), "", True),
        (("norfolk",), "", False),
        (("norfolk", "dd_a_i 2"), "reykjavik", False),
        (("aldersdale", "dd_a_i 2"), "", False),
    ],
)
def test_13_0b_who_breaks_down_at_sea_leaves_her_force_for_the_nearest_port(
    ships: Any, port: str, leaves: bool
) -> None:
    """A merchant or an auxiliary stays, and so does who lies in port; who is alone makes for port herself."""
    one = force("t", "allied", "task_force", "0504" if port else "0405", *ships, port=port)
    points = {name: Points(left=9) for name in ("home_fleet", "severny_flot", "gruppe_nord")}
    board = phase(arctic(one, command=points), "allied")
    play(breakdown(board, "allied"), lots=[0, 0] if len(ships) > 1 else [])
    broken = [(there.id, ship.ship) for there in board.state.forces for ship in there.counters if ship.inoperative]
    assert broken == [("t_inop" if leaves else "t", ships[0])]
    assert len(board.state.forces) == 1 + leaves
    going = board.force(broken[0][0])
    if leaves or len(ships) == 1:
        assert going.plan is not None
        assert (going.plan.destination, going.plan.pace, going.plan.route[-1]) == ("akureyri", "slow", "0505")
    else:
        assert going.plan is None


@rule("pq17", "13.0b", "5.1.3")
def test_13_0b_a_ship_breaks_down_in_port_and_at_sea() -> None:
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
def test_13_0b_a_merchant_that_breaks_down_stays_with_her_convoy_and_boats_do_not() -> None:
    board = event_phase("allied", force("c", "allied", "convoy", "0410", "mv 3"))
    perform(board, breakdown(board, "allied"))
    assert [(one.strength, one.inoperative) for one in board.force("c").counters] == [(2, False), (1, True)]
    board = event_phase("axis", force("u", "axis", "wolfpack", "0613", "ss_german 2"))
    perform(board, breakdown(board, "axis"))
    assert events_for(board, "axis") == [Mishap("axis", "breakdown")]


@rule("pq17", "13.0b")
def test_13_0b_who_can_break_down() -> None:
    one = force("t", "allied", "task_force", OPEN)
    one.counters = read_counters("london 3", "ss_british 2", "mv 2", "kent 0+dead", "dd_a_i 2", "norfolk 3")
    one.counters[-1].inoperative = True
    assert [ship.ship for ship in _sound(arctic(one), one)] == ["london", "mv", "dd_a_i"]


@rule("pq17", "13.0b")
@pytest.mark.parametrize(
    ("words", "left"),
    [("london 3", [(3, True)]), ("dd_a_i 1", [(1, True)]), ("dd_a_i 3", [(2, False), (1, True)])],
)
def test_13_0b_who_broke_down_lies_in_a_counter_of_her_own(words: str, left: list[tuple[int, bool]]) -> None:
    one = force("t", "allied", "task_force", OPEN)
    one.counters = read_counters(words)
    broken = _set_apart(arctic(one), one, one.counters[0])
    assert broken.inoperative
    assert [(ship.strength, ship.inoperative) for ship in one.counters] == left


@rule("pq17", "13.0b", "1.2c")
@pytest.mark.parametrize(
    ("others", "ships", "parts", "goes"),
    [
        (0, ("koln 2", "dd_36a 2"), True, True),
        (0, ("koln 2",), False, True),
        (TAKEN - 1, ("koln 2", "dd_36a 2"), False, False),
        (TAKEN - 2, ("koln 2", "dd_36a 2"), True, True),
        (TAKEN - 1, ("koln 2",), False, True),
    ],
)
def test_13_0b_at_sea_she_leaves_her_force_if_there_is_a_block(
    others: int, ships: Any, parts: bool, goes: bool
) -> None:
    blocks = [
        force(f"o{number}", "axis", "task_force", "0813", "tb_35_37 1", port="narvik") for number in range(others)
    ]
    one = force("t", "axis", "task_force", "0612", *ships)
    board = arctic(one, *blocks)
    one.counters[0].inoperative = True
    _falls_out(board, one, one.counters[0])
    away = board.force("t_inop") if parts else one
    assert ("t_inop" in {block.id for block in board.state.forces}) is parts
    assert (away.plan is not None) is goes


@rule("pq17", "13.0b")
def test_13_0b_each_ship_of_a_force_that_breaks_down_at_sea_is_a_force_with_a_word_of_its_own() -> None:
    board = phase(arctic(force("s", "axis", "task_force", "0613", "lutzow", "dd_36a 3")), "axis")
    for _ in range(3):
        by_default(EFFECTS["breakdown"](board, "axis"), lambda _: 0)
    found = {one.id: [f"{c.ship} {c.strength}" for c in one.counters] for one in board.forces_of("axis")}
    assert sorted(found) == ["s", "s_inop", "s_inop_2", "s_inop_3"]
    assert len(board.forces_of("axis")) == len(found)
    assert all(one.plan is not None for one in board.forces_of("axis") if one.id != "s")


@rule("pq17", "13.0b", "11.2.3")
def test_13_0b_breakdowns_are_seen_by_nobody_and_who_is_in_critical_fuel_is_so_alone() -> None:
    unit = Unit("a", "allied", [Counter("london", 3, inoperative=True, crippled=True)])
    assert [(one.inoperative, one.crippled) for one in _as_seen(unit).counters] == [(False, True)]
    assert unit.counters[0].inoperative
    states = [_is_critical(force("t", "allied", "task_force", OPEN, "london", fuel=fuel)) for fuel in
              (None, Fuel(9), Fuel(9, "low"), Fuel(9, "critical"), Fuel(9, "training"))]  # fmt: skip
    assert states == [False, False, False, True, False]


@rule("pq17", "13.0b")
@pytest.mark.parametrize(("side", "at"), [("allied", "1006"), ("allied", "0410"), ("axis", "0612"), ("axis", "0410")])
def test_13_0b_who_breaks_down_makes_for_the_nearest_port_that_is_not_for_boats_alone(side: Any, at: str) -> None:
    one = force("t", side, "task_force", at, "london" if side == "allied" else "koln")
    board = arctic(one)
    _make_for_port(board, one)
    assert one.plan is not None
    shut = BOX.enemy_ports(board.operation, side)
    ways = {port: BOX.waters.shortest(at, hex_, shut) for port, hex_ in own_ports(board, side).items()
            if BOX.ports[port].use != "submarines"}  # fmt: skip
    nearest = min(len(way) for way in ways.values() if way is not None)
    assert (len(one.plan.route), one.plan.pace, one.plan.ice) == (nearest, "slow", "")
    assert one.plan.route[-1] == BOX.ports[one.plan.destination].hex
    assert one.plan.destination == min(port for port, way in ways.items() if way is not None and len(way) == nearest)


@rule("pq17", "13.0c", "6.2.1")
def test_13_0c_signals_tell_of_one_block() -> None:
    pack = force("u", "axis", "wolfpack", "0613", "ss_german 2")
    board = event_phase("allied", pack, force("x", "axis", "task_force", "0814", "lutzow", port="tromso"))
    happens(board, 13)
    assert pack.level == 1
    assert [(one.to, one.source, one.at, one.level) for one in board.state.reports] == [("allied", "event", "0613", 1)]


@rule("pq17", "13.0c")
def test_13_0c_signals_raise_what_is_known_and_unmask_dummies() -> None:
    known, lure = force("t", "axis", "task_force", "0613", "lutzow"), force("l", "axis", "dummy", "0611")
    board = event_phase("allied", known, lure)
    board.identify(known, 2)
    happens(board, 13, says={"event": f"choose contact_{known.block}"})
    assert (known.level, len(board.state.forces)) == (3, 2)
    happens(board, 13, says={"event": f"choose contact_{lure.block}"})
    assert [one.id for one in board.state.forces] == ["t"]


@rule("pq17", "13.0c")
def test_13_0c_with_no_block_at_sea_nobody_is_asked() -> None:
    board = event_phase("axis", force("x", "axis", "wolfpack", "0613", "ss_german 2"))
    happens(board, 13)
    assert board.state.reports == []


@rule("pq17", "13.0d")
def test_13_0d_what_may_be_raided() -> None:
    board = arctic()
    assert set(raid_targets(board, "allied")) == {one.id for one in BOX.airfields.values() if one.side == "axis"}
    assert set(raid_targets(board, "axis")) == {"murmansk", "arkhangelsk", "vaenga", "yagodnik"}


@rule("pq17", "13.0d", "7.2.6d", "7.2.3d")
def test_13_0d_soviet_aircraft_raid_an_airfield() -> None:
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
def test_13_0d_a_raid_may_be_declined_and_takes_only_soviet_units() -> None:
    board = raiders()
    happens(board, 17, says={"event": "pass"})
    assert not any(isinstance(one, Raided) for one in events_for(board, "axis"))
    run = perform(board, EFFECTS["air_raid_norway"](board, "allied"), says={"event": "pass"})
    form = run.asked[0].form
    assert (form.reach_of["kirkenes_field"], form.is_forced()) == (("bap", "fighter"), False)
    assert "sola" not in form.reach_of


@rule("pq17", "13.0d", "7.2.6", "2.0")
def test_13_0d_german_aircraft_raid_the_ships_in_a_port() -> None:
    laden = force("c", "allied", "convoy", "0817", "mv 2", port="murmansk")
    board = event_phase("axis", laden, air=[AirUnit("ju_88", 2, id="kg30", base="banak")], light="jul_1")
    says = {"event": "raid murmansk units=kg30"}
    happens(board, 17, dice=[(0,), (0,), (9, 9)], says=says)
    assert laden not in board.state.forces
    told = next(one for one in events_for(board, "allied") if isinstance(one, Raided))
    assert (told.units, told.sunk) == (("ju_88",), ("mv", "mv"))
    assert score(board.state) == -4


@rule("pq17", "13.0d")
def test_13_0d_what_may_be_raided_by_an_event() -> None:
    board = arctic()
    norway = {one.id for one in BOX.airfields.values() if one.side == "axis"}
    assert set(events.raid_targets(board, "allied")) == norway
    assert set(events.raid_targets(board, "axis")) == {"murmansk", "arkhangelsk", "vaenga", "yagodnik"}


@rule("pq17", "13.0e")
def test_13_0e_a_directive_frees_german_ships_for_four_turns() -> None:
    board = event_phase("axis")
    happens(board, 18)
    assert (is_unrestricted(board), view(board, "allied").lasting.directive) == (True, 12)
    board.state.turn = 13
    assert not is_unrestricted(board)


@rule("pq17", "13.0e", "6.9", "6.9a")
def test_13_0e_an_allied_eighteen_clears_kola_and_photographs_a_port() -> None:
    board = norway()
    played = play(event(board), dice=[EIGHTEEN], cards=[SHOWN], says={"event": "choose narvik"})
    assert options(played) == [("allied", "13.0e", ("trondheim", "narvik"))]
    assert board.state.sky.local == {"kola": ("fair", 9)}
    (report,) = board.state.reports
    assert (report.source, report.port, report.level, [one.ship for one in report.names]) == (
        "photo", "narvik", 4, ["lutzow"],
    )  # fmt: skip
    assert not board.state.air, "no aircraft is needed"


@rule("pq17", "13.0e", "6.9")
def test_13_0e_without_an_answer_it_is_the_fullest_port() -> None:
    board = norway()
    play(event(board), dice=[EIGHTEEN], cards=[SHOWN])
    assert [one.ship for one in board.state.reports[0].names] == ["tirpitz", "dd_36a"]


@rule("pq17", "13.0e", "6.9")
@pytest.mark.parametrize(
    ("side", "dice", "fields"),
    [
        ("allied", SEVENTEEN, {}),
        ("axis", EIGHTEEN, {}),
        ("allied", EIGHTEEN, {"light": "dec_1"}),
        ("allied", EIGHTEEN, {"forces": []}),
    ],
)
def test_13_0e_not_by_another_event_nor_by_night_nor_where_nobody_lies(
    side: Side, dice: tuple[int, int], fields: dict[str, object]
) -> None:
    board = norway(side)
    for name, value in fields.items():
        setattr(board.state, name, value)
    played = play(event(board), dice=[dice])
    assert not [one for one in played.asked if one.key == "free_photograph"]
    assert not [one for one in heard(board, "allied") if isinstance(one, Photographed)]
    if (side, dice) == ("allied", EIGHTEEN):
        assert LocalWeather("kola", "fair", 9) in heard(board, "allied")


@rule("pq17", "13.0e", "13.4")
@pytest.mark.parametrize(("weather", "shown"), [("fair", True), ("gale", False)])
def test_13_0e_the_card_is_read_in_the_general_weather(weather: str, shown: bool) -> None:
    card = next(name for name, one in BOX.cards.items() if one.day.photo[0] and not one.day.photo[3])
    board = norway(sky=Sky(weather))
    play(event(board), dice=[EIGHTEEN], cards=[card])
    assert bool(board.state.reports) is shown


@rule("pq17", "13.0e", "6.9")
def test_13_0e_aircraft_may_photograph_the_same_port_besides() -> None:
    board = norway(air=[AirUnit("spitfire_pr", 1, id="pr", base="wick")])
    play(event(board), dice=[EIGHTEEN], cards=[FAILED])
    board.state.drawn, board.phase.orders = {}, (Photograph("pr", "trondheim"),)
    play(photo(board), cards=[SHOWN])
    assert [one.ship for one in board.state.reports[0].names] == ["tirpitz", "dd_36a"]
