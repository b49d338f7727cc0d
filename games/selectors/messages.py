"""Read the press of a seat, sent and received. Staff and umpire need audited access."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.db.models import Count

from games import registry
from games.errors import missing, wrong_state
from games.kernel.errors import ReplayDiverged
from games.kernel.title_parts import always_may_talk
from games.models import Game, Message, MessageCopy, Player, Seat
from games.persistence.position import rebuild_present_state, seats_in_order
from games.selectors.access import get_own_seat
from games.selectors.audited_access import umpire_view

PRESS_CLOSED = wrong_state("Nobody can talk in this game now.", "現在このゲームでは会話できません。")


@dataclass(frozen=True)
class SeatMessage:
    """A message in a seat's mailbox."""

    id: UUID
    game_id: UUID
    seat: str
    """The role whose mailbox it is."""
    number: int
    """The place of the message in the mailbox."""
    sender: str
    """The role that wrote it."""
    receivers: tuple[str, ...]
    """All receivers for the sender; a receiver sees only its own role."""
    text: str
    at: datetime
    read_at: datetime | None

    @property
    def own(self) -> bool:
        """True if the seat itself sent the message."""
        return self.sender == self.seat

    @property
    def unread(self) -> bool:
        """True until the seat marks the message as read."""
        return self.read_at is None


def list_messages(
    player: Player,
    game_id: UUID | str,
    seat: str = "",
    *,
    after: int = 0,
    unread: bool = False,
    limit: int | None = None,
) -> list[SeatMessage]:
    """Return messages in the mailbox of the player's seat, the oldest first.

    `seat`: the role of a seat that the player holds now; "" for the player's first seat. `after`: return only messages
    with higher numbers. `unread`: return only unread messages. `limit`: return at most so many, the oldest of them.
    Messages from before the player's tenure are included, because messages belong to the seat. Raises Missing if the
    player holds no such seat.
    """
    rows = MessageCopy.objects.filter(seat=get_own_seat(player, game_id, seat), number__gt=after)
    if unread:
        rows = rows.filter(read_at=None)
    return [_seen(row) for row in rows.select_related("message", "seat").order_by("number")[:limit]]


def list_newest_messages(player: Player, game_id: UUID | str, seat: str = "", *, limit: int) -> list[SeatMessage]:
    """Return the last `limit` messages in the mailbox of the player's seat, the newest first.

    `seat`: as for `list_messages`. Raises Missing if the player holds no such seat.
    """
    rows = MessageCopy.objects.filter(seat=get_own_seat(player, game_id, seat))
    return [_seen(row) for row in rows.select_related("message", "seat").order_by("-number")[:limit]]


def list_tenure_messages(seat: Seat, since: datetime | None, until: datetime) -> list[SeatMessage]:
    """Return the messages in a seat's mailbox that were sent from `since` to `until`, in order."""
    rows = MessageCopy.objects.filter(seat=seat, message__at__lte=until)
    if since is not None:
        rows = rows.filter(message__at__gte=since)
    return [_seen(row) for row in rows.select_related("message", "seat").order_by("number")]


def get_message(player: Player, copy_id: UUID | str, *, game_id: UUID | str | None = None) -> SeatMessage:
    """Return one message of a seat that the player holds now; with `game_id`, only of that game.

    Raises Missing without such a message, also for other seats' messages.
    """
    try:
        wanted = UUID(str(copy_id))
    except ValueError:
        raise missing() from None
    row = MessageCopy.objects.filter(pk=wanted, seat__player=player).select_related("message", "seat").first()
    if row is None or game_id not in (None, row.game_id):
        raise missing()
    return _seen(row)


def get_seat_message(seat: Seat, copy_id: UUID) -> SeatMessage | None:
    """Return one message of a seat for an e-mail about it; None if the seat has no such copy."""
    row = MessageCopy.objects.filter(pk=copy_id, seat=seat).select_related("message", "seat").first()
    return _seen(row) if row else None


def count_unread(seat: Seat) -> int:
    """Return how many messages the seat has not read."""
    return MessageCopy.objects.filter(seat=seat, read_at=None).count()


def count_unread_by_game(player: Player) -> dict[UUID, int]:
    """Return the number of unread messages of the player's seats, by game id; games without any are omitted."""
    rows = MessageCopy.objects.filter(seat__player=player, read_at=None).order_by()
    return dict(rows.values_list("game").annotate(Count("pk")))


def list_partners(player: Player, game_id: UUID | str, seat: str = "") -> list[str]:
    """Return the roles that the player's seat may write to now; [] while press is closed.

    `seat`: as for `list_messages`. Raises Missing if the player holds no such seat.
    """
    mine = get_own_seat(player, game_id, seat)
    return [] if is_press_closed(mine.game) else reachable_seats(mine.game, seats_in_order(mine.game), mine.role)


def reachable_seats(game: Game, seats: Sequence[Seat], sender: str) -> list[str]:
    """Return the roles that the role `sender` may write to now, in table order.

    The game's state is loaded only if the title restricts press; after the end, all may write. Raises WrongState if the
    installed rules cannot read the state.
    """
    title, others = registry.game_title(game), [seat.role for seat in seats if seat.role != sender]
    if title.rules.may_talk is always_may_talk or game.status == Game.Status.OVER:
        return others
    try:
        state = rebuild_present_state(game)
    except ReplayDiverged:
        raise PRESS_CLOSED from None
    return [role for role in others if title.rules.may_talk(state, sender, role)]


def is_press_closed(game: Game) -> bool:
    """Return True while press is closed: before the start, while the game is held, and after it was abandoned."""
    return game.status in (Game.Status.OPEN, Game.Status.HELD, Game.Status.ABANDONED)


def list_all_messages(player: Player, game_id: UUID | str) -> list[Message]:
    """Return all press of a game, for staff and its umpire; records this in the audit log.

    Raises Missing if the player may not know of the game; Forbidden for all but staff and umpire without a seat.
    """
    game: Game = umpire_view(player, game_id, action="messages").game
    return list(Message.objects.filter(game=game).order_by("at", "id"))


def _seen(row: MessageCopy) -> SeatMessage:
    said, role = row.message, row.seat.role
    return SeatMessage(
        id=row.pk,
        game_id=row.game_id,
        seat=role,
        number=row.number,
        sender=said.sender,
        receivers=tuple(said.receivers) if said.sender == role else (role,),
        text=said.text,
        at=said.at,
        read_at=row.read_at,
    )
