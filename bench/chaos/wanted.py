"""Determine the e-mails that the server had to write, from all stored data except the outbox."""

from collections.abc import Iterator

from django.db.models import F, QuerySet
from msgspec import Struct

from games.kernel.events import PUBLIC, UMPIRE
from games.models import Advice, Game, MessageCopy, Notice, OpenRequest, SeatView

Kind = Notice.Kind
ALONG = frozenset(
    {
        Kind.DEFAULT_PLAYED,
        Kind.ANSWERED_LATE,
        Kind.DRAFT_TAKEN,
        Kind.STANDING_TAKEN,
        Kind.OWN_DEFAULT,
        Kind.ORDER_OFF,
        Kind.REWOUND,
        Kind.RELEASED,
        Kind.REOPENED,
    }
)
"""The notices that are reported in the e-mail about a stop, if the seat gets one."""
ABOUT_A_STOP = frozenset({"stop", "over"})


class Wanted(Struct, frozen=True, kw_only=True):
    """An e-mail that a seat had to get.

    An e-mail fits if it is of one of `kinds`, and about `reference` and `seat_stop`.
    """

    what: str
    """The reason for the e-mail, in words."""
    game: str
    seat: str
    kinds: frozenset[str]
    reference: str | None = None
    """The value of `OutgoingMail.reference`; None: any."""
    seat_stop: int | None = None
    """The seat's own number of the stop; None: any."""
    along: int | None = None
    """An e-mail about this stop of the game fits, too."""


def wanted(game: Game, steady: list[str]) -> Iterator[Wanted]:
    """Yield all e-mails that the seats `steady`, whose players never changed, had to get since the game began."""
    if not steady:
        return
    for part in (_stops, _end, _notices, _messages, _advice, _reminders):
        yield from (one for one in part(game) if one.seat in steady)


def _stops(game: Game) -> Iterator[Wanted]:
    """Yield an e-mail for each new view of a seat."""
    views = SeatView.objects.filter(game=game).exclude(audience__in=(PUBLIC, UMPIRE))
    for seat, stop in views.values_list("audience", "stop"):
        what = f"what {seat} saw at stop {stop}"
        yield Wanted(what=what, game=str(game.pk), seat=seat, kinds=ABOUT_A_STOP, seat_stop=stop)


def _end(game: Game) -> Iterator[Wanted]:
    """Yield an e-mail to every seat if the game is over."""
    roles = game.seats.values_list("role", flat=True) if game.status == Game.Status.OVER else ()
    for seat in roles:
        yield Wanted(what=f"the end of game {game.pk}", game=str(game.pk), seat=seat, kinds=frozenset({"over"}))


def _notices(game: Game) -> Iterator[Wanted]:
    """Yield an e-mail to each seat that may read a notice."""
    roles = list(game.seats.values_list("role", flat=True))
    for notice in Notice.objects.filter(game=game, at__gt=game.started_at or game.created_at):
        along = notice.stop if notice.kind in ALONG else None
        for seat in roles if "*" in notice.seats else notice.seats:
            yield _about(
                game, seat, f"notice {notice.pk} ({notice.kind})", notice.pk.hex, "notice", "stop", along=along
            )


def _messages(game: Game) -> Iterator[Wanted]:
    """Yield an e-mail to each receiver of a message."""
    copies: QuerySet[MessageCopy] = MessageCopy.objects.filter(game=game, message__at__gt=game.started_at)
    for copy in copies.exclude(seat__role=F("message__sender")).select_related("seat"):
        yield _about(game, copy.seat.role, f"message {copy.message_id}", copy.pk.hex, "message")


def _advice(game: Game) -> Iterator[Wanted]:
    """Yield an e-mail for each question on which its seat got advice."""
    given = Advice.objects.filter(request__game=game, revision__gt=0).select_related("request__seat")
    for row in {one.request_id: one.request for one in given}.values():
        yield _about(game, row.seat.role, f"advice on decision {row.pk}", row.pk.hex, "advice")


def _reminders(game: Game) -> Iterator[Wanted]:
    """Yield an e-mail for each question with a reminder of its deadline."""
    for row in OpenRequest.objects.filter(game=game, reminded_at__isnull=False).select_related("seat"):
        yield _about(game, row.seat.role, f"the reminder of decision {row.pk}", row.pk.hex, "reminder")


def _about(game: Game, seat: str, what: str, reference: str, *kinds: str, along: int | None = None) -> Wanted:
    return Wanted(what=what, game=str(game.pk), seat=seat, kinds=frozenset(kinds), reference=reference, along=along)
