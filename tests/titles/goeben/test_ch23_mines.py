"""Chapter 23: mines."""

import pytest

from games.titles.goeben.components.options import Options
from games.titles.goeben.orders.orders import Mine
from games.titles.goeben.rules.day.movement import movement
from games.titles.goeben.rules.day.planning import plan_form
from games.titles.goeben.state.board import Board
from games.titles.goeben.state.events import battle as battle_events
from games.titles.goeben.state.events import day as day_events
from games.titles.goeben.state.state import Gone
from tests.titles.goeben.box import BOX
from tests.titles.goeben.fights import SEA, battle_board, fight
from tests.titles.goeben.laid_out import at_sea, ordered, play, refused

rule = pytest.mark.rule
NIGHT, FIRST = (2,), (6,)


def mined(foes: str, *, fields: int = 1, **rest: object) -> Board:
    board = battle_board(foes, options=Options(mines=True), **rest)  # type: ignore[arg-type]
    board.state.mines = [SEA] * fields
    board.state.available["mines"] -= fields
    return board


@rule("goeben", "23.0")
def test_mines_elsewhere_lie_still() -> None:
    board = mined("gb_lc_1", doctrine="break-off cl")
    board.state.mines = ["zante"]
    fight(board, dice=[FIRST])
    assert board.state.mines == ["zante"]


@rule("goeben", "23.0.1")
def test_no_mines_in_neutral_ports() -> None:
    board = at_sea(options=Options(mines=True), breslau="messina+cargo=mines")
    assert refused(plan_form(board, "commander"), "mine breslau space=messina") != []
    board = at_sea(options=Options(mines=True), breslau="genoa+cargo=mines")
    assert refused(plan_form(board, "commander"), "mine breslau space=genoa") != []
    board = at_sea(options=Options(mines=True), breslau="malta_pz+cargo=mines")
    assert refused(plan_form(board, "commander"), "mine breslau space=malta_pz") == []


@rule("goeben", "23.0.1")
def test_each_allied_ship_in_mined_waters_rolls_a_die() -> None:
    board = mined("gb_lc_1 gb_dd_1", doctrine="break-off cl,dd")
    played = fight(board, dice=[(5, 6), FIRST])
    assert played.told(battle_events.MinesStruck) == [
        battle_events.MinesStruck(SEA, {"gb_lc_1": 5, "gb_dd_1": 6}, ("gb_dd_1",))
    ]
    assert Gone("gb_dd_1", "damaged", 1) in board.state.gone
    assert board.state.vp == 1, "as for a ship damaged"
    (event,) = played.told(battle_events.ContactRolled)
    assert event.foes == ("gb_lc_1",)


@rule("goeben", "23.0.1")
def test_the_mines_are_then_gone_and_may_be_had_again() -> None:
    board = mined("gb_lc_1", doctrine="break-off cl")
    fight(board, dice=[(5,), FIRST])
    assert board.state.mines == []
    assert board.state.available["mines"] == 2


@rule("goeben", "23.0.1")
def test_two_fields_strike_twice() -> None:
    board = mined("gb_lc_1", fields=2, doctrine="break-off cl")
    fight(board, dice=[(5,), (5,), FIRST])
    assert board.state.mines == []


@rule("goeben", "23.0.1")
def test_no_battle_where_nobody_is_left() -> None:
    board = mined("gb_bc_1")
    played = fight(board, dice=[(6,)])
    assert board.state.vp == 6
    assert board.ship("goeben").leadership == 4
    assert played.told(battle_events.ContactRolled) == []
    assert (played.kinds, played.following, board.state.battle) == ([], "raiding", None)


@rule("goeben", "23.0.2")
@rule("goeben", "23.0")
def test_mines_are_laid_on_the_way() -> None:
    board = at_sea(options=Options(mines=True), breslau="messina+cargo=mines,wireless")
    form = plan_form(board, "commander")
    way = "move breslau way=spartivento,ionian_c"
    assert refused(form, f"{way}\nmine breslau space=spartivento") == []
    assert refused(form, f"{way}\nmine breslau space=zante") == ["23.0.2"]
    assert refused(form, f"{way}\nmine breslau space=spartivento\nmine breslau space=ionian_c") == ["23.0"]
    assert refused(form, "mine goeben space=messina") != []
    played = play(ordered(board, f"{way}\nmine breslau space=spartivento"), movement(board))
    assert board.state.mines == ["spartivento"]
    assert board.ship("breslau").cargo == ["wireless"]
    assert played.told(day_events.MinesLaid) == [day_events.MinesLaid("breslau", "spartivento")]
    assert len(played.told(day_events.Sailed)[0].route) == 2, "laying takes no movement"


@rule("goeben", "23.0.2")
@pytest.mark.parametrize(
    ("start", "space", "legal"),
    [("messina", "spartivento", True), ("messina", "messina", False), ("adriatic_n", "venice", False),
     ("adriatic_n", "pola", True), ("galita", "bizerte", True), ("messina", "zante", False)],
)  # fmt: skip
def test_where_mines_may_be_laid(start: str, space: str, legal: bool) -> None:
    board = at_sea(goeben="pola", breslau=f"{start}+cargo=mines", options=Options(mines=True))
    way = "" if space == start else f"move breslau way={space if space != 'zante' else 'spartivento'}\n"
    assert (refused(plan_form(board, "commander"), f"{way}mine breslau space={space}") == []) is legal
    assert BOX.cargo["mines"].ships == "cl"


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
