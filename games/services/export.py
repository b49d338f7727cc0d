"""A whole game as one JSON document, and back again on this or another server.

A document of a running game leaves out the secrets of its dice. Imported, such a game stands held: its exit begins a
branch with dice of its own. Documents name roles, never players.
"""

from base64 import b64decode, b64encode
from datetime import datetime
from typing import Any
from uuid import UUID

import msgspec
from django.db import models, transaction
from msgspec import Struct

from games import registry
from games.errors import forbidden
from games.kernel.chance import commitment
from games.kernel.errors import malformed
from games.models import (
    Branch,
    Checkpoint,
    DataPack,
    EventSegment,
    Game,
    JournalSegment,
    Lookout,
    Message,
    MessageCopy,
    Notice,
    OpenRequest,
    Player,
    SealedAnswer,
    Seat,
    SeatView,
)
from games.selectors.access import get_game
from games.selectors.guarded import look
from games.services.audit import record
from games.services.creation import begin_dice

FORMAT = 1
MAX_BYTES = 64 * 1024 * 1024

_GAME = (
    *("name", "title", "scenario", "options", "rules_version", "status", "deadline_hours", "reminder_hours"),
    *("release_at", "time_zone"),
    *("branch", "stop", "step", "checkpoint", "keyframe", "chain_hash", "order_hash", "standings"),
    *("created_at", "started_at", "ended_at"),
)
_TABLES: dict[str, type[models.Model]] = {
    "branches": Branch,
    "checkpoints": Checkpoint,
    "segments": JournalSegment,
    "events": EventSegment,
    "views": SeatView,
    "lookouts": Lookout,
    "notices": Notice,
}
_SKIPPED = {"id", "game", "author"}


class Document(Struct, kw_only=True, forbid_unknown_fields=True):
    """What a game's document holds; bytes are base64, times ISO 8601."""

    format: int
    pack: dict[str, str]
    game: dict[str, Any]
    seats: list[dict[str, Any]]
    requests: list[dict[str, Any]]
    tables: dict[str, list[dict[str, Any]]]
    messages: list[dict[str, Any]] = []


def export_game(*, by: Player, game_id: UUID | str) -> bytes:
    """The game as a JSON document, for staff and umpire; leaves an audit entry. Raises Missing, Forbidden."""
    game = look(by, get_game(by, game_id), "umpire", "export").game
    pack = DataPack.objects.get(pk=game.data_pack_id)
    tables = {name: [_row(row) for row in model._default_manager.filter(game=game)] for name, model in _TABLES.items()}
    if game.status != Game.Status.OVER:
        for branch in tables["branches"]:
            branch["secret"] = ""
    document = Document(
        format=FORMAT,
        pack={"title": pack.title, "digest": pack.digest, "content": _text(pack.content)},
        game={name: _text(getattr(game, name)) for name in _GAME},
        seats=[_row(seat, "player", "reserved_for") for seat in Seat.objects.filter(game=game).order_by("position")],
        requests=[_request(row) for row in OpenRequest.objects.filter(game=game).select_related("seat")],
        tables=tables,
        messages=[_message(row) for row in Message.objects.filter(game=game).order_by("at", "id")],
    )
    return msgspec.json.format(msgspec.json.encode(document), indent=1)


def import_game(*, by: Player, data: bytes) -> Game:
    """A new game out of a document: as it was if it is over, else held, with dice of its own. Staff only.

    Raises Forbidden, Malformed.
    """
    if not by.is_staff:
        raise forbidden("Only staff may import games.", "インポートはスタッフのみ可能です。")
    if len(data) > MAX_BYTES:
        raise malformed("", "The document is too long.", "文書が長すぎます。", "too_large")
    try:
        document = msgspec.json.decode(data, type=Document)
        if document.format != FORMAT:
            raise ValueError(f"format {document.format}")
        with transaction.atomic():
            return _stored(document, by)
    except (ValueError, LookupError, TypeError) as error:
        raise malformed("", f"This is not an exported game: {error}", "ゲームの文書として読めません。") from error


def _stored(document: Document, by: Player) -> Game:
    content = b64decode(document.pack["content"])
    pack = registry.Pack(document.pack["title"], document.pack["digest"], content)
    if registry.digest_of(content) != pack.digest or pack.title not in registry.title_keys():
        raise ValueError("its data pack is not what it says")
    values = {name: _value(Game, name, document.game[name]) for name in _GAME if name in document.game}
    game = Game(host=by, data_pack=registry.store_pack(pack), **values)
    if game.status not in (Game.Status.OVER, Game.Status.ABANDONED, Game.Status.OPEN):
        game.status, game.hold_reason = Game.Status.HELD, "Imported: release it to go on with dice of its own."
    game.save(force_insert=True)
    seats = {row["role"]: Seat(game=game, **_values(Seat, row)) for row in document.seats}
    for seat in seats.values():
        if seat.kind == Seat.Kind.PLAYER:
            seat.kind, seat.since = Seat.Kind.OPEN, None
    Seat.objects.bulk_create(seats.values())
    for name, model in _TABLES.items():
        rows = [model(game=game, **_values(model, row)) for row in document.tables[name]]
        model._default_manager.bulk_create(rows)
    for raw in document.requests:
        _store_request(game, seats[raw["seat"]], raw)
    for raw in document.messages:
        _store_message(game, seats, raw)
    _check_secrets(game)
    record(by, "import", game.pk)
    return game


def _check_secrets(game: Game) -> None:
    """Secrets must fit their commitments; a game that has not begun gets dice of its own. Raises ValueError."""
    for branch in Branch.objects.filter(game=game):
        secret = bytes(branch.secret)
        if secret and commitment(secret) != branch.commitment:
            raise ValueError(f"the secret of branch {branch.number} does not fit its commitment")
    if game.status == Game.Status.OPEN:
        Branch.objects.filter(game=game).delete()
        begin_dice(game)


def _request(row: OpenRequest) -> dict[str, Any]:
    answers = [_row(answer, "request") for answer in row.answers.order_by("revision")]
    return {**_row(row, "seat"), "seat": row.seat.role, "answers": answers}


def _store_request(game: Game, seat: Seat, raw: dict[str, Any]) -> None:
    answers = raw.pop("answers")
    request = OpenRequest.objects.create(game=game, seat=seat, **_values(OpenRequest, raw))
    SealedAnswer.objects.bulk_create(
        [SealedAnswer(request=request, **_values(SealedAnswer, answer)) for answer in answers]
    )


def _message(row: Message) -> dict[str, Any]:
    copies = row.copies.select_related("seat").order_by("seat__position")
    return {**_row(row), "copies": [{**_row(copy, "seat", "message"), "seat": copy.seat.role} for copy in copies]}


def _store_message(game: Game, seats: dict[str, Seat], raw: dict[str, Any]) -> None:
    copies = raw.pop("copies")
    message = Message.objects.create(game=game, **_values(Message, raw))
    MessageCopy.objects.bulk_create(
        [
            MessageCopy(game=game, message=message, seat=seats[copy["seat"]], **_values(MessageCopy, copy))
            for copy in copies
        ]
    )


def _row(row: models.Model, *without: str) -> dict[str, Any]:
    """The fields of a row as JSON, without keys of this database."""
    names = [field.name for field in row._meta.concrete_fields if field.name not in {*_SKIPPED, *without}]
    return {name: _text(getattr(row, name)) for name in names}


def _text(value: Any) -> Any:
    if isinstance(value, bytes | memoryview):
        return b64encode(bytes(value)).decode()
    return value.isoformat() if isinstance(value, datetime) else value


def _values(model: type[models.Model], row: dict[str, Any]) -> dict[str, Any]:
    names = {field.name for field in model._meta.concrete_fields} - _SKIPPED - {"seat", "request", "player", "message"}
    if unknown := row.keys() - names - {"seat"}:
        raise ValueError(f"unknown fields: {', '.join(sorted(unknown))}")
    return {name: _value(model, name, value) for name, value in row.items() if name in names}


def _value(model: type[models.Model], name: str, value: Any) -> Any:
    field = model._meta.get_field(name)
    if isinstance(field, models.BinaryField):
        return None if value is None else b64decode(value)
    if isinstance(field, models.DateTimeField):
        return None if value is None else datetime.fromisoformat(value)
    return value
