"""Solitaire: the phantom's turn, its cards and dice (5.4.1-5.4.3.5, 5.5)."""

import pytest

from games.kernel.codec import encode
from games.kernel.events import PUBLIC
from games.titles.pirates.components.options import Options
from games.titles.pirates.rules.solitaire.hunt import _possible
from games.titles.pirates.state.events.attack import (
    Disguised,
    Fought,
    Identified,
    Removed,
    Safe,
    Supplied,
    SupportRevealed,
    Unsupplied,
)
from games.titles.pirates.state.events.effects import Repaired, ShipsArrived, Transferred
from games.titles.pirates.state.events.rounds import RoundEnded
from games.titles.pirates.state.events.solitaire import DrewUnseen, PhantomActed, SolitaireDrawn
from games.titles.pirates.state.events.turn import Reshuffled
from games.titles.pirates.visibility.redeal import redeal, reshuffle
from tests.titles.pirates.alone import (
    acted,
    alone,
    drawn,
    ended,
    hunting,
    ignored,
    phantoms_turn,
    reds_turn,
    the_example,
    the_phantoms_turn,
)
from tests.titles.pirates.laid_out import BOX, Game, begin, side
from tests.titles.pirates.scenes import board_of

rule = pytest.mark.rule
BEST = Options(phantom_targets="best")
RED = side("emden", merchants="lovat", hand="collier")


def choices_of_the_phantom(game: Game) -> list[tuple[str, str, tuple[str, ...]]]:
    return [(event.action, event.ship, event.targets) for event in game.told(PhantomActed)]


MIKE = "red"
PLAYER = Options(phantom_targets="player")
IDLE = side("emden", merchants="lovat maria dee", hand="collier")


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
def test_what_the_phantom_threw_away_may_be_any_card_that_red_has_not_seen() -> None:
    state = phantoms_turn("1", 1).state
    for redealt in (redeal(BOX, state, "red", lambda limit: limit - 1), reshuffle(state, lambda limit: limit - 1)):
        assert state.phantom is not None
        assert redealt.phantom is not None
        assert redealt.phantom.buried != state.phantom.buried


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


@rule("pirates", "5.4.3.1")
@pytest.mark.parametrize("card", range(1, 21))
def test_a_one_ends_the_turn(card: int) -> None:
    game = phantoms_turn(str(card), 1)
    assert drawn(game) == [("attack", "no_action")]
    assert (ended(game), acted(game)) == (["no_action"], [])
    assert game.open() == ["red plan"]


@rule("pirates", "5.4.3.2")
def test_a_two_sends_leipzig_out() -> None:
    game = the_phantoms_turn()
    first = game.told(SolitaireDrawn)[0]
    assert (first.die, first.entry) == (2, "warship_intercept")
    assert game.told(PhantomActed)[0].ship == "leipzig"


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


@rule("pirates", "5.4.3.3")
def test_surprise_attack_and_boarding_party_until_a_blank_card() -> None:
    game = the_phantoms_turn()
    specials = [event.entry for event in game.told(SolitaireDrawn) if event.purpose == "special"]
    assert specials == ["surprise_attack", "boarding_party", ""]
    assert game.told(PhantomActed)[0].supports == ("surprise_attack_0", "boarding_party_0")


@rule("pirates", "5.4.3.3")
def test_the_second_of_three_merchants_is_drawn() -> None:
    assert the_phantoms_turn().told(PhantomActed)[0].targets == ("lundy_island",)


@rule("pirates", "5.4.3.3")
@rule("pirates", "3.3.44")
def test_lundy_island_is_captured_by_surprise() -> None:
    game = the_phantoms_turn()
    assert game.options(MIKE) == [], "surprised, Break Contact is no use"
    game = the_example()
    shot = game.told(Fought)[0]
    assert (shot.attacker.coin, shot.attacker.total, shot.defender.total) == ((10, 8, 4), 9, 4)
    assert shot.outcome == "captured"
    assert game.has("phantom", "prizes") == ["lundy_island"]


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


@rule("pirates", "5.4.3.3")
def test_the_phantom_hunts_by_day() -> None:
    board = board_of(red=side(merchants="lovat maria"), black=side("dresden"))
    assert not _possible(board, "searchlight", ("lovat", "maria"), warship=False)
    assert _possible(board, "good_hunting", ("lovat", "maria"), warship=False)


@rule("pirates", "5.4.3.3")
@rule("pirates", "5.4.3.2")
@rule("pirates", "5.4.3.12")
def test_a_turn_of_the_phantom() -> None:
    red = side("wolf", merchants="lovat hyades dee", hand="fast_ship trap collier")
    game = phantoms_turn("8 19 15 11 9 4 1 14", 2, red=red, draws=[(1,), (0,)],
                         phantom=side("leipzig leopard", merchants="kaipara"))  # fmt: skip
    assert [event.entry for event in game.told(SolitaireDrawn)][:4] == [
        "raider_intercept", "good_hunting", "boarding_party", "good_hunting"]  # fmt: skip
    game.says("red", "fast_ship", dice=[(1, 1, 1, 6), (1, 6)])
    game.says("red", "trap", dice=[(1, 1, 1, 8), (1, 1, 8), (1, 6), (2,)])
    assert game.question("red").context.ship == "leipzig", "the warship has the one merchant left"
    game.says("red", "pass", dice=[(1, 1, 1, 4), (1, 6), (1,)])
    assert [shot.defender.of for shot in game.told(Fought)] == ["hyades", "lovat", "leopard", "dee"]
    assert [event.purpose for event in game.told(SolitaireDrawn)][-2:] == ["attack", "reflag"]
    assert not game.ship("leopard").identified, "the last card bears Reflag"


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
@rule("pirates", "3.3.21")
def test_mines_are_laid_by_the_ship_whose_guns_are_missed_least() -> None:
    phantom = side("wolf berlin iltis meteor mowe", merchants="appam")
    game = phantoms_turn("13", 3, phantom=phantom, red=RED, options=BEST)
    assert choices_of_the_phantom(game) == [("lay_mines", "iltis", ("red",))]
    assert game.open() == ["red react"]


@rule("pirates", "5.4.3.5")
@rule("pirates", "3.3.12")
@pytest.mark.parametrize(
    ("merchants", "prizes", "target"),
    [
        ("lovat", "elsinor", "elsinor"),  # of the same coins and points: those of a prize count twice
        ("elsinor lovat+damaged", "", "elsinor"),
        ("la_correntina", "dee", "la_correntina"),  # 9 points, and dice of equal size, against twice 3 points
        ("dee", "maria", "maria"),
        ("lovat", "maria", "maria"),  # 7 points against twice 5, with the same dice
    ],
)
def test_fair_seas_take_the_ship_that_brings_most_home(merchants: str, prizes: str, target: str) -> None:
    phantom = side("berlin", merchants=merchants, prizes=prizes)
    game = phantoms_turn("8 2", 4, (1, 6), 1, phantom=phantom, red=RED, options=BEST)
    assert choices_of_the_phantom(game) == [("fair_seas", "", (target,))]


@rule("pirates", "5.4.3.5")
def test_a_torpedo_damages_appam_the_second_of_two() -> None:
    game = the_example()
    assert game.told(PhantomActed)[1].targets == ("appam",)
    shot = game.told(Fought)[1]
    assert (shot.attacker.coin, shot.attacker.total, shot.defender.total) == ((10, 6, 4), 4, 3)
    assert game.ship("appam").damage == 1
    purposes = [event.purpose for event in game.told(SolitaireDrawn)]
    assert purposes == ["attack", "special", "special", "special", "attack", "attack"], "no specials for a submarine"


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


@rule("pirates", "5.5")
def test_torpedoes_of_the_phantom_draw_no_special_actions() -> None:
    game = alone("2 1", begins="phantom", red=side("wolf", merchants="lovat", hand="collier"), dice=[(3,)])
    game.says("red", "pass", dice=[(1, 1, 1, 8), (1,)])
    assert [event.purpose for event in game.told(SolitaireDrawn)] == ["attack", "attack"]
    assert [event.action for event in game.told(PhantomActed)] == ["submarine_torpedo"]
