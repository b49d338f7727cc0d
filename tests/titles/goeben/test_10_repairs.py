"""10.0 Repairs."""

import pytest

from games.titles.goeben.rules.day.outfit import outfit
from games.titles.goeben.rules.day.planning import plan_form
from games.titles.goeben.rules.ships import repairs
from games.titles.goeben.state.events import day as told
from tests.titles.goeben.laid_out import at_sea, ordered, play, refused

rule = pytest.mark.rule


@rule("goeben", "10.0.1")
@rule("goeben", "10.0")
def test_guns_engines_and_hull_are_repaired() -> None:
    board = at_sea(
        goeben="pola+leadership=3+engines=4+hull=9+primary=2+secondary=1+tertiary=0+ammunition=1+torpedoes=0"
    )
    found = repairs.damage(board, board.ship("goeben"))
    assert found == {"engines": 2, "hull": 3, "primary": 3, "secondary": 2, "tertiary": 2}


@rule("goeben", "10.0")
def test_nothing_rises_above_its_start() -> None:
    board = ordered(at_sea(goeben="pola+hull=11"), "repair goeben hull=8")
    played = play(board, outfit(board), dice=[(5, 6, 6, 1, 1, 1, 1, 1)])
    assert board.ship("goeben").hull == 12
    assert played.told(told.RepairRolled) == [told.RepairRolled("goeben", "hull", (5, 6, 6, 1, 1, 1, 1, 1), 1, 12)]


@rule("goeben", "10.1")
def test_dice_are_allotted_and_fives_and_sixes_repair() -> None:
    board = at_sea(goeben="messina+hull=9+engines=4")
    form = plan_form(board, "commander")
    assert refused(form, "repair goeben hull=4 engines=2") == []
    assert refused(form, "repair goeben hull=4 engines=3") == ["10.1"]
    assert refused(form, "repair goeben primary=1") != []
    ordered(board, "repair goeben hull=4 engines=2")
    play(board, outfit(board), dice=[(5, 4), (6, 5, 4, 1)])
    assert (board.ship("goeben").engines, board.ship("goeben").hull) == (5, 11)


@rule("goeben", "10.1")
def test_who_tries_to_repair_does_not_move() -> None:
    board = at_sea(goeben="messina+hull=9")
    assert refused(plan_form(board, "commander"), "repair goeben hull=1\nmove goeben way=spartivento") == ["4.1"]


@rule("goeben", "10.1")
def test_crews_add_dice() -> None:
    cargo = "cargo=reserve_crew,reserve_crew,damage_control"
    board = at_sea(goeben=f"trieste+hull=9+{cargo}")
    assert repairs.dice(board, board.ship("goeben")) == 4 + 4 + 2 + 2


@rule("goeben", "10.0.2")
@rule("goeben", "10.1.1")
@rule("goeben", "T.terrain")
@pytest.mark.parametrize(
    ("space", "dice"),
    [
        ("spartivento", 2),
        ("malta_pz", 2),
        ("messina", 6),
        ("genoa", 7),
        ("trieste", 8),
        ("pola", 8),
        ("bone", 4),
        ("malta", 4),
    ],
)
def test_the_place_gives_or_takes_dice(space: str, dice: int) -> None:
    board = at_sea(goeben=f"{space}+hull=9")
    assert repairs.dice(board, board.ship("goeben")) == dice
    assert plan_form(board, "commander").berths[0].dice == dice


@rule("goeben", "10.1.1")
@rule("goeben", "9.2")
def test_a_captured_port_gives_one_die() -> None:
    board = at_sea(goeben="bone+hull=9")
    board.state.ashore["bone"] = "goeben"
    assert repairs.dice(board, board.ship("goeben")) == 5


@rule("goeben", "10.1.2")
@rule("goeben", "10.1.1")
def test_never_fewer_than_none() -> None:
    board = at_sea(goeben="spartivento+hull=9+leadership=1")
    assert repairs.dice(board, board.ship("goeben")) == 0
    assert refused(plan_form(board, "commander"), "repair goeben hull=1") != []


@rule("goeben", "10.1")
def test_who_only_outfits_has_the_dice_spread_over_all_damage() -> None:
    board = ordered(at_sea(goeben="messina+hull=9+engines=4+primary=1+secondary=1"), "outfit goeben")
    played = play(board, outfit(board), dice=[(1, 1), (1, 1), (1,), (1,)])
    rolled = {event.track: len(event.dice) for event in played.told(told.RepairRolled)}
    assert rolled == {"engines": 2, "hull": 2, "primary": 1, "secondary": 1}
    assert board.day.news, "plans may be revised where repairs failed"
