"""1.2.3 to 1.3: forces part, combine and exchange ships, dummies come and go, and what the enemy sees of it."""

import msgspec
import pytest

from games.titles.pq17.rules.joining import clear_dummies, combine_forces, exchange_barred_by, remove_dummy
from games.titles.pq17.rules.search.detachment import split_force
from games.titles.pq17.rules.search.dummies import add_dummy
from games.titles.pq17.state.board import Board
from games.titles.pq17.state.counters import Counter
from games.titles.pq17.state.events.forces import BlocksChanged
from games.titles.pq17.state.fuel import Fuel
from games.titles.pq17.visibility.view import view
from tests.titles.pq17.arctic import arctic, force, ships
from tests.titles.pq17.playing import heard

rule = pytest.mark.rule


@rule("pq17", "1.2.3", "11.1.1")
def test_pp4_a_part_has_the_id_and_the_fuel_of_the_whole() -> None:
    """PP4: ID 2 and Fuel Warning on day 6 PM; no report."""
    whole = force("t", "axis", "task_force", "0611", "lutzow", "dd_36a 5", fuel=Fuel(12))
    board = arctic(whole)
    board.identify(whole, 2)
    new = split_force(board, whole, ships("dd_36a 2"), "screen")
    assert (new.kind, new.level, new.fuel, new.at) == ("task_force", 2, Fuel(12), "0611")
    assert (whole.level, whole.fuel, whole.counters) == (2, Fuel(12), ships("lutzow", "dd_36a 3"))
    assert board.state.reports == []
    assert new.block == whole.block == 3
    assert heard(board, "allied") == [BlocksChanged("axis", "0611", 1, 2, faces=(2,))]
    assert heard(board, "axis") == [BlocksChanged("axis", "0611", 1, 2, force="screen", left="t", faces=(2,))]


@rule("pq17", "11.1.2")
def test_heavy_ships_that_leave_a_mixed_force_go_further() -> None:
    whole = force("t", "allied", "task_force", "0611", "duke_of_york", "dd_a_i 2", fuel=Fuel(21))
    board = arctic(whole)
    new = split_force(board, whole, ships("dd_a_i 2"), "destroyers")
    assert (whole.fuel, new.fuel) == (Fuel(29), Fuel(21))


@rule("pq17", "1.2.3", "1.2.3a", "1.2c")
def test_what_does_not_part() -> None:
    convoy = force("c", "allied", "convoy", "0410", "mv 31", "dd_a_i 2")
    board = arctic(convoy)
    for leaving, said in ((ships("mv 2"), "1.2.3a"), (ships("dd_a_i 3"), "1.2.3"), (ships("dd_us 1"), "1.2.3")):
        with pytest.raises(ValueError, match=f"^{said}$"):
            split_force(board, convoy, leaving, "p")
    assert convoy.counters == ships("mv 31", "dd_a_i 2")
    packs = [force(f"p{n}", "axis", "wolfpack", "0613", "ss_german 2") for n in range(8)]
    board = arctic(*packs)
    with pytest.raises(ValueError, match=r"^1\.2c$"):
        split_force(board, packs[0], ships("ss_german 1"), "p")


@rule("pq17", "1.2.3")
def test_a_damaged_counter_leaves_as_it_is() -> None:
    whole = force("t", "axis", "task_force", "0611", "lutzow", "dd_36a 2")
    whole.counters.append(Counter("dd_36a", 1, crippled=True))
    board = arctic(whole)
    lame = split_force(board, whole, [Counter("dd_36a", 1, crippled=True)], "lame")
    assert lame.counters == [Counter("dd_36a", 1, crippled=True)]
    assert whole.counters == ships("lutzow", "dd_36a 2")


@rule("pq17", "1.2.4", "11.1.1")
def test_forces_that_become_one() -> None:
    one = force("t", "allied", "task_force", "0410", "dd_a_i 2", fuel=Fuel(15))
    convoy = force("c", "allied", "convoy", "0410", "mv 31", "dd_a_i 3", fuel=Fuel(13), told=2)
    board = arctic(one, convoy)
    board.identify(one, 1)
    found = combine_forces(board, [one, convoy])
    assert found is convoy
    assert (found.id, found.level, found.fuel, found.told) == ("c", 1, Fuel(13), 0)
    assert found.counters == ships("dd_a_i 5", "mv 31")
    assert board.state.forces == [convoy]
    assert heard(board, "axis") == [BlocksChanged("allied", "0410", 2, 1)]
    assert heard(board, "allied")[0].gone == ("t",)


@rule("pq17", "1.2.4", "1.2.4a")
def test_what_does_not_combine() -> None:
    one, dummy = force("t", "allied", "task_force", "0410", "kent"), force("d", "allied", "dummy", "0410")
    board = arctic(one, dummy)
    with pytest.raises(ValueError, match=r"^1\.2\.4a$"):
        combine_forces(board, [one, dummy])
    with pytest.raises(ValueError, match=r"^1\.2\.4$"):
        combine_forces(board, [one])


@rule("pq17", "1.3a", "1.3b", "1.3c")
def test_who_makes_a_dummy() -> None:
    task_force, pack = (
        force("t", "axis", "task_force", "0611", "lutzow"),
        force("p", "axis", "wolfpack", "0613", "ss_german 2"),
    )
    inside = force("c", "allied", "convoy", "0817", "mv 9", port="murmansk")
    board = arctic(task_force, pack, inside, force("d", "axis", "dummy", "0512"))
    new = add_dummy(board, task_force, "lure")
    assert (new.kind, new.at, new.block) == ("dummy", "0611", task_force.block)
    for maker in (pack, inside, board.force("d")):
        with pytest.raises(ValueError, match=r"^1\.3c$"):
            add_dummy(board, maker, "x")
    board.identify(task_force, 0)
    with pytest.raises(ValueError, match=r"^1\.3a$"):
        add_dummy(board, task_force, "x")


@rule("pq17", "1.3")
def test_no_more_dummies_than_the_scenario_allows() -> None:
    board = arctic(*[force(f"d{n}", "axis", "dummy", "0512") for n in range(5)])
    board.place(force("t", "axis", "task_force", "0611", "lutzow"))
    with pytest.raises(ValueError, match=r"^1\.3$"):
        add_dummy(board, board.force("t"), "x")


@rule("pq17", "1.3d", "1.3e")
def test_dummies_that_go() -> None:
    board = arctic(*[force(f"d{n}", "axis", "dummy", "0512") for n in range(3)], force("t", "axis", "dummy", "0611"))
    assert [one.id for one in clear_dummies(board, "axis")] == ["d1", "d2"]
    assert [(one.before, one.now) for one in heard(board, "allied")] == [(3, 2), (2, 1)]
    remove_dummy(board, board.force("t"))
    assert [one.id for one in board.state.forces] == ["d0"]
    with pytest.raises(ValueError, match=r"^1\.3d$"):
        remove_dummy(board, force("k", "allied", "task_force", "0305", "kent"))


@rule("pq17", "1.2.4", "1.2b", "1.3e")
def test_a_combination_looks_as_a_dummy_that_goes() -> None:
    """One block face up and one that stands, in one hex: whichever it was, the enemy sees and hears the same."""

    def world(kind: str) -> Board:
        first = force("t", "axis", "task_force", "0611", "lutzow")
        other = (
            force("o", "axis", "task_force", "0611", "dd_36a 2")
            if kind == "ships"
            else force("o", "axis", "dummy", "0611")
        )
        board = arctic(first, other)
        board.identify(first, 1)
        if kind == "ships":
            combine_forces(board, [first, other])
        else:
            remove_dummy(board, other)
        return board

    ships_, dummy = world("ships"), world("dummy")
    assert heard(ships_, "allied") == heard(dummy, "allied")
    assert msgspec.json.encode(view(ships_, "allied")) == msgspec.json.encode(view(dummy, "allied"))


@rule("pq17", "1.2.3", "1.3a", "1.2b")
def test_a_part_that_stands_looks_as_a_dummy() -> None:
    first, second = (arctic(force("t", "axis", "task_force", "0611", "lutzow", "dd_36a 2")) for _ in range(2))
    split_force(first, first.force("t"), ships("dd_36a 2"), "screen")
    add_dummy(second, second.force("t"), "lure")
    assert heard(first, "public") == heard(second, "public") == [BlocksChanged("axis", "0611", 1, 2)]
    assert msgspec.json.encode(view(first, "allied")) == msgspec.json.encode(view(second, "allied"))


@rule("pq17", "1.2b", "5.1.2")
def test_what_lies_in_the_port_of_the_hex_is_another_place() -> None:
    inside, off = (
        force("in", "axis", "dummy", "0813", port="narvik"),
        force("t", "axis", "task_force", "0813", "lutzow"),
    )
    board = arctic(inside, off)
    before = inside.block
    lure = add_dummy(board, off, "lure")
    assert inside.block == before
    assert off.block == lure.block != before


@rule("pq17", "1.2.5")
def test_exchanges() -> None:
    convoy = force("c", "allied", "convoy", "0410", "mv 31", "dd_a_i 3", "es_british 4")
    cover = force("t", "allied", "task_force", "0410", "dd_a_i 2", "es_british 1")
    board = arctic(
        convoy, cover, force("d", "allied", "dummy", "0410"), force("far", "allied", "task_force", "0411", "kent")
    )
    assert exchange_barred_by(board, convoy, cover, ships("dd_a_i 2"), ships("dd_a_i 1")) == ""
    assert exchange_barred_by(board, convoy, cover, ships("es_british 1"), ships("dd_a_i 1")) == "1.2.1a"
    assert exchange_barred_by(board, convoy, cover, ships("dd_a_i 1"), ships("mv 1")) == "1.2.3a"
    assert exchange_barred_by(board, convoy, cover, ships("dd_a_i 3"), ()) == "1.2.5"
    assert exchange_barred_by(board, cover, convoy, (), ships("dd_a_i 2", "es_british 1")) == "1.2.5"
    assert exchange_barred_by(board, convoy, board.force("d"), (), ships("dd_a_i 1")) == "1.2.5"
    assert exchange_barred_by(board, convoy, board.force("far"), ships("kent"), ()) == "1.2.5"


@rule("pq17", "1.2b", "1.2.3", "13.0b")
@pytest.mark.parametrize(("level", "faces"), [(None, ()), (0, (0,)), (2, (2,))])
def test_all_are_told_the_id_of_the_block_that_parts(level: int | None, faces: tuple[int, ...]) -> None:
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
def test_all_are_told_the_ids_that_go_as_forces_combine(levels: tuple[int | None, ...], faces: tuple[int, ...]) -> None:
    """The highest stays; a standing block that joins an identified one is gone like a dummy."""
    forces = [force(f"t{n}", "axis", "task_force", "0611", "koln", level=one) for n, one in enumerate(levels)]
    board = arctic(*forces)
    combine_forces(board, forces)
    for seat in ("allied", "axis", "public"):
        assert heard(board, seat)[-1].faces == faces
