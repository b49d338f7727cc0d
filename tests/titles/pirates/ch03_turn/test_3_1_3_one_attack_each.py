"""How often a ship may be attacked in a turn (3.1.3)."""

import pytest

from games.titles.pirates.state.events.attack import Fought
from tests.titles.pirates.laid_out import lay_out, side
from tests.titles.pirates.scenes import four, three_fleets

rule = pytest.mark.rule


@rule("pirates", "3.1.3")
@pytest.mark.parametrize(
    "second",
    [
        "british scuttle target=nurnberg",
        "intercept scuttle ship=leopard targets=dee",
        "play interrogate target=berlin",
        "play monitor target=cormoran",
        "play submarines_u target=dee",
        "play submarines_uc target=white",
        "mines lay_mines ship=meteor against=white",
    ],
)
def test_all_attacks_of_a_turn_go_against_one_opponent(second: str) -> None:
    game = three_fleets("collier scuttle interrogate monitor submarines_u submarines_uc lay_mines")
    (problem,) = game.refusals("red", "british collier target=dresden", second)
    assert problem.rule == "3.1.3"
    assert not game.refuses("red", second)
    card = second.split()[1]
    verb, place = second.split()[0], next((word for word in second.split() if word.startswith("ship=")), "")
    game.says("red", "british collier", f"{verb} {card} {place}", "play surprise_attack")
    game.says("red", "british collier target=dresden").says("black", "pass", dice=[(1, 1, 5)])
    assert game.refuses("red", second), "nor when the cards are revealed"


@rule("pirates", "3.1.3")
def test_each_own_ship_intercepts_or_lays_mines_once() -> None:
    game = three_fleets("collier scuttle lay_mines")
    for orders in (
        ["intercept collier ship=meteor", "intercept scuttle ship=meteor"],
        ["intercept collier ship=meteor", "mines lay_mines ship=meteor"],
    ):
        assert game.refusals("red", *orders)[0].rule == "3.1.3"
    assert not game.refuses("red", "intercept collier ship=meteor", "intercept scuttle ship=emden")


@rule("pirates", "3.1.3")
def test_each_enemy_warship_or_identified_raider_is_intercepted_once_a_turn() -> None:
    game = three_fleets("collier scuttle")
    problems = game.refusals("red", "british collier target=dresden", "british scuttle target=dresden")
    assert problems[0].rule == "3.1.3"
    game.says("red", "british collier", "british scuttle", "play surprise_attack")
    game.says("red", "british collier target=dresden")
    game.says("black", "pass", dice=[(1, 1, 5)])
    assert game.refuses("red", "british scuttle target=dresden")


@rule("pirates", "3.1.3")
def test_a_merchant_is_intercepted_once_but_mined_and_torpedoed_besides() -> None:
    game = three_fleets("collier scuttle submarines_u submarines_u_2 lay_mines")
    game.says("red", "intercept collier ship=leopard", "intercept scuttle ship=emden", "mines lay_mines ship=meteor",
              "play submarines_u_1", "play submarines_u_2")  # fmt: skip
    game.says("red", "intercept collier ship=leopard targets=lovat").says("black", "pass", dice=[(1, 1, 1, 5), (1, 6)])
    assert game.refuses("red", "intercept scuttle ship=emden targets=lovat")
    for card in ("submarines_u_1", "submarines_u_2"):
        game.says("red", f"play {card} target=lovat").says("black", "pass", dice=[(1, 1, 1, 5)])
    game.says("red", "mines lay_mines ship=meteor against=black").says("black", "pass", dice=[(1, 1, 5), (1, 1, 5)])
    assert not game.refuses("red", "intercept scuttle ship=emden targets=maria")


@rule("pirates", "3.1.3")
@rule("pirates", "3.3.40")
def test_a_cancelled_intercept_was_one_and_spared_merchants_may_be_intercepted_by_another_ship() -> None:
    game = lay_out(
        red=side("leopard emden", hand="collier good_hunting scuttle"),
        black=side(merchants="lovat maria", hand="slim_pickings amc"),
    )
    game.says("red", "intercept collier ship=leopard supports=good_hunting", "intercept scuttle ship=emden")
    game.says("red", "intercept collier ship=leopard targets=lovat,maria supports=good_hunting")
    game.says("black", "slim_pickings", dice=[(7, 1, 1, 4)])
    assert game.refuses("red", "intercept scuttle ship=emden targets=lovat")
    assert not game.refuses("red", "intercept scuttle ship=emden targets=maria")


@rule("pirates", "3.1.3")
@rule("pirates", "3.3.19")
def test_a_failed_interrogation_binds_the_turns_attacks_to_that_opponent() -> None:
    game = lay_out(
        red=side(hand="interrogate collier"), black=side("leopard dresden", hand="qqq"), white=side("emden", hand="amc")
    )
    game.says("red", "play interrogate", "british collier")
    game.says("red", "play interrogate target=leopard", dice=[(1, 8)])
    assert game.refuses("red", "british collier target=emden")
    assert not game.refuses("red", "british collier target=dresden")


@rule("pirates", "3.1.3")
@rule("pirates", "3.1.3.3")
def test_all_attacks_at_one_player_also_after_a_cancelled_one() -> None:
    game = four()
    game.says("red", "intercept collier ship=emden targets=staut").says("blue", "slim_pickings_1")
    assert not game.told(Fought)
    assert game.refuses("red", "british scuttle target=dresden")
    assert not game.refuses("red", "british scuttle target=nurnberg")


@rule("pirates", "3.1.3")
@rule("pirates", "3.3.37")
def test_an_extra_turn_is_a_fresh_one() -> None:
    game = lay_out(red=side("emden", hand="collier scuttle deception breakdown second_chance"),
                   black=side(merchants="lovat maria hyades", hand="amc"), white=side("konigsberg", merchants="dee"),
                   blue=side("nurnberg", merchants="staut"))  # fmt: skip
    game.says("red", "intercept collier ship=emden targets=lovat", "play deception target=white", "play second_chance",
              "as-planned")  # fmt: skip
    game.says("black", "pass", dice=[(8, 1, 1, 4)]).says("black", "pass")
    assert len(game.has("black", "merchants")) == 3, "refilled before the extra turn"
    game.says("red", "intercept scuttle ship=emden targets=dee", "play breakdown target=nurnberg", "as-planned",
              dice=[(1, 1, 1, 4), (1, 6), (1, 1, 6)])  # fmt: skip
    assert len(game.told(Fought)) == 2


@rule("pirates", "3.1.3")
@rule("pirates", "3.1.5.1")
def test_a_later_one_of_several_merchants_may_be_meant_for_two_ships() -> None:
    table = {
        "red": side("emden leopard", hand="collier scuttle shipping_lanes"),
        "black": side(merchants="lovat maria", hand="amc qqq"),
    }
    lanes = "intercept collier ship=emden targets=lovat,maria supports=shipping_lanes"
    game = lay_out(**table)
    assert game.refuses("red", lanes, "intercept scuttle ship=leopard targets=lovat")
    game.says("red", lanes, "intercept scuttle ship=leopard targets=maria", "as-planned")
    game.says("black", "amc", dice=[(1, 1, 1, 8), (6, 1, 3)])
    assert game.question("black").context.ship == "leopard", "Emden is sunk, and Maria is hunted all the same"


@rule("pirates", "3.1.3")
def test_one_task_for_an_own_ship_and_one_intercept_of_an_enemy() -> None:
    red = side("meteor", hand="collier lay_mines scuttle")
    game = lay_out(red=red, black=side("emden dresden", merchants="lovat", hand="qqq"))
    assert game.refuses("red", "intercept collier ship=meteor", "mines lay_mines ship=meteor")
    game.says("red", "british collier", "british scuttle")
    game.says("red", "british collier target=emden").says("black", "pass", dice=[(1, 1, 9)])
    assert game.refuses("red", "british scuttle target=emden")
    assert not game.refuses("red", "british scuttle target=dresden")


@rule("pirates", "3.1.3.1")
def test_a_ship_interrogated_with_success_is_not_intercepted_again_this_turn() -> None:
    game = lay_out(red=side(hand="interrogate collier"), black=side("leopard emden", hand="pull_the_plug"))
    game.says("red", "play interrogate", "british collier").says(
        "red", "play interrogate target=leopard", dice=[(6, 5)]
    )
    game.says("black", "pass", dice=[(1, 1, 5)]).says("black", "pass")
    assert game.refuses("red", "british collier target=leopard")
    assert not game.refuses("red", "british collier target=emden")


@rule("pirates", "3.1.3.1")
@rule("pirates", "3.1.3.3")
def test_a_failed_interrogate_may_be_followed_by_another_a_good_one_not() -> None:
    red = side(hand="interrogate interrogate_2 interrogate_3")
    table = {"black": side("emden", hand="amc"), "white": side("leopard", prizes="dee", hand="break_contact reflag")}
    game = lay_out(red=red, **table)
    game.says("red", "play interrogate", "play interrogate_2", "play interrogate_3")
    game.says("red", "play interrogate target=leopard", dice=[(5, 5)])
    game.says("red", "play interrogate_2 target=leopard", dice=[(8, 5)])
    game.says("white", "break_contact", dice=[(6, 3)]).says("white", "reflag")
    assert not game.ship("leopard").identified
    assert game.refuses("red", "play interrogate_3 target=leopard")
    assert not game.refuses("red", "play interrogate_3 target=dee")


@rule("pirates", "3.1.3.2")
@rule("pirates", "3.3.39")
def test_lanes_take_no_merchant_that_was_intercepted_this_turn() -> None:
    game = lay_out(
        red=side("emden leopard", hand="collier scuttle shipping_lanes"),
        black=side(merchants="hyades maria bowes_castle", hand="qqq amc"),
    )
    game.says("red", "intercept collier ship=leopard", "intercept scuttle ship=emden supports=shipping_lanes")
    game.says("red", "intercept collier ship=leopard targets=hyades")
    game.says("black", "pass", dice=[(1, 1, 1, 3), (1, 6)])
    order = "intercept scuttle ship=emden supports=shipping_lanes targets="
    assert game.refuses("red", f"{order}hyades,maria")
    assert not game.refuses("red", f"{order}maria,bowes_castle")


@rule("pirates", "3.1.3.2")
def test_a_merchant_is_attacked_in_many_ways_but_intercepted_once() -> None:
    hand = "collier scuttle lay_mines submarines_u submarines_uc"
    game = lay_out(red=side("emden meteor leopard", hand=hand), black=side(merchants="lovat", hand="qqq"))
    game.says("red", "intercept collier ship=emden", "intercept scuttle ship=leopard", "mines lay_mines ship=meteor",
              "play submarines_u", "play submarines_uc")  # fmt: skip
    game.says("red", "intercept collier ship=emden targets=lovat").says("black", "pass", dice=[(1, 1, 1, 8), (1, 6)])
    assert game.refuses("red", "intercept scuttle ship=leopard targets=lovat")
    game.says("red", "mines lay_mines ship=meteor against=black").says("black", "pass", dice=[(1, 1, 8)])
    game.says("red", "play submarines_u target=lovat").says("black", "pass", dice=[(1, 1, 1, 8)])
    game.says("red", "play submarines_uc target=lovat").says("black", "pass", dice=[(1, 1, 8)])
    assert len(game.told(Fought)) == 4
