"""Action cards 25 to 31: non combatant to recon aircraft (3.3.25-3.3.31)."""

from typing import Any

import pytest

from games.titles.pirates.state.events.attack import Cancelled, Challenged, Fought, Identified, Removed
from games.titles.pirates.state.events.effects import HandSeen, HandTaken
from tests.titles.pirates.alone import sunk_by_the_phantom
from tests.titles.pirates.laid_out import Game, lay_out, side
from tests.titles.pirates.printed_example import craigs_turn, jeffs_turn, the_table
from tests.titles.pirates.scenes import NIGHT, hunt, navy, played, torpedoed

rule = pytest.mark.rule
LANES = "intercept lay_mines ship=emden targets=hyades,maria,bowes_castle supports=shipping_lanes"


def lanes_after_hyades(*more: str, hand: str = "recalled trap qqq") -> Game:
    """Emden hunts all three merchants, and has sunk Hyades: black is asked."""
    game = lay_out(
        red=side("emden leopard", hand="lay_mines shipping_lanes intelligence"),
        black=side(merchants="hyades maria bowes_castle", hand=hand),
    )
    game.says("red", LANES, *more, "as-planned")
    return game.says("black", "pass", dice=[(6, 1, 1, 3)])


JEFF = "red"
CRAIG = "black"


# --- 3.3.25


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


@rule("pirates", "3.3.25")
@rule("pirates", "3.3.3")
def test_boarding_party_and_non_combatant_together_still_take_two_off() -> None:
    game = hunt(supports="boarding_party", boarding="lovat", hand="non_combatant")
    game.says("black", "non_combatant", dice=[(9, 1, 1, 4), (3, 5)])
    assert (game.told(Fought)[0].attacker.total, game.told(Fought)[0].outcome) == (7, "none")
    assert game.told(Challenged)[0].challenger.total == 5


@rule("pirates", "3.3.25")
@rule("pirates", "3.3.25.1")
@pytest.mark.parametrize(
    ("dice", "taken", "safe"),
    [([(8, 2, 2, 3)], True, False), ([(7, 2, 2, 3), (2, 3)], False, True), ([(7, 2, 2, 3), (1, 3)], False, False)],
)
def test_non_combatant_is_taken_or_gets_away(dice: Any, taken: bool, safe: bool) -> None:
    game = hunt("emden", "lovat", hand="non_combatant").says("black", "non_combatant", dice=dice)
    assert (game.has("red", "prizes") == ["lovat"]) is taken
    assert (game.has("black", "pile") == ["lovat"]) is safe


# --- 3.3.26


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


@rule("pirates", "3.3.26")
@pytest.mark.parametrize("scene", ["navy", "interrogate", "monitor"])
def test_pull_the_plug_against_every_british_attack(scene: str) -> None:
    if scene == "navy":
        game = navy("emden", by=NIGHT, supports="surprise_attack", hand="pull_the_plug")
    elif scene == "monitor":
        game = played("play monitor target=emden", red=side(hand="monitor"),
                      black=side("emden+refuge", hand="pull_the_plug"))  # fmt: skip
    else:
        game = played("play interrogate target=leopard", red=side(hand="interrogate"), dice=[(8, 7)],
                      black=side("leopard", hand="pull_the_plug"))  # fmt: skip
    game.says("black", "pull_the_plug")
    assert game.told(Cancelled)[0].reason == "pull_the_plug"
    assert not game.has("black", "ships")
    assert not any(fleet.pile for fleet in game.state.fleets)


# --- 3.3.27


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


@rule("pirates", "3.3.27")
@rule("pirates", "3.2.6")
@rule("pirates", "3.3.15")
@rule("pirates", "3.3.13")
def test_craig_takes_lovat_while_matheran_escapes_and_his_raider_is_identified() -> None:
    game = craigs_turn(jeffs_turn(the_table()))
    first, second = game.told(Fought)[1:3]
    assert (first.attacker.total, first.defender.total, first.outcome) == (5, 6, "none")
    assert (second.attacker.total, second.defender.total, second.outcome) == (6, 2, "captured")
    assert game.ship("prinz_eitel_friedrich").identified
    assert not game.trophy(JEFF, "matheran").doubled
    assert game.has(CRAIG, "prizes") == ["lovat"]


# --- 3.3.28


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


@rule("pirates", "3.3.28")
@rule("pirates", "3.3.43")
def test_a_q_ship_against_a_uc_boat() -> None:
    game = torpedoed("submarines_uc", hand="q_ship").says("black", "q_ship", dice=[(4, 2, 4), (5, 1, 3), (3, 2)])
    assert [shot.attacker.coin for shot in game.told(Fought)] == [(10, 4), (8,)]
    game = torpedoed("submarines_uc", hand="q_ship").says("black", "q_ship", dice=[(5, 2, 4), (1, 1, 6), (1, 6)])
    assert game.told(Fought)[1].attacker.coin == (6,)


@rule("pirates", "3.3.28.1")
@rule("pirates", "3.3.28.2")
@pytest.mark.parametrize(
    ("dice", "red", "black"),
    [
        ([(5, 2, 4), (6, 1, 3), (1, 1, 6)], [], ["submarines_u_1"]),
        ([(5, 2, 4), (1, 1, 6), (4, 2, 2)], ["q_ship_1"], []),
        ([(5, 2, 4), (6, 1, 3), (4, 2, 2)], ["q_ship_1"], ["submarines_u_1"]),
        ([(4, 2, 4), (6, 1, 1, 3)], ["q_ship_1"], []),
        ([(4, 2, 4), (5, 1, 1, 3), (4, 2)], [], ["submarines_u_1"]),
        ([(4, 2, 4), (5, 1, 1, 3), (3, 2)], [], []),
    ],
)
def test_q_ship_and_submarine_by_their_rolls(dice: Any, red: list[str], black: list[str]) -> None:
    game = torpedoed(hand="q_ship").says("black", "q_ship", dice=dice)
    assert (game.has("red", "pile"), game.has("black", "pile")) == (red, black)
    assert game.ship("lovat").damage == 0


# --- 3.3.29


@rule("pirates", "3.3.29")
def test_razzle_dazzle_may_spoil_a_torpedo_attack_and_nothing_else() -> None:
    game = torpedoed(hand="razzle_dazzle").says("black", "razzle_dazzle", dice=[(5, 1, 4)])
    assert game.goes_without(Fought, "red plan")
    game = torpedoed(hand="razzle_dazzle").says("black", "razzle_dazzle", dice=[(4, 1, 4), (8, 1, 1, 4)])
    assert game.has("red", "pile") == ["lovat"]
    assert not hunt(hand="razzle_dazzle").options("black")


@rule("pirates", "3.3.29")
@pytest.mark.parametrize(("dice", "hit"), [((5, 2, 4), False), ((4, 2, 4), True)])
def test_razzle_dazzle_by_the_challenge(dice: Any, hit: bool) -> None:
    game = torpedoed(hand="razzle_dazzle").says("black", "razzle_dazzle", dice=[dice, *([(1, 1, 1, 4)] if hit else [])])
    assert bool(game.told(Fought)) is hit


# --- 3.3.30


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


@rule("pirates", "3.3.30")
@rule("pirates", "3.3.30.1")
def test_recalled_at_once_spares_the_others_who_do_not_run_for_port() -> None:
    game = lanes_after_hyades().says("black", "recalled", dice=[(5, 4)])
    assert len(game.told(Fought)) == 1
    assert [event.purpose for event in game.told(Challenged)] == ["recalled"]
    assert game.open() == ["black plan"]


@rule("pirates", "3.3.30")
def test_recalled_fails_and_the_intercept_goes_on() -> None:
    game = lanes_after_hyades().says("black", "recalled", dice=[(4, 4)])
    assert game.question("black").context.target == "maria"
    assert "recalled_1" not in game.fleet("black").hand


@rule("pirates", "3.3.30")
@rule("pirates", "3.3.3")
@pytest.mark.parametrize("dice", [(2, 1, 1, 3), (4, 1, 1, 3), (6, 1, 1, 3)])
def test_no_recalled_after_a_miss_damage_or_capture(dice: Any) -> None:
    party = "boarding_party" if dice[0] == 6 else ""
    game = hunt("emden", "maria", supports=party, hand="recalled")
    game.says("black", "pass", dice=[dice] if dice[0] != 2 else [dice, (1, 6)])
    assert "black aftermath" not in game.open()


@rule("pirates", "3.3.30")
@rule("pirates", "3.2.2")
def test_recalled_beside_another_reaction() -> None:
    game = hunt("prinz_eitel_friedrich", "hyades", hand="fast_ship recalled")
    game.says("black", "fast_ship", dice=[(10, 1, 4)]).says("black", "recalled", dice=[(5, 4)])
    assert not game.has("red", "ships")


@rule("pirates", "3.3.30")
@rule("pirates", "3.2.2.2")
def test_recalled_leaves_the_prizes_and_identifies_nobody() -> None:
    game = lay_out(
        red=side("leopard", prizes="appam", hand="lay_mines"), black=side(merchants="maria", hand="recalled")
    )
    game.says("red", "intercept lay_mines ship=leopard targets=maria", "as-planned")
    game.says("black", "pass", dice=[(6, 1, 1, 3)]).says("black", "recalled", dice=[(6, 2)])
    assert (game.has("red", "ships"), game.has("red", "prizes")) == ([], ["appam"])
    assert [event.subject for event in game.told(Challenged)] == ["leopard"]


@rule("pirates", "3.3.30.1")
def test_red_may_keep_recalled_for_later_while_the_phantoms_turn_may_go_on() -> None:
    assert sunk_by_the_phantom("collier recalled").options("red") == ["recalled_1", "later"]


@rule("pirates", "3.3.30.1")
def test_recalled_after_a_later_merchant_of_the_same_intercept() -> None:
    game = lanes_after_hyades().says("black", "choose later")
    assert game.question("black").context.target == "maria"
    game.says("black", "pass", dice=[(2, 1, 1, 3), (1, 6)])
    assert game.open() == ["black aftermath"]
    game.says("black", "recalled", dice=[(5, 4)])
    assert (game.has("red", "ships"), game.state.german.used) == (["leopard"], ["emden"])
    assert len(game.told(Fought)) == 2, "Bowes Castle is not attacked"
    assert (game.has("red", "pile"), game.has("black", "pile")) == (["hyades"], [])


@rule("pirates", "3.3.30.1")
def test_recalled_after_another_card_of_the_turn_but_not_after_the_turn() -> None:
    game = lanes_after_hyades("play intelligence target=black").says("black", "choose later")
    game.says("black", "pass", dice=[(1, 1, 1, 3), (1, 6)]).says("black", "choose later")
    game.says("black", "pass", dice=[(1, 1, 1, 3), (1, 6)])
    assert game.options("black") == ["recalled_1", "later"], "the intercept is over"
    game.says("black", "choose later")
    assert game.told(HandSeen)
    assert game.options("black") == ["recalled_1"], "after the last card it is now or never"
    game.says("black", "recalled", dice=[(5, 4)])
    assert game.told(Removed)[0].reason == "recalled"
    assert game.open() == ["black plan"]


@rule("pirates", "3.3.30.1")
@rule("pirates", "3.2.2.1")
def test_who_does_not_hold_it_may_wait_all_the_same() -> None:
    game = lanes_after_hyades(hand="trap qqq")
    assert game.options("black") == ["later"]
    assert lanes_after_hyades(hand="recalled trap qqq").says("black", "pass").question("black").kind == "react", (
        "no is no"
    )


@rule("pirates", "3.3.30.1")
@pytest.mark.parametrize(("cards", "plan", "options"), [
    ("collier", ["intercept collier ship=leopard targets=lovat"], ["recalled_1"]),
    ("collier lay_mines", ["intercept collier ship=leopard targets=lovat", "mines lay_mines ship=meteor against=black"],
     ["recalled_1", "later"]),
])  # fmt: skip
def test_recalled_is_kept_for_later_only_while_a_card_of_the_turn_is_to_come(
    cards: str, plan: list[str], options: list[str]
) -> None:
    game = lay_out(
        red=side("leopard meteor", hand=cards), black=side(merchants="lovat maria", hand="recalled minesweeper")
    )
    game.says("red", *plan, "as-planned").says("black", "pass", dice=[(10, 1, 1, 4)])
    assert game.options("black") == options


# --- 3.3.31


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
