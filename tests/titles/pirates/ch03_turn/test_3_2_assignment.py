"""Plans: cards that are laid face down, and the order in which they are shown (3.2.0, 3.2.1, 3.2.8, 3.2.9)."""

import pytest

from games.titles.pirates.state.events import turn as told
from games.titles.pirates.state.events.attack import Challenged, Fought
from games.titles.pirates.state.events.common import Place
from tests.titles.pirates.laid_out import Game, lay_out, side
from tests.titles.pirates.scenes import chase, hunt, mines

rule = pytest.mark.rule


def table(hand: str = "collier scuttle recon_aircraft surprise_attack lay_mines", **more: str) -> Game:
    red = side("leopard meteor emden", hand=hand, **more)
    return lay_out(red=red, black=side("dresden wolf", merchants="lovat maria dee", hand="qqq amc trap"))


PEF = "prinz_eitel_friedrich"
CHASED = [(3, 2, 6), (1, 6)]
LOST = (4, 4, 1)
"""The chase with its run for port, and the check of supply (6.6.1) that succeeds or fails."""


@rule("pirates", "3.2.1")
def test_every_card_and_its_use_is_assigned_before_the_first_is_played() -> None:
    game = table()
    assert game.open() == ["red plan"]
    game.says("red", "intercept collier ship=leopard targets=lovat", "play recon_aircraft")
    assert game.open() == ["red play"]
    assert not game.told(told.Revealed)
    assert game.fleet("red").hand == ["scuttle_1", "surprise_attack_1", "lay_mines_1"]


@rule("pirates", "3.2.1")
def test_an_upright_card_is_not_turned_sideways_when_it_is_revealed() -> None:
    game = table().says("red", "play recon_aircraft", "play surprise_attack")
    for card in ("recon_aircraft", "surprise_attack"):
        assert game.refuses("red", f"british {card} target=dresden")
        assert game.refuses("red", f"intercept {card} ship=leopard targets=lovat")


@rule("pirates", "3.2.1")
def test_a_card_lies_in_one_place_and_comes_from_the_own_hand() -> None:
    game = table()
    orders = ("intercept collier ship=leopard", "british collier")
    assert game.refusals("red", *orders)[0].rule == "3.2.1"
    supported = "intercept scuttle ship=leopard targets=lovat supports=surprise_attack"
    assert game.refusals("red", supported, "play surprise_attack")[0].rule == "3.2.1"
    assert game.refuses("red", "british interned")


@rule("pirates", "3.2.1")
@pytest.mark.parametrize("kind", ["amc", "qqq", "trap", "minesweeper", "break_contact", "pull_the_plug"])
def test_reactions_are_not_assigned_upright_but_serve_as_intercepts(kind: str) -> None:
    red = side("leopard", hand=f"{kind}_1")
    game = lay_out(red=red, black=side("dresden", merchants="lovat", hand="slim_pickings"))
    assert game.refuses("red", f"play {kind}")
    assert not game.refuses("red", f"intercept {kind} ship=leopard targets=lovat")
    assert not game.refuses("red", f"british {kind} target=dresden")


@rule("pirates", "3.2.1")
def test_what_is_impossible_already_is_refused_and_no_more() -> None:
    game = lay_out(red=side("emden", hand="scuttle reflag collier monitor"), black=side("wolf", hand="qqq"))
    for order in (
        "play reflag target=emden",
        "play collier",
        "play monitor",
        "british collier",
        "intercept collier ship=emden",
    ):
        assert game.refuses("red", order), order
    assert not game.refuses("red", "play scuttle target=emden")


@rule("pirates", "3.2.1")
def test_who_has_no_card_and_no_ship_in_refuge_is_not_asked() -> None:
    game = lay_out(red=side("emden"), black=side(hand="qqq"))
    assert game.open() == ["black plan"]
    assert [event.seat for event in game.told(told.Drew)] == ["red"]


@rule("pirates", "3.2.1")
@rule("pirates", "3.3.35")
def test_a_raider_damaged_in_her_own_intercept_may_be_scuttled_as_planned() -> None:
    game = lay_out(red=side("leopard", hand="collier scuttle"), black=side(merchants="lovat", hand="amc"))
    game.says(
        "red", "play scuttle target=leopard", "intercept collier ship=leopard targets=lovat", "as-planned"
    ).says("black", "amc", dice=[(1, 1, 1, 8), (7, 1, 4)])  # fmt: skip
    assert game.state.german.used == ["leopard"], "scuttling was impossible at first and waited for its turn"


@rule("pirates", "3.2.1.0")
def test_cards_left_in_the_hand_cannot_be_played_in_the_turn_and_assigned_ones_do_not_return() -> None:
    game = table().says("red", "british collier", "play recon_aircraft")
    for order in ("british scuttle target=dresden", "british collier target=dresden supports=surprise_attack"):
        assert game.refuses("red", order)
    game.says("red", "pass")
    assert not {"collier_1", "recon_aircraft_1"} & set(game.fleet("red").hand)
    assert set(game.state.discards) == {"collier_1", "recon_aircraft_1"}
    assert game.told(told.TurnEnded) == [told.TurnEnded("red", 2)]


@rule("pirates", "3.2.1.0")
def test_all_see_how_many_cards_lie_where_and_which_way_round_and_nothing_more() -> None:
    game = table().says(
        "red",
        "intercept collier ship=leopard targets=lovat supports=surprise_attack",
        "british scuttle target=dresden",
        "mines lay_mines ship=meteor against=black",
        "play recon_aircraft target=black",
    )
    shown = [Place("", False, 2), Place("", True, 1), Place("leopard", True, 1), Place("meteor", False, 1)]
    for seat in ("red", "black", "public"):
        assert game.view(seat).laid == shown
        assert game.heard(seat, told.CardsAssigned)[0].places == tuple(shown)
    assert [len(game.view(seat).assigned) for seat in ("red", "umpire", "black", "public")] == [5, 5, 0, 0]
    assert game.view("red").assigned[0].use.targets == ("lovat",)


@rule("pirates", "3.2.1.0")
def test_targets_and_order_of_the_plan_may_change_but_not_the_card_its_ship_or_its_side() -> None:
    game = table().says("red", "intercept collier ship=leopard targets=lovat", "british scuttle target=dresden")
    assert not game.refuses("red", "intercept collier ship=leopard targets=maria")
    assert not game.refuses("red", "british scuttle target=dresden")
    for order in (
        "intercept collier ship=emden targets=lovat",
        "intercept scuttle ship=leopard targets=lovat",
        "british collier target=dresden",
        "play collier",
        "intercept collier ship=leopard",
    ):
        assert game.refuses("red", order), order


@rule("pirates", "3.2.1.1")
@rule("pirates", "3.1.3")
def test_a_ship_gained_this_turn_has_no_card_on_her_but_may_hide() -> None:
    game = lay_out(red=side(hand="transfer_command collier island_refuge"), black=side("emden", merchants="lovat",
                   hand="qqq"))  # fmt: skip
    assert game.refuses("red", "intercept collier ship=emden targets=lovat")
    game.says("red", "play transfer_command", "play island_refuge")
    game.says("red", "play transfer_command target=emden", dice=[(7, 2, 6)])
    assert game.says("red", "play island_refuge target=emden").ship("emden").refuge


@rule("pirates", "3.2.1.1")
@rule("pirates", "3.2.0")
def test_where_each_use_lies() -> None:
    game = lay_out(red=side("leopard meteor", hand="collier lay_mines scuttle amc surprise_attack breakout"),
                   black=side("emden", merchants="lovat", hand="qqq"))  # fmt: skip
    game.says("red", "intercept collier ship=leopard", "mines lay_mines ship=meteor", "british scuttle",
              "play breakout", "play surprise_attack")  # fmt: skip
    assert game.view("black").laid == [
        Place("", False, 2), Place("", True, 1), Place("leopard", True, 1), Place("meteor", False, 1)]  # fmt: skip
    assert not game.view("black").assigned
    assert game.refuses("red", "british amc target=emden")


@rule("pirates", "3.2.8")
def test_cards_are_revealed_one_by_one_in_any_order_with_results_in_between() -> None:
    game = table().says("red", "british collier target=dresden", "play recon_aircraft target=black")
    game.says("red", "play recon_aircraft target=black")
    assert [event.card for event in game.heard("public", told.Revealed)] == ["recon_aircraft_1"]
    assert game.view("black").played == ["recon_aircraft_1"]
    assert game.view("black").laid == [Place("", True, 1)]
    assert game.open() == ["red play"]


@rule("pirates", "3.2.8")
def test_supports_are_turned_up_with_the_card_that_they_help() -> None:
    game = table().says("red", "british collier supports=surprise_attack")
    game.says("red", "british collier target=dresden supports=surprise_attack")
    (shown,) = game.heard("public", told.Revealed)
    assert (shown.card, shown.use, shown.targets, shown.supports) == (
        "collier_1", "british", ("dresden",), ("surprise_attack_1",),
    )  # fmt: skip
    assert game.question("black").context.supports == ("surprise_attack_1",)


@rule("pirates", "3.2.8")
def test_a_turn_is_over_when_all_see_that_the_cards_left_have_no_target() -> None:
    for upright, asked in (("qqq", "black plan"), ("surprise_attack", "red play")):
        game = lay_out(red=side(hand=f"collier scuttle {upright}_1"), black=side("dresden", hand="amc"))
        loose = [] if upright == "qqq" else ["play surprise_attack"]
        game.says("red", "british collier", "british scuttle", *loose).says("red", "british collier target=dresden")
        assert game.says("black", "pass", dice=[(1, 1, 9)]).open() == [asked], "a card upright may be anything"


@rule("pirates", "3.2.8")
def test_a_loose_support_may_join_any_fitting_attack() -> None:
    game = table().says("red", "intercept collier ship=leopard", "british scuttle", "play surprise_attack")
    assert not game.refuses("red", "intercept collier ship=leopard targets=lovat supports=surprise_attack")
    assert not game.refuses("red", "british scuttle target=dresden supports=surprise_attack")


@rule("pirates", "3.2.8")
def test_a_plan_may_run_by_itself_and_skips_what_became_impossible() -> None:
    torpedoes = ("play submarines_u_1 target=lovat", "play submarines_u_2 target=lovat")
    game = table("collier scuttle submarines_u submarines_u_2 recon_aircraft")
    game.says("red", *torpedoes, "play recon_aircraft target=black", "as-planned")
    game.says("black", "pass", dice=[(10, 1, 1, 1)])
    assert [event.card for event in game.told(told.Revealed)] == ["submarines_u_1", "recon_aircraft_1"]
    assert game.told(told.TurnEnded) == [told.TurnEnded("red", 1)]
    assert game.open() == ["black plan"]


@rule("pirates", "3.2.8")
def test_a_plan_that_runs_by_itself_must_name_its_targets() -> None:
    game = table()
    for order in (
        "british collier",
        "play recon_aircraft",
        "mines lay_mines ship=meteor",
        "intercept collier ship=leopard",
    ):
        assert game.refusals("red", order, "as-planned")[0].rule == "3.2.8"
        assert not game.refuses("red", order)


@rule("pirates", "3.2.8")
def test_the_next_card_of_the_plan_is_played_when_time_is_up() -> None:
    game = table().says("red", "play recon_aircraft target=black", "british collier target=dresden")
    form = game.question("red").form
    assert form.render(form.default()) == "play recon_aircraft_1 target=black"


@rule("pirates", "3.2.8")
@rule("pirates", "3.1.5.1")
def test_a_card_shown_before_the_chase_takes_nothing_off() -> None:
    game = chase("play collier", "hunt", hand="collier", dice=[*CHASED, LOST])
    assert game.ship(PEF).unsupplied
    assert "collier_1" in game.state.discards


@rule("pirates", "3.2.8.1")
def test_the_opponent_is_named_when_the_card_is_shown() -> None:
    game = lay_out(red=side("leopard", hand="collier"), black=side(merchants="lovat", hand="qqq"),
                   white=side(merchants="maria", hand="amc"))  # fmt: skip
    game.says("red", "intercept collier ship=leopard targets=lovat")
    for merchant in ("lovat", "maria"):
        assert not game.refuses("red", f"intercept collier ship=leopard targets={merchant}")


@rule("pirates", "3.2.8.2")
@rule("pirates", "3.3.47")
def test_cards_of_this_turn_lie_aside_and_are_no_discards_yet() -> None:
    game = lay_out(red=side(hand="breakout wireless_intercept"), black=side(hand="qqq"), discards="trap amc")
    game.says("red", "play breakout", "play wireless_intercept").says("red", "play breakout", dice=[(1, 1, 6)])
    game.says("red", "play wireless_intercept")
    assert game.fleet("red").hand[:2] == ["amc_1", "trap_1"]
    assert game.state.discards == ["breakout_1", "wireless_intercept_1"]


@rule("pirates", "3.2.9")
def test_the_attacker_names_the_order() -> None:
    game = mines("sequence=lovat,invercoe,bowes_castle", merchants="bowes_castle invercoe lovat")
    game.says("black", "pass", dice=[(5, 1, 5), (3, 4, 2), (7, 2, 4)])
    assert [(shot.defender.of, shot.outcome) for shot in game.told(Fought)] == [
        ("lovat", "none"), ("invercoe", "sunk"), ("bowes_castle", "damaged")]  # fmt: skip
    assert not game.told(Challenged), "no safe passage after mines (3.2.6)"
    assert game.has("red", "pile") == ["invercoe"]
    assert game.open() == ["black plan"]


@rule("pirates", "3.2.9")
def test_who_is_not_named_comes_last_as_she_lies() -> None:
    game = mines("sequence=lovat", merchants="bowes_castle invercoe lovat")
    game.says("black", "pass", dice=[(1, 1, 8), (1, 1, 4), (1, 1, 4)])
    assert [shot.defender.of for shot in game.told(Fought)] == ["lovat", "bowes_castle", "invercoe"]


@rule("pirates", "3.2.9")
def test_only_merchants_of_the_mined_fleet_can_be_named() -> None:
    table = {"red": side("meteor", hand="lay_mines submarines_uc"), "black": side(merchants="lovat dee", hand="amc"),
             "white": side(merchants="maria", hand="qqq")}  # fmt: skip
    for order in ("mines lay_mines ship=meteor against=black", "play submarines_uc target=black"):
        assert not lay_out(**table).refuses("red", f"{order} sequence=dee,lovat")
        assert lay_out(**table).refusals("red", f"{order} sequence=maria")[0].rule == "3.2.9"
    assert lay_out(**table).refuses("red", "play submarines_uc target=lovat sequence=dee"), "a torpedo has one target"


@rule("pirates", "3.2.9.1")
def test_a_boarding_party_stays_face_down_until_its_merchant_is_met() -> None:
    game = hunt("leopard", "lovat maria", supports="good_hunting boarding_party", boarding="maria", hand="qqq amc")
    assert game.view("black").played == ["collier_1", "good_hunting_1"]
    assert game.view("black").laid == [Place("", False, 1)]
    game.says("black", "pass", dice=[(1, 1, 1, 8), (1, 6)])
    assert "boarding_party_1" in game.view("black").played
