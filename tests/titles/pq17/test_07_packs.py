"""7.4 Submarine combat played: packs against convoys, task forces and packs, air patrols, torpedoes spent."""

import pytest

from games.kernel.events import PUBLIC
from games.titles.pq17.orders.attacks import Attack
from games.titles.pq17.rules.forces.torpedoes import reload_torpedoes
from games.titles.pq17.rules.fuel.phase import fuel
from games.titles.pq17.rules.movement.passage import move_force
from games.titles.pq17.rules.search.identification import contact_name
from games.titles.pq17.rules.search.strikes import strikes_form
from games.titles.pq17.rules.submarine.attacks import submarine_combat
from games.titles.pq17.rules.submarine.patrol import is_kept_out
from games.titles.pq17.state.events.submarine import BoatFired, PackPatrolled, TorpedoesSpent
from games.titles.pq17.state.fuel import Fuel
from games.titles.pq17.state.state import Convoy, Force, Plan
from tests.titles.pq17.arctic import arctic, force
from tests.titles.pq17.ch07_combat.submarine_combat import packs_hunted
from tests.titles.pq17.playing import a_card, heard, phase, play
from tests.titles.pq17.strikes import OPEN, facing

rule = pytest.mark.rule


@rule("pq17", "7.4")
@rule("pq17", "7.4c")
@rule("pq17", "7.4.3a")
def test_a_pack_attacks_a_convoy() -> None:
    board = packs_hunted("mv 8", boats=2)
    dice = [(8,), (7,), (8,), (2,)]
    assert play(submarine_combat(board), cards=[a_card("force", "0")], dice=dice).result == "surface_combat"
    assert sum(one.strength for one in board.force("pq").counters) == 6
    assert (board.force("pq").level, board.force("pack").level) == (1, 1)
    assert sum(isinstance(event, BoatFired) for event in heard(board, "allied")) == 2
    assert not any(isinstance(event, BoatFired) for event in heard(board, PUBLIC))


@rule("pq17", "7.4a")
@rule("pq17", "7.3.2a")
def test_torpedoes_are_spent_and_the_enemy_is_not_told() -> None:
    board = packs_hunted("mv 8", boats=1)
    play(submarine_combat(board), cards=[a_card("force", "0")], dice=[(9,), (0,)])
    assert board.force("pack").counters[0].used
    assert any(isinstance(event, TorpedoesSpent) for event in heard(board, "axis"))
    assert not any(isinstance(event, TorpedoesSpent) for event in heard(board, "allied"))


@rule("pq17", "7.1b")
def test_every_pack_attacks_for_itself() -> None:
    board = packs_hunted("mv 8", boats=1)
    board.place(force("two", "axis", "wolfpack", OPEN, "ss_german 1"))
    board.phase.attacks = (*board.phase.attacks, Attack("two", contact_name(board.force("pq"))))
    cards = [a_card("force", "-"), a_card("force", "0")]
    play(submarine_combat(board), cards=cards, dice=[(8,), (0,)])
    assert (board.force("pack").level, board.force("two").level) == (None, 1)


@rule("pq17", "7.4.3")
@rule("pq17", "7.4.3c")
@rule("pq17", "7.4.3a")
def test_a_class_that_is_not_there() -> None:
    board = packs_hunted("mv 8", boats=1)
    board.phase.attacks = (Attack("pack", contact_name(board.force("pq")), ("heavy",)),)
    play(submarine_combat(board), cards=[a_card("force", "0")], dice=[(8,)])
    fired = next(event for event in heard(board, "axis") if isinstance(event, BoatFired))
    assert (fired.named, fired.found, fired.dice) == ("heavy", False, ())


@rule("pq17", "7.4.2a")
@rule("pq17", "7.4.2b")
@rule("pq17", "7.4.2c")
def test_a_task_force_hunts_a_pack() -> None:
    pack = force("pack", "axis", "wolfpack", OPEN, "ss_german 2")
    tf = force("tf", "allied", "task_force", OPEN, "norfolk", "dd_a_i 3", fuel=Fuel(30))
    board = facing(pack, tf, side="allied")
    board.phase.attacks = (Attack("tf", contact_name(pack)),)
    play(submarine_combat(board), cards=[a_card("force", "0")], dice=[(0,), (9,), (9,)])
    assert sum(one.strength for one in pack.counters) == 1
    assert (tf.spent, tf.level) == (1, 1)
    assert (
        strikes_form(
            facing(
                force("p", "axis", "wolfpack", OPEN, "ss_german 2"),
                force("c", "allied", "convoy", OPEN, "mv 4", "dd_a_i 3"),
                side="allied",
            ),
            "allied",
        )
        .targets[0]
        .forces
        == ()
    )


@rule("pq17", "7.4.4")
@rule("pq17", "7.4.4a")
def test_packs_against_each_other() -> None:
    prey = force("pack", "axis", "wolfpack", OPEN, "ss_german 2")
    board = facing(prey, force("british", "allied", "wolfpack", OPEN, "ss_british 2"), side="allied")
    board.phase.attacks = (Attack("british", contact_name(prey)),)
    play(submarine_combat(board), cards=[a_card("force", "0")], dice=[(9,), (8,)])
    assert [sum(one.strength for one in board.force(name).counters) for name in ("pack", "british")] == [1, 2]
    assert [board.force(name).level for name in ("pack", "british")] == [1, 1]
    board = facing(
        force("pack", "axis", "wolfpack", OPEN, "ss_german 2"),
        force("british", "allied", "wolfpack", OPEN, "ss_british 2"),
        side="allied",
    )
    board.phase.attacks = (Attack("british", contact_name(board.force("pack"))),)
    play(submarine_combat(board), cards=[a_card("force", "0")], dice=[(0,), (8,)])
    assert [sum(one.strength for one in board.force(name).counters) for name in ("pack", "british")] == [2, 1]


@rule("pq17", "7.7.2")
@rule("pq17", "7.7.2a")
def test_packs_among_stragglers() -> None:
    board = packs_hunted("mv 8", boats=1, level=3)
    board.force("pq").convoy = Convoy(laden=True, scattered=True)
    play(submarine_combat(board), cards=[a_card("force", "0")], dice=[(7,), (8,), (1,)])
    assert board.force("pack").counters[0].used
    assert sum(one.strength for one in board.force("pq").counters) < 8


@rule("pq17", "7.4.5")
@rule("pq17", "7.4.5a")
@rule("pq17", "7.4.5b")
@rule("pq17", "6.4.1c")
def test_air_patrols_at_packs() -> None:
    inside = sorted(arctic().box.areas.british_radius.hexes)[0]
    board = facing(force("pack", "axis", "wolfpack", inside, "ss_german 2"), level=0)
    pack = board.force("pack")
    assert play(is_kept_out(board, pack, inside, OPEN, 1), dice=[(4,)]).result is False
    assert pack.level == 0
    assert isinstance(heard(board, "allied")[-1], PackPatrolled)
    assert play(is_kept_out(board, pack, inside, OPEN, 1), dice=[(5,)]).result is True
    assert pack.level == 1
    pack.level = None
    assert play(is_kept_out(board, pack, inside, OPEN, 1)).result is False, "unidentified, and slow"
    assert play(is_kept_out(board, pack, inside, OPEN, 2), dice=[(0,)]).result is False
    assert play(is_kept_out(board, pack, OPEN, "0309", 2)).result is False, "no radius"


@rule("pq17", "7.4.5a")
@rule("pq17", "7.4.5c")
@rule("pq17", "6.6.1b")
def test_a_pack_that_is_kept_tries_again_while_it_can() -> None:
    box = arctic().box
    clear = {name for name, one in box.hexes.items() if one.is_sea and not one.zone}
    british = box.areas.british_radius.hexes & clear
    here, there, beyond = next(
        (one, other, last)
        for one in sorted(british)
        for other in box.waters.ways[one]
        for last in box.waters.ways[other]
        if other in british and last in clear and last not in box.areas.british_radius.hexes and last != one
    )

    def pack(*dice: int) -> Force:
        boats = force("pack", "axis", "wolfpack", here, "ss_german 2", plan=Plan(0, (there, beyond)))
        board = phase(arctic(boats), "axis")
        play(move_force(board, boats), dice=[(one,) for one in dice])
        assert board.phase.moved
        return boats

    assert pack(0, 0).at == beyond
    assert (pack(9, 0).at, pack(9, 0).level) == (there, 0), "one hex was lost, and moving lowers the ID that it got"
    assert (pack(9, 9).at, pack(9, 9).level) == (here, 1), "kept in its first hex, it loses no level"


@rule("pq17", "7.3.2b")
def test_torpedoes_are_reloaded_in_a_whole_turn_in_port() -> None:
    board = arctic(
        force("pack", "axis", "wolfpack", "0813", "ss_german 2", port="narvik"),
        force("dds", "axis", "task_force", "0814", "dd_34_36 2", port="tromso"),
        force("boats", "allied", "wolfpack", "1107", "ss_british 2", port="lerwick"),
    )
    for one in board.state.forces:
        one.counters[0].used, one.counters[0].spent = True, 1
    play(fuel(board))
    assert [one.counters[0].used for one in board.state.forces] == [True, True, True], "not a complete turn yet"
    play(fuel(board))
    assert [one.counters[0].used for one in board.state.forces] == [False, True, False]
    assert [one.counters[0].spent for one in board.state.forces] == [0, 1, 0]
    ship = force("tf", "allied", "task_force", "1107", "dd_a_i 2", port="lerwick")
    ship.counters[0].spent = 1
    reload_torpedoes(board.box, ship)
    assert ship.counters[0].spent == 1, "in Lerwick submarines alone"
