"""Solitaire: deck, set-up and rounds (5.1, 5.2)."""

from typing import Any

import pytest

from games.kernel.errors import Illegal
from games.kernel.events import PUBLIC, UMPIRE
from games.titles.pirates.components.options import Options
from games.titles.pirates.state.events.attack import Fought
from games.titles.pirates.state.events.rounds import (
    CarriedOver,
    HandDealt,
    LeftOut,
    RoundBegan,
    RoundScored,
    StarterFound,
    StarterRolled,
)
from games.titles.pirates.state.events.solitaire import SolitaireDrawn
from games.titles.pirates.state.events.turn import Reshuffled
from tests.titles.pirates.alone import alone, phantoms_turn, reds_turn, solo_layout
from tests.titles.pirates.laid_out import BOX, TITLE, Game, begin, side
from tests.titles.pirates.scenes import set_up

rule = pytest.mark.rule


def heard(events: list[Any], kind: type) -> Any:
    """The first event of a kind."""
    return next(event for event in events if isinstance(event, kind))


def after_a_round(**options: Any) -> Game:
    """The first round is scored: red led three ships, the phantom two."""
    state = solo_layout(
        red=side("wolf leopard emden", prizes="dee", hand="collier trap"),
        phantom=side("berlin meteor", prizes="staut maria", hand="qqq"),
        options=Options(**options),
    )
    assert state.phantom is not None
    state.phantom.buried, state.removed = state.removed[:2], state.removed[2:]
    state.phantom.used.append(state.phantom.deck.pop())
    state.phantom.scouted = True
    return begin(state, "score")


# --- 5.1 deck


@rule("pirates", "5.1")
def test_a_card_has_two_answers_four_attacks_and_perhaps_a_special_action() -> None:
    assert len(BOX.solitaire) == 20
    card = BOX.solitaire["solitaire_15"]
    assert [card.defence(die) for die in (1, 2, 3, 4)] == ["", "break_contact", "", "break_contact"]
    assert [card.attack(die).action for die in (1, 2, 3, 4)] == [
        "no_action", "raider_intercept", "deception", "damage_control",
    ]  # fmt: skip
    assert card.special == "boarding_party"


@rule("pirates", "5.1")
def test_the_same_card_serves_for_attack_special_action_and_answer() -> None:
    assert phantoms_turn("15", 1).told(SolitaireDrawn)[0].entry == "no_action"
    hunt = phantoms_turn("2 15 4", 2, draws=[(0,)]).told(SolitaireDrawn)
    assert [(event.purpose, event.entry) for event in hunt[1:]] == [("special", "boarding_party"), ("special", "")]
    game = reds_turn("15", "intercept collier ship=wolf targets=appam", 2, (5, 4), (1, 2))
    first = game.told(SolitaireDrawn)[0]
    assert (first.purpose, first.card, first.entry) == ("defence", "solitaire_15", "break_contact")


# --- 5.2 set-up


@rule("pirates", "5.2")
def test_of_a_hundred_cards_twelve_are_out_and_forty_eight_set_aside() -> None:
    state, events = set_up()
    assert state.phantom is not None
    assert {BOX.kind_of(card).id for card in state.left_out} == {
        "intelligence", "wireless_intercept", "bounding_main", "breakdown", "exchange_information",
        "mistaken_identity", "pull_the_plug", "sail_q_ship", "searchlight", "special_cargo",
    }  # fmt: skip
    assert (len(state.left_out), len(state.removed)) == (12, 48)
    began = heard(events, RoundBegan)
    assert (began.deck, began.removed) == (40, 48)
    assert set(heard(events, LeftOut).cards) == set(state.left_out)


@rule("pirates", "5.2")
def test_both_sides_are_dealt_alike_and_the_phantoms_hand_is_nobodys() -> None:
    state, events = set_up()
    for fleet in state.fleets:
        assert (len(fleet.ships), len(fleet.merchants)) == (3, 3)
    assert [(e.seat, e.count, len(e.cards)) for e in events if isinstance(e, HandDealt)] == [
        ("red", 6, 6), ("phantom", 6, 0),
    ]  # fmt: skip
    for seat in ("red", PUBLIC):
        assert TITLE.secrecy.view(state, seat).fleet("phantom").hand == []  # type: ignore[attr-defined]
    umpire: Any = TITLE.secrecy.view(state, UMPIRE)
    assert len(umpire.fleet("phantom").hand) == 6
    assert umpire.solitaire_order[0] == state.phantom.deck[-1]  # type: ignore[union-attr]


@rule("pirates", "5.2")
@pytest.mark.parametrize(("chosen", "seat", "how"), [("live", "red", "agreed"), ("phantom", "phantom", "agreed")])
def test_who_begins_may_be_agreed(chosen: str, seat: str, how: str) -> None:
    found = heard(set_up(first_player=chosen)[1], StarterFound)
    assert (found.seat, found.how) == (seat, how)


@rule("pirates", "5.2")
def test_dice_or_the_weaker_fleet_may_decide_too() -> None:
    dice = set_up()[1]
    assert heard(dice, StarterFound).how == "dice"
    assert set(heard(dice, StarterRolled).rolls) == {"red", "phantom"}
    state, events = set_up(first_player="fleet")
    worth = {fleet.seat: sum(BOX.value(ship.card) for ship in fleet.ships) for fleet in state.fleets}
    assert heard(events, StarterFound).seat == min(worth, key=lambda seat: worth[seat])


@rule("pirates", "5.2")
def test_what_is_decided_for_the_phantom_belongs_to_this_game() -> None:
    with pytest.raises(Illegal):
        TITLE.rules.new_game("two_players", Options(phantom_targets="best"))
    with pytest.raises(Illegal):
        TITLE.rules.new_game("two_players", Options(first_player="phantom"))


@rule("pirates", "5.2")
@rule("pirates", "3.2.2.1")
def test_cards_that_are_out_of_the_game_are_asked_of_nobody() -> None:
    red = side("wolf", merchants="lovat maria", hand="collier", pile="dee")
    game = alone("2", begins="phantom", red=red, dice=[(3,)], draws=[(0,)])
    game.says("red", "pass", dice=[(10, 1, 1, 1), (1,)])
    assert game.told(Fought)[0].outcome == "sunk"
    assert game.open() == ["red plan"], "no question for Mistaken Identity, which is not in the game"


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


@rule("pirates", "5.2.4")
def test_the_live_player_decides_for_both_sides_what_is_carried_over() -> None:
    game = after_a_round()
    assert game.open() == ["red carry_over"]
    assert game.options("red") == ["wolf", "leopard", "emden", "berlin", "meteor"]
    assert game.refuses("red", "choose wolf leopard"), "one ship of a side"
    assert game.refuses("red", "choose berlin meteor")
    game.says("red", "choose meteor wolf")
    kept = {(event.seat, event.ship) for event in game.told(CarriedOver)}
    assert kept == {("red", "wolf"), ("phantom", "meteor")}
    dealt = {event.seat: event.count for event in game.told(HandDealt)}
    assert dealt == {"red": 5, "phantom": 5}, "2.4.5 holds for both"
    assert [len(fleet.ships) for fleet in game.state.fleets] == [3, 3]


@rule("pirates", "5.2.4")
def test_nothing_need_be_carried_over() -> None:
    game = after_a_round().says("red", "pass")
    assert {event.count for event in game.told(HandDealt)} == {6}


@rule("pirates", "5.2.4")
@rule("pirates", "6.7")
def test_with_the_option_up_to_three_ships_of_each_side_stay() -> None:
    game = after_a_round(carry_over_three=True)
    game.says("red", "choose wolf leopard emden berlin meteor")
    dealt = {event.seat: event.count for event in game.told(HandDealt)}
    assert dealt == {"red": 3, "phantom": 4}


@rule("pirates", "5.2.4")
def test_round_points_are_given_as_to_two_players() -> None:
    game = after_a_round()
    (scored,) = game.told(RoundScored)
    assert scored.victory_points == {"red": 6, "phantom": 16}
    assert scored.round_points == {"red": 1, "phantom": 2}


@rule("pirates", "5.2.5")
def test_action_cards_and_solitaire_cards_are_shuffled_for_the_next_round() -> None:
    state = after_a_round().state
    assert state.phantom is not None
    assert (len(state.phantom.deck), len(state.phantom.used), state.phantom.scouted) == (19, 1, True)
    game = after_a_round().says("red", "pass")
    state = game.state
    assert state.phantom is not None
    assert not state.phantom.scouted, "what was seen of it in the last round binds it no more"
    assert (len(state.phantom.deck), state.phantom.used, state.phantom.buried) == (20, [], [])
    hands = sum(len(fleet.hand) for fleet in state.fleets)
    assert (len(state.deck) + hands, len(state.removed), len(state.left_out)) == (40, 48, 12)
    assert [event.count for event in game.told(Reshuffled) if event.deck == "solitaire"] == [20]
    assert game.told(StarterFound)[-1] == StarterFound("red", "round_points")
