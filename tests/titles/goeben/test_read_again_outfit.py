"""The first phase of the day, read once more: who shares out stores, when spare torpedoes are in the tubes, and what
a ship that outfits cannot do besides.
"""

import pytest

from games.titles.goeben.components.options import Options
from games.titles.goeben.orders.orders import Mine
from games.titles.goeben.rules.day.movement import movement
from games.titles.goeben.rules.day.outfit import outfit
from games.titles.goeben.rules.day.planning import plan_form
from games.titles.goeben.state.board import Board
from games.titles.goeben.state.events import battle as told
from tests.titles.goeben.laid_out import Played, at_sea, ordered, play, refused

rule = pytest.mark.rule


def bunkers(board: Board) -> dict[str, int]:
    return {ship.id: ship.coal for ship in board.afloat}


def asked(played: Played) -> list[tuple[str, str]]:
    return [(question.kind, question.seat) for question in played.asked]


# --- who shares out


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


# --- 14.10 spare torpedoes


@rule("goeben", "14.10.1")
def test_spare_torpedoes_are_in_the_tubes_before_the_next_battle() -> None:
    """Handed over in a neutral port where there may be fighting on the same day; any phase will do, and this is one."""
    board = at_sea(goeben="messina+cargo=torpedo_reload", breslau="messina+torpedoes=0", alert=4)
    ordered(board, "hand goeben to=breslau cargo=torpedo_reload")
    played = play(board, outfit(board))
    assert (board.ship("breslau").torpedoes, board.ship("breslau").cargo) == (2, [])
    assert board.state.available["torpedo_reload"] == 2, "back in the Available box"
    assert played.told(told.TubesReloaded) == [told.TubesReloaded("breslau", 2)]


@rule("goeben", "14.10.1")
def test_and_on_the_first_day_of_a_mission_too() -> None:
    """24.1 An undamaged ship may begin the next mission with empty tubes and take spare torpedoes aboard."""
    board = at_sea(goeben="messina+torpedoes=0+cargo=torpedo_reload")
    play(board, outfit(board))
    assert board.ship("goeben").torpedoes == 2


# --- 23.0 mines


@rule("goeben", "23.0.3")
@rule("goeben", "4.1")
def test_who_outfits_lays_no_mines() -> None:
    """23.0 They are laid in the movement phase, which a ship that outfits does not have (4.1)."""
    board = at_sea(options=Options(mines=True), breslau="pola+coal=0+cargo=mines")
    form = plan_form(board, "commander")
    assert refused(form, "mine breslau space=pola") == [], "lying still is a way of sailing (12.1)"
    assert refused(form, "outfit breslau\nmine breslau space=pola") == ["23.0.3"]
    assert refused(form, "take breslau cargo=optics\nmine breslau space=pola") == ["23.0.3"]


@rule("goeben", "23.0.3")
def test_nor_after_she_has_learned_something_new() -> None:
    board = at_sea(options=Options(mines=True), breslau="pola+coal=0+cargo=mines", goeben="pola")
    ordered(board, "outfit breslau")
    board.day.outfitted = ["breslau"]
    form = plan_form(board, "commander", revising=True)
    assert not [way for way in form.cached_templates if way.verb == "mine"]
    board.day.plans["commander"] = (Mine("breslau", "pola"),)
    play(board, movement(board))
    assert board.state.mines == []


# --- 4.1.1, 8.6 in the order of writing


@rule("goeben", "4.1.1")
@rule("goeben", "8.6.2")
def test_what_was_just_bought_is_handed_over_too() -> None:
    """Breslau has one crew, buys another with points of her own, and gives both to Goeben."""
    board = at_sea(goeben="pola", breslau="pola+cargo=reserve_crew")
    both = "hand breslau to=goeben cargo=reserve_crew\nhand breslau to=goeben cargo=reserve_crew"
    ordered(board, f"take breslau cargo=reserve_crew\n{both}")
    play(board, outfit(board))
    assert (board.ship("goeben").cargo, board.ship("breslau").cargo) == (["reserve_crew", "reserve_crew"], [])
    assert board.state.available["reserve_crew"] == 1


@rule("goeben", "4.1.1")
@rule("goeben", "8.3")
def test_or_put_ashore_again() -> None:
    board = at_sea(goeben="pola", breslau="pola+cargo=reserve_crew")
    both = "leave breslau cargo=reserve_crew\nleave breslau cargo=reserve_crew"
    ordered(board, f"take breslau cargo=reserve_crew,optics\n{both}")
    play(board, outfit(board))
    assert board.ship("breslau").cargo == ["optics"]
    assert board.state.available["reserve_crew"] == 3


@rule("goeben", "4.1.1")
@rule("goeben", "8.2")
def test_a_box_that_is_empty_in_the_end_serves_what_was_written_before() -> None:
    """Breslau is full; she gives a crew away and buys another, in whichever order that is written."""
    full = "reserve_crew,wireless,optics,torpedo_nets"
    for text in ("hand breslau to=goeben cargo=reserve_crew\ntake breslau cargo=damage_control",
                 "take breslau cargo=damage_control\nhand breslau to=goeben cargo=reserve_crew"):  # fmt: skip
        board = at_sea(goeben="pola", breslau=f"pola+cargo={full}")
        play(ordered(board, text), outfit(board))
        assert board.ship("goeben").cargo == ["reserve_crew"]
        assert board.ship("breslau").cargo == [*full.split(",")[1:], "damage_control"]


@rule("goeben", "8.6.2")
@rule("goeben", "8.2")
@pytest.mark.parametrize("room", [12, 2], ids=["one is full", "both are full"])
@pytest.mark.parametrize("turned", [False, True])
def test_full_ships_change_piece_for_piece(room: int, turned: bool) -> None:
    """What counts is that all of it has a box when it has changed ships, whichever order is written first."""
    orders = ["hand goeben to=breslau cargo=damage_control", "hand breslau to=goeben cargo=optics"]
    board = at_sea(
        goeben=f"messina+hull={room}+cargo=damage_control,wireless", breslau="messina+hull=2+cargo=optics,torpedo_nets"
    )
    play(ordered(board, "\n".join(reversed(orders) if turned else orders)), outfit(board))
    assert sorted(board.ship("goeben").cargo) == ["optics", "wireless"]
    assert sorted(board.ship("breslau").cargo) == ["damage_control", "torpedo_nets"]
