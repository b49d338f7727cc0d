"""Everything that a letter to a seat needs, and nothing that the seat may not know."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NamedTuple
from uuid import UUID

from django.conf import settings

from games import registry
from games.models import Advice, EventSegment, Game, Notice, OpenRequest, OutgoingMail, Player, Seat, SeatView, Tenure
from games.models.statements import Reading, reading_together
from games.selectors.access import Access
from games.selectors.advice import AdviceWanted, advice_from, open_advice
from games.selectors.decisions import Decision, decisions_from, open_questions
from games.selectors.dice import GameDice, dice_of
from games.selectors.events import Among, SeenEvent, events_from, notices_from, notices_of, told
from games.selectors.messages import SeenMessage, message_for
from games.selectors.outbox import FOR_MORE
from games.selectors.standing_orders import AnsweredAhead, answered_ahead, own_defaults
from games.selectors.tags import PRESENT
from games.selectors.views import AUDIENCE, StoredView, seat_view, view_from, views_until

STOPS = (OutgoingMail.Kind.STOP, OutgoingMail.Kind.OVER)
ABOUT_ONE = (OutgoingMail.Kind.REMINDER, OutgoingMail.Kind.ADVICE)
"""Letters about one decision, which nobody needs once it is answered."""
WITHOUT_BOARD = (OutgoingMail.Kind.NOTICE, OutgoingMail.Kind.MESSAGE)
"""Letters that are about something else than a stop."""
WITHOUT_DECISIONS = (*WITHOUT_BOARD, OutgoingMail.Kind.OVER)
WITHOUT_NOTICES = (*ABOUT_ONE, OutgoingMail.Kind.MESSAGE, OutgoingMail.Kind.REPLY)


@dataclass(frozen=True)
class Letter:
    """A letter to be written: the seat's view at its stop, what it was told since its last letter, what it must decide.

    `first` is true for the first letter to this player in this seat; it carries the commitment of the dice. `dice` has
    the secret and the rolls once the game is over. `root` and `previous` are Message-IDs of the thread.
    `answered_ahead` is what standing orders answered since the last letter, `own_defaults` the kinds of question with a
    default of its own.
    `tenures` has the tenure that goes on, for the address of replies where this server takes any.
    `follows_news` is true where news of earlier stops waits for this letter.
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
    follows_news: bool
    tenures: list[Tenure]

    @property
    def dice(self) -> GameDice:
        """The dice as all may know them; read from the store when asked for."""
        return dice_of(self.game)


class Papers(NamedTuple):
    """The rows that a letter is written from: the seat as it is now with its game and its player, the letters that were
    owed to this player in it before (the oldest first), its open questions, its views since the last whole one, the
    game's announcements, what it may advise on, when and what it was told since the last letter about a stop, and the
    tenure that goes on.
    """

    seats: list[Seat]
    earlier: list[OutgoingMail]
    questions: list[OpenRequest]
    views: list[SeatView]
    notices: list[Notice]
    advice: list[Advice]
    told_at: list[SeatView]
    told: list[EventSegment]
    tenures: list[Tenure]


def papers_for(mail: OutgoingMail) -> Callable[[], Papers]:
    """Ask for them, all in one journey to the database, of what the letter has no use for for nothing; then fetch them.

    Nothing else is to be asked in between.
    """
    game, seat = mail.game_id, mail.seat_id
    before = Reading(
        OutgoingMail,
        _OWED_BEFORE,
        (seat, mail.player_id, mail.pk),
        "ORDER BY id",
        ("id", "kind", "stop", "seat_stop", "message_id", "status", "error"),
    )
    wanted: tuple[Reading | None, ...] = (
        Reading(Seat, "games_seat.id = %s", (seat,), parents=(("game", ()), ("player", ()))),
        before,
        None if mail.kind in WITHOUT_DECISIONS else open_questions(game, seat),
        views_until(game, seat, mail.seat_stop) if mail.seat_stop else None,
        None if mail.kind in WITHOUT_NOTICES else notices_of(game),
        open_advice(game, seat) if mail.kind == mail.Kind.STOP else None,
        *(told(game, _told_since(mail)) if mail.kind in STOPS else (None, None)),
        Reading(Tenure, PRESENT, (seat,), only=("id",)) if settings.PBEM_MAIL_REPLY else None,
    )
    asked = reading_together(*(one for one in wanted if one is not None))

    def fetched() -> Papers:
        found = iter(asked())
        return Papers(*(next(found) if one is not None else [] for one in wanted))

    return fetched


def letter_for(mail: OutgoingMail) -> Letter | None:
    """What to write; None when the letter must be dropped: its reader has left the seat, or the reminder is moot."""
    return letter_from(mail, papers_for(mail)())


def letter_from(mail: OutgoingMail, papers: Papers) -> Letter | None:
    """The same, out of what was read for it."""
    reader = _reader(mail, papers.seats)
    if reader is None:
        return None
    seat, player = reader
    game = seat.game
    access = Access(game, seat.role, "seat", seat)
    decisions = decisions_from(papers.questions, seat) if registry.is_readable(game) else []
    if mail.kind in ABOUT_ONE:
        decisions = [one for one in decisions if one.id == UUID(mail.reference[:32]) and not one.ready]
        if not decisions:
            return None
    message = message_for(seat, UUID(mail.reference)) if mail.kind == mail.Kind.MESSAGE else None
    earlier, view = _told_before(papers.earlier), _view(access, mail, papers.views)
    return Letter(
        mail=mail,
        game=game,
        seat=seat,
        player=player,
        access=access,
        view=view,
        events=events_from(access, papers.told_at, papers.told),
        notices=_notices(access, mail, papers),
        decisions=decisions,
        advising=advice_from(papers.advice),
        answered_ahead=_answered_ahead(access, seat, mail, earlier, view),
        own_defaults=own_defaults(game, seat) if decisions else set(),
        message=message,
        standings=game.standings,
        first=not any(one.kind in STOPS for one in earlier),
        root=earlier[0].message_id if earlier else mail.message_id,
        previous=earlier[-1].message_id if earlier else "",
        follows_news=any(one.status == OutgoingMail.Status.QUEUED and one.error in FOR_MORE for one in earlier),
        tenures=papers.tenures,
    )


def _reader(mail: OutgoingMail, found: list[Seat]) -> tuple[Seat, Player] | None:
    """The seat as it is now, with its game, and the player whom the letter is for; None if the seat is not theirs."""
    seat = found[0] if found else None
    player = seat.player if seat is not None and seat.player_id == mail.player_id else None
    return (seat, player) if seat is not None and player is not None and player.is_active else None


def _view(access: Access, mail: OutgoingMail, kept: list[SeatView]) -> StoredView | None:
    """What the seat saw at the letter's stop; what it sees now in a letter that belongs to none."""
    if not access.game.stop or not registry.is_readable(access.game):
        return None
    return view_from(kept, mail.seat_stop) if mail.seat_stop else seat_view(access)


def view_when_asked(letter: Letter, decision_id: str) -> StoredView | None:
    """What the seat saw when a question was put that is closed by now; None where it is open or nothing is known."""
    if not decision_id or letter.view is None or any(str(one.id) == decision_id for one in letter.decisions):
        return None
    stops = OpenRequest.objects.filter(pk=decision_id, seat=letter.seat).values_list("seat_stop", flat=True)
    stop = stops.first()
    return seat_view(letter.access, stop) if stop and stop < letter.view.stop else None


def _told_since(mail: OutgoingMail) -> Among:
    """The stops since the last letter about one, up to this letter's; each names the seat's audience by itself."""
    before = (mail.seat_id, mail.player_id, mail.pk)
    return Among(AUDIENCE, (mail.seat_id,), _FIRST_UNTOLD, (*before, *before, mail.seat_stop - 1), mail.seat_stop)


_OWED_BEFORE = "seat_id = %s AND player_id = %s AND id < %s"
_BEFORE = f"FROM games_outgoingmail WHERE {_OWED_BEFORE} AND kind IN ('{STOPS[0]}', '{STOPS[1]}')"
_FIRST_UNTOLD = (
    f"(COALESCE((SELECT max(seat_stop) {_BEFORE} AND status <> '{OutgoingMail.Status.MERGED}'),"
    f" (SELECT min(seat_stop) {_BEFORE}) - 1, %s) + 1)"
)
"""The stop behind the last that a letter told of; if none has, the first that one was to tell of."""


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


def _told_before(owed: list[OutgoingMail]) -> list[OutgoingMail]:
    """The earlier letters, but for those that are told in later ones."""
    return [one for one in owed if one.status != OutgoingMail.Status.MERGED]


def _notices(access: Access, mail: OutgoingMail, papers: Papers) -> list[Notice]:
    """The server's announcements since the last letter; for a letter about one of them, that one."""
    told = notices_from(papers.notices, access)
    if mail.kind == mail.Kind.NOTICE:
        return [one for one in told if one.pk == UUID(mail.reference)]
    return [one for one in told if one.stop in _stops_told(mail, papers.earlier)]


def _stops_told(mail: OutgoingMail, owed: list[OutgoingMail]) -> set[int]:
    """The letter's stop, and those of the letters just before it that it tells in their place."""
    stops = {mail.stop}
    for one in reversed([one for one in owed if one.kind in STOPS]):
        if one.status != OutgoingMail.Status.MERGED:
            break
        stops.add(one.stop)
    return stops
