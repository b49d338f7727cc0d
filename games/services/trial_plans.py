"""Store a player's plans (named orders) for trials against bots. They are not answers; see `games.models.TrialPlan`."""

from typing import Any
from uuid import UUID

import msgspec
from django.db import transaction
from django.db.models import F, Q

from games import registry
from games.errors import limit_reached, missing
from games.kernel.errors import malformed, refuse_forbidden_characters
from games.models import OpenRequest, Player, TrialPlan
from games.persistence import serialization
from games.selectors.access import get_own_request
from games.selectors.trials import MAX_PLANS, KeptPlan, get_triable_request

MAX_NAME = 60


def do_keep_plan(*, player: Player, request_id: UUID | str, name: str, answer: Any) -> KeptPlan:
    """Store orders for a question as a plan with a name; replaces a plan of the same name.

    Raises Missing without such a question; NotYours for another seat's question; Stale if the question is closed;
    WrongState if the game permits no trials; Malformed or Illegal for the name or the orders; LimitReached if the
    player has `MAX_PLANS` other plans for the question.
    """
    request = get_triable_request(player, request_id)
    name = name.strip()
    if not name or len(name) > MAX_NAME:
        raise malformed(
            "/name", "A name has 1 to {most} letters.", "名前は1〜{most}文字です。", "too_long", most=MAX_NAME
        )
    refuse_forbidden_characters("/name", name)
    form = serialization.read_question(registry.game_title(request.game), request.question).form
    written = form.write(form.accept(answer))
    with transaction.atomic():
        OpenRequest.objects.select_for_update().get(pk=request.pk)
        mine = TrialPlan.objects.filter(request=request, player=player)
        if mine.exclude(name=name).count() >= MAX_PLANS:
            raise limit_reached(
                "/name",
                "too_many",
                "You keep {most} plans already: delete one.",
                "保存できる計画は{most}件までです。1件削除してください。",
                most=MAX_PLANS,
            )
        row, _ = mine.update_or_create(
            request=request, player=player, name=name, defaults={"answer": msgspec.json.encode(written)}
        )
    return KeptPlan(row.pk, row.name, written)


def do_delete_plan(*, player: Player, request_id: UUID | str, plan_id: UUID) -> None:
    """Delete a kept plan of the player.

    Raises Missing without such a question or plan; NotYours for another seat's question.
    """
    request = get_own_request(player, request_id)
    if not TrialPlan.objects.filter(request=request, player=player, pk=plan_id).delete()[0]:
        raise missing()


def do_delete_obsolete_plans() -> int:
    """Delete plans of closed questions and of players who no longer hold the seat; return how many."""
    gone = Q(request__closed_at__isnull=False) | ~Q(request__seat__player=F("player"))
    gone |= Q(request__seat__player=None)
    return TrialPlan.objects.filter(gone).delete()[0]
