"""Chapter 13 read sentence by sentence: every sum of the table, what lasts how long, mines and chance encounters."""

import pytest

from games.titles.pq17.components.pieces import Side, WeatherKind
from games.titles.pq17.rules.forces.situations import is_unrestricted, is_warned
from games.titles.pq17.rules.special.encounter import chance_encounter
from games.titles.pq17.rules.special.events import event
from games.titles.pq17.rules.special.mines import minefield
from games.titles.pq17.rules.surface.withdrawal import withdrawal_modifier
from games.titles.pq17.state.events.special import ChanceEncounter
from games.titles.pq17.state.state import Kind
from tests.titles.pq17.arctic import force
from tests.titles.pq17.box import BOX
from tests.titles.pq17.ch13_events.happenings import event_phase
from tests.titles.pq17.procedures import events_for, perform
from tests.titles.pq17.trial import left

rule = pytest.mark.rule
BOTH = ["collision", "grounding", "breakdown", "weather_damage", "minefield"]
QUIET = ["none"] * 7
NEWS = ["signals", "reinforcements", "chance_encounter"]
COLUMNS: dict[Side, list[str]] = {
    "allied": [*BOTH, "local_weather_britain", *QUIET, *NEWS, "superiors_warning", "air_raid_norway",
               "local_weather_kola"],
    "axis": [*BOTH, "local_weather_norway", *QUIET, *NEWS, "elusive_target", "air_raid_russia", "fuhrer_directive"],
}  # fmt: skip


@rule("pq17", "13.0", "T.charts")
@pytest.mark.parametrize("side", ["allied", "axis"])
def test_every_sum_of_either_column(side: Side) -> None:
    assert [BOX.charts.events.happens(side, total) for total in range(19)] == COLUMNS[side]


@rule("pq17", "13.3", "13.0e")
@pytest.mark.parametrize(
    ("side", "dice", "lasts"), [("allied", (8, 8), is_warned), ("axis", (9, 9), is_unrestricted)], ids=["warn", "free"]
)
def test_four_turns_and_not_a_fifth(side: Side, dice: tuple[int, int], lasts: object) -> None:
    board = event_phase(side, turn=20)
    perform(board, event(board), dice=[dice])
    held = []
    for turn in range(20, 26):
        board.state.turn = turn
        held.append(lasts(board) if callable(lasts) else None)
    assert held == [True] * 4 + [False] * 2


@rule("pq17", "13.3", "7.5.2l")
@pytest.mark.parametrize(
    ("sky", "day", "others", "more"),
    [
        ("fair", True, True, 2),
        ("fair", False, True, 3),
        ("fair", False, False, 2),
        ("reduced", True, True, 3),
        ("fog", True, True, 4),
        ("storm", True, True, 4),
        ("gale", True, True, 5),
        ("gale", False, True, 6),
        ("gale", False, False, 2),
    ],
)
def test_two_more_for_the_warned_the_rest_as_they_like(sky: WeatherKind, day: bool, others: bool, more: int) -> None:
    assert withdrawal_modifier(BOX, sky, day=day, warned=True, others=others) == more


@rule("pq17", "13.5")
@pytest.mark.parametrize(("dice", "boats"), [((7, 7, 7), 3), ((7, 8, 7), 2), ((8, 7, 9), 1), ((8, 8, 8), 0)])
def test_each_hit_on_a_pack_is_a_boat(dice: tuple[int, ...], boats: int) -> None:
    pack = force("u", "axis", "wolfpack", "0716", "ss_german 2", "ss_german 1")
    board = event_phase("allied", pack)
    perform(board, minefield(board, "allied"), dice=[dice])
    assert sum(one.strength for one in pack.counters) == boats
    assert (pack in board.state.forces) is (boats > 0)


@rule("pq17", "13.7", "13.7a")
def test_only_blocks_at_sea_in_the_hex_of_a_force_at_sea_meet() -> None:
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
def test_the_die_that_hits(kind: Kind, ships: tuple[str, ...], needs: int, sinks: bool) -> None:
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
