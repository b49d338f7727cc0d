"""A whole game as one JSON document, from which `services.importing` makes it again on this or another server.

Documents name roles, never players, and hold no addresses. That of a game that is not over leaves out the secrets of
its dice, unless staff moves the game with them.
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
    DataPack,
    EventSegment,
    Game,
    JournalSegment,
    Lookout,
    Message,
    Notice,
    OpenRequest,
    OutgoingMail,
    Player,
    SeatView,
    StandingOrder,
    Tenure,
)
from games.selectors.access import get_game
from games.selectors.guarded import look
from games.services import hooks, outbox
from games.services.locks import locked_game
from games.services.notices import announce, letters
from games.stored.audit import record
from games.stored.position import seats_in_order

FORMAT = 1
MAX_BYTES = 64 * 1024 * 1024

GAME = (
    *("name", "title", "scenario", "options", "rules_version", "status", "deadline_hours", "reminder_hours"),
    *("release_at", "time_zone", "clock", "openness", "absence", "visibility", "several_seats"),
    *("branch", "stop", "step", "checkpoint", "keyframe", "chain_hash", "order_hash", "standings"),
    *("hold_reason", "created_at", "started_at", "paused_at", "ended_at"),
    "origin",
)
TABLES: dict[str, type[models.Model]] = {
    "branches": Branch,
    "checkpoints": Checkpoint,
    "segments": JournalSegment,
    "events": EventSegment,
    "views": SeatView,
    "lookouts": Lookout,
    "notices": Notice,
}
SKIPPED = {"id", "game", "author"}


class Document(Struct, kw_only=True, forbid_unknown_fields=True):
    """What a game's document holds; bytes are base64, times ISO 8601.

    `exported_at` says since when the clocks of a game that was running stand still.
    """

    format: int
    pack: dict[str, str]
    game: dict[str, Any]
    seats: list[dict[str, Any]]
    requests: list[dict[str, Any]]
    tables: dict[str, list[dict[str, Any]]]
    exported_at: str = ""
    tenures: list[dict[str, Any]] = []
    orders: list[dict[str, Any]] = []
    advice: list[dict[str, Any]] = []
    messages: list[dict[str, Any]] = []
    mails: list[dict[str, Any]] = []


def export_game(*, by: Player, game_id: UUID | str, with_secrets: bool = False) -> bytes:
    """The game as a JSON document, for staff and umpire; leaves an audit entry.

    `with_secrets` is for moving a game to another server with its dice: for staff alone, of a game that stands still,
    and all who play are told. Raises Missing, Forbidden, WrongState.
    """
    with transaction.atomic():
        found = look(by, get_game(by, game_id), "umpire", "export").game
        game = locked_game(found.pk)
        if with_secrets:
            _lay_open(by, game)
        document = _document(game, with_secrets=with_secrets)
        _add_what_is_hidden(document, game)
    return _written(document)


def game_record(*, player: Player, game_id: UUID | str) -> bytes:
    """What all may read of a game that is over, as its export, but without what never was the game's.

    Press, announcements, orders given ahead and letters are not in it. With it and their letters players check that
    nothing was changed. Raises Missing, WrongState before the end.
    """
    game = get_game(player, game_id)
    if game.status != Game.Status.OVER:
        raise wrong_state("The record is laid open at the end.", "記録はゲーム終了後に公開されます。")
    document = _document(game, with_secrets=False)
    document.tables["notices"] = []
    return _written(document)


def _written(document: Document) -> bytes:
    return msgspec.json.format(msgspec.json.encode(document), indent=1)


def _document(game: Game, *, with_secrets: bool) -> Document:
    pack = DataPack.objects.get(pk=game.data_pack_id)
    tables = {name: [_row(row) for row in _in_order(model, game)] for name, model in TABLES.items()}
    seats = [_row(seat, "player", "reserved_for") for seat in seats_in_order(game)]
    if game.status != Game.Status.OVER and not with_secrets:
        _conceal(game, tables["branches"], seats)
    return Document(
        format=FORMAT,
        pack={"title": pack.title, "digest": pack.digest, "content": _text(pack.content)},
        game={"id": str(game.pk), **{name: _text(getattr(game, name)) for name in GAME}},
        seats=seats,
        requests=[_request(row) for row in _asked(game)],
        tables=tables,
        exported_at=timezone.now().isoformat() if game.status == Game.Status.RUNNING else "",
    )


def _add_what_is_hidden(document: Document, game: Game) -> None:
    """What staff and umpire get beside the record of the game."""
    document.tenures = [_seated(row) for row in Tenure.objects.filter(seat__game=game).select_related("seat")]
    document.orders = [_seated(row) for row in StandingOrder.objects.filter(game=game).select_related("seat")]
    advice = Advice.objects.filter(request__game=game).select_related("seat").order_by("pk")
    document.advice = [_advice(row) for row in advice]
    document.messages = [_message(row) for row in Message.objects.filter(game=game).order_by("at", "id")]
    document.mails = [
        _mail(row) for row in OutgoingMail.objects.filter(game=game).select_related("seat").order_by("id")
    ]


def _lay_open(by: Player, game: Game) -> None:
    """See to it that whoever plays knows that somebody can know the dice to come. Raises Forbidden, WrongState."""
    if not by.is_staff:
        raise forbidden("Only staff may export secrets.", "秘密を含む書き出しはスタッフのみ可能です。")
    if game.status == Game.Status.RUNNING:
        raise wrong_state(
            "Pause the game first, so that its dice are not rolled in two places.",
            "同じダイスが2か所で振られないよう、先にゲームを一時停止してください。",
        )
    if game.status in (Game.Status.PAUSED, Game.Status.HELD):
        notice = announce(game, Notice.Kind.EXPORTED, author=by)
        notice.save(force_insert=True)
        outbox.post(letters([notice], seats_in_order(game), {}))
        hooks.after_commit(hooks.MAIL, game.pk)
    record(by, "export_secrets", game.pk)


def _in_order(model: type[models.Model], game: Game) -> models.QuerySet[Any]:
    """The game's rows in an order that does not rest on where they lie in the store."""
    return model._default_manager.filter(game=game).order_by(*(model._meta.ordering or ["pk"]))


def _asked(game: Game) -> models.QuerySet[OpenRequest]:
    """The game's questions as they were put."""
    rows = OpenRequest.objects.filter(game=game).select_related("seat")
    return rows.order_by("opened_at", "branch", "stop", "seat__position", "pk")


def _conceal(game: Game, branches: list[dict[str, Any]], seats: list[dict[str, Any]]) -> None:
    """Blot out what dice to come are made of; the nonces of a game that has begun are open to all."""
    for branch in branches:
        branch["secret"] = ""
    if game.started_at is None:
        for seat in seats:
            seat["nonce"] = seat["nonce_salt"] = ""


def _request(row: OpenRequest) -> dict[str, Any]:
    answers = [_row(answer, "request") for answer in row.answers.order_by("revision")]
    return {"id": str(row.pk), **_row(row, "seat"), "seat": row.seat.role, "answers": answers}


def _message(row: Message) -> dict[str, Any]:
    copies = row.copies.select_related("seat").order_by("seat__position")
    return {"id": str(row.pk), **_row(row), "copies": [_seated(copy, "message") for copy in copies]}


def _advice(row: Advice) -> dict[str, Any]:
    return {**_seated(row, "request"), "request": str(row.request_id)}


def _mail(row: OutgoingMail) -> dict[str, Any]:
    """That a letter was owed, and what became of it; not to whom, nor what a mail server said of an address."""
    return _seated(row, "player", "lease", "leased_until", "error") | {"sealed": ""}


def _seated(row: Any, *without: str) -> dict[str, Any]:
    """A row that belongs to a seat, which is named by its role."""
    return {**_row(row, "seat", "player", *without), "id": _text(row.pk), "seat": row.seat.role}


def _row(row: models.Model, *without: str) -> dict[str, Any]:
    """The fields of a row as JSON, without keys of this database."""
    names = [field.name for field in row._meta.concrete_fields if field.name not in {*SKIPPED, *without}]
    row_id = {"id": str(row.pk)} if isinstance(row, Notice) else {}
    return row_id | {name: _text(getattr(row, name)) for name in names}


def _text(value: Any) -> Any:
    if isinstance(value, bytes | memoryview):
        return b64encode(bytes(value)).decode()
    if isinstance(value, UUID):
        return str(value)
    return value.isoformat() if isinstance(value, datetime) else value
