"""The captain, a bot: what it weighs."""

import random

from games.titles.pirates.options import Options
from tests.titles.pirates.laid_out import TITLE, Game, begin, lay_out, layout, side


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


def test_it_leaves_a_card_that_finds_no_target_yet() -> None:
    red = side("iltis", merchants="lovat+damaged", hand="fair_seas reflag")
    game = lay_out(red=red, black=side("emden", merchants="dee"))
    assert "play" not in says(game, "red")
