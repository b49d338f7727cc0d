"""Action cards 20 to 24: island refuge to monitor (3.3.20-3.3.24)."""

from typing import Any

import pytest

from games.titles.pirates.components.options import Options
from games.titles.pirates.state.events.attack import Challenged, Fought
from games.titles.pirates.state.events.turn import Deceived
from tests.titles.pirates.alone import sunk_by_the_phantom
from tests.titles.pirates.laid_out import lay_out, side
from tests.titles.pirates.printed_example import craigs_turn, jays_turn, jeffs_turn, the_table
from tests.titles.pirates.scenes import hunt, mines, played, torpedoed

rule = pytest.mark.rule
PEF = "prinz_eitel_friedrich"
JEFF = "red"
CRAIG = "black"
JAY = "white"


# --- 3.3.20


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


@rule("pirates", "3.3.20.1")
def test_one_repair_of_each_kind_a_turn_in_refuge() -> None:
    game = played("play island_refuge target=emden", red=side("emden+damaged+unsupplied", hand="island_refuge"),
                  black=side(hand="qqq"), dice=[(6, 2, 6), (7, 1, 3)])  # fmt: skip
    emden = game.ship("emden")
    assert (emden.unsupplied, emden.damage) == (True, 0)
    game.says("black", "pass", dice=[(7, 1, 3)])
    assert not game.ship("emden").unsupplied, "on the next turn the one that is still needed"


@rule("pirates", "3.3.20.2")
@rule("pirates", "3.3.16.1")
@rule("pirates", "3.3.33")
@rule("pirates", "3.3.33.1")
def test_what_reaches_a_ship_in_refuge() -> None:
    red = side(hand="collier interrogate monitor breakdown interned transfer_command rendezvous_missed heavy_weather")
    game = lay_out(red=red, black=side("emden+refuge leopard+refuge", hand="qqq"))
    for order in ("british collier target=emden", "play interrogate target=leopard",
                  "play rendezvous_missed target=black"):  # fmt: skip
        assert game.refuses("red", order), order
    for order in ("monitor", "breakdown", "interned", "transfer_command"):
        assert not game.refuses("red", f"play {order} target=emden"), order
    game = played("play heavy_weather", red=side(hand="heavy_weather collier"),
                  black=side("emden+refuge+damaged", hand="qqq"), dice=[(1, 1, 8)])  # fmt: skip
    assert [event.purpose for event in game.told(Challenged)] == ["island_refuge"], "no roll but black's own attempt"


@rule("pirates", "3.3.20.3")
def test_no_intercept_from_refuge_nor_in_the_turn_of_leaving() -> None:
    table = {"red": side("emden+refuge meteor+refuge leopard", hand="collier lay_mines"),
             "black": side(merchants="dee", hand="qqq")}  # fmt: skip
    for order in ("intercept collier ship=emden targets=dee", "mines lay_mines ship=meteor against=black"):
        assert lay_out(**table).refuses("red", order)
        assert lay_out(**table).refuses("red", "leave emden", "leave meteor", order)


@rule("pirates", "3.3.20.3")
def test_first_the_intercept_then_the_refuge_but_not_the_other_way_round() -> None:
    table = {"red": side("emden", hand="collier island_refuge"), "black": side(merchants="dee", hand="qqq")}
    orders = ("intercept collier ship=emden targets=dee", "play island_refuge target=emden")
    game = played(*orders, **table).says("black", "pass", dice=[(1, 1, 1, 4), (1, 6)])
    assert game.ship("emden").refuge
    game = played(*reversed(orders), **table)
    assert game.ship("emden").refuge
    assert not game.told(Fought)
    assert "collier_1" in game.state.discards
    assert game.open() == ["black plan"]


@rule("pirates", "3.3.20.4")
@rule("pirates", "3.3.20.3")
def test_sea_after_a_card_of_the_same_turn() -> None:
    game = lay_out(
        red=side("emden+damaged+refuge", hand="damage_control collier"), black=side(merchants="dee", hand="qqq"),
        dice=[(1, 1, 8)],
    )  # fmt: skip
    game.says("red", "play damage_control target=emden")
    game.says("red", "play damage_control target=emden")
    assert (game.ship("emden").damage, game.open()) == (0, ["red play"]), "the last card is played, and she may leave"
    game.says("red", "leave emden")
    assert not game.ship("emden").refuge
    assert game.state.discards == ["damage_control_1", "island_refuge_1"]


@rule("pirates", "3.3.20.4")
def test_the_plan_says_when_a_ship_leaves_her_refuge() -> None:
    table = {
        "red": side("leopard+identified+refuge", hand="breakout scuttle"), "black": side("emden", hand="qqq"),
    }  # fmt: skip
    for orders in (("play breakout", "leave leopard"), ("leave leopard", "play breakout")):
        game = played(*orders, **table, dice=[(1, 1, 6)])
        seen = [type(told.variants[0].event).__name__ for told in game.events]
        assert (seen.index("LeftRefuge") < seen.index("Revealed")) is (orders[0] == "leave leopard")
        assert not game.ship("leopard").identified


@rule("pirates", "3.3.20.4")
def test_an_order_to_leave_waits_as_the_default_of_the_next_question() -> None:
    game = lay_out(red=side("wolf+refuge", hand="breakout"), black=side("emden", hand="qqq"))
    game.says("red", "play breakout", "leave wolf").says("red", "play breakout", dice=[(1, 1, 6)])
    form = game.question("red").form
    assert form.render(form.default()) == "leave wolf"
    assert game.says("red", "pass").ship("wolf").refuge, "she stays if the player thinks better of it"


@rule("pirates", "3.3.20.4")
@rule("pirates", "3.3.9")
def test_out_before_the_first_card_and_repaired_at_sea() -> None:
    game = played("leave emden", "play damage_control target=emden", morning=[(1, 1, 8)],
                  red=side("emden+damaged+refuge", hand="damage_control"), black=side(hand="qqq"))  # fmt: skip
    assert (game.ship("emden").refuge, game.ship("emden").damage) == ("", 0)


@rule("pirates", "3.3.20.4")
@rule("pirates", "3.3.20")
def test_one_turn_at_least_an_extra_turn_counts() -> None:
    game = lay_out(red=side("emden", hand="island_refuge second_chance breakout"), black=side(hand="qqq"))
    game.says("red", "play island_refuge", "play second_chance", "play breakout")
    game.says("red", "play island_refuge target=emden")
    assert game.refuses("red", "leave emden"), "not in the turn in which she hides"
    game.says("red", "play second_chance").says("red", "pass")
    assert not game.says("red", "leave emden").ship("emden").refuge


@rule("pirates", "3.3.20.4")
def test_she_is_identified_in_refuge_and_disguised_when_she_leaves() -> None:
    game = played("play island_refuge target=leopard", red=side("leopard+identified", hand="island_refuge"),
                  black=side(hand="qqq"))  # fmt: skip
    assert game.ship("leopard").identified
    game.says("black", "pass").says("red", "leave leopard")
    assert not game.ship("leopard").identified


@rule("pirates", "3.3.20.4")
@rule("pirates", "6.12.1")
def test_an_errand_of_the_plan_that_has_become_impossible_is_left_out() -> None:
    red = side("emden+unsupplied", prizes="lovat", hand="collier scuttle")
    game = lay_out(red=red, black=side(hand="qqq"), options=Options(prize_supply=True))
    game.says("red", "play collier", "resupply emden source=lovat", "as-planned")
    assert game.has("red", "prizes") == ["lovat"]
    assert not game.told(Challenged)
    assert game.open() == ["black plan"]


# --- 3.3.21


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


@rule("pirates", "3.3.21")
def test_all_merchants_of_the_opponent_and_no_prize() -> None:
    game = mines("", merchants="lovat dee", prizes="appam")
    game.says("black", "pass", dice=[(1, 1, 8), (1, 1, 4)])
    assert [shot.defender.of for shot in game.told(Fought)] == ["lovat", "dee"]


@rule("pirates", "3.3.21")
@rule("pirates", "3.3.17")
@rule("pirates", "3.3.10")
def test_jay_lays_mines_looks_ahead_and_deceives_jeff() -> None:
    game = jays_turn(craigs_turn(jeffs_turn(the_table())))
    game.says(JAY, "mines lay_mines_2 ship=meteor against=black")
    game.says(CRAIG, "pass", dice=[(7, 2, 4), (3, 4, 2)])
    assert game.open() == [f"{CRAIG} aftermath"], "Maria lies in his pile: he might have exchanged her for Invercoe"
    game.says(CRAIG, "pass", dice=[(5, 1, 5)])
    assert [(shot.defender.of, shot.outcome) for shot in game.told(Fought)[-3:]] == [
        ("bowes_castle", "damaged"), ("invercoe", "sunk"), ("mount_temple", "none"),
    ]  # fmt: skip
    assert "mount_temple" in game.has(CRAIG, "merchants"), "no run for port after mines"
    game.says(JAY, "play deception target=red").says(JAY, "play intelligence target=deck")
    assert game.options(JAY) == ["trap_1", "interned_1", "scuttle_1"], "three cards, for three players"
    game.says(JAY, "arrange scuttle_1 trap_1 interned_1", draws=[(0,)])
    assert game.has(JAY, "pile") == ["invercoe"]
    assert len(game.has(CRAIG, "merchants")) == 3
    assert "scuttle_1" in game.fleet(JAY).hand
    deceived = game.told(Deceived)
    assert [(event.seat, event.card) for event in deceived] == [(JEFF, "reflag_1")]
    assert not game.fleet(JEFF).weather, "his turn is over, and the deception with it"
    assert game.open() == [f"{CRAIG} plan"]


# --- 3.3.22


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


@rule("pirates", "3.3.22")
def test_a_minesweeper_goes_before_the_first_roll() -> None:
    game = mines("", merchants="lovat dee", hand="minesweeper")
    game.says("black", "minesweeper")
    assert not game.told(Fought)
    assert {"lay_mines_1", "minesweeper_1"} <= set(game.state.discards)
    assert game.open() == ["red plan"]


# --- 3.3.23


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


@rule("pirates", "3.3.23")
def test_mistaken_identity_alone_is_not_kept_for_later() -> None:
    assert sunk_by_the_phantom("mistaken_identity").options("red") == ["mistaken_identity_1/staut"]


@rule("pirates", "3.3.23")
@rule("pirates", "3.2.2")
def test_mistaken_identity_beside_another_reaction_and_recalled_after_it() -> None:
    game = hunt("leopard", "lovat", hand="trap mistaken_identity recalled", pile="dee")
    game.says("black", "trap", dice=[(8, 1, 1, 4), (1, 1, 8)])
    game.says("black", "choose mistaken_identity_1/dee", dice=[(5, 4)])
    assert game.has("red", "pile") == ["dee"]
    game.says("black", "recalled", dice=[(5, 4)])
    assert not game.has("red", "ships"), "it answers the same sinking, at any time"


# --- 3.3.24


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


@rule("pirates", "3.3.24")
@pytest.mark.parametrize(
    ("ship", "dice", "outcome"),
    [
        ("emden+damaged", (3, 2, 6), "none"),
        ("emden+damaged", (6, 2, 6), "sunk"),
        ("emden", (4, 1, 3), "sunk"),
        ("emden", (3, 1, 3), "damaged"),
        ("emden", (2, 1, 4), "none"),
    ],
)
def test_the_figures_of_a_monitor(ship: str, dice: Any, outcome: str) -> None:
    game = played("play monitor target=emden", red=side(hand="monitor"),
                  black=side(f"{ship}+refuge", hand="pull_the_plug break_contact shallow_run_1"))  # fmt: skip
    assert game.options("black") == ["pull_the_plug_1"]
    morning = [(1, 1, 8)] if "damaged" in (ship.partition("+")[2], outcome) and outcome != "sunk" else []
    game.says("black", "pass", dice=[dice, *morning])
    assert game.told(Fought)[0].outcome == outcome
    assert game.has("red", "pile") == (["emden"] if outcome == "sunk" else [])


@rule("pirates", "3.3.24")
@rule("pirates", "3.3.35")
@rule("pirates", "3.1.5")
def test_the_refuge_card_of_a_ship_that_is_gone_is_discarded() -> None:
    game = played("play monitor target=emden", red=side(hand="monitor"), black=side("emden+refuge", hand="qqq"))
    game.says("black", "pass", dice=[(4, 1, 3)])
    assert "island_refuge_1" in game.state.discards
    game = played("play scuttle target=emden", red=side("emden+refuge+damaged", hand="scuttle"), morning=[(1, 1, 8)],
                  black=side(hand="qqq"))  # fmt: skip
    assert game.state.discards == ["scuttle_1", "island_refuge_1"]


@rule("pirates", "3.3.24")
@rule("pirates", "3.1.5.1")
@pytest.mark.parametrize(
    ("hand", "order"),
    [
        ("monitor", "play monitor"),
        ("bounding_main", "play bounding_main"),
        ("exchange_information", "play exchange_information"),
        ("lay_mines", f"mines lay_mines ship={PEF}"),
        ("collier shipping_lanes", f"intercept collier ship={PEF} targets=lovat supports=shipping_lanes"),
        ("damage_control", "play damage_control target=dee"),
        ("collier", "play collier"),
        ("blockade_runner scuttle", "play blockade_runner"),
        ("heavy_weather", "play heavy_weather"),
    ],
)
def test_what_is_impossible_whatever_happens_is_refused(hand: str, order: str) -> None:
    table = {"red": side(f"{PEF} emden", merchants="dee", hand=hand), "black": side(merchants="lovat", hand="qqq")}
    assert lay_out(**table).refuses("red", order)
