"""Write a player's deadlines as calendar events (RFC 5545); an event says only what an e-mail's subject says."""

from collections.abc import Iterable
from datetime import datetime
from uuid import UUID

from django.conf import settings
from icalendar import Calendar, Event
from msgspec import Struct

from games.errors import missing
from games.kernel.text import Text, sanitized
from games.models import Game, Player
from games.persistence.link_tokens import token_digest
from games.selectors.decisions import Decision, list_decisions

MAX_EVENTS = 200
CONTENT_TYPE = "text/calendar; charset=utf-8"
_YOUR_MOVE = Text("Your move", "あなたの番です")


class Deadline(Struct, frozen=True):
    """The deadline of an open decision."""

    decision: UUID
    """The id of the decision."""
    game: str
    """The game's name."""
    asked_at: datetime
    due_at: datetime


def get_calendar_player(token: str) -> Player:
    """Return the player to whom the calendar link with this token belongs. Raises Missing for a wrong token."""
    player = (
        Player.objects.filter(calendar_digest=token_digest(token), calendar_digest__gt="", is_active=True).first()
        if token
        else None
    )
    if player is None:
        raise missing()
    return player


def list_deadlines(player: Player) -> list[Deadline]:
    """Return the deadlines of the player's decisions without a submitted answer, in running games."""
    return find_deadlines(list_decisions(player))[:MAX_EVENTS]


def find_deadlines(decisions: Iterable[Decision]) -> list[Deadline]:
    """Return the deadlines of those `decisions` in running games that have a deadline and no submitted answer."""
    return [
        Deadline(one.id, one.game.name, one.opened_at, one.due_at)
        for one in decisions
        if one.due_at is not None and not one.ready and one.game.status == Game.Status.RUNNING
    ]


def write_calendar(deadlines: Iterable[Deadline], language: str) -> bytes:
    """Return the deadlines as an iCalendar document."""
    calendar = Calendar()
    calendar.add("prodid", "-//Sealed Orders//deadlines//EN")
    calendar.add("version", "2.0")
    calendar.add("method", "PUBLISH")
    calendar.add("x-wr-calname", settings.PBEM_SITE_NAME)
    for one in deadlines:
        calendar.add_component(_event(one, language))
    return calendar.to_ical()


def _event(one: Deadline, language: str) -> Event:
    event = Event()
    event.add("uid", f"{one.decision}@{settings.PBEM_MESSAGE_ID_DOMAIN}")
    event.add("dtstamp", one.asked_at)
    event.add("dtstart", one.due_at)
    event.add("summary", f"[{sanitized(one.game)}] {_YOUR_MOVE.get(language)}")
    event.add("url", f"{settings.PBEM_BASE_URL}/decisions/{one.decision}/")
    event.add("transp", "TRANSPARENT")
    return event
