"""Starts, and options in combination, read by somebody who had not seen the code: `08_14_options_together.toml`."""

import pytest

from games.titles.pq17.components.options import Options
from games.titles.pq17.components.pieces import Side
from games.titles.pq17.orders.attacks import Attack, Strike
from games.titles.pq17.orders.doctrine import Instructions
from games.titles.pq17.orders.situations import Buy, price
from games.titles.pq17.rules.air.attacks import air_combat
from games.titles.pq17.rules.air.duel import second_strikes
from games.titles.pq17.rules.forces.limits import Strength as ForceStrength
from games.titles.pq17.rules.forces.limits import actual_strength, attack_forbidden_by
from games.titles.pq17.rules.forces.torpedoes import fire_salvo
from games.titles.pq17.rules.fuel import marks
from games.titles.pq17.rules.movement.towing import tow_or_sink
from games.titles.pq17.rules.operation.setup import new_game
from games.titles.pq17.rules.search.casualties import settle_losses, strength_by_ship
from games.titles.pq17.rules.search.identification import contact_name
from games.titles.pq17.rules.special.encounter import chance_encounter
from games.titles.pq17.rules.special.history import _buy
from games.titles.pq17.rules.special.mines import _strike as strike_mines
from games.titles.pq17.rules.surface.attacks import surface_combat
from games.titles.pq17.rules.surface.layout import join_force
from games.titles.pq17.state.board import Board
from games.titles.pq17.state.counters import Counter
from games.titles.pq17.state.state import AirUnit
from games.titles.pq17.visibility.redeal import conserved
from tests.titles.pq17.arctic import arctic, force, ships
from tests.titles.pq17.box import BOX
from tests.titles.pq17.ch07_combat.surface_battles import QUIET
from tests.titles.pq17.displays import battle
from tests.titles.pq17.playing import a_card, cards_with, heard, phase, play
from tests.titles.pq17.strikes import OPEN, air, bombers
from tests.titles.pq17.trial import left, run

rule = pytest.mark.rule


def duel(*, surprised: bool = False, level: int | None = 1, light: str = "jul_1") -> list[str]:
    german = force("g", "axis", "task_force", "0613", "graf_zeppelin")
    other = force("x", "axis", "task_force", "0613", "admiral_scheer")
    british = force("b", "allied", "task_force", "0612", "victorious")
    units = [
        AirUnit("ju_87c", 2, id="stukas", base="graf_zeppelin"), AirUnit("albacore", 2, id="817", base="victorious"),
        AirUnit("fulmar", 2, id="809", base="victorious"),
    ]  # fmt: skip
    board = phase(arctic(german, other, british, air=units, options=Options(carrier_duel=True), light=light), "axis")
    for one in (german, other):
        if level is not None:
            board.identify(one, level)
    found = second_strikes(board, "axis", british, [units[0]], surprised=surprised)
    return [f"{bomber.id} at {one.id}" for one, _, flown in found for bomber in flown]


@rule("pq17", "14.1", "14.1a", "14.1b", "7.2.1o")
def test_pp274_pp275_when_and_at_whom_a_carrier_strikes_back() -> None:
    assert duel() == ["817 at g"]
    assert duel(surprised=True) == duel(level=None) == duel(light="dec_1") == []


@rule("pq17", "14.1a", "7.8")
def test_pp276_the_second_strike_flies_before_aircraft_go_with_their_carrier() -> None:
    """What Victorious loses by the first strike is settled after it: the steps are drawn then."""
    british = force("b", "allied", "task_force", "0612", "victorious")
    board = arctic(british, air=[AirUnit("albacore", 2, id="817", base="victorious")])
    before = strength_by_ship(BOX, british)
    british.counters[0].strength -= 2
    assert board.state.air[0].flying == 2
    play(settle_losses(board, british, before, key="k"))
    assert board.state.air == []


@rule("pq17", "14.0", "14.0a")
@pytest.mark.parametrize(
    ("ship", "side", "group", "score"),
    [("scharnhorst", "axis", "", 36), ("dorsetshire", "allied", "group_1", -3), ("howe", "allied", "group_2", -15)],
)
def test_pp277_what_historical_forces_cost(ship: str, side: Side, group: str, score: int) -> None:
    scenario = "pq13" if ship == "dorsetshire" else "pq18"
    board = Board(new_game(BOX, scenario, Options(historical_forces=True)), BOX)
    costs = {one.ship: one.cost for one in board.operation.historical}
    assert price(costs[ship], group=bool(group)) == abs(score)
    _buy(board, side, (Buy(ship, group),))
    assert sum(one.points for one in board.state.bookings) == score


@rule("pq17", "14.0", "7.5.7", "7.5.7a")
def test_pp278_a_battle_cruiser_that_was_bought_is_one() -> None:
    two = ForceStrength(cruisers=2)
    assert attack_forbidden_by(actual_strength(BOX, ships("gneisenau")), two) == ""
    assert attack_forbidden_by(actual_strength(BOX, ships("admiral_hipper")), two) == "7.5.7a"


@rule("pq17", "7.5.9", "7.9", "7.9a")
def test_pp279_a_destroyer_crippled_in_the_dark_is_damage() -> None:
    tf = force("t", "allied", "task_force", OPEN, "dd_a_i 2")
    hipper = force("h", "axis", "task_force", OPEN, "admiral_hipper")
    board = phase(arctic(tf, hipper, light="dec_1", options=Options(face_down=True, destroyer_fate=True)), "axis")
    board.identify(tf, 1)
    before = conserved(BOX, board.state)
    board.phase.attacks = (Attack("h", contact_name(tf)),)
    board.state.instructions = {"allied": QUIET, "axis": QUIET}
    dice = [(0,), (0, 0), (9, 0, 0, 0), (5,), (0,)]
    play(surface_combat(board), cards=[a_card("force", "0", day=False)], dice=dice)
    assert (tf.level, hipper.level) == (2, None)
    assert left(tf.counters) == ["dd_a_i 1", "dd_a_i 0+crippled"]
    assert (board.state.losses, board.state.bookings) == ([], [])
    assert conserved(BOX, board.state) == before


@rule("pq17", "7.9d", "7.0e", "5.1.1")
@pytest.mark.parametrize(("others", "floats"), [(("dd_a_i 1",), True), (("es_british 2",), False)])
def test_pp282_a_destroyer_that_lies_dead_is_towed_by_another_or_lost(others: tuple[str, ...], floats: bool) -> None:
    tf = force("t", "allied", "task_force", "0611", *others)
    tf.counters.append(Counter("dd_a_i", 0, dead=True))
    board = phase(arctic(tf), "allied")
    tow_or_sink(board)
    assert any(one.towed for one in tf.counters) is floats
    assert sum(one.points for one in board.state.bookings) == (0 if floats else -2), "1 point of victory"


@rule("pq17", "7.9d", "7.0c")
def test_pp305_a_wreck_that_is_sunk_afterwards_scores() -> None:
    """Two wrecks stay two, and one that is hit again in a later battle is a loss of one point."""
    tf = force("t", "allied", "task_force", OPEN, "dd_a_i 1")
    tf.counters += [Counter("dd_a_i", 0, crippled=True), Counter("dd_a_i", 0, crippled=True)]
    hipper = force("h", "axis", "task_force", OPEN, "admiral_hipper")
    board = phase(arctic(tf, hipper, options=Options(destroyer_fate=True)), "axis")
    board.identify(tf, 1)
    board.phase.attacks = (Attack("h", contact_name(tf)),)
    board.state.instructions = {"allied": QUIET, "axis": QUIET}
    play(surface_combat(board), cards=[a_card("force", "0")], dice=[(0,), (0, 0, 0, 0), (9,), (0,), (0,) * 4, (0,)])
    assert sorted(left(tf.counters)) == ["dd_a_i 0+crippled", "dd_a_i 0+crippled", "dd_a_i 1"]
    before = strength_by_ship(BOX, tf)
    tf.counters.pop()
    play(settle_losses(board, tf, before, key="k"))
    assert sum(one.points for one in board.state.bookings) == -2


@rule("pq17", "13.5", "7.0d")
def test_pp306_mines_take_no_ship_that_already_lies_dead() -> None:
    """A cruiser in tow and her tug in mined waters: what the mine does not strike floats on."""
    tf = force("t", "allied", "task_force", "0817", "dd_a_i 1")
    tf.counters.append(Counter("kent", 0, dead=True, towed=True))
    board = phase(arctic(tf), "axis")
    play(strike_mines(board, tf, 1), dice=[(0,)], lots=[0])
    assert sorted(left(tf.counters)) == ["dd_a_i 1+crippled", "kent 0+dead+towed"]


@rule("pq17", "11.1.4", "11.1.3", "7.5a")
@pytest.mark.parametrize(("holding", "turn"), [(("dd_project_7 2",), 13), (("dd_a_i 2",), 19)])
def test_pp280_soviet_fuel_and_a_battle(holding: tuple[str, ...], turn: int) -> None:
    sailed = marks.fuel_at_sailing(BOX, 9, ships(*holding), soviet_endurance=True)
    assert marks.spend_fuel(sailed, BOX.numbers.fuel.surface_combat).turn == turn


@rule("pq17", "7.1.2", "7.2.1o")
def test_pp281_each_group_may_surprise() -> None:
    prey = force("t", "allied", "task_force", OPEN, "kent")
    options = Options(air_groups=True, air_surprise=True)
    board = bombers(prey, air("ju_88", "a", "banak", 1), air("ju_88", "b", "banak", 1), level=2, options=options)
    board.phase.attacks = tuple(Strike((name,), contact_name(prey)) for name in "ab")
    board.state.instructions = {side: Instructions(scramble="none", torpedoes="no") for side in ("allied", "axis")}
    play(air_combat(board), cards=cards_with("air", "U", 2), dice=[(8,), (0,), (0,), (7,), (0,), (0,)])
    rose = [one.surprised for one in heard(board, "allied") if type(one).__name__ == "Scrambled"]
    assert rose == [True, False]


@rule("pq17", "7.9d", "7.5.8")
def test_pp307_a_destroyer_that_is_a_wreck_protects_no_convoy() -> None:
    """Hipper cripples the only escort: two rounds more by day in Fair, and one because there was an escort."""
    prey = force("c", "allied", "convoy", OPEN, "mv 8", "dd_a_i 1")
    hipper = force("h", "axis", "task_force", OPEN, "admiral_hipper")
    board = phase(arctic(prey, hipper, options=Options(destroyer_fate=True)), "axis")
    board.identify(prey, 1)
    board.phase.attacks = (Attack("h", contact_name(prey)),)
    board.state.instructions = {"allied": QUIET, "axis": QUIET}
    first = [(0,), (9, 0, 0, 0), (5,)]
    play(surface_combat(board), cards=[a_card("force", "0")], dice=[*first, (0,) * 4, (0,), (0,) * 4, (0,), (0,) * 4])
    assert prey.convoy is not None
    assert prey.convoy.scattered
    assert "dd_a_i 0+crippled" in left(prey.counters)


@rule("pq17", "7.9d", "7.5.2a")
def test_pp315_a_wreck_comes_with_the_force_that_joins() -> None:
    fight = battle(("norfolk 3",), ("lutzow 4",), round_=2)
    join_force(BOX, fight, "allied", [Counter("dd_a_i", 1), Counter("dd_a_i", 0, crippled=True)])
    assert [words for one in fight.of("allied") for words in left(one.counters)] == [
        "norfolk 3", "dd_a_i 1", "dd_a_i 0+crippled",
    ]  # fmt: skip


@rule("pq17", "7.9d", "7.3.1c", "7.3.1d")
@pytest.mark.parametrize(("damage", "floats"), [(0, True), (1, True), (2, False), (3, False), (9, False)])
def test_pp316_a_torpedo_at_a_wreck(damage: int, floats: bool) -> None:
    """1Cr is nothing to her; what would leave another dead in the water, or sink her, takes her."""
    target = [Counter("dd_a_i", 0, crippled=True)]
    found = run(fire_salvo(BOX, target, 1, key="s"), dice=[(9,), (damage,)])
    assert (bool(target), found.hits[0].sunk) == (floats, 0 if floats else 1)


@rule("pq17", "7.9d", "13.7b")
def test_pp316_a_chance_encounter_takes_a_wreck_too() -> None:
    prey = force("d", "axis", "task_force", OPEN)
    prey.counters = [Counter("dd_36a", 0, crippled=True)]
    board = phase(arctic(prey, force("b", "allied", "task_force", OPEN, "kent")), "axis")
    play(chance_encounter(board), dice=[(9,)])
    assert prey not in board.state.forces
    assert sum(one.points for one in board.state.bookings) == 2 * BOX.ships["dd_36a"].value
