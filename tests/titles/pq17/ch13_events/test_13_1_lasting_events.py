"""13.1 to 13.4: elusive targets, weather damage, warnings of superiors, and local weather."""

from typing import Any

import pytest
from msgspec import structs

from games.titles.pq17.components.pieces import SIDES, Side, WeatherKind
from games.titles.pq17.orders.attacks import Attack
from games.titles.pq17.orders.doctrine import YesNo
from games.titles.pq17.rules.air.bombing import bomb_modifier
from games.titles.pq17.rules.air.elusive import _is_single, _turned_away, name_elusive_ship
from games.titles.pq17.rules.air.row import Sortie
from games.titles.pq17.rules.forces.situations import is_elusive, is_unrestricted, is_warned
from games.titles.pq17.rules.search.identification import contact_name
from games.titles.pq17.rules.special import events
from games.titles.pq17.rules.special.events import _expire, event
from games.titles.pq17.rules.special.mishaps import weather_damage
from games.titles.pq17.rules.surface.attacks import surface_combat
from games.titles.pq17.rules.surface.withdrawal import withdrawal_modifier
from games.titles.pq17.state.board import Board
from games.titles.pq17.state.counters import Counter
from games.titles.pq17.state.events.special import LocalWeather, Mishap, OrderLasts, TargetEluded
from games.titles.pq17.state.events.surface import Withdrew
from games.titles.pq17.state.state import Lasting, Phase, Sky
from tests.titles.pq17.arctic import arctic, force, ships
from tests.titles.pq17.box import BOX
from tests.titles.pq17.ch07_combat.surface_battles import QUIET
from tests.titles.pq17.ch13_events.happenings import event_phase, happens
from tests.titles.pq17.playing import a_card, heard, phase, play
from tests.titles.pq17.procedures import events_for, perform
from tests.titles.pq17.strikes import OPEN
from tests.titles.pq17.trial import counter, left, read_counters

rule = pytest.mark.rule
HURTING = [place for place, card in enumerate(BOX.cards.values()) if (card.damage.convoy, card.damage.light) == (1, 0)]
HURTS_ONE, HURTS_TOO = HURTING[:2]


def deployed(event: str = "elusive_target") -> tuple[Board, list[Any], list[Sortie]]:
    board = arctic(
        force("c", "allied", "convoy", "0410", "mv 8", "avenger", "palomares"), phase=Phase("axis", event=event)
    )
    row = [ships("avenger"), ships("mv 8"), ships("palomares")]
    return board, row, [Sortie("a", 0), Sortie("b", 0), Sortie("c", 1), Sortie("d", 1)]


def rows(*stacks: str) -> list[list[Counter]]:
    return [read_counters(*stack.split(", ")) if stack else [] for stack in stacks]


@rule("pq17", "13.1")
def test_13_1_an_elusive_target_is_harder_to_hit() -> None:
    assert bomb_modifier(BOX, counter("avenger 1"), in_port=False, elusive=True) == -1


@rule("pq17", "13.1")
def test_13_1_who_was_meant_for_the_elusive_ship_goes_for_the_most_valuable_that_has_room() -> None:
    row = [read_counters("norfolk 3"), read_counters("mv 3"), read_counters("anson 5"), read_counters("dd_a_i 2")]
    board = arctic()
    flown = [Sortie("a", 0), Sortie("b", 1), Sortie("c", 0), Sortie("d", 0, 2), Sortie("e", 0), Sortie("f", 2)]
    found, turned = _turned_away(board, row, flown, 0)
    values = {ship: BOX.ships[ship].value for ship in ("mv", "anson", "dd_a_i")}
    assert max(values, key=lambda ship: values[ship]) == "anson"
    assert {one.unit: one.target for one in found if one.unit in ("b", "f")} == {"b": 1, "f": 2}
    first, second, third = (next(one.target for one in found if one.unit == name) for name in "ace")
    assert (first, next(one.target for one in found if one.unit == "d")) == (2, 2)
    assert (second == 2, third == 2) == (False, False), "two units at one ship in a wave are enough"
    assert turned == {"a", "c", "d", "e"}
    assert _turned_away(board, row[:1], [Sortie("a", 0)], 0) == ([], frozenset())
    assert _turned_away(board, [*row[:1], []], [Sortie("a", 0)], 0) == ([], frozenset())


@rule("pq17", "13.1")
def test_13_1_an_elusive_target_holds_for_the_phase() -> None:
    assert is_elusive(arctic(phase=Phase("axis", event="elusive_target")))
    assert not is_elusive(arctic(phase=Phase("axis", event="signals")))
    assert not is_elusive(arctic())
    assert SIDES == ("allied", "axis")


@rule("pq17", "13.1")
def test_13_1_who_was_meant_for_the_ship_named_goes_for_another_and_hits_worse() -> None:
    board, row, flown = deployed()
    run = perform(board, name_elusive_ship(board, board.force("c"), row, flown, key="e"))
    assert [(one.kind, one.seat, one.form.options) for one in run.asked] == [
        ("event", "allied", ("avenger", "palomares"))
    ]
    found, worse = run.result
    assert {one.unit: one.target for one in found} == {"a": 2, "b": 2, "c": 1, "d": 1}
    assert (worse, events_for(board, "axis")) == ({"a", "b"}, [TargetEluded("avenger")])
    again = perform(board, name_elusive_ship(board, board.force("c"), row, flown, key="e"))
    assert (again.asked, again.result) == ([], (flown, frozenset()))


@rule("pq17", "13.1")
def test_13_1_with_no_other_target_they_do_not_attack() -> None:
    board, row, flown = deployed()
    play_ = perform(board, name_elusive_ship(board, board.force("c"), row[:1], flown[:2], key="e"))
    assert play_.result == ([], frozenset())


@rule("pq17", "13.1")
def test_13_1_without_the_event_or_a_single_ship_nobody_is_asked() -> None:
    board, row, flown = deployed("none")
    assert perform(board, name_elusive_ship(board, board.force("c"), row, flown, key="e")).asked == []
    board, row, flown = deployed()
    assert perform(board, name_elusive_ship(board, board.force("c"), row[1:2], [Sortie("c", 0)], key="e")).asked == []


@rule("pq17", "13.1")
def test_13_1_who_was_meant_for_her_goes_for_the_most_valuable_of_the_others_that_has_room() -> None:
    row = rows("avenger 1", "mv 4", "london 3", "")
    board = arctic()
    assert [_is_single(board, stack) for stack in (row[0], row[1], row[2], read_counters("london 3", "kent 2"))] == [
        True, False, True, False,
    ]  # fmt: skip
    best = max((1, 2), key=lambda place: BOX.ships[row[place][0].ship].value)
    flown = [Sortie("a", 0), Sortie("b", 0), Sortie("c", 0), Sortie("d", best), Sortie("e", 0, wave=2)]
    found, turned = _turned_away(board, row, flown, 0)
    assert {one.unit: one.target for one in found} == {"d": best, "a": best, "b": 3 - best, "c": 3 - best, "e": best}
    assert turned == {"a", "b", "c", "e"}
    alone, nobody = _turned_away(board, row[:1], [Sortie("a", 0)], 0)
    assert (alone, nobody) == ([], frozenset())


@rule("pq17", "13.2", "9.3.1", "9.3.1c", "2.1.2a")
def test_13_2_a_gale_damages_the_forces_of_both() -> None:
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
def test_13_2_parent_and_part_draw_their_cards_together() -> None:
    parent, part = force("c", "allied", "convoy", "0410", "mv 18"), force("d", "allied", "convoy", "0410", "mv 3")
    assert part.convoy is not None
    part.convoy.part_of = "c"
    board = event_phase("axis", parent, part, sky=Sky("gale"))
    perform(board, weather_damage(board), draws=[(HURTS_ONE,), (HURTS_TOO - 1,), (20,), (0,)])
    assert (left(parent.counters), left(part.counters)) == (["mv 17"], ["mv 2"])


@rule("pq17", "13.2")
def test_13_2_in_other_weather_nothing_happens() -> None:
    board = event_phase("axis", force("c", "allied", "convoy", "0410", "mv 19"), sky=Sky("fog"))
    happens(board, 3)
    assert board.state.drawn == {}


@rule("pq17", "13.3", position="PP186")
def test_13_3_a_warning_from_superiors() -> None:
    assert withdrawal_modifier(BOX, "reduced", day=False, warned=True, others=False) == 2
    assert withdrawal_modifier(BOX, "reduced", day=False, warned=True) == 4
    assert withdrawal_modifier(BOX, "fair", day=True, slower=True) == -1


@rule("pq17", "13.3", "13.0e", position="PP186")
def test_13_3_a_warning_lasts_four_turns_the_present_one_included() -> None:
    board = event_phase("allied")
    happens(board, 16)
    assert OrderLasts("superiors_warning", 12) in events_for(board, "axis")
    held = []
    for turn in (9, 12, 13):
        board.state.turn = turn
        held.append(is_warned(board))
    assert held == [True, True, False]


@rule("pq17", "13.3", "13.0e")
def test_13_3_orders_from_above_last_four_turns_the_present_one_included() -> None:
    board = arctic()
    play(events._superiors_warning(board, "axis"))
    assert (board.state.lasting.warning, board.state.lasting.directive) == (12, 0)
    play(events._fuhrer_directive(board, "axis"))
    assert (board.state.lasting.warning, board.state.lasting.directive) == (12, 12)


@rule("pq17", "13.3", "7.5.2l", position="PP186")
@pytest.mark.parametrize(
    ("turn", "takes_cover", "die", "leaves"),
    [
        (12, "no", 4, False),
        (12, "no", 5, True),
        (12, "yes", 2, False),
        (12, "yes", 3, True),
        (13, "no", None, False),
        (13, "yes", None, False),
    ],
)
def test_13_3_warned_a_german_force_must_try_to_leave_and_counts_night_and_weather_as_it_likes(
    turn: int, takes_cover: YesNo, die: int | None, leaves: bool
) -> None:
    """Warned in turn 9, until turn 12: in round 1 of a night in Reduced Visibility."""
    board = phase(
        arctic(
            force("tf", "allied", "task_force", OPEN, "norfolk"), force("r", "axis", "task_force", OPEN, "lutzow"),
            turn=turn, light="dec_1", sky=Sky("reduced"), lasting=Lasting(warning=12),
        ),
        "axis",
    )  # fmt: skip
    board.identify(board.force("tf"), 1)
    board.phase.attacks = (Attack("r", contact_name(board.force("tf"))),)
    board.state.instructions = {"allied": QUIET, "axis": structs.replace(QUIET, takes_cover=takes_cover)}
    dice = [(5,), (0, 0, 0), (0, 0, 0, 0), *([(die,)] if die is not None else []), *([] if leaves else [(0,)])]
    play(surface_combat(board), cards=[a_card("force", "0", day=False, weather=1)], dice=dice)
    told = [(one.side, one.die, bool(one.left)) for one in heard(board, "allied") if isinstance(one, Withdrew)]
    assert told == ([] if die is None else [("axis", die, leaves)])


@rule("pq17", "13.3", "13.0e")
@pytest.mark.parametrize(
    ("side", "dice", "lasts"), [("allied", (8, 8), is_warned), ("axis", (9, 9), is_unrestricted)], ids=["warn", "free"]
)
def test_13_3_four_turns_and_not_a_fifth(side: Side, dice: tuple[int, int], lasts: object) -> None:
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
def test_13_3_two_more_for_the_warned_the_rest_as_they_like(
    sky: WeatherKind, day: bool, others: bool, more: int
) -> None:
    assert withdrawal_modifier(BOX, sky, day=day, warned=True, others=others) == more


@rule("pq17", "13.4", "9.5")
@pytest.mark.parametrize(
    ("side", "total", "coast", "until"),
    [("allied", 5, "britain", 9), ("allied", 18, "kola", 9), ("axis", 5, "norway", 10)],
)
def test_13_4_local_weather(side: Side, total: int, coast: str, until: int) -> None:
    board = event_phase(side, sky=Sky("gale"))
    happens(board, total)
    assert board.state.sky.local == {coast: ("fair", until)}
    assert LocalWeather(coast, "fair", until) in events_for(board, "public")


@rule("pq17", "13.4", "9.5")
def test_13_4_that_of_an_axis_event_still_holds_in_the_next_allied_phase() -> None:
    board = event_phase("allied", turn=10, sky=Sky("fog", local={"norway": ("fair", 10), "britain": ("fair", 9)}))
    happens(board, 6)
    assert board.state.sky.local == {"norway": ("fair", 10)}
    board.state.phase = Phase("axis")
    happens(board, 6)
    assert board.state.sky.local == {}


@rule("pq17", "13.4")
def test_13_4_local_weather_holds_until_its_turn_whoevers_coast_it_is() -> None:
    local = {"norway": ("fair", 11), "britain": ("fair", 11), "kola": ("fair", 9)}
    board = phase(arctic(turn=10, sky=Sky("fog", local=local)), "axis")
    play(event(board), dice=[(4, 4)])
    assert sorted(board.state.sky.local) == ["britain", "norway"]


@rule("pq17", "13.4", "9.5")
@pytest.mark.parametrize(
    ("coast", "until", "side", "turn", "holds"),
    [
        ("norway", 11, "axis", 10, True), ("norway", 11, "allied", 11, True), ("norway", 11, "axis", 11, False),
        ("kola", 10, "axis", 10, True), ("kola", 10, "allied", 11, False), ("britain", 10, "axis", 10, True),
    ],
)  # fmt: skip
def test_13_4_local_weather_outlasts_the_general_one_by_one_allied_phase_at_most(
    coast: str, until: int, side: Any, turn: int, holds: bool
) -> None:
    board = arctic(turn=turn, sky=Sky("gale", local={coast: ("fair", until)}))
    _expire(board, side)
    assert (coast in board.state.sky.local) is holds
