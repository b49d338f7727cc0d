"""Late answers arrive after the deadline and its grace period, but before the worker has closed the question.

They count. The rule is the same on pages, by REST and by e-mail: an answer is late by the time when the server received
it. The receipt tells the player, and an announcement tells the readers who may see who is late.
"""

from collections.abc import Mapping
from datetime import datetime

from games.models import Game, Notice, OpenRequest, Player, SealedAnswer
from games.persistence.clock import load_clock
from games.persistence.receipts import read_receipt
from games.persistence.vacation import vacation_end
from games.services.notices import list_late_notice_readers, make_notice
from games.services.resolve.pending_answers import PendingAnswers

Outcome = OpenRequest.Outcome


def is_late_answer(game: Game, request: OpenRequest, arrived_at: datetime) -> bool:
    """Return True if an answer to an open decision arrived after the deadline and its grace.

    No deadline expires while the game is paused or the player is on vacation.
    """
    if request.due_at is None:
        return False
    closing = request.due_at + load_clock(game.clock).grace
    if game.status == Game.Status.PAUSED:
        paused_at = Game.objects.filter(pk=game.pk).values_list("paused_at", flat=True).first()
        arrived_at = min(arrived_at, paused_at or arrived_at)
    if arrived_at <= closing:
        return False
    player = Player.objects.filter(pk=request.seat.player_id).first() if request.seat.player_id else None
    return player is None or vacation_end(player, arrived_at) is None


def make_late_answer_notices(game: Game, waiting: PendingAnswers, closed: Mapping[str, str]) -> list[Notice]:
    """Return unsaved announcements of the late answers that count, for readers who may see who is late.

    `waiting` are the game's questions with their answers; `closed` are the outcomes of the closed questions by role.
    """
    used = {role for role, outcome in closed.items() if outcome in (Outcome.ANSWERED, Outcome.DRAFT)}
    roles = {answer.pk: role for role in used if (answer := waiting.get_answer_after_deadline(role))}
    if not roles:
        return []
    rows = SealedAnswer.objects.filter(pk__in=roles).exclude(receipt=b"").order_by("pk")
    late = [roles[row.pk] for row in rows if read_receipt(row.receipt).late]
    return [
        make_notice(game, Notice.Kind.ANSWERED_LATE, to=list_late_notice_readers(game, role), seat=role)
        for role in late
    ]
