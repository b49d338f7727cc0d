"""Sealed answers: what is taken, what is refused, and what comes back."""

from hashlib import sha256

import msgspec
import pytest

from games.errors import IdempotencyKeyReused, Missing, RevisionReplaced
from games.kernel.errors import Illegal, Malformed, NotYours, Stale
from games.models import Game, OpenRequest, Player, SealedAnswer
from games.selectors.decisions import get_decision, list_decisions
from games.services.answers import check_answer, do_submit_answer, do_withdraw_answer
from games.services.resolve.advance import do_resolve
from tests.table import answer, asked, example

pytestmark = pytest.mark.django_db


def test_a_receipt_says_what_was_understood(running: Game) -> None:
    request = asked(running, "red")
    card = example(request)
    receipt = answer(running, "red", card)
    assert receipt.answer == card
    assert receipt.notation == f"choose {card}"
    assert receipt.description.en == card
    assert (receipt.revision, receipt.ready, receipt.seat) == (1, True, "red")
    assert receipt.changeable_until == request.due_at.isoformat()
    assert receipt.closes == "when_all_answered"


def test_a_receipt_holds_the_server_to_its_word(running: Game) -> None:
    receipt = answer(running, "red")
    nonce = bytes.fromhex(receipt.nonce)
    assert len(nonce) == 16
    assert receipt.hash == sha256(nonce + msgspec.json.encode(receipt.answer)).hexdigest()
    assert answer(running, "red").hash != receipt.hash


def test_the_text_notation_is_taken_too(running: Game, anna: Player) -> None:
    request = asked(running, "red")
    card = example(request)
    receipt = do_submit_answer(player=anna, request_id=request.pk, text=f"CHOOSE {card.upper()}  # my best")
    assert receipt.answer == card


@pytest.mark.parametrize(
    ("body", "code"),
    [
        (b"{", "not_json"),
        (b'{"a": 1, "a": 2}', "duplicate_key"),
        (b"7", "type"),
        (b'"' + b"c" * 70_000 + b'"', "too_large"),
        (b"[" * 60 + b"]" * 60, "too_deep"),
    ],
)
def test_what_cannot_be_read_is_refused(running: Game, anna: Player, body: bytes, code: str) -> None:
    with pytest.raises(Malformed) as refusal:
        do_submit_answer(player=anna, request_id=asked(running, "red").pk, answer=body)
    assert [problem.code for problem in refusal.value.problems] == [code]
    assert not SealedAnswer.objects.exists()


def test_an_illegal_card_is_refused(running: Game, anna: Player) -> None:
    with pytest.raises(Illegal):
        do_submit_answer(player=anna, request_id=asked(running, "red").pk, answer=b'"c99"')
    assert asked(running, "red").revision == 0


def test_a_foreign_decision_is_not_mine(running: Game, ben: Player) -> None:
    with pytest.raises(NotYours):
        do_submit_answer(player=ben, request_id=asked(running, "red").pk, answer=b'"c01"')
    with pytest.raises(NotYours):
        get_decision(ben, asked(running, "red").pk)


@pytest.mark.parametrize("unknown", ["7b0a3b3e-0000-4000-8000-000000000000", "nonsense"])
def test_an_unknown_decision_is_missing(running: Game, ben: Player, unknown: str) -> None:
    with pytest.raises(Missing):
        do_submit_answer(player=ben, request_id=unknown, answer=b'"c01"')


def test_a_closed_decision_takes_nothing(running: Game, anna: Player) -> None:
    request = asked(running, "red")
    answer(running, "red")
    answer(running, "black")
    do_resolve(running.pk)
    with pytest.raises(Stale):
        do_submit_answer(player=anna, request_id=request.pk, answer=b'"c01"')
    with pytest.raises(Stale):
        do_withdraw_answer(player=anna, request_id=request.pk)


def test_the_last_valid_answer_stands(running: Game, anna: Player) -> None:
    first = answer(running, "red")
    hand = get_decision(anna, asked(running, "red").pk).question.form.options
    second = answer(running, "red", hand[-1])
    assert (first.revision, second.revision) == (1, 2)
    answer(running, "black")
    do_resolve(running.pk)
    assert SealedAnswer.objects.filter(request__seat__role="red").count() == 2


def test_a_stale_revision_is_refused(running: Game, anna: Player) -> None:
    answer(running, "red", if_match=0)
    with pytest.raises(RevisionReplaced):
        answer(running, "red", if_match=0)
    assert answer(running, "red", if_match=1).revision == 2


def test_the_same_key_gets_the_first_receipt_again(running: Game) -> None:
    first = answer(running, "red", idempotency_key="k1")
    assert answer(running, "red", idempotency_key="k1") == first
    assert SealedAnswer.objects.count() == 1


def test_the_same_key_works_after_closing(running: Game, anna: Player) -> None:
    request = asked(running, "red")
    body = msgspec.json.encode(example(request))
    first = do_submit_answer(player=anna, request_id=request.pk, answer=body, idempotency_key="k1")
    answer(running, "black")
    do_resolve(running.pk)
    again = do_submit_answer(player=anna, request_id=request.pk, answer=body, idempotency_key="k1")
    assert again == first


def test_the_same_key_with_another_body_is_refused(running: Game, anna: Player) -> None:
    answer(running, "red", idempotency_key="k1")
    hand = get_decision(anna, asked(running, "red").pk).question.form.options
    with pytest.raises(IdempotencyKeyReused):
        answer(running, "red", hand[-1], idempotency_key="k1")


def test_an_answer_can_be_taken_back(running: Game, anna: Player) -> None:
    answer(running, "red")
    answer(running, "black")
    request = asked(running, "red")
    assert do_withdraw_answer(player=anna, request_id=request.pk, if_match=1) == 2
    assert not do_resolve(running.pk).has_advanced
    mine = get_decision(anna, request.pk)
    assert (mine.answer, mine.ready, mine.revision) == (None, False, 2)
    with pytest.raises(Missing):
        do_withdraw_answer(player=anna, request_id=request.pk)


def test_a_draft_moves_nothing(running: Game) -> None:
    receipt = answer(running, "red", ready=False)
    answer(running, "black")
    assert receipt.closes == "when_ready"
    assert not do_resolve(running.pk).has_advanced


def test_a_check_changes_nothing(running: Game, anna: Player) -> None:
    request = asked(running, "red")
    understood = check_answer(player=anna, request_id=request.pk, answer=msgspec.json.encode(example(request)))
    assert understood.description.ja
    assert not SealedAnswer.objects.exists()


def test_my_decisions_are_mine(running: Game, anna: Player, ben: Player, staff: Player) -> None:
    assert [one.seat for one in list_decisions(anna)] == ["red"]
    assert [one.seat for one in list_decisions(ben)] == ["black"]
    assert list_decisions(staff) == []


def test_a_decision_shows_my_own_answer(running: Game, anna: Player) -> None:
    receipt = answer(running, "red")
    mine = get_decision(anna, asked(running, "red").pk)
    assert mine.answer == receipt.answer
    assert mine.receipt is not None
    assert mine.receipt["hash"] == receipt.hash
    assert mine.etag == '"1"'


def test_the_only_one_asked_closes_at_once(running: Game) -> None:
    answer(running, "red")
    answer(running, "black")
    do_resolve(running.pk)
    loser = OpenRequest.objects.get(game=running, closed_at=None).seat.role
    receipt = answer(running, loser)
    assert (receipt.closes, receipt.changeable_until) == ("at_once", None)


def test_a_call_for_resolve_is_left_for_the_sweep(running: Game) -> None:
    answer(running, "red")
    running.refresh_from_db()
    assert running.due_from is None
    answer(running, "black")
    running.refresh_from_db()
    assert running.due_from is not None
