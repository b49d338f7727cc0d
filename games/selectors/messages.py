"""The press of a seat, sent and received. Staff and umpire use audited access."""

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
    """A message in a seat's mailbox.

    `receivers` are all receivers for the sender; a receiver sees only its own role.
    """

    id: UUID
    game_id: UUID
    seat: str
    number: int
    sender: str
    receivers: tuple[str, ...]
    text: str
    at: datetime
    read_at: datetime | None

    @property
    def own(self) -> bool:
        """True if the seat itself sent it."""
        return self.sender == self.seat

    @property
    def unread(self) -> bool:
        """True until the seat marks it as read."""
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
    """Return the messages of the player's seat (the first if none is named), in order, from number `after` + 1 on.

    They include messages from before this player's tenure: they belong to the seat, as its views do. Raises Missing.
    """
    rows = MessageCopy.objects.filter(seat=get_own_seat(player, game_id, seat), number__gt=after)
    if unread:
        rows = rows.filter(read_at=None)
    return [_seen(row) for row in rows.select_related("message", "seat").order_by("number")[:limit]]


def list_newest_messages(player: Player, game_id: UUID | str, seat: str = "", *, limit: int) -> list[SeatMessage]:
    """Return the seat's last messages, the newest first. Raises Missing."""
    rows = MessageCopy.objects.filter(seat=get_own_seat(player, game_id, seat))
    return [_seen(row) for row in rows.select_related("message", "seat").order_by("-number")[:limit]]


def list_tenure_messages(seat: Seat, since: datetime | None, until: datetime) -> list[SeatMessage]:
    """Return the messages in a seat's mailbox that were sent in this time, in order."""
    rows = MessageCopy.objects.filter(seat=seat, message__at__lte=until)
    if since is not None:
        rows = rows.filter(message__at__gte=since)
    return [_seen(row) for row in rows.select_related("message", "seat").order_by("number")]


def get_message(player: Player, copy_id: UUID | str, *, game_id: UUID | str | None = None) -> SeatMessage:
    """Return one message of a seat that the player holds now. Raises Missing, also for other seats' messages."""
    try:
        wanted = UUID(str(copy_id))
    except ValueError:
        raise missing() from None
    row = MessageCopy.objects.filter(pk=wanted, seat__player=player).select_related("message", "seat").first()
    if row is None or game_id not in (None, row.game_id):
        raise missing()
    return _seen(row)


def get_seat_message(seat: Seat, copy_id: UUID) -> SeatMessage | None:
    """Return one message of a seat, for its e-mail."""
    row = MessageCopy.objects.filter(pk=copy_id, seat=seat).select_related("message", "seat").first()
    return _seen(row) if row else None


def count_unread(seat: Seat) -> int:
    """Return how many messages the seat has not read."""
    return MessageCopy.objects.filter(seat=seat, read_at=None).count()


def count_unread_by_game(player: Player) -> dict[UUID, int]:
    """Return the games in which the player's seats have unread messages, with their numbers."""
    rows = MessageCopy.objects.filter(seat__player=player, read_at=None).order_by()
    return dict(rows.values_list("game").annotate(Count("pk")))


def list_partners(player: Player, game_id: UUID | str, seat: str = "") -> list[str]:
    """Return the seats that the player's seat may write to now; none while the game is silent. Raises Missing."""
    mine = get_own_seat(player, game_id, seat)
    return [] if is_press_closed(mine.game) else reachable_seats(mine.game, seats_in_order(mine.game), mine.role)


def reachable_seats(game: Game, seats: Sequence[Seat], sender: str) -> list[str]:
    """Return the seats that a seat may write to now, in table order. Raises WrongState if the rules have changed.

    The state is rebuilt only for a title that regulates press; once a game is over, all may write.
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
    """Return all press of a game, for staff and its umpire; leaves an audit entry. Raises Missing, Forbidden."""
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
