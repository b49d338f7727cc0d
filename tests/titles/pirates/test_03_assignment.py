"""3.2.1, 3.2.8 The secret assignment, and the revealing of what was assigned."""

import pytest

from games.titles.pirates.state.events import turn as told
from games.titles.pirates.state.events.common import Place
from tests.titles.pirates.laid_out import Game, lay_out, side

rule = pytest.mark.rule


def table(hand: str = "collier scuttle recon_aircraft surprise_attack lay_mines", **more: str) -> Game:
    red = side("leopard meteor emden", hand=hand, **more)
    return lay_out(red=red, black=side("dresden wolf", merchants="lovat maria dee", hand="qqq amc trap"))


# ---------------------------------------------------------------- 3.2.1 assigning


@rule("pirates", "3.1.5.1")
@pytest.mark.parametrize("card", ["scuttle", "island_refuge"])
def test_a_card_for_an_own_ship_may_be_meant_for_one_that_is_yet_to_come(card: str) -> None:
    """Breakout and Transfer Command bring ships; without them nothing can."""
    for hand, rules in ((f"{card} breakout", []), (f"{card} transfer_command", []), (f"{card} qqq", ["3.1.5.1"])):
        game = lay_out(red=side(hand=hand), black=side("emden", merchants="lovat"))
        assert [problem.rule for problem in game.refusals("red", f"play {card}")] == rules, hand


@rule("pirates", "3.2.1")
def test_every_card_and_its_use_is_assigned_before_the_first_is_played() -> None:
    game = table()
    assert game.open() == ["red plan"]
    game.says("red", "intercept collier ship=leopard targets=lovat", "play recon_aircraft")
    assert game.open() == ["red play"]
    assert not game.told(told.Revealed)
    assert game.fleet("red").hand == ["scuttle_1", "surprise_attack_1", "lay_mines_1"]


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


# ---------------------------------------------------------------- 3.2.8 revealing


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
