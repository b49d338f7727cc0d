"""Positions worked out from the rulebook alone, KP156-KP193 and KP200-KP260: single cards, options, and the phantom."""

from typing import Any

import pytest

from games.titles.pirates.components.options import Options
from games.titles.pirates.state.events.attack import Cancelled, Challenged, Followed, Fought
from games.titles.pirates.state.events.rounds import StarterFound
from games.titles.pirates.state.events.solitaire import PhantomActed, SolitaireDrawn
from games.titles.pirates.state.events.turn import Deceived, Drew, TurnSkipped
from tests.titles.pirates.alone import alone, phantoms_turn
from tests.titles.pirates.laid_out import BOX, TITLE, begin, lay_out, side
from tests.titles.pirates.scenes import NIGHT, hunt, navy, played, torpedoed

rule = pytest.mark.rule
PEF, KPW = "prinz_eitel_friedrich", "kronprinz_wilhelm"

# ---------------------------------------------------------------- KP156-KP193 cards


@rule("pirates", "3.3.2")
@rule("pirates", "3.3.2.1")
@pytest.mark.parametrize(("prizes", "supplied"), [("", False), ("lovat", True), ("lovat dee", True)])
def test_kp156_a_blockade_runner_for_each_ship(prizes: str, supplied: bool) -> None:
    game = played("play blockade_runner", red=side("emden+unsupplied geier+unsupplied", prizes=prizes,
                  hand="blockade_runner"), black=side(hand="qqq"), dice=[(6, 1, 5), (5, 2, 5)])  # fmt: skip
    assert (game.ship("emden").unsupplied, game.ship("geier").unsupplied) == (False, not supplied)
    assert [event.challenger.total for event in game.told(Challenged)] == ([8, 7] if prizes else [6, 5])


@rule("pirates", "3.3.4")
@rule("pirates", "3.3.4.1")
def test_kp159_kp260_the_skipped_player_keeps_what_lies_before_him() -> None:
    game = played("play bounding_main", teams=True, red=side(hand="bounding_main"), blue=side(),
                  black=side(weather="fog_bank", hand="amc"), white=side(hand="qqq"))  # fmt: skip
    assert [event.seat for event in game.told(TurnSkipped)] == ["black"]
    assert game.fleet("black").weather == "fog_bank_1"
    assert [event.seat for event in game.told(Drew)] == ["red"]
    assert game.open() == ["white plan"]


@rule("pirates", "3.3.6")
@pytest.mark.parametrize(("dice", "damage"), [((5, 2, 4), 1), ((4, 2, 4), 0)])
def test_kp161_breakdown(dice: Any, damage: int) -> None:
    game = played("play breakdown target=leopard", red=side(hand="breakdown"), black=side("leopard", hand="qqq"),
                  dice=[dice])  # fmt: skip
    assert (game.ship("leopard").damage, game.ship("leopard").identified) == (damage, False)


@rule("pirates", "3.3.7")
@pytest.mark.parametrize(
    ("dice", "ships"), [((3, 1, 3), 0), ((4, 1, 3), 1), ((5, 1, 3), 1), ((6, 1, 3), 2), ((2, 1, 1), 2)]
)
def test_kp162_breakout(dice: Any, ships: int) -> None:
    game = played("play breakout", red=side("emden leopard wolf", hand="breakout"), black=side(hand="qqq"), dice=[dice])
    assert len(game.has("red", "ships")) == 3 + ships


@rule("pirates", "3.3.10.1")
def test_kp165_one_card_at_random_the_rest_as_usual() -> None:
    red = side("leopard+unsupplied", hand="collier fast_ship", weather="deception")
    game = lay_out(red=red, black=side(hand="qqq"), draws=[(0,)])
    assert game.told(Deceived)
    game.says("red", "play collier")
    assert not game.ship("leopard").unsupplied
    assert set(game.state.discards) == {"deception_1", "collier_1"}
    assert [event.seat for event in game.told(Drew)] == ["red"]


@rule("pirates", "3.3.10.2")
@rule("pirates", "3.3.14.2")
@pytest.mark.parametrize("lying", ["fog_bank_2", "deception_2"])
@pytest.mark.parametrize("played_", ["fog_bank", "deception"])
def test_kp166_nobody_has_two_of_them(lying: str, played_: str) -> None:
    game = lay_out(red=side(hand=played_), black=side(weather=lying, hand="qqq"), white=side(hand="amc"))
    assert game.refuses("red", f"play {played_} target=black")
    assert not game.refuses("red", f"play {played_} target=white")


@rule("pirates", "3.3.19.2")
def test_kp173_whom_interrogate_may_be_aimed_at() -> None:
    game = lay_out(red=side(hand="interrogate"), black=side("emden leopard wolf+identified meteor+refuge",
                   prizes="dee", merchants="lovat", hand="qqq"))  # fmt: skip
    for ship in ("emden", "wolf", "meteor", "lovat"):
        assert game.refuses("red", f"play interrogate target={ship}")
    for ship in ("leopard", "dee"):
        assert not game.refuses("red", f"play interrogate target={ship}")


@rule("pirates", "3.3.26")
@pytest.mark.parametrize("scene", ["navy", "interrogate", "monitor"])
def test_kp177_pull_the_plug_against_every_british_attack(scene: str) -> None:
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


@rule("pirates", "3.3.29")
@pytest.mark.parametrize(("dice", "hit"), [((5, 2, 4), False), ((4, 2, 4), True)])
def test_kp181_razzle_dazzle(dice: Any, hit: bool) -> None:
    game = torpedoed(hand="razzle_dazzle").says("black", "razzle_dazzle", dice=[dice, *([(1, 1, 1, 4)] if hit else [])])
    assert bool(game.told(Fought)) is hit


@rule("pirates", "3.3.33")
@rule("pirates", "3.3.33.1")
@pytest.mark.parametrize(("prizes", "dice", "marked"), [("", (5, 4), True), ("dee", (6, 4), False)])
def test_kp182_rendezvous_missed(prizes: str, dice: Any, marked: bool) -> None:
    game = played("play rendezvous_missed target=black", red=side(hand="rendezvous_missed"), dice=[dice],
                  black=side("emden geier+refuge leopard+unsupplied", prizes=prizes, hand="qqq"))  # fmt: skip
    assert game.ship("emden").unsupplied is marked
    assert not game.ship("geier").unsupplied


@rule("pirates", "3.3.40")
def test_kp187_slim_pickings_by_night_and_in_surprise() -> None:
    game = hunt("leopard", "lovat", by=NIGHT, supports="surprise_attack", hand="slim_pickings")
    game.says("black", "slim_pickings")
    assert not game.told(Fought)
    assert {"fog_bank_1", "surprise_attack_1", "slim_pickings_1"} <= set(game.state.discards)
    assert game.open() == ["red plan"]


# ---------------------------------------------------------------- KP200-KP232 options


@rule("pirates", "6.1.1")
@rule("pirates", "6.2.1")
@pytest.mark.parametrize(
    ("ship", "prizes", "total"),
    [("emden", "", 5), ("leopard", "", 3), ("seeadler", "", 1), ("emden", "dee", 3), ("leopard", "dee", 1)],
)
def test_kp200_kp201_kp216_rendezvous_missed_with_coal_and_sail(ship: str, prizes: str, total: int) -> None:
    options = Options(coal_hogs=True, sail=True)
    game = played("play rendezvous_missed target=black", red=side(hand="rendezvous_missed"), options=options,
                  black=side(ship, prizes=prizes, hand="qqq"), dice=[(3, 8)])  # fmt: skip
    assert game.told(Challenged)[0].challenger.total == total


@rule("pirates", "6.3.3")
def test_kp229_wolf_damaged_breaks_contact() -> None:
    game = navy("wolf+damaged+identified", hand="break_contact", options=Options(aircraft=True))
    game.says("black", "break_contact", dice=[(5, 4)])
    assert (game.told(Challenged)[0].challenger.total, game.told(Fought)) == (5, [])


@rule("pirates", "6.2.5")
@rule("pirates", "6.11.2")
@pytest.mark.parametrize(("ship", "total"), [("leopard", 3), ("seeadler", 5)])
def test_kp213_a_merchant_under_sail_breaks_contact(ship: str, total: int) -> None:
    game = hunt(ship, "dee", hand="break_contact", options=Options(sail=True, sailing_merchants=True))
    more = [(1, 1, 1, 4) if ship == "leopard" else (1, 1, 4), (1, 6)] if total < 5 else [(1, 6)]
    game.says("black", "break_contact", dice=[(5, 4), *more])
    assert game.told(Challenged)[0].challenger.total == total


@rule("pirates", "6.10.2")
@rule("pirates", "6.10.3")
@rule("pirates", "6.6.2")
@pytest.mark.parametrize(("hers", "sunk"), [((9, 1, 5), True), ((10, 1, 5), False)])
def test_kp274_a_damaged_fast_raider_in_pursuit(hers: Any, sunk: bool) -> None:
    options = Options(fast_raiders=True, pursuit=True, cumulative_damage=True)
    game = hunt(f"{PEF}+damaged", "lovat", hand="shallow_run_1", options=options).says("black", "shallow_run_1")
    game.says("red", "choose pursue", dice=[(4, 2, 4), hers, *([] if sunk else [(6, 2, 4)])])
    assert (game.has("black", "pile") == [PEF]) is sunk
    assert (game.has("red", "pile") == ["lovat"]) is not sunk


@rule("pirates", "6.6.1")
@rule("pirates", "3.3.15.1")
@pytest.mark.parametrize("holds", [True, False])
def test_kp227_kp273_two_fast_ships_and_two_chases(holds: bool) -> None:
    game = hunt(KPW, "hyades maria", supports="good_hunting", hand="fast_ship fast_ship_2 amc",
                options=Options(fast_raiders=True))  # fmt: skip
    game.says("black", "fast_ship").says("red", "choose chase", dice=[(6, 1, 3)])
    game.says("black", "pass", dice=[(4 if holds else 3, 3, 2)])
    if holds:
        game.says("black", "fast_ship_2").says("red", "choose chase", dice=[(5, 1, 3), (3, 3, 2)])
        assert game.told(Fought)[-1].outcome == "damaged"
    else:
        game.says("black", "fast_ship_2", dice=[(5, 1, 3), (1, 6)])
        assert game.told(Fought)[-1].attacker.total == 1
    assert len(game.told(Followed)) == (2 if holds else 1)
    assert game.ship(KPW).unsupplied


# ---------------------------------------------------------------- the phantom


@rule("pirates", "5.2.2")
@rule("pirates", "5.2.3")
@pytest.mark.parametrize(("begins", "seat"), [("live", "red"), ("phantom", "phantom")])
def test_the_phantom_is_dealt_a_hand_that_nobody_sees_and_who_begins_is_agreed(begins: Any, seat: str) -> None:
    options = Options(first_player=begins)
    game = begin(TITLE.rules.new_game("solitaire", options), "deal", dice=[(1,)] if begins == "phantom" else [])
    assert game.told(StarterFound)[0].seat == seat
    for fleet in game.state.fleets:
        assert (len(fleet.ships), len(fleet.merchants)) == (3, 3)
        assert len(fleet.hand) == 6
    assert game.view("red").fleet("phantom").hand == []


@rule("pirates", "5.5")
def test_torpedoes_of_the_phantom_draw_no_special_actions() -> None:
    game = alone("2 1", begins="phantom", red=side("wolf", merchants="lovat", hand="collier"), dice=[(3,)])
    game.says("red", "pass", dice=[(1, 1, 1, 8), (1,)])
    assert [event.purpose for event in game.told(SolitaireDrawn)] == ["attack", "attack"]
    assert [event.action for event in game.told(PhantomActed)] == ["submarine_torpedo"]


@rule("pirates", "5.4.3.10")
@rule("pirates", "5.3.2")
def test_kp91_recon_on_an_empty_hand_binds_the_phantom_all_the_same() -> None:
    game = alone("1", red=side("wolf", hand="recon_aircraft"), phantom=side("berlin", merchants="kaipara"))
    game.says("red", "play recon_aircraft target=phantom", "as-planned", dice=[(3,)])
    assert [event.purpose for event in game.told(SolitaireDrawn)] == ["attack"], "one card, and the turn is over"


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
