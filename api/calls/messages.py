"""``games/{id}/messages/``: press. What a seat says and is told; nobody but the two, and the umpire, sees any of it."""

from datetime import datetime
from typing import Annotated
from uuid import UUID

from msgspec import Meta, Struct
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response

from api.base import Call
from api.calls.sight import MOST
from api.schema import call, example
from api.shapes import Body
from games import registry
from games.kernel.text import Text
from games.selectors import messages
from games.selectors.access import own_seat
from games.selectors.messages import SeenMessage
from games.services.messages import MOST_LETTERS, do_mark_read, do_send

PAGE = 200
"""Messages in one response."""

SeatKey = Annotated[str, Meta(max_length=40)]


class MessageBody(Struct, frozen=True, kw_only=True):
    """A message in the box of one of my seats. `number` counts within it. `read_at` is null until I mark it read.

    `receivers` are all whom it went to if `seat` is the sender; of a message that I got, I see only that I got it.
    """

    id: UUID
    seat: str
    number: int
    sender: str
    receivers: list[str]
    text: str
    at: datetime
    read_at: datetime | None


class MessageList(Struct, frozen=True, kw_only=True):
    """The messages of one of my seats, the oldest first; `next` is what to give as `after`, null at the end.

    `unread` counts all that I have not marked as read, `partners` are the seats that this one may talk to now (by
    `rule`, if the title has one), `about` is what the title says of talk.
    """

    results: list[MessageBody]
    next: int | None
    seat: str
    unread: int
    partners: list[str]
    rule: str
    about: Text


class MessageQuery(Body, frozen=True, kw_only=True):
    """Which of my messages."""

    seat: Annotated[str, Meta(max_length=40, description="One of my seats; without it the first.")] = ""
    after: Annotated[int, Meta(ge=0, le=MOST, description="Only those with a higher number.")] = 0
    unread: Annotated[bool, Meta(description="Only those that are not marked as read.")] = False


class NewMessage(Body, frozen=True, kw_only=True):
    """What one of my seats (the first, if none is named) says to seats; with no `to` to all it may talk to now."""

    text: Annotated[str, Meta(min_length=1, max_length=MOST_LETTERS, pattern=r"\S")]
    to: Annotated[list[SeatKey], Meta(max_length=40)] = []
    seat: SeatKey = ""


class ReadMark(Body, frozen=True, kw_only=True):
    """Whether I have read it."""

    read: bool = True


class Messages(Call):
    """The box of a seat."""

    @call("messages_list", "My messages", sends=MessageList, query=MessageQuery, tag="messages")
    def get(self, request: Request, game_id: UUID) -> Response:
        wanted = self.query(MessageQuery)
        mine = own_seat(self.player, game_id, wanted.seat)
        found = messages.box_of(
            self.player, game_id, mine.role, after=wanted.after, unread=wanted.unread, limit=PAGE + 1
        )
        title, shown = registry.game_title(mine.game), found[:PAGE]
        body = MessageList(
            results=[_body(one) for one in shown],
            next=shown[-1].number if len(found) > PAGE else None,
            seat=mine.role,
            unread=messages.unread_count(mine),
            partners=messages.partners_of(self.player, game_id, mine.role),
            rule=title.talk_rule,
            about=title.talk_words,
        )
        return Response(body, headers=_PRIVATE)

    @call(
        "messages_create",
        "Say something to other seats",
        reads=NewMessage,
        sends=MessageBody,
        status=201,
        tag="messages",
        about="A letter goes to each player who gets it. The response is the sender's own copy.",
        examples=[
            example("To one seat", {"text": "Shall we leave each other alone?", "to": ["black"]}),
            example("To all whom I may talk to", {"text": "Good luck to everybody."}),
        ],
    )
    def post(self, request: Request, game_id: UUID) -> Response:
        wanted = self.body(NewMessage)
        copy = do_send(player=self.player, game_id=game_id, seat=wanted.seat, to=wanted.to, text=wanted.text)
        place = request.build_absolute_uri(f"{copy.pk}/")
        sent = messages.message(self.player, copy.pk)
        return Response(_body(sent), status.HTTP_201_CREATED, headers={**_PRIVATE, "Location": place})


class OneMessage(Call):
    """One message."""

    @call("messages_retrieve", "One of my messages", sends=MessageBody, tag="messages")
    def get(self, request: Request, game_id: UUID, message_id: UUID) -> Response:
        return Response(_body(messages.message(self.player, message_id, game_id=game_id)), headers=_PRIVATE)

    @call(
        "messages_mark",
        "Mark one of my messages as read, or as unread",
        reads=ReadMark,
        sends=MessageBody,
        tag="messages",
        about="Nobody else learns of it.",
        examples=[example("Read", {"read": True})],
    )
    def put(self, request: Request, game_id: UUID, message_id: UUID) -> Response:
        known = messages.message(self.player, message_id, game_id=game_id)
        do_mark_read(player=self.player, copy_id=known.id, read=self.body(ReadMark).read)
        return Response(_body(messages.message(self.player, known.id)), headers=_PRIVATE)


_PRIVATE = {"Cache-Control": "private, no-cache"}


def _body(found: SeenMessage) -> MessageBody:
    return MessageBody(
        id=found.id,
        seat=found.seat,
        number=found.number,
        sender=found.sender,
        receivers=list(found.receivers),
        text=found.text,
        at=found.at,
        read_at=found.read_at,
    )
