"""14.2, 14.5–14.9 The salvos, and the fire of German ships."""

import pytest

from games.titles.goeben.state.events import battle as told
from games.titles.goeben.state.state import Weather
from tests.titles.goeben.fights import SEA, battle_board, fight, misses
from tests.titles.goeben.laid_out import Dice, Played, Says

rule = pytest.mark.rule

FIRST, ALLIES_FIRST = (6,), (1,)
"""Dice for contact: Goeben alone gets the first salvo from a six; with leadership 1 the Allies get it from a one."""
LC = [misses(8), misses(6), misses(2), misses(5)]
"""Goeben against a light cruiser: 5, 3 and 2 boxes, leadership 4, armour 1; the cruiser has two boxes."""


def shots(played: Played) -> list[tuple[str, str]]:
    """Who fired what, in order."""
    return [(event.ship, event.battery) for event in played.told(told.Fired)]


@rule("goeben", "14.2")
def test_the_batteries_take_turns_and_the_battle_ends_after_four_rounds() -> None:
    board = battle_board("gb_ca_3 gb_dd_1", doctrine="targets dd\ntorpedoes dd")
    dice = [
        FIRST,
        misses(9), misses(3),  # primary: the destroyers have none
        misses(7), misses(3), misses(1),
        misses(6), misses(3), misses(2),
        misses(5), misses(5), misses(1), misses(3),
    ]  # fmt: skip
    played = fight(board, dice=dice)
    assert shots(played) == [
        ("goeben", "primary"), ("gb_ca_3", "primary"),
        ("goeben", "secondary"), ("gb_ca_3", "secondary"), ("gb_dd_1", "secondary"),
        ("goeben", "tertiary"), ("gb_ca_3", "tertiary"), ("gb_dd_1", "tertiary"),
        ("goeben", "torpedo"), ("goeben", "torpedo"), ("gb_ca_3", "torpedo"), ("gb_dd_1", "torpedo"),
    ]  # fmt: skip
    assert played.following == "raiding"


@rule("goeben", "14.2")
@rule("goeben", "14.1")
def test_the_allies_fire_first_when_they_made_contact() -> None:
    board = battle_board("gb_lc_1", goeben="+leadership=1", alert=6)
    played = fight(board, dice=[ALLIES_FIRST, (1,), misses(5), misses(2), misses(3), misses(2), misses(1)])
    assert shots(played)[:3] == [("goeben", "primary"), ("gb_lc_1", "secondary"), ("goeben", "secondary")]


@rule("goeben", "14.2")
def test_a_side_that_is_swept_away_fires_no_more() -> None:
    played = fight(battle_board("gb_lc_1"), dice=[FIRST, (6, *misses(7)), (6,)])
    assert shots(played) == [("goeben", "primary")]


@rule("goeben", "1.3.2")
@rule("goeben", "14.5")
@pytest.mark.parametrize(
    ("goeben", "foe", "dice"),
    [
        ("", "gb_dd_1", 9), ("", "gb_lc_1", 8), ("", "gb_ca_1", 7), ("", "gb_bc_1", 6),
        ("+leadership=2", "gb_bc_1", 4), ("+primary=1", "gb_bc_1", 2), ("+cargo=reserve_crew", "gb_dd_1", 10),
        ("+cargo=calculator", "gb_dd_1", 11), ("+cargo=reserve_crew,calculator", "gb_dd_1", 12),
        ("+cargo=reserve_crew,reserve_crew", "gb_dd_1", 10),
    ],
)  # fmt: skip
@rule("goeben", "T.cargo")
@rule("goeben", "1.3")
def test_the_dice_of_a_german_battery(goeben: str, foe: str, dice: int) -> None:
    """Guns, leadership, crew and calculator, less armour. G1: a value of 4 is four dice; G2: what adds, adds dice."""
    played = fight(
        battle_board(foe, goeben=goeben), dice=[FIRST, (6, 6, 6, *misses(dice - 3))[:dice], (6,) * min(3, dice)]
    )
    first = played.told(told.Fired)[0]
    assert (first.battery, len(first.dice)) == ("primary", dice)


@rule("goeben", "14.5")
def test_a_six_hits_and_each_hit_has_a_die_of_its_own() -> None:
    """G14: six dice of the secondary guns, three sixes: three dice in the Allied column."""
    board = battle_board("gb_lc_1", goeben="+primary=0")
    played = fight(board, dice=[FIRST, (6, 5, 6, 4, 6, 1), (3, 4, 1)])
    assert played.told(told.Fired)[0].hits == 3
    assert played.told(told.HitsRolled) == [told.HitsRolled("gb_lc_1", (3, 4, 1), ("hull", "engines", "guns"))]


@rule("goeben", "14.5")
def test_dice_are_never_fewer_than_none() -> None:
    board = battle_board("gb_bc_1", goeben="+leadership=1+primary=1+secondary=0+tertiary=0+hull=12", alert=1)
    played = fight(board, dice=[FIRST, misses(4), misses(4), misses(1)])
    assert ("goeben", "primary") not in shots(played)
    assert board.ship("goeben").ammunition == 6, "a shot that cannot hit costs nothing"


@rule("goeben", "1.3")
@rule("goeben", "13.chart/Morale Check")
@pytest.mark.parametrize(("morale", "dice"), [(1, 9), (-1, 7)])
def test_morale_gives_or_takes_a_die_of_each_battery(morale: int, dice: int) -> None:
    played = fight(battle_board("gb_lc_1", weather=Weather(morale=morale)), dice=[FIRST, (6, *misses(dice - 1)), (6,)])
    assert len(played.told(told.Fired)[0].dice) == dice


# --- targets


def first_targets(text: str, foes: str, dice: Dice) -> list[str]:
    """Whom Goeben's guns fire at, with the Allies' dice missing."""
    board = battle_board(foes, doctrine="ask-first")
    played = fight(board, dice=[FIRST, *dice], says={"engage": text})
    return [event.target for event in played.told(told.Fired) if event.ship == "goeben"]


@rule("goeben", "14.5")
def test_a_captain_names_his_targets() -> None:
    dice = [misses(8), misses(6), misses(2), misses(1), misses(5), misses(2), misses(1), misses(3)]
    targets = first_targets("fire goeben at=gb_lc_1", "gb_lc_1 gb_dd_1", dice=dice)
    assert targets == ["gb_lc_1", "gb_lc_1", "gb_lc_1"]


@rule("goeben", "14.5")
def test_another_target_may_be_named_for_each_battery() -> None:
    """Errata: one target for each ship in each round."""
    dice = [misses(8), misses(7), misses(2), misses(1), misses(5), misses(2), misses(1), misses(3)]
    text = "fire goeben at=gb_lc_1\nfire goeben at=gb_dd_1 battery=secondary"
    assert first_targets(text, "gb_lc_1 gb_dd_1", dice=dice) == ["gb_lc_1", "gb_dd_1", "gb_lc_1"]


@rule("goeben", "14.5")
def test_hits_beyond_sinking_are_lost_and_the_next_round_has_a_new_target() -> None:
    """G21."""
    dice = [(6, 6, 6, *misses(5)), (6, 6, 6), misses(7), misses(1), misses(6), misses(2), misses(3)]
    board = battle_board("gb_lc_1 gb_dd_1", doctrine="ask-first")
    played = fight(board, dice=[FIRST, *dice], says={"engage": "fire goeben at=gb_lc_1,gb_dd_1"})
    targets = [event.target for event in played.told(told.Fired) if event.ship == "goeben"]
    assert targets == ["gb_lc_1", "gb_dd_1", "gb_dd_1"]
    assert [event.ship for event in played.told(told.ShipGone)] == ["gb_lc_1"], "two magazines are lost on her"
    assert board.state.vp == 6


@rule("goeben", "14.5")
def test_when_nobody_named_is_left_the_doctrine_aims() -> None:
    dice = [(6, *misses(7)), (6,), misses(7), misses(1), misses(6), misses(2), misses(3)]
    assert first_targets("fire goeben at=gb_lc_1", "gb_lc_1 gb_dd_1", dice) == ["gb_lc_1", "gb_dd_1", "gb_dd_1"]


@rule("goeben", "14.5")
def test_ships_fire_one_after_the_other_and_see_what_the_first_has_sunk() -> None:
    board = battle_board("gb_lc_1 gb_dd_1", goeben="+primary=0", breslau=SEA, doctrine="targets cl,dd")
    dice = [FIRST, (6, *misses(5)), (6,), misses(7), misses(1), misses(6), misses(2), misses(3)]
    played = fight(board, dice=dice)
    assert [(event.ship, event.target) for event in played.told(told.Fired)][:2] == [
        ("goeben", "gb_lc_1"), ("breslau", "gb_dd_1"),
    ]  # fmt: skip


@rule("goeben", "14.5.1")
@rule("goeben", "14.5")
def test_ships_may_fire_at_one_target_together() -> None:
    board = battle_board("gb_ca_1", goeben="+primary=0+tertiary=0", breslau=SEA)
    dice = [FIRST, misses(2), misses(5), misses(5), misses(3), misses(3), misses(1)]
    played = fight(board, dice=dice)
    assert [event.target for event in played.told(told.Fired) if event.ship in ("goeben", "breslau")] == ["gb_ca_1"] * 2


# --- ammunition


@rule("goeben", "14.8")
def test_a_battle_costs_one_ammunition() -> None:
    """G15: however many batteries fire."""
    board = battle_board("gb_lc_1")
    played = fight(board, dice=[FIRST, *LC, misses(1)])
    assert [battery for ship, battery in shots(played) if ship == "goeben"] == ["primary", "secondary", "tertiary"]
    assert board.ship("goeben").ammunition == 5
    assert played.told(told.AmmunitionSpent) == [told.AmmunitionSpent("goeben", 1, 5)]


@rule("goeben", "14.8")
def test_the_last_ammunition_lasts_for_the_battle_and_none_is_silence() -> None:
    board = battle_board("gb_lc_1", goeben="+ammunition=1")
    played = fight(board, dice=[FIRST, *LC, misses(1)])
    assert board.ship("goeben").ammunition == 0
    assert len([ship for ship, _ in shots(played) if ship == "goeben"]) == 3
    board = battle_board("gb_lc_1", goeben="+ammunition=0")
    played = fight(board, dice=[FIRST, misses(2), misses(1)])
    assert [ship for ship, _ in shots(played)] == ["gb_lc_1", "gb_lc_1"]


@rule("goeben", "14.8")
def test_a_ship_that_holds_her_fire_keeps_her_ammunition() -> None:
    board = battle_board("gb_lc_1", doctrine="ask-first")
    fight(board, dice=[FIRST, misses(2), misses(1)], says={"engage": "hold goeben"})
    assert board.ship("goeben").ammunition == 6


FULL: Says = {"engage": "full-fire goeben\nfire goeben at=gb_lc_1"}


@rule("goeben", "14.9")
def test_maximum_fire_doubles_the_dice_for_twice_the_ammunition() -> None:
    """G17."""
    board = battle_board("gb_lc_1", doctrine="ask-first")
    played = fight(board, dice=[FIRST, misses(16), misses(12), misses(2), misses(10), misses(1)], says=FULL)
    assert [len(event.dice) for event in played.told(told.Fired) if event.ship == "goeben"] == [16, 12, 10]
    assert board.ship("goeben").ammunition == 4


@rule("goeben", "14.9")
@rule("goeben", "13.chart/Morale Check")
def test_morale_is_not_doubled() -> None:
    board = battle_board("gb_lc_1", doctrine="ask-first", weather=Weather(morale=1))
    played = fight(board, dice=[FIRST, (6, *misses(16)), (6,)], says=FULL)
    assert len(played.told(told.Fired)[0].dice) == 17


@rule("goeben", "14.9")
def test_maximum_fire_needs_two_ammunition() -> None:
    board = battle_board("gb_lc_1", goeben="+ammunition=1", doctrine="maximum cl")
    played = fight(board, dice=[FIRST, *LC, misses(1)])
    assert len(played.told(told.Fired)[0].dice) == 8
    assert board.ship("goeben").ammunition == 0


@rule("goeben", "14.9")
def test_a_doctrine_fires_at_the_maximum_against_what_it_names() -> None:
    board = battle_board("gb_lc_1", doctrine="maximum cl")
    fight(board, dice=[FIRST, (6, *misses(15)), (6,)])
    assert board.ship("goeben").ammunition == 4
    board = battle_board("gb_lc_1", doctrine="maximum bc,fort")
    fight(board, dice=[FIRST, (6, *misses(7)), (6,)])
    assert board.ship("goeben").ammunition == 5


# --- visibility


@rule("goeben", "13.chart/Limited Visibility")
@rule("goeben", "13.chart/Limited Visibility.1")
def test_fire_opens_at_secondary_range() -> None:
    """The guns of greater range fire with those of the range at which fire opens."""
    board = battle_board("gb_ca_3", weather=Weather(visibility="secondary"))
    dice = [FIRST, misses(7), misses(5), misses(3), misses(3), misses(4), misses(3), misses(1)]
    played = fight(board, dice=dice)
    assert shots(played) == [
        ("goeben", "primary"), ("goeben", "secondary"), ("gb_ca_3", "primary"), ("gb_ca_3", "secondary"),
        ("goeben", "tertiary"), ("gb_ca_3", "tertiary"), ("gb_ca_3", "torpedo"),
    ]  # fmt: skip


@rule("goeben", "13.chart/Limited Visibility")
@rule("goeben", "13.chart/Limited Visibility.1")
def test_fire_opens_at_tertiary_range() -> None:
    board = battle_board("gb_ca_3", weather=Weather(visibility="tertiary"))
    dice = [FIRST, misses(7), misses(5), misses(4), misses(3), misses(3), misses(3), misses(1)]
    played = fight(board, dice=dice)
    assert shots(played) == [
        ("goeben", "primary"), ("goeben", "secondary"), ("goeben", "tertiary"),
        ("gb_ca_3", "primary"), ("gb_ca_3", "secondary"), ("gb_ca_3", "tertiary"), ("gb_ca_3", "torpedo"),
    ]  # fmt: skip
