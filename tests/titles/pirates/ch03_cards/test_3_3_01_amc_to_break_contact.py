"""Action cards 1 to 5: amc to break contact (3.3.1-3.3.5)."""

from typing import Any

import pytest

from games.titles.pirates.components.options import Options
from games.titles.pirates.state.events.attack import Challenged, Fought, Identified, Safe, SupportRevealed
from games.titles.pirates.state.events.effects import TurnLost
from games.titles.pirates.state.events.turn import Drew, Fogged, Revealed, TurnSkipped
from tests.titles.pirates.laid_out import TITLE, Game, lay_out, side
from tests.titles.pirates.scenes import NIGHT, chase, hunt, navy, played, team_game, torpedoed

rule = pytest.mark.rule
ENEMIES = {"red": "black blue", "white": "black blue", "black": "red white", "blue": "red white"}
ROLL = [(4, 3, 2, 1)]
"""The dice for the first turn of the next round."""
PEF = "prinz_eitel_friedrich"
CHASED = [(3, 2, 6), (1, 6)]
LOST = (4, 4, 1)
"""The chase with its run for port, and the check of supply (6.6.1) that succeeds or fails."""


# --- 3.3.1


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


@rule("pirates", "3.3.1")
@rule("pirates", "3.3.15")
def test_an_amc_that_sinks_the_raider_saves_the_second_merchant_too() -> None:
    game = hunt("leopard", "lovat maria", supports="good_hunting", hand="amc qqq")
    game.says("black", "amc", dice=[(1, 1, 1, 8), (8, 1, 4)])
    assert len(game.told(Fought)) == 2
    assert game.open() == ["black plan"]


@rule("pirates", "3.3.1")
@rule("pirates", "3.3.3")
def test_a_boarding_party_that_met_an_amc_is_spent() -> None:
    game = hunt("emden", supports="boarding_party", boarding="lovat", hand="amc")
    game.says("black", "amc", dice=[(10, 1, 1, 4), (1, 1, 10)])
    assert "boarding_party_1" in game.state.discards
    assert not game.has("red", "prizes")


@rule("pirates", "3.3.1")
@rule("pirates", "3.3.39")
@pytest.mark.parametrize(("theirs", "attack"), [((1, 1, 8), 7), ((7, 1, 5), 5)])
def test_after_an_amc_the_others_are_attacked_by_what_is_left_of_her(theirs: Any, attack: int) -> None:
    game = hunt("emden", "hyades maria", supports="shipping_lanes", hand="amc qqq")
    game.says("black", "amc", dice=[(1, 1, 1, 8), theirs])
    game.says("black", "pass", dice=[(7, 1, 1, 6), *([(1, 6)] if attack == 5 else [])])
    assert game.told(Fought)[-1].attacker.total == attack


@rule("pirates", "3.3.1")
@rule("pirates", "3.1.5.1")
def test_the_card_of_a_ship_that_is_gone_is_discarded() -> None:
    game = lay_out(red=side("leopard emden", hand="collier good_hunting scuttle"),
                   black=side(merchants="lovat maria", hand="amc"))  # fmt: skip
    game.says("red", "play scuttle target=leopard", "intercept collier ship=leopard targets=lovat,maria "
              "supports=good_hunting", "as-planned")  # fmt: skip
    game.says("black", "amc", dice=[(1, 1, 1, 8), (6, 1, 3)])
    assert len(game.told(Fought)) == 2, "Maria is not attacked"
    assert {"collier_1", "good_hunting_1", "scuttle_1"} <= set(game.state.discards)


@rule("pirates", "3.3.1.1")
@pytest.mark.parametrize(
    ("mine", "theirs", "sunk_amc", "sunk_ship"),
    [
        ((4, 3, 2, 2), (6, 3, 3), True, True),
        ((3, 2, 1, 2), (4, 3, 3), False, False),
        ((3, 2, 1, 2), (6, 3, 3), False, True),
    ],
)
def test_both_results_hold(mine: Any, theirs: Any, sunk_amc: bool, sunk_ship: bool) -> None:
    game = hunt("leopard", "lovat", hand="amc").says("black", "amc", dice=[mine, theirs])
    assert (game.has("red", "pile") == ["amc_1"]) is sunk_amc
    assert (game.has("black", "pile") == ["leopard"]) is sunk_ship
    assert ("amc_1" in game.state.discards) is not sunk_amc
    assert "lovat" in game.has("black", "merchants")
    assert not game.told(Challenged), "no safe passage: she was not intercepted in the end"
    assert game.open() == ["red plan"]
    if not sunk_ship:
        assert (game.ship("leopard").damage, game.ship("leopard").identified) == (1, True)


@rule("pirates", "3.3.1.2")
@rule("pirates", "3.3.46.1")
@pytest.mark.parametrize("reaction", ["amc", "trap"])
def test_night_for_both_and_supports_for_the_ship_alone(reaction: str) -> None:
    game = hunt("leopard", "lovat", by=NIGHT, supports="surprise_attack searchlight", hand=reaction)
    game.says("black", reaction, dice=[(5, 1, 1, 8), (5, 1, 8)])
    assert [shot.attacker.total for shot in game.told(Fought)] == [9, 4]
    assert game.told(Identified)


@rule("pirates", "3.3.1.3")
def test_a_warship_is_not_identified() -> None:
    game = hunt("emden", "lovat", hand="amc").says("black", "amc", dice=[(1, 1, 1, 8), (1, 1, 8)])
    assert not game.told(Identified)
    assert game.open() == ["red plan"]


# --- 3.3.2


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


@rule("pirates", "3.3.2")
@rule("pirates", "3.3.2.1")
@pytest.mark.parametrize(("prizes", "supplied"), [("", False), ("lovat", True), ("lovat dee", True)])
def test_a_blockade_runner_for_each_ship(prizes: str, supplied: bool) -> None:
    game = played("play blockade_runner", red=side("emden+unsupplied geier+unsupplied", prizes=prizes,
                  hand="blockade_runner"), black=side(hand="qqq"), dice=[(6, 1, 5), (5, 2, 5)])  # fmt: skip
    assert (game.ship("emden").unsupplied, game.ship("geier").unsupplied) == (False, not supplied)
    assert [event.challenger.total for event in game.told(Challenged)] == ([8, 7] if prizes else [6, 5])


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
def test_a_blockade_runner_after_the_chase(dice: Any, prizes: str, coal: bool, supplied: bool) -> None:
    options = Options(fast_raiders=True, coal_hogs=coal)
    orders = ("hunt", "play blockade_runner")
    game = chase(*orders, hand="blockade_runner", prizes=prizes, options=options, dice=[*CHASED, LOST, dice])
    assert game.ship(PEF).unsupplied is not supplied


# --- 3.3.3


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


@rule("pirates", "3.3.3")
@rule("pirates", "3.3.3.1")
@rule("pirates", "3.2.5.1")
@pytest.mark.parametrize(
    ("ship", "dice", "taken"),
    [(PEF, (8, 2, 4), True), (PEF, (7, 2, 4), False), (f"{PEF}+unsupplied", (10, 2, 4), True)],
)
def test_a_boarding_party_takes_the_merchant_and_her_stores(ship: str, dice: Any, taken: bool) -> None:
    game = hunt(ship, "lovat", supports="boarding_party", hand="qqq")
    game.says("black", "pass", dice=[dice, *([] if taken else [(1, 6)])])
    assert (game.has("red", "prizes") == ["lovat"]) is taken
    lovat = game.ship("lovat")
    assert (lovat.damage, lovat.identified) == (0, False)
    assert not game.ship(PEF).unsupplied


@rule("pirates", "3.3.3")
@rule("pirates", "3.3.41")
def test_a_captured_merchant_is_not_doubled_by_special_cargo() -> None:
    game = hunt("leopard", "lovat", supports="boarding_party special_cargo", hand="qqq")
    game.says("black", "pass", dice=[(8, 1, 1, 4)])
    assert (game.has("red", "prizes"), game.has("red", "pile")) == (["lovat"], [])


@rule("pirates", "3.3.3")
def test_with_a_boarding_party_less_than_double_has_no_effect() -> None:
    game = hunt("prinz_eitel_friedrich", by="lay_mines", supports="boarding_party", boarding="lovat", hand="fast_ship")
    game.says("black", "fast_ship", dice=[(8, 2, 4), (1, 6)])
    shot = game.told(Fought)[0]
    assert (shot.attacker.total, shot.defender.total, shot.outcome) == (6, 4, "none")
    assert game.ship("lovat").damage == 0


# --- 3.3.4


@rule("pirates", "3.3.4")
def test_bounding_main_is_a_british_card_only_when_everybody_plays_for_himself() -> None:
    for rivals in (("black",), ("black", "white"), ("black", "white", "blue")):
        fleets = {seat: side("emden", hand="qqq") for seat in rivals}
        game = lay_out(red=side("leopard", hand="bounding_main"), **fleets)
        assert game.refuses("red", "play bounding_main")
        assert not game.refuses("red", "british bounding_main target=emden")


@rule("pirates", "3.3.4")
def test_bounding_main_skips_the_next_player() -> None:
    game = team_game(red=side(hand="bounding_main"), black=side(hand="qqq"), white=side(hand="trap"))
    game.says("red", "play bounding_main", "as-planned")
    assert game.told(TurnLost) == [TurnLost("black", "red")]
    assert game.told(TurnSkipped) == [TurnSkipped("black")]
    assert game.open() == ["white plan"]
    game.says("white", "pass")
    assert game.state.turn is not None
    assert (game.state.turn.seat, game.state.turn.number) == ("red", 4), "blue held no card and was not asked"
    game.says("red", "pass")
    assert game.open() == ["black plan"], "one turn was lost, not two"


@rule("pirates", "3.3.4")
def test_all_see_who_will_miss_a_turn() -> None:
    game = team_game(red=side(hand="bounding_main qqq"), black=side("emden", hand="amc"))
    game.says("red", "play bounding_main", "british qqq").says("red", "play bounding_main")
    for seat in (*ENEMIES, "public"):
        assert [fleet.seat for fleet in game.view(seat).fleets if fleet.skipped] == ["black"]
    assert "Misses the next turn" in TITLE.presentation.text_board(game.view("blue"), "en")


@rule("pirates", "3.3.4")
def test_fog_lies_on_until_the_skipped_player_has_a_turn() -> None:
    game = team_game(
        red=side("emden", hand="bounding_main"), black=side(merchants="lovat", hand="amc_1", weather="fog_bank"),
        white=side("wolf", hand="collier"), blue=side(merchants="dee", hand="amc_2"),
    )  # fmt: skip
    game.says("red", "play bounding_main", "as-planned")
    assert game.fleet("black").weather == "fog_bank_1"
    assert game.refuses("white", "intercept collier ship=wolf targets=lovat")
    game.says("white", "pass").says("blue", "pass").says("red", "pass")
    assert game.told(Fogged) == [Fogged("black")]
    assert not game.fleet("black").weather


@rule("pirates", "3.3.4")
def test_after_a_second_chance_the_next_player_is_skipped_all_the_same() -> None:
    game = team_game(red=side(hand="bounding_main second_chance qqq"), black=side(hand="amc"), white=side(hand="trap"))
    game.says("red", "play bounding_main", "play second_chance", "as-planned").says("red", "pass")
    assert game.open() == ["white plan"]


@rule("pirates", "3.3.4")
def test_a_turn_not_yet_lost_is_not_lost_in_the_next_round() -> None:
    game = team_game(red=side("emden", hand="bounding_main"), last=1)
    game.says("red", "play bounding_main", "as-planned")
    assert game.told(TurnLost)
    game.says("red", "pass").says("red", "pass", dice=ROLL)
    assert not any(fleet.skipped for fleet in game.state.fleets)


@rule("pirates", "3.3.4")
@rule("pirates", "3.3.11")
def test_the_card_of_a_deceived_player_may_be_a_team_card() -> None:
    game = team_game(
        red=side(hand="bounding_main", weather="deception"), black=side(hand="qqq"), white=side(hand="trap")
    )
    game.says("red", "play bounding_main")
    assert game.open() == ["white plan"]


@rule("pirates", "3.3.4")
@rule("pirates", "3.3.4.1")
def test_the_skipped_player_keeps_what_lies_before_him() -> None:
    game = played("play bounding_main", teams=True, red=side(hand="bounding_main"), blue=side(),
                  black=side(weather="fog_bank", hand="amc"), white=side(hand="qqq"))  # fmt: skip
    assert [event.seat for event in game.told(TurnSkipped)] == ["black"]
    assert game.fleet("black").weather == "fog_bank_1"
    assert [event.seat for event in game.told(Drew)] == ["red"]
    assert game.open() == ["white plan"]


# --- 3.3.5


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


@rule("pirates", "3.3.5.1")
@pytest.mark.parametrize(
    ("ship", "dice", "away"),
    [
        ("emden", (5, 4), True),
        ("emden", (4, 4), False),
        ("emden+damaged", (6, 4), False),
        ("emden+damaged+unsupplied", (8, 3), True),
        ("emden+damaged+unsupplied", (7, 3), False),
    ],
)
def test_break_contact_by_damage_and_supply(ship: str, dice: Any, away: bool) -> None:
    game = navy(ship, hand="break_contact").says("black", "break_contact", dice=[dice, *([] if away else [(1, 1, 10)])])
    assert (not game.told(Fought)) is away


@rule("pirates", "3.3.5.2")
@rule("pirates", "3.3.38.2")
def test_no_escape_from_mines_and_torpedoes() -> None:
    assert not torpedoed(hand="break_contact shallow_run_1").options("black")
    game = lay_out(
        red=side("meteor", hand="lay_mines"), black=side(merchants="lovat", hand="break_contact shallow_run_1")
    )
    assert not game.says("red", "mines lay_mines ship=meteor against=black", "as-planned").options("black")
