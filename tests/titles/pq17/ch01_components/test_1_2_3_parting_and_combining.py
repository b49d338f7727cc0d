"""1.2.3 to 1.2.5: forces part, combine and exchange ships."""

from typing import Any

import msgspec
import pytest

from games.kernel.errors import Illegal
from games.titles.pq17.orders.move_orders import Exchange, Move, Split
from games.titles.pq17.orders.phase import PhaseForm
from games.titles.pq17.rules.forces.composition import combined_level, combining_barred_by, parting_barred_by
from games.titles.pq17.rules.joining import combine_forces, exchange_barred_by, remove_dummy
from games.titles.pq17.rules.movement.combining import _exchange, combine_segment
from games.titles.pq17.rules.movement.orders import moves_part
from games.titles.pq17.rules.movement.segment import movement
from games.titles.pq17.rules.search import shadowing
from games.titles.pq17.rules.search.detachment import leaving_counters, parting_ships, remaining_counters, split_force
from games.titles.pq17.rules.search.dummies import add_dummy
from games.titles.pq17.state.board import Board
from games.titles.pq17.state.counters import Counter
from games.titles.pq17.state.events.forces import BlocksChanged
from games.titles.pq17.state.fuel import Fuel
from games.titles.pq17.state.roster import Unit
from games.titles.pq17.state.state import Force, Phase, Points, Shadow
from games.titles.pq17.visibility.view import view
from tests.titles.pq17.arctic import arctic, force, ships
from tests.titles.pq17.box import BOX
from tests.titles.pq17.ch01_components.fleets import fleet, refusal
from tests.titles.pq17.ch05_movement.sailings import afloat
from tests.titles.pq17.ch06_search.shadowers import convoy_followed
from tests.titles.pq17.ch15_campaign.orders_of_battle import lies_ready
from tests.titles.pq17.playing import heard, phase
from tests.titles.pq17.strikes import OPEN
from tests.titles.pq17.trial import left, read_counters
from tests.titles.pq17.under_way import moved, table
from tests.titles.procedures import Run

rule = pytest.mark.rule


def ordered(board: Board, text: str) -> PhaseForm:
    """The form of the Allies, with orders that it takes carried out."""
    form = PhaseForm(
        forces=tuple(one.id for one in board.as_seen(board.forces_of("allied"))), moves=moves_part(board, "allied")
    )
    moved(board, *form.accept(form.parse(text)))
    return form


def faults(form: PhaseForm, text: str) -> list[str]:
    """The rules that orders break."""
    try:
        form.accept(form.parse(text))
    except Illegal as error:
        return [one.rule for one in error.problems]
    return []


def lame() -> Force:
    one = afloat("kent", "london")
    one.counters[0].crippled = True
    return one


def towing() -> Force:
    one = afloat("kent", "dd_a_i 1", "dd_us 2")
    one.counters[0] = Counter("kent", 0, dead=True, towed=True)
    one.counters[1].tows = True
    return one


@rule("pq17", "1.2.3", "1.2.3a")
@pytest.mark.parametrize(
    ("part", "rules"),
    [
        (("dd_a_i 1",), ()), (("dd_a_i 2", "aldersdale"), ()), (("aldersdale",), ("1.2.3a",)), (("mv 1",), ("1.2.3a",)),
        ((), ("1.2.3",)), (("ss_british 1",), ()), (("ss_british 1", "dd_a_i 1"), ("1.2.3",)),
    ],
)  # fmt: skip
def test_1_2_3_what_may_part(part: tuple[str, ...], rules: tuple[str, ...]) -> None:
    convoy = force("c", "allied", "convoy", "0410", "mv 9", "dd_a_i 2", "aldersdale", "ss_british 2")
    assert parting_barred_by(BOX, convoy, ships(*part)) == rules


@rule("pq17", "1.2.3")
def test_1_2_3_the_rest_must_hold_something() -> None:
    assert parting_barred_by(BOX, force("t", "axis", "task_force", "0715", "tirpitz"), ships("tirpitz")) == ("1.2.3",)


@rule("pq17", "1.2.3", "11.1.1", position="PP4")
def test_1_2_3_a_part_has_the_id_and_the_fuel_of_the_whole() -> None:
    """ID 2 and Fuel Warning on day 6 PM; no report."""
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


@rule("pq17", "1.2.3", "1.2.3a", "1.2c")
def test_1_2_3_what_does_not_part() -> None:
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
def test_1_2_3_a_damaged_counter_leaves_as_it_is() -> None:
    whole = force("t", "axis", "task_force", "0611", "lutzow", "dd_36a 2")
    whole.counters.append(Counter("dd_36a", 1, crippled=True))
    board = arctic(whole)
    lame = split_force(board, whole, [Counter("dd_36a", 1, crippled=True)], "lame")
    assert lame.counters == [Counter("dd_36a", 1, crippled=True)]
    assert whole.counters == ships("lutzow", "dd_36a 2")


@rule("pq17", "1.2.3", "1.3a", "1.2b")
def test_1_2_3_a_part_that_stands_looks_as_a_dummy() -> None:
    first, second = (arctic(force("t", "axis", "task_force", "0611", "lutzow", "dd_36a 2")) for _ in range(2))
    split_force(first, first.force("t"), ships("dd_36a 2"), "screen")
    add_dummy(second, second.force("t"), "lure")
    assert heard(first, "public") == heard(second, "public") == [BlocksChanged("axis", "0611", 1, 2)]
    assert msgspec.json.encode(view(first, "allied")) == msgspec.json.encode(view(second, "allied"))


@rule("pq17", "1.2.3", "1.2.3a", "5.1.1b")
@pytest.mark.parametrize(
    ("holding", "may", "tow"),
    [
        (("london 3", "kent 2"), {"london": 1, "kent": 1}, {}),
        (("london 3",), {}, {}),
        (("dd_a_i 1",), {}, {}),
        (("dd_a_i 2",), {"dd_a_i": 2}, {}),
        (("london 3", "mv 4"), {"london": 1}, {}),
        (("london 3", "kent 2+crippled"), {"london": 1, "kent": 1}, {}),
        (("london 3", "kent 0+dead"), {"london": 1}, {}),
        (("london 3", "kent 0+dead+towed"), {"london": 1}, {}),
        (("london 3+tows", "kent 0+dead+towed"), {}, {"london": 1}),
        (("london 3+tows+crippled", "kent 0+dead+towed"), {}, {"london": 1}),
        (("norfolk 3", "london 3+tows", "kent 0+dead+towed"), {"norfolk": 1}, {"london": 1}),
    ],
)
def test_1_2_3_which_ships_may_leave_a_force(
    holding: tuple[str, ...], may: dict[str, int], tow: dict[str, int]
) -> None:
    board = arctic()
    one = force("t", "allied", "task_force", OPEN)
    one.counters = read_counters(*holding)
    assert parting_ships(board.box, one.counters).ships == may
    assert parting_ships(board.box, one.counters).tugs == tow


@rule("pq17", "1.2.3")
@pytest.mark.parametrize(
    ("holding", "rest"),
    [
        (("london 3",), False),
        (("london 3", "mv 1"), True),
        (("london 3", "aldersdale 2"), True),
        (("london 3", "kent 2+crippled"), False),
        (("london 3", "kent 0+dead"), True),
        (("london 3", "kent 0+towed"), True),
        (("london 3+tows",), False),
    ],
)
def test_1_2_3_whether_something_stays_when_all_leave_that_may(holding: tuple[str, ...], rest: bool) -> None:
    one = force("t", "allied", "task_force", OPEN)
    one.counters = read_counters(*holding)
    assert parting_ships(arctic().box, one.counters).rest is rest


@rule("pq17", "1.2.3")
@pytest.mark.parametrize(
    ("ships", "gone"),
    [
        (("dd_a_i", "dd_a_i"), [("dd_a_i", 2)]),
        (("dd_a_i",) * 5, [("dd_a_i", 4), ("dd_a_i", 1)]),
        (("london",), [("london", 3)]),
        (("london", "london"), [("london", 3)]),
        (("dd_a_i", "london"), [("dd_a_i", 1), ("london", 3)]),
        (("kent",), [("kent", 2)]),
        (("norfolk",), []),
        (("suffolk",), []),
        (("berwick",), []),
    ],
)  # fmt: skip
def test_1_2_3_what_an_order_takes_out_of_a_force(ships: tuple[str, ...], gone: list[tuple[str, int]]) -> None:
    """Nothing of what is dead, tows or is in tow."""
    one = force("t", "allied", "task_force", OPEN)
    one.counters = read_counters("london 3", "dd_a_i 4", "kent 2+crippled", "dd_a_i 1+spent=1", "norfolk 0+dead",
                                 "suffolk 1+towed", "berwick 2+tows")  # fmt: skip
    assert [(found.ship, found.strength) for found in leaving_counters(arctic(), one, ships)] == gone


@rule("pq17", "1.2.3")
@pytest.mark.parametrize(
    ("gone", "left"),
    [
        (("dd_a_i 2",), ["dd_a_i 2", "london 3", "kent 0"]),
        (("dd_a_i 4",), ["london 3", "kent 0"]),
        (("london 3",), ["dd_a_i 4", "kent 0"]),
        (("dd_a_i 5",), None),
        (("norfolk 3",), None),
        (("dd_a_i 1+spent=1",), None),
    ],
)
def test_1_2_3_what_is_left_when_so_much_goes(gone: tuple[str, ...], left: list[str] | None) -> None:
    whole = read_counters("dd_a_i 4", "london 3", "kent 0+dead")
    if left is None:
        with pytest.raises(ValueError, match=r"1\.2\.3"):
            remaining_counters(whole, read_counters(*gone))
        return
    assert [f"{one.ship} {one.strength}" for one in remaining_counters(whole, read_counters(*gone))] == left
    assert [one.strength for one in whole] == [4, 3, 0], "the force itself is as it was"


@rule("pq17", "1.2.3", "1.2.3a", "7.9a")
@pytest.mark.parametrize(
    ("holding", "leaves", "gone", "stays"),
    [
        (("mv 9", "kent 2+crippled"), ("kent",), ["kent 2+crippled"], ["mv 9"]),
        (("mv 9", "dd_a_i 2", "dd_a_i 1+crippled"), ("dd_a_i",) * 2, ["dd_a_i 2"], ["mv 9", "dd_a_i 1+crippled"]),
        (("mv 9", "dd_a_i 2", "dd_a_i 1+crippled"), ("dd_a_i",) * 3, ["dd_a_i 2", "dd_a_i 1+crippled"], ["mv 9"]),
        (("mv 9", "dd_a_i 0+crippled", "dd_us 2"), ("dd_a_i",), ["dd_a_i 0+crippled"], ["mv 9", "dd_us 2"]),
        (("mv 9", *("dd_a_i 0+crippled",) * 2), ("dd_a_i",), ["dd_a_i 0+crippled"], ["mv 9", "dd_a_i 0+crippled"]),
    ],
)  # fmt: skip
def test_1_2_3_a_crippled_warship_is_ordered_out_of_a_convoy(
    holding: tuple[str, ...], leaves: tuple[str, ...], gone: list[str], stays: list[str]
) -> None:
    """She goes as she is, and home by herself at slow speed; whole strength of her class leaves first."""
    convoy = force("c", "allied", "convoy", "0412", fuel=Fuel(20))
    convoy.counters = read_counters(*holding)
    board = table(convoy)
    order = Split("c", leaves)
    form = moves_part(board, "allied")
    assert [*form.conflicts([order])] == []
    assert [one.rule for one in form.conflicts([Split("c", (*leaves, *holding[1].split()[:1] * 3))])] == ["1.2.3"]
    moved(board, order)
    assert left(convoy.counters) == stays
    assert left(board.force("c_2").counters) == gone


@rule("pq17", "1.2.3", "5.1.1")
def test_1_2_3_the_last_warship_of_a_task_force_and_a_dead_one_stay() -> None:
    board = table(force("t", "allied", "task_force", "0412"))
    one = board.force("t")
    for holding, rules in (
        (("kent 2+crippled", "london 3"), []), (("kent 2+crippled",), ["1.2.3", "1.2.3"]),
        (("kent 0+dead", "london 3"), ["1.2.3"]),
    ):  # fmt: skip
        one.counters = read_counters(*holding)
        found = [problem.rule for problem in moves_part(board, "allied").conflicts([Split("t", ("kent",))])]
        assert found == rules


@rule("pq17", "1.2.3", "1.2.3a", "1.2.2", "1.2.1a")
@pytest.mark.parametrize(
    ("leaves", "kind", "said"),
    [
        (("dd_a_i 2",), "task_force", ""),
        (("kent",), "task_force", ""),
        (("ss_british 2",), "wolfpack", ""),
        (("kent", "ss_british 1"), "", "1.2.3"),
        (("mv 1",), "", "1.2.3a"),
        (("palomares",), "", "1.2.3a"),
        (("palomares", "dd_a_i 1"), "task_force", ""),
        (("dd_a_i 3",), "", "1.2.3"),
        ((), "", "1.2.3"),
        (("es_british 4",), "task_force", ""),
    ],
)
def test_1_2_3_what_leaves_a_convoy(leaves: tuple[str, ...], kind: str, said: str) -> None:
    whole = fleet("c", "mv 9", "palomares", "kent", "dd_a_i 2", "es_british 4", "ss_british 2", fuel=Fuel(15), level=1)
    board = arctic(whole)
    if said:
        with pytest.raises(ValueError, match=f"^{said}$"):
            split_force(board, whole, ships(*leaves), "new")
        return
    new = split_force(board, whole, ships(*leaves), "new")
    assert (new.kind, new.level, new.fuel) == (kind, 1, None if kind == "wolfpack" else new.fuel)
    assert whole.kind == "convoy"
    assert view(board, "axis").reports == []


@rule("pq17", "1.2.3")
def test_1_2_3_a_part_goes_its_own_way_in_the_same_segment() -> None:
    whole = fleet("t", "anson", "dd_a_i 4", fuel=Fuel(21))
    board = arctic(whole, start=8, command={"home_fleet": Points(left=4), "severny_flot": Points()})
    board.state.phase = Phase("allied", orders=(Split("t", ("dd_a_i", "dd_a_i")), Move("t", ("0411",))))
    Run().carry_out(movement(board), board.state, dice=(), draws=(), says=None)
    assert {one.id: (one.at, one.counters) for one in board.state.forces} == {
        "t": ("0411", ships("anson", "dd_a_i 2")),
        "t_2": ("0410", ships("dd_a_i 2")),
    }


@rule("pq17", "1.2.3", "5.0", "5.1")
def test_1_2_3_whole_ships_leave_a_crippled_one_behind() -> None:
    board = table(lame())
    ordered(board, "split t ships=london")
    assert {one.id: (one.at, [ship.ship for ship in one.counters]) for one in board.state.forces} == {
        "t": ("0409", ["kent"]),
        "t_2": ("0409", ["london"]),
    }


@rule("pq17", "1.2.3", "5.1.1b")
def test_1_2_3_a_tug_leaves_when_it_has_cast_off() -> None:
    board = table(towing())
    form = ordered(board, "cast_off t\nsplit t ships=dd_a_i,dd_us,dd_us")
    assert {one.id: [ship.ship for ship in one.counters] for one in board.state.forces} == {
        "t": ["kent"],
        "t_2": ["dd_a_i", "dd_us"],
    }
    kent = board.force("t").counters[0]
    assert (kent.dead, kent.towed) == (True, False)
    assert board.force("t_2").counters[0].tows is False
    assert faults(form, "split t ships=dd_a_i") == ["5.1.1b"]


@rule("pq17", "1.2.3")
@pytest.mark.parametrize(("ships_", "said"), [("dd_us,dd_us,dd_us", ["1.2.3"]), ("dd_us,dd_us", []), ("dd_us", [])])
def test_1_2_3_no_more_ships_leave_than_there_are(ships_: str, said: list[str]) -> None:
    board = table(towing())
    form = PhaseForm(forces=("t",), moves=moves_part(board, "allied"))
    assert faults(form, f"split t ships={ships_}") == said
    whole = PhaseForm(forces=("t",), moves=moves_part(table(afloat("kent", "london")), "allied"))
    assert faults(whole, "split t ships=kent,london") == ["1.2.3"]


@rule("pq17", "1.2.3a", "15.8")
def test_1_2_3a_auxiliaries_without_a_warship_stay_in_port() -> None:
    roster, forces = lies_ready(
        Unit("aldersdale", 2, "reykjavik"), Unit("gray_ranger", 2, "scapa_flow"), Unit("london", 3, "scapa_flow")
    )
    assert [(one.kind, one.place) for one in roster.units] == [("aldersdale", "reykjavik")]
    assert forces == {"cruisers_scapa_flow": ("london 3", "gray_ranger 2")}


@rule("pq17", "1.2.3a")
def test_1_2_3a_no_auxiliary_may_leave_a_force_by_itself_and_who_is_crippled_may() -> None:
    one = force("t", "allied", "task_force", "0406", "london", "dd_us 2", "palomares")
    board = arctic(one)
    assert parting_ships(board.box, one.counters).ships == {"london": 1, "dd_us": 2}
    one.counters[0].crippled = True
    assert parting_ships(board.box, one.counters).ships == {"london": 1, "dd_us": 2}


@rule("pq17", "1.2.4", "1.2.1a", position="PP2")
def test_1_2_4_a_full_convoy_takes_no_more() -> None:
    convoy = force("c", "allied", "convoy", "0410", "mv 9", "es_british 4", "ss_british 1")
    assert combining_barred_by(BOX, [convoy, force("t", "allied", "task_force", "0410", "es_british 1")]) == ("1.2.1a",)
    assert combining_barred_by(BOX, [convoy, force("p", "allied", "wolfpack", "0410", "ss_british 2")]) == ("1.2.1a",)
    assert combining_barred_by(BOX, [convoy, force("p", "allied", "wolfpack", "0410", "ss_british 1")]) == ()


@rule("pq17", "1.2.4", "1.2.2", position="PP3")
def test_1_2_4_wolfpacks() -> None:
    three, two, one = (force(f"p{n}", "axis", "wolfpack", "0613", f"ss_german {n}") for n in (3, 2, 1))
    assert combining_barred_by(BOX, [three, one]) == combining_barred_by(BOX, [two, one]) == ()
    assert combining_barred_by(BOX, [three, two]) == ("1.2.2",)


@rule("pq17", "1.2.4", "1.2.4a", "5.2.1")
def test_1_2_4_who_never_combines() -> None:
    soviet = force("s", "allied", "wolfpack", "0716", "ss_soviet 2")
    british = force("b", "allied", "wolfpack", "0716", "ss_british 1")
    assert combining_barred_by(BOX, [soviet, british]) == ("5.2.1",)
    assert combining_barred_by(BOX, [british, force("d", "allied", "dummy", "0716")]) == ("1.2.4a",)
    assert combining_barred_by(BOX, [british, force("f", "allied", "wolfpack", "0717", "ss_british 1")]) == ("1.2.4",)


@rule("pq17", "1.2.4", position="PP5")
def test_1_2_4_the_highest_id() -> None:
    assert [combined_level(levels) for levels in ([1, 3], [0, None], [None, None])] == [3, 0, None]


@rule("pq17", "1.2.4", "11.1.1")
def test_1_2_4_forces_that_become_one() -> None:
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
def test_1_2_4_what_does_not_combine() -> None:
    one, dummy = force("t", "allied", "task_force", "0410", "kent"), force("d", "allied", "dummy", "0410")
    board = arctic(one, dummy)
    with pytest.raises(ValueError, match=r"^1\.2\.4a$"):
        combine_forces(board, [one, dummy])
    with pytest.raises(ValueError, match=r"^1\.2\.4$"):
        combine_forces(board, [one])


@rule("pq17", "1.2.4", "1.2b", "1.3e")
def test_1_2_4_a_combination_looks_as_a_dummy_that_goes() -> None:
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


@rule("pq17", "1.2.4", "6.3")
def test_1_2_4_what_followed_any_of_them_follows_what_became_of_them() -> None:
    board = convoy_followed()
    stays = force("stays", "allied", "task_force", OPEN, "norfolk")
    gone = [force(name, "allied", "task_force", OPEN, "london") for name in ("gone", "too")]
    board.state.shadows = [
        Shadow("gone", "aircraft", "x"), Shadow("too", "aircraft", "x"), Shadow("stays", "sector", "barents"),
        Shadow("other", "task_force", "too"), Shadow("other", "task_force", "apart"),
        Shadow("other", "aircraft", "gone"),
    ]  # fmt: skip
    shadowing.transfer_shadowing(board, stays, gone)
    assert [(one.target, one.by, one.who) for one in board.state.shadows] == [
        ("stays", "aircraft", "x"), ("stays", "sector", "barents"), ("other", "task_force", "stays"),
        ("other", "task_force", "apart"), ("other", "aircraft", "gone"),
    ]  # fmt: skip


@rule("pq17", "1.2.4")
@pytest.mark.parametrize(
    ("levels", "level"), [((None, None), None), ((None, 0), 0), ((0, 1), 1), ((3, 2), 3), ((None, 3), 3)]
)
def test_1_2_4_the_highest_level_is_kept(levels: tuple[int | None, int | None], level: int | None) -> None:
    forces = [fleet("a", "kent"), fleet("b", "london")]
    board = arctic(*forces)
    for one, known in zip(forces, levels, strict=True):
        if known is not None:
            board.identify(one, known)
    assert combine_forces(board, forces).level == level


@rule("pq17", "1.2.4")
def test_1_2_4_only_what_lies_together_combines() -> None:
    outside, inside = fleet("a", "kent", at="0504"), fleet("b", "london", at="0504", port="reykjavik")
    assert refusal(arctic(outside, inside), outside, inside) == "1.2.4"
    far = fleet("c", "london", at="0411")
    assert refusal(arctic(outside, far), outside, far) == "1.2.4"


@rule("pq17", "1.2.5")
def test_1_2_5_exchanges() -> None:
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


@rule("pq17", "1.2.5")
def test_1_2_5_forces_exchange_ships() -> None:
    board = table(
        force("a", "allied", "task_force", "0410", "london", "dd_a_i 3"),
        force("b", "allied", "task_force", "0410", "norfolk", "dd_us 2", level=2),
    )
    board.state.phase = Phase(side="allied", orders=(Exchange("a", "b", ("dd_a_i", "dd_a_i"), ("dd_us",)),))
    Run().carry_out(combine_segment(board), board.state, dice=(), draws=(), says=None)
    held = {name: sorted((one.ship, one.strength) for one in board.force(name).counters) for name in ("a", "b")}
    assert held["a"] == [("dd_a_i", 1), ("dd_us", 1), ("london", 3)]
    assert held["b"] == [("dd_a_i", 2), ("dd_us", 1), ("norfolk", 3)]
    assert (board.force("a").level, board.force("b").level) == (None, 2)


@rule("pq17", "1.2.5")
@pytest.mark.parametrize(("one", "other"), [("a", "gone"), ("gone", "a"), ("gone", "away")])
def test_1_2_5_with_a_force_that_is_gone_nobody_exchanges_ships(one: str, other: str) -> None:
    board = phase(arctic(force("a", "axis", "task_force", "0310", "lutzow", "dd_36a 2")), "axis")
    before = list(board.force("a").counters)
    _exchange(board, Exchange(one, other, (), ()))
    assert board.force("a").counters == before


@rule("pq17", "1.2.5", "11.1.1")
@pytest.mark.parametrize(
    ("swap", "mine", "theirs", "after"),
    [
        ("swap", Fuel(20), Fuel(15), (15, 18, 0)),
        ("", Fuel(20), Fuel(15), (20, 15, 2)),
        ("swap", None, Fuel(15), (None, 15, 2)),
        ("swap", Fuel(20), None, (20, None, 2)),
    ],
)
def test_1_2_5_marks_are_exchanged_where_both_have_one(swap: Any, mine: Any, theirs: Any, after: Any) -> None:
    """What was burned in the turn is taken off each mark before."""
    board = arctic(force("a", "allied", "task_force", OPEN, "london", "dd_a_i 2", fuel=mine, spent=2),
                   force("b", "allied", "task_force", OPEN, "kent", "dd_j_r 2", fuel=theirs))  # fmt: skip
    board.state.phase = Phase("allied")
    _exchange(board, Exchange("a", "b", ("dd_a_i",), ("dd_j_r",), swap))
    one, other = board.force("a"), board.force("b")
    assert (one.fuel and one.fuel.turn, other.fuel and other.fuel.turn, one.spent) == after
    assert ("dd_j_r", 1) in [(ship.ship, ship.strength) for ship in one.counters]
    assert ("dd_a_i", 1) in [(ship.ship, ship.strength) for ship in other.counters]


@rule("pq17", "1.2.5", "1.2.1a", "1.2.3a")
@pytest.mark.parametrize(
    ("gives", "takes", "barred"),
    [
        (("dd_a_i 1",), ("dd_us 1",), ""),
        (("dd_a_i 1",), (), ""),
        ((), ("es_british 1",), "1.2.1a"),
        (("mv 1",), (), "1.2.3a"),
        (("dd_a_i 3",), (), "1.2.5"),
        (("es_british 1",), ("es_british 1",), ""),
        ((), ("dd_us 1", "es_british 1"), "1.2.1a"),
        ((), ("dd_us 2",), ""),
    ],
)
def test_1_2_5_what_a_convoy_exchanges(gives: tuple[str, ...], takes: tuple[str, ...], barred: str) -> None:
    convoy, escort = fleet("c", "mv 9", "dd_a_i 2", "es_british 4"), fleet("t", "dd_us 2", "es_british 2")
    board = arctic(convoy, escort)
    assert exchange_barred_by(board, convoy, escort, ships(*takes), ships(*gives)) == barred


@rule("pq17", "1.2.5", "11.1.1")
def test_1_2_5_an_exchange_moves_neither_levels_nor_marks() -> None:
    convoy, escort = fleet("c", "mv 9", "dd_a_i 2", fuel=Fuel(13)), fleet("t", "dd_us 2", fuel=Fuel(17), level=2)
    board = arctic(convoy, escort)
    board.state.phase = Phase("allied", orders=(Exchange("c", "t", ("dd_a_i", "dd_a_i"), ("dd_us", "dd_us")),))
    Run().carry_out(combine_segment(board), board.state, dice=(), draws=(), says=None)
    assert (convoy.counters, escort.counters) == (ships("mv 9", "dd_us 2"), ships("dd_a_i 2"))
    assert (convoy.fuel, escort.fuel, convoy.level, escort.level) == (Fuel(13), Fuel(17), None, 2)
