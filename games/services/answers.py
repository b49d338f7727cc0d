"""Store the answers of seats after a check against the question's stored form; the game is not replayed for that.

An answer is *sealed*: the other seats do not see it until all required answers are in.
"""

import secrets
from collections.abc import Sequence
from datetime import datetime
from hashlib import sha256
from typing import Any
from uuid import UUID

import msgspec
from django.db import transaction
from django.utils import timezone
from msgspec import Struct, structs

from games import registry
from games.database.batch import SelectQuery, batch, fetch_batch, insert_values, update
from games.database.batch import key as db_key
from games.errors import (
    IdempotencyKeyReused,
    decision_closed,
    missing,
    needs_confirmation,
    not_yours,
    revision_replaced,
    wrong_state,
)
from games.kernel.codec import read_external_json
from games.kernel.errors import Illegal, Malformed, malformed
from games.kernel.requests import Ask
from games.kernel.text import Text
from games.kernel.title import Title
from games.models import Game, OpenRequest, Player, SealedAnswer, Seat
from games.order_text.names import preview_with_names, refusal_with_names, replace_names
from games.persistence import serialization, signing
from games.persistence.chained_facts import extend_answers_hash
from games.persistence.clock import load_clock
from games.persistence.receipts import (
    InterpretedAnswer,
    Receipt,
    describe_answer,
    pack_receipt,
    read_receipt,
    receipt_subject,
)
from games.persistence.release_hours import has_delayed_results, next_release_time
from games.selectors.access import RequestColumns, get_own_request
from games.services import triggers
from games.services.late_answers import is_late_answer
from games.services.locks import game_lock_query, require_game
from games.services.stand_ins import end_stand_in
from games.services.standing_orders import is_relied_on


class _Sheet(Struct, frozen=True):
    """An open question: its stored row, the title that asks it, and the decoded question."""

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
) -> InterpretedAnswer:
    """Return how the server would understand an answer. Stores nothing.

    Takes the parameters of `do_submit_answer` and raises the same errors.
    """
    request = get_own_request(player, request_id)
    if request.closed_at is not None:
        raise decision_closed()
    return interpret_answer(request, answer, text, confirmed=confirmed)


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
    prefetched: OpenRequest | None = None,
) -> Receipt:
    """Store a sealed answer (`answer`: JSON, or `text`: in the text notation); with `ready` false, store a draft.

    Replaces the seat's last answer; with `if_match`, only if the answer in force still has that revision number. A
    second call with the same `idempotency_key` and the same content returns the first receipt, even if the question is
    closed. An answer that lets the seat do nothing although the seat could act must be `confirmed`; a draft need not
    be. `channel` says by which way the answer came, such as "rest". `prefetched` is the question if the caller has
    already read its `ANSWERING_COLUMNS`.

    Raises Missing without such a question; NotYours for another seat's question; Stale if the question is closed;
    RevisionReplaced if the revision is not `if_match`; Malformed or Illegal for an invalid answer; NeedsConfirmation if
    the answer is not `confirmed` but must be; IdempotencyKeyReused if the key belongs to another answer; WrongState if
    the game accepts no answers.
    """
    request = get_own_request(player, request_id, ANSWERING_COLUMNS, prefetched=prefetched)
    body, key = _body_hash(answer, text, ready), _own_key(player, idempotency_key)
    if key and (earlier := _earlier(request, key, body)):
        return earlier
    return seal_answer(
        request, answer, text, ready, channel, if_match=if_match, key=key, body=body, confirmed=confirmed or not ready
    )


def seal_answer(
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
    understood: InterpretedAnswer | None = None,
    arrived_at: datetime | None = None,
) -> Receipt:
    """Store an answer to `request` as `do_submit_answer` does, and return its receipt.

    The caller has checked that the sender may answer this question. `understood` is the parsed answer, from callers
    that must not parse while they hold locks. `arrived_at` is the time when the server received the answer (default:
    now). `key` is the client's idempotency key and `body` the digest of what that client sent; both may be empty. The
    other parameters and the errors are those of `do_submit_answer`.
    """
    if request.closed_at is not None:
        raise decision_closed()
    understood = understood or interpret_answer(request, answer, text, confirmed=confirmed)
    with transaction.atomic():
        game, found = _under_lock(request)
        if key and (earlier := _earlier(request, key, body)):
            return earlier
        others = _brought_up_to_date(request, found)
        _refuse_unless_open(game, request, if_match)
        if (request.seat.stand_in or request.seat.reserves_called) and channel not in _OTHERS:
            end_stand_in(game, request.seat)
        late = channel not in _OTHERS and is_late_answer(game, request, arrived_at or timezone.now())
        receipt = _receipt(request, understood, ready, alone=not others, late=late)
        with batch(last=True):
            _store(request, receipt, channel, key, body)
            if ready and all(other.ready for other in others):
                _call_for_resolve(game)
    return receipt


_OTHERS = ("bot", "bot_default", "umpire")
"""The channels of answers that somebody other than the seat's player gave."""
ANSWERING_COLUMNS = RequestColumns(
    (
        "id",
        "game_id",
        "seat_id",
        "question",
        "seat_stop",
        "mark",
        "closed_at",
        "due_at",
        "revision",
        "ready",
        "answers_hash",
    ),
    ("id", "role", "player_id", "bot", "stand_in", "reserves_called"),
    ("id", "title", "data_pack_id", "release_at", "clock"),
)
"""The columns of a question, its seat and its game that this module needs before it stores an answer."""
_LOCKED = ("stop", "openness", "id", "status", "due_from", "release_at", "time_zone", "clock")
"""The columns of a game that this module reads."""
_OF_WAITING = ("id", "due_at", "revision", "ready", "answers_hash")
"""The columns of an open question that can change before the game's row is locked."""
_ANSWER = ("request_id", "revision", "answer", "ready", "channel", "receipt", "idempotency_key", "body_hash", "at")
"""All columns of a sealed answer."""


def _under_lock(request: OpenRequest) -> tuple[Game, list[OpenRequest]]:
    """Lock the row of the question's game; return that row and all open questions of the game. Raises Missing."""
    open_ones = SelectQuery(
        OpenRequest,
        "games_openrequest.game_id = %s AND games_openrequest.closed_at IS NULL",
        (db_key(request.game_id),),
        only=_OF_WAITING,
        parents=(("seat", ("id", "player_id", "bot")),),
    )
    games, found = fetch_batch(game_lock_query(request.game_id)._replace(only=_LOCKED), open_ones)
    return require_game(games), found


def _brought_up_to_date(request: OpenRequest, found: Sequence[OpenRequest]) -> list[OpenRequest]:
    """Update `request` from its row in `found`, the game's open questions; return the other rows.

    Raises Stale if `request` was closed, NotYours if another player or bot has its seat now.
    """
    waiting = {row.pk: row for row in found}
    mine = waiting.pop(request.pk, None)
    seat = mine.seat if mine else Seat.objects.get(pk=request.seat_id)
    if (seat.player_id, seat.bot) != (request.seat.player_id, request.seat.bot):
        raise not_yours()
    if mine is None:
        raise decision_closed()
    request.due_at, request.revision, request.answers_hash = mine.due_at, mine.revision, mine.answers_hash
    return list(waiting.values())


def _store(row: OpenRequest, receipt: Receipt, channel: str, key: str, body: str) -> None:
    said, now = (msgspec.json.encode(receipt.answer), receipt.ready, channel, pack_receipt(receipt)), timezone.now()
    insert_values(SealedAnswer, _ANSWER, [(row.pk, receipt.revision, *said, key, body if key else "", now)])
    row.answers_hash = extend_answers_hash(row.answers_hash, receipt.revision, *said, now)
    row.revision, row.ready = receipt.revision, receipt.ready
    update(row, "revision", "ready", "answers_hash")


def do_withdraw_answer(*, player: Player, request_id: UUID | str, if_match: int | None = None) -> int:
    """Withdraw the seat's answer while the question is open; return the question's new revision number.

    Raises NotYours for another seat's question; Stale if the question is closed; RevisionReplaced if the question's
    revision is not `if_match`.
    """
    request = get_own_request(player, request_id)
    with transaction.atomic():
        game, found = _under_lock(request)
        others = _brought_up_to_date(request, found)
        _refuse_unless_open(game, request, if_match)
        if not request.revision or request.answers.filter(revision=request.revision, answer=None).exists():
            raise missing()
        revision = withdraw_answer(request)
        if request.ready and all(other.ready for other in others):
            _call_for_resolve(game)  # a standing order answers now, and no player may ever send another answer
    return revision


def withdraw_answer(row: OpenRequest) -> int:
    """Withdraw the answer in force, if there is one, and return the question's revision number.

    The caller has locked the game's row.
    """
    row.revision, row.ready = row.revision + 1, is_relied_on(row)
    now = timezone.now()
    row.answers.create(revision=row.revision, answer=None, ready=False, channel="", at=now)
    row.answers_hash = extend_answers_hash(row.answers_hash, row.revision, None, False, "", b"", now)
    OpenRequest.objects.filter(pk=row.pk).update(revision=row.revision, ready=row.ready, answers_hash=row.answers_hash)
    return row.revision


def interpret_answer(
    request: OpenRequest, answer: bytes | None, text: str | None, *, confirmed: bool = True
) -> InterpretedAnswer:
    """Return the answer as the question's form understands it.

    Raises Malformed or Illegal for an invalid answer; NeedsConfirmation if the answer lets the seat do nothing although
    it could act, unless `confirmed`.
    """
    sheet = _sheet(request)
    typed = _accepted(sheet, answer, text)
    if not confirmed and sheet.question.form.needs_confirmation(typed):
        raise needs_confirmation()
    return _understood(sheet, typed)


def _sheet(request: OpenRequest) -> _Sheet:
    title = registry.game_title(request.game)
    return _Sheet(request, title, serialization.read_question(title, request.question))


def _accepted(sheet: _Sheet, answer: bytes | None, text: str | None) -> Any:
    """Return the answer as the Python value that the question's form makes of it. Raises Malformed or Illegal."""
    if (answer is None) == (text is None):
        raise malformed("", "Give the answer as JSON or as text.", "JSONかテキストのどちらかで回答してください。")
    form = sheet.question.form
    labels = form.labels_in_context(sheet.title.presentation.labels)
    try:
        raw = read_external_json(answer) if answer is not None else form.parse(replace_names(text or "", form, labels))
        return form.accept(raw)
    except (Malformed, Illegal) as error:
        raise refusal_with_names(error, form, labels) from error


def _understood(sheet: _Sheet, typed: Any) -> InterpretedAnswer:
    form = sheet.question.form
    words, raw = describe_answer(sheet.title, form, typed), form.write(typed)
    return InterpretedAnswer(
        answer=raw,
        notation=form.render(typed),
        description=words,
        preview=preview_with_names(form.preview(raw), form, form.labels_in_context(sheet.title.presentation.labels)),
        annotations=form.annotations(raw),
    )


def _receipt(row: OpenRequest, understood: InterpretedAnswer, ready: bool, *, alone: bool, late: bool) -> Receipt:
    nonce, now = secrets.token_bytes(16), timezone.now()
    at_once = alone and not has_delayed_results(row.game)
    until = None if at_once and ready else row.due_at
    receipt = Receipt(
        answer=understood.answer,
        notation=understood.notation,
        description=understood.description,
        preview=understood.preview,
        annotations=understood.annotations,
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
        late=late,
    )
    reached = signing.AudienceProgress(row.seat_stop, bytes(row.mark))
    line = signing.sign_witness("receipt", row.game_id, row.seat.role, reached, receipt_subject(receipt), now)
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
    """Return the digest of the player and the client's idempotency key, or "" without a key.

    With the player in the digest, a substitute who sends the same key does not get the former player's receipt.
    """
    return sha256(f"{player.pk}|{key}".encode()).hexdigest() if key else ""


def _earlier(request: OpenRequest, key: str, body: str) -> Receipt | None:
    """Return the receipt of an earlier answer with this stored idempotency key; None if there is none.

    Raises IdempotencyKeyReused if that answer had other content (`body` is the digest of the content).
    """
    answer = SealedAnswer.objects.filter(request=request, idempotency_key=key).first()
    if answer is None:
        return None
    if answer.body_hash != body:
        raise IdempotencyKeyReused(
            detail=Text("This key was used for another body.", "このキーは別の内容に使用済みです。")
        )
    return read_receipt(answer.receipt)


def require_accepts_answers(game: Game) -> None:
    """Raise WrongState unless the game's status lets players answer."""
    if game.status not in (Game.Status.RUNNING, Game.Status.PAUSED):
        raise wrong_state("The game takes no answers now.", "現在このゲームは回答を受け付けていません。")


def _refuse_unless_open(game: Game, request: OpenRequest, if_match: int | None) -> None:
    require_accepts_answers(game)
    if if_match is not None and if_match != request.revision:
        raise revision_replaced(request.revision)


def _call_for_resolve(game: Game) -> None:
    """Set the game's alarm now that all answers are in; trigger the worker unless a release hour must be waited for.

    Does nothing in a game that always waits for the deadline: its alarm is set for that time already.
    """
    if load_clock(game.clock).wait:
        return
    game.due_from = next_release_time(game, timezone.now())
    game.wake_at = game.due_from if game.status == Game.Status.RUNNING else None
    update(game, "due_from", "wake_at")
    if game.status == Game.Status.RUNNING and not game.release_at:
        triggers.trigger_after_commit(triggers.RESOLVE, game.pk)
