"""7.0 Arming and coaling."""

import pytest

from games.kernel.requests import roll
from games.titles.goeben.rules.day import outfit as outfitting
from games.titles.goeben.rules.day.outfit import outfit
from games.titles.goeben.rules.day.planning import plan_form
from games.titles.goeben.state.events import day as told
from games.titles.goeben.state.state import Marker
from tests.titles.goeben.box import BOX
from tests.titles.goeben.laid_out import Dice, at_sea, ordered, play, refused

rule = pytest.mark.rule


@rule("goeben", "7.1")
@rule("goeben", "T.terrain")
@pytest.mark.parametrize(("space", "dice"), [("pola", (2, 1)), ("trieste", (3,))])
def test_a_friendly_base_rolls_two_dice_for_ammunition_a_port_one(space: str, dice: tuple[int, ...]) -> None:
    board = ordered(at_sea(goeben=f"{space}+ammunition=1"), "outfit goeben")
    played = play(board, outfit(board), dice=[dice])
    assert board.ship("goeben").ammunition == 4
    assert played.told(told.StoresFound) == [told.StoresFound(space, "ammunition", space, dice, 3)]
    assert played.told(told.Rearmed) == [told.Rearmed("goeben", 3, 0, 4, 2)]


@rule("goeben", "7.1")
@rule("goeben", "T.terrain")
def test_neutral_ports_do_not_rearm() -> None:
    board = ordered(at_sea(goeben="messina+ammunition=1"), "outfit goeben")
    play(board, outfit(board))
    assert board.ship("goeben").ammunition == 1


@rule("goeben", "7.1")
def test_ammunition_stops_at_the_end_of_the_track() -> None:
    board = ordered(at_sea(goeben="pola+ammunition=5"), "outfit goeben")
    play(board, outfit(board), dice=[(6, 6)])
    assert board.ship("goeben").ammunition == 6


@rule("goeben", "7.1.1")
def test_the_points_are_shared_among_ammunition_and_torpedoes() -> None:
    board = at_sea(goeben="trieste+ammunition=1+torpedoes=0")
    ordered(board, "outfit goeben\nrearm goeben first=torpedoes")
    play(board, outfit(board), dice=[(3,)])
    assert (board.ship("goeben").torpedoes, board.ship("goeben").ammunition) == (2, 2)


@rule("goeben", "7.1.1")
def test_torpedoes_stop_at_the_tubes() -> None:
    board = ordered(at_sea(goeben="pola+torpedoes=1"), "outfit goeben")
    play(board, outfit(board), dice=[(6, 6)])
    assert board.ship("goeben").torpedoes == 2


@rule("goeben", "7.1")
def test_ships_share_the_dice_of_a_port() -> None:
    board = at_sea(goeben="trieste+ammunition=1", breslau="trieste+ammunition=2")
    ordered(board, "outfit goeben,breslau")
    says = {"share": "share goeben/ammunition=1 breslau/ammunition=3"}
    play(board, outfit(board), dice=[(4,)], says=says)
    assert (board.ship("goeben").ammunition, board.ship("breslau").ammunition) == (2, 5)


@rule("goeben", "7.3")
@rule("goeben", "T.terrain")
@pytest.mark.parametrize(
    ("space", "dice"),
    [("pola", (1, 1)), ("trieste", (1, 1)), ("messina", (2,)), ("genoa", (1, 1)), ("constantinople", (1, 1))],
)
def test_coal_by_the_kind_of_port(space: str, dice: tuple[int, ...]) -> None:
    board = ordered(at_sea(goeben=f"{space}+coal=0"), "outfit goeben")
    played = play(board, outfit(board), dice=[dice])
    assert board.ship("goeben").coal == 2
    assert played.told(told.Coaled) == [told.Coaled("goeben", 2, 2)]


@rule("goeben", "7.3")
@rule("goeben", "9.2")
@rule("goeben", "T.terrain")
def test_a_captured_port_coals_and_does_not_rearm() -> None:
    board = at_sea(goeben="bone+coal=0+ammunition=1")
    board.state.ashore["bone"] = "goeben"
    ordered(board, "outfit goeben")
    play(board, outfit(board), dice=[(2, 1)])
    assert (board.ship("goeben").coal, board.ship("goeben").ammunition) == (3, 1)


@rule("goeben", "7.3")
def test_the_player_splits_the_coal() -> None:
    board = at_sea(goeben="messina+coal=0", breslau="messina+coal=0")
    ordered(board, "outfit goeben,breslau")
    played = play(board, outfit(board), dice=[(3,)], says={"share": "share goeben=1 breslau=2"})
    assert (board.ship("goeben").coal, board.ship("breslau").coal) == (1, 2)
    assert played.kinds == ["share"]


@rule("goeben", "7.3")
def test_nobody_is_asked_where_the_plan_ranks_or_all_have_enough() -> None:
    board = at_sea(goeben="messina+coal=0", breslau="messina+coal=0")
    ordered(board, "outfit goeben,breslau\ncoal breslau")
    assert play(board, outfit(board), dice=[(6,)]).kinds == []
    assert (board.ship("goeben").coal, board.ship("breslau").coal) == (1, 5)
    board = at_sea(goeben="messina+coal=3", breslau="messina+coal=4")
    ordered(board, "outfit goeben,breslau")
    assert play(board, outfit(board), dice=[(2,)]).kinds == []
    assert (board.ship("goeben").coal, board.ship("breslau").coal) == (4, 5)


@rule("goeben", "7.3")
def test_a_ship_that_has_the_coal_to_herself_is_not_asked() -> None:
    board = at_sea(goeben="messina+coal=0", breslau="messina")
    ordered(board, "outfit goeben,breslau")
    assert play(board, outfit(board), dice=[(3,)]).kinds == []
    assert (board.ship("goeben").coal, board.ship("breslau").coal) == (3, 5)


@rule("goeben", "7.4")
def test_a_collier_gives_two_dice_of_coal_once() -> None:
    board = at_sea(goeben="stromboli+coal=0", breslau="spartivento")
    board.state.colliers = ["stromboli"]
    ordered(board, "outfit goeben")
    played = play(board, outfit(board), dice=[(1, 2)])
    assert board.ship("goeben").coal == 3
    assert board.state.colliers == []
    assert played.told(told.CollierGone) == [told.CollierGone("stromboli", "spent")]
    assert refused(plan_form(board, "commander"), "outfit goeben") != []


@rule("goeben", "7.4", "19.0")
@pytest.mark.parametrize(
    ("dice", "coal", "left"),
    [([(1, 1), (2, 1)], 4, 0), ([(3, 1)], 4, 1), ([(6, 6)], 4, 1), ([(2, 1), (6, 6)], 4, 0)],
)
def test_of_two_colliers_in_a_space_the_second_gives_what_the_first_did_not(dice: Dice, coal: int, left: int) -> None:
    """Goeben lacks 4 of coal. Nothing keeps both colliers from one space; one that nobody needs stays."""
    board = at_sea(goeben="stromboli+coal=0", breslau="spartivento")
    board.state.colliers = ["stromboli", "matapan", "stromboli"]
    assert BOX.german["goeben"].coal == 4
    ordered(board, "outfit goeben")
    played = play(board, outfit(board), dice=dice)
    assert board.ship("goeben").coal == coal
    assert board.state.colliers.count("stromboli") == left
    assert played.told(told.CollierGone) == [told.CollierGone("stromboli", "spent")] * len(dice)


@rule("goeben", "7.1")
@rule("goeben", "7.3")
@rule("goeben", "7.4")
def test_each_die_of_stores_names_the_rule_by_which_it_is_thrown(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ammunition and coal of a port, coal of a collier and of a friendly ship, in this order."""
    rules: list[str] = []

    async def noted(*sides: int, key: str, rule: str) -> tuple[int, ...]:
        rules.append(rule)
        return await roll(*sides, key=key, rule=rule)

    monkeypatch.setattr(outfitting, "roll", noted)
    board = at_sea(goeben="trieste+coal=0+ammunition=1")
    board.state.colliers, board.state.friendly_ships = ["trieste"], ["trieste"]
    found = play(ordered(board, "outfit goeben"), outfit(board), dice=[(1,), (1, 1), (1, 1), (1,)]).told(
        told.StoresFound
    )
    assert [one.source for one in found] == ["trieste", "trieste", "collier", "friendly_ship"]
    assert rules == ["7.1", "7.3", "7.4", "7.3"]


@rule("goeben", "7.4")
def test_a_collier_that_nobody_needs_stays() -> None:
    board = at_sea(goeben="stromboli")
    board.state.colliers = ["stromboli"]
    ordered(board, "outfit goeben")
    play(board, outfit(board))
    assert board.state.colliers == ["stromboli"]


@rule("goeben", "13.chart/Friendly Ship")
def test_a_friendly_ship_brings_a_die_of_coal_and_two_repair_dice() -> None:
    board = at_sea(goeben="stromboli+coal=0+hull=11")
    board.state.pool.remove("friendly_ship_1")
    board.lay("stromboli", Marker("friendly_ship_1", up=True))
    board.state.friendly_ships = ["stromboli"]
    ordered(board, "outfit goeben\nrepair goeben hull=4")
    played = play(board, outfit(board), dice=[(4,), (1, 1, 1, 5)])
    assert (board.ship("goeben").coal, board.ship("goeben").hull) == (4, 12)
    assert played.told(told.StoresFound) == [told.StoresFound("stromboli", "coal", "friendly_ship", (4,), 4)]
    assert board.state.friendly_ships == []
    assert "friendly_ship_1" in board.state.pool
    assert board.markers_at("stromboli") == []


@rule("goeben", "13.chart/Friendly Ship")
def test_a_friendly_ship_that_is_not_used_is_gone() -> None:
    board = at_sea(goeben="spartivento+coal=0")
    board.state.friendly_ships = ["stromboli"]
    play(board, outfit(board))
    assert board.state.friendly_ships == []
