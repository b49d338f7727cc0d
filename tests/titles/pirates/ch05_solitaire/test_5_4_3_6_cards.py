"""Solitaire: single cards of the phantom and against it (5.4.3.6-5.4.3.12)."""

from typing import Any

import pytest

from games.kernel.events import PUBLIC
from games.titles.pirates.components.options import Options
from games.titles.pirates.state.events.effects import LeftRefuge, Repaired, Sheltered, WeatherLaid
from games.titles.pirates.state.events.solitaire import CardsBuried, DrewUnseen, PhantomTurnEnded, SolitaireDrawn
from games.titles.pirates.state.events.turn import Fogged, MerchantsArrived, TurnBegan
from tests.titles.pirates.alone import (
    acted,
    alone,
    drawn,
    ended,
    ignored,
    phantoms_turn,
    sunk_by_the_phantom,
    the_example,
)
from tests.titles.pirates.laid_out import TITLE, side

rule = pytest.mark.rule
BEST = Options(phantom_targets="best")
PLAYER = Options(phantom_targets="player")


def asked(card: str, die: int, red: str, draws: Any = ()) -> str:
    """Whom Interrogate picks."""
    game = phantoms_turn(f"{card} 1", die, (1, 8), 1, red=side(red, merchants="lovat", hand="collier"), draws=draws)
    return acted(game)[0][2][0]


MIKE = "red"


# --- 5.4.3.6


@rule("pirates", "5.4.3.6")
def test_fog_binds_reds_next_turn_without_a_card() -> None:
    game = phantoms_turn("11 5", 4, 1)
    assert game.told(WeatherLaid) == [WeatherLaid("red", "fog_bank_0", "phantom")]
    assert game.told(Fogged) == [Fogged("red")]
    assert [event.seat for event in game.told(TurnBegan)] == ["phantom", "red", "phantom", "red"]
    assert not game.fleet("red").weather
    assert game.fleet("red").hand == ["collier_1"], "no draw under fog"
    assert game.state.discards == [], "nothing was laid"


@rule("pirates", "5.4.3.6")
def test_deception_leaves_red_a_single_card() -> None:
    red = side("emden", merchants="lovat", hand="collier breakout")
    game = phantoms_turn("15", 3, red=red, draws=[range(20), (1,)])
    assert game.fleet("red").weather == "deception_0"
    assert game.open() == ["red play"]
    assert "by the phantom: Deception" in TITLE.presentation.text_board(game.view("red"), "en")
    game.says("red", "pass", dice=[(1,)])
    assert set(game.state.discards) == {"breakout_1"}


@rule("pirates", "5.4.3.6")
def test_fog_shields_red_from_the_phantoms_cards() -> None:
    game = phantoms_turn("4 5", 4, 1, 1, red=side("emden", merchants="lovat", hand="collier", weather="fog_bank"))
    assert ignored(game) == [("british_intercept", "impossible")]


@rule("pirates", "3.3.14")
@rule("pirates", "5.4.3.6")
def test_nobody_lays_mines_in_fog() -> None:
    red = side("wolf", merchants="lovat", hand="collier", weather="fog_bank")
    game = phantoms_turn("8 13 5", 3, 3, 1, 1, red=red)
    assert ignored(game) == [("submarine_mine", "impossible"), ("lay_mines", "impossible")]
    assert acted(game) == []


# --- 5.4.3.7


@rule("pirates", "5.4.3.7")
@pytest.mark.parametrize("need", ["damaged", "unsupplied", "identified"])
def test_a_ship_in_need_goes_to_the_refuge_first(need: str) -> None:
    phantom = side(f"leipzig meteor+{need} berlin", merchants="appam")
    rolls = [] if need == "identified" else [(1, 1, 8)]
    game = phantoms_turn("16 5", 4, *rolls, 1, phantom=phantom)
    assert game.told(Sheltered) == [Sheltered("meteor", "island_refuge_0")]


@rule("pirates", "5.4.3.7")
def test_otherwise_any_ship_goes() -> None:
    phantom = side("leipzig meteor berlin", merchants="appam")
    game = phantoms_turn("16 5", 4, 1, phantom=phantom, draws=[(2,)])
    assert game.told(Sheltered)[0].ship == "berlin"


@rule("pirates", "5.4.3.7")
def test_she_stays_while_anything_is_left_to_mend_and_then_returns() -> None:
    phantom = side("leipzig+damaged+unsupplied", merchants="appam")
    game = phantoms_turn("16 5", 4, (1, 1, 8), (1, 1, 8), 1, phantom=phantom)
    assert game.ship("leipzig").refuge
    game.says("red", "pass", dice=[(8, 1, 1), (1, 1, 8), (1,)])
    assert game.ship("leipzig").refuge, "supplied, but still damaged"
    game.says("red", "pass", dice=[(8, 1, 1), (2,)])
    assert game.told(LeftRefuge) == [LeftRefuge("phantom", "leipzig")]
    assert ended(game)[-1] == "impossible", "on the turn of her return she does not intercept (3.3.20)"
    assert "island_refuge_0" not in game.state.discards


@rule("pirates", "5.4.3.7")
def test_she_stays_too_when_only_supply_is_wanting() -> None:
    phantom = side("leipzig+damaged+unsupplied", merchants="appam")
    game = phantoms_turn("16 5", 4, (1, 1, 8), (8, 1, 1), 1, phantom=phantom)
    game.says("red", "pass", dice=[(1, 1, 8), (1,)])
    assert game.ship("leipzig").refuge
    assert not game.told(LeftRefuge)
    assert game.open() == ["red plan"]


@rule("pirates", "5.4.3.7")
def test_a_ship_with_nothing_to_mend_returns_on_the_next_turn_disguised() -> None:
    phantom = side("meteor+identified", merchants="appam")
    game = phantoms_turn("16 5 6", 4, 1, phantom=phantom)
    assert game.ship("meteor").refuge
    game.says("red", "pass", dice=[(1,)])
    assert not game.ship("meteor").refuge
    assert not game.ship("meteor").identified


# --- 5.4.3.8


@rule("pirates", "5.4.3.8")
def test_recon_aircraft_of_the_phantom_throws_two_of_reds_cards_away() -> None:
    red = side("emden", merchants="lovat", hand="collier qqq trap")
    game = phantoms_turn("3", 3, red=red, draws=[(2, 0)])
    assert game.heard("red", CardsBuried) == [CardsBuried("red", "phantom", 2, ("trap_1", "collier_1"))]
    assert game.heard(PUBLIC, CardsBuried) == [CardsBuried("red", "phantom", 2)]
    assert game.fleet("red").hand == ["qqq_1"]
    assert set(game.state.discards) == {"trap_1", "collier_1"}
    assert len(game.fleet("phantom").hand) == 3, "they do not join the phantom's hand"
    assert ended(game) == ["ends_turn"]


@rule("pirates", "5.4.3.8")
def test_without_a_hand_there_is_nothing_to_see() -> None:
    red = side("emden", merchants="lovat")
    game = phantoms_turn("3", 3, 1, red=red, last=3)
    assert ignored(game) == [("recon_aircraft", "impossible")]
    assert ended(game)[0] == "ends_turn"


@rule("pirates", "5.4.3.8")
@rule("pirates", "5.4.3.4")
@rule("pirates", "5.4.1")
@rule("pirates", "5.4.2")
def test_recon_aircraft_takes_two_cards_and_ends_the_turn() -> None:
    game = the_example()
    assert game.heard(MIKE, CardsBuried)[0].cards == ("break_contact_1", "collier_1")
    assert [event.reason for event in game.told(PhantomTurnEnded)] == ["ends_turn"]
    assert game.state.phantom is not None
    assert game.state.phantom.buried == ["scuttle_1"], "one action card, face down"
    assert [(event.seat, len(event.merchants)) for event in game.told(MerchantsArrived)] == [(MIKE, 1)]
    assert (len(game.state.phantom.deck), game.state.phantom.used) == (20, [])
    assert game.open() == [f"{MIKE} plan"]


# --- 5.4.3.9


@rule("pirates", "5.4.3.9")
@pytest.mark.parametrize(
    ("die", "entry"), [(1, "blockade_runner"), (2, "damage_control"), (3, "blockade_runner"), (4, "damage_control")]
)
def test_deceived_the_phantom_has_one_card_and_no_intercept(die: int, entry: str) -> None:
    red = side("emden", merchants="lovat", hand="deception collier")
    phantom = side("leipzig+damaged+unsupplied", merchants="appam")
    game = alone("1 2", red=red, phantom=phantom)
    rolls = [(die,), (8, 1, 1)] if entry == "blockade_runner" else [(die,)]
    game.says("red", "play deception target=phantom", "as-planned", dice=rolls)
    assert drawn(game) == [("deceived", entry)]
    assert [action for action, _, _ in acted(game)] == [entry]
    assert ended(game) == ["deceived"]
    assert "deception_1" in game.state.discards, "a real card lay before the phantom's fleet"
    assert game.told(DrewUnseen), "the draw is as usual"


@rule("pirates", "5.4.3.9")
def test_deceived_an_action_that_cannot_be_done_is_ignored() -> None:
    red = side("emden", merchants="lovat", hand="deception collier")
    game = alone("1 2", red=red).says("red", "play deception target=phantom", "as-planned", dice=[(1,)])
    assert ignored(game) == [("blockade_runner", "impossible")]
    assert ended(game) == ["deceived"]


@rule("pirates", "5.4.3.9")
@rule("pirates", "3.3.14")
def test_in_the_fog_the_phantom_does_nothing_and_draws_nothing() -> None:
    red = side("emden", merchants="lovat", hand="fog_bank collier")
    phantom = side("berlin+identified", merchants="appam")
    game = alone("14", red=red, phantom=phantom)
    game.says("red", "play fog_bank target=phantom", "as-planned")
    assert game.told(Fogged) == [Fogged("phantom")]
    assert not drawn(game)
    assert not game.told(DrewUnseen)
    assert game.ship("berlin").identified
    assert game.open() == ["red plan"]


# --- 5.4.3.10


@rule("pirates", "5.4.3.10")
def test_after_recon_aircraft_the_phantom_has_one_card() -> None:
    red = side("wolf", merchants="lovat", hand="recon_aircraft")
    phantom = side("leipzig+damaged", merchants="appam", hand="trap qqq amc")
    game = alone("1 17", red=red, phantom=phantom)
    game.says("red", "play recon_aircraft target=phantom", "as-planned", dice=[(4,)])
    assert drawn(game) == [("attack", "damage_control")], "without ET, but no second card"
    assert ended(game) == ["scouted"]
    assert game.told(Repaired)
    phantom_after = game.state.phantom
    assert phantom_after is not None
    assert not phantom_after.scouted, "it binds one turn"


@rule("pirates", "5.4.3.10")
def test_that_one_card_follows_the_rules_before_it() -> None:
    """A two with a possible intercept draws special actions, and red reacts as usual."""
    red = side("wolf", merchants="lovat", hand="recon_aircraft collier")
    phantom = side("leipzig", merchants="appam", hand="trap qqq amc")
    game = alone("1 3 4 5", red=red, phantom=phantom)
    game.says("red", "play recon_aircraft target=phantom", "as-planned", dice=[(2,)])
    assert [entry for _, entry in drawn(game)] == ["warship_intercept", "surprise_attack", ""]
    assert game.view("red").phantom.scouted
    game.says("red", "pass", dice=[(1, 1, 1, 8), (1, 6)])
    assert ended(game) == ["scouted"]


@rule("pirates", "3.3.30.1")
@rule("pirates", "5.4.3.10")
def test_recalled_is_not_kept_for_later_on_the_last_card_of_the_phantoms_turn() -> None:
    assert sunk_by_the_phantom("recalled", scouted=True).options("red") == ["recalled_1"]


@rule("pirates", "5.4.3.10")
@rule("pirates", "5.3.2")
def test_recon_on_an_empty_hand_binds_the_phantom_all_the_same() -> None:
    game = alone("1", red=side("wolf", hand="recon_aircraft"), phantom=side("berlin", merchants="kaipara"))
    game.says("red", "play recon_aircraft target=phantom", "as-planned", dice=[(3,)])
    assert [event.purpose for event in game.told(SolitaireDrawn)] == ["attack"], "one card, and the turn is over"


# --- 5.4.3.11


@rule("pirates", "5.4.3.11")
def test_interrogate_picks_low_high_or_any_value() -> None:
    assert asked("14", 3, "wolf meteor leopard emden") == "meteor"
    assert asked("10", 3, "meteor wolf leopard emden") == "wolf"
    assert asked("5", 3, "meteor wolf leopard", draws=[(2,)]) == "leopard"


@rule("pirates", "5.4.3.11")
def test_lots_decide_between_equals_whatever_the_option() -> None:
    assert asked("10", 3, "leopard greif meteor", draws=[(1,)]) == "greif"


@rule("pirates", "5.4.3.11")
def test_prizes_are_interrogated_and_identified_ships_are_not() -> None:
    red = side("wolf+identified emden", prizes="dee", merchants="lovat", hand="collier")
    game = phantoms_turn("10 1", 3, (1, 8), 1, red=red)
    assert acted(game) == [("interrogate", "", ("dee",))]


@rule("pirates", "5.4.3.11")
def test_with_nobody_to_interrogate_another_card_is_drawn() -> None:
    game = phantoms_turn("14 1", 3, 1, red=side("wolf+identified emden", merchants="lovat", hand="collier"))
    assert ignored(game) == [("interrogate", "impossible")]
    assert len(drawn(game)) == 2


@rule("pirates", "5.4.3.11")
def test_who_is_found_out_is_intercepted_and_may_react() -> None:
    red = side("wolf", merchants="lovat", hand="collier reflag")
    game = phantoms_turn("14", 3, (9, 1), red=red)
    assert game.open() == ["red react"]
    game.says("red", "pass", dice=[(1, 1, 8)])
    assert game.open() == ["red reflag"]


# --- 5.4.3.12


@rule("pirates", "5.4.3.12")
def test_at_the_end_of_its_turn_the_phantom_may_reflag_an_identified_ship() -> None:
    phantom = side("berlin+identified", merchants="appam")
    game = phantoms_turn("1 14", 1, phantom=phantom)
    assert drawn(game)[-1] == ("reflag", "reflag")
    assert acted(game) == [("reflag", "", ("berlin",))]
    assert not game.ship("berlin").identified


@rule("pirates", "5.4.3.12")
def test_without_reflag_on_the_card_she_stays_identified() -> None:
    phantom = side("berlin+identified", merchants="appam")
    game = phantoms_turn("1 3", 1, phantom=phantom)
    assert drawn(game)[-1] == ("reflag", "surprise_attack")
    assert game.ship("berlin").identified


@rule("pirates", "5.4.3.12")
def test_no_card_is_drawn_where_nothing_is_identified() -> None:
    assert drawn(phantoms_turn("1 14", 1, phantom=side("leipzig berlin", merchants="appam"))) == [
        ("attack", "no_action")
    ]


@rule("pirates", "5.4.3.12")
def test_one_of_several_is_disguised_at_random_the_best_or_as_chosen() -> None:
    phantom = side("meteor+identified berlin+identified", prizes="staut+identified", merchants="appam")
    assert acted(phantoms_turn("1 14", 1, phantom=phantom, draws=[(2,)]))[0][2] == ("staut",)
    assert acted(phantoms_turn("1 14", 1, phantom=phantom, options=BEST))[0][2] == ("berlin",)
    game = phantoms_turn("1 14", 1, phantom=phantom, options=PLAYER)
    assert game.options("red") == ["meteor", "berlin", "staut"]
    assert acted(game.says("red", "choose meteor"))[0][2] == ("meteor",)
