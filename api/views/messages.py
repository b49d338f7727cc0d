"""``games/{id}/messages/``: press. Only sender, receivers and the umpire can read a message."""

from datetime import datetime
from typing import Annotated
from uuid import UUID

from msgspec import Meta, Struct
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response

from api.api_view import ApiView
from api.idempotency import accept_idempotency_key
from api.openapi_schema import describe_operation, make_example
from api.request_bodies import RequestBody
from api.views.seat_views import MAX_NUMBER
from games import registry
from games.kernel.text import Text
from games.selectors import messages
from games.selectors.access import get_own_seat
from games.selectors.messages import SeatMessage
from games.services.messages import MAX_MESSAGE_LENGTH, do_mark_read, do_send_message

PAGE = 200
"""The maximum number of messages in one response."""

SeatKey = Annotated[str, Meta(max_length=40)]


class MessageBody(Struct, frozen=True, kw_only=True):
    """A message in the mailbox of one of your seats."""

    id: UUID
    seat: Annotated[str, Meta(description="The key of your seat.")]
    number: Annotated[int, Meta(description="Its number within the mailbox.")]
    sender: Annotated[str, Meta(description="The key of the sending seat.")]
    receivers: Annotated[
        list[str],
        Meta(
            description=(
                "The keys of all receivers if `seat` is the sender; in a message that you received, only your own seat."
            )
        ),
    ]
    text: str
    at: datetime
    read_at: Annotated[datetime | None, Meta(description="When you marked it as read; null if you have not.")]


class MessageList(Struct, frozen=True, kw_only=True):
    """The messages of one of your seats, the oldest first; `about` is the title's text on press."""

    results: list[MessageBody]
    next: Annotated[int | None, Meta(description="The `after` of the following page; null at the end.")]
    seat: Annotated[str, Meta(description="The key of your seat.")]
    unread: Annotated[int, Meta(description="The number of messages that you have not marked as read.")]
    partners: Annotated[list[str], Meta(description="The keys of the seats to which your seat may write now.")]
    rule: Annotated[str, Meta(description="The number of the title's rule on this, or empty.")]
    about: Text


class MessageQuery(RequestBody, frozen=True, kw_only=True):
    """Query parameters that filter your messages."""

    seat: Annotated[str, Meta(max_length=40, description="One of my seats; without it the first.")] = ""
    after: Annotated[int, Meta(ge=0, le=MAX_NUMBER, description="Only those with a higher number.")] = 0
    unread: Annotated[bool, Meta(description="Only those that are not marked as read.")] = False


class SendMessageRequest(RequestBody, frozen=True, kw_only=True):
    """A message from one of your seats (by default the first).

    Without `to` it goes to all seats that the sender may write to now.
    """

    text: Annotated[str, Meta(min_length=1, max_length=MAX_MESSAGE_LENGTH, pattern=r"\S")]
    to: Annotated[list[SeatKey], Meta(max_length=40)] = []
    seat: SeatKey = ""


class ReadMarkRequest(RequestBody, frozen=True, kw_only=True):
    """`read` is true to mark the message as read, false to mark it as unread."""

    read: bool = True


class MessageListView(ApiView):
    """``games/{id}/messages/``: read a seat's mailbox, and send a message."""

    @describe_operation(
        "messages_list",
        "My messages",
        sends=MessageList,
        query=MessageQuery,
        tag="messages",
        sent_headers=["Cache-Control"],
    )
    def get(self, request: Request, game_id: UUID) -> Response:
        wanted = self.parse_query(MessageQuery)
        mine = get_own_seat(self.player, game_id, wanted.seat)
        found = messages.list_messages(
            self.player, game_id, mine.role, after=wanted.after, unread=wanted.unread, limit=PAGE + 1
        )
        title, shown = registry.game_title(mine.game), found[:PAGE]
        body = MessageList(
            results=[_body(one) for one in shown],
            next=shown[-1].number if len(found) > PAGE else None,
            seat=mine.role,
            unread=messages.count_unread(mine),
            partners=messages.list_partners(self.player, game_id, mine.role),
            rule=title.rules.talk_rule,
            about=title.presentation.talk_text,
        )
        return Response(body, headers=_PRIVATE)

    @accept_idempotency_key
    @describe_operation(
        "messages_create",
        "Say something to other seats",
        reads=SendMessageRequest,
        sends=MessageBody,
        status=201,
        tag="messages",
        sent_headers=["Cache-Control", "Location"],
        about="Each recipient gets an e-mail. The response is the sender's own copy.",
        examples=[
            make_example("To one seat", {"text": "Shall we leave each other alone?", "to": ["black"]}),
            make_example("To all whom I may talk to", {"text": "Good luck to everybody."}),
        ],
    )
    def post(self, request: Request, game_id: UUID) -> Response:
        wanted = self.parse_body(SendMessageRequest)
        copy = do_send_message(player=self.player, game_id=game_id, seat=wanted.seat, to=wanted.to, text=wanted.text)
        place = request.build_absolute_uri(f"{copy.pk}/")
        sent = messages.get_message(self.player, copy.pk)
        return Response(_body(sent), status.HTTP_201_CREATED, headers={**_PRIVATE, "Location": place})


class MessageDetailView(ApiView):
    """``games/{id}/messages/{id}/``: read one message, or mark it as read."""

    @describe_operation(
        "messages_retrieve", "One of my messages", sends=MessageBody, tag="messages", sent_headers=["Cache-Control"]
    )
    def get(self, request: Request, game_id: UUID, message_id: UUID) -> Response:
        return Response(_body(messages.get_message(self.player, message_id, game_id=game_id)), headers=_PRIVATE)

    @describe_operation(
        "messages_mark",
        "Mark one of my messages as read, or as unread",
        reads=ReadMarkRequest,
        sends=MessageBody,
        tag="messages",
        sent_headers=["Cache-Control"],
        about="Nobody else learns of it.",
        examples=[make_example("Read", {"read": True})],
    )
    def put(self, request: Request, game_id: UUID, message_id: UUID) -> Response:
        known = messages.get_message(self.player, message_id, game_id=game_id)
        do_mark_read(player=self.player, copy_id=known.id, read=self.parse_body(ReadMarkRequest).read)
        return Response(_body(messages.get_message(self.player, known.id)), headers=_PRIVATE)


_PRIVATE = {"Cache-Control": "private, no-cache"}


def _body(found: SeatMessage) -> MessageBody:
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
