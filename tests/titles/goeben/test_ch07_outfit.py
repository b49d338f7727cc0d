"""Chapter 7: ammunition, coal and colliers."""

import pytest

from games.kernel.requests import roll
from games.titles.goeben.components.options import Options
from games.titles.goeben.rules.day import outfit as outfitting
from games.titles.goeben.rules.day.outfit import outfit
from games.titles.goeben.rules.day.planning import plan_form
from games.titles.goeben.state.board import Board
from games.titles.goeben.state.events import battle as battle_events
from games.titles.goeben.state.events import day
from games.titles.goeben.state.events import day as day_events
from tests.titles.goeben.box import BOX
from tests.titles.goeben.fights import SEA, battle_board, fight
from tests.titles.goeben.laid_out import Dice, Played, at_sea, ordered, play, refused

rule = pytest.mark.rule


def bunkers(board: Board) -> dict[str, int]:
    return {ship.id: ship.coal for ship in board.afloat}


def asked(played: Played) -> list[tuple[str, str]]:
    return [(question.kind, question.seat) for question in played.asked]


# --- 7.0 what a place supplies


@rule("goeben", "7.0")
@rule("goeben", "7.1.2")
def test_one_roll_rearms_all_ships_each_within_her_limit() -> None:
    board = at_sea(goeben="pola+ammunition=2", breslau="pola+ammunition=3")
    ordered(board, "outfit goeben,breslau\nrearm goeben,breslau")
    play(board, outfit(board), dice=[(4, 2)])
    assert (board.ship("goeben").ammunition, board.ship("breslau").ammunition) == (6, 5)
    board = ordered(at_sea(goeben="spalato+ammunition=5", breslau="zante"), "outfit goeben")
    play(board, outfit(board), dice=[(5,)])
    assert board.ship("goeben").ammunition == 6


@rule("goeben", "7.0")
@rule("goeben", "7.3.1")
@pytest.mark.parametrize(
    ("place", "dice"),
    [("pola", 2), ("spalato", 2), ("genoa", 2), ("brindisi", 1), ("algiers", 0), ("malta", 0), ("toulon", 0),
     ("zante", 0)],
)  # fmt: skip
def test_coal_dice_by_port(place: str, dice: int) -> None:
    board = at_sea(goeben=f"{place}+coal=0", breslau="ionian_c")
    if dice:
        play(ordered(board, "outfit goeben"), outfit(board), dice=[(1,) * dice])
    else:
        assert refused(plan_form(board, "commander"), "outfit goeben") != []
    assert board.ship("goeben").coal == dice


# --- 7.1 ammunition


@rule("goeben", "7.1")
@rule("goeben", "T.terrain")
@pytest.mark.parametrize(("space", "dice"), [("pola", (2, 1)), ("trieste", (3,))])
def test_a_friendly_base_rolls_two_dice_for_ammunition_a_port_one(space: str, dice: tuple[int, ...]) -> None:
    board = ordered(at_sea(goeben=f"{space}+ammunition=1"), "outfit goeben")
    played = play(board, outfit(board), dice=[dice])
    assert board.ship("goeben").ammunition == 4
    assert played.told(day_events.StoresFound) == [day_events.StoresFound(space, "ammunition", space, dice, 3)]
    assert played.told(day_events.Rearmed) == [day_events.Rearmed("goeben", 3, 0, 4, 2)]


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


@rule("goeben", "7.1")
def test_ships_share_the_dice_of_a_port() -> None:
    board = at_sea(goeben="trieste+ammunition=1", breslau="trieste+ammunition=2")
    ordered(board, "outfit goeben,breslau")
    says = {"share": "share goeben/ammunition=1 breslau/ammunition=3"}
    play(board, outfit(board), dice=[(4,)], says=says)
    assert (board.ship("goeben").ammunition, board.ship("breslau").ammunition) == (2, 5)


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
        day_events.StoresFound
    )
    assert [one.source for one in found] == ["trieste", "trieste", "collier", "friendly_ship"]
    assert rules == ["7.1", "7.3", "7.4", "7.3"]


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


# --- 7.3 coal


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
    assert played.told(day_events.Coaled) == [day_events.Coaled("goeben", 2, 2)]


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


@rule("goeben", "7.3.2")
@rule("goeben", "25.2.1")
def test_the_order_of_a_captain_in_another_port_serves_nobody_here() -> None:
    board = at_sea(
        "captains", options=Options(fleet="stralsund"),
        goeben="constantinople+coal=0", breslau="pola+coal=0", stralsund="pola+coal=0",
    )  # fmt: skip
    ordered(board, "outfit goeben\ncoal goeben", "goeben")
    ordered(board, "outfit breslau,stralsund\ncoal stralsund,breslau", "breslau")
    played = play(board, outfit(board), dice=[(2, 3), (2, 2)])
    assert bunkers(board) == {"goeben": 4, "breslau": 0, "stralsund": 4}
    assert asked(played) == []


@rule("goeben", "7.3.2")
@rule("goeben", "25.2.1")
def test_a_junior_captain_does_not_serve_himself_first() -> None:
    board = at_sea("captains", goeben="pola+coal=0", breslau="pola+coal=0")
    ordered(board, "outfit goeben", "goeben")
    ordered(board, "outfit breslau\ncoal breslau", "breslau")
    played = play(board, outfit(board), dice=[(2, 3)], says={"share": "share goeben=3 breslau=2"})
    assert asked(played) == [("share", "goeben")]
    assert bunkers(board) == {"goeben": 3, "breslau": 2}


@rule("goeben", "7.3.2")
@rule("goeben", "25.2.1")
def test_nor_with_ammunition() -> None:
    board = at_sea("captains", goeben="trieste+ammunition=0", breslau="trieste+ammunition=0")
    ordered(board, "outfit goeben\nrearm goeben", "goeben")
    ordered(board, "outfit breslau\nrearm breslau", "breslau")
    play(board, outfit(board), dice=[(5,)])
    assert [ship.ammunition for ship in board.afloat] == [5, 0]
    ordered(board, "outfit goeben", "goeben")
    board.ship("goeben").ammunition = 0
    played = play(board, outfit(board), dice=[(5,)])
    assert asked(played) == [("share", "goeben")]


@rule("goeben", "7.3.2")
@rule("goeben", "25.2.1")
def test_who_takes_no_coal_has_no_say_in_it() -> None:
    """The two light cruisers are one captain's; Goeben lies by with full bunkers."""
    board = at_sea(
        "captains", options=Options(fleet="stralsund"), goeben="pola", breslau="pola+coal=0", stralsund="pola+coal=0"
    )
    ordered(board, "outfit goeben\ncoal goeben", "goeben")
    ordered(board, "outfit breslau,stralsund", "breslau")
    played = play(board, outfit(board), dice=[(2, 2)])
    assert asked(played) == [("share", "breslau")]


@rule("goeben", "7.3.2")
@rule("goeben", "25.3.1")
@pytest.mark.parametrize("lacking", ["coal", "ammunition"])
def test_the_ally_does_not_share_out_what_german_ships_take_aboard(lacking: str) -> None:
    board = at_sea("austrian", goeben=f"pola+{lacking}=0", breslau=f"pola+{lacking}=0", ah_bb_1="pola")
    ordered(board, "outfit goeben,breslau")
    played = play(board, outfit(board), dice=[(1, 2)])
    assert asked(played) == [("share", "commander")]


# --- 7.4 colliers


@rule("goeben", "7.4")
def test_a_collier_gives_two_dice_of_coal_once() -> None:
    board = at_sea(goeben="stromboli+coal=0", breslau="spartivento")
    board.state.colliers = ["stromboli"]
    ordered(board, "outfit goeben")
    played = play(board, outfit(board), dice=[(1, 2)])
    assert board.ship("goeben").coal == 3
    assert board.state.colliers == []
    assert played.told(day_events.CollierGone) == [day_events.CollierGone("stromboli", "spent")]
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
    assert played.told(day_events.CollierGone) == [day_events.CollierGone("stromboli", "spent")] * len(dice)


@rule("goeben", "7.4")
def test_a_collier_that_nobody_needs_stays() -> None:
    board = at_sea(goeben="stromboli")
    board.state.colliers = ["stromboli"]
    ordered(board, "outfit goeben")
    play(board, outfit(board))
    assert board.state.colliers == ["stromboli"]


@rule("goeben", "7.4")
def test_a_collier_serves_who_is_there_and_leaves() -> None:
    board = at_sea(goeben="zante+coal=0", breslau="zante+coal=4")
    board.state.colliers = ["zante"]
    play(ordered(board, "outfit goeben,breslau\ncoal goeben,breslau"), outfit(board), dice=[(6, 1)])
    assert (board.ship("goeben").coal, board.ship("breslau").coal, board.state.colliers) == (4, 5, [])
    board = at_sea(goeben="zante+coal=0", breslau="matapan+coal=0")
    board.state.colliers = ["zante"]
    play(ordered(board, "pass"), outfit(board))
    assert board.state.colliers == ["zante"], "nobody coaled"


# --- 7.5 colliers among Allied ships


@rule("goeben", "7.5")
def test_a_collier_left_to_the_enemy_is_lost() -> None:
    board = battle_board("gb_bc_1", doctrine="break-off bc")
    board.state.colliers = [SEA, "zante"]
    played = fight(board, dice=[(6,)])
    assert board.state.colliers == ["zante"]
    assert played.told(day.CollierGone) == [day.CollierGone(SEA, "battle")]


@rule("goeben", "7.5")
@rule("goeben", "20.0")
def test_a_collier_with_allies_of_the_germans_is_safe() -> None:
    """No contact: the sides do not meet, and the ally stays."""
    board = at_sea(goeben="pola", breslau="pola", ah_ca_1=SEA, lying={SEA: "gb_ca_1+up"}, alert=4)
    board.state.colliers, board.day.queue = [SEA], [SEA]
    played = fight(board, dice=[(1,)])
    assert [event.first for event in played.told(battle_events.ContactRolled)] == [""]
    assert board.state.colliers == [SEA]


@rule("goeben", "7.5")
def test_a_collier_with_german_ships_is_safe() -> None:
    board = battle_board("gb_lc_1", alert=6)
    board.state.colliers = [SEA]
    fight(board, dice=[(3,)])
    assert board.state.colliers == [SEA]
