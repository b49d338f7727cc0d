"""Positions worked out from the rulebook alone, KP1-KP13: a plan is refused only for what can never come true."""

from typing import Any

import pytest

from games.titles.pirates.components.options import Options
from games.titles.pirates.state.events.attack import Followed, Fought, Reacted
from tests.titles.pirates.alone import alone
from tests.titles.pirates.laid_out import Game, lay_out, side
from tests.titles.pirates.scenes import hunt, played, torpedoed

rule = pytest.mark.rule
FAST = Options(fast_raiders=True)
PEF = "prinz_eitel_friedrich"
CHASED, HELD, LOST = [(3, 2, 6), (1, 6)], (5, 4, 1), (4, 4, 1)
"""The chase with its run for port, and the check of supply (6.6.1) that succeeds or fails."""


def chase(*orders: str, hand: str, dice: Any, prizes: str = "", options: Options = FAST) -> Game:
    """PEF hunts Lovat, who plays Fast Ship, and chases her; the other orders stand before or after `hunt`."""
    red = side(f"{PEF} emden leopard", hand=f"lay_mines {hand}", prizes=prizes)
    game = lay_out(red=red, black=side(merchants="lovat hyades maria", hand="fast_ship qqq"), options=options)
    hunting = f"intercept lay_mines ship={PEF} targets=lovat"
    game.says("red", *(hunting if order == "hunt" else order for order in orders), "as-planned")
    return game.says("black", "fast_ship").says("red", "choose chase", dice=dice)


@rule("pirates", "3.1.5.1")
@rule("pirates", "3.3.8")
def test_kp1_a_collier_is_laid_though_nobody_lacks_supply_and_serves_after_the_chase() -> None:
    game = chase("hunt", "play collier", hand="collier", dice=[*CHASED, LOST])
    assert (game.ship(PEF).unsupplied, game.ship(PEF).identified) == (False, False)
    assert game.state.discards == ["lay_mines_1", "collier_1", "fast_ship_1"]


@rule("pirates", "3.2.8")
@rule("pirates", "3.1.5.1")
def test_kp2_shown_first_it_takes_nothing_off() -> None:
    game = chase("play collier", "hunt", hand="collier", dice=[*CHASED, LOST])
    assert game.ship(PEF).unsupplied
    assert "collier_1" in game.state.discards


@rule("pirates", "3.3.2")
@rule("pirates", "3.3.2.1")
@pytest.mark.parametrize(
    ("dice", "prizes", "coal", "supplied"),
    [
        ((5, 4, 5), "", False, False),
        ((6, 1, 5), "", False, True),
        ((5, 4, 5), "dee", False, True),
        ((5, 4, 5), "dee", True, True),
        ((5, 4, 5), "", True, False),
    ],
)
def test_kp3_a_blockade_runner_after_the_chase(dice: Any, prizes: str, coal: bool, supplied: bool) -> None:
    options = Options(fast_raiders=True, coal_hogs=coal)
    orders = ("hunt", "play blockade_runner")
    game = chase(*orders, hand="blockade_runner", prizes=prizes, options=options, dice=[*CHASED, LOST, dice])
    assert game.ship(PEF).unsupplied is not supplied


@rule("pirates", "6.6.1")
def test_kp4_after_a_chase_that_cost_nothing_the_collier_finds_nothing() -> None:
    game = chase("hunt", "play collier", hand="collier", dice=[*CHASED, HELD])
    assert not game.ship(PEF).unsupplied
    assert "collier_1" in game.state.discards


@rule("pirates", "6.6.1")
@pytest.mark.parametrize(
    ("ship", "options", "modifiers"),
    [
        (f"{PEF}+unsupplied", FAST, -4),
        ("leopard", FAST, -2),
        (PEF, Options(), -2),
    ],
)
def test_kp5_kp6_no_question_of_a_chase(ship: str, options: Options, modifiers: int) -> None:
    coin = (7, 1, 1, 8) if ship == "leopard" else (7, 1, 8)
    game = hunt(ship, hand="fast_ship", options=options).says("black", "fast_ship", dice=[coin, (1, 6)])
    assert not game.told(Followed)
    assert game.told(Fought)[0].attacker.total == 7 + modifiers
    assert game.open() == ["red plan"]


@rule("pirates", "3.3.45")
@rule("pirates", "3.3.8")
@pytest.mark.parametrize(("dice", "owner"), [((7, 2, 6), "red"), ((6, 2, 6), "black")])
def test_kp7_a_collier_for_a_ship_that_is_to_be_taken(dice: Any, owner: str) -> None:
    game = played(
        "play transfer_command target=emden", "play collier", red=side("leopard", hand="transfer_command collier"),
        black=side("emden+unsupplied", hand="qqq"), dice=[dice],
    )  # fmt: skip
    assert "emden" in game.has(owner, "ships")
    assert game.ship("emden").unsupplied is (owner == "black")


@rule("pirates", "3.3.9")
@rule("pirates", "3.3.35")
def test_kp8_repair_and_scuttling_of_a_ship_that_may_be_damaged_yet() -> None:
    game = lay_out(
        red=side("leopard", hand="collier damage_control scuttle"), black=side(merchants="lovat", hand="amc qqq")
    )
    game.says("red", "intercept collier ship=leopard targets=lovat", "play damage_control", "play scuttle")
    game.says("red", "intercept collier ship=leopard targets=lovat")
    game.says("black", "amc", dice=[(1, 1, 1, 4), (5, 2, 4)])
    assert game.ship("leopard").damage == 1
    game.says("red", "play damage_control target=leopard")
    assert game.ship("leopard").damage == 0


@rule("pirates", "3.3.32.2")
def test_kp9_a_reflag_laid_for_a_raider_that_is_identified_in_the_turn() -> None:
    game = lay_out(red=side("leopard", hand="collier reflag"), black=side(merchants="lovat", hand="qqq amc"))
    game.says("red", "intercept collier ship=leopard targets=lovat", "play reflag target=leopard", "as-planned")
    game.says("black", "qqq", dice=[(1, 1, 1, 5), (1, 6)])
    assert not game.ship("leopard").identified


@rule("pirates", "3.3.12")
@rule("pirates", "3.1.5.1")
def test_kp10_fair_seas_for_the_prize_that_is_yet_to_be_taken() -> None:
    game = lay_out(
        red=side("leopard", merchants="dee+damaged", hand="collier boarding_party fair_seas"),
        black=side(merchants="lovat", hand="qqq"),
    )
    game.says("red", "intercept collier ship=leopard targets=lovat supports=boarding_party",
              "play fair_seas target=lovat", "as-planned")  # fmt: skip
    game.says("black", "pass", dice=[(8, 1, 1, 4), (3, 3)])
    assert game.trophy("red", "lovat").doubled


@rule("pirates", "3.3.32.2")
@rule("pirates", "3.3.9")
@rule("pirates", "3.1.5.1")
@pytest.mark.parametrize("order", ["damage_control", "scuttle", "reflag", "island_refuge"])
def test_what_is_done_with_a_ship_that_is_to_be_taken_may_be_planned(order: str) -> None:
    red, black = side(hand=f"transfer_command {order}"), side("leopard+identified+damaged", hand="qqq")
    assert not lay_out(red=red, black=black).refuses("red", f"play {order} target=leopard")
    alone_ = lay_out(red=side(hand=f"collier {order}"), black=black)
    assert alone_.refuses("red", f"play {order} target=leopard")


@rule("pirates", "3.3.24")
@rule("pirates", "3.1.5.1")
@pytest.mark.parametrize(
    ("hand", "order"),
    [
        ("monitor", "play monitor"),
        ("bounding_main", "play bounding_main"),
        ("exchange_information", "play exchange_information"),
        ("lay_mines", f"mines lay_mines ship={PEF}"),
        ("collier shipping_lanes", f"intercept collier ship={PEF} targets=lovat supports=shipping_lanes"),
        ("damage_control", "play damage_control target=dee"),
        ("collier", "play collier"),
        ("blockade_runner scuttle", "play blockade_runner"),
        ("heavy_weather", "play heavy_weather"),
    ],
)
def test_kp11_kp12_what_is_impossible_whatever_happens_is_refused(hand: str, order: str) -> None:
    table = {"red": side(f"{PEF} emden", merchants="dee", hand=hand), "black": side(merchants="lovat", hand="qqq")}
    assert lay_out(**table).refuses("red", order)


@rule("pirates", "6.6.1")
@rule("pirates", "3.1.5.1")
@pytest.mark.parametrize(("hand", "refused"), [("collier", True), ("collier qqq", False)])
def test_kp11_a_fast_raider_chases_nobody_where_no_other_card_is_held(hand: str, refused: bool) -> None:
    """A chase needs an intercept, and an intercept a card of its own."""
    table = {"red": side(f"{PEF} emden", hand=hand), "black": side(merchants="lovat", hand="qqq")}
    assert bool(lay_out(**table, options=FAST).refuses("red", "play collier")) is refused


@rule("pirates", "3.3.37")
def test_kp12_no_second_chance_in_an_extra_turn() -> None:
    game = played("play second_chance", red=side(hand="second_chance second_chance_2 wireless_intercept"),
                  black=side(hand="qqq"))  # fmt: skip
    for kind in ("second_chance_2", "wireless_intercept"):
        assert game.refuses("red", f"play {kind}")


@rule("pirates", "5.2")
@rule("pirates", "3.2.2.1")
def test_kp13_cards_that_are_out_of_the_game_are_asked_of_nobody() -> None:
    red = side("wolf", merchants="lovat maria", hand="collier", pile="dee")
    game = alone("2", begins="phantom", red=red, dice=[(3,)], draws=[(0,)])
    game.says("red", "pass", dice=[(10, 1, 1, 1), (1,)])
    assert game.told(Fought)[0].outcome == "sunk"
    assert game.open() == ["red plan"], "no question for Mistaken Identity, which is not in the game"


@rule("pirates", "3.2.2.1")
def test_kp13_one_card_in_the_hand_is_enough_to_be_asked_and_none_is_not() -> None:
    assert hunt(hand="scuttle").open() == ["black react"]
    assert torpedoed(hand="collier").open() == ["black react"]
    game = played("intercept collier ship=leopard targets=lovat", red=side("leopard", hand="collier"),
                  black=side(merchants="lovat"), dice=[(1, 1, 1, 5), (1, 6)])  # fmt: skip
    assert not game.told(Reacted)


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
