"""Every word and phrase that the program understands in an e-mail, one by one: `phrases.tsv`.

The file has a line for each: what it means, and the phrase. A phrase that is taken from the program fails here.
"""

from pathlib import Path

import pytest
from msgspec.structs import replace

from games.services.openings import BOT, INVITED, ME, OPEN, OpeningPlan
from worker.mail.inbound.agreement import DEFAULT_PHRASES, OK_PHRASES, YES_PHRASES, find_agreement_phrases
from worker.mail.inbound.command_parser import read_digest, read_quiet, read_vacation_days, split_commands
from worker.mail.inbound.headers import split_message
from worker.mail.inbound.mail_parser import ParsedMail
from worker.mail.inbound.openings.proposal_parser import parse_proposal
from worker.mail.inbound.openings.server_commands import read_server_command
from worker.mail.inbound.reply_words import ACCEPT, read_answer_words, read_start_words

ROWS = [line.split("\t") for line in Path(__file__).with_name("phrases.tsv").read_text("utf-8").splitlines()]
AGREEMENTS = {"ok": OK_PHRASES, "yes": YES_PHRASES, "default": DEFAULT_PHRASES}
VALUES = {
    "title": "goeben", "scenario": "captains", "side": "goeben", "against": "ben@example.org", "name": "Fleet",
    "hours": "48", "visibility": "private", "language": "Japanese", "personal line": "Good hunting",
}  # fmt: skip
"""A value for each key of a new game."""


def phrases(*meanings: str) -> list[tuple[str, str]]:
    """The phrases with one of these meanings; a meaning that ends with a blank stands for all that begin so."""
    return [(meaning, phrase) for meaning, phrase in ROWS if any(_fits(meaning, one) for one in meanings)]


def _fits(meaning: str, wanted: str) -> bool:
    return meaning.startswith(wanted) if wanted.endswith(" ") else meaning == wanted


def mail(*lines: str) -> ParsedMail:
    headers = split_message(b"From: anna@example.org\r\n\r\n")[0]
    return ParsedMail(headers, "", "anna@example.org", "", None, "", lines=list(lines), raw_lines=list(lines))


@pytest.mark.parametrize(
    ("meaning", "phrase"), [*phrases("accept", "decline"), *phrases("accept ", "decline ", "withdraw ")]
)
def test_a_phrase_answers_an_invitation(meaning: str, phrase: str) -> None:
    assert read_answer_words(mail(phrase)) == {meaning.removesuffix(" alone")}


@pytest.mark.parametrize(("meaning", "phrase"), phrases("accept ", "decline ", "withdraw "))
def test_a_word_alone_on_its_line_counts_beside_a_condition(meaning: str, phrase: str) -> None:
    assert read_answer_words(mail(phrase, "But I am away in May.")) == {meaning.removesuffix(" alone")}


@pytest.mark.parametrize(("meaning", "phrase"), phrases("start"))
def test_a_phrase_starts_the_game(meaning: str, phrase: str) -> None:
    assert read_start_words(mail(phrase)) == {meaning}


@pytest.mark.parametrize(("_", "phrase"), phrases("courtesy in an answer"))
def test_a_courtesy_may_stand_beside_an_answer(_: str, phrase: str) -> None:
    assert read_answer_words(mail(f"{phrase}, count me in.")) == {ACCEPT}


@pytest.mark.parametrize(("meaning", "phrase"), phrases("ok", "yes", "default"))
def test_a_phrase_agrees(meaning: str, phrase: str) -> None:
    assert phrase in AGREEMENTS[meaning]
    assert find_agreement_phrases([phrase]) == {phrase}


@pytest.mark.parametrize(("_", "phrase"), phrases("courtesy beside ok"))
def test_a_courtesy_may_stand_beside_an_agreement(_: str, phrase: str) -> None:
    assert find_agreement_phrases([f"ok, {phrase}"]) == {"ok"}


@pytest.mark.parametrize(("meaning", "phrase"), phrases("command "))
def test_a_phrase_is_a_command(meaning: str, phrase: str) -> None:
    _, name, *more = meaning.split()
    line = f"{phrase} abc" if more else phrase
    commands, rest = split_commands([line], [line])
    assert [(one.name, one.argument) for one in commands] == [(name, "abc" if more else "")]
    assert rest == []


@pytest.mark.parametrize(("_", "phrase"), phrases("no vacation"))
def test_a_phrase_ends_a_vacation(_: str, phrase: str) -> None:
    assert read_vacation_days(phrase) == (None, None)


@pytest.mark.parametrize(("meaning", "phrase"), phrases("digest at once", "digest hourly"))
def test_a_phrase_sets_the_digest(meaning: str, phrase: str) -> None:
    assert read_digest(phrase) == ("hourly" if meaning == "digest hourly" else "", "")
    assert read_quiet(phrase) == (None if meaning == "digest hourly" else ("", ""))


@pytest.mark.parametrize(("meaning", "phrase"), phrases("server "))
def test_a_phrase_is_a_request_to_the_server(meaning: str, phrase: str) -> None:
    found = read_server_command([f"{phrase} goeben"])
    assert found is not None
    assert (found.name, found.lines) == (meaning.removeprefix("server "), ("goeben",))


def plan(*lines: str) -> OpeningPlan:
    return parse_proposal(lines)


@pytest.mark.parametrize(("meaning", "phrase"), phrases("key "))
def test_a_phrase_names_a_part_of_a_new_game(meaning: str, phrase: str) -> None:
    key = meaning.removeprefix("key ")
    before = [] if key == "title" else ["goeben captains"]
    found = plan(*before, f"{phrase}={VALUES[key]}")
    expected = {
        "title": ("title", "goeben"), "scenario": ("scenario", "captains"), "side": ("mine", ("goeben",)),
        "against": ("against", ("ben@example.org",)), "name": ("name", "Fleet"), "hours": ("deadline_hours", 48),
        "visibility": ("visibility", "private"), "language": ("language", "ja"),
        "personal line": ("personal_line", "Good hunting"),
    }  # fmt: skip
    field, value = expected[key]
    assert getattr(found, field) == value
    assert key in ("title", "scenario") or found == replace(plan("goeben captains"), **{field: value})


@pytest.mark.parametrize(("_", "phrase"), phrases("first line"))
def test_a_phrase_begins_a_part_of_the_first_line(_: str, phrase: str) -> None:
    words = {"as": "goeben", "playing": "goeben", "named": "Fleet", "called": "Fleet"}.get(phrase, "ben@example.org")
    assert plan(f"goeben captains {phrase} {words}") == plan("goeben captains", f"{phrase}={words}")


@pytest.mark.parametrize(("meaning", "phrase"), phrases("who "))
def test_a_phrase_says_who_takes_a_seat(meaning: str, phrase: str) -> None:
    who = {"me": ME, "open": OPEN, "invited": INVITED, "bot": f"{BOT}captain"}[meaning.removeprefix("who ")]
    assert plan("goeben captains", f"breslau={phrase}").sitting == {"breslau": who}


@pytest.mark.parametrize(("_", "phrase"), phrases("no seat"))
def test_a_phrase_takes_no_seat(_: str, phrase: str) -> None:
    assert plan("goeben captains", f"side={phrase}").mine == ()


@pytest.mark.parametrize(("_", "phrase"), phrases("no deadline"))
def test_a_phrase_sets_no_deadline(_: str, phrase: str) -> None:
    assert plan("goeben captains", f"hours={phrase}").deadline_hours is None


@pytest.mark.parametrize(("meaning", "phrase"), phrases("visibility "))
def test_a_phrase_says_who_sees_the_game(meaning: str, phrase: str) -> None:
    expected = meaning.removeprefix("visibility ")
    assert plan("goeben captains", f"visibility={phrase}").visibility == expected
    assert plan("goeben captains", phrase).visibility == expected


@pytest.mark.parametrize(("_", "phrase"), phrases("after a title"))
def test_a_word_after_a_title_names_no_scenario(_: str, phrase: str) -> None:
    assert plan(f"goeben {phrase}") == plan("goeben")


@pytest.mark.parametrize(("meaning", "phrase"), phrases("option yes", "option no"))
def test_a_phrase_switches_an_option(meaning: str, phrase: str) -> None:
    assert plan("goeben captains", f"night={phrase}").options == {"night": meaning == "option yes"}
