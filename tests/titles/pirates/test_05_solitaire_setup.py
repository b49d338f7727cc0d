"""5.1–5.3.2 The solitaire game: its deck, setting up, rounds, and what stays hidden."""

from typing import Any

import pytest

from games.kernel.chance import HmacChance
from games.kernel.driver import drive, initial_checkpoint
from games.kernel.errors import Illegal
from games.kernel.events import PUBLIC, UMPIRE
from games.titles.pirates.components.options import Options
from games.titles.pirates.state.events.attack import Reacted, Sunk
from games.titles.pirates.state.events.effects import HandTaken
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
from games.titles.pirates.state.events.turn import Discarded, Reshuffled
from games.titles.pirates.state.state import State
from games.titles.pirates.visibility.redeal import redeal, reshuffle
from tests.titles.pirates.alone import alone, phantoms_turn, reds_turn, solo_layout
from tests.titles.pirates.laid_out import BOX, TITLE, Game, begin, side

rule = pytest.mark.rule


def set_up(seed: int = 1, **options: Any) -> tuple[State, list[Any]]:
    """A new game at the live player's first question, and what the live player heard."""
    state = TITLE.rules.new_game("solitaire", Options(**options))
    run = drive(TITLE, initial_checkpoint(TITLE, state), (), chance=HmacChance(seed.to_bytes(32, "big")))
    return run.state, [event.event.for_seat("red") for event in run.events]


def heard(events: list[Any], kind: type) -> Any:
    """The first event of a kind."""
    return next(event for event in events if isinstance(event, kind))


# ---------------------------------------------------------------- 5.1 the deck


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


# ---------------------------------------------------------------- 5.2 setting up


@rule("pirates", "5.2")
def test_k30_of_a_hundred_cards_twelve_are_out_and_forty_eight_set_aside() -> None:
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


@rule("pirates", "2.1.4")
def test_enough_cards_must_be_left_for_both_sides() -> None:
    assert len(set_up(removed=70)[0].removed) == 70
    with pytest.raises(Illegal):
        TITLE.rules.new_game("solitaire", Options(removed=76))


@rule("pirates", "5.2")
def test_what_is_decided_for_the_phantom_belongs_to_this_game() -> None:
    with pytest.raises(Illegal):
        TITLE.rules.new_game("two_players", Options(phantom_targets="best"))
    with pytest.raises(Illegal):
        TITLE.rules.new_game("two_players", Options(first_player="phantom"))


# ---------------------------------------------------------------- 5.2.4, 5.2.5 later rounds


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


# ---------------------------------------------------------------- 5.3.1 face down


@rule("pirates", "5.3.1")
def test_the_discards_lie_face_down() -> None:
    red = side("wolf+unsupplied", hand="collier blockade_runner")
    game = reds_turn("1", "play collier; play blockade_runner", red=red)
    for seat in ("red", PUBLIC):
        seen = game.view(seat)
        assert (seen.discards, seen.discards_top) == (len(game.state.discards) + 1, [])
    mine, theirs = game.heard("red", Discarded)[0], game.heard(PUBLIC, Discarded)[0]
    assert set(mine.cards) == {"collier_1", "blockade_runner_1"}
    assert (theirs.cards, theirs.count) == ((), 2)


@rule("pirates", "5.3.1")
def test_what_lies_in_the_discards_is_not_counted_as_seen() -> None:
    """Both Q-ships are thrown away: on open discards nobody would ask for a reaction, here it is asked."""
    dazzle = side("wolf", merchants="lovat", hand="collier")
    game = phantoms_turn("14", 4, red=dazzle, discards="razzle_dazzle q_ship_1 q_ship_2")
    assert game.open() == ["red react"]


@rule("pirates", "5.3.1")
def test_a_card_that_was_laid_but_never_shown_stays_unknown_to_onlookers() -> None:
    game = alone("1", red=side("wolf leopard", merchants="lovat", hand="collier trap amc"))
    game.says("red", "intercept collier ship=wolf targets=appam", "intercept trap ship=leopard targets=kaipara")
    game.says("red", "pass", dice=[(1,)])
    assert set(game.state.discards) == {"collier_1", "trap_1"}
    assert game.state.shown == []
    found = set()
    for seed in range(12):
        world = redeal(BOX, game.state, PUBLIC, lambda limit, seed=seed: seed % limit)  # type: ignore[misc]
        found.update(world.discards)
        same = redeal(BOX, game.state, "red", lambda limit, seed=seed: seed % limit)  # type: ignore[misc]
        assert same.discards == game.state.discards, "the player knows his own"
        assert same.fleets[0].hand == game.fleet("red").hand
    assert len(found) > 2


@rule("pirates", "5.3.1")
def test_a_rewind_shuffles_what_nobody_has_seen() -> None:
    game = phantoms_turn("1", 1)
    before = game.state
    after = reshuffle(before, lambda limit: limit - 1)
    assert before.phantom is not None
    assert after.phantom is not None
    assert after.fleets[0] == before.fleets[0]
    assert after.fleets[1].hand != before.fleets[1].hand
    assert after.phantom.deck != before.phantom.deck
    assert TITLE.rules.conserved_counts(after) == TITLE.rules.conserved_counts(before)


@rule("pirates", "5.4.2")
def test_what_the_phantom_threw_away_may_be_any_card_that_red_has_not_seen() -> None:
    state = phantoms_turn("1", 1).state
    for redealt in (redeal(BOX, state, "red", lambda limit: limit - 1), reshuffle(state, lambda limit: limit - 1)):
        assert state.phantom is not None
        assert redealt.phantom is not None
        assert redealt.phantom.buried != state.phantom.buried


# ---------------------------------------------------------------- 5.3.2 Recon Aircraft


@rule("pirates", "5.3.2")
def test_recon_aircraft_takes_two_cards_of_the_phantoms_hand() -> None:
    game = alone("1", red=side("wolf", merchants="lovat", hand="recon_aircraft"))
    game.says("red", "play recon_aircraft target=phantom", "as-planned", dice=[(1,)], draws=[(2, 0)])
    assert game.heard("red", HandTaken)[0].cards == ("qqq_1", "trap_1")
    assert game.heard(PUBLIC, HandTaken)[0].cards == ()
    assert {"qqq_1", "trap_1"} < set(game.fleet("red").hand)
    assert game.fleet("phantom").hand == ["slim_pickings_1"]


@rule("pirates", "5.3.2")
def test_the_phantoms_hand_serves_for_nothing_else() -> None:
    """It holds what would answer the attack; its card says otherwise."""
    game = reds_turn("1", "intercept collier ship=wolf targets=staut", 1, (9, 1, 1, 1))
    assert game.fleet("phantom").hand == ["trap_1", "slim_pickings_1", "qqq_1"]
    assert not game.told(Reacted)
    assert game.told(Sunk)[0].card == "staut"
    assert game.open() == ["red plan"]
