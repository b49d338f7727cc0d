"""Action cards 39 to 47: shipping lanes to wireless intercept (3.3.39-3.3.47)."""

from typing import Any

import pytest

from games.titles.pirates.state.events.attack import Challenged, Damaged, Fought, Identified, Safe
from games.titles.pirates.state.events.effects import DiscardsTaken
from games.titles.pirates.state.events.turn import Revealed
from tests.titles.pirates.alone import phantoms_turn
from tests.titles.pirates.laid_out import BOX, Game, lay_out, side
from tests.titles.pirates.scenes import NIGHT, hunt, lanes, navy, played, torpedoed

rule = pytest.mark.rule


def worth(game: Game, seat: str) -> int:
    """The victory points in a seat's pile."""
    value: int = game.view(seat).fleet(seat).pile_value
    return value


# --- 3.3.39


@rule("pirates", "3.3.39")
def test_shipping_lanes_lets_a_warship_intercept_all_three_merchants_with_a_reaction_each() -> None:
    game = hunt("emden", "maria lovat dee", supports="shipping_lanes", hand="amc trap qqq")
    assert game.told(Revealed)[0].targets == ("maria", "lovat", "dee")
    assert game.question("black").context.target == "maria"
    for _ in range(3):
        assert game.open() == ["black react"]
        game.says("black", "pass", dice=[(10, 1, 1, 1)])
        assert game.open() == ["black aftermath"]
        game.says("black", "pass")
    assert game.has("red", "pile") == ["maria", "lovat", "dee"]


@rule("pirates", "3.3.39")
def test_shipping_lanes_is_for_warships() -> None:
    game = lay_out(red=side("leopard", hand="collier shipping_lanes"), black=side(merchants="lovat", hand="qqq"))
    (problem,) = game.refusals("red", "intercept collier ship=leopard targets=lovat supports=shipping_lanes")
    assert problem.rule == "3.3.39"


@rule("pirates", "3.3.39")
@rule("pirates", "5.4.3.3")
def test_the_phantom_spares_nobody_on_the_shipping_lanes() -> None:
    red = side("wolf", merchants="lovat maria dee", hand="collier")
    game = phantoms_turn("6 1 4 5", 2, red=red, phantom=side("leipzig"), draws=[(0,)])
    for dice in ((1, 1, 1, 8), (1, 1, 1, 6), (1, 1, 1, 4)):
        assert game.open() == ["red react"]
        more = [(1,)] if dice[3] == 4 else []
        game.says("red", "pass", dice=[dice, (1, 6), *more])
    assert {shot.defender.of for shot in game.told(Fought)} == {"lovat", "maria", "dee"}
    assert BOX.kinds["shipping_lanes"].rule == "3.3.39"


@rule("pirates", "3.3.39")
@pytest.mark.parametrize("targets", ["hyades", "hyades maria", "maria hyades bowes_castle"])
def test_merchants_may_be_spared(targets: str) -> None:
    game = lanes(targets)
    for _ in targets.split():
        game.says("black", "pass", dice=[(1, 1, 1, 3), (1, 6)])
    assert [shot.defender.of for shot in game.told(Fought)] == targets.split()
    assert game.open() == ["black plan"]


@rule("pirates", "3.3.39")
@rule("pirates", "3.3.15")
def test_lanes_for_warships_and_good_hunting_for_raiders() -> None:
    game = lay_out(red=side("emden leopard", hand="collier good_hunting shipping_lanes"),
                   black=side(merchants="hyades maria", hand="qqq"))  # fmt: skip
    order = "intercept collier targets=hyades"
    assert game.refusals("red", f"{order} ship=leopard supports=shipping_lanes")[0].rule == "3.3.39"
    assert game.refusals("red", f"{order} ship=emden supports=good_hunting")[0].rule == "3.3.15"


@rule("pirates", "3.3.39")
@rule("pirates", "3.3.46")
@rule("pirates", "3.3.23")
@rule("pirates", "3.3.22")
def test_shipping_lanes_a_trap_mistaken_identity_and_a_minesweeper() -> None:
    hand = "break_contact trap mistaken_identity minesweeper"
    game = lay_out(
        red=side("emden+damaged meteor leopard+identified",
                 hand="intelligence shipping_lanes surprise_attack special_cargo lay_mines"),
        black=side(merchants="matheran hyades dee", hand=hand, pile="staut"), white=side(hand="amc"),
    )  # fmt: skip
    game.says(
        "red",
        "intercept intelligence ship=emden targets=matheran,hyades,dee "
        "supports=shipping_lanes,surprise_attack,special_cargo",
        "mines lay_mines ship=meteor against=black",
        "as-planned",
    )
    assert not game.can("black", "break_contact"), "surprised"
    game.says("black", "trap", dice=[(8, 3, 1, 4), (5, 2, 7)])
    game.says("black", "choose mistaken_identity_1/staut", dice=[(5, 4)])
    assert (game.trophy("black", "matheran").doubled, game.has("red", "pile")) == (True, ["staut"])
    game.says("black", "pass", dice=[(3, 2, 1, 3), (4, 4)])
    assert game.options("black") == ["later"], "Recalled is still possible, for all that is seen"
    game.says("black", "pass")
    game.says("black", "pass", dice=[(1, 1, 2, 3), (3, 2)])
    assert game.has("black", "pile")[-1] == "dee", "she has run for port"
    game.says("black", "minesweeper")
    assert not [shot for shot in game.told(Fought) if shot.weapon == "mines"]
    assert (worth(game, "red"), worth(game, "black")) == (3, 21)
    assert len(game.has("black", "merchants")) == 3
    assert (game.ship("emden").damage, game.ship("meteor").identified) == (1, False)


@rule("pirates", "3.3.39.1")
@rule("pirates", "3.3.15.1")
def test_one_reaction_for_each_merchant() -> None:
    game = lanes("hyades maria bowes_castle", hand="trap break_contact non_combatant qqq")
    game.says("black", "trap", dice=[(1, 1, 1, 3), (1, 1, 8), (1, 6)])
    game.says("black", "break_contact", dice=[(1, 4), (1, 1, 1, 3), (1, 6)])
    game.says("black", "non_combatant", dice=[(1, 1, 1, 3), (1, 6)])
    assert game.fleet("black").hand == ["qqq_1"]


# --- 3.3.40


@rule("pirates", "3.3.40")
def test_slim_pickings_cancels_the_intercept_of_a_single_merchant() -> None:
    for ship in ("leopard", "emden"):
        game = hunt(ship, by=NIGHT, hand="slim_pickings").says("black", "slim_pickings")
        assert not game.told(Fought)
        assert not game.told(Safe)
        assert game.open() == ["red plan"]


@rule("pirates", "3.3.40")
@pytest.mark.parametrize(("ship", "support"), [("leopard", "good_hunting"), ("emden", "shipping_lanes")])
def test_slim_pickings_leaves_only_one_of_several_merchants(ship: str, support: str) -> None:
    game = hunt(ship, "lovat maria", supports=support, hand="slim_pickings amc")
    game.says("black", "slim_pickings", dice=[(10, 1, 1, 4)])
    assert game.has("red", "pile") == ["lovat"]
    assert game.has("black", "merchants")[0] == "maria"
    game = hunt(ship, "lovat maria", supports=support, hand="slim_pickings amc")
    game.says("black", "pass", dice=[(7, 1, 1, 4)]).says("black", "slim_pickings")
    assert len(game.told(Fought)) == 1


@rule("pirates", "3.3.40")
def test_slim_pickings_is_no_use_against_mines_or_torpedoes() -> None:
    assert not torpedoed(hand="slim_pickings").options("black")


@rule("pirates", "3.3.40")
def test_slim_pickings_by_night_and_in_surprise() -> None:
    game = hunt("leopard", "lovat", by=NIGHT, supports="surprise_attack", hand="slim_pickings")
    game.says("black", "slim_pickings")
    assert not game.told(Fought)
    assert {"fog_bank_1", "surprise_attack_1", "slim_pickings_1"} <= set(game.state.discards)
    assert game.open() == ["red plan"]


@rule("pirates", "3.3.40")
@rule("pirates", "3.2.6")
def test_slim_pickings_cancels_one_merchant_or_cuts_down_to_one() -> None:
    game = lanes("hyades maria bowes_castle")
    assert game.options("black")[:1] == ["slim_pickings_1"]
    assert game.can("black", "slim_pickings_1/hyades")
    game.says("black", "choose slim_pickings_1/hyades")
    assert game.question("black").context.target == "maria", "two remain, and Hyades does not run for port"
    assert not game.told(Challenged)
    game = lanes("hyades maria bowes_castle")
    game.says("black", "slim_pickings_1", dice=[(1, 1, 1, 3), (1, 6)])
    assert [shot.defender.of for shot in game.told(Fought)] == ["hyades"]
    assert game.open() == ["black plan"]


@rule("pirates", "3.3.40")
def test_at_a_later_merchant_it_ends_the_intercept_or_spares_her_alone() -> None:
    for answer, left in (("choose slim_pickings_1/maria", ["black react"]), ("slim_pickings_1", ["black plan"])):
        game = lanes("hyades maria bowes_castle").says("black", "pass", dice=[(1, 1, 1, 3), (1, 6)])
        assert game.says("black", answer).open() == left
        assert len(game.told(Fought)) == 1


@rule("pirates", "3.3.40")
def test_at_the_last_merchant_there_is_nothing_to_choose() -> None:
    game = lanes("hyades maria").says("black", "pass", dice=[(1, 1, 1, 3), (1, 6)])
    assert not game.can("black", "slim_pickings_1/maria")
    assert not hunt(hand="slim_pickings").can("black", "slim_pickings_1/lovat")


# --- 3.3.41


@rule("pirates", "3.3.41")
def test_special_cargo_doubles_every_merchant_sunk_by_one_intercept() -> None:
    game = hunt("leopard", "lovat maria", supports="good_hunting special_cargo", hand="amc qqq")
    for merchant in ("lovat", "maria"):
        assert game.question("black").context.target == merchant
        game.says("black", "pass", dice=[(10, 1, 1, 4)]).says("black", "pass")
    assert [trophy.doubled for trophy in game.fleet("red").pile] == [True, True]
    assert game.view("red").fleet("red").pile_value == 2 * (7 + 5)


@rule("pirates", "3.3.41")
def test_special_cargo_goes_with_mines_and_torpedoes_but_not_with_the_navy() -> None:
    game = torpedoed(supports="special_cargo", hand="qqq").says("black", "pass", dice=[(10, 1, 1, 4)])
    assert game.trophy("red", "lovat").doubled
    game = lay_out(red=side("meteor", hand="lay_mines special_cargo"), black=side(merchants="lovat", hand="qqq"))
    game.says("red", "mines lay_mines ship=meteor against=black supports=special_cargo", "as-planned")
    assert game.says("black", "pass", dice=[(10, 1, 4)]).trophy("red", "lovat").doubled
    game = lay_out(red=side(hand="collier special_cargo"), black=side("emden", hand="qqq"))
    assert game.refuses("red", "british collier target=emden supports=special_cargo")


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


@rule("pirates", "3.3.41")
def test_special_cargo_doubles_every_merchant_that_mines_sink() -> None:
    game = lay_out(red=side("meteor", hand="lay_mines special_cargo"), black=side(merchants="lovat dee", hand="qqq"))
    game.says("red", "mines lay_mines ship=meteor against=black supports=special_cargo", "as-planned")
    game.says("black", "pass", dice=[(8, 1, 4), (8, 1, 4)])
    assert [trophy.doubled for trophy in game.fleet("red").pile] == [True, True]


# --- 3.3.42


@rule("pirates", "3.3.42")
@rule("pirates", "3.3.43")
@pytest.mark.parametrize(("kind", "coin"), [("submarines_u", (10, 6, 4)), ("submarines_uc", (10, 4))])
def test_a_submarine_torpedoes_one_merchant_by_its_own_coin(kind: str, coin: tuple[int, ...]) -> None:
    game = torpedoed(kind, hand="q_ship razzle_dazzle")
    assert game.can("black", "q_ship", "razzle_dazzle")
    game.says("black", "pass", dice=[(5, *(1 for _ in coin[1:]), 4)])
    (shot,) = game.told(Fought)
    assert (shot.weapon, shot.attacker.coin, shot.outcome) == ("torpedo", coin, "damaged")
    assert not game.told(Challenged), "no run for port after a torpedo"
    assert game.open() == ["black plan"]


@rule("pirates", "3.3.42")
@rule("pirates", "3.3.43")
def test_submarines_attack_merchants_not_prizes_and_only_the_minelayers_a_whole_fleet() -> None:
    game = lay_out(
        red=side(hand="submarines_u submarines_uc"),
        black=side("emden", prizes="maria+identified", merchants="lovat", hand="qqq"),
    )
    for kind in ("submarines_u", "submarines_uc"):
        for target in ("maria", "emden"):
            assert game.refuses("red", f"play {kind} target={target}")
    assert game.refuses("red", "play submarines_u target=black")
    assert not game.refuses("red", "play submarines_uc target=black")


# --- 3.3.43


@rule("pirates", "3.3.43")
def test_a_minelaying_submarine_mines_every_merchant() -> None:
    game = lay_out(red=side(hand="submarines_uc"), black=side(merchants="lovat maria", hand="q_ship razzle_dazzle"))
    game.says("red", "play submarines_uc target=black", "as-planned")
    assert not game.options("black"), "Q-Ship and Razzle-Dazzle are for torpedoes"
    game.says("black", "pass", dice=[(8, 1, 4), (4, 1, 4)])
    assert [(shot.weapon, shot.attacker.coin) for shot in game.told(Fought)] == [("mines", (8, 4))] * 2


@rule("pirates", "3.3.43")
@rule("pirates", "3.3.43.1")
def test_a_uc_boat_lays_mines_or_fires_and_its_purpose_is_seen_when_it_is_shown() -> None:
    hand = "q_ship sail_q_ship razzle_dazzle minesweeper"
    game = lay_out(red=side(hand="submarines_uc"), black=side(merchants="bowes_castle invercoe lovat", hand=hand))
    game.says("red", "play submarines_uc target=black sequence=lovat,invercoe", "as-planned")
    assert game.options("black") == ["minesweeper_1"]
    game.says("black", "pass", dice=[(1, 1, 8), (1, 1, 4), (1, 1, 4)])
    assert [shot.defender.of for shot in game.told(Fought)] == ["lovat", "invercoe", "bowes_castle"]
    assert game.told(Fought)[0].attacker.coin == (8, 4)
    game = torpedoed("submarines_uc", hand=hand)
    assert game.options("black") == ["q_ship_1", "razzle_dazzle_1"]
    assert game.says("black", "pass", dice=[(1, 1, 8)]).told(Fought)[0].attacker.coin == (10, 4)


# --- 3.3.44


@rule("pirates", "3.3.44")
def test_surprise_attack_adds_two_to_every_roll_of_one_intercept() -> None:
    game = hunt("leopard", "lovat maria", supports="surprise_attack good_hunting", hand="amc qqq")
    game.says("black", "pass", dice=[(6, 1, 1, 7)]).says("black", "pass", dice=[(4, 1, 1, 5)])
    assert [shot.attacker.total for shot in game.told(Fought)] == [8, 6]
    game = navy("emden", supports="surprise_attack", hand="amc").says("black", "pass", dice=[(6, 1, 5)])
    assert game.told(Fought)[0].attacker.total == 8


@rule("pirates", "3.3.44")
def test_one_surprise_attack_an_intercept() -> None:
    game = lay_out(
        red=side("leopard", hand="collier surprise_attack surprise_attack_2"), black=side(merchants="lovat", hand="qqq")
    )
    order = "intercept collier ship=leopard targets=lovat supports=surprise_attack_1,surprise_attack_2"
    assert game.refusals("red", order)[0].rule == "3.3.44"


@rule("pirates", "3.3.44")
def test_surprise_attack_does_not_go_with_submarines_or_mines() -> None:
    game = lay_out(
        red=side("meteor", hand="lay_mines submarines_u surprise_attack"), black=side(merchants="lovat", hand="qqq")
    )
    assert game.refuses("red", "play submarines_u target=lovat supports=surprise_attack")
    assert game.refuses("red", "mines lay_mines ship=meteor against=black supports=surprise_attack")


# --- 3.3.45


@rule("pirates", "3.3.45")
def test_transfer_command_brings_a_ship_over_with_all_her_markers() -> None:
    game = lay_out(red=side("emden", hand="transfer_command"),
                   black=side("leopard+identified+damaged+unsupplied", hand="qqq"))  # fmt: skip
    game.says("red", "play transfer_command target=leopard", "as-planned").says("black", "pass", dice=[(6, 1, 5)])
    assert game.has("red", "ships") == ["emden", "leopard"]
    leopard = game.ship("leopard")
    assert (leopard.identified, leopard.damage, leopard.unsupplied) == (True, 1, True)


@rule("pirates", "3.3.45")
def test_transfer_command_may_fail_and_may_take_a_prize() -> None:
    table = {"red": side(hand="transfer_command"), "black": side("emden", prizes="lovat+identified", hand="qqq")}
    assert played("play transfer_command target=emden", **table, dice=[(5, 1, 5)]).has("black", "ships") == ["emden"]
    game = played("play transfer_command target=lovat", **table).says("black", "pass", dice=[(6, 1, 5)])
    assert game.has("red", "prizes") == ["lovat"]


@rule("pirates", "3.3.45")
def test_transfer_command_wants_a_warship_or_an_identified_raider_or_prize() -> None:
    game = lay_out(
        red=side(hand="transfer_command"),
        black=side("leopard wolf+identified", prizes="lovat", merchants="dee", hand="qqq"),
    )
    for target in ("leopard", "lovat", "dee"):
        assert game.refuses("red", f"play transfer_command target={target}")


@rule("pirates", "3.3.45")
@rule("pirates", "3.3.8")
@pytest.mark.parametrize(("dice", "owner"), [((7, 2, 6), "red"), ((6, 2, 6), "black")])
def test_a_collier_for_a_ship_that_is_to_be_taken(dice: Any, owner: str) -> None:
    game = played(
        "play transfer_command target=emden", "play collier", red=side("leopard", hand="transfer_command collier"),
        black=side("emden+unsupplied", hand="qqq"), dice=[dice],
    )  # fmt: skip
    assert "emden" in game.has(owner, "ships")
    assert game.ship("emden").unsupplied is (owner == "black")


# --- 3.3.46


@rule("pirates", "3.3.46")
def test_a_trap_lets_the_merchant_fire_back_at_the_same_time() -> None:
    game = hunt("leopard", hand="trap").says("black", "trap", dice=[(8, 1, 1, 4), (8, 1, 4)])
    answer = game.told(Fought)[1]
    assert (answer.attacker.of, answer.attacker.coin) == ("lovat", (8, 4))
    assert (game.has("red", "pile"), game.has("black", "pile")) == (["lovat"], ["leopard"])


@rule("pirates", "3.3.46")
def test_in_a_trap_night_takes_one_from_both_and_surprise_and_searchlight_help_the_ship_alone() -> None:
    game = hunt("leopard", by=NIGHT, supports="surprise_attack searchlight", hand="trap")
    game.says("black", "trap", dice=[(2, 1, 1, 7), (8, 1, 8), (1, 6)])
    ship, merchant = game.told(Fought)
    assert (ship.attacker.total, merchant.attacker.total) == (6, 7)
    assert game.ship("leopard").identified


@rule("pirates", "3.3.46")
def test_a_trap_damages_as_usual_and_does_not_hinder_a_boarding_party() -> None:
    game = hunt("emden", supports="boarding_party", boarding="lovat", hand="trap")
    game.says("black", "trap", dice=[(8, 1, 1, 4), (7, 1, 6)])
    assert game.has("red", "prizes") == ["lovat"]
    assert game.ship("emden").damage == 1
    assert not game.told(Identified)
    assert game.open() == ["red plan"]


@rule("pirates", "3.3.46")
def test_a_damaged_merchant_and_a_damaged_ship_are_not_damaged_twice_in_a_trap() -> None:
    game = hunt("emden+damaged", "lovat+damaged", hand="trap").says("black", "trap", dice=[(8, 1, 1, 7), (7, 1, 8)])
    assert [shot.outcome for shot in game.told(Fought)] == ["none", "none"]
    assert [event.card for event in game.told(Damaged)] == []


@rule("pirates", "3.3.46")
@rule("pirates", "3.3.15")
def test_a_raider_damaged_in_a_trap_is_hampered_at_the_second_merchant() -> None:
    game = hunt("leopard", "lovat maria", supports="good_hunting", hand="trap amc")
    game.says("black", "trap", dice=[(1, 1, 1, 8), (7, 1, 4), (1, 6)])
    game.says("black", "pass", dice=[(9, 1, 1, 4)])
    assert [shot.attacker.total for shot in game.told(Fought)] == [1, 7, 7]


@rule("pirates", "3.3.46")
def test_a_merchant_taken_in_a_trap_stays_taken_even_if_the_raider_sinks() -> None:
    game = hunt("leopard", supports="boarding_party", boarding="lovat", hand="trap")
    game.says("black", "trap", dice=[(8, 1, 1, 4), (8, 1, 4)])
    assert (game.has("red", "prizes"), game.has("black", "pile")) == (["lovat"], ["leopard"])


@rule("pirates", "3.3.46")
@rule("pirates", "3.2.7.4")
def test_a_trap_sinks_both_and_a_damaged_merchant_strikes_undiminished() -> None:
    game = hunt("leopard", "lovat", hand="trap").says("black", "trap", dice=[(8, 2, 1, 4), (6, 1, 3)])
    assert (game.has("red", "pile"), game.has("black", "pile")) == (["lovat"], ["leopard"])
    game = hunt("leopard", "lovat+damaged", hand="trap").says("black", "trap", dice=[(1, 1, 1, 8), (6, 1, 8)])
    assert game.told(Fought)[1].attacker.total == 6


# --- 3.3.47


@rule("pirates", "3.3.47")
def test_wireless_intercept_takes_the_two_top_discards_in_sight_of_all() -> None:
    game = played(
        "play wireless_intercept", red=side(hand="wireless_intercept"), black=side(hand="qqq"),
        discards="amc trap scuttle", deck="collier",
    )  # fmt: skip
    assert game.fleet("red").hand == ["scuttle_1", "trap_1", "collier_1"]
    assert game.state.discards == ["amc_1", "wireless_intercept_1"]
    assert game.heard("black", DiscardsTaken)[0].cards == ("scuttle_1", "trap_1")


@rule("pirates", "3.3.47")
def test_one_wireless_intercept_a_turn() -> None:
    game = lay_out(
        red=side(hand="wireless_intercept wireless_intercept_2"), black=side(hand="qqq"), discards="amc trap scuttle"
    )
    problems = game.refusals("red", "play wireless_intercept_1", "play wireless_intercept_2")
    assert problems[0].rule == "3.3.47"
