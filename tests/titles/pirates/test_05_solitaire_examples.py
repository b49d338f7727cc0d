"""5.5 The worked example of the solitaire game, with the dice that the rulebook prints."""

import pytest

from games.titles.pirates.state.events.attack import Challenged, Fought, Removed
from games.titles.pirates.state.events.solitaire import CardsBuried, PhantomActed, PhantomTurnEnded, SolitaireDrawn
from games.titles.pirates.state.events.turn import Drew, MerchantsArrived
from tests.titles.pirates.alone import alone
from tests.titles.pirates.laid_out import Game, side

rule = pytest.mark.rule
MIKE = "red"


def the_phantoms_turn() -> Game:
    """5.5.1 Up to Mike's first question: Leipzig is about to intercept Lundy Island."""
    return alone(
        "1 13 9 4 2 3", begins="phantom", dice=[(2,)], draws=[(1,)],
        red=side("leopard", merchants="dee lundy_island appam", hand="break_contact lay_mines interned collier"),
        phantom=side("leipzig", merchants="kaipara staut otaki", hand="trap qqq amc"),
        deck="scuttle_1 scuttle_2",
    )  # fmt: skip


def the_example() -> Game:
    """5.5.1 from beginning to end."""
    game = the_phantoms_turn()
    game.says(MIKE, "pass", dice=[(5, 7, 2, 4), (3,)], draws=[(1,)])
    return game.says(MIKE, "pass", dice=[(3, 2, 4, 3), (3,)], draws=[(0, 3)])


@rule("pirates", "5.4.3.2")
def test_k19_a_two_sends_leipzig_out() -> None:
    game = the_phantoms_turn()
    first = game.told(SolitaireDrawn)[0]
    assert (first.die, first.entry) == (2, "warship_intercept")
    assert game.told(PhantomActed)[0].ship == "leipzig"


@rule("pirates", "5.4.3.3")
def test_k20_surprise_attack_and_boarding_party_until_a_blank_card() -> None:
    game = the_phantoms_turn()
    specials = [event.entry for event in game.told(SolitaireDrawn) if event.purpose == "special"]
    assert specials == ["surprise_attack", "boarding_party", ""]
    assert game.told(PhantomActed)[0].supports == ("surprise_attack_0", "boarding_party_0")


@rule("pirates", "5.4.3.3")
def test_k21_the_second_of_three_merchants_is_drawn() -> None:
    assert the_phantoms_turn().told(PhantomActed)[0].targets == ("lundy_island",)


@rule("pirates", "5.4.3.3")
@rule("pirates", "3.3.44")
def test_k22_lundy_island_is_captured_by_surprise() -> None:
    game = the_phantoms_turn()
    assert game.options(MIKE) == [], "surprised, Break Contact is no use"
    game = the_example()
    shot = game.told(Fought)[0]
    assert (shot.attacker.coin, shot.attacker.total, shot.defender.total) == ((10, 8, 4), 9, 4)
    assert shot.outcome == "captured"
    assert game.has("phantom", "prizes") == ["lundy_island"]


@rule("pirates", "5.4.3.5")
def test_k23_k24_a_torpedo_damages_appam_the_second_of_two() -> None:
    game = the_example()
    assert game.told(PhantomActed)[1].targets == ("appam",)
    shot = game.told(Fought)[1]
    assert (shot.attacker.coin, shot.attacker.total, shot.defender.total) == ((10, 6, 4), 4, 3)
    assert game.ship("appam").damage == 1
    purposes = [event.purpose for event in game.told(SolitaireDrawn)]
    assert purposes == ["attack", "special", "special", "special", "attack", "attack"], "no specials for a submarine"


@rule("pirates", "5.4.3.8")
@rule("pirates", "5.4.3.4")
@rule("pirates", "5.4.1")
@rule("pirates", "5.4.2")
def test_k25_recon_aircraft_takes_two_cards_and_ends_the_turn() -> None:
    game = the_example()
    assert game.heard(MIKE, CardsBuried)[0].cards == ("break_contact_1", "collier_1")
    assert [event.reason for event in game.told(PhantomTurnEnded)] == ["ends_turn"]
    assert game.state.phantom is not None
    assert game.state.phantom.buried == ["scuttle_1"], "one action card, face down"
    assert [(event.seat, len(event.merchants)) for event in game.told(MerchantsArrived)] == [(MIKE, 1)]
    assert (len(game.state.phantom.deck), game.state.phantom.used) == (20, [])
    assert game.open() == [f"{MIKE} plan"]


def mikes_turn() -> Game:
    """5.5.2 Leopard and the internment; the phantom's card is the first of its deck."""
    game = alone(
        "1 5", red=side("leopard", merchants="dee", hand="lay_mines interned"),
        phantom=side("leipzig", merchants="kaipara staut otaki", hand="trap qqq amc"),
    )  # fmt: skip
    game.says(MIKE, "intercept lay_mines ship=leopard targets=kaipara", "play interned target=leipzig")
    return game.says(
        MIKE, "intercept lay_mines ship=leopard targets=kaipara", dice=[(2,), (6, 1, 3, 4)]
    )  # fmt: skip


@rule("pirates", "5.3.3")
@rule("pirates", "3.3.27")
def test_k26_leopard_damages_kaipara_and_is_identified_by_qqq() -> None:
    game = mikes_turn()
    (answer,) = game.told(SolitaireDrawn)
    assert (answer.purpose, answer.die, answer.entry) == ("defence", 2, "qqq")
    shot = game.told(Fought)[0]
    assert (shot.attacker.coin, shot.attacker.total, shot.defender.total, shot.outcome) == ((10, 8, 6), 6, 4, "damaged")
    assert game.ship("leopard").identified
    assert game.ship("kaipara").damage == 1


@rule("pirates", "5.3.1")
@rule("pirates", "3.3.18")
def test_k27_leipzig_is_interned_and_the_cards_are_thrown_away_face_down() -> None:
    game = mikes_turn()
    if game.open() == [f"{MIKE} reflag"]:
        game.says(MIKE, "pass")
    game.says(MIKE, "play interned target=leipzig", dice=[(8, 4, 5), (1,)])
    check = game.told(Challenged)[-1]
    assert (check.challenger.coin, check.responder.coin, check.success) == ((10, 8), (10,), True)
    assert game.told(Removed) == [Removed("leipzig", "interned")]
    assert game.state.german.used == ["leipzig"]
    assert not game.has(MIKE, "pile"), "nobody scores"
    assert game.view("public").discards_top == []
    assert game.told(Drew)[0].seat == MIKE
