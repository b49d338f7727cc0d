"""3.3.19–3.3.31 Each action card with its limits, in the order of the rulebook."""

import pytest

from games.titles.pirates.state.events.attack import Fought, Identified
from games.titles.pirates.state.events.effects import HandTaken
from tests.titles.pirates.laid_out import Game, lay_out, side
from tests.titles.pirates.scenes import NIGHT, hunt, navy, played, torpedoed

rule = pytest.mark.rule

# ---------------------------------------------------------------- 3.3.19 Interrogate


def interrogated(target: str = "leopard", *, hand: str = "reflag", prize: bool = False, dice: tuple[int, int]) -> Game:
    fleet = side(hand=hand, prizes=target) if prize else side(target, hand=hand)
    return played(f"play interrogate target={target}", red=side(hand="interrogate"), black=fleet, dice=[dice])


@rule("pirates", "3.3.19")
def test_interrogate_finds_a_raider_out_and_intercepts_her_at_once_with_its_own_coin() -> None:
    game = interrogated(dice=(6, 5))
    assert game.open() == ["black react"]
    assert not game.can("black", "reflag"), "not before the intercept is over"
    game.says("black", "pass", dice=[(8, 1, 5)])
    assert (game.ship("leopard").damage, game.ship("leopard").identified) == (1, True)
    assert game.open() == ["black reflag"]
    game.says("black", "reflag")
    assert not game.ship("leopard").identified


@rule("pirates", "3.3.19")
def test_a_failed_interrogation_changes_nothing_and_may_be_repeated() -> None:
    game = lay_out(red=side(hand="interrogate interrogate_2"), black=side("leopard", hand="reflag"))
    game.says(
        "red",
        "play interrogate_1 target=leopard",
        "play interrogate_2 target=leopard",
        "as-planned",
        dice=[(5, 5), (6, 5)],
    )
    assert game.open() == ["black react"], "no reaction was possible to the first, and the second found her out"
    assert game.ship("leopard").identified


@rule("pirates", "3.3.19")
def test_other_reactions_are_free_once_the_ship_is_found_out() -> None:
    game = interrogated(hand="break_contact shallow_run_1 shallow_run_2 pull_the_plug reflag", dice=(6, 5))
    assert game.can("black", "break_contact", "shallow_run_1", "pull_the_plug")


@rule("pirates", "3.3.19")
def test_a_prize_that_outlives_an_interrogation_may_make_for_port() -> None:
    game = interrogated("lovat", prize=True, hand="qqq", dice=(6, 5)).says("black", "pass", dice=[(1, 1, 5)])
    assert game.open() == ["black passage"]
    game.says("black", "try", dice=[(6, 5)])
    assert game.trophy("black", "lovat").doubled


@rule("pirates", "3.3.19")
def test_interrogate_wants_a_disguised_ship_at_sea_and_takes_no_supports() -> None:
    game = lay_out(
        red=side(hand="interrogate surprise_attack searchlight"),
        black=side("emden wolf+identified leopard+refuge meteor", prizes="lovat+identified maria", hand="qqq"),
    )
    for target in ("emden", "wolf", "leopard", "lovat"):
        assert game.refuses("red", f"play interrogate target={target}")
    for target in ("meteor", "maria"):
        assert not game.refuses("red", f"play interrogate target={target}")
        assert game.refuses("red", f"play interrogate target={target} supports=surprise_attack_1")


@rule("pirates", "3.1.3.1")
def test_a_ship_interrogated_with_success_is_not_intercepted_again_this_turn() -> None:
    game = lay_out(red=side(hand="interrogate collier"), black=side("leopard emden", hand="pull_the_plug"))
    game.says("red", "play interrogate", "british collier").says(
        "red", "play interrogate target=leopard", dice=[(6, 5)]
    )
    game.says("black", "pass", dice=[(1, 1, 5)]).says("black", "pass")
    assert game.refuses("red", "british collier target=leopard")
    assert not game.refuses("red", "british collier target=emden")


# ---------------------------------------------------------------- 3.3.20 Island Refuge


@rule("pirates", "3.3.20")
def test_in_refuge_coaling_and_repairs_are_tried_apart_at_once_and_on_each_own_turn() -> None:
    game = played(
        "play island_refuge target=emden",
        red=side("emden+damaged+unsupplied", hand="island_refuge scuttle"),
        black=side(hand="qqq"),
        dice=[(8, 1, 7), (1, 1, 8)],
    )
    assert (game.ship("emden").unsupplied, game.ship("emden").damage) == (False, 1)
    assert game.ship("emden").refuge == "island_refuge_1"
    game.says("black", "pass", dice=[(7, 1, 6)])
    assert game.ship("emden").damage == 0


@rule("pirates", "3.3.20")
def test_a_ship_in_refuge_neither_intercepts_nor_lays_mines_nor_on_the_turn_she_leaves() -> None:
    game = lay_out(
        red=side("leopard meteor+refuge", hand="collier lay_mines scuttle"), black=side(merchants="lovat", hand="qqq")
    )
    for orders in (
        ["intercept collier ship=meteor"],
        ["mines lay_mines ship=meteor"],
        ["leave meteor", "intercept collier ship=meteor"],
        ["leave meteor", "mines lay_mines ship=meteor"],
    ):
        assert game.refuses("red", *orders)
    game.says("red", "leave meteor", "intercept collier ship=leopard targets=lovat")
    assert not game.ship("meteor").refuge
    assert game.refuses("red", "intercept collier ship=meteor targets=lovat")


@rule("pirates", "3.3.20")
def test_a_ship_that_hides_this_turn_does_not_hunt_any_more() -> None:
    game = lay_out(red=side("leopard", hand="collier island_refuge"), black=side(merchants="lovat", hand="qqq"))
    game.says("red", "intercept collier ship=leopard targets=lovat", "play island_refuge target=leopard")
    game.says("red", "play island_refuge target=leopard")
    assert not game.told(Fought)
    assert game.open() == ["black plan"], "all see that the card on her is of no use any more"


@rule("pirates", "3.3.20")
def test_an_identified_raider_comes_back_disguised_and_the_card_is_discarded() -> None:
    game = played("leave meteor", red=side("meteor+identified+refuge", hand="scuttle"), black=side(hand="qqq"))
    assert not game.ship("meteor").identified
    assert "island_refuge_1" in game.state.discards


@rule("pirates", "3.3.20")
def test_of_all_intercepts_only_a_monitor_reaches_a_ship_in_refuge() -> None:
    game = lay_out(
        red=side(hand="collier interrogate monitor rendezvous_missed heavy_weather"),
        black=side("emden+refuge leopard+refuge", hand="qqq"),
    )
    assert game.refuses("red", "british collier target=emden")
    assert game.refuses("red", "play interrogate target=leopard")
    assert game.refuses("red", "play rendezvous_missed target=black")
    assert not game.refuses("red", "play monitor target=leopard")


@rule("pirates", "3.3.20")
def test_refuge_is_for_own_warships_and_raiders_and_is_left_on_a_later_turn() -> None:
    game = lay_out(red=side("emden", prizes="lovat", merchants="maria", hand="island_refuge qqq"),
                   black=side("wolf", hand="qqq_2"))  # fmt: skip
    for target in ("lovat", "maria", "wolf"):
        assert game.refuses("red", f"play island_refuge target={target}")
    assert game.refuses("red", "leave emden")
    game.says("red", "play island_refuge target=emden", "as-planned").says("black", "pass")
    assert not game.refuses("red", "leave emden")


@rule("pirates", "3.3.20")
def test_a_ship_may_put_to_sea_in_the_fog_and_under_deception() -> None:
    for weather in ("fog_bank", "deception"):
        red = side("meteor+identified+refuge", hand="scuttle", weather=weather)
        game = lay_out(red=red, black=side(hand="qqq"))
        assert game.open() == ["red plan"]
        assert game.refuses("red", "play scuttle target=meteor")
        game.says("red", "leave meteor")
        assert not game.ship("meteor").refuge


# ---------------------------------------------------------------- 3.3.21, 3.3.22 Lay Mines, Minesweeper


@rule("pirates", "3.3.21")
def test_mines_attack_every_merchant_of_one_opponent_but_no_prizes() -> None:
    game = lay_out(
        red=side("meteor+damaged+unsupplied", hand="lay_mines"),
        black=side(merchants="lovat maria", prizes="dee", hand="minesweeper"),
        white=side(merchants="otaki", hand="qqq"),
    )
    game.says("red", "mines lay_mines ship=meteor against=black", "as-planned")
    game.says("black", "pass", dice=[(8, 1, 4), (5, 1, 3)])
    shots = game.told(Fought)
    assert [(shot.defender.of, shot.attacker.coin, shot.attacker.total) for shot in shots] == [
        ("lovat", (10, 4), 8),
        ("maria", (10, 4), 5),
    ], "the card's own coin, and neither damage nor want of supply hampers the minelayer"
    assert game.has("red", "pile") == ["lovat"]
    assert game.ship("maria").damage == 1
    assert not game.ship("meteor").identified


@rule("pirates", "3.3.21")
def test_mines_are_laid_by_a_raider_that_carries_them_instead_of_an_intercept() -> None:
    game = lay_out(
        red=side("meteor leopard emden", hand="lay_mines collier"), black=side(merchants="lovat", hand="qqq")
    )
    for ship in ("leopard", "emden"):
        assert game.refuses("red", f"mines lay_mines ship={ship} against=black")
    assert game.refuses("red", "mines collier ship=meteor against=black")
    assert game.refuses("red", "mines lay_mines ship=meteor", "intercept collier ship=meteor")


@rule("pirates", "3.3.22")
def test_a_minesweeper_clears_the_mines_of_raiders_and_submarines_alike() -> None:
    game = lay_out(red=side("meteor", hand="lay_mines"), black=side(merchants="lovat", hand="minesweeper qqq"))
    game.says("red", "mines lay_mines ship=meteor against=black", "as-planned")
    assert game.options("black") == ["minesweeper_1"], "no other reaction helps against mines"
    assert game.says("black", "minesweeper").goes_without(Fought, "black plan")
    game = lay_out(red=side(hand="submarines_uc"), black=side(merchants="lovat", hand="minesweeper q_ship"))
    game.says("red", "play submarines_uc target=black", "as-planned")
    assert game.options("black") == ["minesweeper_1"]
    assert game.says("black", "minesweeper").goes_without(Fought, "black plan")


@rule("pirates", "3.3.22")
def test_a_minesweeper_does_nothing_against_torpedoes_or_intercepts() -> None:
    assert not torpedoed("submarines_uc", hand="minesweeper").options("black")
    assert not hunt(hand="minesweeper").options("black")


# ---------------------------------------------------------------- 3.3.23 Mistaken Identity


@rule("pirates", "3.3.23")
@pytest.mark.parametrize(("dice", "kept"), [((5, 4), "lovat"), ((4, 4), "dee")])
def test_mistaken_identity_exchanges_the_merchant_just_sunk_for_one_of_the_own_pile(
    dice: tuple[int, int], kept: str
) -> None:
    game = hunt(hand="mistaken_identity", pile="dee maria+safe leopard").says("black", "pass", dice=[(10, 1, 1, 4)])
    assert game.open() == ["black aftermath"]
    assert game.options("black") == ["mistaken_identity_1/dee"], "sunk merchants only"
    game.says("black", "choose mistaken_identity_1/dee", dice=[dice])
    assert game.has("black", "pile")[0] == kept
    assert game.has("red", "pile") == ["dee" if kept == "lovat" else "lovat"]


@rule("pirates", "3.3.23")
def test_mistaken_identity_follows_mines_and_torpedoes_too() -> None:
    game = lay_out(
        red=side("meteor", hand="lay_mines"), black=side(merchants="lovat", hand="mistaken_identity", pile="dee")
    )
    game.says("red", "mines lay_mines ship=meteor against=black", "as-planned").says("black", "pass", dice=[(8, 1, 4)])
    assert game.options("black") == ["mistaken_identity_1/dee"]
    game = torpedoed(hand="mistaken_identity", pile="dee").says("black", "pass", dice=[(8, 1, 1, 4)])
    assert game.options("black") == ["mistaken_identity_1/dee"]


@rule("pirates", "3.3.23")
def test_without_a_sunk_merchant_in_the_pile_nobody_is_asked_for_mistaken_identity() -> None:
    game = torpedoed(hand="mistaken_identity", pile="maria+safe").says("black", "pass", dice=[(8, 1, 1, 4)])
    assert game.open() == ["black plan"]


# ---------------------------------------------------------------- 3.3.24 Monitor


@rule("pirates", "3.3.24")
def test_a_monitor_attacks_one_ship_at_her_anchorage_with_plus_two() -> None:
    game = lay_out(red=side(hand="monitor surprise_attack"), black=side("leopard+refuge", hand="pull_the_plug"))
    game.says("red", "play monitor target=leopard supports=surprise_attack_1", "as-planned")
    game.says("black", "pass", dice=[(4, 3, 4)])
    (shot,) = game.told(Fought)
    assert (shot.attacker.coin, shot.attacker.total, shot.outcome) == ((10, 8), 8, "sunk")
    assert game.has("red", "pile") == ["leopard"]
    assert "island_refuge_1" in game.state.discards


@rule("pirates", "3.3.24")
def test_a_monitor_wants_a_ship_in_refuge() -> None:
    game = lay_out(red=side(hand="monitor"), black=side("emden leopard+identified", hand="qqq"))
    assert game.refuses("red", "play monitor target=emden")
    assert game.refuses("red", "play monitor")


# ---------------------------------------------------------------- 3.3.25 Non-Combatant


@rule("pirates", "3.3.25")
def test_non_combatant_takes_two_off_the_attack_and_turns_sinking_into_capture() -> None:
    game = hunt("leopard+unsupplied", hand="non_combatant").says("black", "non_combatant", dice=[(10, 1, 1, 3)])
    assert game.told(Fought)[0].attacker.total == 6, "two more for want of supply"
    assert game.has("red", "prizes") == ["lovat"]
    assert not game.ship("leopard").unsupplied, "the prize supplies her captor"


@rule("pirates", "3.3.25")
def test_non_combatant_ignores_damage_and_adds_two_to_the_run_for_port() -> None:
    game = hunt(hand="non_combatant").says("black", "non_combatant", dice=[(8, 1, 1, 4), (4, 5)])
    assert game.told(Fought)[0].outcome == "none"
    assert game.has("black", "pile") == ["lovat"], "4 and 2 is more than 5"


@rule("pirates", "3.3.25")
def test_non_combatant_is_for_an_undamaged_merchant_but_helps_by_night_and_against_warships() -> None:
    assert not hunt(targets="lovat+damaged", hand="non_combatant").can("black", "non_combatant")
    assert hunt("emden", by=NIGHT, supports="surprise_attack", hand="non_combatant").can("black", "non_combatant")
    assert not torpedoed(hand="non_combatant").options("black")


# ---------------------------------------------------------------- 3.3.26 Pull the Plug


@rule("pirates", "3.3.26")
@pytest.mark.parametrize(
    ("target", "prize"), [("emden", False), ("leopard+identified+damaged", False), ("lovat+identified", True)]
)
def test_pull_the_plug_sinks_the_own_ship_without_points(target: str, prize: bool) -> None:
    game = navy(target, by=NIGHT, hand="pull_the_plug", prize=prize).says("black", "pull_the_plug")
    assert not game.told(Fought)
    assert not game.has("red", "pile") + game.has("black", "pile")
    assert game.state.german.used + game.state.merchant.used == [target.partition("+")[0]]
    assert game.open() == ["red plan"]


@rule("pirates", "3.3.26")
def test_merchants_do_not_pull_the_plug() -> None:
    assert not hunt(hand="pull_the_plug").options("black")


# ---------------------------------------------------------------- 3.3.27 QQQ


@rule("pirates", "3.3.27")
def test_qqq_identifies_the_raider_when_her_intercept_is_over() -> None:
    game = hunt("leopard", hand="qqq").says("black", "qqq", dice=[(10, 1, 1, 4)])
    assert game.ship("leopard").identified
    order = [type(form.variants[0].event) for form in game.events]
    assert order.index(Fought) < order.index(Identified)


@rule("pirates", "3.3.27")
def test_qqq_is_no_use_against_a_warship_or_a_raider_that_is_known() -> None:
    assert not hunt("emden", hand="qqq").can("black", "qqq")
    assert not hunt("leopard+identified", hand="qqq").can("black", "qqq")
    game = hunt("leopard", "lovat maria", supports="good_hunting", hand="qqq qqq_2")
    game.says("black", "qqq", dice=[(1, 1, 1, 4), (1, 6)])
    assert not game.options("black"), "she is as good as identified"


# ---------------------------------------------------------------- 3.3.28 Q-Ship


@rule("pirates", "3.3.28")
def test_a_q_ship_that_is_not_found_out_fights_the_submarine_with_guns_at_the_same_time() -> None:
    game = torpedoed(hand="q_ship", supports="special_cargo")
    game.says("black", "q_ship", dice=[(6, 1, 5), (6, 1, 3), (6, 4, 3)])
    assert [shot.weapon for shot in game.told(Fought)] == ["gun", "gun"]
    assert (game.has("red", "pile"), game.has("black", "pile")) == (["q_ship_1"], ["submarines_u_1"])
    assert not game.trophy("red", "q_ship").doubled
    assert not {"q_ship_1", "submarines_u_1"} & set(game.state.discards)
    assert "lovat" in game.has("black", "merchants")


@rule("pirates", "3.3.28")
def test_a_q_ship_that_is_found_out_is_torpedoed_first_and_answers_with_depth_charges() -> None:
    game = torpedoed(hand="q_ship").says("black", "q_ship", dice=[(5, 1, 5), (5, 1, 1, 3), (6, 3)])
    assert [shot.weapon for shot in game.told(Fought)] == ["torpedo", "depth_charge"]
    assert game.has("black", "pile") == ["submarines_u_1"]
    assert "q_ship_1" in game.state.discards, "damaged is not sunk"


@rule("pirates", "3.3.28")
def test_a_q_ship_that_is_sunk_first_answers_nothing() -> None:
    game = torpedoed(hand="q_ship").says("black", "q_ship", dice=[(5, 1, 5), (6, 1, 1, 3)])
    assert game.has("red", "pile") == ["q_ship_1"]
    assert "submarines_u_1" in game.state.discards


# ---------------------------------------------------------------- 3.3.29 Razzle-Dazzle


@rule("pirates", "3.3.29")
def test_razzle_dazzle_may_spoil_a_torpedo_attack_and_nothing_else() -> None:
    game = torpedoed(hand="razzle_dazzle").says("black", "razzle_dazzle", dice=[(5, 1, 4)])
    assert game.goes_without(Fought, "red plan")
    game = torpedoed(hand="razzle_dazzle").says("black", "razzle_dazzle", dice=[(4, 1, 4), (8, 1, 1, 4)])
    assert game.has("red", "pile") == ["lovat"]
    assert not hunt(hand="razzle_dazzle").options("black")


# ---------------------------------------------------------------- 3.3.30 Recalled


@rule("pirates", "3.3.30")
@pytest.mark.parametrize("ship", ["leopard", "emden", "wolf+identified"])
def test_recalled_takes_the_ship_home_after_a_sinking_but_not_her_victim(ship: str) -> None:
    game = hunt(ship, hand="recalled").says("black", "pass", dice=[(10, 1, 1, 4)])
    assert game.options("black") == ["recalled_1"]
    game.says("black", "recalled", dice=[(5, 4)])
    assert not game.has("red", "ships")
    assert game.state.german.used == [ship.partition("+")[0]]
    assert (game.has("red", "pile"), game.has("black", "pile")) == (["lovat"], [])


@rule("pirates", "3.3.30")
def test_recalled_may_fail() -> None:
    game = hunt(hand="recalled").says("black", "pass", dice=[(10, 1, 1, 4)]).says("black", "recalled", dice=[(4, 4)])
    assert game.has("red", "ships") == ["leopard"]


@rule("pirates", "3.3.30")
def test_recalled_spares_the_further_merchants_of_the_same_intercept() -> None:
    for ship, support in (("leopard", "good_hunting"), ("emden", "shipping_lanes")):
        game = hunt(ship, "lovat maria", supports=support, hand="recalled amc")
        game.says("black", "pass", dice=[(10, 1, 1, 4)]).says("black", "recalled", dice=[(5, 4)])
        assert len(game.told(Fought)) == 1
        assert "maria" in game.has("black", "merchants")


@rule("pirates", "3.3.30")
def test_neither_minelayers_nor_submarines_are_recalled() -> None:
    game = lay_out(red=side("meteor", hand="lay_mines"), black=side(merchants="lovat", hand="recalled"))
    game.says("red", "mines lay_mines ship=meteor against=black", "as-planned").says("black", "pass", dice=[(8, 1, 4)])
    assert game.open() == ["black plan"]
    assert torpedoed(hand="recalled").says("black", "pass", dice=[(8, 1, 1, 4)]).open() == ["black plan"]


# ---------------------------------------------------------------- 3.3.31 Recon Aircraft


@rule("pirates", "3.3.31")
def test_recon_aircraft_takes_two_cards_blindly_and_only_the_two_know_which() -> None:
    game = played(
        "play recon_aircraft target=black", red=side(hand="recon_aircraft"), black=side(hand="qqq amc trap"),
        white=side(hand="collier"), draws=[(2, 0)],
    )  # fmt: skip
    assert set(game.fleet("red").hand) >= {"trap_1", "qqq_1"}
    assert game.fleet("black").hand == ["amc_1"]
    assert [game.heard(seat, HandTaken)[0].cards for seat in ("red", "black", "white")] == [
        ("trap_1", "qqq_1"), ("trap_1", "qqq_1"), (),
    ]  # fmt: skip


@rule("pirates", "3.3.31")
def test_recon_aircraft_may_visit_several_players_in_one_turn() -> None:
    rivals = {seat: side("emden" if seat == "black" else "", hand=hand) for seat, hand in
              (("black", "qqq amc"), ("white", "trap trap_2"), ("blue", "reflag reflag_2"))}  # fmt: skip
    game = lay_out(red=side(hand="recon_aircraft recon_aircraft_2 collier"), **rivals)
    visits = ("play recon_aircraft_1 target=white", "play recon_aircraft_2 target=blue")
    game.says("red", *visits, "british collier target=emden", "as-planned")
    assert {"trap_1", "reflag_1"} <= set(game.fleet("red").hand)
