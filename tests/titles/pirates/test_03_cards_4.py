"""3.3.32–3.3.47 Each action card with its limits, in the order of the rulebook."""

import pytest

from games.titles.pirates.state.events.attack import (
    Challenged,
    Damaged,
    Disguised,
    Fought,
    Identified,
    Safe,
    Unsupplied,
)
from games.titles.pirates.state.events.effects import DiscardsTaken
from games.titles.pirates.state.events.turn import Revealed
from tests.titles.pirates.laid_out import Game, lay_out, side
from tests.titles.pirates.scenes import DAY, NIGHT, hunt, navy, played, torpedoed

rule = pytest.mark.rule

# ---------------------------------------------------------------- 3.3.32 Reflag


@rule("pirates", "3.3.32")
@pytest.mark.parametrize("target", ["leopard", "lovat"])
def test_an_assigned_reflag_disguises_one_own_identified_raider_or_prize(target: str) -> None:
    red = side("leopard+identified emden", prizes="lovat+identified", hand="reflag")
    game = played(f"play reflag target={target}", red=red, black=side(hand="qqq"))
    assert not game.ship(target).identified
    assert [event.card for event in game.told(Disguised)] == [target]


@rule("pirates", "3.3.32")
def test_reflag_wants_an_own_ship_that_is_identified() -> None:
    game = lay_out(
        red=side("leopard wolf+identified emden", hand="reflag"), black=side("meteor+identified", hand="qqq")
    )
    for target in ("emden", "meteor"):
        assert game.refuses("red", f"play reflag target={target}")
    game.says("red", "play reflag target=leopard")
    assert game.refuses("red", "play reflag target=leopard"), "she might have been identified in the meantime"


@rule("pirates", "3.3.32")
@pytest.mark.parametrize("reaction", ["qqq", "amc", "trap"])
def test_the_active_player_may_reflag_from_the_hand_a_raider_just_identified(reaction: str) -> None:
    game = lay_out(red=side("leopard", hand="collier reflag"), black=side(merchants="lovat", hand=reaction))
    game.says("red", "intercept collier ship=leopard targets=lovat", "as-planned")
    shots = {"qqq": [(1, 1, 1, 4), (1, 6)], "amc": [(1, 1, 1, 8), (1, 1, 8)], "trap": [(1, 1, 1, 8), (1, 1, 8), (1, 6)]}
    game.says("black", reaction, dice=shots[reaction])
    assert game.ship("leopard").identified, "the fight comes first"
    assert game.open() == ["red reflag"]
    game.says("red", "reflag")
    assert not game.ship("leopard").identified
    assert "reflag_1" in game.state.discards


@rule("pirates", "3.3.32")
def test_reflag_in_answer_to_a_british_intercept_takes_her_out_of_it() -> None:
    for target, prize in (("leopard+identified", False), ("lovat+identified", True)):
        game = navy(target, hand="reflag", prize=prize).says("black", "reflag")
        assert not game.ship(target.partition("+")[0]).identified
        assert not game.told(Fought)
        assert game.open() == ["red plan"]


@rule("pirates", "3.3.32", "3.1.3", "3.2.3", "3.2.2")
@pytest.mark.parametrize("second", ["british fog_bank_1 target=", "play interrogate target="])
def test_who_hoisted_another_flag_before_the_navy_is_out_of_it_for_this_turn(second: str) -> None:
    """She was the target of her one intercept, though nothing came of it: what else was laid down goes for other ships
    of the same player's. The card and its support are spent.
    """
    black, known = side("leopard+identified wolf", prizes="lovat+identified", hand="reflag qqq"), "british" in second
    game = lay_out(red=side(hand="collier surprise_attack_1 fog_bank_1 interrogate"), black=black,
                   white=side("meteor iltis", hand="amc"))  # fmt: skip
    game.says("red", "british collier", "play surprise_attack_1", "british fog_bank_1", "play interrogate")
    game.says("red", "british collier target=leopard supports=surprise_attack_1")
    assert game.open() == ["black react"]
    game.says("black", "reflag")
    assert not game.told(Fought)
    assert not game.ship("leopard").identified
    assert game.refuses("red", f"{second}leopard"), "her intercept of this turn was that one"
    assert not game.refuses("red", f"{second}{'lovat' if known else 'wolf'}")
    assert game.refuses("red", f"{second}{'iltis' if known else 'meteor'}"), "and it bound the turn to her player"
    assert game.refuses("red", f"{second}wolf supports=surprise_attack_1")


@rule("pirates", "3.3.32")
def test_a_warship_cannot_be_reflagged_nor_a_ship_at_anchor_under_a_monitors_guns() -> None:
    assert not navy("emden", hand="reflag").options("black")
    game = lay_out(red=side(hand="monitor"), black=side("leopard+identified+refuge", hand="reflag"))
    assert not game.says("red", "play monitor target=leopard", "as-planned").options("black")


# ---------------------------------------------------------------- 3.3.33 Rendezvous Missed


@rule("pirates", "3.3.33")
def test_rendezvous_missed_tries_every_german_ship_of_a_fleet_at_sea() -> None:
    fleet = side("emden leopard wolf+unsupplied meteor+refuge", hand="qqq")
    table = {"red": side("seeadler", hand="rendezvous_missed"), "black": fleet, "white": side("berlin", hand="amc")}
    game = played("play rendezvous_missed target=black", **table, dice=[(5, 4), (4, 4)])
    assert [event.subject for event in game.told(Challenged)] == ["emden", "leopard"]
    assert [event.card for event in game.told(Unsupplied)] == ["emden"]


@rule("pirates", "3.3.33")
def test_a_prize_with_the_fleet_takes_two_from_rendezvous_missed() -> None:
    game = played(
        "play rendezvous_missed target=black", red=side(hand="rendezvous_missed"),
        black=side("emden", prizes="lovat", hand="qqq"), dice=[(6, 4)],
    )  # fmt: skip
    assert not game.told(Unsupplied)
    assert game.open() == ["black plan"]


# ---------------------------------------------------------------- 3.3.34 Sail Q-Ship


@rule("pirates", "3.3.34")
def test_the_sail_q_ship_is_no_reaction_without_merchants_under_sail_but_a_british_card() -> None:
    for kind in ("submarines_u", "submarines_uc"):
        assert not torpedoed(kind, target="dee", hand="sail_q_ship").options("black")
    game = lay_out(red=side(hand="sail_q_ship"), black=side("emden", hand="qqq"))
    assert game.refuses("red", "play sail_q_ship")
    game.says("red", "british sail_q_ship target=emden", "as-planned").says("black", "pass", dice=[(10, 4)])
    assert game.told(Fought)[0].attacker.total == 9, "a night card"


# ---------------------------------------------------------------- 3.3.35 Scuttle


@rule("pirates", "3.3.35")
@pytest.mark.parametrize("target", ["emden", "leopard", "lovat"])
def test_scuttle_removes_an_own_damaged_ship_or_prize_without_points(target: str) -> None:
    red = side("emden+damaged leopard+damaged", prizes="lovat+damaged", hand="scuttle")
    game = played(f"play scuttle target={target}", red=red, black=side(hand="qqq"))
    assert game.state.german.used + game.state.merchant.used == [target]
    assert not game.has("red", "pile")


@rule("pirates", "3.3.35")
def test_scuttle_is_not_for_merchants_nor_for_sound_ships_when_it_is_played() -> None:
    game = lay_out(
        red=side("emden", prizes="maria", merchants="lovat+damaged", hand="scuttle collier"), black=side(hand="qqq")
    )
    assert game.refuses("red", "play scuttle target=lovat")
    assert game.refuses("red", "play scuttle target=maria")
    assert game.says("red", "play scuttle target=emden").refuses("red", "play scuttle target=emden")


# ---------------------------------------------------------------- 3.3.36 Searchlight


@rule("pirates", "3.3.36")
def test_searchlight_adds_three_to_a_night_intercept_beside_the_minus_one() -> None:
    game = hunt(by=NIGHT, supports="searchlight", hand="qqq").says("black", "pass", dice=[(4, 1, 1, 3)])
    assert game.told(Fought)[0].attacker.total == 6
    game = navy("emden", by=NIGHT, supports="searchlight surprise_attack", hand="amc")
    assert game.says("black", "pass", dice=[(4, 4)]).told(Fought)[0].attacker.total == 8


@rule("pirates", "3.3.36")
def test_searchlight_helps_at_every_merchant_of_one_intercept() -> None:
    game = hunt("leopard", "lovat maria", by=NIGHT, supports="searchlight good_hunting", hand="amc qqq")
    game.says("black", "pass", dice=[(4, 1, 1, 5)]).says("black", "pass", dice=[(4, 1, 1, 5)])
    assert [shot.attacker.total for shot in game.told(Fought)] == [6, 6]


@rule("pirates", "3.3.36")
def test_searchlight_is_of_no_use_by_day() -> None:
    game = lay_out(red=side("leopard", hand=f"{DAY} searchlight"), black=side("emden", merchants="lovat", hand="qqq"))
    for order in ("intercept collier ship=leopard targets=lovat", "british collier target=emden"):
        assert game.refusals("red", f"{order} supports=searchlight")[0].rule == "3.3.36"


# ---------------------------------------------------------------- 3.3.37 Second Chance


@rule("pirates", "3.3.37")
def test_second_chance_gives_another_turn_after_the_draw() -> None:
    game = played("play second_chance", red=side(hand="second_chance"), black=side(hand="qqq"), deck="collier interned")
    assert game.open() == ["red plan"]
    assert game.fleet("red").hand == ["collier_1"]
    assert game.view("black").extra_turn
    game.says("red", "pass")
    assert game.open() == ["black plan"]
    assert game.fleet("red").hand == ["collier_1", "interned_1"]


@rule("pirates", "3.3.37")
@rule("pirates", "3.3.47")
def test_in_the_extra_turn_neither_second_chance_nor_wireless_intercept_is_played() -> None:
    game = played(
        "play second_chance_1", red=side(hand="second_chance second_chance_2 wireless_intercept"),
        black=side(hand="qqq"), discards="trap amc",
    )  # fmt: skip
    for card in ("second_chance_2", "wireless_intercept"):
        assert game.refuses("red", f"play {card}")
    game.says("red", "pass").says("black", "pass")
    for card in ("second_chance_2", "wireless_intercept"):
        assert not game.refuses("red", f"play {card}")


# ---------------------------------------------------------------- 3.3.38 Shallow Run


@rule("pirates", "3.3.38")
@pytest.mark.parametrize(
    ("target", "dice", "fate"),
    [
        ("emden", (6, 1, 5), "unharmed"),
        ("emden", (5, 1, 5), "damaged"),
        ("emden+damaged", (8, 1, 5), "unharmed"),
        ("emden+damaged", (7, 1, 5), "sunk"),
        ("leopard+identified", (5, 1, 5), "damaged"),
    ],
)
def test_shallow_run_avoids_the_intercept_at_the_risk_of_the_shoals(
    target: str, dice: tuple[int, ...], fate: str
) -> None:
    name = target.partition("+")[0]
    # Both copies are night cards when they intercept; as a reaction any of them serves.
    game = navy(target, hand="shallow_run_1").says("black", "shallow_run_1", dice=[dice])
    assert not game.told(Fought)
    assert (game.has("red", "pile") == [name]) is (fate == "sunk")
    assert game.open() == ["red plan"]
    if fate != "sunk":
        assert game.ship(name).damage == (fate == "damaged" or "damaged" in target)


@rule("pirates", "3.3.38")
def test_a_merchant_that_runs_through_the_shallows_unharmed_may_reach_port() -> None:
    game = hunt(hand="shallow_run_1").says("black", "shallow_run_1", dice=[(6, 1, 5), (6, 5)])
    assert game.has("black", "pile") == ["lovat"]
    game = hunt(hand="shallow_run_1").says("black", "shallow_run_1", dice=[(5, 1, 5)])
    assert game.ship("lovat").damage == 1
    game = hunt(targets="lovat+damaged", hand="shallow_run_1").says("black", "shallow_run_1", dice=[(7, 1, 5)])
    assert game.has("red", "pile") == ["lovat"]


@rule("pirates", "3.3.38")
@pytest.mark.parametrize(
    "game",
    [
        hunt(by=NIGHT, hand="shallow_run_1"),
        hunt(supports="surprise_attack", hand="shallow_run_1"),
        navy("emden", by=NIGHT, hand="shallow_run_1"),
        torpedoed(hand="shallow_run_1"),
        played("mines lay_mines ship=meteor against=black", red=side("meteor", hand="lay_mines"),
               black=side(merchants="lovat", hand="shallow_run_1")),
        played("play monitor target=emden", red=side(hand="monitor"),
               black=side("emden+refuge", hand="shallow_run_1")),
    ],
    ids=["night", "surprise", "night, British", "torpedo", "mines", "refuge"],
)  # fmt: skip
def test_shallow_run_is_no_use_here(game: Game) -> None:
    assert game.open() == ["black react"]
    assert not game.options("black")


# ---------------------------------------------------------------- 3.3.39 Shipping Lanes


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


# ---------------------------------------------------------------- 3.3.40 Slim Pickings


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


# ---------------------------------------------------------------- 3.3.41 Special Cargo


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


# ---------------------------------------------------------------- 3.3.42, 3.3.43 Submarines


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


@rule("pirates", "3.3.43")
def test_a_minelaying_submarine_mines_every_merchant() -> None:
    game = lay_out(red=side(hand="submarines_uc"), black=side(merchants="lovat maria", hand="q_ship razzle_dazzle"))
    game.says("red", "play submarines_uc target=black", "as-planned")
    assert not game.options("black"), "Q-Ship and Razzle-Dazzle are for torpedoes"
    game.says("black", "pass", dice=[(8, 1, 4), (4, 1, 4)])
    assert [(shot.weapon, shot.attacker.coin) for shot in game.told(Fought)] == [("mines", (8, 4))] * 2


# ---------------------------------------------------------------- 3.3.44 Surprise Attack


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


# ---------------------------------------------------------------- 3.3.45 Transfer Command


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


# ---------------------------------------------------------------- 3.3.46 Trap


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


# ---------------------------------------------------------------- 3.3.47 Wireless Intercept


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
