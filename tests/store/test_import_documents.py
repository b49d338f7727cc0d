"""An exported document becomes rows: a faulty one is refused by name, and each id is replaced by a new one."""

from collections.abc import Callable
from typing import Any
from uuid import UUID

import msgspec
import pytest

from games.kernel.errors import Malformed
from games.models import Game, Player
from games.services.advice import do_advise
from games.services.export import GameDocument, export_game
from games.services.importing.draft_reader import ImportDraft, read_draft
from tests.table import asked, example

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]

ID = "0f8fad5b-d9cb-469f-a165-70867728950e"
Change = Callable[[GameDocument], Any]


@pytest.fixture
def document(written: Callable[[str], bytes]) -> GameDocument:
    return msgspec.json.decode(written("running"), type=GameDocument)


def faults(document: GameDocument) -> set[tuple[str, str]]:
    try:
        read_draft(document)
    except Malformed as error:
        return {(one.pointer, one.code) for one in error.problems}
    return set()


def put(place: Any, **fields: Any) -> None:
    for name, value in fields.items():
        place[name] = value


def test_what_was_exported_is_a_draft(document: GameDocument) -> None:
    draft = read_draft(document)
    assert [seat.role for seat in draft.seats.values()] == list(draft.seats) == ["red", "black"]
    assert {name: len(rows) for name, rows in draft.tables.items()} == {
        name: len(rows) for name, rows in document.tables.items()
    }
    for rows, raws in (
        (draft.tenures, document.tenures),
        (draft.orders, document.orders),
        (draft.requests, document.requests),
        (draft.mails, document.mails),
        (draft.messages, document.messages),
    ):
        assert len(rows) == len(raws) > 0
    assert len(draft.answers) == sum(len(raw["answers"]) for raw in document.requests) > 0
    assert len(draft.copies) == 2
    whole = [*draft.tables["segments"], *draft.orders, *draft.requests, *draft.mails, *draft.messages, *draft.copies]
    assert all(row.game is draft.game for row in whole)
    assert all(seat.game is draft.game for seat in draft.seats.values())
    assert {id(answer.request) for answer in draft.answers} <= {id(row) for row in draft.requests}
    assert {(answer.idempotency_key, answer.body_hash) for answer in draft.answers} == {("", "")}


def test_whatever_others_name_by_its_id_has_a_new_one(document: GameDocument) -> None:
    draft = read_draft(document)
    for raws, rows in (
        (document.requests, draft.requests),
        (document.orders, draft.orders),
        (document.messages[0]["copies"], draft.copies),
    ):
        for raw, row in zip(raws, rows, strict=True):
            assert draft.ids[raw["id"].replace("-", "")] == row.pk
            assert row.pk != UUID(raw["id"])
    notice = {"id": ID, "stop": 1, "kind": "paused", "seats": ["*"], "facts": {}}
    document.tables["notices"].append(notice)
    draft = read_draft(document)
    assert draft.ids[ID.replace("-", "")] == draft.tables["notices"][-1].pk


def test_a_game_remembers_where_it_began(document: GameDocument) -> None:
    assert str(read_draft(document).game.origin) == document.game["id"]
    document.game["origin"] = ID
    assert str(read_draft(document).game.origin) == ID
    document.game["id"] = "mine"
    assert faults(document) == set()


WRONG: dict[str, tuple[Change, set[tuple[str, str]]]] = {
    "no id": (lambda d: put(d.game, id="mine"), {("/game/id", "value")}),
    "a number for an id": (lambda d: put(d.game, id=7), {("/game/id", "value")}),
    "none": (lambda d: d.game.pop("id"), {("/game/id", "value")}),
    "another title": (lambda d: put(d.game, title="chess"), {("/game/title", "malformed")}),
    "a column that is not for documents": (lambda d: put(d.game, has_orders=True), {("/game/has_orders", "unknown")}),
    "no pack": (lambda d: d.pack.clear(), {("/pack", "pack")}),
    "no content": (lambda d: put(d.pack, content="*"), {("/pack", "pack")}),
    "another digest": (lambda d: put(d.pack, digest="0" * 64), {("/pack", "pack")}),
    "an unknown title's pack": (lambda d: put(d.pack, title="chess"), {("/pack", "pack")}),
    "a seat's field": (lambda d: put(d.seats[1], hat=1), {("/seats/1/hat", "unknown")}),
    "a strange table": (lambda d: put(d.tables, wrecks=[]), {("/tables/wrecks", "unknown")}),
    "no table": (lambda d: d.tables.pop("views"), {("/tables/views", "required")}),
    "a row's field": (lambda d: put(d.tables["segments"][0], hat=1), {("/tables/segments/0/hat", "unknown")}),
    "a question to nobody": (lambda d: put(d.requests[1], seat="green"), {("/requests/1/seat", "role")}),
    "a question to a number": (lambda d: put(d.requests[1], seat=[1]), {("/requests/1/seat", "role")}),
    "a question's field": (lambda d: put(d.requests[1], hat=1), {("/requests/1/hat", "unknown")}),
    "no answers": (lambda d: put(d.requests[1], answers=None), {("/requests/1/answers", "type")}),
    "an answer's field": (
        lambda d: put(d.requests[0]["answers"][0], hat=1),
        {("/requests/0/answers/0/hat", "unknown")},
    ),
    "nobody's time": (lambda d: put(d.tenures[1], seat="green"), {("/tenures/1/seat", "role")}),
    "nobody's order": (lambda d: put(d.orders[1], seat="green"), {("/orders/1/seat", "role")}),
    "an order's field": (lambda d: put(d.orders[1], hat=1), {("/orders/1/hat", "unknown")}),
    "nobody's letter": (lambda d: put(d.mails[1], seat="green"), {("/mails/1/seat", "role")}),
    "a message's field": (lambda d: put(d.messages[0], hat=1), {("/messages/0/hat", "unknown")}),
    "no copies": (lambda d: put(d.messages[0], copies=3), {("/messages/0/copies", "type")}),
    "strange copies": (lambda d: d.messages[0]["copies"].append(3), {("/messages/0/copies", "type")}),
    "nobody's copy": (lambda d: put(d.messages[0]["copies"][1], seat="green"), {("/messages/0/copies/1/seat", "role")}),
    "advice about nothing": (
        lambda d: d.advice.append({"seat": "red", "request": ID}),
        {("/advice/0/request", "value")},
    ),
    "advice about a number": (
        lambda d: d.advice.append({"seat": "red", "request": [1]}),
        {("/advice/0/request", "value")},
    ),
    "seats before what belongs to them": (
        lambda d: (put(d.seats[0], hat=1), put(d.requests[0], hat=1)),
        {("/seats/0/hat", "unknown")},
    ),
}


@pytest.mark.parametrize("what", WRONG)
def test_what_is_no_document_is_refused_by_name(document: GameDocument, what: str) -> None:
    change, wanted = WRONG[what]
    change(document)
    assert faults(document) == wanted


def test_advice_belongs_to_its_question(council: Game, staff: Player) -> None:
    request, carl = asked(council, "red"), Player.objects.get(username="carl")
    do_advise(player=carl, request_id=request.pk, answer=msgspec.json.encode(example(request)))
    document = msgspec.json.decode(export_game(by=staff, game_id=council.pk), type=GameDocument)
    draft: ImportDraft = read_draft(document)
    ((row, raw),) = zip(draft.advice, document.advice, strict=True)
    assert row.request.pk == draft.ids[raw["request"].replace("-", "")]
    assert row.seat is draft.seats["green"]
