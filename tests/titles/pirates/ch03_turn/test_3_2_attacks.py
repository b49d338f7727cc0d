"""Attacks, challenges, captures and safe passage (3.2.3-3.2.7)."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from games.titles.pirates.components.odds import attack_odds, challenge_odds
from games.titles.pirates.components.options import Options
from games.titles.pirates.state.events import attack as told
from games.titles.pirates.state.events.attack import Challenged, Fought
from games.titles.pirates.state.events.turn import Drew
from games.titles.pirates.state.rolls import DAMAGED, NONE, SUNK, outcome, total
from tests.titles.pirates.laid_out import BOX, lay_out, side
from tests.titles.pirates.printed_example import craigs_turn, jeffs_turn, the_table
from tests.titles.pirates.scenes import DAY, NIGHT, hunt, mines, navy, played, torpedoed

rule = pytest.mark.rule
Coin = tuple[int, ...]
GUNS: list[Coin] = sorted({ship.attack for ship in BOX.ships.values()})[::3]
HULLS: list[Coin] = sorted({ship.defence for ship in (*BOX.ships.values(), *BOX.merchants.values())})


def results(coin: Coin, modifier: int) -> Iterator[int]:
    """What all rolls of a coin come to: the highest die with the modifier, never below 1."""
    return (max(1, max(dice) + modifier) for dice in product(*(range(1, sides + 1) for sides in coin)))


def thousandths(favourable: int, of: int) -> int:
    return int(1000 * Fraction(favourable, of))


PEF = "prinz_eitel_friedrich"
JEFF = "red"


@rule("pirates", "3.2.3")
def test_the_navy_rolls_the_coin_of_the_card_and_the_pile_goes_to_its_player() -> None:
    game = lay_out(red=side(hand="recalled"), black=side("leopard+identified", hand="qqq"))
    game.says("red", "british recalled target=leopard", "as-planned").says("black", "pass", dice=[(8, 1, 4)])
    assert game.told(told.Fought)[0].attacker.coin == (10, 8)
    assert game.has("red", "pile") == ["leopard"]


@rule("pirates", "3.2.3")
def test_warships_are_always_open_but_raiders_and_prizes_only_when_identified() -> None:
    game = lay_out(
        red=side(hand="collier"),
        black=side("emden leopard wolf+identified", prizes="maria lovat+identified", merchants="dee", hand="qqq"),
    )
    for target in ("leopard", "maria", "dee"):
        assert game.refuses("red", f"british collier target={target}")
    for target in ("emden", "wolf", "lovat"):
        assert not game.refuses("red", f"british collier target={target}")


@rule("pirates", "3.2.3")
@pytest.mark.parametrize("support", ["boarding_party", "good_hunting", "shipping_lanes", "special_cargo"])
def test_only_surprise_attack_and_searchlight_support_the_navy(support: str) -> None:
    game = lay_out(red=side(hand=f"{NIGHT} {support}_1 surprise_attack searchlight"), black=side("emden", hand="qqq"))
    order = f"british {NIGHT} target=emden supports="
    assert game.refuses("red", f"{order}{support}_1")
    assert not game.refuses("red", f"{order}surprise_attack_1,searchlight_1")


@rule("pirates", "3.2.3")
def test_two_supports_of_british_intercepts() -> None:
    for kind in ("boarding_party", "good_hunting", "shipping_lanes", "special_cargo"):
        game = lay_out(red=side(hand=f"{NIGHT} {kind}"), black=side("emden", hand="qqq"))
        assert game.refuses("red", f"british {NIGHT} target=emden supports={kind}")
    game = lay_out(red=side(hand=f"{NIGHT} searchlight surprise_attack"), black=side("emden", hand="qqq"))
    assert not game.refuses("red", f"british {NIGHT} target=emden supports=searchlight,surprise_attack")


@rule("pirates", "3.2.3.1")
def test_disguised_raiders_and_prizes_are_no_targets() -> None:
    game = lay_out(red=side(hand="collier"), black=side("emden leopard wolf+identified", prizes="dee lovat+identified",
                                                        hand="qqq"))  # fmt: skip
    open_ = {"emden", "wolf", "lovat"}
    for ship in ("emden", "leopard", "wolf", "dee", "lovat"):
        assert game.refuses("red", f"british collier target={ship}") is (ship not in open_)


@rule("pirates", "3.2.4")
def test_a_ship_intercepts_with_her_own_coin_not_with_that_of_the_card() -> None:
    game = hunt("meteor", by="recalled", hand="amc").says("black", "pass", dice=[(8, 1, 4)])
    assert game.told(told.Fought)[0].attacker.coin == (8, 4)
    assert game.has("red", "pile") == ["lovat"]


@rule("pirates", "3.2.4")
def test_merchants_are_always_open_to_attack_and_prizes_never_to_ships() -> None:
    game = lay_out(
        red=side("leopard", hand=DAY), black=side("emden", prizes="maria+identified", merchants="lovat", hand="qqq")
    )
    for target in ("maria", "emden"):
        assert game.refuses("red", f"intercept {DAY} ship=leopard targets={target}")
    assert not game.refuses("red", f"intercept {DAY} ship=leopard targets=lovat")


@rule("pirates", "3.2.4")
def test_any_number_of_supports_goes_with_the_intercept_of_a_merchant() -> None:
    supports = "good_hunting surprise_attack searchlight special_cargo boarding_party"
    game = hunt("leopard", "lovat maria", by=NIGHT, supports=supports, boarding="maria", hand="amc")
    game.says("black", "pass", dice=[(4, 1, 1, 4)])
    assert game.told(told.Fought)[0].attacker.total == 4 - 1 + 3 + 2
    assert game.trophy("red", "lovat").doubled
    game.says("black", "pass").says("black", "pass", dice=[(4, 1, 1, 4)])
    assert game.has("red", "prizes") == ["maria"]


@rule("pirates", "3.2.4.1")
@rule("pirates", "3.2.7.5")
def test_the_ships_coin_and_the_cards_night() -> None:
    game = hunt(PEF, "lovat", by=NIGHT, hand="trap").says("black", "pass", dice=[(5, 2, 8), (1, 6)])
    shot = game.told(Fought)[0].attacker
    assert (shot.coin, shot.total) == ((10, 6), 4)
    game = navy("emden", by=NIGHT, hand="collier").says("black", "pass", dice=[(6, 4)])
    shot = game.told(Fought)[0].attacker
    assert (shot.coin, shot.total) == ((10,), 5)


@rule("pirates", "3.2.5")
def test_a_captured_merchant_joins_the_fleet_in_disguise_and_supplies_her_captor() -> None:
    game = hunt("emden+unsupplied", supports="boarding_party", boarding="lovat", hand="amc")
    game.says("black", "pass", dice=[(10, 1, 1, 4)])
    assert game.has("red", "prizes") == ["lovat"]
    assert not game.ship("lovat").identified
    assert not game.ship("emden").unsupplied
    assert "lovat" not in game.has("black", "merchants") + game.has("black", "pile")


@rule("pirates", "3.2.5")
def test_without_boarding_party_or_non_combatant_nothing_is_captured() -> None:
    game = hunt(hand="amc").says("black", "pass", dice=[(10, 1, 1, 4)])
    assert (game.has("red", "prizes"), game.has("red", "pile")) == ([], ["lovat"])


@rule("pirates", "3.2.5")
def test_a_prize_brings_her_value_once_to_who_sinks_her_and_twice_from_a_safe_port() -> None:
    game = navy("lovat+identified", hand="amc", prize=True).says("black", "pass", dice=[(8, 1, 4)])
    assert (game.trophy("red", "lovat").how, game.trophy("red", "lovat").doubled) == ("sunk", False)
    game = navy("lovat+identified", hand="amc", prize=True).says("black", "pass", dice=[(1, 1, 4)])
    game.says("black", "try", dice=[(6, 1)])
    assert game.trophy("black", "lovat").doubled


@rule("pirates", "3.2.5")
@rule("pirates", "3.3.12")
def test_a_prize_taken_this_turn_may_be_sent_home_this_turn() -> None:
    game = lay_out(
        red=side("emden", hand="collier boarding_party fair_seas"), black=side(merchants="lovat", hand="amc")
    )
    game.says(
        "red", "intercept collier ship=emden targets=lovat supports=boarding_party boarding=lovat", "play fair_seas"
    )
    game.says("red", "intercept collier ship=emden targets=lovat supports=boarding_party boarding=lovat")
    game.says("black", "pass", dice=[(10, 1, 1, 4)]).says("red", "play fair_seas target=lovat", dice=[(6, 6)])
    assert game.trophy("red", "lovat").doubled


@rule("pirates", "3.2.5")
def test_a_prize_may_founder() -> None:
    game = played("play heavy_weather", red=side(hand="heavy_weather"),
                  black=side(prizes="lovat+damaged", hand="qqq"), dice=[(6, 1)])  # fmt: skip
    assert game.state.merchant.used == ["lovat"]


@rule("pirates", "3.2.5.2")
@rule("pirates", "3.2.6")
def test_a_prize_runs_for_port_and_counts_twice() -> None:
    game = navy("lovat+identified", hand="qqq", prize=True)
    game.says("black", "pass", dice=[(1, 1, 5)]).says("black", "choose try", dice=[(4, 3)])
    assert game.trophy("black", "lovat").doubled


@rule("pirates", "3.2.6")
@pytest.mark.parametrize(("dice", "safe"), [((5, 4), True), ((4, 4), False), ((1, 6), False)])
def test_an_undamaged_merchant_that_outlives_an_intercept_runs_for_port(dice: tuple[int, int], safe: bool) -> None:
    game = hunt(hand="amc").says("black", "pass", dice=[(1, 1, 1, 8), dice])
    (run,) = game.told(told.Challenged)
    assert (run.challenger.of, run.challenger.coin, run.responder.of, run.responder.coin) == (
        "black",
        (6,),
        "red",
        (6,),
    )
    assert (game.has("black", "pile") == ["lovat"]) is safe
    assert safe or game.ship("lovat").damage == 0, "nothing is lost by trying"


@rule("pirates", "3.2.6")
def test_no_run_for_port_when_damaged_before_or_now_nor_after_mines_or_torpedoes() -> None:
    game = hunt(hand="amc").says("black", "pass", dice=[(7, 1, 1, 4)])
    assert game.goes_without(told.Challenged, "black plan")
    game = hunt(targets="lovat+damaged", hand="amc").says("black", "pass", dice=[(1, 1, 1, 8)])
    assert game.goes_without(told.Challenged, "black plan")
    game = torpedoed(hand="amc").says("black", "pass", dice=[(1, 1, 1, 8)])
    assert game.goes_without(told.Challenged, "black plan")
    game = lay_out(red=side("meteor", hand="lay_mines"), black=side(merchants="lovat", hand="amc"))
    game.says("red", "mines lay_mines ship=meteor against=black", "as-planned")
    assert game.says("black", "pass", dice=[(1, 1, 8)]).goes_without(told.Challenged, "black plan")


@rule("pirates", "3.2.6")
def test_the_owner_of_a_prize_decides_whether_she_runs() -> None:
    game = navy("lovat+identified", hand="amc", prize=True).says("black", "pass", dice=[(1, 1, 8)])
    assert game.open() == ["black passage"]
    assert game.says("black", "stay").has("black", "prizes") == ["lovat"]


@rule("pirates", "3.2.6")
def test_warships_and_raiders_do_not_run_for_port() -> None:
    assert navy("emden", hand="amc").says("black", "pass", dice=[(1, 1, 10)]).open() == ["black plan"]


@rule("pirates", "3.2.6")
@rule("pirates", "3.3.32")
def test_a_prize_under_a_new_flag_does_not_run_for_port() -> None:
    game = navy("lovat+identified", hand="reflag", prize=True).says("black", "reflag")
    assert game.has("black", "prizes") == ["lovat"]
    assert not game.told(Challenged)
    assert game.open() == ["red plan"]


@rule("pirates", "3.2.6")
@rule("pirates", "3.2.6.1")
@rule("pirates", "3.2.7.1")
@pytest.mark.parametrize(("dice", "safe"), [((5, 4), True), ((4, 4), False)])
def test_safe_passage_after_an_intercept(dice: Any, safe: bool) -> None:
    game = hunt("leopard", "matheran", hand="qqq").says("black", "pass", dice=[(1, 1, 1, 4), dice])
    assert (game.has("black", "pile") == ["matheran"]) is safe


@rule("pirates", "3.2.6")
def test_no_safe_passage_for_a_damaged_merchant() -> None:
    for target, dice in (("matheran", (5, 1, 1, 4)), ("matheran+damaged", (1, 1, 1, 4))):
        game = hunt("leopard", target, hand="qqq").says("black", "pass", dice=[dice])
        assert not game.told(Challenged)
        assert game.open() == ["black plan"]


@rule("pirates", "3.2.6.1")
@rule("pirates", "3.3.12")
def test_safe_passage_as_often_as_there_is_occasion() -> None:
    game = hunt("leopard", "lovat", hand="fair_seas fair_seas_2")
    game.says("black", "pass", dice=[(1, 1, 1, 4), (3, 3)])
    game.says("black", "play fair_seas target=lovat", "play fair_seas_2 target=lovat", "as-planned",
              dice=[(3, 4), (4, 4)])  # fmt: skip
    assert game.has("black", "pile") == ["lovat"]
    assert [event.purpose for event in game.told(Challenged)] == ["safe_passage"] * 3


@rule("pirates", "3.2.7")
@pytest.mark.parametrize(
    ("attack", "defence", "result"),
    [
        (8, 4, SUNK),
        (9, 4, SUNK),
        (7, 4, DAMAGED),
        (5, 4, DAMAGED),
        (4, 4, NONE),
        (3, 4, NONE),
        (2, 1, SUNK),
        (1, 1, NONE),
    ],
)
def test_sunk_at_twice_the_defence_damaged_above_it(attack: int, defence: int, result: str) -> None:
    assert outcome(attack, defence, 2) == result


@rule("pirates", "3.2.7")
def test_a_second_damage_has_no_effect() -> None:
    game = hunt(targets="lovat+damaged", hand="amc").says("black", "pass", dice=[(5, 1, 1, 6)])
    assert (game.told(told.Fought)[0].outcome, game.ship("lovat").damage) == ("none", 1)
    game = navy("emden+damaged", hand="amc").says("black", "pass", dice=[(5, 1, 6)])
    assert (game.told(told.Fought)[0].outcome, game.ship("emden").damage) == ("none", 1)


@rule("pirates", "3.2.7")
@pytest.mark.parametrize(
    ("ship", "by", "result"),
    [
        ("leopard", DAY, 9),
        ("leopard+damaged", DAY, 7),
        ("leopard+unsupplied", DAY, 7),
        ("leopard", NIGHT, 8),
        ("leopard+damaged+unsupplied", NIGHT, 4),
    ],
)
def test_damage_want_of_supply_and_night_hamper_an_intercept_and_add_up(ship: str, by: str, result: int) -> None:
    game = hunt(ship, by=by, hand="amc").says("black", "pass", dice=[(9, 1, 1, 8)] + ([(1, 6)] if result < 9 else []))
    assert game.told(told.Fought)[0].attacker.total == result


@rule("pirates", "3.2.7")
def test_no_result_falls_below_one() -> None:
    game = hunt("leopard+damaged+unsupplied", "lovat+damaged", by=NIGHT, hand="amc")
    game.says("black", "pass", dice=[(3, 1, 1, 1)])
    shot = game.told(told.Fought)[0]
    assert (shot.attacker.total, shot.defender.total, shot.outcome) == (1, 1, "none")
    assert total((2,), (("damaged", -2), ("unsupplied", -2)), 1) == 1


@rule("pirates", "3.2.7")
def test_damage_weakens_the_defence_and_want_of_supply_does_not() -> None:
    for target, result in (
        ("emden", 6),
        ("emden+unsupplied", 6),
        ("emden+damaged", 4),
        ("emden+damaged+unsupplied", 4),
    ):
        game = navy(target, hand="amc").says("black", "pass", dice=[(1, 1, 6)])
        assert game.told(told.Fought)[0].defender.total == result


@rule("pirates", "3.2.7")
def test_a_challenge_must_be_higher_than_the_response() -> None:
    for dice, success in (((5, 1, 4), True), ((4, 1, 4), False), ((3, 1, 4), False)):
        game = played(
            "play breakdown target=emden", red=side(hand="breakdown"), black=side("emden", hand="qqq"), dice=[dice]
        )
        assert game.told(told.Challenged)[0].success is success


@rule("pirates", "3.2.7")
def test_the_navy_suffers_from_the_night() -> None:
    game = navy("emden", by=NIGHT, hand="amc").says("black", "pass", dice=[(9, 10)])
    assert game.told(told.Fought)[0].attacker.total == 8


@pytest.mark.rule("pirates", "3.2.7")
@pytest.mark.parametrize(("bonus", "malus"), [(0, 0), (2, 0), (-3, 0), (0, -2), (1, -4)])
def test_twice_the_defence_sinks_and_more_than_it_damages(bonus: int, malus: int) -> None:
    for coin, hull in product(GUNS, HULLS):
        pairs = list(product(results(coin, bonus), results(hull, malus)))
        sunk = sum(mine >= 2 * theirs for mine, theirs in pairs)
        damaged = sum(theirs < mine < 2 * theirs for mine, theirs in pairs)
        expected = (thousandths(sunk, len(pairs)), thousandths(damaged, len(pairs)))
        assert tuple(attack_odds(coin, bonus, hull, malus)) == expected, (coin, hull)


@pytest.mark.rule("pirates", "3.2.7")
@pytest.mark.parametrize("bonus", [0, 2, -4])
def test_a_challenge_wants_more_than_the_response(bonus: int) -> None:
    for coin, response in product(HULLS, HULLS):
        pairs = list(product(results(coin, bonus), results(response, 0)))
        expected = thousandths(sum(mine > theirs for mine, theirs in pairs), len(pairs))
        assert challenge_odds(coin, bonus, response) == expected, (coin, response)


@rule("pirates", "3.2.7")
@rule("pirates", "3.2.7.2")
@rule("pirates", "3.2.7.4")
@pytest.mark.parametrize(
    ("ship", "dice", "outcome"),
    [
        ("leopard", (4, 2, 4), "none"),
        ("leopard", (5, 2, 4), "damaged"),
        ("leopard", (7, 2, 4), "damaged"),
        ("leopard", (8, 2, 4), "sunk"),
        ("leopard", (1, 1, 1), "none"),
        ("leopard", (2, 1, 1), "sunk"),
        ("leopard", (10, 1, 5), "sunk"),
        ("leopard", (9, 1, 5), "damaged"),
        ("leopard+damaged", (3, 1, 4), "none"),
        ("leopard+damaged", (4, 1, 4), "sunk"),
        ("leopard+damaged", (2, 1, 3), "sunk"),
        ("leopard+damaged", (1, 1, 2), "none"),
    ],
)
def test_none_damaged_or_sunk_at_each_edge_of_the_rolls(ship: str, dice: Any, outcome: str) -> None:
    game = navy(f"{ship}+identified", by="recalled", hand="collier").says("black", "pass", dice=[dice])
    assert game.told(Fought)[0].outcome == outcome
    assert game.has("red", "pile") == (["leopard"] if outcome == "sunk" else [])


@rule("pirates", "3.2.7")
@rule("pirates", "3.3.44")
def test_jeff_sinks_leopard_by_surprise() -> None:
    game = jeffs_turn(the_table())
    (shot,) = game.told(Fought)
    assert (shot.attacker.coin, shot.attacker.total, shot.defender.total, shot.outcome) == ((10, 8), 8, 4, "sunk")
    assert game.has(JEFF, "pile") == ["leopard"]
    assert [event.seat for event in game.told(Drew)] == [JEFF]


@rule("pirates", "3.2.7")
@rule("pirates", "3.3.42")
def test_the_torpedo_sinks_maria_whose_defence_falls_to_one() -> None:
    shot = craigs_turn(jeffs_turn(the_table())).told(Fought)[3]
    assert (shot.attacker.coin, shot.attacker.total, shot.defender.total, shot.outcome) == ((10, 6, 4), 5, 1, "sunk")


@rule("pirates", "3.2.7.1")
@pytest.mark.parametrize(("kind", "dice"), [("breakdown", (6, 2, 6)), ("interrogate", (8, 8))])
def test_equal_challenges_fail(kind: str, dice: Any) -> None:
    game = played(f"play {kind} target=leopard", red=side(hand=kind), black=side("leopard", hand="qqq"), dice=[dice])
    assert not game.told(Challenged)[0].success
    assert (game.ship("leopard").damage, game.ship("leopard").identified) == (0, False)
    assert game.open() == ["black plan"]


@rule("pirates", "3.2.7.2")
@rule("pirates", "3.2.7.3")
@rule("pirates", "3.2.7.5")
@pytest.mark.parametrize(("dice", "outcome"), [((3, 2, 1, 1), "none"), ((7, 2, 1, 1), "sunk")])
def test_the_floor_under_an_attack(dice: Any, outcome: str) -> None:
    game = hunt("emden+damaged+unsupplied", "bowes_castle", by=NIGHT, hand="qqq")
    more = [] if outcome == "sunk" else [(1, 6)]
    assert game.says("black", "pass", dice=[dice, *more]).told(Fought)[0].outcome == outcome


@rule("pirates", "3.2.7.2")
@rule("pirates", "3.3.36")
@rule("pirates", "3.3.44")
@pytest.mark.parametrize(("markers", "total"), [("+damaged+unsupplied", 7), ("+damaged+damaged", 7)])
def test_all_modifiers_together(markers: str, total: int) -> None:
    game = hunt(f"emden{markers}", "matheran", by=NIGHT, supports="surprise_attack searchlight",
                options=Options(cumulative_damage=True), hand="qqq")  # fmt: skip
    game.says("black", "pass", dice=[(7, 1, 1, 8), (1, 8)])
    assert game.told(Fought)[0].attacker.total == total


@rule("pirates", "3.2.7.3")
def test_lack_of_supply_does_not_hurt_the_defence() -> None:
    game = navy("emden+unsupplied", hand="collier_1", by="scuttle").says("black", "pass", dice=[(1, 1, 5)])
    assert game.told(Fought)[0].defender.modifiers == ()


@rule("pirates", "3.2.7.3")
@rule("pirates", "3.3.1.2")
def test_a_ship_out_of_supply_meets_an_amc() -> None:
    game = hunt("leopard+unsupplied", "lovat", hand="amc").says("black", "amc", dice=[(5, 1, 1, 8), (1, 1, 8)])
    first, second = game.told(Fought)
    assert (first.attacker.total, second.defender.total) == (3, 8)


@rule("pirates", "3.2.7.3")
@rule("pirates", "3.2.7.4")
@rule("pirates", "3.2.7.5")
@pytest.mark.parametrize(
    ("merchant", "dice", "outcome"),
    [
        ("bowes_castle", (4, 1, 2), "sunk"),
        ("lovat+damaged", (3, 1, 5), "none"),
        ("lovat+damaged", (4, 1, 5), "none"),
        ("lovat+damaged", (6, 1, 5), "sunk"),
    ],
)
def test_the_layers_wear_does_not_hamper_mines_but_the_merchants_does(merchant: str, dice: Any, outcome: str) -> None:
    game = mines("", layer="meteor+damaged+unsupplied", merchants=merchant).says("black", "pass", dice=[dice])
    assert game.told(Fought)[0].outcome == outcome
    assert game.told(Fought)[0].attacker.modifiers == ()
