"""Cards that meet: what the rulebook says in two places at once, and the readings of the title's README."""

import pytest

from games.titles.pirates.state.events.attack import Challenged, Fought
from games.titles.pirates.state.events.turn import Deceived
from tests.titles.pirates.laid_out import lay_out, side
from tests.titles.pirates.scenes import NIGHT, hunt, navy, played

rule = pytest.mark.rule


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


@rule("pirates", "3.3.37")
def test_two_second_chances_in_one_turn_bring_one_extra_turn() -> None:
    game = played(
        "play second_chance_1", "play second_chance_2", red=side(hand="second_chance second_chance_2"),
        black=side(hand="qqq"),
    )  # fmt: skip
    assert game.says("red", "pass").open() == ["black plan"]


@rule("pirates", "3.3.46")
@rule("pirates", "3.3.15")
def test_a_raider_damaged_in_a_trap_is_hampered_at_the_second_merchant() -> None:
    game = hunt("leopard", "lovat maria", supports="good_hunting", hand="trap amc")
    game.says("black", "trap", dice=[(1, 1, 1, 8), (7, 1, 4), (1, 6)])
    game.says("black", "pass", dice=[(9, 1, 1, 4)])
    assert [shot.attacker.total for shot in game.told(Fought)] == [1, 7, 7]


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


@rule("pirates", "3.3.46")
def test_a_merchant_taken_in_a_trap_stays_taken_even_if_the_raider_sinks() -> None:
    game = hunt("leopard", supports="boarding_party", boarding="lovat", hand="trap")
    game.says("black", "trap", dice=[(8, 1, 1, 4), (8, 1, 4)])
    assert (game.has("red", "prizes"), game.has("black", "pile")) == (["lovat"], ["leopard"])


@rule("pirates", "3.3.25")
@rule("pirates", "3.3.3")
def test_boarding_party_and_non_combatant_together_still_take_two_off() -> None:
    game = hunt(supports="boarding_party", boarding="lovat", hand="non_combatant")
    game.says("black", "non_combatant", dice=[(9, 1, 1, 4), (3, 5)])
    assert (game.told(Fought)[0].attacker.total, game.told(Fought)[0].outcome) == (7, "none")
    assert game.told(Challenged)[0].challenger.total == 5


@rule("pirates", "3.3.41")
@rule("pirates", "3.3.38")
def test_a_merchant_lost_in_the_shallows_is_not_doubled() -> None:
    game = hunt(targets="lovat+damaged", supports="special_cargo", hand="shallow_run_1")
    assert not game.says("black", "shallow_run_1", dice=[(1, 1, 9)]).trophy("red", "lovat").doubled


@rule("pirates", "3.3.41")
@rule("pirates", "3.3.23")
def test_doubling_stays_with_the_card_when_merchants_change_piles() -> None:
    game = hunt(supports="special_cargo", hand="mistaken_identity", pile="dee")
    game.says("black", "pass", dice=[(10, 1, 1, 4)])
    game.says("black", "choose mistaken_identity_1/dee", dice=[(8, 1)])
    assert game.trophy("black", "lovat").doubled
    assert not game.trophy("red", "dee").doubled


@rule("pirates", "3.3.20")
@rule("pirates", "3.3.18")
@rule("pirates", "3.3.45")
def test_refuge_does_not_shield_from_cards_that_name_no_exception() -> None:
    for kind, dice in (("interned", (10, 1, 1)), ("transfer_command", (8, 1, 1))):
        black = side("emden+refuge", hand="qqq")
        game = played(f"play {kind} target=emden", red=side(hand=kind), black=black, dice=[dice])
        if kind == "interned":
            assert "island_refuge_1" in game.state.discards
        else:
            assert game.fleet("red").ships[0].refuge == "island_refuge_1"


@rule("pirates", "3.3.20")
@rule("pirates", "3.3.14")
def test_refuges_are_worked_at_in_the_fog() -> None:
    red = side("emden+refuge+damaged", hand="qqq", weather="fog_bank_2")
    game = lay_out(red=red, black=side(hand="amc"), dice=[(8, 1, 1)])
    assert game.ship("emden").damage == 0


@rule("pirates", "3.3.20")
@rule("pirates", "3.3.37")
def test_a_refuge_may_be_left_on_an_extra_turn() -> None:
    game = played(
        "play island_refuge target=emden", "play second_chance", red=side("emden", hand="island_refuge second_chance"),
        black=side(hand="qqq"),
    )  # fmt: skip
    assert not game.says("red", "leave emden").ship("emden").refuge


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


@rule("pirates", "3.3.19")
@rule("pirates", "3.3.32")
def test_reflag_follows_an_interrogation_even_after_another_reaction() -> None:
    game = played("play interrogate target=leopard", red=side(hand="interrogate"),
                  black=side("leopard", hand="break_contact reflag"), dice=[(10, 1)])  # fmt: skip
    game.says("black", "break_contact", dice=[(10, 1)])
    assert not game.told(Fought)
    assert not game.says("black", "reflag").ship("leopard").identified
    assert game.open() == ["red plan"]


@rule("pirates", "3.2.6")
@rule("pirates", "3.3.32")
def test_a_prize_under_a_new_flag_does_not_run_for_port() -> None:
    game = navy("lovat+identified", hand="reflag", prize=True).says("black", "reflag")
    assert game.has("black", "prizes") == ["lovat"]
    assert not game.told(Challenged)
    assert game.open() == ["red plan"]


@rule("pirates", "3.2.1")
@rule("pirates", "3.3.35")
def test_a_raider_damaged_in_her_own_intercept_may_be_scuttled_as_planned() -> None:
    game = lay_out(red=side("leopard", hand="collier scuttle"), black=side(merchants="lovat", hand="amc"))
    game.says(
        "red", "play scuttle target=leopard", "intercept collier ship=leopard targets=lovat", "as-planned"
    ).says("black", "amc", dice=[(1, 1, 1, 8), (7, 1, 4)])  # fmt: skip
    assert game.state.german.used == ["leopard"], "scuttling was impossible at first and waited for its turn"


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


@rule("pirates", "3.3.10")
def test_deception_upon_an_empty_hand_draws_nothing() -> None:
    game = lay_out(red=side("emden", weather="deception"), black=side(hand="qqq"))
    assert game.told(Deceived) == [Deceived("red")]
    assert game.fleet("red").hand, "the draw at the end is not forbidden"


@rule("pirates", "3.3.36")
@rule("pirates", "3.3.39")
def test_a_warship_by_night_with_a_searchlight_sweeps_all_lanes() -> None:
    game = hunt("emden", "lovat maria", by=NIGHT, supports="searchlight shipping_lanes", hand="amc qqq")
    game.says("black", "pass", dice=[(4, 1, 1, 5)]).says("black", "pass", dice=[(4, 1, 1, 5)])
    assert [shot.attacker.total for shot in game.told(Fought)] == [6, 6]


@rule("pirates", "3.1.5")
@rule("pirates", "3.3.32")
def test_a_reflag_from_the_hand_in_the_own_turn_is_discarded_after_the_cards_played() -> None:
    game = lay_out(red=side("leopard", hand="collier reflag"), black=side(merchants="lovat", hand="qqq"))
    game.says("red", "intercept collier ship=leopard targets=lovat", "as-planned")
    game.says("black", "qqq", dice=[(7, 1, 1, 4)]).says("red", "reflag")
    assert game.state.discards == ["collier_1", "qqq_1", "reflag_1"]


@rule("pirates", "3.2.5")
def test_a_prize_may_founder() -> None:
    game = played("play heavy_weather", red=side(hand="heavy_weather"),
                  black=side(prizes="lovat+damaged", hand="qqq"), dice=[(6, 1)])  # fmt: skip
    assert game.state.merchant.used == ["lovat"]
