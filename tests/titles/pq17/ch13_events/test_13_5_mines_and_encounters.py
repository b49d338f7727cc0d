"""13.5 to 13.7: minefields, reinforcements, and chance encounters."""

from typing import Any

import pytest

from games.titles.pq17.components.pieces import Side
from games.titles.pq17.components.scenarios import Reinforcement
from games.titles.pq17.rules.operation.victory import score
from games.titles.pq17.rules.special.encounter import chance_encounter
from games.titles.pq17.rules.special.mines import _strike as strike_mines
from games.titles.pq17.rules.special.mines import is_mined, minefield
from games.titles.pq17.rules.special.reinforcements import _has_room, home_port
from games.titles.pq17.state.board import Board
from games.titles.pq17.state.counters import Counter
from games.titles.pq17.state.events.special import ChanceEncounter, MinesStruck, RandomEvent, Reinforced
from games.titles.pq17.state.state import Kind, Phase
from tests.titles.pq17.arctic import arctic, force
from tests.titles.pq17.box import BOX
from tests.titles.pq17.ch13_events.happenings import TAKEN, event_phase, happens
from tests.titles.pq17.playing import phase, play
from tests.titles.pq17.procedures import events_for, perform
from tests.titles.pq17.trial import left
from tests.titles.pq17.under_way import table

rule = pytest.mark.rule


def meeting(*ships: str, kind: Kind = "task_force") -> Board:
    ally = force("ally", "allied", "task_force", "0613", "norfolk")
    block = force("block", "axis", kind, "0613", *ships)
    return event_phase("allied", ally, block, force("far", "axis", "wolfpack", "0511", "ss_german 2"))


@rule("pq17", "13.5")
@pytest.mark.parametrize(
    ("layer", "mined", "free"),
    [("allied", "0716 0818 0404 1206", "0305 0613 0814"), ("axis", "0305 0204 0404 0817 1119 0814", "0603 0610 0505")],
)
def test_13_5_where_mines_are(layer: Side, mined: str, free: str) -> None:
    board = arctic()
    assert [at for at in mined.split() if not is_mined(board, layer, at)] == []
    assert [at for at in free.split() if is_mined(board, layer, at)] == []


@rule("pq17", "13.5", position="PP187")
def test_13_5_no_ship_takes_a_second_hit_of_a_minefield() -> None:
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
def test_13_5_mines_sink_a_boat_and_unmask_a_dummy_only_if_they_hit() -> None:
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
def test_13_5_nobody_in_mined_waters_no_event() -> None:
    board = event_phase("axis", force("f", "allied", "task_force", "0610", "kent"))
    perform(board, minefield(board, "axis"))
    assert board.told == []


@rule("pq17", "13.5", "7.3.1b", "7.3.1c")
@pytest.mark.parametrize("ship", ["dd_a_i", "tb_hunt", "es_british", "mv"])
@pytest.mark.parametrize(("die", "lies"), [(0, ["{} 1+crippled", "{} 1"]), (3, ["{} 1"])])
def test_13_5_a_mine_hits_one_ship_of_a_class_as_a_torpedo_does(ship: str, die: int, lies: list[str]) -> None:
    kind: Kind = "convoy" if ship == "mv" else "task_force"
    ships = force("f", "allied", kind, "0817", f"{ship} 2")
    board = event_phase("axis", ships)
    perform(board, minefield(board, "axis"), dice=[(9, 0, 0), (die,)], draws=[(0,)])
    assert left(ships.counters) == [one.format(ship) for one in lies]


@rule("pq17", "13.5", "7.0d", position="PP306")
def test_13_5_mines_take_no_ship_that_already_lies_dead() -> None:
    """A cruiser in tow and her tug in mined waters: what the mine does not strike floats on."""
    tf = force("t", "allied", "task_force", "0817", "dd_a_i 1")
    tf.counters.append(Counter("kent", 0, dead=True, towed=True))
    board = phase(arctic(tf), "axis")
    play(strike_mines(board, tf, 1), dice=[(0,)], lots=[0])
    assert sorted(left(tf.counters)) == ["dd_a_i 1+crippled", "kent 0+dead+towed"]


@rule("pq17", "13.5")
@pytest.mark.parametrize(
    ("kind", "holding_", "dice", "lots", "after"),
    [
        ("wolfpack", ("ss_german 2",), (8, 9, 8), [0, 0], []),
        ("wolfpack", ("ss_german 4",), (8, 7, 8), [0, 0], ["ss_german 2"]),
        ("wolfpack", ("ss_german 2",), (7, 7, 7), [], ["ss_german 2"]),
    ],
)
def test_13_5_each_mine_that_hits_a_pack_sinks_a_boat(
    kind: Any, holding_: tuple[str, ...], dice: tuple[int, ...], lots: Any, after: list[str]
) -> None:
    one = force("w", "axis", kind, "0817", *holding_)
    board = arctic(one)
    play(minefield(board, "allied"), dice=[dice])
    assert left(one.counters if one in board.state.forces else []) == after


@rule("pq17", "13.5", "7.3.1d")
@pytest.mark.parametrize(("ship", "after"), [("dd_a_i", 3), ("tb_hunt", 3), ("es_british", 3), ("mv", 3)])
def test_13_5_a_mine_sinks_one_step_of_a_class_whatever_the_die(ship: str, after: int) -> None:
    """9 on the torpedo damage chart is 2 S: of a torpedo, not of a mine, which strikes one step alone."""
    holds = force("f", "allied", "convoy" if ship == "mv" else "task_force", "0817", f"{ship} 4")
    board = table(holds)
    board.state.phase = Phase("axis")
    play(minefield(board, "axis"), dice=[(8, 0, 0), (9,)], lots=[0])
    assert sum(one.strength for one in holds.counters) == after


@rule("pq17", "13.5")
@pytest.mark.parametrize(("dice", "boats"), [((7, 7, 7), 3), ((7, 8, 7), 2), ((8, 7, 9), 1), ((8, 8, 8), 0)])
def test_13_5_each_hit_on_a_pack_is_a_boat(dice: tuple[int, ...], boats: int) -> None:
    pack = force("u", "axis", "wolfpack", "0716", "ss_german 2", "ss_german 1")
    board = event_phase("allied", pack)
    perform(board, minefield(board, "allied"), dice=[dice])
    assert sum(one.strength for one in pack.counters) == boats
    assert (pack in board.state.forces) is (boats > 0)


@rule("pq17", "13.6", "12.13")
def test_13_6_groups_of_reinforcements_come_in_their_order_until_none_is_left() -> None:
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
def test_13_6_reinforcements_for_which_there_is_no_block_come_another_time(packs: int, port: str, comes: bool) -> None:
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


@rule("pq17", "13.6", "1.2c", "1.2.2")
@pytest.mark.parametrize(
    ("others", "at", "kind", "comes", "room"),
    [
        (0, "narvik", "task_force", ("koln",), True),
        (TAKEN - 1, "narvik", "task_force", ("koln",), True),
        (TAKEN, "narvik", "task_force", ("koln",), True),
        (TAKEN, "trondheim", "task_force", ("koln",), False),
    ],
)
def test_13_6_whether_there_is_room_for_what_comes(others: int, at: str, kind: Any, comes: Any, room: bool) -> None:
    """A block of its own, or a force of its kind in that port."""
    blocks = [force(f"o{number}", "axis", kind, "0813", "tb_35_37 1", port="narvik") for number in range(others)]
    board = arctic(*blocks)
    entries = Reinforcement("axis", at, comes).entries
    assert _has_room(board, "axis", [(at, entries)]) is room


@rule("pq17", "13.6")
def test_13_6_what_names_no_port_comes_to_the_first_of_its_side() -> None:
    board = arctic()
    assert home_port(board, "axis", "narvik") == "narvik"
    for side in ("allied", "axis"):
        first = next(port for group in board.operation.forces if group.side == side for port in group.ports)
        assert home_port(board, "axis" if side == "axis" else "allied", "banak") == first


@rule("pq17", "13.7", "13.7a")
def test_13_7_dummies_go_and_allied_dummies_meet_nobody() -> None:
    board = meeting(kind="dummy")
    perform(board, chance_encounter(board))
    assert events_for(board, "allied") == [ChanceEncounter("0613", "dummy")]
    assert [one.id for one in board.state.forces] == ["ally", "far"]
    board = event_phase(
        "axis", force("l", "allied", "dummy", "0613"), force("x", "axis", "task_force", "0613", "lutzow")
    )
    happens(board, 15)
    assert [type(one) for one in events_for(board, "axis")] == [RandomEvent]


@rule("pq17", "13.7", "13.7a", "13.7b")
@pytest.mark.parametrize(
    ("kind", "holding_", "die", "after"),
    [
        ("task_force", ("tirpitz", "tb_35_37 2"), 7, ["tirpitz 5", "tb_35_37 2"]),
        ("task_force", ("tirpitz", "tb_35_37 2"), 8, ["tirpitz 5", "tb_35_37 1"]),
        ("task_force", ("tirpitz", "dd_36a 2"), 8, ["tirpitz 5", "dd_36a 1"]),
        ("task_force", ("tirpitz",), 9, ["tirpitz 5"]),
        ("task_force", ("admiral_hipper",), 9, ["admiral_hipper 3"]),
        ("task_force", ("admiral_hipper",), 8, ["admiral_hipper 4"]),
        ("convoy", ("mv_german 3", "es_german 1"), 7, ["mv_german 2", "es_german 1"]),
        ("convoy", ("mv_german 3", "es_german 1"), 6, ["mv_german 3", "es_german 1"]),
        ("wolfpack", ("ss_german 3",), 4, ["ss_german 3"]),
        ("wolfpack", ("ss_german 3",), 5, ["ss_german 2"]),
        ("wolfpack", ("ss_german 3",), 8, ["ss_german 2"]),
    ],
)
def test_13_7_by_chance_whatever_the_allied_force_is(
    kind: Any, holding_: tuple[str, ...], die: int, after: list[str]
) -> None:
    """A destroyer fires at the lowest ship: 8 at DD and TB, 9 at cruisers, 7 at merchants, and not at a battleship."""
    one = force("x", "axis", kind, "0411", *holding_)
    board = arctic(one, force("ally", "allied", "wolfpack", "0411", "ss_british 1"))
    play(chance_encounter(board), dice=[(die,)])
    assert left(one.counters) == after
    assert (one.level, board.force("ally").level) == (0, 0)


@rule("pq17", "13.7")
@pytest.mark.parametrize("level", [None, 2])
def test_13_7_a_dummy_beside_an_allied_force_is_removed_identified_or_not(level: int | None) -> None:
    lure = force("lure", "axis", "dummy", "0411", level=level)
    board = arctic(lure, force("ally", "allied", "task_force", "0411", "kent"), force("d", "allied", "dummy", "0410"),
                   force("w", "axis", "wolfpack", "0410", "ss_german 1"))  # fmt: skip
    play(chance_encounter(board))
    assert [one.id for one in board.forces_of("axis")] == ["w"]


@rule("pq17", "13.7", "13.7a")
def test_13_7_only_blocks_at_sea_in_the_hex_of_a_force_at_sea_meet() -> None:
    """A pack in the hex of an Allied port, a force with a dummy, one in port: none of them meets anybody."""
    board = event_phase(
        "axis",
        force("in_port", "allied", "task_force", "0817", "kent", port="murmansk"),
        force("outside", "axis", "wolfpack", "0817", "ss_german 2"),
        force("nothing", "allied", "dummy", "0613"),
        force("raider", "axis", "task_force", "0613", "lutzow"),
        force("tromso", "axis", "task_force", "0814", "tirpitz", port="tromso"),
    )
    perform(board, chance_encounter(board))
    assert events_for(board, "public") == []


@rule("pq17", "13.7a", "13.7b", "13.7", position="PP188")
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
def test_13_7a_chance_encounters(kind: str, ships: tuple[str, ...], die: int, after: list[str], halves: int) -> None:
    board = meeting(*ships, kind=kind)
    perform(board, chance_encounter(board), dice=[(die,)])
    assert left(board.force("block").counters) == after
    assert score(board.state) == halves
    assert (board.force("block").level, board.force("ally").level, board.force("far").level) == (0, 0, None)
    told = next(one for one in events_for(board, "public") if isinstance(one, ChanceEncounter))
    assert (told.at, told.kind, told.die) == ("0613", kind, die)


@rule("pq17", "13.7a", "13.7b")
@pytest.mark.parametrize(
    ("kind", "ships", "needs", "sinks"),
    [
        ("task_force", ("tirpitz", "admiral_hipper"), 9, False),
        ("task_force", ("tirpitz", "koln"), 9, False),
        ("task_force", ("tirpitz", "dd_36a 1", "tb_35_37 1"), 8, True),
        ("convoy", ("es_german 1", "mv_german 2"), 7, True),
        ("wolfpack", ("ss_german 2",), 8, True),
    ],
)
def test_13_7a_the_die_that_hits(kind: Kind, ships: tuple[str, ...], needs: int, sinks: bool) -> None:
    """The lowest ship of the chart: Hipper before Tirpitz, Koln before her, a torpedo boat before a destroyer. A boat
    on which the die is one less has been held down, and goes home.
    """
    for die in (needs - 1, needs):
        board = event_phase(
            "allied", force("t", "allied", "convoy", "0613", "mv 3"), force("block", "axis", kind, "0613", *ships)
        )
        before = left(board.force("block").counters)
        perform(board, chance_encounter(board), dice=[(die,)])
        told = next(one for one in events_for(board, "public") if isinstance(one, ChanceEncounter))
        assert bool(told.sunk) is (sinks and die == needs)
        assert (left(board.force("block").counters) != before) is (die == needs or kind == "wolfpack")


@rule("pq17", "13.7b")
def test_13_7b_a_force_that_was_identified_keeps_its_level_and_one_that_is_gone_tells_nothing() -> None:
    board = meeting("lutzow")
    board.identify(board.force("block"), 2)
    perform(board, chance_encounter(board), dice=[(0,)])
    assert (board.force("block").level, board.force("ally").level) == (2, None)
    board = meeting("ss_german 1", kind="wolfpack")
    perform(board, chance_encounter(board), dice=[(8,)])
    assert [one.id for one in board.state.forces] == ["ally", "far"]
    assert board.force("ally").level is None


@rule("pq17", "13.7b", "6.2.1")
@pytest.mark.parametrize(
    ("axis", "allied", "after"),
    [
        (None, None, (0, 0)), (1, None, (1, None)), (None, 2, (None, 2)), (0, 0, (0, 0)), (0, None, (0, None)),
    ],
)  # fmt: skip
def test_13_7b_blocks_that_run_into_each_other_are_identified_where_neither_was(
    axis: int | None, allied: int | None, after: tuple[int | None, int | None]
) -> None:
    """Reports are given of both or of none."""
    board = table(
        force("x", "axis", "task_force", "0613", "lutzow"), force("k", "allied", "task_force", "0613", "kent")
    )
    for name, level in (("x", axis), ("k", allied)):
        if level is not None:
            board.identify(board.force(name), level)
    board.state.phase = Phase("axis")
    play(chance_encounter(board), dice=[(3,)])
    assert (board.force("x").level, board.force("k").level) == after
    told = [("allied", 0), ("axis", 0)] if axis is None and allied is None else []
    assert [(one.to, one.level) for one in board.state.reports] == told
