"""7.8: carriers that are hurt or lost, and their aircraft."""

import pytest

from games.titles.pq17.orders.doctrine import Instructions
from games.titles.pq17.rules.air.attacks import air_combat
from games.titles.pq17.rules.forces.carriers import lose_embarked_aircraft, operates
from games.titles.pq17.rules.movement.towing import tow_or_sink
from games.titles.pq17.rules.search.casualties import settle_losses, strength_by_ship
from games.titles.pq17.state.counters import Squadron
from games.titles.pq17.state.events.victory import Scored
from games.titles.pq17.state.state import AirUnit
from tests.titles.pq17.arctic import arctic, force
from tests.titles.pq17.box import BOX
from tests.titles.pq17.playing import a_card, heard, phase, play
from tests.titles.pq17.strikes import OPEN, air, bombers
from tests.titles.pq17.trial import counter, run

rule = pytest.mark.rule


@rule("pq17", "7.8", position="PP99")
def test_7_8_aircraft_go_with_the_steps_of_their_carrier() -> None:
    embarked = [Squadron("albacore", 2), Squadron("albacore", 2), Squadron("fulmar", 3)]
    assert len(run(lose_embarked_aircraft(embarked, 2, key="c"))) == 4
    assert sum(unit.strength for unit in embarked) == 3


@rule("pq17", "7.8", position="PP99")
def test_7_8_a_carrier_that_is_hurt_loses_aircraft() -> None:
    board = bombers(
        force("tf", "allied", "task_force", OPEN, "victorious"), air("ju_87", "ju", "kirkenes_field"), level=1
    )
    board.state.air += [air("albacore", "albacore", "victorious", 2), air("fulmar", "fulmar", "victorious", 2)]
    board.state.instructions["allied"] = Instructions(scramble="none")
    play(air_combat(board), cards=[a_card("air", "0")], dice=[(0,), (9, 0)])
    steps = board.box.ships["victorious"].strength - board.force("tf").counters[0].strength
    assert sum(unit.strength for unit in board.state.air if unit.base == "victorious") == 4 - 2 * steps
    assert steps == 1


@rule("pq17", "7.8", "7.0d")
def test_7_8_what_is_left_aboard_goes_down_with_a_carrier_that_lay_dead_in_the_water() -> None:
    """She has no step left that she could lose, and sinks by the next hit: who was in the air before has landed."""
    one = force("t", "allied", "task_force", OPEN, "victorious")
    one.counters[0].strength, one.counters[0].dead = 0, True
    board = arctic(one, air=[AirUnit("fulmar", 2, id="f", base="victorious")])
    before = strength_by_ship(BOX, one)
    one.counters = []
    play(settle_losses(board, one, before, key="k"))
    assert board.state.air == []
    assert [(loss.unit, loss.strength) for loss in board.state.losses] == [("victorious", 0), ("fulmar", 2)]


@rule("pq17", "7.8", "2.0", "2.0b", "T.vp")
def test_7_8_they_score_on_the_sheet_of_their_owner_who_alone_knows_of_them() -> None:
    """Half a point for each: the rulebook says where lost aircraft score nothing (7.2.3b, 12.4a, 12.6.1)."""
    one = force("t", "allied", "task_force", OPEN, "victorious")
    units = [AirUnit("albacore", 2, id="a", base="victorious"), AirUnit("fulmar", 2, id="f", base="victorious")]
    board = arctic(one, air=units)
    before = strength_by_ship(BOX, one)
    one.counters[0].strength -= 2
    play(settle_losses(board, one, before, key="k"))
    assert board.state.air == []
    assert [(one.points, one.on) for one in board.state.bookings] == [(-2, "allied"), (-2, "allied")]
    assert sorted((told.unit, told.strength) for told in heard(board, "allied") if isinstance(told, Scored)) == [
        ("albacore", 2), ("fulmar", 2),
    ]  # fmt: skip
    assert heard(board, "axis") == []


@rule("pq17", "7.8", "7.0d", position="PP265")
@pytest.mark.parametrize(
    ("ship", "aboard", "lost"),
    [("avenger", (("sea_hurricane", 2), ("swordfish", 1)), 2), ("victorious", (("albacore", 1),), 1)],
)
def test_7_8_two_steps_of_aircraft_as_far_as_there_are_any(
    ship: str, aboard: tuple[tuple[str, int], ...], lost: int
) -> None:
    one = force("t", "allied", "task_force", OPEN, ship)
    board = arctic(one, air=[AirUnit(kind, strength, id=kind, base=ship) for kind, strength in aboard])
    before = strength_by_ship(BOX, one)
    one.counters[0].strength -= 1
    one.counters[0].dead = not one.counters[0].strength
    play(settle_losses(board, one, before, key="k"), lots=[0] * 0)
    assert sum(unit.strength for unit in board.state.air) == sum(strength for _, strength in aboard) - lost


@rule("pq17", "7.8", "7.8a")
@pytest.mark.parametrize(("raised", "gone"), [(1, 2), (2, 4)])
def test_7_8_two_steps_of_aircraft_for_a_step_of_the_carrier(raised: int, gone: int) -> None:
    one = force("t", "allied", "task_force", OPEN, "victorious")
    aboard = [AirUnit("albacore", 2, id="a", base="victorious"), AirUnit("fulmar", 2, id="f", base="victorious")]
    out = AirUnit("albacore", 2, id="b", base="victorious", mission="search", at=OPEN)
    board = arctic(one, air=[*aboard, out])
    before = strength_by_ship(BOX, one)
    one.counters[0].strength -= raised
    play(settle_losses(board, one, before, key="k"))
    assert sum(unit.strength for unit in board.state.air) == 6 - gone
    assert out.strength == 2, "what flies is not lost with a step"
    assert heard(board, "axis") == []


@rule("pq17", "7.8a", position="PP69")
@pytest.mark.parametrize(("ship", "does"), [("victorious 2", True), ("victorious 4+crippled", False)])
def test_7_8a_a_crippled_carrier_operates_nothing(ship: str, does: bool) -> None:
    assert operates(counter(ship)) is does
    assert not operates(counter("victorious 0+dead"))


@rule("pq17", "7.8a", position="PP310")
@pytest.mark.parametrize(
    ("aboard", "at", "hurt", "base"),
    [
        (1, OPEN, False, "avenger"),
        (2, OPEN, False, ""),
        (3, OPEN, False, ""),
        (1, "0309", False, ""),
        (1, OPEN, True, ""),
    ],
)
def test_7_8a_who_flies_as_her_carrier_sinks_lands_on_another_with_room(
    aboard: int, at: str, hurt: bool, base: str
) -> None:
    """Avenger takes three steps: beside one there is room for an Albacore unit of two, beside two there is not."""
    sunk = force("t", "allied", "task_force", OPEN, "victorious")
    other = force("o", "allied", "task_force", at, "avenger")
    other.counters[0].crippled = hurt
    units = [
        AirUnit("albacore", 2, id="out", base="victorious", mission="radius", at=OPEN),
        AirUnit("fulmar", 2, id="deck", base="victorious"), AirUnit("sea_hurricane", aboard, id="h", base="avenger"),
    ]  # fmt: skip
    board = arctic(sunk, other, air=units)
    before = strength_by_ship(BOX, sunk)
    sunk.counters = []
    play(settle_losses(board, sunk, before, key="k"))
    assert {unit.id: unit.base for unit in board.state.air if unit.id != "h"} == ({"out": base} if base else {})


@rule("pq17", "7.8a", "7.0e", position="PP311")
def test_7_8a_what_is_left_aboard_goes_down_with_a_carrier_that_is_scuttled() -> None:
    """Avenger lies dead with one step of her three aboard, and nobody to tow her."""
    one = force("t", "allied", "task_force", OPEN, "avenger")
    one.counters[0].strength, one.counters[0].dead = 0, True
    board = phase(arctic(one, air=[AirUnit("swordfish", 1, id="s", base="avenger")]), "axis")
    tow_or_sink(board)
    assert (board.state.forces, board.state.air) == ([], [])
    assert [(one.unit, one.how) for one in board.state.losses] == [("avenger", "scuttled"), ("swordfish", "shot_down")]
    assert [one.points for one in board.state.bookings] == [-2 * BOX.ships["avenger"].value, -1]
