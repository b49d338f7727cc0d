"""Export a whole game as one JSON document that `services.importing` can import on this or another server.

A document names roles, never players, and contains no addresses. For an unfinished game it contains the secrets of the
dice only if staff asks for them.
"""

from base64 import b64encode
from datetime import datetime
from typing import Any
from uuid import UUID

import msgspec
from django.db import models, transaction
from django.utils import timezone
from msgspec import Struct

from games.errors import forbidden, wrong_state
from games.models import (
    Advice,
    Branch,
    Checkpoint,
    CurrentView,
    DataPack,
    EventSegment,
    Game,
    JournalSegment,
    Message,
    Notice,
    OpenRequest,
    OutgoingMail,
    Player,
    SeatView,
    StandingOrder,
    Tenure,
)
from games.persistence.audit import record_audit_entry
from games.persistence.position import seats_in_order
from games.selectors.access import get_game
from games.selectors.audited_access import audited_access
from games.services import outbox, triggers
from games.services.locks import lock_game
from games.services.notices import make_notice, make_notice_emails

FORMAT = 2
MAX_BYTES = 64 * 1024 * 1024

GAME_FIELDS = (
    *("name", "title", "scenario", "options", "rules_version", "status", "deadline_hours", "reminder_hours"),
    *("release_at", "time_zone", "clock", "openness", "absence", "visibility", "several_seats", "hints_allowed"),
    *("trials", "branch", "stop", "step", "checkpoint", "keyframe", "chain_hash", "order_hash", "standings"),
    *("hold_reason", "created_at", "started_at", "paused_at", "ended_at"),
    *("origin", "chain_version"),
)
TABLES: dict[str, type[models.Model]] = {
    "branches": Branch,
    "checkpoints": Checkpoint,
    "segments": JournalSegment,
    "events": EventSegment,
    "views": SeatView,
    "lookouts": CurrentView,
    "notices": Notice,
}
"""The tables whose rows belong to the game but to no seat, by their name in the document."""
SKIPPED_FIELDS = {"id", "game", "author"}


class GameDocument(Struct, kw_only=True, forbid_unknown_fields=True):
    """The document of an exported game; bytes are base64, times ISO 8601."""

    format: int
    """The version of the format."""
    pack: dict[str, str]
    """The component data with which the game was created."""
    game: dict[str, Any]
    seats: list[dict[str, Any]]
    requests: list[dict[str, Any]]
    tables: dict[str, list[dict[str, Any]]]
    """The rows of the game's history, by the name of the table."""
    exported_at: str = ""
    """The time of the export; an import moves the deadlines by the time since then."""
    tenures: list[dict[str, Any]] = []
    orders: list[dict[str, Any]] = []
    """The standing orders."""
    advice: list[dict[str, Any]] = []
    messages: list[dict[str, Any]] = []
    mails: list[dict[str, Any]] = []


def export_game(*, by: Player, game_id: UUID | str, with_secrets: bool = False) -> bytes:
    """Return the game as a JSON document, for staff and umpire; records this in the audit log.

    `with_secrets` includes the secrets of the dice, to move a game to another server: only staff may ask for them, the
    game must be stopped, and all its players are notified. Raises Missing if the caller may not see the game; Forbidden
    for other players; WrongState for secrets of a game that is not stopped.
    """
    with transaction.atomic():
        found = audited_access(by, get_game(by, game_id), "umpire", "export").game
        game = lock_game(found.pk)
        if with_secrets:
            _lay_open(by, game)
        document = _document(game, with_secrets=with_secrets)
        _add_what_is_hidden(document, game)
    return _written(document)


def export_public_record(*, player: Player, game_id: UUID | str) -> bytes:
    """Return the public record of a finished game: its export as JSON without private content.

    The record leaves out press, announcements, standing orders and e-mails. Players compare the record with their
    e-mails to verify that nothing was changed. Raises Missing if the player may not see the game; WrongState if the
    game has not ended.
    """
    game = get_game(player, game_id)
    if game.status != Game.Status.OVER:
        raise wrong_state("The record is published at the end.", "記録はゲーム終了後に公開されます。")
    document = _document(game, with_secrets=False)
    document.tables["notices"] = []
    return _written(document)


def _written(document: GameDocument) -> bytes:
    return msgspec.json.format(msgspec.json.encode(document), indent=1)


def _document(game: Game, *, with_secrets: bool) -> GameDocument:
    pack = DataPack.objects.get(pk=game.data_pack_id)
    tables = {name: [_row(row) for row in _in_order(model, game)] for name, model in TABLES.items()}
    seats = [_row(seat, "player", "reserved_for") for seat in seats_in_order(game)]
    if game.status != Game.Status.OVER and not with_secrets:
        _conceal(game, tables["branches"], seats)
    return GameDocument(
        format=FORMAT,
        pack={"title": pack.title, "digest": pack.digest, "content": _text(pack.content)},
        game={"id": str(game.pk), **{name: _text(getattr(game, name)) for name in GAME_FIELDS}},
        seats=seats,
        requests=[_request(row) for row in _asked(game)],
        tables=tables,
        exported_at=timezone.now().isoformat() if game.status == Game.Status.RUNNING else "",
    )


def _add_what_is_hidden(document: GameDocument, game: Game) -> None:
    """Add the rows that only staff and umpire may read: tenures, standing orders, advice, press, e-mails."""
    document.tenures = [_seated(row) for row in Tenure.objects.filter(seat__game=game).select_related("seat")]
    document.orders = [_seated(row) for row in StandingOrder.objects.filter(game=game).select_related("seat")]
    advice = Advice.objects.filter(request__game=game).select_related("seat").order_by("pk")
    document.advice = [_advice(row) for row in advice]
    document.messages = [_message(row) for row in Message.objects.filter(game=game).order_by("at", "id")]
    document.mails = [
        _mail(row) for row in OutgoingMail.objects.filter(game=game).select_related("seat").order_by("id")
    ]


def _lay_open(by: Player, game: Game) -> None:
    """Check that `by` may export the dice secrets; record it and notify all players. Raises Forbidden, WrongState."""
    if not by.is_staff:
        raise forbidden("Only staff may export secrets.", "秘密を含む書き出しはスタッフのみ可能です。")
    if game.status == Game.Status.RUNNING:
        raise wrong_state(
            "Pause the game first, so that its dice are not rolled in two places.",
            "同じダイスが2か所で振られないよう、先にゲームを一時停止してください。",
        )
    if game.status in (Game.Status.PAUSED, Game.Status.HELD):
        notice = make_notice(game, Notice.Kind.EXPORTED, author=by)
        notice.save(force_insert=True)
        outbox.queue_mail(make_notice_emails([notice], seats_in_order(game), {}))
        triggers.trigger_after_commit(triggers.MAIL, game.pk)
    record_audit_entry(by, "export_secrets", game.pk)


def _in_order(model: type[models.Model], game: Game) -> models.QuerySet[Any]:
    """Return the game's rows in an order that does not depend on their storage order."""
    return model._default_manager.filter(game=game).order_by(*(model._meta.ordering or ["pk"]))


def _asked(game: Game) -> models.QuerySet[OpenRequest]:
    """Return the game's questions in the order in which they were asked."""
    rows = OpenRequest.objects.filter(game=game).select_related("seat")
    return rows.order_by("opened_at", "branch", "stop", "seat__position", "pk")


def _conceal(game: Game, branches: list[dict[str, Any]], seats: list[dict[str, Any]]) -> None:
    """Remove the branches' dice secrets and, before the start, the seats' nonces. Nonces are public later."""
    for branch in branches:
        branch["secret"] = ""
    if game.started_at is None:
        for seat in seats:
            seat["nonce"] = seat["nonce_salt"] = ""


def _request(row: OpenRequest) -> dict[str, Any]:
    private = ("request", "idempotency_key", "body_hash")
    answers = [_row(answer, *private) for answer in row.answers.order_by("revision")]
    return {"id": str(row.pk), **_row(row, "seat"), "seat": row.seat.role, "answers": answers}


def _message(row: Message) -> dict[str, Any]:
    copies = row.copies.select_related("seat").order_by("seat__position")
    return {"id": str(row.pk), **_row(row), "copies": [_seated(copy, "message") for copy in copies]}


def _advice(row: Advice) -> dict[str, Any]:
    return {**_seated(row, "request"), "request": str(row.request_id)}


def _mail(row: OutgoingMail) -> dict[str, Any]:
    """Return an outbox row as JSON, without its recipient, contents and error text."""
    return _seated(row, "player", "lease", "leased_until", "error") | {"sealed": ""}


def _seated(row: Any, *without: str) -> dict[str, Any]:
    """Return a row that belongs to a seat as JSON, with the seat's role; leave out the columns `without`."""
    return {**_row(row, "seat", "player", *without), "id": _text(row.pk), "seat": row.seat.role}


def _row(row: models.Model, *without: str) -> dict[str, Any]:
    """Return the columns of a row as JSON, without the database's own keys and the columns `without`."""
    names = [field.name for field in row._meta.concrete_fields if field.name not in {*SKIPPED_FIELDS, *without}]
    row_id = {"id": str(row.pk)} if isinstance(row, Notice) else {}
    return row_id | {name: _text(getattr(row, name)) for name in names}


def _text(value: Any) -> Any:
    if isinstance(value, bytes | memoryview):
        return b64encode(bytes(value)).decode()
    if isinstance(value, UUID):
        return str(value)
    return value.isoformat() if isinstance(value, datetime) else value
