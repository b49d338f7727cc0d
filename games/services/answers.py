"""Taking sealed answers: checked against the stored form without replay, unopened until all that is needed is in."""

import secrets
from collections.abc import Sequence
from hashlib import sha256
from typing import Any
from uuid import UUID

import msgspec
from django.db import transaction
from django.utils import timezone
from msgspec import Struct, structs

from games import registry
from games.errors import KeyReused, closed, missing, not_yours, replaced, would_waste, wrong_state
from games.kernel.codec import read_json
from games.kernel.errors import Illegal, Malformed, malformed
from games.kernel.naming import in_names, outlook_in_names, with_ids
from games.kernel.requests import Ask
from games.kernel.text import Text
from games.kernel.title import Title
from games.models import Game, OpenRequest, Player, SealedAnswer, Seat
from games.models.statements import Reading, insert_values, read_together, together, update
from games.models.statements import key as db_key
from games.selectors.access import Wanted, own_request
from games.services import hooks
from games.services.locks import locking, the_game
from games.services.standing_in import come_back
from games.services.standing_orders import relied_on
from games.stored import packing, signing
from games.stored.clock import clock_of
from games.stored.receipts import Receipt, Understood, in_words, pack_receipt, read_receipt, subject_of
from games.stored.release import is_patient, release_moment


class _Sheet(Struct, frozen=True):
    """A decision with the title that asks it."""

    request: OpenRequest
    title: Title[Any]
    question: Ask[Any]


def check_answer(
    *,
    player: Player,
    request_id: UUID | str,
    answer: bytes | None = None,
    text: str | None = None,
    confirmed: bool = True,
) -> Understood:
    """Say how an answer would be understood. Raises as `do_submit_answer`; changes nothing."""
    request = own_request(player, request_id)
    if request.closed_at is not None:
        raise closed()
    return understand(request, answer, text, confirmed=confirmed)


def do_submit_answer(
    *,
    player: Player,
    request_id: UUID | str,
    answer: bytes | None = None,
    text: str | None = None,
    ready: bool = True,
    channel: str = "rest",
    if_match: int | None = None,
    idempotency_key: str = "",
    confirmed: bool = True,
    found: OpenRequest | None = None,
) -> Receipt:
    """Seal an answer, given as a JSON document or in the text notation; `ready` false keeps it as a draft.

    Replaces the seat's last answer; with `if_match`, only if that one still stands. The same `idempotency_key` and body
    give the first receipt again, even after closing. Not `confirmed`, an answer by which a turn would pass unused is
    asked back; a draft never is. `found` is the question where the caller has read it already, as `TO_ANSWER` says.
    Raises Missing, NotYours, Stale, Replaced, Malformed, Illegal, WouldWaste, KeyReused, WrongState.
    """
    request = own_request(player, request_id, TO_ANSWER, found=found)
    body, key = _body_hash(answer, text, ready), _own_key(player, idempotency_key)
    if key and (earlier := _earlier(request, key, body)):
        return earlier
    return seal(
        request, answer, text, ready, channel, if_match=if_match, key=key, body=body, confirmed=confirmed or not ready
    )


def seal(
    request: OpenRequest,
    answer: bytes | None,
    text: str | None,
    ready: bool,
    channel: str,
    *,
    if_match: int | None = None,
    key: str = "",
    body: str = "",
    confirmed: bool = True,
) -> Receipt:
    """Store an answer of whoever may give it; the caller has seen to that."""
    if request.closed_at is not None:
        raise closed()
    understood = understand(request, answer, text, confirmed=confirmed)
    with transaction.atomic():
        game, found = _under_lock(request)
        if key and (earlier := _earlier(request, key, body)):
            return earlier
        others = _brought_up_to_date(request, found)
        _refuse_unless_open(game, request, if_match)
        if (request.seat.stand_in or request.seat.reserves_called) and channel not in _OTHERS:
            come_back(game, request.seat)
        receipt = _receipt(request, understood, ready, alone=not others)
        with together(last=True, gather=True):
            _store(request, receipt, channel, key, body)
            if ready and all(other.ready for other in others):
                _call_for_resolve(game)
    return receipt


_OTHERS = ("bot", "umpire")
"""Channels of those who answer in a player's place."""
TO_ANSWER = Wanted(
    ("id", "game_id", "seat_id", "question", "seat_stop", "mark", "closed_at", "due_at", "revision", "ready"),
    ("id", "role", "player_id", "bot", "stand_in", "reserves_called"),
    ("id", "title", "data_pack_id", "release_at", "clock"),
)
"""What is looked at of a question before its answer is sealed: a quarter of its row, its seat and its game."""
_LOCKED = ("stop", "openness", "id", "status", "due_from", "release_at", "time_zone", "clock")
"""What this module looks at of a game."""
_OF_WAITING = ("id", "due_at", "revision", "ready")
"""What may change of an open question."""
_ANSWER = ("request_id", "revision", "answer", "ready", "channel", "receipt", "idempotency_key", "body_hash", "at")
"""All columns of a sealed answer."""


def _under_lock(request: OpenRequest) -> tuple[Game, list[OpenRequest]]:
    """The game's row, held, and its other open questions, now that nobody else can change any. Raises Missing."""
    open_ones = Reading(
        OpenRequest,
        "games_openrequest.game_id = %s AND games_openrequest.closed_at IS NULL",
        (db_key(request.game_id),),
        only=_OF_WAITING,
        parents=(("seat", ("id", "player_id", "bot")),),
    )
    games, found = read_together(locking(request.game_id)._replace(only=_LOCKED), open_ones)
    return the_game(games), found


def _brought_up_to_date(request: OpenRequest, found: Sequence[OpenRequest]) -> list[OpenRequest]:
    """The others of the open questions; `request` gets what it has itself by now.

    Raises Stale if it was closed, NotYours if the seat has changed hands.
    """
    waiting = {row.pk: row for row in found}
    mine = waiting.pop(request.pk, None)
    seat = mine.seat if mine else Seat.objects.get(pk=request.seat_id)
    if (seat.player_id, seat.bot) != (request.seat.player_id, request.seat.bot):
        raise not_yours()
    if mine is None:
        raise closed()
    request.due_at, request.revision = mine.due_at, mine.revision
    return list(waiting.values())


def _store(row: OpenRequest, receipt: Receipt, channel: str, key: str, body: str) -> None:
    said = (msgspec.json.encode(receipt.answer), receipt.ready, channel, pack_receipt(receipt))
    insert_values(SealedAnswer, _ANSWER, [(row.pk, receipt.revision, *said, key, body if key else "", timezone.now())])
    row.revision, row.ready = receipt.revision, receipt.ready
    update(row, "revision", "ready")


def do_withdraw_answer(*, player: Player, request_id: UUID | str, if_match: int | None = None) -> int:
    """Take the answer back while the decision is open; gives the new revision. Raises Stale, Replaced, NotYours."""
    request = own_request(player, request_id)
    with transaction.atomic():
        game, found = _under_lock(request)
        others = _brought_up_to_date(request, found)
        _refuse_unless_open(game, request, if_match)
        if not request.revision or request.answers.filter(revision=request.revision, answer=None).exists():
            raise missing()
        revision = withdraw(request)
        if request.ready and all(other.ready for other in others):
            _call_for_resolve(game)  # a standing order answers now, and nobody may ever write again
    return revision


def withdraw(row: OpenRequest) -> int:
    """Take back whatever answer stands; the caller holds the game's row."""
    row.revision, row.ready = row.revision + 1, relied_on(row)
    row.answers.create(revision=row.revision, answer=None, ready=False, channel="")
    OpenRequest.objects.filter(pk=row.pk).update(revision=row.revision, ready=row.ready)
    return row.revision


def understand(request: OpenRequest, answer: bytes | None, text: str | None, *, confirmed: bool = True) -> Understood:
    """How the question's form understands an answer, whoever gives it. Raises Malformed, Illegal, WouldWaste."""
    sheet = _sheet(request)
    typed = _accepted(sheet, answer, text)
    if not confirmed and sheet.question.form.wastes(typed):
        raise would_waste()
    return _understood(sheet, typed)


def _sheet(request: OpenRequest) -> _Sheet:
    title = registry.game_title(request.game)
    return _Sheet(request, title, packing.read_question(title, request.question))


def _accepted(sheet: _Sheet, answer: bytes | None, text: str | None) -> Any:
    """The typed answer. Raises Malformed or Illegal."""
    if (answer is None) == (text is None):
        raise malformed("", "Give the answer as JSON or as text.", "JSONかテキストのどちらかで回答してください。")
    form = sheet.question.form
    labels = form.named(sheet.title.labels)
    try:
        raw = read_json(answer) if answer is not None else form.parse(with_ids(text or "", form, labels))
        return form.accept(raw)
    except (Malformed, Illegal) as error:
        raise in_names(error, form, labels) from error


def _understood(sheet: _Sheet, typed: Any) -> Understood:
    form = sheet.question.form
    words, raw = in_words(sheet.title, form, typed), form.write(typed)
    return Understood(
        answer=raw,
        notation=form.render(typed),
        description=words,
        outlook=outlook_in_names(form.outlook(raw), form, form.named(sheet.title.labels)),
        marks=form.marks(raw),
    )


def _receipt(row: OpenRequest, understood: Understood, ready: bool, *, alone: bool) -> Receipt:
    nonce, now = secrets.token_bytes(16), timezone.now()
    at_once = alone and not is_patient(row.game)
    until = None if at_once and ready else row.due_at
    receipt = Receipt(
        answer=understood.answer,
        notation=understood.notation,
        description=understood.description,
        outlook=understood.outlook,
        marks=understood.marks,
        decision=str(row.pk),
        game=str(row.game_id),
        seat=row.seat.role,
        revision=row.revision + 1,
        ready=ready,
        nonce=nonce.hex(),
        hash=sha256(nonce + msgspec.json.encode(understood.answer)).hexdigest(),
        at=now.isoformat(),
        changeable_until=until.isoformat() if until else None,
        closes="when_ready" if not ready else "at_once" if at_once else "when_all_answered",
    )
    reached = signing.Reached(row.seat_stop, bytes(row.mark))
    line = signing.witness("receipt", row.game_id, row.seat.role, reached, subject_of(receipt), now)
    return structs.replace(receipt, witness=line)


def _body_hash(answer: bytes | None, text: str | None, ready: bool) -> str:
    parts = (
        b"json" if text is None else b"text",
        answer or b"",
        (text or "").encode(),
        b"ready" if ready else b"draft",
    )
    return sha256(b"\0".join(parts)).hexdigest()


def _own_key(player: Player, key: str) -> str:
    """The key as it is stored: a substitute may use the same one again without getting the other's receipt."""
    return sha256(f"{player.pk}|{key}".encode()).hexdigest() if key else ""


def _earlier(request: OpenRequest, key: str, body: str) -> Receipt | None:
    """The receipt that this key was given before. Raises KeyReused for another body."""
    answer = SealedAnswer.objects.filter(request=request, idempotency_key=key).first()
    if answer is None:
        return None
    if answer.body_hash != body:
        raise KeyReused(detail=Text("This key was used for another body.", "このキーは別の内容に使用済みです。"))
    return read_receipt(answer.receipt)


def refuse_unless_playing(game: Game) -> None:
    """Raise WrongState for a game that takes no answers."""
    if game.status not in (Game.Status.RUNNING, Game.Status.PAUSED):
        raise wrong_state("The game takes no answers now.", "現在このゲームは回答を受け付けていません。")


def _refuse_unless_open(game: Game, request: OpenRequest, if_match: int | None) -> None:
    refuse_unless_playing(game)
    if if_match is not None and if_match != request.revision:
        raise replaced(request.revision)


def _call_for_resolve(game: Game) -> None:
    """Everything is in: leave word for the sweep, and a hint for the worker, unless results wait for their hour.

    A game whose clock waits goes on at the deadline, for which its alarm is set.
    """
    if clock_of(game.clock).wait:
        return
    game.due_from = release_moment(game, timezone.now())
    game.wake_at = game.due_from if game.status == Game.Status.RUNNING else None
    update(game, "due_from", "wake_at")
    if game.status == Game.Status.RUNNING and not game.release_at:
        hooks.after_commit(hooks.RESOLVE, game.pk)
