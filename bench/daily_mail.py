"""Count the e-mails that players get if they read and answer their e-mail once a day; bots give the answers.

The players have the settings of a new player. Each reads e-mail at an own hour, and replies to every question that has
arrived by then. A day is quiet for a player who is asked nothing and answers nothing on it.
"""

import random
from collections import Counter
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from email.message import EmailMessage
from typing import Any, NamedTuple
from unittest.mock import patch
from uuid import UUID

import msgspec
import time_machine
from django.conf import settings

from bench.report import Measure, at_most, progress
from games import registry
from games.models import CurrentView, Game, IncomingMail, OpenRequest, OutgoingMail, Player
from games.models.compression import inflate
from games.persistence import serialization
from games.persistence.mail_tags import QUESTION
from games.selectors.mail_tag_targets import make_seat_reply_address
from games.services import incoming_mail
from games.services.answers import do_submit_answer
from games.services.creation import SeatAssignment, do_create_game
from games.services.lifecycle import do_join_game, do_start_game
from games.services.players import do_create_player
from games.services.resolve.advance import do_resolve
from worker.mail.inbound.dispatch import handle_inbound
from worker.mail.inbound.ingest import ingest
from worker.mail.outbound.delivery import send_due_mail

GAMES = {
    "goeben": ("ottoman_alliance", "captain"),
    "battleships": ("denmark_strait", "captain"),
    "pirates": ("two_players", "captain"),
    "pq17": ("jw51a", "captain"),
}
"""The scenario and bot of each title."""
BEGIN = datetime(2031, 3, 3, 8, tzinfo=UTC)
A_MOMENT = timedelta(seconds=10)
MINUTE = timedelta(seconds=61)
QUIET_AIM = 1.0
"""The target for the e-mails to a player on a quiet day."""


class Days(NamedTuple):
    """The e-mails of a game, by player and day."""

    sent: Counter[tuple[int, int]]
    """The number of e-mails to a player on a day."""
    busy: set[tuple[int, int]]
    """The pairs of player and day on which the player was asked or answered something."""
    days: int
    """The number of days that were played."""
    over: bool
    """True if the game ended."""

    def mean(self, players: int) -> float:
        """Return the mean number of e-mails for each player and day."""
        return self.sent.total() / (players * self.days)

    def most_on_quiet_day(self) -> int:
        """Return the most e-mails that a player got on a quiet day."""
        return max((count for day, count in self.sent.items() if day not in self.busy), default=0)


def daily_mail(most_days: int) -> Iterator[Measure]:
    """Measure the e-mails in a game of each title, which is played for at most `most_days` days."""
    settings.PBEM_MAIL_REPLY_ADDRESS, settings.PBEM_TRUSTED_AUTHSERV_IDS = "orders@example.org", ["mx.example.org"]
    settings.PBEM_MAIL_REPLIES_PER_HOUR = incoming_mail.MAX_PER_HOUR = 1_000_000
    settings.EMAIL_BACKEND = "django.core.mail.backends.dummy.EmailBackend"
    for title, (scenario, bot) in GAMES.items():
        progress(f"a game of {title}, at most {most_days} days")
        with patch("worker.mail.outbound.mime_message.draw_png", return_value=b""):
            found, players = _play(title, scenario, bot, most_days)
        note = f"{scenario}, {found.days} days, {'to the end' if found.over else 'not ended'}"
        yield Measure(f"e-mails for each player and day, {title}", found.mean(players), "mails", note=note)
        quiet = f"most e-mails to a player on a quiet day, {title}"
        yield at_most(quiet, found.most_on_quiet_day(), "mails", QUIET_AIM, note)


def _play(title: str, scenario: str, bot: str, most_days: int) -> tuple[Days, int]:
    """Play a game by e-mail; return its days and the number of its players."""
    with time_machine.travel(BEGIN) as clock:
        players, game = _game_of_people(title, scenario)
        found, day = Days(Counter(), set(), 0, over=False), 0
        while day < most_days and not _is_over(game):
            for place, player in enumerate(players):
                clock.move_to(BEGIN + timedelta(days=day, hours=2 * (place + 1)))
                _deliver(game, clock)
                _answer_all(player, game, bot)
                _deliver(game, clock)
            day += 1
        rows = OutgoingMail.objects.filter(game=game, sent_at__isnull=False).values_list("player", "sent_at")
        found.sent.update((player, (at - BEGIN).days) for player, at in rows if player and at)
        questions = OpenRequest.objects.filter(game=game).values_list("seat__player", "opened_at")
        found.busy.update((player, (at - BEGIN).days) for player, at in questions)
        replies = IncomingMail.objects.filter(player__in=players).values_list("player", "received_at")
        found.busy.update((player, (at - BEGIN).days) for player, at in replies)
        return found._replace(days=day, over=_is_over(game)), len(players)


def _is_over(game: UUID) -> bool:
    return Game.objects.filter(pk=game, status=Game.Status.OVER).exists()


def _game_of_people(title: str, scenario: str) -> tuple[list[Player], UUID]:
    roles = registry.current_title(title).seats(scenario)
    names = [f"daily-{title}-{role}".replace("_", "-") for role in roles]
    players = [do_create_player(name=name, email=f"{name}@example.org") for name in names]
    seats = [SeatAssignment(role=role) for role in roles]
    game = do_create_game(host=players[0], title=title, scenario=scenario, seats=seats, name="North Sea 12")
    for player, role in zip(players, roles, strict=True):
        do_join_game(player=player, game_id=game.pk, role=role)
    do_start_game(player=players[0], game_id=game.pk)
    return players, game.pk


def _deliver(game: UUID, clock: Any) -> None:
    """Resolve the game and send all due e-mails: now, after a moment, and after the time for which receipts wait."""
    for pause in (timedelta(0), A_MOMENT, MINUTE):
        clock.shift(pause)
        while do_resolve(game).more:
            pass
        send_due_mail(budget=3600)


def _answer_all(player: Player, game: UUID, bot: str) -> None:
    """Reply to all questions that are open to a player."""
    rows = OpenRequest.objects.filter(game=game, seat__player=player, closed_at=None, ready=False)
    for request in rows.select_related("seat__player", "game"):
        _answer(request, bot)


def _answer(request: OpenRequest, bot: str) -> None:
    """Reply with the bot's answer. If e-mail cannot express it, submit it as the page does."""
    title = registry.game_title(request.game)
    question = serialization.read_question(title, request.question)
    packed = CurrentView.objects.values_list("view", flat=True).get(game=request.game_id, audience=request.seat.role)
    view = msgspec.json.decode(inflate(bytes(packed)), type=title.secrecy.view_type)
    typed = title.bot(bot)(view, question, random.Random(str(request.key)).randrange)
    if next(question.form.problems(typed), None) is not None:
        typed = question.form.example()
    ingest(_reply(request, question.form.render(typed)), channel="bench")
    handle_inbound()
    if not OpenRequest.objects.filter(pk=request.pk, ready=True).exists() and request.seat.player:
        answer = msgspec.json.encode(question.form.write(typed))
        do_submit_answer(player=request.seat.player, request_id=request.pk, answer=answer)


def _reply(request: OpenRequest, text: str) -> bytes:
    player = request.seat.player
    assert player is not None
    message = EmailMessage()
    message["Authentication-Results"] = f"mx.example.org; dmarc=pass header.from={player.email.rpartition('@')[2]}"
    message["From"], message["To"] = player.email, make_seat_reply_address(QUESTION, request.pk, request.seat)
    message["Message-ID"] = f"<daily-{request.pk}@example.org>"
    message.set_content(text)
    return message.as_bytes()
