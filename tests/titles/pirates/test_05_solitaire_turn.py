"""5.4 The phantom's turn: what its cards do, what it ignores, and how the turn ends."""

from typing import Any

import pytest

from games.kernel.codec import encode
from games.kernel.events import PUBLIC
from games.titles.pirates.box.options import Options
from games.titles.pirates.table.events.attack import (
    Disguised,
    Followed,
    Fought,
    Identified,
    Removed,
    Safe,
    Supplied,
    SupportRevealed,
    Unsupplied,
)
from games.titles.pirates.table.events.effects import (
    LeftRefuge,
    Repaired,
    Sheltered,
    ShipsArrived,
    Transferred,
    WeatherLaid,
)
from games.titles.pirates.table.events.rounds import RoundEnded
from games.titles.pirates.table.events.solitaire import (
    CardsBuried,
    DrewUnseen,
    PhantomActed,
    PhantomIgnored,
    PhantomTurnEnded,
    SolitaireDrawn,
)
from games.titles.pirates.table.events.turn import Fogged, Reshuffled, TurnBegan
from tests.titles.pirates.alone import alone, phantoms_turn, reds_turn
from tests.titles.pirates.laid_out import TITLE, Game, begin, side

rule = pytest.mark.rule
BEST, PLAYER = Options(phantom_targets="best"), Options(phantom_targets="player")
IDLE = side("emden", merchants="lovat maria dee", hand="collier")


def drawn(game: Game) -> list[tuple[str, str]]:
    """The cards drawn, for what, and what counted."""
    return [(event.purpose, event.entry) for event in game.told(SolitaireDrawn)]


def acted(game: Game) -> list[tuple[str, str, tuple[str, ...]]]:
    return [(event.action, event.ship, event.targets) for event in game.told(PhantomActed)]


def ended(game: Game) -> list[str]:
    return [event.reason for event in game.told(PhantomTurnEnded)]


def ignored(game: Game) -> list[tuple[str, str]]:
    return [(event.action, event.reason) for event in game.told(PhantomIgnored)]


# ---------------------------------------------------------------- 5.4.1, 5.4.2


@rule("pirates", "5.4.1")
def test_the_deck_is_shuffled_after_each_turn_of_the_phantom() -> None:
    game = phantoms_turn("1 2", 3, 1)
    phantom = game.state.phantom
    assert phantom is not None
    assert (len(phantom.deck), phantom.used) == (20, [])
    assert [event.count for event in game.told(Reshuffled)] == [20]


@rule("pirates", "5.4.1")
def test_cards_drawn_in_reds_turn_lie_there_until_the_phantoms_turn_is_over() -> None:
    game = reds_turn("5 6", "intercept collier ship=wolf targets=appam", 1, (1, 1, 1, 8), (1, 8))
    assert [event.card for event in game.told(SolitaireDrawn)] == ["solitaire_5", "solitaire_6"]
    assert game.view("red").phantom.used == []


@rule("pirates", "5.4.1")
def test_when_the_deck_is_out_in_mid_turn_the_used_cards_make_a_new_one() -> None:
    state = alone("1").state
    assert state.phantom is not None
    state.phantom.used, state.phantom.deck = state.phantom.deck[:-1], state.phantom.deck[-1:]
    state.starter, state.turn = "phantom", None
    game = begin(state, "turn", dice=[(3,), (1,)])
    assert [event.card for event in game.told(SolitaireDrawn)] == ["solitaire_1", "solitaire_20"]
    assert [event.count for event in game.told(Reshuffled)] == [20, 20]


@rule("pirates", "5.4.2")
def test_the_phantom_draws_an_action_card_and_throws_it_away_unseen() -> None:
    game = phantoms_turn("1", 1, deck="amc collier_1", red=side("emden", merchants="lovat", hand="scuttle"))
    assert game.state.phantom is not None
    assert game.state.phantom.buried == ["amc_1"]
    assert "amc_1" not in game.fleet("phantom").hand
    assert game.told(DrewUnseen) == [DrewUnseen("phantom", len(game.state.deck))]
    for seat in ("red", PUBLIC):
        assert b"amc_1" not in encode(game.view(seat))
    assert game.view("red").discards == 1


@rule("pirates", "5.4.2")
@rule("pirates", "2.0")
def test_the_last_card_ends_the_round_in_the_phantoms_turn_too() -> None:
    game = phantoms_turn("1", 1, last=1)
    assert game.told(RoundEnded)
    assert game.open() == ["red carry_over"]


# ---------------------------------------------------------------- 5.4.3.1, 5.4.3.2


@rule("pirates", "5.4.3.1")
@pytest.mark.parametrize("card", range(1, 21))
def test_a_one_ends_the_turn(card: int) -> None:
    game = phantoms_turn(str(card), 1)
    assert drawn(game) == [("attack", "no_action")]
    assert (ended(game), acted(game)) == (["no_action"], [])
    assert game.open() == ["red plan"]


@rule("pirates", "5.4.3.2")
def test_a_two_without_a_ship_for_it_ends_the_turn() -> None:
    game = phantoms_turn("1", 2)
    assert drawn(game) == [("attack", "warship_intercept")], "Berlin is no warship; no special action is drawn"
    assert (ignored(game), ended(game)) == ([("warship_intercept", "impossible")], ["impossible"])


@rule("pirates", "5.4.3.2")
def test_a_two_when_every_ship_has_acted_or_lies_in_refuge_ends_the_turn() -> None:
    game = phantoms_turn("4 5 7", 2, red=IDLE, draws=[(0,)])
    game.says("red", "pass", dice=[(1, 1, 8), (1, 6), (2,)])
    assert (ignored(game), ended(game)) == ([("raider_intercept", "impossible")], ["impossible"])
    refuge = phantoms_turn("2", (1, 1, 8), 2, phantom=side("berlin+damaged+refuge", merchants="appam"))
    assert ended(refuge) == ["impossible"]


@rule("pirates", "5.4.3.2")
def test_a_two_when_every_merchant_was_intercepted_ends_the_turn() -> None:
    phantom = side("berlin meteor", merchants="appam")
    red = side("emden", merchants="lovat", hand="collier")
    game = phantoms_turn("4 5 7", 2, red=red, phantom=phantom, draws=[(0,)])
    game.says("red", "pass", dice=[(1, 1, 8), (1, 6), (2,)])
    assert ignored(game) == [("raider_intercept", "impossible")]
    assert ended(game) == ["impossible"]


# ---------------------------------------------------------------- 5.4.3.3


def hunting(cards: str, *, ship: str = "leipzig", draws: Any = ((0,),), **given: Any) -> Game:
    """The phantom's ship intercepts; red is asked for a reaction."""
    phantom = side(ship, merchants="appam", hand="trap")
    return phantoms_turn(cards, 2, phantom=phantom, red=given.pop("red", IDLE), draws=draws, **given)


@rule("pirates", "5.4.3.3")
def test_a_blank_card_adds_nothing_to_the_intercept() -> None:
    game = hunting("1 4")
    assert drawn(game) == [("attack", "warship_intercept"), ("special", "")]
    assert acted(game) == [("warship_intercept", "leipzig", ("lovat",))]
    assert game.open() == ["red react"]


@rule("pirates", "5.4.3.3")
def test_special_actions_are_drawn_until_a_blank() -> None:
    game = hunting("1 3 2 4")
    assert [entry for _, entry in drawn(game)] == ["warship_intercept", "surprise_attack", "boarding_party", ""]
    assert game.told(PhantomActed)[0].supports == ("surprise_attack_0", "boarding_party_0")


@rule("pirates", "5.4.3.3")
def test_a_repeated_special_action_counts_once_and_ends_the_drawing() -> None:
    game = hunting("1 3 13 2")
    assert [entry for _, entry in drawn(game)] == ["warship_intercept", "surprise_attack", "surprise_attack"]
    assert ignored(game) == [("surprise_attack", "repeated")]
    game.says("red", "pass", dice=[(3, 1, 1, 8), (1, 6), (1,)])
    assert game.told(Fought)[0].attacker.modifiers == (("surprise_attack", 2),)


@rule("pirates", "5.4.3.3")
@pytest.mark.parametrize(
    ("ship", "card", "special", "number"),
    [
        ("leipzig", "1", "good_hunting", "11"),
        ("berlin", "2", "shipping_lanes", "1"),
        ("leipzig", "6", "reflag", "14"),
    ],
)
def test_an_impossible_special_action_ends_the_drawing(ship: str, card: str, special: str, number: str) -> None:
    game = hunting(f"{card} 3 {number} 9", ship=ship)
    assert ignored(game) == [(special, "impossible")]
    assert game.told(PhantomActed)[0].supports == ("surprise_attack_0",)
    assert len(drawn(game)) == 3


@rule("pirates", "5.4.3.3")
def test_boarding_party_wants_a_sound_merchant_and_good_hunting_a_second_one() -> None:
    game = hunting("1 2 4", red=side("emden", merchants="lovat+damaged", hand="collier"), draws=())
    assert ignored(game) == [("boarding_party", "impossible")]
    game = hunting("2 11 4", ship="berlin", red=side("emden", merchants="lovat", hand="collier"), draws=())
    assert ignored(game) == [("good_hunting", "impossible")]


@rule("pirates", "5.4.3.3")
def test_shipping_lanes_reaches_every_merchant() -> None:
    game = hunting("6 20 4", draws=[(1,)])
    assert acted(game) == [("warship_intercept", "leipzig", ("maria", "lovat", "dee"))]
    for dice in ([(1, 1, 1, 6), (1, 6)], [(1, 1, 1, 8), (1, 6)], [(1, 1, 1, 4), (1, 6), (1,)]):
        game.says("red", "pass", dice=dice)
    assert len(game.told(Fought)) == 3


@rule("pirates", "5.4.3.3")
def test_good_hunting_reaches_two_merchants() -> None:
    game = hunting("2 11 4", ship="berlin", draws=[(2,), (0,)])
    assert acted(game) == [("raider_intercept", "berlin", ("dee", "lovat"))]


@rule("pirates", "5.4.3.3")
def test_of_two_merchants_the_first_sound_one_is_boarded() -> None:
    red = side("emden", merchants="lovat+damaged maria dee", hand="collier")
    game = hunting("2 11 9 4", ship="berlin", red=red, draws=[(0,), (0,)])
    game.says("red", "pass", dice=[(1, 1, 8)]).says("red", "pass", dice=[(8, 1, 2), (1,)])
    assert game.told(SupportRevealed) == [SupportRevealed("phantom", "boarding_party_0", "maria")]
    assert game.has("phantom", "prizes") == ["maria"]


@rule("pirates", "5.4.3.3")
@rule("pirates", "3.3.3")
def test_each_intercept_of_the_phantom_has_a_boarding_party_of_its_own() -> None:
    phantom = side("berlin wolf", merchants="appam", hand="trap")
    red = side("emden", merchants="lovat maria", hand="collier")
    game = phantoms_turn("3 2 4 7 15 8", 2, phantom=phantom, red=red, draws=[(0,), (0,)])
    game.says("red", "pass", dice=[(8, 1, 1), (2,)])
    game.says("red", "pass", dice=[(8, 8, 1, 1), (1,)])
    assert [event.card for event in game.told(SupportRevealed)] == ["boarding_party_0", "boarding_party_0"]


@rule("pirates", "5.4.3.3")
def test_reflag_disguises_the_raider_again_when_the_intercept_is_over() -> None:
    red = side("emden", merchants="lovat", hand="collier qqq")
    game = hunting("2 14 4", ship="berlin", red=red, draws=()).says("red", "qqq", dice=[(1, 1, 8), (1, 6), (1,)])
    assert game.told(Identified) == [Identified("berlin")]
    assert game.told(Disguised) == [Disguised("berlin")]
    assert not game.ship("berlin").identified


@rule("pirates", "5.4.3.3")
def test_the_turn_goes_on_after_the_intercept() -> None:
    game = hunting("1 4 5")
    game.says("red", "pass", dice=[(1, 1, 1, 8), (1, 6), (1,)])
    assert drawn(game)[-1] == ("attack", "no_action")
    assert game.told(SolitaireDrawn)[-1].card == "solitaire_5"


@rule("pirates", "5.4.3.3")
def test_at_random_any_merchant_may_be_the_target() -> None:
    assert [acted(hunting("1 4", draws=[(index,)]))[0][2] for index in range(3)] == [("lovat",), ("maria",), ("dee",)]


@rule("pirates", "5.4.3.3")
def test_the_best_target_is_the_one_that_promises_most() -> None:
    red = side("emden", merchants="dee lovat+damaged maria", hand="collier")
    assert acted(hunting("1 4", red=red, options=BEST, draws=()))[0][2] == ("lovat",), "damaged and worth 7"
    even = side("emden", merchants="kaipara lovat dee", hand="collier")
    phantom = side("berlin meteor", merchants="appam", hand="trap")
    game = phantoms_turn("2 4", 2, red=even, phantom=phantom, options=BEST, draws=[(1,)])
    assert acted(game)[0][:2] == ("raider_intercept", "berlin"), "d8+d6 beats d8+d4"
    assert acted(game)[0][2] == ("lovat",), "equals are drawn for"


@rule("pirates", "5.4.3.3")
def test_the_live_player_may_choose_the_ship_and_the_target() -> None:
    phantom = side("berlin meteor", merchants="appam", hand="trap")
    game = phantoms_turn("2 4", 2, phantom=phantom, red=IDLE, options=PLAYER)
    assert game.open() == ["red phantom_target"]
    assert (game.options("red"), game.question("red").context.role) == (["berlin", "meteor"], "ship")
    game.says("red", "choose meteor")
    assert (game.options("red"), game.question("red").context.role) == (["lovat", "maria", "dee"], "target")
    assert game.question("red").form.default() == "lovat", "the best is offered"
    game.says("red", "choose dee")
    assert acted(game) == [("raider_intercept", "meteor", ("dee",))]
    assert game.open() == ["red react"]


# ---------------------------------------------------------------- 5.4.3.4, 5.4.3.5


@rule("pirates", "5.4.3.4")
def test_an_entry_that_says_so_ends_the_turn_when_it_is_done() -> None:
    red = side("emden", merchants="lovat", hand="collier")
    game = phantoms_turn("13", 4, (8, 1, 1), red=red)
    assert game.told(Transferred) == [Transferred("emden", "red", "phantom")]
    assert ended(game) == ["ends_turn"]


@rule("pirates", "5.4.3.4")
def test_an_entry_that_says_so_ends_the_turn_when_it_is_ignored_too() -> None:
    game = phantoms_turn("13", 4, red=side("wolf", merchants="lovat", hand="collier"))
    assert ignored(game) == [("transfer_command", "impossible")], "all of red's ships are disguised raiders"
    assert ended(game) == ["ends_turn"]


@rule("pirates", "5.4.3.5")
def test_any_other_entry_is_followed_by_another_card() -> None:
    phantom = side("leipzig+damaged", merchants="appam")
    game = phantoms_turn("1 17 5", 4, 3, 1, phantom=phantom)
    assert game.told(Repaired)
    assert acted(game) == [("damage_control", "", ("leipzig",))]
    assert ignored(game) == [("damage_control", "impossible")], "nothing is left to repair"
    assert ended(game) == ["no_action"]


@rule("pirates", "5.4.3.5")
def test_actions_work_like_the_cards_they_are_named_after() -> None:
    """Blockade Runner, Heavy Weather, Rendezvous Missed, Breakout, Fair Seas and Interned."""
    phantom = side("leipzig+unsupplied", merchants="appam")
    red = side("emden", merchants="lovat+damaged", hand="collier")
    game = phantoms_turn("1 4 5 3 8 16 2", 3, (8, 1, 1), 3, (6, 1), 4, (8, 1), 4, (9, 1, 6), 4, (8, 1), 3, (9, 1, 1), 1,
                         phantom=phantom, red=red)  # fmt: skip
    assert [event.card for event in game.told(Supplied)] == ["leipzig"]
    assert [(event.card, event.reason) for event in game.told(Removed)] == [
        ("lovat", "heavy_weather"), ("emden", "interned"),
    ]  # fmt: skip
    assert [event.card for event in game.told(Unsupplied)] == ["emden"]
    assert game.told(ShipsArrived)[0].seat == "phantom"
    assert game.told(Safe) == [Safe("appam", "phantom")]
    assert not set(game.state.discards), "nothing of it was a card"


@rule("pirates", "5.4.3.5")
def test_the_navy_comes_with_the_dice_on_the_phantoms_card_and_without_special_actions() -> None:
    game = phantoms_turn("4", 4, red=side("emden", merchants="lovat", hand="collier"))
    context = game.question("red").context
    assert (context.weapon, context.target, context.coin) == ("british", "emden", (10, 6))
    game.says("red", "pass", dice=[(9, 1, 5), (1,)])
    assert game.ship("emden").damage == 1
    assert [purpose for purpose, _ in drawn(game)] == ["attack", "attack"]


@rule("pirates", "5.4.3.5")
def test_the_navy_finds_no_disguised_raider_and_no_ship_twice() -> None:
    red = side("emden wolf", merchants="lovat", hand="collier")
    game = phantoms_turn("4 7 1", 4, red=red)
    game.says("red", "pass", dice=[(1, 1, 5), (3,), (1,)])
    assert ignored(game) == [("british_intercept", "impossible")]


@rule("pirates", "5.4.3.5")
def test_torpedoes_and_mines_of_submarines() -> None:
    game = phantoms_turn("2", 3, red=side("wolf", merchants="lovat", hand="collier"))
    assert (game.question("red").context.weapon, game.question("red").context.coin) == ("torpedo", (10, 6, 4))
    game.says("red", "pass", dice=[(9, 1, 1, 4), (1,)])
    assert game.has("phantom", "pile") == ["lovat"]
    game = phantoms_turn("8", 3, red=side("wolf", merchants="lovat maria", hand="collier"))
    game.says("red", "pass", dice=[(4, 1, 8), (4, 1, 3), (1,)])
    assert [(shot.attacker.coin, shot.outcome) for shot in game.told(Fought)] == [
        ((8, 4), "none"), ((8, 4), "damaged"),
    ]  # fmt: skip


@rule("pirates", "5.4.3.5")
def test_a_submarine_of_the_phantom_that_meets_a_q_ship_scores_by_its_kind() -> None:
    red = side("wolf", merchants="lovat", hand="collier q_ship")
    game = phantoms_turn("2", 3, red=red).says("red", "q_ship", dice=[(8, 1, 1), (8, 1, 3), (1, 1, 6), (1,)])
    assert game.has("red", "pile") == ["submarines_u_0"]
    assert game.view("red").fleet("red").pile_value == 5


@rule("pirates", "5.4.3.5")
@pytest.mark.parametrize(("solitaire", "die", "mines"), [("8", 3, "submarine_mine"), ("13", 3, "lay_mines")])
def test_nobody_lays_mines_where_no_merchant_sails(solitaire: str, die: int, mines: str) -> None:
    game = phantoms_turn(f"{solitaire} 5", die, 1, red=side("wolf", hand="collier"))
    assert ignored(game) == [(mines, "impossible")]
    assert acted(game) == []


@rule("pirates", "3.3.14")
@rule("pirates", "5.4.3.6")
def test_nobody_lays_mines_in_fog() -> None:
    red = side("wolf", merchants="lovat", hand="collier", weather="fog_bank")
    game = phantoms_turn("8 13 5", 3, 3, 1, 1, red=red)
    assert ignored(game) == [("submarine_mine", "impossible"), ("lay_mines", "impossible")]
    assert acted(game) == []


@rule("pirates", "3.3.20")
@rule("pirates", "5.4.3.5")
def test_a_minelayer_in_her_refuge_lays_no_mines() -> None:
    game = phantoms_turn("13 5", 3, 1, phantom=side("berlin+refuge", merchants="appam"))
    assert ignored(game) == [("lay_mines", "impossible")]


@rule("pirates", "5.4.3.5")
def test_lay_mines_wants_a_minelayer_that_has_not_acted() -> None:
    game = phantoms_turn("13 5", 3, 1, phantom=side("leipzig leopard", merchants="appam"))
    assert ignored(game) == [("lay_mines", "impossible")]
    game = phantoms_turn("13", 3, red=side("emden", merchants="lovat", hand="collier"))
    assert acted(game) == [("lay_mines", "berlin", ("red",))]
    game.says("red", "pass", dice=[(1, 1, 8), (1,)])
    assert game.told(Fought)[0].attacker.coin == (10, 4)


# ---------------------------------------------------------------- 5.4.3.6


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
    assert "by the phantom: Deception" in TITLE.text_board(game.view("red"), "en")
    game.says("red", "pass", dice=[(1,)])
    assert set(game.state.discards) == {"breakout_1"}


@rule("pirates", "5.4.3.6")
def test_fog_shields_red_from_the_phantoms_cards() -> None:
    game = phantoms_turn("4 5", 4, 1, 1, red=side("emden", merchants="lovat", hand="collier", weather="fog_bank"))
    assert ignored(game) == [("british_intercept", "impossible")]


# ---------------------------------------------------------------- 5.4.3.7


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


# ---------------------------------------------------------------- 5.4.3.8


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


# ---------------------------------------------------------------- 5.4.3.9, 5.4.3.10


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


# ---------------------------------------------------------------- 5.4.3.11


def asked(card: str, die: int, red: str, draws: Any = ()) -> str:
    """Whom Interrogate picks."""
    game = phantoms_turn(f"{card} 1", die, (1, 8), 1, red=side(red, merchants="lovat", hand="collier"), draws=draws)
    return acted(game)[0][2][0]


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


# ---------------------------------------------------------------- 5.4.3.12


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


# ---------------------------------------------------------------- options that ask an attacker


@rule("pirates", "6.6.1")
@rule("pirates", "6.10")
@pytest.mark.parametrize(("drawn_index", "followed"), [(0, True), (1, False)])
def test_lots_decide_for_the_phantom_whether_it_pursues(drawn_index: int, followed: bool) -> None:
    red = side("emden", merchants="lovat", hand="collier shallow_run_1")
    options = Options(pursuit=True)
    game = hunting("1 4", red=red, options=options, draws=())
    rolls = [(9, 1, 1), (9, 1, 1), (1, 1, 1, 8), (1, 6)] if followed else [(9, 1, 1), (1, 6)]
    game.says("red", "shallow_run_1", dice=[*rolls, (1,)], draws=[(drawn_index,)])
    assert game.told(Followed)[0].declared is followed
