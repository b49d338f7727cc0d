"""Positions worked out from the rulebook alone, KP100-KP138: cards, rounds and points, the turn and its plan."""

from typing import Any

import pytest

from games.kernel.errors import Illegal
from games.titles.pirates.components.options import Options
from games.titles.pirates.orders.forms import BRITISH_SUPPORTS, WEAPON_SUPPORTS
from games.titles.pirates.orders.legality import SUPPORTS
from games.titles.pirates.rules.rounds.scoring import round_points
from games.titles.pirates.state.events.attack import Fought
from games.titles.pirates.state.events.common import Place
from games.titles.pirates.state.events.rounds import GameWon, RoundScored, StarterFound
from games.titles.pirates.state.events.turn import Discarded, Drew, MerchantsArrived, TurnBegan
from games.titles.pirates.state.rolls import total
from tests.titles.pirates.laid_out import BOX, SEATS, TITLE, begin, lay_out, layout, side
from tests.titles.pirates.scenes import hunt

rule = pytest.mark.rule

# ---------------------------------------------------------------- 1.1 cards, KP100 dice


@rule("pirates", "1.1.2.1")
def test_reactions_are_never_laid_upright_and_supports_only_go_with_another_card() -> None:
    game = lay_out(
        red=side("leopard", hand="qqq surprise_attack collier"), black=side("emden", merchants="dee", hand="amc")
    )
    assert game.refuses("red", "play qqq")
    game.says("red", "play surprise_attack", "british collier")
    assert game.refuses("red", "play surprise_attack")
    for card in BOX.kinds.values():
        assert card.is_support is (card.id in SUPPORTS)
    assert set(BRITISH_SUPPORTS) | set(WEAPON_SUPPORTS) < set(SUPPORTS)


@rule("pirates", "1.1.4.1")
def test_a_card_bears_the_coins_of_its_own_use_and_no_others() -> None:
    bearers = {
        "attack": {"amc", "interrogate", "monitor", "trap"}, "mine": {"lay_mines", "submarines_uc"},
        "torpedo": {"submarines_u", "submarines_uc"}, "depth_charge": {"q_ship"},
        "gun": {"q_ship", "sail_q_ship", "submarines_u", "submarines_uc"},
    }  # fmt: skip
    for coin, kinds in bearers.items():
        assert {kind.id for kind in BOX.kinds.values() if getattr(kind, coin)} == kinds, coin


@rule("pirates", "1.1.4.2")
@rule("pirates", "1.1.4.4")
def test_fourteen_raiders_six_warships_five_fast_ones() -> None:
    warships = {ship.id for ship in BOX.ships.values() if ship.warship}
    assert warships == {"dresden", "emden", "karlsruhe", "konigsberg", "leipzig", "nurnberg"}
    assert sum(ship.raider for ship in BOX.ships.values()) == 14
    fast = "berlin cap_trafalgar kaiser_wilhelm_der_grosse kronprinz_wilhelm prinz_eitel_friedrich"
    assert {ship.id for ship in BOX.ships.values() if ship.fast} == set(fast.split())


@rule("pirates", "1.2")
@rule("pirates", "3.2.7.2")
@pytest.mark.parametrize(
    ("values", "modifiers", "result"),
    [
        ((4, 2), (), 4),
        ((10,), (), 10),
        ((1, 1, 1), (), 1),
        ((3, 2, 1), (-2, -2, -1), 1),
        ((7, 2, 1), (-2, -2, -1, 2, 3), 7),
    ],
)
def test_kp100_kp141_kp142_the_highest_die_with_all_modifiers_and_never_below_one(
    values: Any, modifiers: Any, result: int
) -> None:
    assert total(values, tuple(("some", amount) for amount in modifiers), 1) == result


@rule("pirates", "6.0")
def test_options_are_agreed_on_before_the_game_and_none_is_in_force_unless_named() -> None:
    assert TITLE.rules.new_game("two_players", Options()).options == Options()
    with pytest.raises(Illegal):
        TITLE.rules.new_game("two_players", Options(without_breakout=True))


# ---------------------------------------------------------------- KP101-KP118 rounds


@rule("pirates", "2.2.1")
def test_kp101_hands_are_hidden_and_fleets_lie_open() -> None:
    game = lay_out(teams=True, red=side("emden", merchants="dee", hand="qqq"), black=side(hand="amc"),
                   white=side("wolf", hand="trap"), blue=side())  # fmt: skip
    for seat in (*SEATS[1:], "public"):
        seen = game.view(seat)
        assert (seen.fleet("red").hand, seen.fleet("red").cards) == ([], 1)
        assert [ship.card for ship in seen.fleet("red").ships] == ["emden"]


@rule("pirates", "2.0")
@rule("pirates", "3.3.37")
def test_kp102_kp258_the_last_card_leaves_no_extra_turn_and_no_refill() -> None:
    game = lay_out(red=side("emden", hand="collier second_chance"), black=side(merchants="lovat", hand="qqq"), last=1)
    game.says("red", "intercept collier ship=emden targets=lovat", "play second_chance", "as-planned")
    game.says("black", "pass", dice=[(8, 1, 1, 4)]).says("black", "pass")
    assert len(game.told(TurnBegan)) == 1
    assert not game.told(MerchantsArrived)
    assert game.open() == ["red carry_over"]


@rule("pirates", "2.0")
@rule("pirates", "3.3.14")
def test_kp103_without_a_draw_the_round_goes_on() -> None:
    game = lay_out(red=side(weather="fog_bank", hand="qqq"), black=side("emden", hand="amc"), last=1)
    assert game.open() == ["black plan"]
    game.says("black", "pass")
    assert [event.seat for event in game.told(Drew)] == ["black"]
    assert game.told(RoundScored)


def points(**piles: str) -> dict[str, int]:
    """Victory points of a round that ends with these piles; prizes stand after a semicolon."""
    fleets = {}
    for seat, both in piles.items():
        pile, _, prizes = both.partition(";")
        fleets[seat] = side(pile=pile.strip(), prizes=prizes.strip())
    game = begin(layout(**fleets), "score")
    return game.told(RoundScored)[0].victory_points


@rule("pirates", "2.3.1.1")
@rule("pirates", "3.2.5.2")
def test_kp105_kp106_what_counts_twice() -> None:
    found = points(red="lovat+safe maria+safe+doubled matheran+doubled author; hyades", black="appam")
    assert found == {"red": 7 + 10 + 18 + 5 + 10, "black": 9}


@rule("pirates", "2.3.1.2")
@pytest.mark.parametrize(
    ("pile", "draws", "worth"),
    [
        ("hyades emden leopard geier; maria", [(0,)], 29),
        ("hyades emden leopard geier; maria", [(1,)], 32),
        ("hyades emden leopard geier; maria", [(2,)], 36),
        ("hyades emden", [], 17),
        ("lovat+safe emden", [], 19),
    ],
)
def test_kp107_kp108_german_ships_count_up_to_the_merchants(pile: str, draws: Any, worth: int) -> None:
    own, _, prizes = pile.partition(";")
    game = begin(layout(red=side(pile=own.strip(), prizes=prizes.strip()), black=side()), "score", draws=draws)
    assert game.told(RoundScored)[0].victory_points["red"] == worth


@rule("pirates", "2.3.3.1")
@rule("pirates", "2.3.3.2")
@pytest.mark.parametrize(
    ("victory", "scale", "expected"),
    [
        ((10, 10, 10, 5), (4, 3, 2, 1), (4, 4, 4, 1)),
        ((0, 0, 8, 3), (4, 3, 2, 1), (0, 0, 4, 3)),
        ((5, 5, 5, 5), (4, 3, 2, 1), (4, 4, 4, 4)),
        ((40, 30, 30, 20), (4, 3, 2, 1), (4, 3, 3, 1)),
        ((20, 20, 7), (3, 2, 1), (3, 3, 1)),
        ((27, 0, 68), (3, 2, 1), (2, 0, 3)),
        ((6, 6), (2, 1), (2, 2)),
        ((6, 0), (2, 1), (2, 0)),
        ((0, 0), (2, 1), (0, 0)),
    ],
)
def test_kp110_kp111_round_points(victory: Any, scale: Any, expected: Any) -> None:
    assert tuple(round_points(dict(zip(SEATS, victory, strict=False)), scale).values()) == expected


@rule("pirates", "2.3.3.3")
@rule("pirates", "2.5")
def test_kp114_equal_round_points_are_told_apart_by_all_victory_points() -> None:
    state = layout(round_=3, red=side(pile="dee"), black=side(pile="staut"))
    for fleet, victory in zip(state.fleets, ([80], [79]), strict=True):
        fleet.round_points, fleet.victory_points = [3], list(victory)
    game = begin(state, "score")
    assert (game.told(GameWon)[0].seat, game.told(GameWon)[0].victory_points) == ("red", 83)


@rule("pirates", "3.1")
@pytest.mark.parametrize(
    ("dice", "starter"), [([(9, 9, 4)], "white"), ([(10, 10, 7)], "white"), ([(5, 5, 5), (1, 2, 3)], "white")]
)
def test_kp115_equal_dice_drop_out(dice: Any, starter: str) -> None:
    state = TITLE.rules.new_game("three_players", Options())
    assert begin(state, "deal", dice=dice).told(StarterFound)[0].seat == starter


@rule("pirates", "3.1")
def test_kp117_equal_round_points_drop_out() -> None:
    state = layout(round_=1, red=side(), black=side(), white=side())
    for fleet, rounds in zip(state.fleets, (3, 1, 1), strict=True):
        fleet.round_points = [rounds]
    assert begin(state, "deal").told(StarterFound)[0].seat == "red"


# ---------------------------------------------------------------- KP119-KP138 the turn and the plan


@rule("pirates", "3.0.1")
@rule("pirates", "S.1")
def test_kp119_kp136_without_ships_the_turn_goes_on_in_its_order() -> None:
    game = lay_out(
        red=side(hand="collier submarines_u breakout"), black=side("emden", merchants="lovat maria dee", hand="qqq")
    )
    game.says("red", "british collier target=emden", "play submarines_u target=lovat", "play breakout", "as-planned")
    game.says("black", "pass", dice=[(1, 1, 9)])
    game.says("black", "pass", dice=[(10, 1, 1, 5), (6, 1, 3)])
    assert len(game.has("red", "ships")) == 2
    assert game.has("red", "pile") == ["lovat"]
    names = [type(told.variants[0].event).__name__ for told in game.events]
    assert names.index("CardsAssigned") < names.index("Revealed") < names.index("Discarded") < names.index("Drew")
    assert names.index("Drew") < names.index("MerchantsArrived")


@rule("pirates", "3.2.1.1")
@rule("pirates", "3.2.0")
def test_kp133_where_each_use_lies() -> None:
    game = lay_out(red=side("leopard meteor", hand="collier lay_mines scuttle amc surprise_attack breakout"),
                   black=side("emden", merchants="lovat", hand="qqq"))  # fmt: skip
    game.says("red", "intercept collier ship=leopard", "mines lay_mines ship=meteor", "british scuttle",
              "play breakout", "play surprise_attack")  # fmt: skip
    assert game.view("black").laid == [
        Place("", False, 2), Place("", True, 1), Place("leopard", True, 1), Place("meteor", False, 1)]  # fmt: skip
    assert not game.view("black").assigned
    assert game.refuses("red", "british amc target=emden")


@rule("pirates", "3.2.8.1")
def test_kp134_the_opponent_is_named_when_the_card_is_shown() -> None:
    game = lay_out(red=side("leopard", hand="collier"), black=side(merchants="lovat", hand="qqq"),
                   white=side(merchants="maria", hand="amc"))  # fmt: skip
    game.says("red", "intercept collier ship=leopard targets=lovat")
    for merchant in ("lovat", "maria"):
        assert not game.refuses("red", f"intercept collier ship=leopard targets={merchant}")


@rule("pirates", "3.2.9.1")
def test_kp135_a_boarding_party_stays_face_down_until_its_merchant_is_met() -> None:
    game = hunt("leopard", "lovat maria", supports="good_hunting boarding_party", boarding="maria", hand="qqq amc")
    assert game.view("black").played == ["collier_1", "good_hunting_1"]
    assert game.view("black").laid == [Place("", False, 1)]
    game.says("black", "pass", dice=[(1, 1, 1, 8), (1, 6)])
    assert "boarding_party_1" in game.view("black").played


@rule("pirates", "3.2.8.2")
@rule("pirates", "3.3.47")
def test_kp193_cards_of_this_turn_lie_aside_and_are_no_discards_yet() -> None:
    game = lay_out(red=side(hand="breakout wireless_intercept"), black=side(hand="qqq"), discards="trap amc")
    game.says("red", "play breakout", "play wireless_intercept").says("red", "play breakout", dice=[(1, 1, 6)])
    game.says("red", "play wireless_intercept")
    assert game.fleet("red").hand[:2] == ["amc_1", "trap_1"]
    assert game.state.discards == ["breakout_1", "wireless_intercept_1"]


@rule("pirates", "3.1.5")
def test_kp128_the_player_orders_the_discards_and_the_defenders_follow() -> None:
    game = lay_out(red=side("leopard", hand="collier scuttle breakout"), black=side(merchants="lovat", hand="qqq"))
    game.says("red", "intercept collier ship=leopard targets=lovat", "play breakout",
              "discard breakout,collier", "as-planned")  # fmt: skip
    game.says("black", "qqq", dice=[(1, 1, 1, 5), (1, 6)])
    game.says("red", "pass", dice=[(1, 1, 6)])
    assert [event.cards for event in game.told(Discarded)] == [("breakout_1", "collier_1"), ("qqq_1",)]
    assert game.view("black").discards_top == ["qqq_1", "collier_1"]


@rule("pirates", "3.1.3.2")
def test_kp127_a_merchant_is_attacked_in_many_ways_but_intercepted_once() -> None:
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


@rule("pirates", "3.1.3")
def test_kp121_kp122_one_task_for_an_own_ship_and_one_intercept_of_an_enemy() -> None:
    red = side("meteor", hand="collier lay_mines scuttle")
    game = lay_out(red=red, black=side("emden dresden", merchants="lovat", hand="qqq"))
    assert game.refuses("red", "intercept collier ship=meteor", "mines lay_mines ship=meteor")
    game.says("red", "british collier", "british scuttle")
    game.says("red", "british collier target=emden").says("black", "pass", dice=[(1, 1, 9)])
    assert game.refuses("red", "british scuttle target=emden")
    assert not game.refuses("red", "british scuttle target=dresden")


@rule("pirates", "3.1.3.1")
@rule("pirates", "3.1.3.3")
def test_kp124_kp125_kp275_a_failed_interrogate_may_be_followed_by_another_a_good_one_not() -> None:
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


@rule("pirates", "3.3.1")
@rule("pirates", "3.1.5.1")
def test_kp137_the_card_of_a_ship_that_is_gone_is_discarded() -> None:
    game = lay_out(red=side("leopard emden", hand="collier good_hunting scuttle"),
                   black=side(merchants="lovat maria", hand="amc"))  # fmt: skip
    game.says("red", "play scuttle target=leopard", "intercept collier ship=leopard targets=lovat,maria "
              "supports=good_hunting", "as-planned")  # fmt: skip
    game.says("black", "amc", dice=[(1, 1, 1, 8), (6, 1, 3)])
    assert len(game.told(Fought)) == 2, "Maria is not attacked"
    assert {"collier_1", "good_hunting_1", "scuttle_1"} <= set(game.state.discards)
