"""The e-mails for the questions of whole games: of each title and kind of question, in each language."""

from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple
from uuid import UUID

from django.utils import translation
from django.utils.timezone import now, timedelta

from games.kernel.codec import encode
from games.models import Game, OutgoingMail, Player
from games.selectors.decisions import Decision
from games.selectors.email_context import EmailContext, load_email_context
from tests.titles.asked import Asked, asked_in_games
from tests.worker.test_email_layout import opened
from worker.mail.outbound.blocks import EmailContent
from worker.mail.outbound.content import build_content


class QuestionEmail(NamedTuple):
    """The content of an e-mail, its context, and what it asks."""

    asked: Asked
    context: EmailContext
    content: EmailContent

    @property
    def name(self) -> str:
        """Return its title, scenario, kind of question and language, for messages of failing tests."""
        asked, player = self.asked, self.context.player
        return f"{self.context.game.title} {asked.scenario} {asked.question.kind} {player.language}"


def question_emails(host: Player, key: str, language: str) -> Iterator[QuestionEmail]:
    """Yield the e-mails of a title in a language. They are about games in memory, sent for a stored one."""
    Player.objects.filter(pk=host.pk).update(language=language)
    host.refresh_from_db()
    base: dict[str, EmailContext] = {}
    for asked in asked_in_games(key):
        if asked.scenario not in base:
            base[asked.scenario] = _context(opened(host, key, asked.scenario), host)
        context = _asking(base[asked.scenario], asked)
        with translation.override(language):
            yield QuestionEmail(asked, context, build_content(context))


def _context(game: Game, host: Player) -> EmailContext:
    for other in Player.objects.exclude(pk=host.pk):  # the next scenario has players of the same names
        other.username, other.email = str(other.pk), f"{other.pk}@example.org"
        other.save()
    mails = OutgoingMail.objects.filter(game=game, kind="stop").order_by("pk")
    found = next(filter(None, map(load_email_context, mails)))
    return replace(found, player=host, is_first=False, seat=found.seat)


def _asking(context: EmailContext, asked: Asked) -> EmailContext:
    assert context.view is not None
    question = asked.question
    decision = Decision(
        id=UUID(int=1),
        game=context.game,
        seat=question.seat,
        kind=question.kind,
        rule=question.rule,
        key=question.key,
        question=question,
        stop=context.mail.seat_stop,
        opened_at=now(),
        due_at=now() + timedelta(hours=48),
        closed_at=None,
        outcome="",
        revision=0,
        ready=False,
        answer=None,
        receipt=None,
    )
    return replace(context, decisions=[decision], view=replace(context.view, view=encode(asked.view)))
