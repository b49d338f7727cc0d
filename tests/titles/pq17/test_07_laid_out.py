"""1.4e, 7.2.4 What one counter and one stack hold: a class lies in as many counters as it needs, in a row, on the
display and in port, and is one again afterwards.
"""

import pytest

from games.titles.pq17.orders.air_battle import Laid as Shown
from games.titles.pq17.orders.formations import Formation
from games.titles.pq17.orders.raids import Raid
from games.titles.pq17.rules.air.attacks import air_combat
from games.titles.pq17.rules.air.row import row_of
from games.titles.pq17.rules.forces.battle_display import as_counters
from games.titles.pq17.rules.special.port_raid import port_raids
from games.titles.pq17.rules.surface.engagement import Engagement
from games.titles.pq17.state.counters import Counter
from games.titles.pq17.state.events.air import Laid as RowLaid
from games.titles.pq17.state.roster import Boxes, Roster, Unit
from tests.titles.pq17.arctic import arctic, force
from tests.titles.pq17.box import BOX
from tests.titles.pq17.ch07_combat.air_attacks import ASKED_ONCE
from tests.titles.pq17.ch07_combat.raids import in_boxes, murmansk_raided, port_raided, raiding
from tests.titles.pq17.playing import a_card, heard, play
from tests.titles.pq17.procedures import perform
from tests.titles.pq17.strikes import OPEN, air, bombers
from tests.titles.pq17.trial import left

rule = pytest.mark.rule


@rule("pq17", "7.2.4")
@pytest.mark.parametrize(
    ("strength", "stacks"), [(10, [10]), (11, [6, 5]), (16, [8, 8]), (17, [6, 6, 5]), (31, [8, 8, 8, 7])]
)
@pytest.mark.parametrize("formation", [None, Formation("pq", row=("mv",))])
def test_no_stack_of_a_row_holds_more_than_ten(strength: int, stacks: list[int], formation: Formation | None) -> None:
    row = row_of(BOX, as_counters(BOX, [Counter("mv", strength)]), formation)
    assert sorted((sum(one.strength for one in stack) for stack in row), reverse=True) == stacks


@rule("pq17", "7.2.4", "7.2.4b")
def test_an_air_attack_on_many_merchants_has_several_targets() -> None:
    """Twelve merchants lie in two stacks; both bombers go for the first, which a hit makes smaller than the other."""
    board = bombers(force("pq", "allied", "convoy", OPEN, "mv 12"), air("ju_88", "ju", "banak"), level=1)
    play(air_combat(board), cards=[a_card("air", "0")], dice=[(0,), (9, 9)])
    (laid,) = [event for event in heard(board, "axis") if isinstance(event, RowLaid)]
    assert laid.row == ((("mv", 6),), (("mv", 6),))
    assert left(board.force("pq").counters) == ["mv 10"]


@rule("pq17", "7.5.2", "1.4b")
def test_on_the_display_they_are_units_of_their_own_and_one_counter_afterwards() -> None:
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


@rule("pq17", "7.5.2a", "7.5.2b")
def test_those_that_join_a_battle_lie_in_counters_too() -> None:
    first, later = (
        force(name, "axis", "task_force", OPEN, ships) for name, ships in (("a", "dd_36a 3"), ("b", "dd_36a 6"))
    )
    fight = Engagement(arctic(first, later), OPEN, "axis", None, "battle")
    fight.lay_out([first])
    fight.join(later)
    assert [left(unit.counters) for unit in fight.battle.units] == [["dd_36a 4"], ["dd_36a 4"], ["dd_36a 1"]]


@rule("pq17", "7.2.4", "15.2.2b", "12.7b")
def test_in_port_too_and_what_is_left_in_a_box_is_one_again() -> None:
    board = raiding()
    board.state.roster = Roster(boxes={"murmansk": Boxes([Unit("mv", 12, "murmansk")])})
    dice = [*[(0,)] * 4, (9, 8), (9, 0, 0, 0)]
    perform(board, port_raids(board), dice=dice, says={"event": ["raid murmansk units=kg30 light=day", "pass"]})
    assert in_boxes(board) == [[("mv", 11)], [], []]


@rule("pq17", "7.2.4", "15.2.2b")
def test_the_attacker_tells_the_stacks_apart() -> None:
    board = murmansk_raided(instructions={**ASKED_ONCE})
    board.state.roster = Roster(boxes={"murmansk": Boxes([Unit("mv", 12, "murmansk")])})
    says = {"air_defence": "pass", "air_strike": "assign kg30 at=mv.2"}
    run = port_raided(board, Raid("murmansk", ("kg30",)), dice=[(0,), (0,), (9, 0)], says=says)
    assert run.asked[1].form.row == (Shown("mv", (("mv", 6),)), Shown("mv.2", (("mv", 6),)))
