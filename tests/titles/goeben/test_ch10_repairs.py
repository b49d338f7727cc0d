"""Chapter 10: repairs."""

import pytest

from games.titles.goeben.orders.orders import Repair
from games.titles.goeben.rules.day.movement import movement
from games.titles.goeben.rules.day.outfit import outfit
from games.titles.goeben.rules.day.planning import plan_form
from games.titles.goeben.rules.ships import repairs
from games.titles.goeben.state.events import day as told
from tests.titles.goeben.box import BOX
from tests.titles.goeben.days import repair_dice
from tests.titles.goeben.fights import misses
from tests.titles.goeben.laid_out import at_sea, ordered, play, refused

rule = pytest.mark.rule
CHARTS = BOX.charts
CREW = "cargo=reserve_crew"


# --- 10.0 what is repaired


@rule("goeben", "10.0")
def test_nothing_rises_above_its_start() -> None:
    board = ordered(at_sea(goeben="pola+hull=11"), "repair goeben hull=8")
    played = play(board, outfit(board), dice=[(5, 6, 6, 1, 1, 1, 1, 1)])
    assert board.ship("goeben").hull == 12
    assert played.told(told.RepairRolled) == [told.RepairRolled("goeben", "hull", (5, 6, 6, 1, 1, 1, 1, 1), 1, 12)]


@rule("goeben", "10.0.1")
@rule("goeben", "10.0")
def test_guns_engines_and_hull_are_repaired() -> None:
    board = at_sea(
        goeben="pola+leadership=3+engines=4+hull=9+primary=2+secondary=1+tertiary=0+ammunition=1+torpedoes=0"
    )
    found = repairs.damage(board, board.ship("goeben"))
    assert found == {"engines": 2, "hull": 3, "primary": 3, "secondary": 2, "tertiary": 2}


@rule("goeben", "10.0.1")
def test_only_guns_engines_and_hull_can_be_mended() -> None:
    form = plan_form(at_sea(goeben="pola+leadership=2+torpedoes=0+ammunition=0+coal=0", breslau="zante"), "commander")
    assert "repair" not in form.templates_by_verb


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


# --- 10.1 dice


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


@rule("goeben", "10.1")
def test_who_only_outfits_has_the_dice_spread_over_all_damage() -> None:
    board = ordered(at_sea(goeben="messina+hull=9+engines=4+primary=1+secondary=1"), "outfit goeben")
    played = play(board, outfit(board), dice=[(1, 1), (1, 1), (1,), (1,)])
    rolled = {event.track: len(event.dice) for event in played.told(told.RepairRolled)}
    assert rolled == {"engines": 2, "hull": 2, "primary": 1, "secondary": 1}
    assert board.day.news, "plans may be revised where repairs failed"


@rule("goeben", "10.1")
def test_repair_dice_are_allotted_before_they_are_rolled() -> None:
    board = at_sea(goeben="pola+engines=4+hull=9+primary=3", breslau="zante")
    repair_dice(board, "repair goeben primary=3 engines=2 hull=3", [(1, 5), (6, 6, 2), (5, 4, 6)])
    goeben = board.ship("goeben")
    assert (goeben.primary, goeben.engines, goeben.hull) == (5, 5, 11)


@rule("goeben", "10.1")
def test_no_more_repair_dice_are_rolled_than_there_are() -> None:
    board = at_sea(goeben="pola+hull=9+engines=4", breslau="zante")
    assert repairs.allotted(board, board.ship("goeben"), Repair("goeben", engines="5", hull="9")) == {
        "engines": 5,
        "hull": 3,
    }


@rule("goeben", "10.1")
@rule("goeben", "4.1.2")
def test_who_repaired_in_vain_stays_and_the_other_sails() -> None:
    board = at_sea(goeben="zante+hull=10", breslau="zante")
    form = plan_form(board, "commander")
    assert refused(form, "repair goeben hull=2\nmove goeben way=matapan") == ["4.1"]
    repair_dice(board, "repair goeben hull=2\nmove breslau way=matapan", [misses(2)])
    play(board, movement(board), says={"revise": "move breslau way=matapan"})
    assert (board.ship("goeben").at, board.ship("breslau").at) == ("zante", "matapan")


@rule("goeben", "10.1.1")
def test_repair_chart() -> None:
    repair = CHARTS.repair
    assert (repair.sea, repair.captured, repair.neutral_port, repair.neutral_base) == (-2, 1, 2, 3)
    assert (repair.friendly_port, repair.friendly_base, repair.success) == (4, 4, 5)
    assert BOX.numbers.outfitting.friendly_ship_repair_dice == 2


@rule("goeben", "10.1.1")
@rule("goeben", "9.2")
def test_a_captured_port_gives_one_die() -> None:
    board = at_sea(goeben="bone+hull=9")
    board.state.ashore["bone"] = "goeben"
    assert repairs.dice(board, board.ship("goeben")) == 5


@rule("goeben", "10.1.1")
@pytest.mark.parametrize(
    ("place", "ship", "dice"),
    [
        ("zante", "", 2), ("matapan", "", 2), ("malta_pz", "", 2), ("north_atlantic", "", 2), ("algiers", "", 4),
        ("marseilles", "", 4), ("malta", "", 4), ("naples", "", 6), ("genoa", "", 7), ("spalato", "", 8),
        ("pola", "", 8),
        ("zante", "+leadership=1", 0), ("zante", "+leadership=2", 0), ("zante", "+leadership=3", 1),
        ("zante", f"+leadership=1+{CREW}", 0), ("zante", "+leadership=1+cargo=damage_control", 1),
        ("pola", "+cargo=damage_control,damage_control,reserve_crew", 13),
    ],
)  # fmt: skip
def test_repair_dice_by_place_and_crew(place: str, ship: str, dice: int) -> None:
    """Two dice fewer at sea alone: an enemy port is a port."""
    board = at_sea(goeben=f"{place}+hull=10{ship}", breslau="pola")
    assert repairs.dice(board, board.ship("goeben")) == dice
    assert (refused(plan_form(board, "commander"), "repair goeben hull=1") == []) is (dice > 0)


@rule("goeben", "10.1.1")
def test_a_friendly_ship_helps_in_a_neutral_port_too() -> None:
    board = at_sea(goeben="naples+hull=10", breslau="pola")
    board.state.friendly_ships = ["naples"]
    assert repairs.dice(board, board.ship("goeben")) == 8


@rule("goeben", "10.1.2")
@rule("goeben", "10.1.1")
def test_never_fewer_than_none() -> None:
    board = at_sea(goeben="spartivento+hull=9+leadership=1")
    assert repairs.dice(board, board.ship("goeben")) == 0
    assert refused(plan_form(board, "commander"), "repair goeben hull=1") != []
