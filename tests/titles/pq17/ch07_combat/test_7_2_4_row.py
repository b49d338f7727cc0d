"""7.2.4: the row in which a force meets an air attack."""

from typing import Any

import msgspec
import pytest

from games.titles.pq17.orders.air_battle import Laid as Shown
from games.titles.pq17.orders.doctrine import Instructions
from games.titles.pq17.orders.formations import Formation
from games.titles.pq17.orders.raids import Raid
from games.titles.pq17.rules.air.attacks import air_combat
from games.titles.pq17.rules.air.row import row_of, usual_row
from games.titles.pq17.rules.forces.battle_display import as_counters, formations_part, may_stack, set_formations
from games.titles.pq17.rules.forces.hits import split_off
from games.titles.pq17.rules.search.detachment import split_force
from games.titles.pq17.rules.special.port_raid import port_raids
from games.titles.pq17.rules.surface.layout import separate_counters
from games.titles.pq17.state.counters import Counter
from games.titles.pq17.state.events import air as told
from games.titles.pq17.state.events.air import Laid as RowLaid
from games.titles.pq17.state.roster import Boxes, Roster, Unit
from games.titles.pq17.visibility.view import view
from tests.titles.pq17.arctic import arctic, force, ships
from tests.titles.pq17.box import BOX
from tests.titles.pq17.ch07_combat.air_attacks import ASKED_ONCE, attacked, finding_card
from tests.titles.pq17.ch07_combat.raids import in_boxes, murmansk_raided, port_raided, raiding
from tests.titles.pq17.displays import battle
from tests.titles.pq17.playing import a_card, heard, phase, play
from tests.titles.pq17.procedures import perform
from tests.titles.pq17.strikes import OPEN, air, bombers
from tests.titles.pq17.trial import left, read_counters

rule = pytest.mark.rule
CONVOY = ("mv 5", "dd_a_i 3", "aldersdale 2", "es_british 1")


def named(row: list[Any]) -> list[list[str]]:
    return [[one.ship for one in stack] for stack in row]


def test_strength_in_a_state_of_its_own_lies_apart() -> None:
    counters = read_counters("mv 5")
    split_off(BOX, counters, counters[0], 2).crippled = True
    assert left(counters) == ["mv 3", "mv 2+crippled"]
    with pytest.raises(ValueError, match="cannot give"):
        split_off(BOX, counters, counters[0], 4)


@rule("pq17", "7.2.4", position="PP86")
def test_7_2_4_the_usual_row() -> None:
    ships = read_counters("mv 8", "mv 8", "mv 5", "aldersdale 2", "dd_a_i 3", "tb_hunt 2", "es_british 4", "norfolk 3")
    row = usual_row(BOX, ships)
    assert all(stack and may_stack(BOX, stack) for stack in row)
    assert sorted(one.ship for stack in row for one in stack) == sorted(one.ship for one in ships)
    kinds = ["".join(sorted({BOX.ships[one.ship].type for one in stack})) for stack in row]
    transports = [place for place, names in enumerate(kinds) if "mx" in names]
    assert transports == list(range(transports[0], transports[-1] + 1))
    assert kinds.index("ca") in (transports[0] - 1, transports[-1] + 1)
    assert kinds[0] in ("dd", "tb", "es")
    assert kinds[-1] in ("dd", "tb", "es")


@rule("pq17", "7.2.4")
@pytest.mark.parametrize(
    ("row", "stacked", "lies"),
    [
        (("dd_a_i", "mv", "aldersdale", "es_british"), "yes", [["dd_a_i"], ["mv", "aldersdale"], ["es_british"]]),
        (("dd_a_i", "mv", "aldersdale", "es_british"), "no", [["dd_a_i"], ["mv"], ["aldersdale"], ["es_british"]]),
        (("mv", "dd_a_i", "aldersdale"), "yes", [["mv"], ["dd_a_i"], ["aldersdale"], ["es_british"]]),
        (("dd_a_i", "es_british"), "yes", [["dd_a_i", "es_british"], ["mv", "aldersdale"]]),
    ],
)
def test_7_2_4_a_row_lies_as_it_was_ordered(row: tuple[str, ...], stacked: str, lies: list[list[str]]) -> None:
    """Transports up to 10 and light ships up to 4 may lie together (3 + 1); who is not named lies right of the rest."""
    counters = ships(*CONVOY)
    assert named(row_of(BOX, counters, Formation("pq", row, stacked))) == lies


@rule("pq17", "7.2.4")
@pytest.mark.parametrize("ordered", [True, False])
def test_7_2_4_the_formation_of_a_force_is_what_the_attacker_sees(ordered: bool) -> None:
    board = attacked("mv 5", "dd_a_i 3")
    if ordered:
        board.phase.orders = (Formation("pq", ("mv", "dd_a_i")),)
        set_formations(board)
    play(air_combat(board), cards=finding_card(), dice=[(0,), (0,), (0, 0), (0,)])
    (laid,) = [one for one in heard(board, "axis") if isinstance(one, told.Laid)]
    there = [stack[0][0] for stack in laid.row]
    assert there == (["mv", "dd_a_i"] if ordered else ["dd_a_i", "mv"])


@rule("pq17", "7.2.4", "1.2.3")
def test_7_2_4_a_formation_goes_with_the_ships_and_is_their_owners_alone() -> None:
    whole = force("t", "allied", "task_force", OPEN, "norfolk", "dd_a_i 4", formation=Formation("t", ("dd_a_i",), "no"))
    board = arctic(whole)
    new = split_force(board, whole, ships("dd_a_i 2"), "screen")
    assert new.formation == Formation("screen", ("dd_a_i",), "no")
    assert b"stacked" in msgspec.json.encode(view(board, "allied").own)
    for seat in ("axis", "public"):
        assert not view(board, seat).own


@rule("pq17", "7.2.4", "7.5.2")
def test_7_2_4_what_can_be_ordered_and_what_takes_it_back() -> None:
    board = phase(arctic(force("t", "allied", "task_force", OPEN, "norfolk", "dd_a_i 4")), "allied")
    board.place(force("alone", "allied", "task_force", "0410", "kent"))
    (array,) = formations_part(board, "allied").arrays
    assert (array.force, array.ships, array.smoke) == ("t", ("norfolk", "dd_a_i"), ("dd_a_i",))
    for order, remaining in ((Formation("t", smoke=("dd_a_i",)), True), (Formation("t"), False)):
        board.phase.orders = (order,)
        set_formations(board)
        assert bool(board.force("t").formation) is remaining


@rule("pq17", "7.2.4")
@pytest.mark.parametrize(
    ("strength", "stacks"), [(10, [10]), (11, [6, 5]), (16, [8, 8]), (17, [6, 6, 5]), (31, [8, 8, 8, 7])]
)
@pytest.mark.parametrize("formation", [None, Formation("pq", row=("mv",))])
def test_7_2_4_no_stack_of_a_row_holds_more_than_ten(
    strength: int, stacks: list[int], formation: Formation | None
) -> None:
    row = row_of(BOX, as_counters(BOX, [Counter("mv", strength)]), formation)
    assert sorted((sum(one.strength for one in stack) for stack in row), reverse=True) == stacks


@rule("pq17", "7.2.4", "7.2.4b")
def test_7_2_4_an_air_attack_on_many_merchants_has_several_targets() -> None:
    """Twelve merchants lie in two stacks; both bombers go for the first, which a hit makes smaller than the other."""
    board = bombers(force("pq", "allied", "convoy", OPEN, "mv 12"), air("ju_88", "ju", "banak"), level=1)
    play(air_combat(board), cards=[a_card("air", "0")], dice=[(0,), (9, 9)])
    (laid,) = [event for event in heard(board, "axis") if isinstance(event, RowLaid)]
    assert laid.row == ((("mv", 6),), (("mv", 6),))
    assert left(board.force("pq").counters) == ["mv 10"]


@rule("pq17", "7.2.4", "15.2.2b", "12.7b")
def test_7_2_4_in_port_too_and_what_is_left_in_a_box_is_one_again() -> None:
    board = raiding()
    board.state.roster = Roster(boxes={"murmansk": Boxes([Unit("mv", 12, "murmansk")])})
    dice = [*[(0,)] * 4, (9, 8), (9, 0, 0, 0)]
    perform(board, port_raids(board), dice=dice, says={"event": ["raid murmansk units=kg30 light=day", "pass"]})
    assert in_boxes(board) == [[("mv", 11)], [], []]


@rule("pq17", "7.2.4", "15.2.2b")
def test_7_2_4_the_attacker_tells_the_stacks_apart() -> None:
    board = murmansk_raided(instructions={**ASKED_ONCE})
    board.state.roster = Roster(boxes={"murmansk": Boxes([Unit("mv", 12, "murmansk")])})
    says = {"air_defence": "pass", "air_strike": "assign kg30 at=mv.2"}
    run = port_raided(board, Raid("murmansk", ("kg30",)), dice=[(0,), (0,), (9, 0)], says=says)
    assert run.asked[1].form.row == (Shown("mv", (("mv", 6),)), Shown("mv.2", (("mv", 6),)))


@rule("pq17", "7.2.4")
@pytest.mark.parametrize(
    ("holding", "row"),
    [
        (("mv 4", "mo 2"), [["mv", "mo"]]),
        (("mv 8", "mo 4"), [["mv"], ["mo"]]),
        (("mv 4", "london 3", "anson 4"), [["anson"], ["mv"], ["london"]]),
        (("mv 4", "dd_a_i 2", "tb_hunt 3"), [["dd_a_i"], ["mv"], ["tb_hunt"]]),
        (("mv 4", "dd_a_i 2", "tb_hunt 2"), [["dd_a_i", "tb_hunt"], ["mv"]]),
        (("london 3", "kent 2", "dd_a_i 2"), [["dd_a_i"], ["london"], ["kent"]]),
    ],
)
def test_7_2_4_transports_lie_in_the_middle_and_light_ships_outside(
    holding: tuple[str, ...], row: list[list[str]]
) -> None:
    found = usual_row(BOX, read_counters(*holding))
    assert [[one.ship for one in stack] for stack in found] == row


@rule("pq17", "7.2.4", "7.5.2")
@pytest.mark.parametrize(
    ("named", "stacked", "row"),
    [
        (("dd_a_i", "mv"), "yes", [["dd_a_i"], ["mv"]]),
        (("mv", "mo"), "yes", [["mv", "mo"]]),
        (("mv", "mo"), "no", [["mv"], ["mo"]]),
        (("london", "mv", "dd_a_i"), "yes", [["london"], ["mv"], ["dd_a_i"]]),
    ],
)
def test_7_2_4_who_is_named_lies_from_the_left_and_the_others_right_of_them(named: Any, stacked: str, row: Any) -> None:
    held = read_counters("mv 3", "london 3", "dd_a_i 2", "mo 1")
    rest = usual_row(BOX, [one for one in held if one.ship not in named])
    found = [[one.ship for one in stack] for stack in row_of(BOX, held, Formation("t", named, stacked))]
    assert found == [*row, *([one.ship for one in stack] for stack in rest)]
    assert row_of(BOX, held, Formation("t")) == usual_row(BOX, held) == row_of(BOX, held, None)


@rule("pq17", "7.2.4", "7.2.4a", position="PP86")
@pytest.mark.parametrize(
    ("stack", "in_port", "may"),
    [
        (("mv 8", "mo 2"), False, True), (("mv 8", "mo 3"), False, False), (("mv 8", "aldersdale 2"), False, True),
        (("dd_a_i 3", "tb_hunt 1"), False, True), (("dd_a_i 3", "tb_hunt 2"), False, False),
        (("dd_a_i 1", "mv 1"), False, False), (("london 3", "dd_a_i 1"), False, False),
        (("london 3",), False, True), (("london 3", "kent 2"), True, False), (("mv 2", "mv 1+dead"), False, False),
        (("mv 2", "mv 1+dead"), True, True), (("mv 2", "mv 1+towed"), False, False), (("mv 1+dead",), False, True),
        ((), False, True), (("mv 8", "aldersdale 2"), True, True), (("mv 8", "mo 1", "aldersdale 2"), False, False),
        (("mv 8", "mo 1", "aldersdale 2"), True, False), (("dd_a_i 3", "es_british 1"), False, True),
        (("dd_a_i 3", "es_british 1"), True, True), (("dd_a_i 3", "es_british 2"), False, False),
        (("dd_a_i 3", "es_british 2"), True, False), (("norfolk 3", "london 3"), False, False),
        (("norfolk 3", "london 3"), True, False), (("mv 1", "dd_a_i 1"), False, False),
        (("mv 1", "dd_a_i 1"), True, False), (("mv 1", "mv 1+dead"), False, False),
        (("mv 1", "mv 1+dead"), True, True), (("norfolk 3",), False, True), (("norfolk 3",), True, True),
    ],
)  # fmt: skip
def test_7_2_4_what_may_lie_in_one_stack(stack: tuple[str, ...], in_port: bool, may: bool) -> None:
    assert may_stack(BOX, read_counters(*stack), in_port=in_port) is may


@rule("pq17", "7.2.4", "7.2.6", "7.4.6")
@pytest.mark.parametrize("named", [(), ("ss_british", "mv")])
@pytest.mark.parametrize("torpedoes", ["yes", "no"])
def test_7_2_4_submarines_of_a_convoy_lie_in_no_row_under_aircraft(torpedoes: Any, named: tuple[str, ...]) -> None:
    """They are no target, and nothing of them is lost or told; a merchant goes down."""
    prey = force("t", "allied", "convoy", "0610", "mv 3", "dd_a_i 1", "ss_british 2")
    prey.formation = Formation("t", named) if named else None
    board = bombers(prey, air("he_111", "he", "banak", 1))
    board.state.instructions = {side: Instructions(scramble="none", torpedoes=torpedoes) for side in ("allied", "axis")}
    struck = [(9, 0), (3,)] if torpedoes == "yes" else [(9,)]
    play(air_combat(board), cards=[a_card("air", "1")], dice=[(0,), *struck])
    assert sorted(left(prey.counters)) == ["dd_a_i 1", "mv 2", "ss_british 2"]
    assert [one.unit for one in board.state.losses] == ["mv"]
    (row,) = [one for one in board.state.reports if one.source == "air_attack" and one.names]
    assert sorted(one.ship for one in row.names) == ["dd_a_i", "mv"]


@rule("pq17", "7.2.4a")
def test_7_2_4a_a_wreck_lies_alone_whatever_was_ordered() -> None:
    counters = ships("mv 5", "aldersdale 2")
    counters[1].dead = True
    assert named(row_of(BOX, counters, Formation("pq", ("mv", "aldersdale")))) == [["mv"], ["aldersdale"]]


@rule("pq17", "7.2.4a", "7.3.1c", "7.9a")
def test_7_2_4a_after_fire_what_is_gone_goes_and_wrecks_lie_apart_from_those_that_still_move() -> None:
    fight = battle(("dd_a_i 2", "mv 4", "london 3"), ("koln 1",))
    escort, merchants, london = (fight.unit(name) for name in ("dd_a_i", "mv", "london"))
    escort.area, escort.evading, escort.screens = "screening", True, ("koln",)
    escort.counters = read_counters("dd_a_i 2", "dd_a_i 1+crippled", "dd_a_i 0+dead")
    merchants.counters = []
    london.counters = read_counters("london 2+crippled")
    separate_counters(fight)
    lying = {
        one.name: [(ship.strength, ship.crippled, ship.dead) for ship in one.counters] for one in fight.of("allied")
    }
    assert lying.pop("dd_a_i") == [(2, False, False)]
    assert lying.pop("london") == [(2, True, False)], "alone she lies apart already"
    assert sorted(lying.values()) == [[(0, False, True)], [(1, True, False)]]
    assert "mv" not in {one.name for one in fight.units}
    apart = [one for one in fight.of("allied") if one.name not in ("dd_a_i", "london")]
    assert {(one.area, one.side, one.force) for one in apart} == {(escort.area, "allied", escort.force)}
    assert len({one.name for one in fight.units}) == len(fight.units)
