"""The chaos soak reads all that it judges: a quiet game is accounted for, and a row taken away is missed."""

from datetime import timedelta
from typing import Any

import msgspec
import pytest
from django.utils import timezone
from msgspec.structs import replace

from bench.chaos.book import Book
from bench.chaos.calm import proofs
from bench.chaos.stored import read
from bench.chaos.verdict import Finding, Post, judge
from games.models import Game, OpenRequest, OutgoingMail, Player, SealedAnswer, SigningKey
from games.models.append_only import allow_changes
from games.persistence.position import seats_in_order
from games.persistence.signing import current_signer
from games.services.answers import do_withdraw_answer
from games.services.hold import do_release
from games.services.messages import do_send_message
from games.services.reminders import do_send_reminders
from games.services.resolve.advance import do_resolve, hold_locked_game
from games.services.rewind import do_rewind
from games.services.umpire import do_pause, do_resume
from tests.table import answer, asked

ROLES = ("red", "black")


@pytest.fixture
def book(running: Game, staff: Player) -> Book:
    """Notes of a game that was answered, changed, rewound, held and released, and goes on."""
    SigningKey.objects.get_or_create(id=current_signer().id, defaults={"public": current_signer().public})
    made = Book()
    for _ in range(2):
        _answer_all(made, running)
        do_resolve(running.pk)
    role = _waiting(running)[0]
    do_withdraw_answer(player=asked(running, role).seat.player, request_id=_sealed(made, running, role))
    _sealed(made, running, role)
    do_rewind(by=staff, game_id=running.pk, number=1, reason="wrong card")
    made.deeds["wrong card"] = str(running.pk)
    first, second = _waiting(running)
    _sealed(made, running, first)
    running.refresh_from_db()
    hold_locked_game(running, "looked at", seats_in_order(running))
    do_release(by=staff, game_id=running.pk, reason="mended")
    made.deeds["mended"] = str(running.pk)
    _sealed(made, running, second)
    do_resolve(running.pk)
    while len(waiting := _waiting(running)) < len(ROLES):  # as the dice fall, one may be asked alone
        _answer_all(made, running)
        do_resolve(running.pk)
    _sealed(made, running, waiting[0])
    return made


def _waiting(game: Game) -> list[str]:
    rows = OpenRequest.objects.filter(game=game, closed_at=None, ready=False).order_by("seat__position")
    return list(rows.values_list("seat__role", flat=True))


def _answer_all(book: Book, game: Game) -> None:
    for role in _waiting(game):
        _sealed(book, game, role)


def _sealed(book: Book, game: Game, role: str) -> Any:
    """An answer, and at once another in its place; the decision."""
    for _ in range(2):
        receipt = msgspec.to_builtins(answer(game, role))
        book.receipt(receipt)
    return receipt["decision"]


def _findings(book: Book) -> list[Finding]:
    arrived = dict.fromkeys(OutgoingMail.objects.values_list("message_id", flat=True), 1)
    return judge(book, read(timezone.now()), Post(arrived))


def test_a_game_without_a_storm_is_accounted_for(book: Book, running: Game) -> None:
    assert _findings(book) == []
    assert proofs() == {str(running.pk): []}
    stored = read(timezone.now())
    assert len(book.promises) >= 16
    assert {one.outcome for one in stored.questions} == {"answered", "withdrawn", ""}
    assert {one.cause for one in stored.segments} == {"resolve", "rewind", "hold"}
    (table,) = stored.tables
    assert (sorted(table.steady), table.waits) == (sorted(ROLES), "an answer")


@pytest.mark.parametrize("outcome", ["answered", "withdrawn", ""])
def test_a_sealed_answer_taken_away_is_missed(outcome: str, book: Book) -> None:
    row = OpenRequest.objects.filter(outcome=outcome, revision__gt=0)[0]
    SealedAnswer.objects.filter(request=row).delete()
    assert "answer lost" in {finding.sort for finding in _findings(book)}


def test_a_letter_that_asks_taken_away_is_missed(book: Book) -> None:
    question = OpenRequest.objects.order_by("opened_at")[0]
    OutgoingMail.objects.get(kind="stop", seat=question.seat, stop=question.stop).delete()
    assert "letter lost" in {finding.sort for finding in _findings(book)}


@pytest.fixture
def letters(book: Book, running: Game, anna: Player, staff: Player) -> list[str]:
    """The letters of that game after some talk, a pause, a reminder and its end, as they were owed; their kinds."""
    do_send_message(player=anna, game_id=running.pk, to=["black"], text="Peace?")
    do_pause(by=staff, game_id=running.pk, reason="fog")
    do_resume(by=staff, game_id=running.pk, reason="clear")
    book.deeds |= dict.fromkeys(("fog", "clear"), str(running.pk))
    soon = timezone.now() + timedelta(hours=1)
    OpenRequest.objects.filter(game=running, closed_at=None, ready=False).update(due_at=soon, remind_at=timezone.now())
    do_send_reminders()
    for _ in range(40):
        _answer_all(book, running)
        do_resolve(running.pk)
    running.refresh_from_db()
    assert running.status == Game.Status.OVER
    return list(OutgoingMail.objects.order_by("id").values_list("kind", flat=True))


def test_every_single_letter_taken_away_is_missed(book: Book, letters: list[str]) -> None:
    """Not those alone that ask for a decision."""
    assert set(letters) == {"stop", "notice", "message", "reminder", "over"}
    assert _findings(book) == []
    stored = read(timezone.now())
    for place, gone in enumerate(stored.owed):
        rest = stored.owed[:place] + stored.owed[place + 1 :]
        found = judge(book, replace(stored, owed=rest), Post(dict.fromkeys((one.message_id for one in rest), 1)))
        assert [one for one in found if one.sort == "letter lost" and gone.seat in one.text], gone


def test_a_step_taken_away_is_missed(book: Book, running: Game) -> None:
    with allow_changes():
        running.segments.filter(number=2).delete()
    found = {finding.sort for finding in _findings(book)}
    assert found >= {"step lost", "answer lost"}
    assert proofs()[str(running.pk)]
