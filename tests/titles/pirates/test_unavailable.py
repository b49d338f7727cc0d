"""Cards that cannot be used name the rule and the reason."""

import pytest

from games.kernel.text import LANGUAGES
from games.titles.pirates.components.options import Options
from tests.titles.pirates.laid_out import Game, lay_out, side
from tests.titles.pirates.scenes import NIGHT, hunt

rule = pytest.mark.rule


def why(game: Game, *lines: str) -> list[tuple[str, str]]:
    """The places that are barred, each with the rule that bars it; nothing else may be wrong."""
    found = game.refusals("red", *lines)
    assert all(problem.code == "barred" for problem in found), found
    assert all(problem.message.get(language) for problem in found for language in LANGUAGES)
    return [(problem.pointer, problem.rule) for problem in found]


def table(**more: str) -> Game:
    red = side("leopard meteor+refuge emden", hand="collier qqq damage_control breakdown intelligence bounding_main")
    black = side("dresden wolf geier+refuge", merchants="lovat maria", hand="qqq", **more)
    return lay_out(red=red, black=black, white=side("iltis+identified", merchants="dee", hand="trap"))


@rule("pirates", "3.3.20.3")
def test_a_ship_in_her_refuge_does_not_intercept() -> None:
    assert why(table(), "intercept collier ship=meteor targets=lovat") == [("/0/ship", "3.3.20.3")]


@rule("pirates", "3.3.20.2")
@rule("pirates", "3.2.3.1")
def test_the_navy_needs_a_ship_that_is_known_and_at_sea() -> None:
    assert why(table(), "british collier target=wolf") == [("/0/target", "3.2.3.1")]
    assert why(table(), "british collier target=geier") == [("/0/target", "3.3.20.2")]


@rule("pirates", "3.3.14.1")
def test_a_fleet_in_the_fog_is_out_of_reach() -> None:
    game = table(weather="fog_bank")
    assert why(game, "intercept collier ship=leopard targets=lovat") == [("/0/targets/0", "3.3.14.1")]
    assert why(game, "british collier target=dresden") == [("/0/target", "3.3.14.1")]
    assert why(game, "play breakdown target=dresden") == [("/0/target", "3.3.14.1")]


@rule("pirates", "3.2.2")
@rule("pirates", "3.3.4")
@rule("pirates", "3.1.5.1")
def test_a_card_that_has_no_use_for_its_text_says_why() -> None:
    assert why(table(), "play qqq") == [("/0/card", "3.2.2")]
    assert why(table(), "play bounding_main") == [("/0/card", "3.3.4")]
    alone = lay_out(red=side("leopard", hand="collier"), black=side(merchants="lovat"))
    assert why(alone, "play collier") == [("/0/card", "3.1.5.1")]


@rule("pirates", "3.1.3")
def test_after_the_first_attack_of_a_turn_who_has_acted_and_who_is_safe_say_why() -> None:
    plan = ("intercept collier ship=leopard targets=lovat", "intercept intelligence ship=emden targets=maria")
    game = table().says("red", *plan, "british breakdown").says("red", plan[0])
    game.says("black", "pass", dice=[(1, 1, 1, 8), (1, 1)])
    while game.open() != ["red play"]:
        game.says("black", "stay")
    assert why(game, "british breakdown target=iltis") == [("/0/target", "3.1.3")]
    assert why(game, "intercept intelligence ship=emden targets=lovat") == [("/0/targets/0", "3.1.3")]


@rule("pirates", "3.2.1")
def test_a_card_that_lies_sideways_is_not_played_for_its_text() -> None:
    game = table().says("red", "british collier", "british breakdown")
    assert why(game, "play breakdown target=dresden") == [("/0/card", "3.2.1")]


@rule("pirates", "3.3.20.4")
def test_only_a_ship_in_a_refuge_leaves_one() -> None:
    assert why(table(), "leave leopard") == [("/0/ship", "3.3.20.4")]


@rule("pirates", "3.3.21")
def test_mines_need_a_minelayer_that_is_free() -> None:
    game = lay_out(red=side("leopard emden", hand="lay_mines"), black=side(merchants="lovat"))
    assert ("/0/ship", "3.3.21") in why(game, "mines lay_mines ship=emden against=black")


@rule("pirates", "3.3.5")
@rule("pirates", "6.3.2")
def test_a_reaction_that_does_not_fit_the_attack_says_why() -> None:
    game = hunt(by=NIGHT, hand="break_contact minesweeper trap")
    for card, expected in (("break_contact", "3.3.5"), ("minesweeper", "3.3.22")):
        (problem,) = game.refusals("black", f"choose {card}")
        assert (problem.code, problem.rule) == ("barred", expected)
        assert all(problem.message.get(language) for language in LANGUAGES)
    flown = hunt("wolf", hand="slim_pickings", options=Options(aircraft=True))
    (problem,) = flown.refusals("black", "choose slim_pickings")
    assert "6.3.2" in problem.message.en
