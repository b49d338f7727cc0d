"""The course of a turn: cards, draws, discards and merchants (3.0-3.1.2, 3.1.4-3.1.10)."""

from typing import Any

import pytest

from games.titles.pirates.components.options import Options
from games.titles.pirates.state.events.attack import Challenged
from games.titles.pirates.state.events.rounds import StarterFound
from games.titles.pirates.state.events.turn import Discarded, Drew, MerchantsArrived, Reshuffled, TurnBegan, TurnEnded
from games.titles.pirates.state.state import ShipDeck
from tests.titles.pirates.laid_out import TITLE, Game, Side, begin, lay_out, layout, side
from tests.titles.pirates.printed_example import craigs_turn, jeffs_turn, the_table
from tests.titles.pirates.scenes import chase, four, hunt, planned, played, three_fleets

rule = pytest.mark.rule


def started(round_: int = 1, *, dice: Any = (), first: str = "dice", before: dict[str, int] | None = None) -> str:
    """Who begins the first turn after a deal; with the fleets of the data's first ships."""
    options = Options(first_player="fleet") if first == "fleet" else Options()
    state = layout(round_=round_ - 1, red=side(), black=side(), white=side(), blue=side(), options=options)
    for fleet in state.fleets:
        fleet.round_points = [(before or {}).get(fleet.seat, 0)]
    return begin(state, "deal", dice=dice).told(TurnBegan)[0].seat


def intercepted(game: Game, merchant: str) -> Game:
    owner = next(fleet.seat for fleet in game.state.fleets if merchant in game.has(fleet.seat, "merchants"))
    game.says("red", f"intercept collier ship=emden targets={merchant}")
    return game.says(owner, "pass", dice=[(1, 1, 1, 4), (1, 6)])


PEF = "prinz_eitel_friedrich"
CHASED = [(3, 2, 6), (1, 6)]
LOST = (4, 4, 1)
"""The chase with its run for port, and the check of supply (6.6.1) that succeeds or fails."""
JEFF = "red"
CRAIG = "black"


# --- 3.0 attacker and defender


@rule("pirates", "3.0")
def test_a_player_without_ships_plays_on_and_may_break_out() -> None:
    game = played("play breakout", red=side(hand="breakout"), black=side("emden", hand="qqq"), dice=[(5, 1, 4)])
    assert len(game.has("red", "ships")) == 1


@rule("pirates", "3.0")
def test_who_intercepts_attacks_and_the_owner_of_the_target_defends() -> None:
    game = hunt(hand="qqq")
    assert game.open() == ["black react"]
    assert (game.question("black").context.attacker, game.question("black").context.target) == ("red", "lovat")


@rule("pirates", "3.0")
def test_cards_for_own_ships_help_the_active_player_alone() -> None:
    rivals: dict[str, Side] = {"black": side("wolf+unsupplied+damaged", hand="qqq")}
    game = played("play collier", red=side("emden+unsupplied", hand="collier"), **rivals)
    assert (game.ship("emden").unsupplied, game.ship("wolf").unsupplied) == (False, True)
    assert lay_out(red=side("emden+damaged", hand="damage_control"), **rivals).refuses(
        "red", "play damage_control target=wolf"
    )


@rule("pirates", "3.0.1")
@rule("pirates", "S.1")
def test_without_ships_the_turn_goes_on_in_its_order() -> None:
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


# --- 3.1 the turn


@rule("pirates", "3.1")
@pytest.mark.parametrize(
    ("dice", "first"),
    [
        ([(3, 9, 4, 1)], "black"),
        ([(9, 9, 4, 1)], "white"),
        ([(9, 9, 4, 4), (1, 1, 2, 2), (1, 2, 3, 4)], "blue"),
    ],
)
def test_the_highest_ten_sided_die_begins_and_equal_dice_do_not_count(dice: Any, first: str) -> None:
    assert started(dice=dice) == first


@rule("pirates", "3.1")
def test_by_agreement_the_weakest_fleet_begins() -> None:
    state = layout(
        round_=0, red=side("emden dresden wolf"), black=side("meteor geier iltis"), white=side("leopard mowe greif"),
        options=Options(first_player="fleet"),
    )  # fmt: skip
    game = begin(state, "deal")
    assert game.told(StarterFound) == [StarterFound("black", "fleet")]


@rule("pirates", "3.1")
def test_later_rounds_are_begun_by_the_fewest_round_points_and_equals_do_not_count() -> None:
    points = {"red": 5, "black": 2, "white": 7, "blue": 4}
    assert started(2, before=points) == "black"
    assert started(2, before=points | {"blue": 2}) == "red"
    assert started(3, before=dict.fromkeys(points, 3), dice=[(1, 2, 3, 4)]) == "blue"


@rule("pirates", "3.1")
def test_turns_go_round_the_table() -> None:
    table = {seat: side("emden" if seat == "red" else "", hand=hand) for seat, hand in
             (("red", "qqq"), ("black", "amc"), ("white", "trap"), ("blue", "scuttle"))}  # fmt: skip
    game = lay_out(**table)
    for seat in ("red", "black", "white", "blue", "red"):
        assert game.open() == [f"{seat} plan"]
        game.says(seat, "pass")


@rule("pirates", "3.1")
@pytest.mark.parametrize(
    ("dice", "starter"), [([(9, 9, 4)], "white"), ([(10, 10, 7)], "white"), ([(5, 5, 5), (1, 2, 3)], "white")]
)
def test_equal_dice_drop_out(dice: Any, starter: str) -> None:
    state = TITLE.rules.new_game("three_players", Options())
    assert begin(state, "deal", dice=dice).told(StarterFound)[0].seat == starter


@rule("pirates", "3.1")
def test_equal_round_points_drop_out() -> None:
    state = layout(round_=1, red=side(), black=side(), white=side())
    for fleet, rounds in zip(state.fleets, (3, 1, 1), strict=True):
        fleet.round_points = [rounds]
    assert begin(state, "deal").told(StarterFound)[0].seat == "red"


@rule("pirates", "3.1.1")
def test_any_number_of_cards_is_assigned_but_one_is_drawn_and_no_hand_is_too_large() -> None:
    hand = "collier_1 blockade_runner breakout breakout_2 scuttle scuttle_2 qqq qqq_2 trap trap_2 amc amc_2"
    plan = ("play collier", "play blockade_runner", "play breakout_1", "play breakout_2")
    game = played(
        *plan, red=side("emden+unsupplied", hand=hand), black=side(hand="reflag"), dice=[(1, 1, 6), (1, 1, 6)]
    )
    assert len(game.fleet("red").hand) == 12 - 4 + 1
    assert [event.seat for event in game.told(Drew)] == ["red"]


@rule("pirates", "3.1.1")
def test_who_plays_no_card_draws_all_the_same() -> None:
    game = lay_out(red=side("emden", hand="qqq"), black=side(hand="amc"), deck="collier").says("red", "pass")
    assert game.fleet("red").hand == ["qqq_1", "collier_1"]
    assert game.heard("black", Drew)[0].card == ""


@rule("pirates", "3.1.1")
@rule("pirates", "3.1.5")
@rule("pirates", "3.1.6")
def test_craig_draws_one_card_and_jeff_three_merchants() -> None:
    game = craigs_turn(jeffs_turn(the_table()))
    thrown = {event.seat: event.cards for event in game.told(Discarded)[1:]}
    assert set(thrown[CRAIG]) == {"lay_mines_1", "good_hunting_1", "boarding_party_1", "submarines_u_1"}
    assert thrown[JEFF] == ("qqq_1", "fast_ship_1")
    assert [event.seat for event in game.told(Drew)] == [JEFF, CRAIG]
    arrived = game.told(MerchantsArrived)
    assert [(event.seat, len(event.merchants)) for event in arrived] == [(JEFF, 3)]


@rule("pirates", "3.1.2")
def test_own_ships_are_never_attacked() -> None:
    mine = side("emden leopard+identified meteor wolf+refuge", merchants="lovat", prizes="maria+identified",
                hand="collier interrogate monitor submarines_u submarines_uc lay_mines breakdown interned")  # fmt: skip
    game = lay_out(red=mine, black=side("dresden berlin+refuge seeadler", merchants="dee", hand="qqq"))
    for order in (
        "intercept collier ship=leopard targets=lovat",
        "british collier target=emden",
        "british collier target=maria",
        "play interrogate target=meteor",
        "play monitor target=wolf",
        "play submarines_u target=lovat",
        "play submarines_uc target=red",
        "mines lay_mines ship=meteor against=red",
        "play breakdown target=emden",
        "play interned target=leopard",
    ):
        assert game.refuses("red", order), order


@rule("pirates", "3.1.4")
def test_other_cards_go_against_the_attacked_player_and_one_more() -> None:
    game = three_fleets("collier breakdown deception intelligence")
    attack = "british collier target=dresden"
    assert not game.refuses("red", attack, "play breakdown target=wolf", "play deception target=white")
    problems = game.refusals("red", attack, "play breakdown target=berlin", "play deception target=blue")
    assert problems[0].rule == "3.1.4"
    assert game.refusals("red", "play breakdown target=wolf", "play deception target=white")[0].rule == "3.1.4"
    game.says("red", "british collier", "play breakdown", "play deception", "play intelligence")
    game.says("red", "play breakdown target=berlin", dice=[(1, 1, 8)])
    assert game.refuses("red", "play deception target=blue")
    game.says("red", attack).says("black", "pass", dice=[(1, 1, 5)])
    assert game.refuses("red", "play intelligence target=blue")
    assert not game.refuses("red", "play intelligence target=deck")
    for seat in ("black", "white"):
        assert not game.refuses("red", f"play deception target={seat}")


@rule("pirates", "3.1.4")
def test_the_attacked_player_and_one_other() -> None:
    game = intercepted(four(), "lovat").says("red", "play deception target=white")
    assert not game.refuses("red", "play interned target=dresden")
    assert game.refusals("red", "play rendezvous_missed target=blue")[0].rule == "3.1.4"
    for seat in ("white", "black"):
        assert not game.refuses("red", f"play rendezvous_missed target={seat}")


@rule("pirates", "3.1.4")
def test_the_other_first_and_then_the_attack() -> None:
    game = intercepted(four().says("red", "play deception target=white"), "lovat")
    assert game.refuses("red", "play breakdown target=nurnberg")
    assert not game.refuses("red", "play breakdown target=dresden")
    assert not game.refuses("red", "play breakdown target=konigsberg")


@rule("pirates", "3.1.4")
def test_first_a_card_then_the_attack_on_the_same_player() -> None:
    game = four().says("red", "play breakdown target=dresden", dice=[(1, 1, 6)])
    intercepted(game, "lovat")
    for seat in ("white", "blue"):
        assert not game.refuses("red", f"play deception target={seat}")
    game.says("red", "play deception target=white")
    assert game.refuses("red", "play rendezvous_missed target=blue")


@rule("pirates", "3.1.4")
def test_without_an_attack_cards_act_on_one_player_only() -> None:
    game = four().says("red", "play breakdown target=dresden", dice=[(1, 1, 6)])
    assert game.refuses("red", "play interned target=konigsberg")
    intercepted(game, "dee")
    assert not game.refuses("red", "play interned target=konigsberg")
    assert not game.refuses("red", "play interned target=dresden")
    assert game.refuses("red", "play interned target=nurnberg")


@rule("pirates", "3.1.4")
def test_a_failed_challenge_binds_the_opponent() -> None:
    game = four().says("red", "play interned target=konigsberg", dice=[(1, 1, 10)])
    assert game.refuses("red", "play breakdown target=nurnberg")


@rule("pirates", "3.1.4.1")
@rule("pirates", "3.3.31")
def test_recon_aircraft_bind_no_opponent() -> None:
    game = four().says("red", "play recon_aircraft target=black", draws=[(0, 1)])
    game.says("red", "play recon_aircraft_2 target=white", draws=[(0, 1)])
    assert not game.refuses("red", "play deception target=blue")
    assert not game.refuses("red", "intercept collier ship=emden targets=dee")
    game.says("red", "play deception target=blue")
    assert game.refuses("red", "play interned target=dresden")


@rule("pirates", "3.1.4.1")
def test_a_hand_looked_at_names_its_player() -> None:
    game = four().says("red", "play intelligence target=black")
    assert game.refuses("red", "play interned target=konigsberg")
    assert not game.refuses("red", "play interned target=dresden")


@rule("pirates", "3.1.5")
def test_used_and_unused_cards_are_discarded_in_the_players_order_and_reactions_follow() -> None:
    game = lay_out(
        red=side("leopard", hand="collier surprise_attack scuttle"), black=side(merchants="lovat", hand="amc qqq")
    )
    game.says(
        "red", "intercept collier ship=leopard targets=lovat", "play surprise_attack", "play scuttle target=leopard",
        "discard cards=scuttle,collier", "as-planned",
    )  # fmt: skip
    game.says("black", "qqq", dice=[(1, 1, 1, 5), (1, 6)])
    assert game.state.discards == ["surprise_attack_1", "scuttle_1", "collier_1", "qqq_1"]
    assert [event.seat for event in game.told(Discarded)] == ["red", "black"]


@rule("pirates", "3.1.5")
def test_a_card_that_became_impossible_is_discarded_and_does_not_return_to_the_hand() -> None:
    game = lay_out(red=side("leopard", hand="scuttle submarines_u"), black=side(merchants="lovat", hand="qqq"))
    game.says("red", "play submarines_u target=lovat", "play scuttle target=leopard", "as-planned")
    game.says("black", "pass", dice=[(1, 1, 1, 5)])
    assert game.told(TurnEnded) == [TurnEnded("red", 1)]
    assert "scuttle_1" in game.state.discards


@rule("pirates", "3.1.5")
@rule("pirates", "3.3.32")
def test_a_reflag_from_the_hand_in_the_own_turn_is_discarded_after_the_cards_played() -> None:
    game = lay_out(red=side("leopard", hand="collier reflag"), black=side(merchants="lovat", hand="qqq"))
    game.says("red", "intercept collier ship=leopard targets=lovat", "as-planned")
    game.says("black", "qqq", dice=[(7, 1, 1, 4)]).says("red", "reflag")
    assert game.state.discards == ["collier_1", "qqq_1", "reflag_1"]


@rule("pirates", "3.1.5")
def test_the_player_orders_the_discards_and_the_defenders_follow() -> None:
    game = lay_out(red=side("leopard", hand="collier scuttle breakout"), black=side(merchants="lovat", hand="qqq"))
    game.says("red", "intercept collier ship=leopard targets=lovat", "play breakout",
              "discard breakout,collier", "as-planned")  # fmt: skip
    game.says("black", "qqq", dice=[(1, 1, 1, 5), (1, 6)])
    game.says("red", "pass", dice=[(1, 1, 6)])
    assert [event.cards for event in game.told(Discarded)] == [("breakout_1", "collier_1"), ("qqq_1",)]
    assert game.view("black").discards_top == ["qqq_1", "collier_1"]


@rule("pirates", "3.1.5.1")
@pytest.mark.parametrize("card", ["scuttle", "island_refuge"])
def test_a_card_for_an_own_ship_may_be_meant_for_one_that_is_yet_to_come(card: str) -> None:
    """Breakout and Transfer Command bring ships; without them nothing can."""
    for hand, rules in ((f"{card} breakout", []), (f"{card} transfer_command", []), (f"{card} qqq", ["3.1.5.1"])):
        game = lay_out(red=side(hand=hand), black=side("emden", merchants="lovat"))
        assert [problem.rule for problem in game.refusals("red", f"play {card}")] == rules, hand


@rule("pirates", "3.1.5.1")
@rule("pirates", "3.3.8")
def test_a_collier_is_laid_though_nobody_lacks_supply_and_serves_after_the_chase() -> None:
    game = chase("hunt", "play collier", hand="collier", dice=[*CHASED, LOST])
    assert (game.ship(PEF).unsupplied, game.ship(PEF).identified) == (False, False)
    assert game.state.discards == ["lay_mines_1", "collier_1", "fast_ship_1"]


@rule("pirates", "3.1.5.1")
@pytest.mark.parametrize("taking", ["interned", "transfer_command"])
def test_interrogate_may_be_laid_for_who_may_be_reflagged_yet(taking: str) -> None:
    lines = f"play {taking} target=wolf", "play interrogate target=wolf", "as-planned"
    game = planned(f"{taking} interrogate").says("red", *lines)
    game.says("black", "reflag_1", dice=[(9, 4)])
    assert [event.purpose for event in game.told(Challenged)] == ["interrogate"], "Reflag came before the first roll"
    assert game.ship("wolf").identified
    assert game.open() == ["black react"]


@rule("pirates", "3.1.5.1")
def test_interrogate_is_of_no_use_where_nobody_can_be_disguised_again() -> None:
    interrogation = "play interrogate target=wolf"
    for game in (
        planned("interrogate collier"),  # nothing makes black play Reflag
        planned("interned interrogate", side("wolf+identified")),  # black holds no card
        planned("interned interrogate", side("emden", hand="reflag")),  # a warship
        planned("interned interrogate", side("wolf+identified+refuge", hand="reflag")),  # 3.3.19.2
    ):
        assert game.refuses("red", interrogation)


@rule("pirates", "3.1.6")
def test_merchants_lost_are_replaced_at_the_end_of_the_turn_whoever_has_it() -> None:
    game = lay_out(red=side("leopard", merchants="otaki author minieh", hand="collier fair_seas"),
                   black=side(merchants="lovat maria dee", hand="qqq"))  # fmt: skip
    game.says("red", "intercept collier ship=leopard", "play fair_seas")
    game.says("red", "intercept collier ship=leopard targets=lovat").says("black", "pass", dice=[(10, 1, 1, 1)])
    game.says("black", "pass")
    assert len(game.has("black", "merchants")) == 2, "not before the turn is over"
    game.says("red", "play fair_seas target=otaki", dice=[(6, 1)])
    assert [len(game.has(seat, "merchants")) for seat in ("red", "black")] == [3, 3]


@rule("pirates", "3.1.6.1")
def test_captured_and_foundered_merchants_are_replaced_too() -> None:
    game = hunt("leopard", merchants="lovat maria dee", supports="boarding_party", boarding="lovat", hand="qqq")
    game.says("black", "pass", dice=[(10, 1, 1, 1)])
    assert game.has("red", "prizes") == ["lovat"]
    assert len(game.has("black", "merchants")) == 3
    game = played("play heavy_weather", red=side(hand="heavy_weather"), dice=[(6, 1)],
                  black=side(merchants="lovat+damaged maria dee", hand="qqq"))  # fmt: skip
    assert len(game.has("black", "merchants")) == 3


@rule("pirates", "3.1.7")
def test_the_top_two_discards_are_open_and_no_more() -> None:
    game = lay_out(red=side(hand="qqq"), black=side(hand="amc"), discards="trap scuttle interned")
    for seat in ("red", "black", "public"):
        assert (game.view(seat).discards_top, game.view(seat).discards) == (["interned_1", "scuttle_1"], 3)


@rule("pirates", "3.1.8")
def test_victory_piles_and_their_values_are_open() -> None:
    game = lay_out(red=side(hand="qqq", pile="lovat maria+doubled"), black=side(hand="amc", pile="dee"))
    for seat in ("red", "black", "public"):
        assert [fleet.pile_value for fleet in game.view(seat).fleets] == [7 + 10, 3]
        assert [trophy.card for trophy in game.view(seat).fleet("red").pile] == ["lovat", "maria"]


@rule("pirates", "3.1.9")
def test_the_number_of_action_cards_left_is_open() -> None:
    game = lay_out(red=side(hand="qqq"), black=side(hand="amc"))
    before = len(game.state.deck)
    game.says("red", "pass")
    for seat in ("red", "black", "public"):
        assert game.view(seat).deck == before - 1
    assert game.heard("black", Drew)[0].left == before - 1


@rule("pirates", "3.1.10")
def test_ship_and_merchant_decks_are_reshuffled_when_they_are_out() -> None:
    state = layout(red=side(hand="breakout"), black=side(merchants="lovat+damaged", hand="qqq"))
    for deck, name in ((state.german, "german"), (state.merchant, "merchant")):
        left = deck.face_down
        setattr(state, name, ShipDeck(face_down=left[:1], used=left[1:]))
    game = begin(state, "turn").says("red", "play breakout", "as-planned", dice=[(10, 1, 5)])
    assert len(game.has("red", "ships")) == 2
    assert [event.deck for event in game.told(Reshuffled)] == ["german", "merchant"]
    assert not game.state.german.used
