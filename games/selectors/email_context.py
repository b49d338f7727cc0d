"""Load the data of an e-mail to a seat, limited to what the seat may know."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NamedTuple
from uuid import UUID

from django.conf import settings

from games import registry
from games.database.batch import SelectQuery, start_fetching
from games.models import Advice, EventSegment, Game, Notice, OpenRequest, OutgoingMail, Player, Seat, SeatView, Tenure
from games.selectors.access import Access
from games.selectors.advice import AdviceRequest, advice_query, build_advice_requests
from games.selectors.decisions import Decision, build_decisions, decisions_query
from games.selectors.dice import GameDice, load_public_dice
from games.selectors.events import (
    AudienceEvent,
    StopRange,
    audience_events_query,
    build_audience_events,
    build_audience_notices,
    notices_query,
)
from games.selectors.hints import is_new_to_title
from games.selectors.mail_tag_targets import PRESENT_TENURE_SQL
from games.selectors.messages import SeatMessage, get_seat_message
from games.selectors.outbox import WAIT_FOR_QUESTION, WAIT_REASONS, merged_reason
from games.selectors.standing_orders import StandingAnswer, kinds_with_own_default, list_standing_answers
from games.selectors.views import AUDIENCE_SQL, StoredView, build_view, get_view, views_query

STOP_KINDS = (OutgoingMail.Kind.STOP, OutgoingMail.Kind.OVER)
SINGLE_DECISION_KINDS = (OutgoingMail.Kind.REMINDER, OutgoingMail.Kind.ADVICE)
"""Kinds of e-mail about one decision; they need not be sent after the decision is answered."""
KINDS_WITHOUT_BOARD = (OutgoingMail.Kind.NOTICE, OutgoingMail.Kind.MESSAGE)
"""Kinds of e-mail that show no board, because they are not about a stop."""
KINDS_WITHOUT_DECISIONS = (*KINDS_WITHOUT_BOARD, OutgoingMail.Kind.OVER)
MAX_REFERENCES = 9
"""The maximum number of earlier Message-IDs in an e-mail's References header."""
KINDS_WITHOUT_NOTICES = (*SINGLE_DECISION_KINDS, OutgoingMail.Kind.MESSAGE, OutgoingMail.Kind.REPLY)


@dataclass(frozen=True)
class EmailContext:
    """The data of an e-mail: the seat's view at the e-mail's stop, its events since the last e-mail, open decisions."""

    mail: OutgoingMail
    game: Game
    seat: Seat
    player: Player
    access: Access
    view: StoredView | None
    events: list[AudienceEvent]
    notices: list[Notice]
    decisions: list[Decision]
    advice_requests: list[AdviceRequest]
    """The open questions on which the seat may advise."""
    standing_answers: list[StandingAnswer]
    """The answers by standing orders since the last e-mail."""
    own_defaults: set[str]
    """The kinds of question with a default of the player's own."""
    message: SeatMessage | None
    """The press message that the e-mail is about."""
    standings: list[dict[str, Any]] | None
    """The result list of a finished game."""
    is_first: bool
    """True for the first e-mail to this player in this seat, which contains the commitment to the dice."""
    is_new_to_title: bool
    """True if `is_first`, and the title must be explained to the player."""
    thread_ids: tuple[str, ...]
    """Message-IDs of earlier e-mails: the first, and the last few."""
    follows_news: bool
    """True if news of earlier stops waits to be included in this e-mail."""
    follows_receipts: bool
    """True if receipts wait to be included in this e-mail."""
    last_sent: OutgoingMail | None
    """The last e-mail about a stop that was sent to this player in this seat."""
    receipts: list[bytes]
    """The encrypted receipts already merged into this e-mail."""
    tenures: list[Tenure]
    """The current tenure, for the reply address."""

    @property
    def dice(self) -> GameDice:
        """Query and return the public dice data, with secret and rolls once the game is over."""
        return load_public_dice(self.game)


class EmailRows(NamedTuple):
    """The rows for an e-mail."""

    seats: list[Seat]
    """The seat with its game and player; empty if there is none."""
    earlier: list[OutgoingMail]
    """The earlier e-mails to this player in the seat, oldest first."""
    questions: list[OpenRequest]
    views: list[SeatView]
    """The views from the last self-contained one to the e-mail's stop."""
    notices: list[Notice]
    """The game's announcements."""
    advice: list[Advice]
    """The questions on which the seat may advise."""
    told_views: list[SeatView]
    """The views of the stops since the last e-mail about a stop, for the numbers of their events."""
    event_segments: list[EventSegment]
    """The events of these stops."""
    tenures: list[Tenure]


def fetch_email_rows(mail: OutgoingMail) -> Callable[[], EmailRows]:
    """Send the query for the rows of an e-mail, and return a function that waits for the result.

    Send no other query before you call that function.
    """
    game, seat = mail.game_id, mail.seat_id
    before = SelectQuery(
        OutgoingMail,
        _OWED_BEFORE,
        (seat, mail.player_id, mail.pk),
        "ORDER BY id",
        ("id", "kind", "stop", "seat_stop", "message_id", "status", "error", "sealed", "sent_at"),
    )
    wanted: tuple[SelectQuery | None, ...] = (
        SelectQuery(Seat, "games_seat.id = %s", (seat,), parents=(("game", ()), ("player", ()))),
        before,
        None if mail.kind in KINDS_WITHOUT_DECISIONS else decisions_query(game, seat),
        views_query(game, seat, mail.seat_stop) if mail.seat_stop else None,
        None if mail.kind in KINDS_WITHOUT_NOTICES else notices_query(game),
        advice_query(game, seat) if mail.kind == mail.Kind.STOP else None,
        *(audience_events_query(game, _told_since(mail)) if mail.kind in STOP_KINDS else (None, None)),
        SelectQuery(Tenure, PRESENT_TENURE_SQL, (seat,), only=("id",)) if settings.PBEM_MAIL_REPLY_ADDRESS else None,
    )
    asked = start_fetching(*(one for one in wanted if one is not None))

    def fetched() -> EmailRows:
        found = iter(asked())
        return EmailRows(*(next(found) if one is not None else [] for one in wanted))

    return fetched


def load_email_context(mail: OutgoingMail) -> EmailContext | None:
    """Return the data of an e-mail, or None if the e-mail must be dropped.

    It must be dropped if its recipient has left the seat or closed the account, or if it is about a single decision (a
    reminder, the notification of advice) that has been answered since.
    """
    return build_email_context(mail, fetch_email_rows(mail)())


def build_email_context(mail: OutgoingMail, rows: EmailRows) -> EmailContext | None:
    """Return the data of an e-mail from its loaded rows; None if it must be dropped (see `load_email_context`)."""
    reader = _reader(mail, rows.seats)
    if reader is None:
        return None
    seat, player = reader
    game, access = seat.game, Access(seat.game, seat.role, "seat", seat)
    decisions = _decisions(mail, rows.questions, seat)
    if mail.kind in SINGLE_DECISION_KINDS and not decisions:
        return None
    message = get_seat_message(seat, UUID(mail.reference)) if mail.kind == mail.Kind.MESSAGE else None
    earlier, view = _told_before(rows.earlier), _view(access, mail, rows.views)
    return EmailContext(
        mail=mail,
        game=game,
        seat=seat,
        player=player,
        access=access,
        view=view,
        events=build_audience_events(access, rows.told_views, rows.event_segments),
        notices=_notices(access, mail, rows),
        decisions=decisions,
        advice_requests=build_advice_requests(rows.advice),
        standing_answers=_answered_ahead(access, seat, mail, earlier, view),
        own_defaults=kinds_with_own_default(game, seat) if decisions else set(),
        message=message,
        standings=game.standings,
        is_first=_is_first(earlier),
        is_new_to_title=_is_first(earlier) and is_new_to_title(player, game),
        thread_ids=_thread(earlier),
        follows_news=any(one.status == OutgoingMail.Status.QUEUED and one.error in WAIT_REASONS for one in earlier),
        follows_receipts=any(_is_waiting_receipt(one) for one in earlier),
        last_sent=_last_sent(earlier),
        receipts=_included_receipts(mail, rows.earlier),
        tenures=rows.tenures,
    )


def _is_first(earlier: list[OutgoingMail]) -> bool:
    return not any(one.kind in STOP_KINDS for one in earlier)


def _decisions(mail: OutgoingMail, questions: list[OpenRequest], seat: Seat) -> list[Decision]:
    """Return the open decisions for an e-mail; if it is about a single decision, that decision or none if answered."""
    found = build_decisions(questions, seat) if registry.is_readable(seat.game) else []
    if mail.kind not in SINGLE_DECISION_KINDS:
        return found
    return [one for one in found if one.id == UUID(mail.reference[:32]) and not one.ready]


def _last_sent(earlier: list[OutgoingMail]) -> OutgoingMail | None:
    return next((one for one in reversed(earlier) if one.kind in STOP_KINDS and one.sent_at), None)


def _included_receipts(mail: OutgoingMail, earlier: list[OutgoingMail]) -> list[bytes]:
    """Return the sealed receipts that were merged into this e-mail."""
    return [bytes(one.sealed) for one in earlier if one.sealed and one.error == merged_reason(mail.pk)]


def _is_waiting_receipt(mail: OutgoingMail) -> bool:
    return mail.status == OutgoingMail.Status.QUEUED and mail.error == WAIT_FOR_QUESTION


def _reader(mail: OutgoingMail, found: list[Seat]) -> tuple[Seat, Player] | None:
    """Return the e-mail's seat and player; None if the player no longer holds the seat. `found`: the seat's row."""
    seat = found[0] if found else None
    player = seat.player if seat is not None and seat.player_id == mail.player_id else None
    return (seat, player) if seat is not None and player is not None and player.is_active else None


def asked_something(context: EmailContext, mail: OutgoingMail) -> bool:
    """Return True if the seat was asked a question at the stop of `mail`, even if it has been closed since."""
    return OpenRequest.objects.filter(seat=context.seat, seat_stop=mail.seat_stop, stop=mail.stop).exists()


def _view(access: Access, mail: OutgoingMail, kept: list[SeatView]) -> StoredView | None:
    """Return the seat's view at the e-mail's stop from the rows `kept`; the current view if it belongs to no stop."""
    if not access.game.stop or not registry.is_readable(access.game):
        return None
    return build_view(kept, mail.seat_stop) if mail.seat_stop else get_view(access)


def get_view_when_asked(context: EmailContext, decision_id: str) -> StoredView | None:
    """Return the seat's view at the time when a now closed question was asked; None for an open or unknown question."""
    if not decision_id or context.view is None or any(str(one.id) == decision_id for one in context.decisions):
        return None
    stops = OpenRequest.objects.filter(pk=decision_id, seat=context.seat).values_list("seat_stop", flat=True)
    stop = stops.first()
    return get_view(context.access, stop) if stop and stop < context.view.stop else None


def _told_since(mail: OutgoingMail) -> StopRange:
    """Return the seat's stops after the last e-mail about a stop, up to the stop of this e-mail."""
    before = (mail.seat_id, mail.player_id, mail.pk)
    return StopRange(
        AUDIENCE_SQL, (mail.seat_id,), _FIRST_UNTOLD, (*before, *before, mail.seat_stop - 1), mail.seat_stop
    )


_OWED_BEFORE = "seat_id = %s AND player_id = %s AND id < %s"
_BEFORE = f"FROM games_outgoingmail WHERE {_OWED_BEFORE} AND kind IN ('{STOP_KINDS[0]}', '{STOP_KINDS[1]}')"
_FIRST_UNTOLD = (
    f"(COALESCE((SELECT max(seat_stop) {_BEFORE} AND status <> '{OutgoingMail.Status.MERGED}'),"
    f" (SELECT min(seat_stop) {_BEFORE}) - 1, %s) + 1)"
)
"""SQL for the first stop to report: the stop after the last reported one, if an e-mail has reported any."""


def _answered_ahead(
    access: Access, seat: Seat, mail: OutgoingMail, earlier: list[OutgoingMail], view: StoredView | None
) -> list[StandingAnswer]:
    """Return the answers by standing orders since the last e-mail about a stop, only of this player's tenure."""
    if mail.kind not in STOP_KINDS or view is None or not access.game.has_orders:
        return []
    last = max((one.seat_stop for one in earlier if one.kind in STOP_KINDS), default=0)
    stops = SeatView.objects.filter(game=access.game, audience=seat.role, stop=last)
    after = stops.values_list("at", flat=True).first() or seat.since
    return list_standing_answers(access.game, seat, after, view.at)


def _told_before(owed: list[OutgoingMail]) -> list[OutgoingMail]:
    """Return the earlier e-mails, except those merged into later ones."""
    return [one for one in owed if one.status != OutgoingMail.Status.MERGED]


def _thread(earlier: list[OutgoingMail]) -> tuple[str, ...]:
    """Return the Message-IDs for the References header: the first and the last ones of the `earlier` e-mails.

    Mail programs find the thread by them even if some of the e-mails are deleted.
    """
    found = [one.message_id for one in earlier]
    return tuple(found if len(found) <= MAX_REFERENCES else [found[0], *found[1 - MAX_REFERENCES :]])


def _notices(access: Access, mail: OutgoingMail, papers: EmailRows) -> list[Notice]:
    """Return the announcements for an e-mail: those of the stops that it reports, or the one that it is about."""
    told = build_audience_notices(papers.notices, access)
    if mail.kind == mail.Kind.NOTICE:
        return [one for one in told if one.pk == UUID(mail.reference)]
    return [one for one in told if one.stop in _stops_told(mail, papers.earlier)]


def _stops_told(mail: OutgoingMail, owed: list[OutgoingMail]) -> set[int]:
    """Return the stops that the e-mail reports: its own, and those of the preceding e-mails merged into it."""
    stops = {mail.stop}
    for one in reversed([one for one in owed if one.kind in STOP_KINDS]):
        if one.status != OutgoingMail.Status.MERGED:
            break
        stops.add(one.stop)
    return stops
