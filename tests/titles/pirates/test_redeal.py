"""What does the same publicly in another world: answers with hidden cards, in the cards that lie there."""

from typing import Any

import pytest

from games.kernel.forms import ChooseSome
from games.kernel.requests import Ask
from games.kernel.text import Text
from games.kernel.title_parts import NO_EQUIVALENT
from games.titles.pirates.orders.orders import AsPlanned, British, Intercept, Play
from games.titles.pirates.visibility.redeal import _same_shape, mirror
from tests.titles.pirates.laid_out import lay_out, side

PROMPT = Text("Which cards?", "どのカードですか。")


def offered(*cards: str) -> Ask[Any]:
    """Partners are asked which cards they hand over."""
    form = ChooseSome(options=cards, most=len(cards), rule="3.3.11")
    return Ask(key="exchange", kind="exchange", seat="red", rule="3.3.11", prompt=PROMPT, form=form)


@pytest.mark.rule("pirates", "3.3.11")
@pytest.mark.parametrize(
    ("answer", "there", "twin"),
    [
        (("qqq_1",), ("qqq_1", "trap_1"), ("qqq_1",)),
        (("qqq_1", "amc_1"), ("qqq_1", "trap_1"), ("qqq_1", "trap_1")),
        (("amc_1",), ("qqq_1", "trap_1"), ("qqq_1",)),
        ((), ("qqq_1", "trap_1"), ()),
    ],
)
def test_as_many_cards_go_and_the_same_as_far_as_they_are_there(
    answer: tuple[str, ...], there: tuple[str, ...], twin: tuple[str, ...]
) -> None:
    assert mirror(offered("qqq_1", "amc_1"), answer, offered(*there)) == twin


@pytest.mark.rule("pirates", "3.3.11")
def test_where_another_number_of_cards_is_in_the_hand_nothing_is_the_same() -> None:
    assert mirror(offered("qqq_1", "amc_1"), ("qqq_1",), offered("qqq_1")) is NO_EQUIVALENT


def twin(hand: str, plan: str, there: str) -> Any:
    """What red would plan with another hand."""
    games = [lay_out(red=side("leopard", hand=cards), black=side(merchants="lovat")) for cards in (hand, there)]
    form = games[0].question("red").form
    answer = form.accept(form.parse(f"{plan}\nas-planned"))
    return mirror(games[0].question("red"), answer, games[1].question("red"))


@pytest.mark.rule("pirates", "3.2.1.0")
def test_a_card_laid_sideways_may_be_any_other_and_is_the_same_where_it_lies_there_too() -> None:
    plan = "intercept collier_1 ship=leopard targets=lovat"
    assert twin("collier", plan, "scuttle") == (Intercept("scuttle_1", "leopard", ("lovat",)), AsPlanned())
    assert twin("collier", plan, "scuttle collier")[0] == Intercept("collier_1", "leopard", ("lovat",))


@pytest.mark.rule("pirates", "3.2.1.0")
def test_a_card_played_for_its_text_is_another_of_its_kind_or_there_is_no_twin() -> None:
    assert twin("breakout_1", "play breakout_1", "collier breakout_2")[0] == Play("breakout_2")
    assert twin("breakout_1", "play breakout_1", "collier") is NO_EQUIVALENT


@pytest.mark.rule("pirates", "3.2.1.0")
def test_a_plan_that_is_sealed_lays_as_many_cards_the_same_way_round() -> None:
    """What lies sideways may be any card; whom it is against shows only when it is turned up."""
    black = side("emden+identified", merchants="lovat")
    form = lay_out(red=side("leopard", hand="scuttle trap"), black=black).question("red").form
    answer = (Intercept("collier_1", "leopard", ("lovat",)), British("qqq_1", "emden"), AsPlanned())
    assert _same_shape(answer, form) == (Intercept("scuttle_1", "leopard"), British("trap_1"))
    assert _same_shape((Play("qqq_1"), British("qqq_1")), form) is NO_EQUIVALENT
