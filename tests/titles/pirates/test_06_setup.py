"""6.4, 6.5, 6.7 Other fleets: the tournament, the years after 1914, and ships carried over."""

import pytest

from games.titles.pirates import events as told
from games.titles.pirates.options import Options
from tests.titles.pirates.laid_out import TITLE, Game, begin, layout, side

rule = pytest.mark.rule

# ---------------------------------------------------------------- 6.7 ships carried over

CARRYING = Options(carry_over_three=True)


def carried(red: str = "pass", black: str = "pass", options: Options = CARRYING) -> Game:
    """The end of a round in which red kept five ships and black one; both say what they carry over."""
    ships = "emden+damaged+unsupplied leopard+identified wolf+refuge mowe dresden"
    state = layout(red=side(ships, merchants="lovat"), black=side("meteor", pile="dee"), options=options)
    game = begin(state, "score")
    return game.goes_on(game.answer("red", red), game.answer("black", black))


@rule("pirates", "6.7")
def test_up_to_three_ships_are_carried_over_without_their_markers() -> None:
    game = carried("choose wolf leopard emden", "choose meteor")
    assert game.has("red", "ships") == ["emden", "leopard", "wolf"]
    assert game.has("black", "ships")[0] == "meteor"
    assert not any(s.identified or s.damage or s.unsupplied or s.refuge for s in game.fleet("red").ships)
    assert [len(fleet.ships) for fleet in game.state.fleets] == [3, 3], "a fleet is filled up to three"
    assert [(event.seat, event.ship) for event in game.told(told.CarriedOver)] == [
        ("red", "emden"), ("red", "leopard"), ("red", "wolf"), ("black", "meteor"),
    ]  # fmt: skip
    assert game.state.german.used == ["mowe", "dresden"]


@rule("pirates", "6.7")
def test_not_four_ships_and_without_the_option_not_two() -> None:
    state = layout(red=side("emden leopard wolf mowe"), black=side("meteor"), options=CARRYING)
    game = begin(state, "score")
    assert [problem.rule for problem in game.refusals("red", "choose emden leopard wolf mowe")] == ["6.7"]
    assert not game.refusals("red", "choose emden leopard wolf")
    plain = begin(layout(red=side("emden leopard"), black=side("meteor")), "score")
    assert type(plain.question("red").form).__name__ == "MayChoose"


@rule("pirates", "6.7.1")
def test_who_carries_two_ships_over_begins_with_four_cards() -> None:
    assert [len(fleet.hand) for fleet in carried("choose emden wolf", "choose meteor").state.fleets] == [4, 5]


@rule("pirates", "6.7.2")
def test_who_carries_three_ships_over_begins_with_three_cards() -> None:
    assert [len(fleet.hand) for fleet in carried("choose emden wolf mowe").state.fleets] == [3, 6]


@rule("pirates", "6.7")
@pytest.mark.parametrize(("language", "hands"), [("en", "5 with 1, 4 with 2, 3 with 3"), ("ja", "3隻なら3枚")])
def test_the_question_says_what_each_ship_costs(language: str, hands: str) -> None:
    game = begin(layout(red=side("emden"), black=side("meteor"), options=CARRYING), "score")
    assert hands in TITLE.explain(game.question("red"), language)
