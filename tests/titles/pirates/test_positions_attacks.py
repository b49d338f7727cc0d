"""Positions worked out from the rulebook alone, KP139-KP160 and KP169: attacks, challenges, safe passage, reactions."""

from typing import Any

import pytest

from games.titles.pirates.components.options import Options
from games.titles.pirates.state.events.attack import Challenged, Fought, Identified
from tests.titles.pirates.laid_out import lay_out, side
from tests.titles.pirates.scenes import DAY, NIGHT, hunt, navy, played, torpedoed

rule = pytest.mark.rule
PEF = "prinz_eitel_friedrich"


# ---------------------------------------------------------------- KP139-KP149 rolls


@rule("pirates", "3.2.7")
@rule("pirates", "3.2.7.2")
@rule("pirates", "3.2.7.4")
@pytest.mark.parametrize(
    ("ship", "dice", "outcome"),
    [
        ("leopard", (4, 2, 4), "none"),
        ("leopard", (5, 2, 4), "damaged"),
        ("leopard", (7, 2, 4), "damaged"),
        ("leopard", (8, 2, 4), "sunk"),
        ("leopard", (1, 1, 1), "none"),
        ("leopard", (2, 1, 1), "sunk"),
        ("leopard", (10, 1, 5), "sunk"),
        ("leopard", (9, 1, 5), "damaged"),
        ("leopard+damaged", (3, 1, 4), "none"),
        ("leopard+damaged", (4, 1, 4), "sunk"),
        ("leopard+damaged", (2, 1, 3), "sunk"),
        ("leopard+damaged", (1, 1, 2), "none"),
    ],
)
def test_kp139_kp140_edges_of_damage(ship: str, dice: Any, outcome: str) -> None:
    game = navy(f"{ship}+identified", by="recalled", hand="collier").says("black", "pass", dice=[dice])
    assert game.told(Fought)[0].outcome == outcome
    assert game.has("red", "pile") == (["leopard"] if outcome == "sunk" else [])


@rule("pirates", "3.2.7.2")
@rule("pirates", "3.2.7.3")
@rule("pirates", "3.2.7.5")
@pytest.mark.parametrize(("dice", "outcome"), [((3, 2, 1, 1), "none"), ((7, 2, 1, 1), "sunk")])
def test_kp141_the_floor_under_an_attack(dice: Any, outcome: str) -> None:
    game = hunt("emden+damaged+unsupplied", "bowes_castle", by=NIGHT, hand="qqq")
    more = [] if outcome == "sunk" else [(1, 6)]
    assert game.says("black", "pass", dice=[dice, *more]).told(Fought)[0].outcome == outcome


@rule("pirates", "3.2.7.2")
@rule("pirates", "3.3.36")
@rule("pirates", "3.3.44")
@pytest.mark.parametrize(("markers", "total"), [("+damaged+unsupplied", 7), ("+damaged+damaged", 7)])
def test_kp142_kp218_all_modifiers_together(markers: str, total: int) -> None:
    game = hunt(f"emden{markers}", "matheran", by=NIGHT, supports="surprise_attack searchlight",
                options=Options(cumulative_damage=True), hand="qqq")  # fmt: skip
    game.says("black", "pass", dice=[(7, 1, 1, 8), (1, 8)])
    assert game.told(Fought)[0].attacker.total == total


@rule("pirates", "3.2.4.1")
@rule("pirates", "3.2.7.5")
def test_kp143_the_ships_coin_and_the_cards_night() -> None:
    game = hunt(PEF, "lovat", by=NIGHT, hand="trap").says("black", "pass", dice=[(5, 2, 8), (1, 6)])
    shot = game.told(Fought)[0].attacker
    assert (shot.coin, shot.total) == ((10, 6), 4)
    game = navy("emden", by=NIGHT, hand="collier").says("black", "pass", dice=[(6, 4)])
    shot = game.told(Fought)[0].attacker
    assert (shot.coin, shot.total) == ((10,), 5)


@rule("pirates", "3.2.7.3")
def test_kp144_lack_of_supply_does_not_hurt_the_defence() -> None:
    game = navy("emden+unsupplied", hand="collier_1", by="scuttle").says("black", "pass", dice=[(1, 1, 5)])
    assert game.told(Fought)[0].defender.modifiers == ()


@rule("pirates", "3.2.3.1")
def test_kp145_disguise() -> None:
    game = lay_out(red=side(hand="collier"), black=side("emden leopard wolf+identified", prizes="dee lovat+identified",
                                                        hand="qqq"))  # fmt: skip
    open_ = {"emden", "wolf", "lovat"}
    for ship in ("emden", "leopard", "wolf", "dee", "lovat"):
        assert game.refuses("red", f"british collier target={ship}") is (ship not in open_)


@rule("pirates", "3.2.3")
def test_kp146_two_supports_of_british_intercepts() -> None:
    for kind in ("boarding_party", "good_hunting", "shipping_lanes", "special_cargo"):
        game = lay_out(red=side(hand=f"{NIGHT} {kind}"), black=side("emden", hand="qqq"))
        assert game.refuses("red", f"british {NIGHT} target=emden supports={kind}")
    game = lay_out(red=side(hand=f"{NIGHT} searchlight surprise_attack"), black=side("emden", hand="qqq"))
    assert not game.refuses("red", f"british {NIGHT} target=emden supports=searchlight,surprise_attack")


@rule("pirates", "3.2.6")
@rule("pirates", "3.2.6.1")
@rule("pirates", "3.2.7.1")
@pytest.mark.parametrize(("dice", "safe"), [((5, 4), True), ((4, 4), False)])
def test_kp147_safe_passage_after_an_intercept(dice: Any, safe: bool) -> None:
    game = hunt("leopard", "matheran", hand="qqq").says("black", "pass", dice=[(1, 1, 1, 4), dice])
    assert (game.has("black", "pile") == ["matheran"]) is safe


@rule("pirates", "3.2.6")
def test_kp147_none_for_a_damaged_merchant() -> None:
    for target, dice in (("matheran", (5, 1, 1, 4)), ("matheran+damaged", (1, 1, 1, 4))):
        game = hunt("leopard", target, hand="qqq").says("black", "pass", dice=[dice])
        assert not game.told(Challenged)
        assert game.open() == ["black plan"]


@rule("pirates", "3.2.6.1")
@rule("pirates", "3.3.12")
def test_kp264_as_often_as_there_is_occasion() -> None:
    game = hunt("leopard", "lovat", hand="fair_seas fair_seas_2")
    game.says("black", "pass", dice=[(1, 1, 1, 4), (3, 3)])
    game.says("black", "play fair_seas target=lovat", "play fair_seas_2 target=lovat", "as-planned",
              dice=[(3, 4), (4, 4)])  # fmt: skip
    assert game.has("black", "pile") == ["lovat"]
    assert [event.purpose for event in game.told(Challenged)] == ["safe_passage"] * 3


@rule("pirates", "3.2.5.2")
@rule("pirates", "3.2.6")
def test_kp148_a_prize_runs_for_port_and_counts_twice() -> None:
    game = navy("lovat+identified", hand="qqq", prize=True)
    game.says("black", "pass", dice=[(1, 1, 5)]).says("black", "choose try", dice=[(4, 3)])
    assert game.trophy("black", "lovat").doubled


@rule("pirates", "3.2.7.1")
@pytest.mark.parametrize(("kind", "dice"), [("breakdown", (6, 2, 6)), ("interrogate", (8, 8))])
def test_kp149_equal_challenges_fail(kind: str, dice: Any) -> None:
    game = played(f"play {kind} target=leopard", red=side(hand=kind), black=side("leopard", hand="qqq"), dice=[dice])
    assert not game.told(Challenged)[0].success
    assert (game.ship("leopard").damage, game.ship("leopard").identified) == (0, False)
    assert game.open() == ["black plan"]


@rule("pirates", "3.2.2")
@rule("pirates", "3.3.5")
def test_kp150_kp249_one_reaction_and_after_its_failure_the_roll() -> None:
    game = hunt("leopard", "lovat", hand="break_contact qqq").says(
        "black", "break_contact", dice=[(1, 4), (1, 1, 1, 4), (1, 6)]
    )  # fmt: skip
    assert len(game.told(Fought)) == 1
    assert "black react" not in game.open()


# ---------------------------------------------------------------- KP152-KP155 AMC, KP192 Trap


@rule("pirates", "3.3.1.1")
@pytest.mark.parametrize(
    ("mine", "theirs", "sunk_amc", "sunk_ship"),
    [
        ((4, 3, 2, 2), (6, 3, 3), True, True),
        ((3, 2, 1, 2), (4, 3, 3), False, False),
        ((3, 2, 1, 2), (6, 3, 3), False, True),
    ],
)
def test_kp152_kp153_both_results_hold(mine: Any, theirs: Any, sunk_amc: bool, sunk_ship: bool) -> None:
    game = hunt("leopard", "lovat", hand="amc").says("black", "amc", dice=[mine, theirs])
    assert (game.has("red", "pile") == ["amc_1"]) is sunk_amc
    assert (game.has("black", "pile") == ["leopard"]) is sunk_ship
    assert ("amc_1" in game.state.discards) is not sunk_amc
    assert "lovat" in game.has("black", "merchants")
    assert not game.told(Challenged), "no safe passage: she was not intercepted in the end"
    assert game.open() == ["red plan"]
    if not sunk_ship:
        assert (game.ship("leopard").damage, game.ship("leopard").identified) == (1, True)


@rule("pirates", "3.3.1.3")
def test_kp153_a_warship_is_not_identified() -> None:
    game = hunt("emden", "lovat", hand="amc").says("black", "amc", dice=[(1, 1, 1, 8), (1, 1, 8)])
    assert not game.told(Identified)
    assert game.open() == ["red plan"]


@rule("pirates", "3.3.1.2")
@rule("pirates", "3.3.46.1")
@pytest.mark.parametrize("reaction", ["amc", "trap"])
def test_kp154_kp192_night_for_both_and_supports_for_the_ship_alone(reaction: str) -> None:
    game = hunt("leopard", "lovat", by=NIGHT, supports="surprise_attack searchlight", hand=reaction)
    game.says("black", reaction, dice=[(5, 1, 1, 8), (5, 1, 8)])
    assert [shot.attacker.total for shot in game.told(Fought)] == [9, 4]
    assert game.told(Identified)


@rule("pirates", "3.3.46")
@rule("pirates", "3.2.7.4")
def test_kp192_kp250_a_trap_sinks_both_and_a_damaged_merchant_strikes_undiminished() -> None:
    game = hunt("leopard", "lovat", hand="trap").says("black", "trap", dice=[(8, 2, 1, 4), (6, 1, 3)])
    assert (game.has("red", "pile"), game.has("black", "pile")) == (["lovat"], ["leopard"])
    game = hunt("leopard", "lovat+damaged", hand="trap").says("black", "trap", dice=[(1, 1, 1, 8), (6, 1, 8)])
    assert game.told(Fought)[1].attacker.total == 6


@rule("pirates", "3.2.7.3")
@rule("pirates", "3.3.1.2")
def test_kp251_a_ship_out_of_supply_meets_an_amc() -> None:
    game = hunt("leopard+unsupplied", "lovat", hand="amc").says("black", "amc", dice=[(5, 1, 1, 8), (1, 1, 8)])
    first, second = game.told(Fought)
    assert (first.attacker.total, second.defender.total) == (3, 8)


# ---------------------------------------------------------------- KP157, KP160, KP169, KP176, KP186 evasions


@rule("pirates", "3.3.3")
@rule("pirates", "3.3.3.1")
@rule("pirates", "3.2.5.1")
@pytest.mark.parametrize(
    ("ship", "dice", "taken"),
    [(PEF, (8, 2, 4), True), (PEF, (7, 2, 4), False), (f"{PEF}+unsupplied", (10, 2, 4), True)],
)
def test_kp157_boarding_parties(ship: str, dice: Any, taken: bool) -> None:
    game = hunt(ship, "lovat", supports="boarding_party", hand="qqq")
    game.says("black", "pass", dice=[dice, *([] if taken else [(1, 6)])])
    assert (game.has("red", "prizes") == ["lovat"]) is taken
    lovat = game.ship("lovat")
    assert (lovat.damage, lovat.identified) == (0, False)
    assert not game.ship(PEF).unsupplied


@rule("pirates", "3.3.5.1")
@pytest.mark.parametrize(
    ("ship", "dice", "away"),
    [
        ("emden", (5, 4), True),
        ("emden", (4, 4), False),
        ("emden+damaged", (6, 4), False),
        ("emden+damaged+unsupplied", (8, 3), True),
        ("emden+damaged+unsupplied", (7, 3), False),
    ],
)
def test_kp160_break_contact(ship: str, dice: Any, away: bool) -> None:
    game = navy(ship, hand="break_contact").says("black", "break_contact", dice=[dice, *([] if away else [(1, 1, 10)])])
    assert (not game.told(Fought)) is away


@rule("pirates", "1.1.4.3")
@rule("pirates", "3.3.5.2")
@rule("pirates", "3.3.38.2")
@rule("pirates", "3.3.13.1")
@pytest.mark.parametrize(
    ("ship", "target", "by", "supports", "open_"),
    [
        ("leopard", "lovat", DAY, "", "break_contact shallow_run_1 fast_ship"),
        ("leopard", "lovat", NIGHT, "", ""),
        ("leopard", "lovat", DAY, "surprise_attack", ""),
        ("leopard", "lovat+damaged", DAY, "", "break_contact shallow_run_1"),
        ("emden", "lovat", DAY, "", "break_contact shallow_run_1"),
    ],
)
def test_kp160_kp169_kp186_when_prey_may_flee(ship: str, target: str, by: str, supports: str, open_: str) -> None:
    game = hunt(ship, target, by=by, supports=supports, hand="break_contact shallow_run_1 fast_ship")
    for kind in ("break_contact", "shallow_run_1", "fast_ship"):
        assert game.can("black", kind) is (kind in open_.split())


@rule("pirates", "3.3.5.2")
@rule("pirates", "3.3.38.2")
def test_kp160_kp186_not_from_mines_and_torpedoes() -> None:
    assert not torpedoed(hand="break_contact shallow_run_1").options("black")
    game = lay_out(
        red=side("meteor", hand="lay_mines"), black=side(merchants="lovat", hand="break_contact shallow_run_1")
    )
    assert not game.says("red", "mines lay_mines ship=meteor against=black", "as-planned").options("black")


@rule("pirates", "3.3.13")
@pytest.mark.parametrize(("dice", "outcome"), [((8, 2, 3), "sunk"), ((7, 2, 3), "damaged"), ((5, 1, 3), "none")])
def test_kp169_fast_ship(dice: Any, outcome: str) -> None:
    game = hunt(PEF, "lovat", hand="fast_ship")
    game.says("black", "fast_ship", dice=[dice, *([(1, 6)] if outcome == "none" else [])])
    assert game.told(Fought)[0].outcome == outcome


@rule("pirates", "3.3.25")
@rule("pirates", "3.3.25.1")
@pytest.mark.parametrize(
    ("dice", "taken", "safe"),
    [([(8, 2, 2, 3)], True, False), ([(7, 2, 2, 3), (2, 3)], False, True), ([(7, 2, 2, 3), (1, 3)], False, False)],
)
def test_kp176_non_combatant(dice: Any, taken: bool, safe: bool) -> None:
    game = hunt("emden", "lovat", hand="non_combatant").says("black", "non_combatant", dice=dice)
    assert (game.has("red", "prizes") == ["lovat"]) is taken
    assert (game.has("black", "pile") == ["lovat"]) is safe


@rule("pirates", "3.3.38")
@rule("pirates", "3.3.38.1")
@pytest.mark.parametrize(
    ("ship", "dice", "damage", "sunk"),
    [
        ("leopard", (6, 3, 6), 1, False),
        ("leopard", (7, 3, 6), 0, False),
        ("leopard+damaged", (8, 1, 6), 1, True),
        ("leopard+damaged", (9, 1, 6), 1, False),
    ],
)
def test_kp186_shallow_run(ship: str, dice: Any, damage: int, sunk: bool) -> None:
    game = navy(f"{ship}+identified", hand="shallow_run_1").says("black", "shallow_run_1", dice=[dice])
    assert not game.told(Fought)
    assert (game.has("red", "pile") == ["leopard"]) is sunk
    assert sunk or game.ship("leopard").damage == damage
    assert game.open() == ["red plan"]


@rule("pirates", "3.3.38.1")
@rule("pirates", "3.3.30")
@rule("pirates", "3.3.23")
def test_kp265_a_merchant_lost_in_the_shallows_is_sunk_for_recalled_and_mistaken_identity() -> None:
    game = hunt("leopard", "lovat+damaged", hand="shallow_run_1 recalled mistaken_identity", pile="dee")
    game.says("black", "shallow_run_1", dice=[(8, 1, 6)])
    assert game.options("black") == ["recalled_1", "mistaken_identity_1/dee"]


@rule("pirates", "3.3.38")
@rule("pirates", "3.3.3")
def test_kp248_a_shallow_run_from_a_boarding_party() -> None:
    for dice, safe in (((6, 1, 6), False), ((7, 1, 6), True)):
        game = hunt("leopard", "lovat", supports="boarding_party", hand="shallow_run_1")
        game.says("black", "shallow_run_1", dice=[dice, *([(6, 1)] if safe else [])])
        assert not game.has("red", "prizes")
        assert (game.has("black", "pile") == ["lovat"]) is safe


# ---------------------------------------------------------------- KP179 Q-Ship


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
def test_kp179_q_ship(dice: Any, red: list[str], black: list[str]) -> None:
    game = torpedoed(hand="q_ship").says("black", "q_ship", dice=dice)
    assert (game.has("red", "pile"), game.has("black", "pile")) == (red, black)
    assert game.ship("lovat").damage == 0
