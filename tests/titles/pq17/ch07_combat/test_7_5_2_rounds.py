"""7.5.2 to 7.5.2b: the display, the rounds of a surface battle, and who joins it."""

from typing import Any

import pytest

from games.kernel.events import PUBLIC
from games.titles.pq17.orders.battle import BattleForm
from games.titles.pq17.orders.doctrine import Instructions
from games.titles.pq17.orders.formations import Formation
from games.titles.pq17.rules.search.location import most_cards
from games.titles.pq17.rules.surface.areas import Manoeuvre, order_fault
from games.titles.pq17.rules.surface.attacks import surface_combat
from games.titles.pq17.rules.surface.doctrine import gun_strength
from games.titles.pq17.rules.surface.engagement import Engagement, fight, wants_to_join
from games.titles.pq17.rules.surface.layout import join_force
from games.titles.pq17.state.battle import Battle
from games.titles.pq17.state.events.surface import Withdrew
from games.titles.pq17.state.fuel import Fuel
from games.titles.pq17.state.state import Phase, Shadow
from games.titles.pq17.visibility.redeal import conserved
from games.titles.pq17.visibility.view import view
from tests.titles.pq17.arctic import arctic, force
from tests.titles.pq17.box import BOX
from tests.titles.pq17.ch07_combat.surface_battles import cruisers
from tests.titles.pq17.displays import battle
from tests.titles.pq17.engaging import attacked, misses
from tests.titles.pq17.playing import a_card, heard, play
from tests.titles.pq17.strikes import OPEN
from tests.titles.pq17.trial import left, read_counters

rule = pytest.mark.rule


def _cards_of(procedure: Any, card: str) -> list[str]:
    """The keys of the cards that are drawn in a fight of two rounds, in which nothing hits."""
    found, answer, ends = list[str](), None, 0
    try:
        while True:
            request = procedure.send(answer)
            if hasattr(request, "pool") and request.pool[0].startswith("card_"):
                found.append(".".join(request.key.split(".")[:3]))
                answer = (request.pool.index(card),)
            elif hasattr(request, "sides"):
                over = request.key.endswith(".end") and ends
                ends += request.key.endswith(".end")
                answer = ((10 if over or not request.key.endswith(".end") else 9),) * len(request.sides)
            else:
                answer = tuple(one.form.default() for one in request.asks)
    except StopIteration:
        return found


@rule("pq17", "7.5.2")
def test_7_5_2_both_are_asked_once_after_the_layout() -> None:
    board = cruisers()
    board.state.instructions = {side: Instructions(stands="stay", torpedo_round="never") for side in ("allied", "axis")}
    says = {"battle@allied": "leave norfolk", "battle@axis": "aim admiral_hipper at=norfolk"}
    played = play(surface_combat(board), cards=[a_card("force", "0")], dice=[*misses(3, 4), (9,)], says=says)
    assert sorted(question.seat for question in played.asked) == ["allied", "axis"]
    assert [type(event) for event in heard(board, "axis")].count(Withdrew) == 1
    form = played.asked[0].form
    assert isinstance(form, BattleForm)
    assert [(one.name, one.ships) for one in form.units][1] == ("norfolk", (("norfolk", 3),))


@rule("pq17", "7.5.2")
def test_7_5_2_round_by_round_for_who_wants_it() -> None:
    board = cruisers()
    board.state.instructions["axis"] = Instructions(asks="each_round", stands="stay", torpedo_round="never")
    dice = [*misses(3, 4), (9,), *misses(3, 4), (0,)]
    played = play(surface_combat(board), cards=[a_card("force", "0")], dice=dice)
    assert [(question.seat, question.form.round) for question in played.asked] == [("axis", 1), ("axis", 2)]


@rule("pq17", "7.5.2")
def test_7_5_2_what_is_lost_in_a_battle_is_accounted_for_while_its_sides_are_asked() -> None:
    """It is booked when the battle is over: until then it is neither lost nor there."""
    board = cruisers()
    board.state.instructions["axis"] = Instructions(asks="each_round")
    fight = Engagement(board, OPEN, "axis", None, "k")
    fight.lay_out(list(board.state.forces))
    before = conserved(BOX, board.state)
    fight.battle.unit("norfolk").counters[0].strength -= 2
    asking = fight.ask(("each_round",))
    (asked,) = asking.send(None).asks
    assert (board.state.unbooked, conserved(BOX, board.state)) == (2, before)
    with pytest.raises(StopIteration):
        asking.send((asked.form.default(),))
    assert board.state.unbooked == 0


@rule("pq17", "7.5.2")
def test_7_5_2_the_display_is_seen_by_both_and_by_nobody_else() -> None:
    board = cruisers()
    fight = Battle("axis", [], day=True)
    board.state.battle = fight
    assert view(board, "allied").battle is not None
    assert view(board, PUBLIC).battle is None


@rule("pq17", "7.5.2", "1.4b")
def test_7_5_2_on_the_display_they_are_units_of_their_own_and_one_counter_afterwards() -> None:
    hunters = force("tf", "axis", "task_force", OPEN, "admiral_hipper", "dd_36a 6")
    convoy = force("pq", "allied", "convoy", OPEN, "mv 20")
    board = arctic(hunters, convoy)
    fight = Engagement(board, OPEN, "axis", None, "battle")
    fight.lay_out([hunters, convoy])
    units = {unit.name: left(unit.counters) for unit in fight.battle.units}
    assert {name: units[name] for name in ("dd_36a", "dd_36a.2")} == {"dd_36a": ["dd_36a 3"], "dd_36a.2": ["dd_36a 3"]}
    assert {name: units[name] for name in ("mv", "mv.2", "mv.3")} == {
        "mv": ["mv 7"],
        "mv.2": ["mv 7"],
        "mv.3": ["mv 6"],
    }


@rule("pq17", "7.5.2", "7.5.8", "7.4.6", "5.5")
@pytest.mark.parametrize("escorted", [True, False])
def test_7_5_2_submarines_that_did_not_come_out_are_no_warships_of_the_display(escorted: bool) -> None:
    """By night, surprised (8): a destroyer is sunk before she fires, or there was none. Two rounds, one more for the
    surprise, one for an escort, one less by night; then the convoy scatters, and the boats are with it still.
    """
    prey = force("c", "allied", "convoy", OPEN, "mv 8", "ss_british 2", *(["dd_a_i 1"] if escorted else []))
    board = attacked(prey, force("h", "axis", "task_force", OPEN, "admiral_hipper"), light="dec_1")
    board.identify(board.force("h"), 1)
    first = [(8, 0, 0, 0)] if escorted else []
    rounds = misses(4, 1, 4, 1, 4) if escorted else misses(4, 1, 4, 1)
    play(surface_combat(board), cards=[a_card("force", "0", day=False)], dice=[(8,), *first, *rounds])
    assert prey.convoy is not None
    assert (prey.convoy.scattered, left(prey.counters)) == (True, ["mv 8", "ss_british 2"])
    assert board.forces_of("allied") == [prey]
    assert [one.unit for one in board.state.losses] == ["dd_a_i"] * escorted


@rule("pq17", "7.5.2")
def test_7_5_2_only_warships_count_as_guns() -> None:
    fight = battle(("london 3", "mv 8", "dd_a_i 2", "es_british 3"), ("lutzow 4",))
    assert gun_strength(BOX, fight.of("allied")) == 8


@rule("pq17", "7.5.2", "7.2.4")
def test_7_5_2_a_command_has_its_own_side_s_formations_alone() -> None:
    ours, theirs = Formation("tf", smoke=("dd_a_i",)), Formation("r", smoke=("dd_36a",))
    board = arctic(
        force("tf", "allied", "task_force", OPEN, "london", "dd_a_i 2", formation=ours),
        force("bare", "allied", "task_force", OPEN, "kent"),
        force("r", "axis", "task_force", OPEN, "lutzow", "dd_36a 2", formation=theirs),
    )  # fmt: skip
    fight = Engagement(board, OPEN, "axis", None, "k")
    assert board.state.battle is fight.battle
    fight.lay_out(board.state.forces)
    assert fight.command("allied").formations == {"tf": ours}
    assert fight.command("axis").formations == {"r": theirs}


@rule("pq17", "7.5.2a", "7.5.2b")
def test_7_5_2a_those_that_join_a_battle_lie_in_counters_too() -> None:
    first, later = (
        force(name, "axis", "task_force", OPEN, ships) for name, ships in (("a", "dd_36a 3"), ("b", "dd_36a 6"))
    )
    fight = Engagement(arctic(first, later), OPEN, "axis", None, "battle")
    fight.lay_out([first])
    fight.join(later)
    assert [left(unit.counters) for unit in fight.battle.units] == [["dd_36a 4"], ["dd_36a 4"], ["dd_36a 1"]]


@rule("pq17", "7.5.2a", "7.1.1a")
def test_7_5_2a_who_joins_draws_one_card_a_round_though_the_enemy_is_shadowed() -> None:
    """Two cards are for who attacks (7.1.1) and who intercepts (7.5.1)."""
    raid = force("x", "axis", "task_force", "0412", "lutzow", fuel=Fuel(30))
    waiting = force("y", "allied", "task_force", "0412", "london", fuel=Fuel(30))
    wishes = Instructions(asks="never", stands="stay", torpedo_round="never", joins="always")
    board = arctic(
        raid, force("t", "allied", "task_force", "0412", "kent", fuel=Fuel(30)), waiting,
        instructions={"allied": wishes, "axis": wishes},
    )  # fmt: skip
    board.identify(raid, 3)
    board.state.shadows = [Shadow("x", "radius", "radius")]
    board.state.phase = Phase("allied")
    assert most_cards(board, "task_force", raid) == 2
    nothing = a_card("force", "-")
    procedure = fight(board, [board.force("t")], [raid], [waiting], surprised=False, key="fight")
    assert _cards_of(procedure, nothing) == ["fight.2.join"]


@rule("pq17", "7.5.2a", "7.5.2b", "1.4b", "7.3.2")
@pytest.mark.parametrize(
    ("lies", "comes", "after"),
    [
        ("dd_36a 1", "dd_36a 2", ["dd_36a 3"]),
        ("dd_36a 3", "dd_36a 2", ["dd_36a 4", "dd_36a 1"]),
        ("dd_36a 4", "dd_36a 2", ["dd_36a 4", "dd_36a 2"]),
        ("dd_36a 1", "dd_34_36 2", ["dd_36a 1", "dd_34_36 2"]),
        ("dd_36a 1+crippled", "dd_36a 2", ["dd_36a 1+crippled", "dd_36a 2"]),
        ("dd_36a 1", "dd_36a 1+crippled", ["dd_36a 1", "dd_36a 1+crippled"]),
        ("dd_36a 1+tows", "dd_36a 2", ["dd_36a 1+tows", "dd_36a 2"]),
        ("mv 3", "mv 2", ["mv 3", "mv 2"]),
        ("dd_36a 1", "lutzow 4", ["dd_36a 1", "lutzow 4"]),
    ],
)
def test_7_5_2a_light_ships_of_a_class_that_join_fill_up_its_counters(lies: str, comes: str, after: list[str]) -> None:
    fight = battle(("norfolk 3",), (lies,), round_=2)
    join_force(BOX, fight, "axis", read_counters(comes), force="new")
    assert [left(one.counters)[0] for one in fight.of("axis")] == after
    assert [one.force for one in fight.of("axis")][1:] == ["new"] * (len(after) - 1)


@rule("pq17", "7.5.2a", "7.5.2e", position="PP256")
def test_7_5_2a_not_in_the_first_round_of_its_own() -> None:
    fight = battle(("norfolk 3",), ("dd_36a 2",), round_=2)
    late = fight.unit("dd_36a")
    fight.unit("norfolk").joined, late.joined = 1, 2
    assert order_fault(fight, Manoeuvre("dd_36a", "torpedo")) == "too_early"
    assert order_fault(fight, Manoeuvre("norfolk", "torpedo")) is None
    fight.round = 3
    assert order_fault(fight, Manoeuvre("dd_36a", "torpedo")) is None


@rule("pq17", "7.5.2a", "7.5.7d")
@pytest.mark.parametrize(
    ("wish", "comes", "turned", "joins"),
    [
        ("always", ("koln",), False, True),
        ("never", ("tirpitz",), False, False),
        ("if_weaker", ("koln 1",), False, False),
        ("if_weaker", ("koln 2",), False, True),
        ("if_weaker", ("tirpitz",), True, False),
        ("always", ("tirpitz",), True, True),
    ],
)
def test_7_5_2a_who_joins_a_battle_if_his_side_is_no_weaker_with_him(
    wish: Any, comes: tuple[str, ...], turned: bool, joins: bool
) -> None:
    """London and three of destroyers, six together, against Lützow, four."""
    board = arctic(
        force("tf", "allied", "task_force", OPEN, "london", "dd_a_i 3"),
        force("r", "axis", "task_force", OPEN, "lutzow"),
        force("late", "axis", "task_force", OPEN, *comes), instructions={"axis": Instructions(joins=wish)},
    )  # fmt: skip
    fight = Engagement(board, OPEN, "axis", None, "k")
    fight.lay_out([board.force("tf"), board.force("r")])
    fight.turned = turned
    assert wants_to_join(fight, board.force("late")) is joins


@rule("pq17", "7.5.2b", "7.5.8b", "7.5.5")
@pytest.mark.parametrize("ship", ["dd_36a", "tb_35_37", "es_german"])
def test_7_5_2b_light_ships_that_merge_with_others_are_no_losses_of_the_force_that_they_came_with(ship: str) -> None:
    """They go back with those that they joined; nobody is lost, and no escort comes twice."""
    prey = force("tf", "allied", "task_force", OPEN, "norfolk", fuel=Fuel(30))
    first = force("first", "axis", "task_force", OPEN, "admiral_hipper", f"{ship} 1", fuel=Fuel(30))
    second = force("second", "axis", "task_force", OPEN, "lutzow", f"{ship} 1", fuel=Fuel(30))
    board = attacked(prey, first, second)
    fight = Engagement(board, OPEN, "axis", None, "k")
    fight.lay_out((first, prey))
    fight.battle.round = 2
    fight.join(second)
    play(fight.finish())
    held = {one.id: {there.ship: there.strength for there in one.counters} for one in (first, second)}
    assert held == {"first": {"admiral_hipper": 4, ship: 2}, "second": {"lutzow": 4}}
    assert (board.state.losses, board.state.bookings) == ([], [])


@rule("pq17", "7.5.2b", "7.3.2")
def test_7_5_2b_light_ships_that_join_merge_into_the_fewest_counters() -> None:
    fight = battle(("dd_a_i 3",), ("lutzow 4",), round_=3)
    fight.unit("dd_a_i").joined = 1
    join_force(BOX, fight, "allied", read_counters("dd_a_i 2+spent=1", "dd_j_r 1", "dd_a_i 1+crippled"))
    assert [(one.name, one.joined, left(one.counters)) for one in fight.of("allied")] == [
        ("dd_a_i", 1, ["dd_a_i 4"]),
        ("dd_a_i.2", 3, ["dd_a_i 1"]),
        ("dd_j_r", 3, ["dd_j_r 1"]),
        ("dd_a_i.3", 3, ["dd_a_i 1+crippled"]),
    ]
    assert fight.unit("dd_a_i").counters[0].spent == 1, "of torpedoes spent the worse holds"


@rule("pq17", "7.5.2b", "1.4b", "7.9a")
@pytest.mark.parametrize(
    ("comes", "units"),
    [
        ("tb_35_37 1+crippled", ["tb_35_37 2+crippled"]),
        ("tb_35_37 2+crippled", ["tb_35_37 2+crippled", "tb_35_37 1+crippled"]),
        ("tb_35_37 1", ["tb_35_37 1+crippled", "tb_35_37 1"]),
        ("dd_36a 0+crippled", ["tb_35_37 1+crippled", "dd_36a 0+crippled"]),
    ],
)  # fmt: skip
def test_7_5_2b_crippled_light_ships_that_join_leave_no_wreck_where_they_merged(comes: str, units: list[str]) -> None:
    fight = battle(("kent 2",), ("tb_35_37 1+crippled",), round_=2)
    join_force(BOX, fight, "axis", read_counters(comes), force="x")
    assert [words for one in fight.of("axis") for words in left(one.counters)] == units
