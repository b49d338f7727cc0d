"""A reply that is only a number takes the answer that has this number in the e-mail, and is never read as anything
else.
"""

import re
from collections.abc import Callable
from email.message import EmailMessage as Parsed
from typing import Any

import pytest
from django.core.mail import EmailMessage

from games.kernel.drafts import Proposal
from games.kernel.forms import Choose, ChooseSome, Form, MayChoose
from games.kernel.text import Labels, Text, id_label
from games.models import Game
from tests.kernel.written import SEA
from tests.worker.conftest import parsed, text_of
from tests.worker.inbound.test_ok_replies import cards, default_card, said
from tests.worker.inbound.test_replies import hand
from tests.worker.inbound.writing import bring, reply
from worker.mail.inbound.agreement import summarize
from worker.mail.inbound.proposal_numbers import read_proposal, read_proposal_number
from worker.mail.proposals import MAX_PROPOSALS, lists_all_answers, propose_answers, takes_numbers

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("replies"), pytest.mark.one_database]

To = Callable[[str], EmailMessage]
Send = Callable[[], list[EmailMessage]]
CARDS = ("c1", "c2", "c3")
CHOICE = Choose(options=CARDS)
ROWS = re.compile(r"^(\d)\. (?:.*: )?(\w+)$", re.MULTILINE)


@pytest.fixture
def letter(running: Game, to: To) -> Parsed:
    return parsed(to("anna"))


@pytest.mark.parametrize(
    "words",
    [
        *("2", "2.", "2!", "(2)", "２", "No. 2", "number 2", "Option 2 please", "proposal 2", "#2", "I take 2"),
        *(
            "I'll take number 2, please.",
            "the second",
            "Take the second one, thanks",
            "Go with 2",
            "2\nThanks",
        ),
        *(
            "2番",
            "2番でお願いします。",
            "２番です",
            "案2",
            "2番目にします",
            "お世話になっております。\n2番でお願いいたします。",
        ),
    ],
)
def test_these_words_are_the_number_two(words: str) -> None:
    found = read_proposal_number(words.split("\n"), CHOICE, id_label)
    assert found is not None
    assert found.text == "choose c2"
    assert found.is_named


@pytest.mark.parametrize(
    "words",
    [
        *("c2", "two ships", "2 destroyers", "2 or 3", "2, 3", "1\n2", "2?", "not 2", "hood 2", "0608", "turn 2"),
        *(
            "the second ship",
            "2 hours",
            "at 2",
            "2nd",
            "on 2 December",
            "2隻",
            "2日",
            "2番目の船",
            "1.5",
            "-2",
            "ok",
            "",
        ),
    ],
)
def test_these_words_are_no_number_of_an_answer(words: str) -> None:
    assert read_proposal_number(words.split("\n"), CHOICE, id_label) is None


@pytest.mark.parametrize("number", ["0", "4", "99"])
def test_a_number_that_no_answer_has_is_refused_with_the_numbers_there_are(number: str) -> None:
    found = read_proposal_number([number], CHOICE, id_label)
    assert found is not None
    assert found.text is None
    (problem,) = found.refused[0].problems
    assert problem.code == "no_such_proposal"
    assert "from 1 to 3" in problem.message.en


@pytest.mark.parametrize(
    ("form", "label"),
    [
        (Choose(options=("1", "2", "3")), id_label),
        (MayChoose(options=("half", "whole")), lambda one: Text({"half": "2", "whole": "4"}[one], "数")),
        (ChooseSome(options=("2", "4"), least=1, most=2), id_label),
    ],
)
def test_where_answers_are_numbers_themselves_a_number_is_such_an_answer(form: Form[Any], label: Any) -> None:
    assert not takes_numbers(form, label)
    assert read_proposal_number(["2"], form, label) is None


def test_a_choice_lists_all_its_options_where_they_are_few() -> None:
    assert [one.notation for one in propose_answers(Choose(options=CARDS, fallback="c3"))] == [
        "choose c3",
        "choose c1",
        "choose c2",
    ]
    assert propose_answers(MayChoose(options=CARDS))[0].notation == "pass"
    assert lists_all_answers(CHOICE)
    assert lists_all_answers(MayChoose(options=CARDS))
    many = Choose(options=tuple(f"c{number}" for number in range(9)))
    assert len(propose_answers(many)) == MAX_PROPOSALS
    assert not lists_all_answers(many)
    assert not lists_all_answers(SEA)


def test_orders_are_never_numbers_alone() -> None:
    assert takes_numbers(SEA, id_label)
    assert propose_answers(SEA)[0].answer == SEA.default()


class Named(Choose, frozen=True, kw_only=True, tag="test.named"):
    """A choice with a named proposal."""

    def proposals(self) -> tuple[Proposal, ...]:
        return (Proposal(Text("hold all fire", "全艦射撃中止"), "c3"),)


@pytest.mark.parametrize("words", ["hold all fire", "Hold all fire.", "全艦射撃中止"])
def test_the_label_of_an_answer_takes_it(words: str) -> None:
    form = Named(options=CARDS)
    found = read_proposal([words], form, id_label)
    assert found is not None
    assert found.text == "choose c3"
    assert found.is_named
    assert "number 2" in found.note.en


@pytest.mark.parametrize("words", ["hold fire", "do not hold all fire", "hold all fire but c1", "", "For example"])
def test_other_words_are_no_label(words: str) -> None:
    assert read_proposal([words], Named(options=CARDS), id_label) is None


class Several(Choose, frozen=True, kw_only=True, tag="test.several"):
    """A choice whose answers are described in several lines."""

    def describe(self, answer: str, language: str, labels: Labels = id_label) -> str:
        return f"{answer}\n  {language}\n\n  end"


def test_the_receipt_of_a_number_does_not_repeat_all_orders() -> None:
    """The orders stand above it in the receipt."""
    assert summarize(Several(options=CARDS), "c1", id_label).en == "c1 / and 2 more"
    assert summarize(Several(options=CARDS), "c1", id_label).ja == "c1 / ほか2件"
    assert summarize(CHOICE, "c1", id_label).en == CHOICE.describe("c1", "en", id_label)


# --- by mail


def test_each_number_of_the_e_mail_takes_what_stands_beside_it(running: Game, letter: Parsed, send: Send) -> None:
    (text,) = [part for part in letter.walk() if part.get_content_type() == "text/plain"]
    told = "\n".join(text.get_content().splitlines())
    assert "A number takes that answer:" in told
    rows = ROWS.findall(told)
    assert [int(number) for number, _ in rows] == [1, 2, 3, 4, 5]
    assert rows[0][1] == default_card(running)
    for number, card in reversed(rows):
        bring(reply(letter, number))
        assert cards(running)[-1] == (card, True)
        (receipt,) = send()
        assert f"You took number {number}: {card}" in said(receipt)


def test_a_number_replaces_orders_given_before_and_says_so(running: Game, letter: Parsed, send: Send) -> None:
    bring(reply(letter, hand(running)[2]))
    send()
    bring(reply(letter, "1, please"))
    assert cards(running)[-1] == (default_card(running), True)
    assert "replaces the orders that you had given before" in said(send()[0])


def test_a_number_that_is_too_high_changes_nothing(running: Game, letter: Parsed, send: Send) -> None:
    bring(reply(letter, "9"))
    assert cards(running) == []
    assert "no answer with the number 9" in said(send()[0])


@pytest.mark.parametrize("words", ["2 please, but keep the others", "2, and choose c1", "2\nchoose c1"])
def test_a_number_beside_other_words_takes_nothing_and_is_explained(words: str) -> None:
    found = read_proposal_number(words.split("\n"), CHOICE, id_label)
    assert found is not None
    assert found.text is None
    ((problem,),) = [one.problems for one in found.refused]
    assert problem.message.en.startswith("A number takes its answer only if the reply says nothing else.")
    assert "choose c2" in problem.message.en


def test_a_number_beside_other_words_does_not_confirm_a_draft(running: Game, letter: Parsed, send: Send) -> None:
    bring(reply(letter, hand(running)[1], "not ready"))
    bring(reply(letter, "2, but not yet"))
    assert [ready for _, ready in cards(running)] == [False]


def test_the_decision_comes_first_in_the_text(running: Game, to: To) -> None:
    told = text_of(to("anna"))
    assert told.index("/decisions/") < told.index("A number takes that answer") < told.index("What happened")
