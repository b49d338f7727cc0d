"""Positions worked out from the rulebook alone, KP36-KP55: mines in the order named, merchants spared, and Reflag."""

from typing import Any

import pytest

from games.titles.pirates.components.options import Options
from games.titles.pirates.state.events.attack import Cancelled, Challenged, Fought
from tests.titles.pirates.laid_out import Game, lay_out, side
from tests.titles.pirates.scenes import hunt, navy, played, torpedoed

rule = pytest.mark.rule

# ---------------------------------------------------------------- KP36-KP40 mines (3.2.9, 3.3.21)


def mines(order: str, *, layer: str = "meteor", merchants: str, hand: str = "amc", prizes: str = "") -> Game:
    """A minelayer of red mines black's merchants; black is asked for a Minesweeper."""
    game = lay_out(
        red=side(f"{layer} emden", hand="lay_mines"), black=side(merchants=merchants, prizes=prizes, hand=hand)
    )
    return game.says("red", f"mines lay_mines ship=meteor against=black {order}", "as-planned")


@rule("pirates", "3.2.9")
def test_kp36_the_attacker_names_the_order() -> None:
    game = mines("sequence=lovat,invercoe,bowes_castle", merchants="bowes_castle invercoe lovat")
    game.says("black", "pass", dice=[(5, 1, 5), (3, 4, 2), (7, 2, 4)])
    assert [(shot.defender.of, shot.outcome) for shot in game.told(Fought)] == [
        ("lovat", "none"), ("invercoe", "sunk"), ("bowes_castle", "damaged")]  # fmt: skip
    assert not game.told(Challenged), "no safe passage after mines (3.2.6)"
    assert game.has("red", "pile") == ["invercoe"]
    assert game.open() == ["black plan"]


@rule("pirates", "3.2.9")
def test_kp36_who_is_not_named_comes_last_as_she_lies() -> None:
    game = mines("sequence=lovat", merchants="bowes_castle invercoe lovat")
    game.says("black", "pass", dice=[(1, 1, 8), (1, 1, 4), (1, 1, 4)])
    assert [shot.defender.of for shot in game.told(Fought)] == ["lovat", "bowes_castle", "invercoe"]


@rule("pirates", "3.2.9")
def test_kp36_only_merchants_of_the_mined_fleet_can_be_named() -> None:
    table = {"red": side("meteor", hand="lay_mines submarines_uc"), "black": side(merchants="lovat dee", hand="amc"),
             "white": side(merchants="maria", hand="qqq")}  # fmt: skip
    for order in ("mines lay_mines ship=meteor against=black", "play submarines_uc target=black"):
        assert not lay_out(**table).refuses("red", f"{order} sequence=dee,lovat")
        assert lay_out(**table).refusals("red", f"{order} sequence=maria")[0].rule == "3.2.9"
    assert lay_out(**table).refuses("red", "play submarines_uc target=lovat sequence=dee"), "a torpedo has one target"


@rule("pirates", "3.3.21")
def test_kp37_all_merchants_of_the_opponent_and_no_prize() -> None:
    game = mines("", merchants="lovat dee", prizes="appam")
    game.says("black", "pass", dice=[(1, 1, 8), (1, 1, 4)])
    assert [shot.defender.of for shot in game.told(Fought)] == ["lovat", "dee"]


@rule("pirates", "3.2.7.3")
@rule("pirates", "3.2.7.4")
@rule("pirates", "3.2.7.5")
@pytest.mark.parametrize(
    ("merchant", "dice", "outcome"),
    [
        ("bowes_castle", (4, 1, 2), "sunk"),
        ("lovat+damaged", (3, 1, 5), "none"),
        ("lovat+damaged", (4, 1, 5), "none"),
        ("lovat+damaged", (6, 1, 5), "sunk"),
    ],
)
def test_kp38_the_layers_wear_does_not_hamper_mines_but_the_merchants_does(
    merchant: str, dice: Any, outcome: str
) -> None:
    game = mines("", layer="meteor+damaged+unsupplied", merchants=merchant).says("black", "pass", dice=[dice])
    assert game.told(Fought)[0].outcome == outcome
    assert game.told(Fought)[0].attacker.modifiers == ()


@rule("pirates", "3.3.22")
def test_kp39_a_minesweeper_goes_before_the_first_roll() -> None:
    game = mines("", merchants="lovat dee", hand="minesweeper")
    game.says("black", "minesweeper")
    assert not game.told(Fought)
    assert {"lay_mines_1", "minesweeper_1"} <= set(game.state.discards)
    assert game.open() == ["red plan"]


@rule("pirates", "3.3.43")
@rule("pirates", "3.3.43.1")
def test_kp40_a_uc_boat_lays_mines_or_fires_and_its_purpose_is_seen_when_it_is_shown() -> None:
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


# ---------------------------------------------------------------- KP41-KP45 several merchants (3.3.39, 3.3.15, 3.3.40)


def lanes(targets: str, merchants: str = "hyades maria bowes_castle", *, hand: str = "slim_pickings trap") -> Game:
    """Emden hunts these merchants, and black is asked for the first."""
    return hunt("emden", targets, merchants=merchants, supports="shipping_lanes", hand=hand)


@rule("pirates", "3.3.39")
@pytest.mark.parametrize("targets", ["hyades", "hyades maria", "maria hyades bowes_castle"])
def test_kp41_merchants_may_be_spared(targets: str) -> None:
    game = lanes(targets)
    for _ in targets.split():
        game.says("black", "pass", dice=[(1, 1, 1, 3), (1, 6)])
    assert [shot.defender.of for shot in game.told(Fought)] == targets.split()
    assert game.open() == ["black plan"]


@rule("pirates", "3.1.3.2")
@rule("pirates", "3.3.39")
def test_kp42_not_those_that_were_intercepted_in_this_turn() -> None:
    game = lay_out(
        red=side("emden leopard", hand="collier scuttle shipping_lanes"),
        black=side(merchants="hyades maria bowes_castle", hand="qqq amc"),
    )
    game.says("red", "intercept collier ship=leopard", "intercept scuttle ship=emden supports=shipping_lanes")
    game.says("red", "intercept collier ship=leopard targets=hyades")
    game.says("black", "pass", dice=[(1, 1, 1, 3), (1, 6)])
    order = "intercept scuttle ship=emden supports=shipping_lanes targets="
    assert game.refuses("red", f"{order}hyades,maria")
    assert not game.refuses("red", f"{order}maria,bowes_castle")


@rule("pirates", "3.3.39")
@rule("pirates", "3.3.15")
def test_kp43_lanes_for_warships_and_good_hunting_for_raiders() -> None:
    game = lay_out(red=side("emden leopard", hand="collier good_hunting shipping_lanes"),
                   black=side(merchants="hyades maria", hand="qqq"))  # fmt: skip
    order = "intercept collier targets=hyades"
    assert game.refusals("red", f"{order} ship=leopard supports=shipping_lanes")[0].rule == "3.3.39"
    assert game.refusals("red", f"{order} ship=emden supports=good_hunting")[0].rule == "3.3.15"


@rule("pirates", "3.3.39.1")
@rule("pirates", "3.3.15.1")
def test_kp44_one_reaction_for_each_merchant() -> None:
    game = lanes("hyades maria bowes_castle", hand="trap break_contact non_combatant qqq")
    game.says("black", "trap", dice=[(1, 1, 1, 3), (1, 1, 8), (1, 6)])
    game.says("black", "break_contact", dice=[(1, 4), (1, 1, 1, 3), (1, 6)])
    game.says("black", "non_combatant", dice=[(1, 1, 1, 3), (1, 6)])
    assert game.fleet("black").hand == ["qqq_1"]


@rule("pirates", "3.3.40")
@rule("pirates", "3.2.6")
def test_kp45_slim_pickings_cancels_one_merchant_or_cuts_down_to_one() -> None:
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
def test_kp45_at_a_later_merchant_it_ends_the_intercept_or_spares_her_alone() -> None:
    for answer, left in (("choose slim_pickings_1/maria", ["black react"]), ("slim_pickings_1", ["black plan"])):
        game = lanes("hyades maria bowes_castle").says("black", "pass", dice=[(1, 1, 1, 3), (1, 6)])
        assert game.says("black", answer).open() == left
        assert len(game.told(Fought)) == 1


@rule("pirates", "3.3.40")
def test_kp45_at_the_last_merchant_there_is_nothing_to_choose() -> None:
    game = lanes("hyades maria").says("black", "pass", dice=[(1, 1, 1, 3), (1, 6)])
    assert not game.can("black", "slim_pickings_1/maria")
    assert not hunt(hand="slim_pickings").can("black", "slim_pickings_1/lovat")


# ---------------------------------------------------------------- KP46-KP55 Reflag (3.3.32)


def taken_away(kind: str, target: str, *, hand: str = "reflag trap qqq", prize: bool = False) -> Game:
    """Red plays Interned or Transfer Command on a ship of black."""
    black = side(prizes=target, hand=hand) if prize else side(f"{target} geier", hand=hand)
    game = lay_out(red=side(hand=kind), black=black, white=side(hand="amc"))
    return game.says("red", f"play {kind} target={target.partition('+')[0]}", "as-planned")


@rule("pirates", "3.3.32.3")
@pytest.mark.parametrize("kind", ["interned", "transfer_command"])
@pytest.mark.parametrize("prize", [False, True])
def test_kp46_kp47_reflag_takes_the_target_away_before_the_roll(kind: str, prize: bool) -> None:
    ship = "lovat" if prize else "leopard"
    game = taken_away(kind, f"{ship}+identified", prize=prize)
    assert (game.open(), game.options("black")) == (["black react"], ["reflag_1"])
    game.says("black", "reflag")
    assert not game.told(Challenged)
    assert not game.ship(ship).identified
    assert ship in game.has("black", "prizes" if prize else "ships")
    assert game.told(Cancelled) == [Cancelled(ship, "reflag")]
    assert {f"{kind}_1", "reflag_1"} <= set(game.state.discards)


@rule("pirates", "3.3.32.3")
@rule("pirates", "3.2.2.1")
def test_kp46_who_holds_none_is_asked_alike_and_the_roll_follows() -> None:
    game = taken_away("interned", "leopard+identified", hand="trap")
    assert (game.open(), game.options("black")) == (["black react"], [])
    game.says("black", "pass", dice=[(6, 1, 5)])
    assert "leopard" in game.state.german.used


@rule("pirates", "3.3.32.3")
@rule("pirates", "3.3.18")
def test_kp48_no_use_for_a_warship() -> None:
    game = lay_out(red=side(hand="interned"), black=side("emden leopard+identified", hand="reflag qqq"))
    game.says("red", "play interned target=emden", "as-planned", dice=[(6, 1, 5)])
    assert game.state.german.used == ["emden"]


@rule("pirates", "3.3.18")
def test_kp49_an_identified_prize_is_interned_under_the_merchant_deck() -> None:
    game = taken_away("interned", "lovat+identified", hand="trap", prize=True)
    game.says("black", "pass", dice=[(8, 4, 5)])
    assert game.state.merchant.used == ["lovat"]
    assert not any(fleet.pile for fleet in game.state.fleets)
    assert lay_out(red=side(hand="interned"), black=side(prizes="lovat", hand="trap")).refuses(
        "red", "play interned target=lovat"
    )


@rule("pirates", "3.3.18.1")
@pytest.mark.parametrize(
    ("ship", "dice", "gone"),
    [
        ("emden+damaged+unsupplied", (2, 1, 5), True),
        ("emden+damaged", (2, 1, 5), False),
        ("emden+damaged+damaged+unsupplied", (1, 1, 6), True),
        ("emden+damaged+damaged+unsupplied", (1, 1, 7), False),
    ],
)
def test_kp50_internments_modifiers(ship: str, dice: Any, gone: bool) -> None:
    game = played("play interned target=emden", red=side(hand="interned"), black=side(ship, hand="qqq"), dice=[dice],
                  options=Options(cumulative_damage=True))  # fmt: skip
    assert (game.has("black", "ships") == []) is gone


@rule("pirates", "3.3.32.1")
@rule("pirates", "3.2.2")
def test_kp51_reflag_is_the_one_reaction_to_a_british_intercept() -> None:
    game = navy("leopard+identified", by="recalled", hand="reflag break_contact").says("black", "reflag")
    assert not game.told(Fought)
    assert not game.ship("leopard").identified
    assert game.open() == ["black plan"]


@rule("pirates", "3.3.32.1")
@rule("pirates", "3.3.19.1")
def test_kp52_against_interrogate_only_afterwards() -> None:
    game = played("play interrogate target=leopard", red=side(hand="interrogate"),
                  black=side("leopard", hand="reflag shallow_run_1 break_contact pull_the_plug"),
                  dice=[(6, 5)])  # fmt: skip
    assert not game.can("black", "reflag")
    assert game.can("black", "shallow_run_1", "break_contact", "pull_the_plug")
    game.says("black", "pass", dice=[(5, 2, 3)])
    assert game.open() == ["black reflag"]
    game.says("black", "reflag")
    leopard = game.ship("leopard")
    assert (leopard.identified, leopard.damage) == (False, 1)


@rule("pirates", "3.3.32.1")
@rule("pirates", "3.3.1.3")
@pytest.mark.parametrize(("reaction", "dice"), [
    ("amc", [(1, 1, 1, 8), (1, 1, 8)]), ("qqq", [(1, 1, 1, 5), (1, 6)]),
])  # fmt: skip
def test_kp53_kp54_from_the_hand_in_the_own_turn(reaction: str, dice: Any) -> None:
    game = lay_out(red=side("leopard", hand="collier reflag"), black=side(merchants="lovat", hand=reaction))
    game.says("red", "intercept collier ship=leopard targets=lovat", "as-planned")
    game.says("black", reaction, dice=dice)
    assert game.ship("leopard").identified
    assert not game.says("red", "reflag").ship("leopard").identified
    assert game.state.discards[-1] == "reflag_1"


@rule("pirates", "3.3.32.1")
@rule("pirates", "3.2.0")
def test_kp55_a_reflag_just_gained_may_be_played_in_the_same_turn_and_nothing_else() -> None:
    game = lay_out(red=side("leopard", hand="collier wireless_intercept"), black=side(merchants="lovat", hand="qqq"),
                   discards="scuttle reflag")  # fmt: skip
    game.says("red", "play wireless_intercept", "intercept collier ship=leopard targets=lovat")
    game.says("red", "play wireless_intercept")
    assert game.refuses("red", "play scuttle")
    game.says("red", "intercept collier ship=leopard targets=lovat")
    game.says("black", "qqq", dice=[(1, 1, 1, 5), (1, 6)])
    assert not game.says("red", "reflag").ship("leopard").identified
