"""1.2: the numbers by which the enemy knows blocks, how many there are of each kind, and what each may hold."""

from typing import Any

import pytest

from games.titles.pq17.rules.campaign.composing import _packs
from games.titles.pq17.rules.forces.composition import broken_rules, dummies_left, free_blocks, kind_of
from games.titles.pq17.rules.joining import combine_forces
from games.titles.pq17.rules.search.detachment import split_force
from games.titles.pq17.rules.search.dummies import add_dummy
from games.titles.pq17.rules.search.shadowing import end_grounded_shadowing
from games.titles.pq17.rules.special.mishaps import _tidy
from games.titles.pq17.rules.special.reinforcements import _joins, _place_block
from games.titles.pq17.state.board import Board
from games.titles.pq17.state.counters import Counter
from games.titles.pq17.state.reporting import convoy_ships, is_large
from games.titles.pq17.state.roster import Unit
from games.titles.pq17.state.state import Phase, Sky
from games.titles.pq17.visibility.redeal import redeal
from games.titles.pq17.visibility.view import view
from tests.titles.pq17.arctic import arctic, force, ships
from tests.titles.pq17.box import BOX
from tests.titles.pq17.ch01_components.fleets import fleet, refusal
from tests.titles.pq17.ch06_search.shadowers import cruiser_followed
from tests.titles.pq17.ch15_campaign.orders_of_battle import lies_ready
from tests.titles.pq17.playing import heard
from tests.titles.pq17.strikes import OPEN
from tests.titles.pq17.trial import read_counters

rule = pytest.mark.rule
NORWAY = ("bergen", "stavanger", "trondheim", "bodo", "tromso", "altenfjord", "kirkenes")


def test_forces_by_name() -> None:
    board = arctic(force("one", "axis", "dummy", "0813"))
    board.remove(board.force("one"))
    with pytest.raises(LookupError):
        board.force("one")
    assert (str(board.now), board.is_day, board.operation.number) == ("5 am", True, 8)


@rule("pq17", "1.2", "1.2.1", "1.2.2")
@pytest.mark.parametrize(
    ("words", "kind"),
    [((), "dummy"), (("mv 1", "tirpitz"), "convoy"), (("ss_german 3",), "wolfpack"), (("aldersdale",), "task_force"),
     (("dd_a_i 1", "ss_british 1"), "task_force")],
)  # fmt: skip
def test_1_2_what_a_force_is(words: tuple[str, ...], kind: str) -> None:
    assert kind_of(BOX, ships(*words)) == kind


@rule("pq17", "1.2", "13.0a")
def test_1_2_who_has_lost_all_is_off_the_display_and_a_force_without_ships_off_the_map() -> None:
    one = force("t", "allied", "convoy", OPEN, told=3)
    one.counters = read_counters("mv 0", "mv 2", "dd_a_i 0+dead")
    board = arctic(one)
    board.state.phase = Phase("allied")
    _tidy(board, one, one.counters[:2])
    assert [(ship.ship, ship.strength) for ship in one.counters] == [("mv", 2), ("dd_a_i", 0)]
    assert one.told == 0
    one.counters = read_counters("mv 0")
    _tidy(board, one, one.counters)
    assert one not in board.state.forces


@rule("pq17", "1.2.1a", "1.2.2")
@pytest.mark.parametrize(
    ("words", "rules"),
    [
        (("mv 9", "es_british 4", "ss_british 2"), ()), (("mv 9", "es_british 5"), ("1.2.1a",)),
        (("mv 9", "ss_british 3"), ("1.2.1a",)), (("ss_german 4",), ()), (("ss_german 4", "ss_german 1"), ("1.2.2",)),
        (("tirpitz", "dd_36a 9"), ()), (("dd_a_i 1", "ss_british 1"), ("1.2.1a",)),
    ],
)  # fmt: skip
def test_1_2_1a_limits(words: tuple[str, ...], rules: tuple[str, ...]) -> None:
    assert broken_rules(BOX, ships(*words)) == rules


@rule("pq17", "1.2.1a", "1.2.2", "1.2.4", "1.2.4a", "1.2")
@pytest.mark.parametrize(
    ("one", "other", "barred"),
    [
        (("mv 9", "es_british 2"), ("es_british 2",), ""),
        (("mv 9", "es_british 2"), ("es_british 3",), "1.2.1a"),
        (("mv 9",), ("ss_british 2",), ""),
        (("mv 9", "ss_british 1"), ("ss_british 2",), "1.2.1a"),
        (("ss_british 2",), ("ss_british 2",), ""),
        (("ss_british 2",), ("ss_british 3",), "1.2.2"),
        (("ss_british 2",), ("ss_soviet 2",), "5.2.1"),
        (("kent",), ("ss_british 1",), "1.2.1a"),
        (("es_british 4",), ("es_british 4",), ""),
        (("kent",), (), "1.2.4a"),
        (("mv 9",), (), "1.2.4a"),
    ],
)
def test_1_2_1a_what_combines(one: tuple[str, ...], other: tuple[str, ...], barred: str) -> None:
    forces = [fleet("a", *one), fleet("b", *other)]
    assert refusal(arctic(*forces), *forces) == barred


@rule("pq17", "1.2.1b", position="PP1")
@pytest.mark.parametrize(
    ("words", "large"),
    [(("mv 10",), False), (("mv 10", "aldersdale"), True), (("mv 9", "aldersdale"), False)],
)
def test_1_2_1b_large_convoys(words: tuple[str, ...], large: bool) -> None:
    assert is_large(BOX, convoy_ships(BOX, ships(*words))) is large


@rule("pq17", "1.2.2", "15.8a")
@pytest.mark.parametrize(
    ("strength", "blocks", "packs"),
    [
        (1, 8, [1]), (3, 8, [3]), (4, 8, [2, 2]), (7, 8, [3, 2, 2]), (9, 8, [3, 3, 3]), (9, 2, [4, 4]), (8, 2, [4, 4]),
        (7, 2, [4, 3]), (0, 8, []), (5, 0, []), (12, 3, [4, 4, 4]),
    ],
)  # fmt: skip
def test_1_2_2_submarines_lie_in_packs_of_three_or_of_more_where_blocks_are_few(
    strength: int, blocks: int, packs: list[int]
) -> None:
    assert _packs(strength, BOX.numbers.forces.wolfpack, blocks) == packs


@rule("pq17", "1.2.2", "1.2c")
@pytest.mark.parametrize(("lying", "port", "joins"), [(2, "narvik", True), (3, "narvik", False), (2, "bergen", False)])
def test_1_2_2_boats_join_a_pack_in_their_port_up_to_what_a_pack_holds(lying: int, port: str, joins: bool) -> None:
    board = arctic(force("pack", "axis", "wolfpack", BOX.ports["narvik"].hex, f"ss_german {lying}", port="narvik"))
    found = _joins(board, "axis", port, "wolfpack", read_counters("ss_german 2"))
    assert (found is not None) is joins
    assert _joins(board, "axis", port, "task_force", read_counters("koln 2")) is None
    assert _joins(board, "allied", port, "wolfpack", read_counters("ss_british 1")) is None


@rule("pq17", "1.2b")
def test_1_2b_blocks_apart_are_told_apart() -> None:
    one, other = force("one", "allied", "task_force", "0608"), force("two", "allied", "dummy", "0609")
    board = arctic(one, other, force("three", "axis", "dummy", "0608"))
    assert [one.block for one in board.state.forces] == [1, 2, 1]
    board.step(one, "0609")
    assert (one.block, one.trail, other.block) == (1, ["0608", "0609"], 2)


@rule("pq17", "1.2b")
def test_1_2b_blocks_that_meet_bear_one_number_afterwards() -> None:
    one, other = force("one", "allied", "task_force", "0608"), force("two", "allied", "dummy", "0609")
    board = arctic(one, other)
    board.step(one, "0609")
    board.rest(one)
    assert one.block == other.block == 3
    assert one.trail == other.trail == ["0609"]
    board.step(other, "0610")
    assert (one.block, other.block, other.trail) == (3, 4, ["0609", "0610"])
    board.rest(other)
    assert (one.block, other.block) == (3, 4)


@rule("pq17", "1.2b")
def test_1_2b_whoever_only_passes_is_not_mixed() -> None:
    one, other = force("one", "allied", "task_force", "0608"), force("two", "allied", "dummy", "0609")
    board = arctic(one, other)
    board.step(one, "0609")
    board.step(one, "0610")
    board.rest(one)
    assert (one.block, other.block) == (1, 2)


@rule("pq17", "1.2b", "6.1")
def test_1_2b_a_block_face_up_is_told_from_those_that_stand() -> None:
    one, other = force("one", "axis", "task_force", "0608"), force("two", "axis", "dummy", "0608")
    board = arctic(one, other)
    assert one.block == other.block == 3
    board.identify(one, 2)
    assert (one.block, one.level, other.block) == (4, 2, 3)
    board.identify(one, 7)
    assert one.level == 3
    board.stand(one)
    assert one.level is None
    assert one.block == other.block == 5


@rule("pq17", "1.2b", "5.1.2")
def test_1_2b_what_lies_in_the_port_of_the_hex_is_another_place() -> None:
    inside, off = (
        force("in", "axis", "dummy", "0813", port="narvik"),
        force("t", "axis", "task_force", "0813", "lutzow"),
    )
    board = arctic(inside, off)
    before = inside.block
    lure = add_dummy(board, off, "lure")
    assert inside.block == before
    assert off.block == lure.block != before


@rule("pq17", "1.2b", "1.2.3", "13.0b")
@pytest.mark.parametrize(("level", "faces"), [(None, ()), (0, (0,)), (2, (2,))])
def test_1_2b_all_are_told_the_id_of_the_block_that_parts(level: int | None, faces: tuple[int, ...]) -> None:
    """Where identified and standing blocks are together all see which of them became two."""
    whole = force("t", "axis", "task_force", "0611", "tirpitz", "lutzow", level=level)
    board = arctic(whole, force("other", "axis", "task_force", "0611", "koln", level=1))
    split_force(board, whole, ships("lutzow"), "t_2")
    for seat in ("allied", "axis", "public"):
        (told,) = heard(board, seat)
        assert told.faces == faces


@rule("pq17", "1.2b", "1.2.4")
@pytest.mark.parametrize(
    ("levels", "faces"),
    [((None, 1), ()), ((2, 1), (1,)), ((0, 2), (0,)), ((1, 2, None, 1), (1, 1)), ((None, None), ())],
)
def test_1_2b_all_are_told_the_ids_that_go_as_forces_combine(
    levels: tuple[int | None, ...], faces: tuple[int, ...]
) -> None:
    """The highest stays; a standing block that joins an identified one is gone like a dummy."""
    forces = [force(f"t{n}", "axis", "task_force", "0611", "koln", level=one) for n, one in enumerate(levels)]
    board = arctic(*forces)
    combine_forces(board, forces)
    for seat in ("allied", "axis", "public"):
        assert heard(board, seat)[-1].faces == faces


@rule("pq17", "1.2b", "6.3.5b")
def test_1_2b_nobody_can_tell_which_of_the_two_blocks_is_which() -> None:
    """The enemy's view has two blocks of one number, and nothing of the owner's words or of what he ordered."""
    board = cruiser_followed(0)
    board.state.sky = Sky("gale")
    end_grounded_shadowing(board)
    assert len({one.block for one in board.forces_of("allied")}) == 1
    for seat in ("axis", "public"):
        seen = view(board, seat)
        said = repr(seen)
        assert not [word for word in ("t_dummy", "norfolk", "decoys='yes'") if word in said]
        for choice in range(3):
            other = redeal(BOX, board.state, seat, lambda most, choice=choice: min(choice, most - 1))
            assert view(Board(other, BOX), seat) == seen


@rule("pq17", "1.2c", "1.3")
def test_1_2c_stock_and_limit_of_dummies() -> None:
    forces = [force(f"d{n}", "axis", "dummy", "0613") for n in range(3)]
    forces.append(force("c", "allied", "convoy", "0410", "mv 1"))
    assert free_blocks(BOX, forces, "axis", "dummy") == 3
    assert free_blocks(BOX, forces, "axis", "convoy") == 1
    assert [dummies_left(BOX, forces, "axis", limit) for limit in (2, 4, 9)] == [0, 1, 3]
    assert dummies_left(BOX, forces, "allied", 5) == 5


@rule("pq17", "1.2c", "15.8")
def test_1_2c_ships_for_which_there_is_no_block_stay_in_port() -> None:
    """Eight blocks for nine ports: nobody is lost, and who stays is there after the operation."""
    units = [Unit("dd_36a", 2, port) for port in (*NORWAY, "narvik", "kiel")]
    roster, forces = lies_ready(*units)
    assert len(forces) == BOX.numbers.blocks.axis.task_force == 8
    left = {(one.kind, one.place, one.strength) for one in roster.units}
    assert len(left) == 1
    assert sum(int(ship.split()[1]) for ships in forces.values() for ship in ships) == 16


@rule("pq17", "1.2c", "15.8")
def test_1_2c_forces_of_one_port_lie_together_before_anybody_stays() -> None:
    units = [Unit("dd_36a", 1, port) for port in NORWAY]
    roster, forces = lies_ready(*units, Unit("scharnhorst", 3, "narvik"), Unit("prinz_eugen", 3, "narvik"))
    assert roster.units == []
    assert forces["main_narvik"] == ("scharnhorst 3", "prinz_eugen 3")


@rule("pq17", "1.2c", "15.5.3")
def test_1_2c_nobody_joins_tirpitz_in_dock() -> None:
    """She lies there by herself; the last of the others stays in port."""
    units = [Unit("dd_36a", 1, port) for port in NORWAY]
    tirpitz = Unit("tirpitz", 4, "narvik", inoperative=3)
    roster, forces = lies_ready(*units, tirpitz, Unit("prinz_eugen", 3, "narvik"))
    assert [one.kind for one in roster.units] == ["prinz_eugen"]
    assert forces["dock_narvik"] == ("tirpitz 4",)
    roster, forces = lies_ready(*units, Unit("prinz_eugen", 3, "narvik"), tirpitz)
    assert [one.kind for one in roster.units] == ["tirpitz"]
    assert forces["cruisers_narvik"] == ("prinz_eugen 3",)


@rule("pq17", "1.2c", "12.13", "13.6")
@pytest.mark.parametrize(
    ("free", "port", "kind", "blocks", "joined"),
    [
        (True, "narvik", "task_force", 1, False),
        (False, "narvik", "task_force", 0, True),
        (False, "trondheim", "task_force", 0, False),
        (False, "narvik", "wolfpack", 0, False),
    ],
    ids=["a new block", "none is left", "nobody in that port", "another kind in that port"],
)
def test_1_2c_reinforcements_without_a_block_join_a_force_in_their_port(
    free: bool, port: str, kind: Any, blocks: int, joined: bool
) -> None:
    most = BOX.numbers.blocks.axis.task_force - free
    forces = [force(f"t{n}", "axis", "task_force", "0310", "dd_36a 1") for n in range(most - 1)]
    ships = "dd_36a 2" if kind == "task_force" else "ss_german 2"
    forces.append(force("there", "axis", "task_force", BOX.ports[port].hex, "lutzow", port=port))
    board = arctic(*forces)
    if kind == "wolfpack":
        for number in range(BOX.numbers.blocks.axis.wolfpack):
            board.place(force(f"u{number}", "axis", "wolfpack", "0310", "ss_german 1"))
    before = len(board.state.forces)
    name, strength = ships.split()
    assert _place_block(board, "axis", "narvik", [Counter(name, int(strength))], "new") == blocks
    assert len(board.state.forces) == before + blocks
    assert ("dd_36a" in {one.ship for one in board.force("there").counters}) is joined
    assert board.state.brought == (2 if blocks or joined else 0)
