"""What does the same publicly in another world: answers with hidden cards, in the cards that lie there."""

from typing import Any

import pytest

from games.kernel.forms import ChooseSome
from games.kernel.requests import Ask
from games.kernel.text import Text
from games.kernel.title import NO_TWIN
from games.titles.pirates.seen.redeal import mirror

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
    assert mirror(offered("qqq_1", "amc_1"), ("qqq_1",), offered("qqq_1")) is NO_TWIN
