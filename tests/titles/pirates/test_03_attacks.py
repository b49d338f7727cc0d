"""1.2, 1.3, 3.2.3–3.2.7 Dice, markers, intercepts, prizes and the run for port."""

import pytest

from games.titles.pirates.state.events import attack as told
from games.titles.pirates.state.rolls import DAMAGED, NONE, SUNK, outcome, total
from tests.titles.pirates.laid_out import lay_out, side
from tests.titles.pirates.scenes import DAY, NIGHT, hunt, navy, played, torpedoed

rule = pytest.mark.rule

# ---------------------------------------------------------------- 1.2, 1.3


@rule("pirates", "1.2")
@pytest.mark.parametrize(("dice", "result"), [((4, 2), 4), ((1, 1, 1), 1), ((3, 10, 7), 10), ((6,), 6)])
def test_the_highest_die_counts_never_the_sum(dice: tuple[int, ...], result: int) -> None:
    assert total(dice, (), 1) == result


@rule("pirates", "1.2")
def test_a_coin_rolls_the_dice_that_it_shows() -> None:
    game = hunt("leopard", hand="qqq").says("black", "pass", dice=[(2, 8, 6, 8), (1, 6)])
    shot = game.told(told.Fought)[0]
    assert (shot.attacker.coin, shot.defender.coin) == ((10, 8, 6), (8,))
    assert (shot.attacker.total, shot.defender.total) == (8, 8)


@rule("pirates", "1.3")
def test_damage_and_want_of_supply_are_marked_and_seen_by_all() -> None:
    game = hunt("leopard", hand="qqq").says("black", "pass", dice=[(7, 1, 1, 4)])
    assert [vessel.damage for vessel in game.view("public").fleet("black").merchants if vessel.card == "lovat"] == [1]
    game = played("play rendezvous_missed target=black", red=side(hand="rendezvous_missed"),
                  black=side("emden", hand="qqq"), dice=[(8, 1)])  # fmt: skip
    assert game.view("public").fleet("black").ships[0].unsupplied


# ---------------------------------------------------------------- 3.2.3 the Royal Navy


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


# ---------------------------------------------------------------- 3.2.4 merchants


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


# ---------------------------------------------------------------- 3.2.5 prizes


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


# ---------------------------------------------------------------- 3.2.6 safe passage


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


# ---------------------------------------------------------------- 3.2.7 results and modifiers


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
