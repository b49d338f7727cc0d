"""Read an exported document into unsaved rows; this module checks only the document's structure."""

from base64 import b64decode
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

from django.db import models

from games import registry
from games.errors import Unreadable
from games.kernel.errors import malformed, pointer
from games.kernel.title import Title
from games.models import (
    Advice,
    Game,
    Message,
    MessageCopy,
    OpenRequest,
    OutgoingMail,
    SealedAnswer,
    Seat,
    StandingOrder,
    Tenure,
)
from games.services.export import GAME_FIELDS, TABLES, GameDocument
from games.services.importing.row_reader import RowReader

Raw = Mapping[str, Any]


@dataclass
class ImportDraft:
    """A game to import, with its rows, all unsaved."""

    title: Title[Any]
    pack: registry.Pack
    game: Game
    seats: dict[str, Seat] = field(default_factory=dict)
    """The seats by role."""
    tables: dict[str, list[Any]] = field(default_factory=dict)
    """The rows that belong to no other field, by the table's name in the document."""
    tenures: list[Tenure] = field(default_factory=list)
    orders: list[StandingOrder] = field(default_factory=list)
    requests: list[OpenRequest] = field(default_factory=list)
    answers: list[SealedAnswer] = field(default_factory=list)
    advice: list[Advice] = field(default_factory=list)
    messages: list[Message] = field(default_factory=list)
    copies: list[MessageCopy] = field(default_factory=list)
    mails: list[OutgoingMail] = field(default_factory=list)
    ids: dict[str, UUID] = field(default_factory=dict)
    """The ids of the new rows, by the ids in the document without hyphens."""


def read_draft(document: GameDocument) -> ImportDraft:
    """Return the unsaved game and rows of a document. Raises Malformed with every unreadable field."""
    reader = RowReader()
    draft = _begun(document, reader)
    _read_seats(document, draft, reader)
    _read_tables(document, draft, reader)
    reader.raise_problems()
    _Rows(draft, reader).read(document)
    reader.raise_problems()
    return draft


def _begun(document: GameDocument, reader: RowReader) -> ImportDraft:
    try:
        content = b64decode(document.pack["content"], validate=True)
        pack = registry.Pack(document.pack["title"], document.pack["digest"], content)
        title = registry.title_from_pack(pack)
    except (LookupError, ValueError) as error:
        raise malformed("/pack", "no pack: {error}", "データパックではありません。", "pack", error=error) from error
    except Unreadable as error:
        raise malformed("/pack", error.why, "データパックを読み込めません。", "pack") from error
    game = reader.read_row(Game, document.game, "/game", extra_members=("id",), only=GAME_FIELDS)
    if game.title != pack.title:
        reader.add_problem("/game/title", "Its component data is another title's.", "データパックの題名と違います。")
    game.origin = game.origin or _uuid(document.game.get("id"), "/game/id", reader)
    return ImportDraft(title, pack, game)


def _uuid(value: Any, at: str, reader: RowReader) -> UUID | None:
    try:
        return UUID(value)
    except (ValueError, TypeError, AttributeError):
        reader.add_problem(at, "This is no id.", "IDではありません。", "value")
        return None


def _read_seats(document: GameDocument, draft: ImportDraft, reader: RowReader) -> None:
    for index, raw in enumerate(document.seats):
        seat = reader.read_row(Seat, raw, f"/seats/{index}", game=draft.game)
        draft.seats[seat.role] = seat


def _read_tables(document: GameDocument, draft: ImportDraft, reader: RowReader) -> None:
    for name in document.tables.keys() - TABLES.keys():
        reader.add_problem(
            f"/tables{pointer(name)}", "There is no such table.", "そのような表はありません。", "unknown"
        )
    for name, model in TABLES.items():
        if name not in document.tables:
            reader.add_problem(f"/tables/{name}", "{name}: missing.", "{name}：必要です。", "required", name=name)
        draft.tables[name] = []
        for index, raw in enumerate(document.tables.get(name, ())):
            row = reader.read_row(model, raw, f"/tables/{name}/{index}", extra_members=("id",), game=draft.game)
            draft.tables[name].append(row)
            _rename(draft, raw, row)


def _rename(draft: ImportDraft, raw: Raw, row: models.Model) -> None:
    """Record in the draft which new id replaces the row's id in the document."""
    if isinstance(raw, dict) and isinstance(raw.get("id"), str) and isinstance(row.pk, UUID):
        draft.ids[raw["id"].replace("-", "")] = row.pk


class _Rows:
    """A reader for the rows that refer to seats or to other rows: questions, answers, press, advice, e-mails."""

    def __init__(self, draft: ImportDraft, reader: RowReader) -> None:
        self.draft, self.reader = draft, reader
        self.requests: dict[Any, OpenRequest] = {}

    def read(self, document: GameDocument) -> None:
        """Read the document's rows into the draft's lists."""
        draft = self.draft
        for index, raw in enumerate(document.requests):
            self._request(raw, f"/requests/{index}")
        for index, raw in enumerate(document.messages):
            self._message(raw, f"/messages/{index}")
        draft.tenures = self._seated(Tenure, document.tenures, "/tenures")
        draft.orders = self._seated(StandingOrder, document.orders, "/orders", game=draft.game)
        draft.mails = self._seated(OutgoingMail, document.mails, "/mails", game=draft.game)
        draft.advice = self._seated(Advice, document.advice, "/advice")
        for index, (raw, row) in enumerate(zip(document.advice, draft.advice, strict=True)):
            self._attach(row, raw, f"/advice/{index}")

    def _seated(self, model: Any, raws: list[dict[str, Any]], at: str, **given: Any) -> list[Any]:
        found = []
        for index, raw in enumerate(raws):
            where = f"{at}/{index}"
            seat = self._seat(raw, where)
            row = self.reader.read_row(model, raw, where, extra_members=("id", "seat", "request"), seat=seat, **given)
            _rename(self.draft, raw, row)
            found.append(row)
        return found

    def _seat(self, raw: Raw, at: str) -> Seat | None:
        role = raw.get("seat")
        seat = self.draft.seats.get(role) if isinstance(role, str) else None
        if seat is None:
            self.reader.add_problem(f"{at}/seat", "There is no such seat.", "その席はありません。", "role")
        return seat

    def _request(self, raw: dict[str, Any], at: str) -> None:
        seat = self._seat(raw, at)
        besides = ("id", "seat", "answers")
        row = self.reader.read_row(OpenRequest, raw, at, extra_members=besides, seat=seat, game=self.draft.game)
        self.draft.requests.append(row)
        self.requests[raw.get("id")] = row
        _rename(self.draft, raw, row)
        answers = raw.get("answers")
        if not isinstance(answers, list):
            self.reader.add_problem(f"{at}/answers", "This must be a list.", "リストで指定してください。", "type")
            return
        for index, one in enumerate(answers):
            answer = self.reader.read_row(SealedAnswer, one, f"{at}/answers/{index}", request=row)
            answer.idempotency_key, answer.body_hash = "", ""  # derived from a player's number on the source server
            self.draft.answers.append(answer)

    def _attach(self, row: Advice, raw: Raw, at: str) -> None:
        request = self.requests.get(raw.get("request")) if isinstance(raw.get("request"), str) else None
        if request is None:
            self.reader.add_problem(f"{at}/request", "There is no such decision.", "その決定はありません。", "value")
        else:
            row.request = request

    def _message(self, raw: dict[str, Any], at: str) -> None:
        row = self.reader.read_row(Message, raw, at, extra_members=("id", "copies"), game=self.draft.game)
        self.draft.messages.append(row)
        copies = raw.get("copies")
        if not isinstance(copies, list) or not all(isinstance(one, dict) for one in copies):
            self.reader.add_problem(f"{at}/copies", "This must be a list.", "リストで指定してください。", "type")
            return
        self.draft.copies += self._seated(MessageCopy, copies, f"{at}/copies", message=row, game=self.draft.game)
