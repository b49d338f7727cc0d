"""Rewinding a game to the beginning of an earlier step: a new branch, with author, reason and notice to all."""

from collections.abc import Sequence
from typing import Any
from uuid import UUID

import msgspec
from django.db import transaction
from django.utils import timezone

from games import registry
from games.errors import forbidden, missing, wrong_state
from games.kernel import journal
from games.kernel.chance import below, words
from games.kernel.driver import drive
from games.kernel.errors import malformed
from games.kernel.title import Title
from games.models import Branch, Game, JournalSegment, Notice, Player
from games.selectors.access import may_umpire, refuse_unseen
from games.services.branching import branch_off, origin_at, place, under_the_rules, withdraw_all
from games.services.locks import locked_game
from games.services.notices import announce
from games.services.resolve.views import audiences
from games.services.resolve.writing import Writing
from games.stored.audit import record
from games.stored.position import chance_of, nonces_of, seats_in_order

RESHUFFLE = -1
"""The number under which a branch's secret gives the order of what is dealt anew; rolls are numbered from 0."""


def do_rewind(*, by: Player, game_id: UUID | str, number: int, reason: str) -> Branch:
    """Go back to the beginning of the step that was being played at stop `number` (as the replay counts).

    What no seat has seen is dealt anew under the branch's own secret; nothing is deleted. Raises Missing, Forbidden,
    WrongState, Malformed without a reason.
    """
    if not reason.strip():
        raise malformed("/reason", "A reason is needed.", "理由を入力してください。")
    now = timezone.now()
    with transaction.atomic():
        game = locked_game(game_id)
        refuse_unseen(by, game)
        if not may_umpire(by, game):
            raise forbidden("You may not rewind this game.", "このゲームを巻き戻す権限がありません。")
        if game.status not in (Game.Status.RUNNING, Game.Status.PAUSED, Game.Status.HELD):
            raise wrong_state("Only a game in progress can be rewound.", "進行中のゲームだけを巻き戻せます。")
        segment = JournalSegment.objects.filter(game=game, number=number).first()
        if segment is None:
            raise missing()
        seats, title = seats_in_order(game), registry.game_title(game)
        origin = origin_at(game, segment.branch, number)
        withdraw_all(game, now)
        branch = branch_off(game, origin, author=by, reason=reason)
        chance = chance_of(game, seats)
        with under_the_rules(game):
            checkpoint = _dealt_anew(title, origin.checkpoint, branch, nonces_of(seats))
            run = drive(title, checkpoint, chance=chance, branch=branch.number)
            views = run.views(title, audiences(seat.role for seat in seats))
        here, first = place(game, origin, checkpoint)
        writing = Writing(game, seats, now)
        writing.cause, writing.first = JournalSegment.Cause.REWIND, first
        writing.opening = branch.commitment
        writing.notices.append(
            announce(game, Notice.Kind.REWOUND, author=by, reason=reason[:500], commitment=branch.commitment)
        )
        writing.write(here, run, views, writing.to_open(run.asked))
        record(by, "rewind", game.pk, branch=branch.number, to=number, reason=reason[:500])
    return branch


def _dealt_anew(
    title: Title[Any], checkpoint: journal.Checkpoint, branch: Branch, nonces: Sequence[bytes]
) -> journal.Checkpoint:
    """The checkpoint with what no seat has seen in the order that the branch's own dice give it."""
    source = words(bytes(branch.secret), nonces, branch.number, RESHUFFLE)
    state = title.reshuffle(title.read_state(checkpoint.state), lambda limit: below(limit, source))
    return msgspec.structs.replace(checkpoint, state=title.write_state(state), rules_version=title.rules_version)
