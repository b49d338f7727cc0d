"""What remains of a battle: critical battles and convoys (14.14, 14.15)."""

from collections import Counter

import pytest

from games.titles.goeben.rules.battle.aftermath import battle_ends
from games.titles.goeben.state.events import battle as told
from games.titles.goeben.state.scoring import score
from games.titles.goeben.state.state import Battle, Damage, Foe
from tests.titles.goeben.fights import SEA, battle_board, battle_ended, fight, fought, met, misses
from tests.titles.goeben.laid_out import at_sea, play

rule = pytest.mark.rule
MUTE = "+ammunition=0+torpedoes=0"
"""A ship that cannot fire."""


# --- 14.14 after the battle


@rule("goeben", "14.14")
def test_unhurt_ships_go_back_into_the_pool() -> None:
    board = fought(Foe("gb_bc_1"), Foe("gb_ca_1", Damage(guns=1)), Foe("gb_dd_1", gone="sunk"))
    counters = Counter([*board.state.pool, "gb_bc_1"])
    played = battle_ended(board)
    assert Counter(board.state.pool) == counters
    assert board.markers_at(SEA) == []
    assert board.state.battle is None
    (event,) = played.told(told.BattleEnded)
    assert (event.sunk, event.damaged, event.returned) == (("gb_dd_1",), ("gb_ca_1",), ("gb_bc_1",))
    assert {report.how for report in board.state.reports} == {"sunk", "damaged", "returned"}


@rule("goeben", "14.14")
@pytest.mark.parametrize(("points", "change"), [(14, 0), (15, 1), (40, 1), (-14, 0), (-15, -1)])
def test_a_critical_battle_changes_the_leadership_of_all_engaged(points: int, change: int) -> None:
    board = fought(Foe("gb_bc_1", gone="sunk"), before=10, vp=10 + points, breslau=SEA)
    played = battle_ended(board)
    assert [ship.leadership for ship in board.state.ships] == [4 + change] * 2
    assert len(played.told(told.LeadershipChanged)) == (2 if change else 0)


@rule("goeben", "14.14")
def test_points_for_damage_count_and_ships_elsewhere_do_not() -> None:
    board = fought(Foe("gb_bc_1", Damage(hull=1)), before=0, vp=9)
    battle_ended(board)
    assert (board.ship("goeben").leadership, board.ship("breslau").leadership) == (5, 4)


@rule("goeben", "14.14")
def test_a_battle_ends_when_the_germans_are_sunk() -> None:
    board = battle_board("gb_ca_2", goeben="+ammunition=0+hull=1")
    board.state.colliers = [SEA]
    played = fight(board, dice=[(6,), (6, 1, 1), (3,)])
    assert board.ship("goeben").sunk
    assert "gb_ca_2" in board.state.pool
    assert board.state.vp == -40
    assert board.state.colliers == [], "7.5: the collier is left to the enemy"
    assert played.following == "raiding"


@rule("goeben", "6.1")
@rule("goeben", "14.14")
def test_the_next_space_follows() -> None:
    there = {"zante": "gb_dd_2+up"}
    board = battle_board("gb_dd_1", goeben="+ammunition=0", breslau="zante+ammunition=0", lying=there)
    board.day.queue = [SEA, "zante"]
    played = fight(board, dice=[(6,), misses(1), misses(2), misses(3)])
    assert played.following == "contact"
    assert board.day.queue == ["zante"]


@rule("goeben", "14.14")
@pytest.mark.parametrize(
    ("foes", "dice", "vp", "leadership"),
    [
        ("gb_ca_1 gb_lc_2", [(6, 6, 6, *misses(4)), (3, 3, 3), (6, 6, *misses(4)), (3, 3)], 15, 5),
        ("gb_ca_1 gb_dd_1", [(6, 6, 6, *misses(4)), (3, 3, 3), (6, *misses(6)), (3,)], 12, 4),
    ],
)  # fmt: skip
def test_fifteen_points_and_no_fewer(foes: str, dice: list[tuple[int, ...]], vp: int, leadership: int) -> None:
    board = battle_board(foes, goeben="+torpedoes=0", doctrine="targets ca,cl,dd")
    fight(board, dice=[(6,), *dice])
    assert (board.state.vp, board.ship("goeben").leadership) == (vp, leadership)


@rule("goeben", "14.14", "15.crew")
@pytest.mark.parametrize(("die", "leadership"), [(5, 4), (6, 5)])
def test_what_the_film_and_the_damage_are_worth_counts_for_a_critical_battle(die: int, leadership: int) -> None:
    """Six points for a cruiser that was sunk, three for one that is damaged, and the die."""
    board = at_sea(goeben=f"{SEA}+cargo=camera_crew", breslau="pola", lying={SEA: "gb_lc_1+up gb_ca_1+up"}, vp=6)
    foes = [Foe("gb_lc_1", gone="sunk"), Foe("gb_ca_1", Damage(guns=1))]
    board.state.battle = Battle(SEA, ships=["goeben"], foes=foes, fire=True, vp=0)
    board.day.queue = [SEA]
    play(board, battle_ends(board), dice=[(die,)])
    assert (board.state.vp, board.ship("goeben").leadership) == (9 + die, leadership)


@rule("goeben", "14.14.1")
@rule("goeben", "17.1.1")
@pytest.mark.parametrize(("foes", "vp", "leadership"), [("gb_ca_1", -15, 3), ("gb_ca_1 gb_dd_1", -12, 4)])
def test_gains_and_losses_of_a_battle_are_weighed_together(foes: str, vp: int, leadership: int) -> None:
    """Breslau is sunk, Goeben's engines are shot to pieces; a destroyer that was sunk makes up for it."""
    helped = "dd" in foes
    guns = "+primary=1+secondary=0+tertiary=0+torpedoes=0+engines=1"
    board = battle_board(foes, goeben=guns + ("" if helped else "+ammunition=0"), breslau=f"{SEA}+hull=1{MUTE}",
                         doctrine="targets dd")  # fmt: skip
    first = [(6, *misses(4)), (3,)] if helped else []
    fight(board, dice=[(6,), *first, (6, 1), (3,), (6, 1, 1), (4,), misses(3), misses(1)])
    assert (board.state.vp, board.ship("goeben").leadership) == (vp, leadership)


@rule("goeben", "14.14.1", "14.14")
@pytest.mark.parametrize(
    ("won", "lost", "change"), [(18, 0, 1), (18, 3, 1), (18, 5, 0), (20, 40, -1), (16, 16, 0), (10, 24, 0), (9, 24, -1)]
)
def test_a_battle_is_critical_by_what_is_left_of_its_points(won: int, lost: int, change: int) -> None:
    """Not by what was won alone, nor by what was lost: else a battle could be a critical win and a critical loss."""
    board = at_sea(goeben=SEA, breslau="pola", lying={SEA: "gb_bc_1+up"}, vp=7)
    board.state.battle = Battle(SEA, ships=["goeben"], foes=[Foe("gb_bc_1")], fire=True, vp=7)
    board.day.queue = [SEA]
    score(board, won, "allied_sunk", "gb_bc_2")
    score(board, -lost, "german_sunk", "breslau")
    play(board, battle_ends(board))
    assert board.ship("goeben").leadership == 4 + change


# --- 14.15 convoys


@rule("goeben", "14.15")
@rule("goeben", "14.4")
def test_a_convoy_breaks_off_without_a_die() -> None:
    board = battle_board("fr_convoy_1 gb_dd_1", alert=5, goeben="+leadership=1")
    played = fight(board, dice=[(1,)])
    assert met(played).first == "allied"
    assert played.told(told.AlliesBrokeOff) == [told.AlliesBrokeOff(SEA, 0, 5, True)]
    assert {"fr_convoy_1", "gb_dd_1"} <= set(board.state.pool)


@rule("goeben", "14.15")
def test_a_convoy_that_is_caught_fights_as_a_warship() -> None:
    board = battle_board("fr_convoy_1", goeben="+leadership=1+ammunition=0")
    played = fight(board, dice=[(6,), (1,), (1, 1), (1,)])
    assert met(played).first == "german"
    assert [event.battery for event in played.told(told.Fired)] == ["primary", "secondary", "tertiary"]


@rule("goeben", "14.15")
@rule("goeben", "14.14")
def test_a_convoy_is_worth_a_critical_win() -> None:
    board = battle_board(
        "fr_convoy_1 gb_dd_1", at="galita", alert=3, goeben="+torpedoes=0", doctrine="targets convoy,dd"
    )
    dice = [(3,), (6, 6, 6, *misses(4)), (3, 3, 3), misses(7), misses(1), misses(6), misses(2), misses(3)]
    fight(board, dice=dice)
    assert (board.state.vp, board.ship("goeben").leadership, board.ship("breslau").leadership) == (20, 5, 4)


@rule("goeben", "14.15")
def test_the_convoy_breaks_off_when_it_is_first() -> None:
    board = battle_board("fr_convoy_1 gb_dd_1", at="galita", alert=6)
    played = fight(board, dice=[(1,)])
    assert played.told(told.ContactRolled)[0].result == "ac1"
    assert {"fr_convoy_1", "gb_dd_1"} <= set(board.state.pool)
