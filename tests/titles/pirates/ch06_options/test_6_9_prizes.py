"""Torpedoes at prizes, and stores from them (6.9, 6.12)."""

from typing import Any, Literal

import pytest

from games.titles.pirates.components.options import Options
from games.titles.pirates.components.scenarios import PHANTOM
from games.titles.pirates.state.events import attack as told
from games.titles.pirates.state.events import rounds
from games.titles.pirates.state.events.attack import Challenged, Fought
from games.titles.pirates.state.state import Phantom
from tests.titles.pirates.laid_out import BOX, Dice, Game, begin, lay_out, layout, side
from tests.titles.pirates.scenes import chased, hunt, planned
from tests.titles.pirates.test_sealed import rules

rule = pytest.mark.rule
TORPEDO = Options(prize_torpedo=True)
STORES = Options(prize_supply=True)


def periscope(prizes: str = "lovat", hand: str = "qqq", options: Options = TORPEDO, supports: str = "") -> Game:
    """Red holds submarines; black has a prize and a merchant."""
    return lay_out(
        red=side(hand=f"submarines_u submarines_uc {supports}"),
        black=side(prizes=prizes, merchants="maria", hand=hand, pile="dee"), options=options,
    )  # fmt: skip


def harbour(
    ships: str = "leopard+unsupplied",
    prizes: str = "lovat",
    *,
    hand: str = "collier",
    weather: str = "",
    options: Options = STORES,
    morning: Dice = (),
) -> Game:
    """Red has a ship in want, and a prize; black one merchant."""
    red = side(ships, prizes=prizes, hand=hand, weather=weather)
    return lay_out(red=red, black=side(merchants="maria", hand="qqq"), options=options, dice=morning)


def boarded(ship: str = "leopard+unsupplied", options: Options = STORES) -> Game:
    game = hunt(ship, supports="boarding_party", boarding="lovat", hand="trap", options=options)
    return game.says("black", "pass", dice=[(10, 1, 1, 4)])


def phantoms_turn(options: Options, dice: Dice, ships: str = "emden+unsupplied iltis+unsupplied") -> Game:
    """The phantom, in fog, begins a turn with two ships in want and two prizes."""
    state = layout(
        red=side(ships, prizes="lovat dee", weather="fog_bank"),
        black=side("wolf", merchants="maria", hand="qqq"), options=options,
    )  # fmt: skip
    state.fleets[0].seat = state.starter = PHANTOM
    state.phantom = Phantom(deck=list(BOX.solitaire))
    return begin(state, "turn", dice=dice)


BOTH = Options(fast_raiders=True, prize_supply=True)
KPW = "kronprinz_wilhelm"


# --- 6.9 torpedoes


@rule("pirates", "6.9")
def test_a_disguised_prize_may_be_torpedoed_but_no_other() -> None:
    for kind in ("submarines_u", "submarines_uc"):
        assert not periscope().refuses("red", f"play {kind} target=lovat")
        assert periscope("lovat+identified").refuses("red", f"play {kind} target=lovat")
        assert periscope(options=Options()).refuses("red", f"play {kind} target=lovat")


@rule("pirates", "6.9")
def test_mines_leave_prizes_alone_all_the_same() -> None:
    game = periscope().says("red", "play submarines_uc target=black", "as-planned")
    game.says("black", "pass", dice=[(1, 1, 6)])
    assert [shot.defender.of for shot in game.told(told.Fought)] == ["maria"]


@rule("pirates", "6.9")
@rule("pirates", "6.9.1")
def test_she_must_first_be_taken_for_a_merchant() -> None:
    game = periscope().says("red", "play submarines_u target=lovat", "as-planned", dice=[(5, 1, 4)])
    (mistake,) = game.told(told.Challenged)
    assert (mistake.challenger.coin, mistake.responder.coin) == ((10, 8), (10,))
    game.says("black", "pass", dice=[(10, 1, 1, 5)])
    assert game.has("red", "pile") == ["lovat"]
    assert game.open() == ["black plan"], "no reaction to the sinking of a prize"


@rule("pirates", "6.9")
def test_special_cargo_does_not_double_a_prize() -> None:
    game = periscope(supports="special_cargo")
    game.says("red", "play submarines_u target=lovat supports=special_cargo", "as-planned", dice=[(5, 1, 4)])
    game.says("black", "pass", dice=[(10, 1, 1, 5)])
    assert not game.trophy("red", "lovat").doubled


@rule("pirates", "6.9")
def test_a_torpedo_may_be_laid_for_a_prize_that_may_be_reflagged_yet() -> None:
    prize = side(prizes="lovat+identified", hand="reflag qqq")
    lines = "play interned target=lovat", "play submarines_u target=lovat", "as-planned"
    game = planned("interned submarines_u", prize, prize_torpedo=True).says("red", *lines)
    game.says("black", "reflag_1", dice=[(9, 1, 4)])
    assert game.open() == ["black react"], "she was taken for a merchant"
    game.says("black", "pass", dice=[(9, 1, 1, 4)])
    assert [shot.outcome for shot in game.told(Fought)] == ["sunk"]


@rule("pirates", "6.9")
def test_alone_or_without_the_option_a_torpedo_has_no_identified_prize_for_a_target() -> None:
    prize = side(prizes="lovat+identified", hand="reflag qqq")
    assert planned("submarines_u", prize, prize_torpedo=True).refuses("red", "play submarines_u target=lovat")
    assert planned("interned submarines_u", prize).refuses("red", "play submarines_u target=lovat")
    raider = planned("interned submarines_uc", prize_torpedo=True)
    assert raider.refuses("red", "play submarines_uc target=wolf")


@rule("pirates", "6.9.1")
def test_otherwise_the_submarine_is_spent() -> None:
    game = periscope().says("red", "play submarines_u target=lovat")
    game.says("red", "play submarines_u target=lovat", dice=[(4, 1, 4)])
    assert game.open() == ["black plan"], "no other target for the same card, no reaction to it"
    assert "submarines_u_1" in game.state.discards
    assert not game.told(told.Fought)


@rule("pirates", "6.9.1")
@pytest.mark.parametrize(("dice", "asked"), [((5, 4, 5), False), ((6, 4, 5), True)])
def test_a_prize_must_be_taken_for_a_merchant_first(dice: Any, asked: bool) -> None:
    game = lay_out(red=side(hand="submarines_u"), black=side(prizes="lovat", hand="razzle_dazzle"),
                   options=Options(prize_torpedo=True))  # fmt: skip
    game.says("red", "play submarines_u target=lovat", "as-planned", dice=[dice])
    assert ("black react" in game.open()) is asked
    if asked:
        game.says("black", "pass", dice=[(8, 1, 1, 4)])
        assert not game.trophy("red", "lovat").doubled


@rule("pirates", "6.9.2")
def test_her_owner_has_razzle_dazzle_and_nothing_else() -> None:
    game = periscope("dee", hand="q_ship sail_q_ship razzle_dazzle", options=Options(
        prize_torpedo=True, sailing_merchants=True)).says(
        "red", "play submarines_u target=dee", "as-planned", dice=[(5, 1, 4)])  # fmt: skip
    assert game.options("black") == ["razzle_dazzle_1"]
    game.says("black", "razzle_dazzle", dice=[(5, 1, 4)])
    assert not game.told(told.Fought)
    assert game.open() == ["black plan"]


# --- 6.12 stores


@rule("pirates", "6.12")
@rule("pirates", "6.12.1")
def test_a_prize_takes_the_marker_off_one_ship_before_the_cards_are_played() -> None:
    game = harbour().says(
        "red", "resupply leopard source=lovat", "intercept collier ship=leopard targets=maria", dice=[(4, 4, 1)]
    )
    assert not game.ship("leopard").unsupplied
    assert game.has("red", "prizes") == ["lovat"]
    game.says("red", "intercept collier ship=leopard targets=maria")
    game.says("black", "pass", dice=[(8, 1, 1, 6)])
    assert game.told(told.Fought)[0].attacker.modifiers == ()


@rule("pirates", "6.12.1")
def test_one_prize_for_one_ship() -> None:
    game = harbour("leopard+unsupplied emden+unsupplied+refuge wolf", "lovat dee", morning=[(1, 1, 8)])
    assert game.refuses("red", "resupply wolf source=lovat"), "she lacks nothing"
    for twice in (
        ["resupply leopard source=lovat", "resupply emden source=lovat"],
        ["resupply leopard source=lovat", "resupply leopard source=dee"],
    ):
        assert game.refusals("red", *twice)[0].rule == "6.12.1"
    game.says("red", "resupply leopard source=lovat", "resupply emden source=dee", dice=[(4, 4, 1), (4, 4, 1)])
    assert [ship.unsupplied for ship in game.fleet("red").ships] == [False, False, False]


@rule("pirates", "6.12.1")
def test_only_with_the_option_a_ship_in_want_and_a_prize() -> None:
    for ships, prizes, options in (
        ("leopard+unsupplied", "lovat", Options()), ("leopard", "lovat", STORES), ("leopard+unsupplied", "", STORES),
    ):  # fmt: skip
        assert harbour(ships, prizes, options=options).refuses("red", "resupply leopard source=lovat")


@rule("pirates", "6.12.1")
def test_stores_are_taken_in_fog_and_without_cards_too() -> None:
    game = harbour(weather="fog_bank").says("red", "resupply leopard source=lovat", dice=[(4, 4, 1)])
    assert not game.ship("leopard").unsupplied
    game = harbour(hand="").says("red", "resupply leopard source=lovat", dice=[(4, 4, 1)])
    assert not game.ship("leopard").unsupplied
    game = harbour("leopard", hand="")
    assert game.open() == ["black plan"], "nothing to decide"


@rule("pirates", "6.12.1")
def test_a_prize_taken_this_turn_may_supply_another_ship_between_cards() -> None:
    game = harbour("leopard emden+unsupplied", "", hand="collier boarding_party amc")
    game.says("red", "intercept collier ship=leopard targets=maria supports=boarding_party", "intercept amc ship=emden")
    game.says("red", "intercept collier ship=leopard targets=maria supports=boarding_party")
    game.says("black", "pass", dice=[(10, 1, 1, 5)])
    assert game.has("red", "prizes") == ["maria"]
    game.says("red", "resupply emden source=maria", dice=[(4, 4, 1)])
    assert not game.ship("emden").unsupplied


@rule("pirates", "6.12.1")
def test_a_prize_that_supplied_her_captor_supplies_no_other_ship_that_turn() -> None:
    game = harbour("leopard+unsupplied emden+unsupplied", "", hand="collier boarding_party amc")
    game.says("red", "intercept collier ship=leopard targets=maria supports=boarding_party", "intercept amc ship=emden")
    game.says("red", "intercept collier ship=leopard targets=maria supports=boarding_party")
    game.says("black", "pass", dice=[(10, 1, 1, 4)]).says("red", "choose take_stores", dice=[(4, 4, 1)])
    assert game.open() == ["black plan"], "no merchant is left for the other card, and no stores are"


@rule("pirates", "6.12.1")
def test_the_phantom_supplies_its_best_ship_from_its_poorest_prize() -> None:
    best = Options(prize_supply=True, phantom_targets="best")
    game = phantoms_turn(best, [(5, 4, 1), (4, 4, 1)])
    assert [event.card for event in game.told(told.Supplied)] == ["emden", "iltis"]
    assert game.told(told.Exhausted)[0].card == "dee"
    assert phantoms_turn(Options(phantom_targets="best"), []).goes_without(told.Supplied, "black plan")


@rule("pirates", "6.12.1")
def test_a_prize_of_the_phantom_that_nobody_needs_any_more_keeps_its_stores() -> None:
    best = Options(prize_supply=True, phantom_targets="best")
    game = phantoms_turn(best, [(4, 4, 1)], "emden+unsupplied iltis")
    assert [event.card for event in game.told(told.Supplied)] == ["emden"]
    assert game.open() == ["black plan"]


@rule("pirates", "6.12.1")
@rule("pirates", "6.12.2")
@rule("pirates", "6.6.1")
@pytest.mark.parametrize(("dice", "pile"), [((9, 8, 5), ["lovat"]), ((8, 8, 5), [])])
def test_she_may_be_supplied_by_the_prize_she_brought(dice: Any, pile: list[str]) -> None:
    game = chased()
    assert game.open() == ["red resupply"]
    game.says("red", "choose take_stores", dice=[dice])
    assert not game.ship(KPW).unsupplied
    assert game.has("red", "pile") == pile
    assert game.has("red", "prizes") == ([] if pile else ["lovat"])
    assert not any(trophy.doubled for trophy in game.fleet("red").pile)


@rule("pirates", "6.12.1")
@rule("pirates", "6.6.1")
def test_no_question_where_the_chase_cost_nothing() -> None:
    assert chased(check=(5, 4, 1)).open() == ["red plan"], "the next turn: black holds no card"


@rule("pirates", "6.12.1")
def test_after_the_last_card_any_prize_may_supply_any_ship() -> None:
    game = lay_out(red=side("leopard emden+unsupplied", hand="collier boarding_party"),
                   black=side(merchants="maria", hand="qqq"), options=BOTH)  # fmt: skip
    order = "intercept collier ship=leopard targets=maria supports=boarding_party"
    game.says("red", order).says("red", order).says("black", "pass", dice=[(10, 1, 1, 5)])
    assert game.open() == ["red play"], "no card is left, but the turn is not over"
    game.says("red", "resupply emden source=maria", dice=[(4, 4, 1)])
    assert not game.ship("emden").unsupplied


@rule("pirates", "6.12.1")
def test_a_ship_in_refuge_may_be_supplied_by_a_prize() -> None:
    game = lay_out(red=side("emden+unsupplied+refuge", prizes="dee", hand="qqq"), black=side(hand="amc"), options=BOTH,
                   dice=[(1, 1, 8)])  # fmt: skip
    assert not game.says("red", "resupply emden source=dee", dice=[(4, 4, 1)]).ship("emden").unsupplied


@rule("pirates", "6.12.1")
def test_stores_are_taken_where_the_plan_writes_it() -> None:
    red = side("emden+unsupplied", prizes="lovat", hand="blockade_runner")
    game = lay_out(red=red, black=side(hand="qqq"), options=Options(prize_supply=True))
    game.says("red", "play blockade_runner", "resupply emden source=lovat", "as-planned", dice=[(5, 2, 5)])
    assert [event.purpose for event in game.told(Challenged)] == ["blockade_runner"]
    assert not game.ship("emden").unsupplied, "the runner got through, and the prize keeps her stores"


@rule("pirates", "6.12.1")
@rule("pirates", "6.6.1")
def test_in_the_sealed_tempo_the_reaction_plan_answers() -> None:
    options = Options(fast_raiders=True, prize_supply=True, tempo="sealed")
    game = lay_out(
        red=side("kronprinz_wilhelm", hand="collier boarding_party"),
        black=side(merchants="lovat", hand="fast_ship"), options=options,
    )  # fmt: skip
    order = "intercept collier ship=kronprinz_wilhelm targets=lovat supports=boarding_party"
    assert game.open() == ["red plan", "black reactions"]
    game.goes_on(game.answer("red", order), rules(game, "black", "react fast_ship"))
    assert game.open() == ["red chase"], "red has no plan of reactions yet"
    game.says("red", "choose chase", dice=[(8, 2, 4), (3, 3, 1)])
    assert game.open() == ["red resupply"]
    game.says("red", "choose take_stores", dice=[(8, 8, 5)])
    assert not game.ship("kronprinz_wilhelm").unsupplied


@rule("pirates", "6.12.2")
def test_an_exhausted_prize_is_scuttled_and_scores_once() -> None:
    game = harbour().says("red", "resupply leopard source=lovat", dice=[(5, 4, 4)])
    (check,) = game.told(told.Challenged)
    assert (check.challenger.coin, check.responder.coin) == ((10,), (10, 8))
    assert (game.has("red", "prizes"), game.has("red", "pile")) == ([], ["lovat"])
    assert not game.trophy("red", "lovat").doubled
    assert game.trophy("red", "lovat").how == "scuttled"
    assert [event.owner for event in game.heard("black", told.Exhausted)] == ["red"]


@rule("pirates", "6.12.2", "2.3.1")
@pytest.mark.parametrize("how", ["scuttled", "sunk", "safe"])
def test_a_prize_that_was_exhausted_lets_a_german_ship_count(how: Literal["scuttled", "sunk", "safe"]) -> None:
    """2.3.1 counts merchants in the pile, prizes among them, however they came there."""
    state = layout(red=side("emden", pile="lovat leopard"), black=side("dresden"))
    state.fleets[0].pile[0].how = how
    game = begin(state, "score")
    assert game.told(rounds.TrophyLost) == []
    assert game.told(rounds.RoundScored)[0].victory_points["red"] == 7 + BOX.ships["leopard"].vp


@rule("pirates", "6.12.2")
@rule("pirates", "3.3.2.1")
def test_a_prize_that_is_used_up_helps_no_blockade_runner() -> None:
    red = side("emden+unsupplied geier+unsupplied", prizes="lovat", hand="blockade_runner")
    game = lay_out(red=red, black=side(hand="qqq"), options=Options(prize_supply=True))
    game.says("red", "resupply emden source=lovat", "play blockade_runner", "as-planned", dice=[(9, 8, 5), (5, 2, 5)])
    assert game.has("red", "pile") == ["lovat"]
    assert game.told(Challenged)[-1].challenger.total == 5
    assert game.ship("geier").unsupplied


@rule("pirates", "6.12.3")
def test_after_a_boarding_party_the_captor_may_take_stores_or_leave_them() -> None:
    game = boarded()
    assert game.open() == ["red resupply"]
    game.says("red", "choose leave_stores")
    assert game.ship("leopard").unsupplied
    assert not game.told(told.Challenged)
    game = boarded().says("red", "choose take_stores", dice=[(4, 4, 1)])
    assert not game.ship("leopard").unsupplied
    assert game.has("red", "prizes") == ["lovat"]
    game = boarded().says("red", "choose take_stores", dice=[(5, 4, 1)])
    assert (game.has("red", "prizes"), game.has("red", "pile")) == ([], ["lovat"])


@rule("pirates", "6.12.3")
def test_the_same_after_non_combatant() -> None:
    game = hunt("leopard+unsupplied", hand="non_combatant", options=STORES)
    game.says("black", "non_combatant", dice=[(10, 1, 1, 3)])
    assert game.open() == ["red resupply"]


@rule("pirates", "6.12.3")
def test_no_question_where_nothing_is_lacking_or_without_the_option() -> None:
    assert boarded("leopard").open() == ["black plan"]
    game = boarded(options=Options())
    assert game.open() == ["black plan"]
    assert game.told(told.Captured)[0].resupplied == "leopard"
