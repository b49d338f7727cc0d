"""Positions worked out from the rulebook alone: edges that no other test of the title holds (KP104-KP268)."""

from typing import Any

import pytest

from games.titles.pirates.components.options import Options
from games.titles.pirates.orders.occasions import Attack
from games.titles.pirates.rules.attack.reactions import against_british
from games.titles.pirates.rules.solitaire.hunt import _possible
from games.titles.pirates.rules.turn.targets import _hands
from games.titles.pirates.state.board import Board
from games.titles.pirates.state.events.attack import Challenged, Fought
from games.titles.pirates.state.events.effects import DeckSeen
from games.titles.pirates.state.events.rounds import RoundEnded
from tests.titles.pirates.laid_out import BOX, Side, lay_out, layout, side
from tests.titles.pirates.scenes import hunt, played, torpedoed

rule = pytest.mark.rule
DAMAGES = Options(cumulative_damage=True)


@rule("pirates", "3.3.17")
@rule("pirates", "2.0")
def test_kp104_intelligence_sees_the_one_card_that_is_left_and_draws_none() -> None:
    game = lay_out(red=side("emden", hand="intelligence"), black=side(hand="qqq"), last=1)
    game.says("red", "play intelligence target=deck")
    game.says("red", "play intelligence target=deck")
    assert game.told(DeckSeen)[0].count == 1
    assert len(game.told(RoundEnded)) == 1, "the draw at the end of the turn ends the round, not the look"


@rule("pirates", "3.2.1.1")
@rule("pirates", "3.1.3")
def test_kp138_a_ship_gained_this_turn_has_no_card_on_her_but_may_hide() -> None:
    game = lay_out(red=side(hand="transfer_command collier island_refuge"), black=side("emden", merchants="lovat",
                   hand="qqq"))  # fmt: skip
    assert game.refuses("red", "intercept collier ship=emden targets=lovat")
    game.says("red", "play transfer_command", "play island_refuge")
    game.says("red", "play transfer_command target=emden", dice=[(7, 2, 6)])
    assert game.says("red", "play island_refuge target=emden").ship("emden").refuge


@rule("pirates", "3.3.1")
@rule("pirates", "3.3.39")
@pytest.mark.parametrize(("theirs", "attack"), [((1, 1, 8), 7), ((7, 1, 5), 5)])
def test_kp155_after_an_amc_the_others_are_attacked_by_what_is_left_of_her(theirs: Any, attack: int) -> None:
    game = hunt("emden", "hyades maria", supports="shipping_lanes", hand="amc qqq")
    game.says("black", "amc", dice=[(1, 1, 1, 8), theirs])
    game.says("black", "pass", dice=[(7, 1, 1, 6), *([(1, 6)] if attack == 5 else [])])
    assert game.told(Fought)[-1].attacker.total == attack


@rule("pirates", "3.3.3")
@rule("pirates", "3.3.41")
def test_kp254_a_captured_merchant_is_not_doubled_by_special_cargo() -> None:
    game = hunt("leopard", "lovat", supports="boarding_party special_cargo", hand="qqq")
    game.says("black", "pass", dice=[(8, 1, 1, 4)])
    assert (game.has("red", "prizes"), game.has("red", "pile")) == (["lovat"], [])


@rule("pirates", "3.3.41")
def test_kp188_special_cargo_doubles_every_merchant_that_mines_sink() -> None:
    game = lay_out(red=side("meteor", hand="lay_mines special_cargo"), black=side(merchants="lovat dee", hand="qqq"))
    game.says("red", "mines lay_mines ship=meteor against=black supports=special_cargo", "as-planned")
    game.says("black", "pass", dice=[(8, 1, 4), (8, 1, 4)])
    assert [trophy.doubled for trophy in game.fleet("red").pile] == [True, True]


@rule("pirates", "6.8.2")
@rule("pirates", "6.8.3")
@rule("pirates", "3.3.9")
def test_kp209_two_markers_count_twice_and_go_one_by_one() -> None:
    game = hunt("emden+damaged+damaged", "lovat+damaged+damaged+damaged", hand="qqq", options=DAMAGES)
    game.says("black", "pass", dice=[(7, 1, 1, 6)])
    shot = game.told(Fought)[0]
    assert (shot.attacker.total, shot.defender.total) == (3, 1)
    game = played("play damage_control target=emden", red=side("emden+damaged+damaged", hand="damage_control"),
                  black=side(hand="qqq"), options=DAMAGES)  # fmt: skip
    assert game.ship("emden").damage == 1


@rule("pirates", "6.9.1")
@pytest.mark.parametrize(("dice", "asked"), [((5, 4, 5), False), ((6, 4, 5), True)])
def test_kp210_a_prize_must_be_taken_for_a_merchant_first(dice: Any, asked: bool) -> None:
    game = lay_out(red=side(hand="submarines_u"), black=side(prizes="lovat", hand="razzle_dazzle"),
                   options=Options(prize_torpedo=True))  # fmt: skip
    game.says("red", "play submarines_u target=lovat", "as-planned", dice=[dice])
    assert ("black react" in game.open()) is asked
    if asked:
        game.says("black", "pass", dice=[(8, 1, 1, 4)])
        assert not game.trophy("red", "lovat").doubled


@rule("pirates", "6.10.1")
@rule("pirates", "6.10.2")
def test_kp211_the_pursuit_and_then_the_intercept() -> None:
    game = hunt("emden", "lovat", hand="shallow_run_1", options=Options(pursuit=True)).says("black", "shallow_run_1")
    game.says("red", "choose pursue", dice=[(7, 1, 5), (3, 1, 5), (8, 1, 1, 3)])
    assert game.ship("emden").damage == 1
    assert game.told(Fought)[0].attacker.total == 6
    assert game.has("red", "pile") == ["lovat"]


@rule("pirates", "6.12.2")
@rule("pirates", "3.3.2.1")
def test_kp215_a_prize_that_is_used_up_helps_no_blockade_runner() -> None:
    red = side("emden+unsupplied geier+unsupplied", prizes="lovat", hand="blockade_runner")
    game = lay_out(red=red, black=side(hand="qqq"), options=Options(prize_supply=True))
    game.says("red", "resupply emden source=lovat", "play blockade_runner", "as-planned", dice=[(9, 8, 5), (5, 2, 5)])
    assert game.has("red", "pile") == ["lovat"]
    assert game.told(Challenged)[-1].challenger.total == 5
    assert game.ship("geier").unsupplied


@rule("pirates", "6.12.1")
def test_stores_are_taken_where_the_plan_writes_it() -> None:
    red = side("emden+unsupplied", prizes="lovat", hand="blockade_runner")
    game = lay_out(red=red, black=side(hand="qqq"), options=Options(prize_supply=True))
    game.says("red", "play blockade_runner", "resupply emden source=lovat", "as-planned", dice=[(5, 2, 5)])
    assert [event.purpose for event in game.told(Challenged)] == ["blockade_runner"]
    assert not game.ship("emden").unsupplied, "the runner got through, and the prize keeps her stores"


@rule("pirates", "3.3.28")
@rule("pirates", "3.3.43")
def test_kp266_a_q_ship_against_a_uc_boat() -> None:
    game = torpedoed("submarines_uc", hand="q_ship").says("black", "q_ship", dice=[(4, 2, 4), (5, 1, 3), (3, 2)])
    assert [shot.attacker.coin for shot in game.told(Fought)] == [(10, 4), (8,)]
    game = torpedoed("submarines_uc", hand="q_ship").says("black", "q_ship", dice=[(5, 2, 4), (1, 1, 6), (1, 6)])
    assert game.told(Fought)[1].attacker.coin == (6,)


@rule("pirates", "3.3.24")
@rule("pirates", "3.3.35")
@rule("pirates", "3.1.5")
def test_kp267_kp268_the_refuge_card_of_a_ship_that_is_gone_is_discarded() -> None:
    game = played("play monitor target=emden", red=side(hand="monitor"), black=side("emden+refuge", hand="qqq"))
    game.says("black", "pass", dice=[(4, 1, 3)])
    assert "island_refuge_1" in game.state.discards
    game = played("play scuttle target=emden", red=side("emden+refuge+damaged", hand="scuttle"), morning=[(1, 1, 8)],
                  black=side(hand="qqq"))  # fmt: skip
    assert game.state.discards == ["scuttle_1", "island_refuge_1"]


@rule("pirates", "3.3.20.4")
@rule("pirates", "6.12.1")
def test_an_errand_of_the_plan_that_has_become_impossible_is_left_out() -> None:
    red = side("emden+unsupplied", prizes="lovat", hand="collier scuttle")
    game = lay_out(red=red, black=side(hand="qqq"), options=Options(prize_supply=True))
    game.says("red", "play collier", "resupply emden source=lovat", "as-planned")
    assert game.has("red", "prizes") == ["lovat"]
    assert not game.told(Challenged)
    assert game.open() == ["black plan"]


def _board(**sides: Side) -> Board:
    return Board(layout(**sides), BOX)


@rule("pirates", "3.3.32.1")
@pytest.mark.parametrize(
    ("known", "may"), [("lovat+identified", True), ("lovat", False), ("dresden+identified", False)]
)
def test_only_a_known_ship_that_is_no_warship_is_reflagged_before_the_navy(known: str, may: bool) -> None:
    row = "ships" if known.startswith("dresden") else "prizes"
    board = _board(red=side("leopard"), black=Side(**{row: known}))
    (vessel,) = getattr(board.state.fleets[1], row)
    attack = Attack("red", "british", "collier_1", "black")
    assert ("reflag" in against_british(board, attack, vessel)) == may


@rule("pirates", "3.3.17")
def test_a_hand_without_cards_is_nobodys_target() -> None:
    board = _board(red=side("leopard"), black=side("dresden", hand="qqq"), white=side("iltis"))
    assert _hands(board, board.state.fleets) == ("black",)


@rule("pirates", "5.4.3.3")
def test_the_phantom_hunts_by_day() -> None:
    board = _board(red=side(merchants="lovat maria"), black=side("dresden"))
    assert not _possible(board, "searchlight", ("lovat", "maria"), warship=False)
    assert _possible(board, "good_hunting", ("lovat", "maria"), warship=False)
