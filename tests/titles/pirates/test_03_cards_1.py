"""3.3.1–3.3.9 Each action card with its limits, in the order of the rulebook."""

import pytest

from games.titles.pirates.state.events.attack import Challenged, Fought, Identified, Safe, SupportRevealed
from games.titles.pirates.state.events.effects import Repaired
from games.titles.pirates.state.events.turn import Revealed
from tests.titles.pirates.laid_out import Game, lay_out, side
from tests.titles.pirates.scenes import DAY, NIGHT, hunt, navy, played, torpedoed

rule = pytest.mark.rule

# ---------------------------------------------------------------- 3.3.1 AMC


@rule("pirates", "3.3.1")
def test_an_amc_fights_in_the_merchants_place_and_both_results_count() -> None:
    game = hunt("leopard", hand="amc").says("black", "amc", dice=[(8, 1, 1, 4), (8, 1, 4)])
    assert game.has("red", "pile") == ["amc_1"], "8 is twice the cruiser's 4"
    assert game.has("black", "pile") == ["leopard"], "and 8 is twice the raider's 4: both fired at once"
    assert "amc_1" not in game.state.discards
    assert game.has("black", "merchants")[0] == "lovat", "the merchant goes free"
    assert not game.told(Safe), "and does not run for port"
    assert game.open() == ["red plan"]


@rule("pirates", "3.3.1")
def test_an_amc_that_is_merely_damaged_is_discarded_and_damages_the_raider_that_she_identifies() -> None:
    game = hunt("leopard", hand="amc reflag").says("black", "amc", dice=[(5, 1, 1, 4), (5, 1, 4)])
    assert "amc_1" in game.state.discards
    assert (game.ship("leopard").damage, game.ship("leopard").identified) == (1, True)


@rule("pirates", "3.3.1")
def test_a_warship_meets_an_amc_without_being_identified() -> None:
    game = hunt("emden", hand="amc").says("black", "amc", dice=[(1, 1, 1, 4), (1, 1, 4)])
    assert not game.told(Identified)
    assert game.open() == ["red plan"]


@rule("pirates", "3.3.1")
def test_night_hampers_both_the_ship_and_the_amc() -> None:
    game = hunt("leopard", by=NIGHT, hand="amc").says("black", "amc", dice=[(9, 1, 1, 8), (8, 1, 7)])
    ship, cruiser = game.told(Fought)
    assert (ship.attacker.total, cruiser.attacker.total) == (8, 7)
    assert (ship.outcome, cruiser.outcome) == ("none", "none")


@rule("pirates", "3.3.1")
def test_against_an_amc_a_boarding_party_does_nothing_and_surprise_helps_the_ship_alone() -> None:
    game = hunt("leopard", supports="boarding_party surprise_attack", boarding="lovat", hand="amc")
    game.says("black", "amc", dice=[(6, 1, 1, 4), (7, 1, 7)])
    ship, cruiser = game.told(Fought)
    assert (ship.attacker.total, cruiser.attacker.total) == (8, 7)
    assert game.has("red", "pile") == ["amc_1"], "sunk, not boarded"
    assert not game.has("red", "prizes")


@rule("pirates", "3.3.1")
def test_the_merchant_of_an_amc_is_not_intercepted_again_this_turn() -> None:
    game = lay_out(
        red=side("leopard emden", hand="collier scuttle_1"), black=side(merchants="lovat maria", hand="amc qqq")
    )
    game.says("red", "intercept collier ship=leopard", "intercept scuttle_1 ship=emden")
    game.says("red", "intercept collier ship=leopard targets=lovat")
    game.says("black", "amc", dice=[(1, 1, 1, 8), (1, 1, 8)])
    assert game.refuses("red", "intercept scuttle_1 ship=emden targets=lovat")
    assert not game.refuses("red", "intercept scuttle_1 ship=emden targets=maria")


# ---------------------------------------------------------------- 3.3.2 Blockade Runner


@rule("pirates", "3.3.2")
def test_blockade_runner_tries_each_ship_out_of_supply_also_in_refuge() -> None:
    game = played(
        "play blockade_runner",
        red=side("emden+unsupplied meteor+unsupplied+refuge leopard", hand="blockade_runner"),
        black=side(hand="qqq"),
        morning=[(3, 2, 8)],
        dice=[(8, 1, 8), (8, 1, 7)],
    )
    refuge, emden, meteor = game.told(Challenged)
    assert (refuge.purpose, refuge.success) == ("island_refuge", False), "the refuge's own attempt came first"
    assert (emden.success, meteor.success) == (False, True), "8 against 8 is not enough"
    assert game.ship("emden").unsupplied
    assert not game.ship("meteor").unsupplied


@rule("pirates", "3.3.2")
def test_a_prize_in_the_fleet_adds_two_to_blockade_runner() -> None:
    game = played(
        "play blockade_runner",
        red=side("emden+unsupplied", prizes="lovat", hand="blockade_runner"),
        black=side(hand="qqq"),
        dice=[(7, 1, 8)],
    )
    assert game.told(Challenged)[0].challenger.total == 9
    assert not game.ship("emden").unsupplied


# ---------------------------------------------------------------- 3.3.3 Boarding Party


@rule("pirates", "3.3.3")
def test_a_boarding_party_takes_instead_of_sinking_and_resupplies_the_ship() -> None:
    game = hunt("leopard+unsupplied", supports="boarding_party", boarding="lovat", hand="qqq")
    game.says("black", "pass", dice=[(10, 1, 1, 4)])
    assert game.has("red", "prizes") == ["lovat"]
    assert not game.ship("lovat").identified
    assert not game.ship("leopard").unsupplied
    assert not game.has("red", "pile")


@rule("pirates", "3.3.3")
def test_with_a_boarding_party_damage_is_ignored_and_the_merchant_may_reach_port() -> None:
    game = hunt("leopard", supports="boarding_party", boarding="lovat", hand="qqq")
    game.says("black", "pass", dice=[(7, 1, 1, 4), (6, 5)])
    assert game.told(Fought)[0].outcome == "none"
    assert game.has("black", "pile") == ["lovat"]


@rule("pirates", "3.3.3")
def test_a_damaged_merchant_is_not_boarded_but_sunk() -> None:
    game = hunt("leopard", "lovat+damaged", supports="boarding_party", boarding="lovat", hand="qqq")
    game.says("black", "pass", dice=[(8, 1, 1, 6)])
    assert game.has("red", "pile") == ["lovat"]


@rule("pirates", "3.3.3")
def test_the_boarding_party_stays_hidden_until_its_merchant_comes_up() -> None:
    game = hunt("leopard", "lovat maria", supports="good_hunting boarding_party", boarding="maria", hand="qqq trap")
    assert game.told(Revealed)[0].supports == ("good_hunting_1",)
    assert game.question("black").context.supports == ("good_hunting_1",)
    assert "boarding_party_1" not in game.view("black").played
    game.says("black", "pass", dice=[(1, 1, 1, 2), (1, 2)])
    assert game.told(SupportRevealed) == [SupportRevealed("red", "boarding_party_1", "maria")]
    assert "boarding_party_1" in game.question("black").context.supports


@rule("pirates", "3.3.3")
def test_each_merchant_boarded_needs_a_party_of_its_own() -> None:
    game = lay_out(
        red=side("leopard", hand="collier good_hunting boarding_party boarding_party_2"),
        black=side(merchants="lovat maria", hand="qqq"),
    )
    order = "intercept collier ship=leopard targets=lovat,maria boarding=lovat,maria supports=good_hunting_1"
    (problem,) = game.refusals("red", f"{order},boarding_party_1")
    assert problem.rule == "3.3.3"
    assert not game.refuses("red", f"{order},boarding_party_1,boarding_party_2")


@rule("pirates", "3.3.3")
def test_a_party_without_a_named_merchant_boards_the_first_that_can_be_boarded() -> None:
    game = hunt("leopard", "maria+damaged lovat", supports="good_hunting boarding_party", hand="qqq")
    game.says("black", "pass", dice=[(1, 1, 1, 6)]).says("black", "pass", dice=[(10, 1, 1, 1)])
    assert game.has("red", "prizes") == ["lovat"]


@rule("pirates", "3.3.3")
def test_with_shipping_lanes_any_of_the_merchants_can_be_boarded() -> None:
    game = hunt("emden", "lovat maria", supports="shipping_lanes boarding_party", boarding="maria", hand="amc")
    game.says("black", "pass", dice=[(1, 1, 1, 8), (1, 6)]).says("black", "pass", dice=[(10, 1, 1, 1)])
    assert game.has("red", "prizes") == ["maria"]


# ---------------------------------------------------------------- 3.3.4 Bounding Main


@rule("pirates", "3.3.4")
def test_bounding_main_is_a_british_card_only_when_everybody_plays_for_himself() -> None:
    for rivals in (("black",), ("black", "white"), ("black", "white", "blue")):
        fleets = {seat: side("emden", hand="qqq") for seat in rivals}
        game = lay_out(red=side("leopard", hand="bounding_main"), **fleets)
        assert game.refuses("red", "play bounding_main")
        assert not game.refuses("red", "british bounding_main target=emden")


# ---------------------------------------------------------------- 3.3.5 Break Contact


@rule("pirates", "3.3.5")
def test_break_contact_cancels_an_intercept_and_lets_a_merchant_run_for_port() -> None:
    game = hunt("leopard", hand="break_contact").says("black", "break_contact", dice=[(5, 4), (6, 5)])
    assert not game.told(Fought)
    assert game.has("black", "pile") == ["lovat"]
    assert game.open() == ["red plan"]


@rule("pirates", "3.3.5")
def test_where_break_contact_fails_the_intercept_goes_on() -> None:
    game = hunt("leopard", hand="break_contact").says("black", "break_contact", dice=[(4, 4), (10, 1, 1, 4)])
    assert game.has("red", "pile") == ["lovat"]


@rule("pirates", "3.3.5")
def test_damage_and_want_of_supply_each_take_two_from_break_contact() -> None:
    game = navy("emden+damaged+unsupplied", hand="break_contact")
    game.says("black", "break_contact", dice=[(10, 6), (8, 4, 10)])
    (thrown,) = game.told(Challenged)
    assert (thrown.challenger.total, thrown.success) == (6, False)


@rule("pirates", "3.3.5")
def test_break_contact_serves_warships_raiders_and_prizes_alike() -> None:
    for target, prize in (("emden", False), ("leopard+identified", False), ("lovat+identified", True)):
        game = navy(target, hand="break_contact", prize=prize).says("black", "break_contact", dice=[(5, 4)])
        assert game.goes_without(Fought, "black passage" if prize else "red plan")


@rule("pirates", "3.3.5")
@pytest.mark.parametrize(
    "game",
    [
        hunt(by=NIGHT, hand="break_contact qqq"),
        hunt(supports="surprise_attack", hand="break_contact qqq"),
        navy("emden", by=NIGHT, hand="break_contact"),
        navy("emden", supports="surprise_attack", hand="break_contact"),
        torpedoed(hand="break_contact"),
    ],
    ids=["night", "surprise", "night, British", "surprise, British", "torpedo"],
)
def test_break_contact_is_no_use_by_night_under_surprise_or_against_torpedoes(game: Game) -> None:
    assert game.open() == ["black react"]
    assert not game.can("black", "break_contact")


@rule("pirates", "3.3.5")
def test_break_contact_does_not_help_a_ship_in_refuge_nor_against_mines() -> None:
    game = lay_out(red=side(hand="monitor"), black=side("emden+refuge", hand="break_contact pull_the_plug"))
    game.says("red", "play monitor target=emden", "as-planned")
    assert game.options("black") == ["pull_the_plug_1"]
    game = lay_out(red=side("meteor", hand="lay_mines"), black=side(merchants="lovat", hand="break_contact"))
    game.says("red", "mines lay_mines ship=meteor against=black", "as-planned")
    assert game.options("black") == []


# ---------------------------------------------------------------- 3.3.6 Breakdown


@rule("pirates", "3.3.6")
def test_breakdown_damages_a_ship_even_in_disguise() -> None:
    table = {"red": side(hand="breakdown"), "black": side("leopard", hand="qqq")}
    assert played("play breakdown target=leopard", **table, dice=[(5, 1, 4)]).ship("leopard").damage == 1
    assert played("play breakdown target=leopard", **table, dice=[(4, 1, 4)]).ship("leopard").damage == 0


@rule("pirates", "3.3.6")
def test_breakdown_wants_an_undamaged_warship_or_raider() -> None:
    game = lay_out(
        red=side("emden", hand="breakdown"),
        black=side("leopard+damaged wolf", merchants="lovat", prizes="maria", hand="qqq"),
    )
    for target in ("leopard", "lovat", "maria", "emden"):
        assert game.refuses("red", f"play breakdown target={target}")
    assert not game.refuses("red", "play breakdown target=wolf")


# ---------------------------------------------------------------- 3.3.7 Breakout


@rule("pirates", "3.3.7")
@pytest.mark.parametrize(("dice", "ships"), [((4, 1, 4), 0), ((5, 1, 4), 1), ((8, 1, 4), 2)])
def test_breakout_brings_a_ship_or_two_when_the_challenge_is_at_least_double(dice: tuple[int, ...], ships: int) -> None:
    game = played("play breakout", red=side(hand="breakout"), black=side(hand="qqq"), dice=[dice])
    assert len(game.has("red", "ships")) == ships
    assert not any(ship.identified for ship in game.fleet("red").ships)


# ---------------------------------------------------------------- 3.3.8 Collier


@rule("pirates", "3.3.8")
def test_collier_resupplies_every_own_ship_also_in_refuge() -> None:
    game = played(
        "play collier",
        red=side("emden+unsupplied meteor+unsupplied+refuge", hand="collier"),
        black=side("wolf+unsupplied", hand="qqq"),
        morning=[(1, 1, 8)],
    )
    assert not any(ship.unsupplied for ship in game.fleet("red").ships)
    assert game.ship("wolf").unsupplied


# ---------------------------------------------------------------- 3.3.9 Damage Control


@rule("pirates", "3.3.9")
@pytest.mark.parametrize("target", ["emden", "meteor", "lovat", "maria"])
def test_damage_control_repairs_one_own_ship_of_any_sort(target: str) -> None:
    game = lay_out(
        red=side("emden+damaged meteor+damaged+refuge", prizes="lovat+damaged", merchants="maria+damaged",
                 hand="damage_control"),
        black=side("wolf+damaged", hand="qqq"),
        dice=[(1, 1, 8)],
    )  # fmt: skip
    game.says("red", f"play damage_control target={target}", "as-planned")
    assert game.ship(target).damage == 0
    assert [event.card for event in game.told(Repaired)] == [target]


@rule("pirates", "3.3.9")
def test_damage_control_does_not_repair_others_and_needs_damage_when_it_is_played() -> None:
    game = lay_out(red=side("emden", hand=f"damage_control {DAY}"), black=side("wolf+damaged", hand="qqq"))
    assert game.refuses("red", "play damage_control target=wolf")
    game.says("red", "play damage_control target=emden")
    assert game.refuses("red", "play damage_control target=emden"), "laid down in hope, but she was not damaged"
