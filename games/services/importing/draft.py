"""A document read into unsaved rows: nothing is believed of it yet but its shape."""

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
from games.services.export import GAME, TABLES, Document
from games.services.importing.rows import Reader

Raw = Mapping[str, Any]


@dataclass
class Draft:
    """A game that is not stored yet, and its rows. `ids` are the new ids of what had others in the document."""

    title: Title[Any]
    pack: registry.Pack
    game: Game
    seats: dict[str, Seat] = field(default_factory=dict)
    tables: dict[str, list[Any]] = field(default_factory=dict)
    tenures: list[Tenure] = field(default_factory=list)
    orders: list[StandingOrder] = field(default_factory=list)
    requests: list[OpenRequest] = field(default_factory=list)
    answers: list[SealedAnswer] = field(default_factory=list)
    advice: list[Advice] = field(default_factory=list)
    messages: list[Message] = field(default_factory=list)
    copies: list[MessageCopy] = field(default_factory=list)
    mails: list[OutgoingMail] = field(default_factory=list)
    ids: dict[str, UUID] = field(default_factory=dict)


def read_draft(document: Document) -> Draft:
    """All rows of a document. Raises Malformed, naming every field that cannot be read."""
    reader = Reader()
    draft = _begun(document, reader)
    _read_seats(document, draft, reader)
    _read_tables(document, draft, reader)
    reader.refuse()
    _Rows(draft, reader).read(document)
    reader.refuse()
    return draft


def _begun(document: Document, reader: Reader) -> Draft:
    try:
        content = b64decode(document.pack["content"], validate=True)
        pack = registry.Pack(document.pack["title"], document.pack["digest"], content)
        title = registry.title_of(pack)
    except (LookupError, ValueError) as error:
        raise malformed("/pack", f"no pack: {error}", "データパックではありません。", "pack") from error
    except Unreadable as error:
        raise malformed("/pack", error.why, "データパックを読み込めません。", "pack") from error
    game = reader.row(Game, document.game, "/game", besides=("id",), only=GAME)
    if game.title != pack.title:
        reader.wrong("/game/title", "Its component data is another title's.", "データパックの題名と違います。")
    game.origin = game.origin or _uuid(document.game.get("id"), "/game/id", reader)
    return Draft(title, pack, game)


def _uuid(value: Any, at: str, reader: Reader) -> UUID | None:
    try:
        return UUID(value)
    except (ValueError, TypeError, AttributeError):
        reader.wrong(at, "This is no id.", "IDではありません。", "value")
        return None


def _read_seats(document: Document, draft: Draft, reader: Reader) -> None:
    for index, raw in enumerate(document.seats):
        seat = reader.row(Seat, raw, f"/seats/{index}", game=draft.game)
        draft.seats[seat.role] = seat


def _read_tables(document: Document, draft: Draft, reader: Reader) -> None:
    for name in document.tables.keys() - TABLES.keys():
        reader.wrong(f"/tables{pointer(name)}", "There is no such table.", "そのような表はありません。", "unknown")
    for name, model in TABLES.items():
        if name not in document.tables:
            reader.wrong(f"/tables/{name}", f"{name}: missing.", f"{name}: 必要です。", "required")
        draft.tables[name] = []
        for index, raw in enumerate(document.tables.get(name, ())):
            row = reader.row(model, raw, f"/tables/{name}/{index}", besides=("id",), game=draft.game)
            draft.tables[name].append(row)
            _rename(draft, raw, row)


def _rename(draft: Draft, raw: Raw, row: models.Model) -> None:
    """Note under which id the row goes from now on."""
    if isinstance(raw, dict) and isinstance(raw.get("id"), str) and isinstance(row.pk, UUID):
        draft.ids[raw["id"].replace("-", "")] = row.pk


class _Rows:
    """Reads what belongs to seats and to each other."""

    def __init__(self, draft: Draft, reader: Reader) -> None:
        self.draft, self.reader = draft, reader
        self.requests: dict[Any, OpenRequest] = {}

    def read(self, document: Document) -> None:
        """Fill the draft's lists."""
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
            row = self.reader.row(model, raw, where, besides=("id", "seat", "request"), seat=seat, **given)
            _rename(self.draft, raw, row)
            found.append(row)
        return found

    def _seat(self, raw: Raw, at: str) -> Seat | None:
        role = raw.get("seat")
        seat = self.draft.seats.get(role) if isinstance(role, str) else None
        if seat is None:
            self.reader.wrong(f"{at}/seat", "There is no such seat.", "その席はありません。", "role")
        return seat

    def _request(self, raw: dict[str, Any], at: str) -> None:
        seat = self._seat(raw, at)
        besides = ("id", "seat", "answers")
        row = self.reader.row(OpenRequest, raw, at, besides=besides, seat=seat, game=self.draft.game)
        self.draft.requests.append(row)
        self.requests[raw.get("id")] = row
        _rename(self.draft, raw, row)
        answers = raw.get("answers")
        if not isinstance(answers, list):
            self.reader.wrong(f"{at}/answers", "This must be a list.", "リストで指定してください。", "type")
            return
        for index, one in enumerate(answers):
            answer = self.reader.row(SealedAnswer, one, f"{at}/answers/{index}", request=row)
            answer.idempotency_key, answer.body_hash = "", ""  # made of a player's number on the server it came from
            self.draft.answers.append(answer)

    def _attach(self, row: Advice, raw: Raw, at: str) -> None:
        request = self.requests.get(raw.get("request")) if isinstance(raw.get("request"), str) else None
        if request is None:
            self.reader.wrong(f"{at}/request", "There is no such decision.", "その決定はありません。", "value")
        else:
            row.request = request

    def _message(self, raw: dict[str, Any], at: str) -> None:
        row = self.reader.row(Message, raw, at, besides=("id", "copies"), game=self.draft.game)
        self.draft.messages.append(row)
        copies = raw.get("copies")
        if not isinstance(copies, list) or not all(isinstance(one, dict) for one in copies):
            self.reader.wrong(f"{at}/copies", "This must be a list.", "リストで指定してください。", "type")
            return
        self.draft.copies += self._seated(MessageCopy, copies, f"{at}/copies", message=row, game=self.draft.game)
