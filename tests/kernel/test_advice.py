"""The advice of bots: answers with reasons, named in every language."""

from random import Random
from typing import Any

from msgspec import Struct

from games.kernel.advice import FORCED, RANDOM, USUAL, Advice, Reasons, because, reason_text
from games.kernel.forms import Choose, RandomSource
from games.kernel.requests import Ask
from games.kernel.text import Text
from games.kernel.title import Bot, random_bot

CLOSE = Text("{who}: close with {foe}.", "{who}：{foe}に接近します。")
FLEE = Text("{who}: {hexes} hexes away from the enemy.", "{who}：敵から{hexes}ヘックス離れます。")
NAMES = {"hood": Text("Hood", "フッド"), "suffolk": Text("Suffolk", "サフォーク")}


class Move(Struct, frozen=True):
    """An order."""

    ship: str


def label(value: str) -> Text:
    return NAMES.get(value, Text.same(value))


def question(*options: str) -> Ask[Any]:
    form = Choose(options=options, rule="1")
    return Ask(key="q", kind="q", seat="red", rule="1", prompt=Text("?", "？"), form=form)


def test_a_reason_has_the_names_of_its_ids_in_each_language() -> None:
    text = reason_text([because(CLOSE, who=("hood", "suffolk"), foe="the_enemy")], label)
    assert text.en == "Hood, Suffolk: close with the_enemy."
    assert text.ja == "フッド、サフォーク：the_enemyに接近します。"


def test_a_sentence_begins_with_a_capital_letter() -> None:
    assert reason_text([because(CLOSE, who="lorry", foe="hood")], label).en == "Lorry: close with Hood."


def test_of_many_names_the_first_are_given() -> None:
    text = reason_text([because(CLOSE, who=tuple("ABCDEF"), foe="hood")], label)
    assert text.en == "A, B, C, D and 2 more: close with Hood."
    assert text.ja == "A、B、C、Dほか2：フッドに接近します。"


def test_units_with_one_intention_share_a_sentence() -> None:
    reasons = Reasons()
    orders = (
        reasons.note(Move("hood"), CLOSE, who="hood", foe="x"),
        reasons.note(Move("norfolk"), FLEE, who="norfolk", hexes=3),
        reasons.note(Move("suffolk"), CLOSE, who="suffolk", foe="x"),
    )
    advice = reasons.advice(orders)
    assert advice.answer == orders
    assert reason_text(advice.reasons, label).en == (
        "Hood, Suffolk: close with x. Norfolk: 3 hexes away from the enemy."
    )


def test_orders_that_are_not_given_have_no_reason() -> None:
    reasons = Reasons()
    given = reasons.note(Move("hood"), CLOSE, who="hood", foe="x")
    reasons.note(Move("suffolk"), CLOSE, who="suffolk", foe="x")
    assert reasons.advice((given,)).reasons == (because(CLOSE, who=("hood",), foe="x"),)
    assert reasons.advice(()).reasons == (USUAL,)


def test_an_answer_that_is_no_list_of_orders_has_its_reason() -> None:
    reasons = Reasons()
    reasons.note("chase", CLOSE, who="hood", foe="x")
    reasons.note(None, FLEE, who="hood", hexes=1)
    assert [one.text for one in reasons.advice("chase").reasons] == [CLOSE]
    assert [one.text for one in reasons.advice(None).reasons] == [FLEE]


def test_a_reason_for_the_whole_answer_comes_last() -> None:
    reasons = Reasons()
    reasons.say(FLEE, who="norfolk", hexes=2)
    order = reasons.note(Move("hood"), CLOSE, who="hood", foe="x")
    assert [one.text for one in reasons.advice((order,)).reasons] == [CLOSE, FLEE]


def test_a_bot_answers_with_and_without_reasons_alike() -> None:
    def choose(view: Any, question: Ask[Any], pick: RandomSource) -> Advice:
        return Advice(question.form.sample(pick), (because(FLEE, who="hood", hexes=1),))

    bot, asked = Bot(choose), question("a", "b", "c", "d")
    for seed in range(10):
        advice = bot.advise(None, asked, Random(seed).randrange)
        assert bot(None, asked, Random(seed).randrange) == advice.answer
        assert [one.text for one in advice.reasons] == [FLEE]


def test_a_forced_answer_has_no_other_reason() -> None:
    assert random_bot.advise(None, question("a"), Random(1).randrange) == Advice("a", (FORCED,))
    assert random_bot.advise(None, question("a", "b"), Random(1).randrange).reasons == (RANDOM,)
