"""Solitaire: the turn of the live player, and the defence of the phantom (5.3)."""

import pytest

from games.kernel.events import PUBLIC
from games.titles.pirates.state.events.attack import (
    Cancelled,
    Captured,
    Challenged,
    Fought,
    Reacted,
    Removed,
    Safe,
    Sunk,
)
from games.titles.pirates.state.events.effects import HandTaken
from games.titles.pirates.state.events.solitaire import PhantomIgnored, SolitaireDrawn
from games.titles.pirates.state.events.turn import Discarded, Drew
from games.titles.pirates.visibility.redeal import redeal, reshuffle
from tests.titles.pirates.alone import alone, phantoms_turn, reds_turn, solo_layout, sunk_by_the_phantom
from tests.titles.pirates.laid_out import BOX, TITLE, Game, begin, side

rule = pytest.mark.rule
HUNT = "intercept collier ship=wolf targets=appam"


def answers(game: Game) -> list[tuple[str, int, str]]:
    """The answers drawn: card, red die and entry."""
    return [(e.card, e.die, e.entry) for e in game.told(SolitaireDrawn) if e.purpose == "defence"]


MIKE = "red"


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


@rule("pirates", "5.3.1")
@rule("pirates", "3.3.18")
def test_leipzig_is_interned_and_the_cards_are_thrown_away_face_down() -> None:
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


@rule("pirates", "5.3.3")
@pytest.mark.parametrize(("die", "entry"), [(1, "shallow_run"), (2, ""), (3, "shallow_run"), (4, "")])
def test_one_and_three_are_the_first_answer_two_and_four_the_second(die: int, entry: str) -> None:
    rolls = [(9, 1, 2), (1, 8)] if entry else [(1, 1, 1, 8), (1, 8)]
    game = reds_turn("2", HUNT, die, *rolls)
    assert answers(game) == [("solitaire_2", die, entry)]
    assert [event.card for event in game.told(Reacted)] == (["shallow_run_0"] if entry else [])


@rule("pirates", "5.3.3")
def test_each_intercept_is_answered_by_a_card_of_its_own() -> None:
    red = side("wolf", merchants="lovat", hand="collier good_hunting")
    game = reds_turn("1 5", "intercept collier ship=wolf targets=appam,kaipara supports=good_hunting",
                     1, (1, 1, 1, 8), (1, 8), 1, (1, 1, 1, 8), (1, 6), red=red)  # fmt: skip
    assert answers(game) == [("solitaire_1", 1, ""), ("solitaire_5", 1, "")]


@rule("pirates", "5.3.3")
def test_the_navys_intercepts_are_answered_too() -> None:
    phantom = side("leipzig", merchants="appam", hand="qqq")
    game = reds_turn("12", "british collier target=leipzig", 1, (9, 2), phantom=phantom)
    assert answers(game) == [("solitaire_12", 1, "break_contact")]
    assert [event.reason for event in game.told(Cancelled)] == ["break_contact"]


@rule("pirates", "5.3.3")
def test_a_minefield_is_answered_once_for_all_merchants() -> None:
    red = side("wolf", merchants="lovat", hand="lay_mines")
    game = reds_turn("3", "mines lay_mines ship=wolf against=phantom", 2, red=red)
    assert answers(game) == [("solitaire_3", 2, "minesweeper")]
    assert not game.told(Fought)
    assert game.open() == ["red plan"]
    mined = reds_turn("3", "mines lay_mines ship=wolf against=phantom", 1, (1, 1, 8), (1, 1, 8), (1, 1, 4), red=red)
    assert (len(answers(mined)), len(mined.told(Fought))) == (1, 3)


@rule("pirates", "5.3.3")
def test_a_torpedo_is_answered_by_a_q_ship() -> None:
    red = side("wolf", merchants="lovat", hand="submarines_u")
    rolls = [(8, 1, 1), (8, 1, 3), (1, 1, 6)]
    game = reds_turn("16", "play submarines_u target=appam", 1, *rolls, red=red)
    assert answers(game) == [("solitaire_16", 1, "q_ship")]
    assert game.has("phantom", "pile") == ["submarines_u_1"], "the real card goes to the phantom's pile"
    assert [(shot.attacker.of, shot.outcome) for shot in game.told(Fought)] == [
        ("q_ship_0", "sunk"), ("submarines_u_1", "none"),
    ]  # fmt: skip


@rule("pirates", "5.3.3")
@pytest.mark.parametrize(
    ("card", "die", "entry"), [("3", 2, "minesweeper"), ("16", 1, "q_ship"), ("14", 1, "razzle_dazzle")]
)
def test_an_answer_that_does_not_fit_the_attack_is_none(card: str, die: int, entry: str) -> None:
    game = reds_turn(card, HUNT, die, (1, 1, 1, 8), (1, 8))
    assert answers(game) == [(f"solitaire_{card}", die, entry)]
    assert game.told(PhantomIgnored) == [PhantomIgnored(entry, "no_fit")]
    assert not game.told(Reacted)
    assert game.open() == ["red plan"]


@rule("pirates", "5.3.3")
@rule("pirates", "3.3.44")
def test_what_surprise_forbids_is_no_answer() -> None:
    red = side("wolf", merchants="lovat", hand="collier surprise_attack")
    game = reds_turn("12", HUNT + " supports=surprise_attack", 1, (9, 1, 1, 8), red=red)
    assert game.told(PhantomIgnored) == [PhantomIgnored("break_contact", "no_fit")]
    assert game.ship("appam").damage == 1


@rule("pirates", "5.3.3")
def test_an_amc_of_the_phantom_fights_and_scores_by_its_kind() -> None:
    game = reds_turn("8", "intercept collier ship=wolf targets=appam", 1, (9, 1, 1, 2), (1, 1, 8))
    assert game.has("red", "pile") == ["amc_0"]
    assert game.view("red").fleet("red").pile_value == 5
    assert game.ship("wolf").identified
    assert "amc_0" not in game.state.discards


@rule("pirates", "5.3.3")
def test_slim_answers_work_like_the_cards_they_are_named_after() -> None:
    """Trap, Non-Combatant and Fast Ship."""
    trap = reds_turn("4", HUNT, 1, (1, 1, 1, 8), (5, 1, 4), (1, 8))
    assert [shot.weapon for shot in trap.told(Fought)] == ["intercept", "trap"]
    assert trap.ship("wolf").identified
    assert trap.ship("wolf").damage == 1
    spared = reds_turn("10", HUNT, 1, (10, 1, 1, 4))
    assert spared.told(Captured) == [Captured("appam", "phantom", "red")]
    fast = reds_turn("7", HUNT, 2, (9, 1, 1, 8), (1, 8))
    assert fast.told(Fought)[0].attacker.modifiers == (("fast_ship", -2),)


@rule("pirates", "5.3.3")
def test_interrogate_is_not_answered_but_the_intercept_that_follows_is() -> None:
    phantom = side("meteor", merchants="appam", hand="qqq")
    red = side("wolf", merchants="lovat", hand="interrogate")
    failed = reds_turn("2", "play interrogate target=meteor", (1, 8), red=red, phantom=phantom)
    assert not answers(failed)
    found = reds_turn("4", "play interrogate target=meteor", (9, 1), 1, (1, 1, 6), red=red, phantom=phantom)
    assert [entry for _, _, entry in answers(found)] == ["trap"]


@rule("pirates", "5.3.3")
def test_a_monitor_is_answered_by_nothing_that_fits() -> None:
    red = side("wolf", merchants="lovat", hand="monitor")
    phantom = side("leipzig+refuge", merchants="appam", hand="qqq")
    game = reds_turn("12", "play monitor target=leipzig", 1, (1, 1, 10), red=red, phantom=phantom)
    assert game.told(PhantomIgnored)[0] == PhantomIgnored("break_contact", "no_fit")


@rule("pirates", "5.3.3")
def test_no_card_is_drawn_for_a_sinking_or_an_identification() -> None:
    """The phantom has neither Recalled nor a Reflag in red's turn; its hand is not asked."""
    phantom = side("berlin", merchants="staut", hand="recalled reflag")
    game = reds_turn("1", "intercept collier ship=wolf targets=staut", 1, (9, 1, 1, 1), phantom=phantom)
    assert len(answers(game)) == 1
    assert game.told(Sunk)
    assert {question.seat for question in game.asked} == {"red"}


@rule("pirates", "5.3.3")
@rule("pirates", "3.2.6")
def test_a_prize_of_the_phantom_always_runs_for_port() -> None:
    phantom = side("berlin", merchants="appam", prizes="staut+identified", hand="qqq")
    game = reds_turn("1", "british collier target=staut", 1, (1, 1, 4), (4, 1), phantom=phantom)
    assert game.told(Safe) == [Safe("staut", "phantom", True)]


@rule("pirates", "5.3.3")
@rule("pirates", "5.4.1")
def test_the_deck_is_made_anew_when_it_runs_out_in_reds_turn() -> None:
    state = solo_layout("1")
    assert state.phantom is not None
    state.phantom.used, state.phantom.deck = state.phantom.deck, []
    game = begin(state, "turn").says("red", HUNT, "as-planned", dice=[(2,), (1, 1, 1, 8), (1, 8), (1,)])
    assert answers(game) == [("solitaire_20", 2, "")]


@rule("pirates", "5.3.3")
@rule("pirates", "3.3.27")
def test_leopard_damages_kaipara_and_is_identified_by_qqq() -> None:
    game = mikes_turn()
    (answer,) = game.told(SolitaireDrawn)
    assert (answer.purpose, answer.die, answer.entry) == ("defence", 2, "qqq")
    shot = game.told(Fought)[0]
    assert (shot.attacker.coin, shot.attacker.total, shot.defender.total, shot.outcome) == ((10, 8, 6), 6, 4, "damaged")
    assert game.ship("leopard").identified
    assert game.ship("kaipara").damage == 1


@rule("pirates", "3.3.30")
@rule("pirates", "5.3.3")
def test_red_is_not_asked_about_a_sinking_without_a_card_that_answers_it() -> None:
    """Nobody is there from whom the hand must be hidden."""
    assert sunk_by_the_phantom("collier qqq", 1).open() == ["red plan"]


@rule("pirates", "5.3.3")
def test_the_phantom_never_reflags_in_answer_to_a_card() -> None:
    game = alone(red=side("emden", hand="interned interrogate"), phantom=side("wolf+identified", hand="reflag"))
    assert game.refuses("red", "play interrogate target=wolf")
