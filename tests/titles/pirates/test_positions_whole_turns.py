"""Positions worked out from the rulebook alone, KP271-KP280: whole turns, where many rules meet."""

import pytest

from games.titles.pirates.components.options import Options
from games.titles.pirates.state.events.attack import Fought
from games.titles.pirates.state.events.rounds import RoundScored
from games.titles.pirates.state.events.solitaire import SolitaireDrawn
from tests.titles.pirates.alone import phantoms_turn
from tests.titles.pirates.laid_out import Game, lay_out, side
from tests.titles.pirates.scenes import hunt
from tests.titles.pirates.test_sealed import rules

rule = pytest.mark.rule


def worth(game: Game, seat: str) -> int:
    """The victory points in a seat's pile."""
    value: int = game.view(seat).fleet(seat).pile_value
    return value


@rule("pirates", "3.3.39")
@rule("pirates", "3.3.46")
@rule("pirates", "3.3.23")
@rule("pirates", "3.3.22")
def test_kp271_shipping_lanes_a_trap_mistaken_identity_and_a_minesweeper() -> None:
    hand = "break_contact trap mistaken_identity minesweeper"
    game = lay_out(
        red=side("emden+damaged meteor leopard+identified",
                 hand="intelligence shipping_lanes surprise_attack special_cargo lay_mines"),
        black=side(merchants="matheran hyades dee", hand=hand, pile="staut"), white=side(hand="amc"),
    )  # fmt: skip
    game.says(
        "red",
        "intercept intelligence ship=emden targets=matheran,hyades,dee "
        "supports=shipping_lanes,surprise_attack,special_cargo",
        "mines lay_mines ship=meteor against=black",
        "as-planned",
    )
    assert not game.can("black", "break_contact"), "surprised"
    game.says("black", "trap", dice=[(8, 3, 1, 4), (5, 2, 7)])
    game.says("black", "choose mistaken_identity_1/staut", dice=[(5, 4)])
    assert (game.trophy("black", "matheran").doubled, game.has("red", "pile")) == (True, ["staut"])
    game.says("black", "pass", dice=[(3, 2, 1, 3), (4, 4)])
    assert game.options("black") == ["later"], "Recalled is still possible, for all that is seen"
    game.says("black", "pass")
    game.says("black", "pass", dice=[(1, 1, 2, 3), (3, 2)])
    assert game.has("black", "pile")[-1] == "dee", "she has run for port"
    game.says("black", "minesweeper")
    assert not [shot for shot in game.told(Fought) if shot.weapon == "mines"]
    assert (worth(game, "red"), worth(game, "black")) == (3, 21)
    assert len(game.has("black", "merchants")) == 3
    assert (game.ship("emden").damage, game.ship("meteor").identified) == (1, False)


@rule("pirates", "3.3.15")
@rule("pirates", "3.3.36")
@rule("pirates", "3.3.25")
@rule("pirates", "3.3.27")
@pytest.mark.parametrize("taken", [True, False])
def test_kp272_good_hunting_at_night_with_searchlight_and_a_boarding_party(taken: bool) -> None:
    game = hunt(
        "leopard+unsupplied", "lovat+damaged indrani", by="razzle_dazzle", boarding="indrani",
        supports="good_hunting searchlight boarding_party", merchants="lovat+damaged indrani maria",
        hand="qqq fast_ship shallow_run_1 non_combatant",
    )  # fmt: skip
    assert game.options("black") == ["qqq_1"]
    game.says("black", "qqq", dice=[(6, 2, 1, 5)]).says("black", "pass")
    game.says("black", "non_combatant", dice=[(8 if taken else 7, 3, 2, 3), *([] if taken else [(1, 6)])])
    assert [shot.attacker.total for shot in game.told(Fought)] == [6, 6 if taken else 5]
    assert (game.has("red", "prizes") == ["indrani"]) is taken
    assert game.ship("leopard").unsupplied is not taken
    assert game.has("red", "pile") == ["lovat"]


@rule("pirates", "3.3.10")
@rule("pirates", "3.3.37")
def test_kp279_a_deceived_second_chance() -> None:
    red = side("emden", hand="second_chance second_chance_2 wireless_intercept qqq", weather="deception")
    game = lay_out(red=red, black=side(hand="amc"), draws=[(0,)])
    game.says("red", "play second_chance")
    assert "deception_1" in game.state.discards
    assert (game.open(), game.view("red").extra_turn) == (["red plan"], True)
    for card in ("second_chance_2", "wireless_intercept"):
        assert game.refuses("red", f"play {card}")


@rule("pirates", "2.0")
@rule("pirates", "2.4.0")
def test_kp280_the_round_ends_in_the_middle_of_things() -> None:
    game = lay_out(
        red=side("emden geier+unsupplied+refuge", hand="collier boarding_party shipping_lanes"),
        black=side("wolf", merchants="lovat maria dee", hand="qqq", weather="deception_2"), last=1, dice=[(1, 1, 8)],
    )  # fmt: skip
    game.says("red", "intercept collier ship=emden targets=lovat,maria,dee boarding=dee "
              "supports=shipping_lanes,boarding_party", "as-planned")  # fmt: skip
    game.says("black", "pass", dice=[(8, 1, 1, 4)]).says("black", "pass")
    game.says("black", "pass", dice=[(6, 1, 1, 3)]).says("black", "pass")
    game.says("black", "pass", dice=[(2, 1, 1, 1)])
    assert game.told(RoundScored)[0].victory_points == {"red": 7 + 5 + 2 * 3, "black": 0}
    assert game.has("black", "merchants") == [], "the last card ends the round at once: no refill"
    assert game.open() == ["red carry_over", "black carry_over"]
    game.goes_on(game.answer("red", "geier"), game.answer("black", "pass"))
    geier = game.ship("geier")
    assert (geier.unsupplied, geier.refuge) == (False, "")
    assert [len(fleet.hand) for fleet in game.state.fleets] == [5, 6]


@rule("pirates", "5.4.3.3")
@rule("pirates", "5.4.3.2")
@rule("pirates", "5.4.3.12")
def test_kp278_a_turn_of_the_phantom() -> None:
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


@rule("pirates", "6.12.1")
@rule("pirates", "6.6.1")
def test_kp62_in_the_sealed_tempo_the_reaction_plan_answers() -> None:
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
