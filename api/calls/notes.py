"""``games/{id}/notes/`` and ``players/me/notes/``: what I write down for myself."""

from typing import Annotated
from uuid import UUID

from msgspec import Meta, Struct
from rest_framework.request import Request
from rest_framework.response import Response

from api.base import Call
from api.schema import call, example
from api.shapes import Body
from games.selectors.notebook import Notes, all_my_notes, my_notes
from games.services.notebook import MOST_LETTERS, do_write_notes


class NotesChange(Body, frozen=True, kw_only=True):
    """My notes as they are to be; with `revision`, only if they are still that one (else 412)."""

    text: Annotated[str, Meta(max_length=MOST_LETTERS)]
    revision: Annotated[int, Meta(ge=0, le=2**31 - 1)] | None = None


class NotesList(Struct, frozen=True):
    """My notes on all games, the latest first."""

    results: list[Notes]
    next: None = None


class GameNotes(Call):
    """My notes on a game. Nobody else ever reads them, not even who takes my seat over."""

    @call("notes_retrieve", "My own notes on a game", sends=Notes, tag="games")
    def get(self, request: Request, game_id: UUID) -> Response:
        return Response(my_notes(self.player, game_id))

    @call(
        "notes_replace",
        "Replace my own notes on a game",
        reads=NotesChange,
        sends=Notes,
        tag="games",
        others={412: "They were changed elsewhere."},
        examples=[example("A reminder", {"text": "Coal at Messina before day 4."})],
    )
    def put(self, request: Request, game_id: UUID) -> Response:
        wanted = self.body(NotesChange)
        return Response(do_write_notes(player=self.player, game_id=game_id, text=wanted.text, revision=wanted.revision))


class AllNotes(Call):
    """All that I have written down."""

    @call("players_me_notes", "My own notes on all games, to take away", sends=NotesList, tag="players")
    def get(self, request: Request) -> Response:
        return Response(NotesList(all_my_notes(self.player)))
