"""``games/{id}/notes/`` and ``players/me/notes/``: your private notes."""

from typing import Annotated
from uuid import UUID

from msgspec import Meta, Struct
from rest_framework.request import Request
from rest_framework.response import Response

from api.api_view import ApiView
from api.openapi_schema import describe_operation, make_example
from api.request_bodies import RequestBody
from games.selectors.notebook import Notes, get_notes, list_notes
from games.services.notebook import (
    MAX_NOTES_LENGTH,
    MAX_UNIT_ID,
    MAX_UNIT_NOTE_LENGTH,
    MAX_UNIT_NOTES,
    do_write_notes,
)

UnitId = Annotated[str, Meta(max_length=MAX_UNIT_ID)]
UnitNote = Annotated[str, Meta(max_length=MAX_UNIT_NOTE_LENGTH)]


class NotesRequest(RequestBody, frozen=True, kw_only=True):
    """Your new notes, and your notes on single units by id. A field that is left out stays as it is.

    With `revision` they are stored only if the present notes still have that revision; otherwise the status is 412.
    `units` replaces all notes on units.
    """

    text: Annotated[str, Meta(max_length=MAX_NOTES_LENGTH)] | None = None
    units: Annotated[dict[UnitId, UnitNote], Meta(max_length=MAX_UNIT_NOTES)] | None = None
    revision: Annotated[int, Meta(ge=0, le=2**31 - 1)] | None = None


class NotesList(Struct, frozen=True):
    """Your notes on all games, the latest first."""

    results: list[Notes]
    next: str | None = None


class GameNotesView(ApiView):
    """``games/{id}/notes/``: your notes on a game.

    No other person can read the notes, not even a substitute in your seat.
    """

    @describe_operation("notes_retrieve", "My own notes on a game", sends=Notes, tag="games")
    def get(self, request: Request, game_id: UUID) -> Response:
        return Response(get_notes(self.player, game_id))

    @describe_operation(
        "notes_replace",
        "Replace my own notes on a game",
        reads=NotesRequest,
        sends=Notes,
        tag="games",
        others={412: "They were changed elsewhere."},
        examples=[
            make_example("A reminder", {"text": "Coal at Messina before day 4."}),
            make_example("On a unit", {"units": {"goeben": "Keep her out of sight."}}),
        ],
    )
    def put(self, request: Request, game_id: UUID) -> Response:
        wanted = self.parse_body(NotesRequest)
        written = do_write_notes(
            player=self.player,
            game_id=game_id,
            text=wanted.text,
            units=wanted.units,
            revision=wanted.revision,
        )
        return Response(written)


class NotesListView(ApiView):
    """``players/me/notes/``: all your notes."""

    @describe_operation("players_me_notes", "My own notes on all games, to take away", sends=NotesList, tag="players")
    def get(self, request: Request) -> Response:
        return Response(NotesList(list_notes(self.player)))
