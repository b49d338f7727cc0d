"""Press as a seat has it: what it said and what was said to it. Staff and umpire look through the guarded door."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.db.models import Count

from games import registry
from games.errors import missing, wrong_state
from games.kernel.errors import ReplayDiverged
from games.kernel.title import free_talk
from games.models import Game, Message, MessageCopy, Player, Seat
from games.selectors.access import own_seat
from games.selectors.guarded import truth
from games.stored.position import present_state, seats_in_order

SILENT = wrong_state("Nobody can talk in this game now.", "現在このゲームでは会話できません。")


@dataclass(frozen=True)
class SeenMessage:
    """A message in a seat's box. `receivers` are all whom it went to for its sender, for a receiver itself alone."""

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
        """True for what the seat itself said."""
        return self.sender == self.seat

    @property
    def unread(self) -> bool:
        """True until the seat has noted that it has read it."""
        return self.read_at is None


def box_of(
    player: Player,
    game_id: UUID | str,
    seat: str = "",
    *,
    after: int = 0,
    unread: bool = False,
    limit: int | None = None,
) -> list[SeenMessage]:
    """What the player's seat (the first, if none is named) said and was told, in order, from number `after` + 1 on.

    All that ever came to the seat, also before this player's time: it is the seat's, as its views are. Raises Missing.
    """
    rows = MessageCopy.objects.filter(seat=own_seat(player, game_id, seat), number__gt=after)
    if unread:
        rows = rows.filter(read_at=None)
    return [_seen(row) for row in rows.select_related("message", "seat").order_by("number")[:limit]]


def newest_of(player: Player, game_id: UUID | str, seat: str = "", *, limit: int) -> list[SeenMessage]:
    """The last messages of the seat, the newest first. Raises Missing."""
    rows = MessageCopy.objects.filter(seat=own_seat(player, game_id, seat))
    return [_seen(row) for row in rows.select_related("message", "seat").order_by("-number")[:limit]]


def message(player: Player, copy_id: UUID | str, *, game_id: UUID | str | None = None) -> SeenMessage:
    """One message in the box of a seat that the player holds now. Raises Missing, for those of others too."""
    try:
        wanted = UUID(str(copy_id))
    except ValueError:
        raise missing() from None
    row = MessageCopy.objects.filter(pk=wanted, seat__player=player).select_related("message", "seat").first()
    if row is None or game_id not in (None, row.game_id):
        raise missing()
    return _seen(row)


def message_for(seat: Seat, copy_id: UUID) -> SeenMessage | None:
    """One message in the box of a seat, for its mail."""
    row = MessageCopy.objects.filter(pk=copy_id, seat=seat).select_related("message", "seat").first()
    return _seen(row) if row else None


def unread_count(seat: Seat) -> int:
    """How many messages the seat has not read."""
    return MessageCopy.objects.filter(seat=seat, read_at=None).count()


def unread_by_game(player: Player) -> dict[UUID, int]:
    """The games in which seats of the player have unread messages, with how many."""
    rows = MessageCopy.objects.filter(seat__player=player, read_at=None).order_by()
    return dict(rows.values_list("game").annotate(Count("pk")))


def partners_of(player: Player, game_id: UUID | str, seat: str = "") -> list[str]:
    """Whom the player's seat may talk to at present; nobody while the game is silent. Raises Missing."""
    mine = own_seat(player, game_id, seat)
    return [] if silent(mine.game) else reachable(mine.game, seats_in_order(mine.game), mine.role)


def reachable(game: Game, seats: Sequence[Seat], sender: str) -> list[str]:
    """The seats that a seat may talk to at present, in table order. Raises WrongState where the rules have changed.

    Only a title that rules talk has its state rebuilt for this; once a game is over, all may talk.
    """
    title, others = registry.game_title(game), [seat.role for seat in seats if seat.role != sender]
    if title.may_talk is free_talk or game.status == Game.Status.OVER:
        return others
    try:
        state = present_state(game)
    except ReplayDiverged:
        raise SILENT from None
    return [role for role in others if title.may_talk(state, sender, role)]


def silent(game: Game) -> bool:
    """True while nobody may talk: before the beginning, while the rules do not fit, and after a game was called off."""
    return game.status in (Game.Status.OPEN, Game.Status.HELD, Game.Status.ABANDONED)


def messages_behind(player: Player, game_id: UUID | str) -> list[Message]:
    """All that was said in a game, for staff and its umpire; leaves an audit entry. Raises Missing, Forbidden."""
    game: Game = truth(player, game_id, what="messages").game
    return list(Message.objects.filter(game=game).order_by("at", "id"))


def _seen(row: MessageCopy) -> SeenMessage:
    said, role = row.message, row.seat.role
    return SeenMessage(
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
