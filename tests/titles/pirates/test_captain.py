"""The captain, a bot: what it weighs."""

import random

from games.titles.pirates.options import Options
from tests.titles.pirates.laid_out import BOX, TITLE, Game, begin, lay_out, layout, side


def says(game: Game, seat: str) -> str:
    """What the captain answers, in the text notation."""
    question = game.question(seat)
    answer = TITLE.bots["captain"](game.view(seat), question, random.Random(1).randrange)
    question.form.accept(question.form.write(answer))
    return question.form.render(answer)


def test_it_carries_over_ships_that_are_worth_more_than_cards() -> None:
    red = side("iltis emden geier leopard wolf dresden")
    plain = begin(layout(red=red, black=side("iltis")), "score")
    assert says(plain, "red") == "choose dresden"
    assert says(plain, "black") == "pass"
    many = begin(layout(red=red, black=side("meteor"), options=Options(carry_over_three=True)), "score")
    assert says(many, "red") == "choose dresden emden leopard"
    assert says(many, "black") == "pass"


def test_it_wishes_for_the_best_ships_of_every_group() -> None:
    options = Options(tournament="chosen", tournament_merchants="chosen")
    game = begin(TITLE.new_game("two_players", options), "deal")
    wishes = says(game, "red").splitlines()
    assert len(wishes) == 4 * 4
    assert wishes[0] == "wish dresden"
    fittest = {ship.defence for ship in BOX.merchants.values() if f"wish {ship.id}" in wishes and ship.vp == 9}
    assert fittest == {(8,)}


def test_it_leaves_a_card_that_finds_no_target_yet() -> None:
    red = side("iltis", merchants="lovat+damaged", hand="fair_seas reflag")
    game = lay_out(red=red, black=side("emden", merchants="dee"))
    assert "play" not in says(game, "red")
