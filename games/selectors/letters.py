"""Everything that a letter to a seat needs, and nothing that the seat may not know."""

from dataclasses import dataclass
from typing import Any
from uuid import UUID

from games import registry
from games.models import Game, Notice, OutgoingMail, Player, Seat, SeatView
from games.models.statements import select, select_with
from games.selectors.access import Access
from games.selectors.advice import AdviceWanted, advice_wanted_at
from games.selectors.decisions import Decision, decisions_at
from games.selectors.dice import GameDice, dice_of
from games.selectors.events import SeenEvent, seat_events, seat_notices
from games.selectors.messages import SeenMessage, message_for
from games.selectors.standing_orders import AnsweredAhead, answered_ahead, own_defaults
from games.selectors.views import StoredView, seat_view

STOPS = (OutgoingMail.Kind.STOP, OutgoingMail.Kind.OVER)
ABOUT_ONE = (OutgoingMail.Kind.REMINDER, OutgoingMail.Kind.ADVICE)
"""Letters about one decision, which nobody needs once it is answered."""
WITHOUT_BOARD = (OutgoingMail.Kind.NOTICE, OutgoingMail.Kind.MESSAGE)
"""Letters that are about something else than a stop."""
WITHOUT_DECISIONS = (*WITHOUT_BOARD, OutgoingMail.Kind.OVER)


@dataclass(frozen=True)
class Letter:
    """A letter to be written: the seat's view at its stop, what it was told since its last letter, what it must decide.

    `first` is true for the first letter to this player in this seat; it carries the commitment of the dice. `dice` has
    the secret and the rolls once the game is over. `root` and `previous` are Message-IDs of the thread.
    `answered_ahead` is what standing orders answered since the last letter, `own_defaults` the kinds of question with a
    default of its own.
    `message` is what a letter about one is about, `advising` the open questions on which the seat may advise.
    """

    mail: OutgoingMail
    game: Game
    seat: Seat
    player: Player
    access: Access
    view: StoredView | None
    events: list[SeenEvent]
    notices: list[Notice]
    decisions: list[Decision]
    advising: list[AdviceWanted]
    answered_ahead: list[AnsweredAhead]
    own_defaults: set[str]
    message: SeenMessage | None
    standings: list[dict[str, Any]] | None
    first: bool
    root: str
    previous: str

    @property
    def dice(self) -> GameDice:
        """The dice as all may know them; read from the store when asked for."""
        return dice_of(self.game)


def letter_for(mail: OutgoingMail) -> Letter | None:
    """What to write; None when the letter must be dropped: its reader has left the seat, or the reminder is moot."""
    reader = _reader(mail)
    if reader is None:
        return None
    seat, player = reader
    game = seat.game
    access = Access(game, seat.role, "seat", seat)
    decisions = [] if mail.kind in WITHOUT_DECISIONS else decisions_at(seat)
    if mail.kind in ABOUT_ONE:
        decisions = [one for one in decisions if one.id == UUID(mail.reference[:32]) and not one.ready]
        if not decisions:
            return None
    message = message_for(seat, UUID(mail.reference)) if mail.kind == mail.Kind.MESSAGE else None
    earlier = _earlier(mail, seat, player)
    view = seat_view(access, mail.seat_stop or None) if _has_view(access) and registry.is_readable(game) else None
    return Letter(
        mail=mail,
        game=game,
        seat=seat,
        player=player,
        access=access,
        view=view,
        events=_events(access, mail, earlier),
        notices=_notices(access, mail, earlier),
        decisions=decisions,
        advising=advice_wanted_at(seat) if mail.kind == mail.Kind.STOP else [],
        answered_ahead=_answered_ahead(access, seat, mail, earlier, view),
        own_defaults=own_defaults(game, seat) if decisions else set(),
        message=message,
        standings=game.standings,
        first=not any(one.kind in STOPS for one in earlier),
        root=earlier[0].message_id if earlier else mail.message_id,
        previous=earlier[-1].message_id if earlier else "",
    )


def _reader(mail: OutgoingMail) -> tuple[Seat, Player] | None:
    """The seat as it is now, with its game, and the player whom the letter is for; None if the seat is not theirs."""
    parents: dict[str, tuple[str, ...]] = {"game": (), "player": ()}
    found = select_with(Seat, parents, where="games_seat.id = %s", values=(mail.seat_id,))
    seat = found[0] if found else None
    player = seat.player if seat is not None and seat.player_id == mail.player_id else None
    return (seat, player) if seat is not None and player is not None and player.is_active else None


def _earlier(mail: OutgoingMail, seat: Seat, player: Player) -> list[OutgoingMail]:
    """The letters that were owed to this player in this seat before, the oldest first."""
    return select(
        OutgoingMail,
        where="seat_id = %s AND player_id = %s AND id < %s",
        values=(seat.pk, player.pk, mail.pk),
        tail="ORDER BY id",
        only=("id", "kind", "seat_stop", "message_id"),
    )


def _has_view(access: Access) -> bool:
    return access.game.stop > 0


def _events(access: Access, mail: OutgoingMail, earlier: list[OutgoingMail]) -> list[SeenEvent]:
    """What was told since the last letter about a stop, up to this letter's stop."""
    if mail.kind not in STOPS:
        return []
    last = max((one.seat_stop for one in earlier if one.kind in STOPS), default=mail.seat_stop - 1)
    return seat_events(access, from_stop=last + 1, until_stop=mail.seat_stop)


def _answered_ahead(
    access: Access, seat: Seat, mail: OutgoingMail, earlier: list[OutgoingMail], view: StoredView | None
) -> list[AnsweredAhead]:
    """What standing orders answered since the last letter about a stop, and never those of whoever sat there before."""
    if mail.kind not in STOPS or view is None or not access.game.has_orders:
        return []
    last = max((one.seat_stop for one in earlier if one.kind in STOPS), default=0)
    stops = SeatView.objects.filter(game=access.game, audience=seat.role, stop=last)
    after = stops.values_list("at", flat=True).first() or seat.since
    return answered_ahead(access.game, seat, after, view.at)


def _notices(access: Access, mail: OutgoingMail, earlier: list[OutgoingMail]) -> list[Notice]:
    """The server's announcements since the last letter; for a letter about one of them, that one."""
    if mail.kind == mail.Kind.NOTICE:
        return [one for one in seat_notices(access) if one.pk == UUID(mail.reference)]
    if mail.kind in (*ABOUT_ONE, mail.Kind.MESSAGE, mail.Kind.REPLY):
        return []
    return [one for one in seat_notices(access) if one.stop == mail.stop]
