"""1.2.3, 5.4, 6.6, 7.2, 12.2, 15: conditions of movement, of air attacks, and of a fortnight, each by itself."""

from typing import Any

import pytest

from games.kernel.conformance.json_schema import violations
from games.kernel.errors import Problem
from games.titles.pq17.components.combat_charts import TorpedoResult
from games.titles.pq17.components.options import Options
from games.titles.pq17.orders.doctrine import Instructions
from games.titles.pq17.orders.planning import PlansForm, Schedule
from games.titles.pq17.rules.air.exchange import Defence
from games.titles.pq17.rules.air.planning import assign_sorties, breaks_off, target_rank
from games.titles.pq17.rules.air.raid import place_of
from games.titles.pq17.rules.air.row import Sortie, target_now
from games.titles.pq17.rules.campaign import command
from games.titles.pq17.rules.campaign.replacements import replace_auxiliaries, replace_boats, soviet_steps
from games.titles.pq17.rules.forces.battle_display import may_stack, merge_ships, ship_count, single_ships
from games.titles.pq17.rules.forces.torpedoes import _strike_ship
from games.titles.pq17.rules.special.fortnights import relaxes_patrol, western_edge
from games.titles.pq17.state.roster import Roster
from games.titles.pq17.state.state import AirUnit, Points, Tally
from tests.titles.pq17.arctic import arctic, force
from tests.titles.pq17.box import BOX
from tests.titles.pq17.campaigns import campaign
from tests.titles.pq17.forms_laid_out import SEA, mover
from tests.titles.pq17.trial import read_counters

rule = pytest.mark.rule


@rule("pq17", "7.2.4", "7.2.4a")
@pytest.mark.parametrize(
    ("stack", "in_port", "may"),
    [
        (("mv 8", "mo 2"), False, True),
        (("mv 8", "mo 3"), False, False),
        (("mv 8", "aldersdale 2"), False, True),
        (("dd_a_i 3", "tb_hunt 1"), False, True),
        (("dd_a_i 3", "tb_hunt 2"), False, False),
        (("dd_a_i 1", "mv 1"), False, False),
        (("london 3", "dd_a_i 1"), False, False),
        (("london 3",), False, True),
        (("london 3", "kent 2"), True, False),
        (("mv 2", "mv 1+dead"), False, False),
        (("mv 2", "mv 1+dead"), True, True),
        (("mv 2", "mv 1+towed"), False, False),
        (("mv 1+dead",), False, True),
        ((), False, True),
    ],
)
def test_what_may_lie_in_one_stack(stack: tuple[str, ...], in_port: bool, may: bool) -> None:
    assert may_stack(BOX, read_counters(*stack), in_port=in_port) is may


@rule("pq17", "7.2.6a")
@pytest.mark.parametrize(
    ("words", "ships"),
    [("mv 5", 5), ("mv 0+dead", 1), ("dd_a_i 3", 3), ("tb_hunt 2", 2), ("es_british 4", 4), ("london 3", 1),
     ("aldersdale 2", 1), ("victorious 4", 1)],
)  # fmt: skip
def test_how_many_ships_a_counter_stands_for(words: str, ships: int) -> None:
    assert ship_count(BOX, read_counters(words)[0]) == ships


@rule("pq17", "7.7", "1.4b")
def test_stragglers_sail_one_by_one_and_lie_together_again() -> None:
    (three,) = read_counters("mv 3")
    assert [one.strength for one in single_ships(BOX, three)] == [1, 1, 1]
    (oiler,) = read_counters("aldersdale 2")
    assert single_ships(BOX, oiler) == [oiler]
    apart = read_counters(
        "mv 1", "mv 1+crippled", "mv 2", "mv 1+dead", "mc 1+used", "mc 1", "mc 1+used", "aldersdale 2"
    )
    joined = [(one.ship, one.strength, one.crippled, one.dead, one.used) for one in merge_ships(BOX, apart)]
    assert joined == [
        ("mv", 3, False, False, False), ("mv", 1, True, False, False), ("mv", 1, False, True, False),
        ("mc", 2, False, False, True), ("mc", 1, False, False, False), ("aldersdale", 2, False, False, False),
    ]  # fmt: skip


@rule("pq17", "7.2.6b", "7.2.6c")
@pytest.mark.parametrize(
    ("row", "target", "instead", "taken", "found"),
    [
        (("mv 1", "", "mv 2"), 0, "left", (), 0),
        (("mv 1", "", "mv 2"), 1, "left", (), 0),
        (("mv 1", "", "mv 2"), 1, "right", (), 2),
        (("mv 1", "", "mv 2"), 1, "home", (), None),
        (("mv 1", "", "mv 2"), 1, "transports", (), 0),
        (("london 3", "", "mv 2"), 1, "transports", (), 2),
        (("london 3", "", "kent 2"), 1, "transports", (), None),
        (("mv 1", "", "mv 2"), 1, "left", (0,), 0),
        (("mv 1", "", "mv 2"), 1, "left", (0, 0), None),
        (("mv 1", "", "mv 2"), 1, "transports", (0, 0), 2),
        (("", "mv 2"), 0, "left", (), None),
        (("mv 2", ""), 1, "right", (), None),
        (("mv 3", "mv 1", "", ""), 3, "left", (), 1),
        (("", "", "mv 1", "mv 3"), 0, "right", (), 2),
    ],
)
def test_what_a_unit_attacks_whose_target_is_gone(
    row: tuple[str, ...], target: int, instead: Any, taken: tuple[int, ...], found: int | None
) -> None:
    stacks = [read_counters(one) if one else [] for one in row]
    assert target_now(BOX, stacks, Sortie("u", target, instead=instead), taken) == found


@rule("pq17", "7.2.4b")
@pytest.mark.parametrize(
    ("better", "worse", "first"),
    [
        ("mv 1", "london 3", "transports"),
        ("london 3", "mv 8", "heavy"),
        ("dd_a_i 1", "anson 4", "light"),
        ("anson 4", "london 3", "transports"),
        ("mv 5", "mv 4", "transports"),
        ("dd_a_i 2", "dd_a_i 1", "light"),
    ],
)
def test_how_stacks_are_liked_as_targets(better: str, worse: str, first: str) -> None:
    assert target_rank(BOX, read_counters(better), first) < target_rank(BOX, read_counters(worse), first)
    assert target_rank(BOX, [], first)[1:] == (0, 0)


@rule("pq17", "7.2.3h")
@pytest.mark.parametrize(
    ("least", "bombers", "off"), [("0", 0, True), ("0", 1, False), ("2", 1, True), ("2", 2, False), ("4", 3, True)]
)
def test_from_how_few_bombers_on_an_attack_is_broken_off(least: Any, bombers: int, off: bool) -> None:
    """Fighters count for nothing."""
    board = arctic(instructions={"axis": Instructions(break_off=least)})
    units = {f"b{number}": AirUnit("ju_88", 1, id=f"b{number}", base="banak") for number in range(bombers)}
    units["f"] = AirUnit("bf_109", 2, id="f", base="banak")
    assert breaks_off(board, "axis", units) is off


@rule("pq17", "7.2.4b", "7.2.4c")
@pytest.mark.parametrize(
    ("row", "torpedoes", "may_bomb", "flown"),
    [
        (("mv 4", "london 3"), False, True, [("t", 0, 1, False), ("b1", 0, 1, False), ("b2", 0, 2, False)]),
        (("mv 4", "mo 2"), False, True, [("t", 0, 1, False), ("b1", 0, 1, False), ("b2", 1, 1, False)]),
        (("mv 4",), True, True, [("t", 0, 1, True), ("b1", 0, 1, False), ("b2", 0, 2, False)]),
        (("mv 4",), True, False, [("t", 0, 1, True)]),
        (("", "london 3"), False, True, [("t", 1, 1, False), ("b1", 1, 1, False), ("b2", 1, 2, False)]),
        (("",), False, True, []),
    ],
)
def test_two_at_the_best_target_at_a_time(row: tuple[str, ...], torpedoes: bool, may_bomb: bool, flown: Any) -> None:
    """Torpedo bombers first; a fighter, and one that is driven off, not at all."""
    units = {
        "b1": AirUnit("ju_88", 2, id="b1", base="banak"), "b2": AirUnit("ju_88", 1, id="b2", base="banak"),
        "t": AirUnit("he_111", 1, id="t", base="banak"), "f": AirUnit("bf_109", 2, id="f", base="banak"),
        "off": AirUnit("ju_88", 1, aborted=1, id="off", base="banak"),
    }  # fmt: skip
    stacks = [read_counters(one) if one else [] for one in row]
    found = assign_sorties(BOX, stacks, units, "transports", torpedoes=torpedoes, may_bomb=may_bomb)
    value = {"mv": BOX.ships["mv"].value, "mo": BOX.ships["mo"].value}
    if value["mo"] > value["mv"] and row == ("mv 4", "mo 2"):
        flown = [(unit, 1 - place, wave, drops) for unit, place, wave, drops in flown]
    assert [(one.unit, one.target, one.wave, one.torpedoes) for one in found] == flown


@rule("pq17", "7.2.5b", "7.2.5c")
@pytest.mark.parametrize(("said", "usual", "expected"), [(None, "3", 3), (0, "3", 0), (4, "0", 4), (None, "0", 0)])
def test_from_how_many_on_cam_ships_serve(said: int | None, usual: Any, expected: int) -> None:
    board = arctic(
        force("pq", "allied", "convoy", "0817", "mv 4", port="murmansk"),
        instructions={"allied": Instructions(cam_from=usual)}, options=Options(destroyer_fate=True),
    )  # fmt: skip
    place = place_of(board, board.force("pq"), Defence(cam_from=said))
    assert (place.cam_from, place.in_port, place.fates) == (expected, True, True)
    assert place.port_guns == BOX.ports["murmansk"].anti_aircraft > 0
    at_sea = arctic(force("pq", "allied", "convoy", "0718", "mv 4"))
    assert (place_of(at_sea, at_sea.force("pq"), Defence()).port_guns, place_of(
        at_sea, at_sea.force("pq"), Defence()).in_port) == (0, False)  # fmt: skip


CALLS = PlansForm(
    convoys=(mover("pq", kind="convoy", to=("murmansk", "arkhangelsk")),), waters=SEA,
    ports={"murmansk": "0407", "arkhangelsk": "0408"}, cargo={"pq": {"mv": 3, "mo": 1}},
)  # fmt: skip


@rule("pq17", "15.2.1a")
@pytest.mark.parametrize(
    ("to", "then", "lands", "wrong"),
    [
        ("murmansk", "", (), []),
        ("murmansk", "arkhangelsk", ("mv",), []),
        ("murmansk", "arkhangelsk", ("mv", "mv", "mv"), []),
        ("murmansk", "arkhangelsk", ("mv", "mv", "mo"), []),
        ("murmansk", "arkhangelsk", ("mv", "mv", "mv", "mo"), [("/0/lands", "count")]),
        ("murmansk", "arkhangelsk", ("mo", "mo"), [("/0/lands", "count")]),
        ("murmansk", "arkhangelsk", (), [("/0/then", "port")]),
        ("murmansk", "", ("mv",), [("/0/then", "port")]),
        ("murmansk", "murmansk", ("mv",), [("/0/then", "port")]),
    ],
)
def test_a_second_port_and_who_stays_in_the_first(
    to: str, then: str, lands: tuple[str, ...], wrong: list[tuple[str, str]]
) -> None:
    order = Schedule("pq", to, "1.am", (), then=then, lands=lands)
    found: list[Problem] = [one for one in CALLS.conflicts((order,)) if one.rule == "15.2.1a"]
    assert [(one.pointer, one.code) for one in found] == wrong
    assert bool(list(violations(CALLS.schema(), CALLS.parse(CALLS.render((order,)))))) is bool(wrong)


@rule("pq17", "12.1", "15.8.1a")
@pytest.mark.parametrize(("betrayed", "relaxed"), [([], False), (["a"], True), (["a", "b"], False)])
def test_between_the_two_convoys_that_cobweb_betrays_the_patrol_is_relaxed(betrayed: list[str], relaxed: bool) -> None:
    assert relaxes_patrol(Roster(betrayed=betrayed)) is relaxed


@rule("pq17", "12.2.1a")
def test_who_comes_back_stands_on_a_sea_hex_of_the_western_edge() -> None:
    board = arctic()
    found = western_edge(board)
    assert found
    assert list(found) == sorted(found)
    doors = {one.id for one in BOX.hexes.values() if one.door == "atlantic"}
    assert set(found) <= doors
    assert all(BOX.hexes[one].is_sea for one in found)
    for one in doors - set(found):
        expected = BOX.ice(board.operation, BOX.hexes[one].zone)
        assert not BOX.hexes[one].is_sea or not expected.certain or expected.ice == "solid_pack"


@rule("pq17", "15.1b")
@pytest.mark.parametrize(
    ("began", "sunk", "raised"),
    [(9, 3, True), (9, 2, False), (10, 3, False), (10, 4, True), (0, 0, False), (1, 0, False)],
)
def test_a_third_of_one_convoy_sunk_raises_what_severny_flot_may_hold(began: int, sunk: int, raised: bool) -> None:
    roster = Roster()
    left: Any = {"home_fleet": Points(5), "severny_flot": Points(3), "gruppe_nord": Points(7)}
    command.carry_over_points(BOX, roster, left, [Tally("pq", laden=True, began=began)], {"pq": sunk})
    assert (roster.raised, roster.severny_flot, roster.gruppe_nord) == (raised, 3, 7)
    command.carry_over_points(BOX, roster, left, [], {})
    assert roster.raised is raised, "for good"


@rule("pq17", "15.1", "15.1b")
@pytest.mark.parametrize(
    ("kept", "raised", "severny"),
    [(0, False, 4), (1, False, 5), (2, False, 6), (6, False, 6), (6, True, 8), (3, True, 7)],
)
def test_the_points_of_a_fortnight(kept: int, raised: bool, severny: int) -> None:
    roster = Roster(severny_flot=kept, gruppe_nord=3, raised=raised)
    points = command.begin_fortnight(BOX, roster)
    assert {name: one.left for name, one in points.items()} == {
        "home_fleet": 16, "severny_flot": severny, "gruppe_nord": 3,
    }  # fmt: skip


@rule("pq17", "15.6.1", "15.6.2", "15.6.4")
def test_what_is_replaced_where_and_how_much() -> None:
    roster = campaign().roster
    roster.units, second = [], next(
        place for place, one in enumerate(BOX.campaign.fortnights) if not one.begins_a_month
    )  # fmt: skip
    roster.fortnight = second - 1
    replace_auxiliaries(BOX, roster, ["mc", "aldersdale"])
    assert roster.units == [], "in the second fortnight of a month alone"
    roster.fortnight = second
    replace_auxiliaries(BOX, roster, ["mc", "mc", "aldersdale", "palomares", "mv"], "loch_ewe")
    assert sorted((one.kind, one.strength, one.place, one.laden) for one in roster.units) == [
        ("aldersdale", 2, "loch_ewe", False), ("mc", 2, "loch_ewe", True),
    ]  # fmt: skip
    roster.units = []
    replace_boats(BOX, roster, {"ss_british": 2, "ss_german": 3, "ss_soviet": 0})
    assert [(one.kind, one.strength, one.place) for one in roster.units] == [("ss_british", 2, "lerwick")]
    assert [soviet_steps(BOX, count) for count in (0, 1, 3, 4, 6, 7)] == [0, 1, 1, 2, 2, 3]


@rule("pq17", "7.3.1b", "7.3.1d", "7.0d")
@pytest.mark.parametrize(
    ("state", "results", "after", "told"),
    [
        ("", [TorpedoResult(hits=1)], [(2, False, False)], (1, 0, 0, 0)),
        ("", [TorpedoResult(hits=1, crippled=1)], [(2, True, False)], (1, 1, 0, 0)),
        ("+crippled", [TorpedoResult(hits=1)], [(2, True, False)], (1, 0, 0, 0)),
        ("", [TorpedoResult(hits=1), TorpedoResult(hits=2)], [(0, False, True)], (3, 0, 1, 0)),
        ("", [TorpedoResult(hits=2), TorpedoResult(hits=2)], [], (3, 0, 0, 1)),
        ("", [TorpedoResult(sunk=1), TorpedoResult(hits=1, crippled=1)], [], (3, 0, 0, 1)),
        ("", [TorpedoResult()], [(3, False, False)], (0, 0, 0, 0)),
    ],
)
def test_what_a_salvo_does_to_a_heavy_ship(state: str, results: Any, after: Any, told: Any) -> None:
    stack = read_counters(f"london 3{state}", "kent 2")
    london = stack[0]
    found = _strike_ship(BOX, stack, london, [(london, 5, result) for result in results])
    assert [(one.strength, one.crippled, one.dead) for one in stack if one.ship == "london"] == after
    assert (found.lost, found.crippled, found.dead, found.sunk) == told
    assert [one.ship for one in stack][-1] == "kent"
