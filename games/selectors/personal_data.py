"""Export a player's own data as one document: texts written and received, memberships, and settings.

The document contains only the person's own data: orders and press of each seat only for the time in which the person
held it, no views of seats, and no keys or passwords.
"""

from collections.abc import Iterable
from datetime import datetime
from typing import Any

import msgspec
from django.db.models import Q
from django.utils import timezone

from games.models import (
    AddressChange,
    Advice,
    AuditEntry,
    Game,
    IncomingMail,
    Invitation,
    Notice,
    OpenRequest,
    OutgoingMail,
    Player,
    StandingOrder,
    Tenure,
    TrialPlan,
    UmpireQuestion,
    Vacation,
    Webhook,
    WorkingDraft,
)
from games.persistence import serialization
from games.persistence.receipts import read_receipt
from games.persistence.standing_orders import load_order
from games.persistence.working_drafts import read_history
from games.selectors.hints import list_seen_hints
from games.selectors.invitations import build_invitation_state
from games.selectors.messages import list_tenure_messages
from games.selectors.notebook import list_notes
from games.selectors.tokens import list_tokens

FORMAT = 1
PUSH = Webhook.Format.PUSH
_NOT_THE_PLAYERS = ("", "bot", "bot_default", "umpire")
"""Channels of answers that the player did not give: withdrawals (""), bots' and umpires' answers."""


def export_personal_data(player: Player) -> bytes:
    """Return the player's own data, as the module describes them, as a JSON document."""
    document = {
        "format": FORMAT,
        "at": timezone.now(),
        "account": _account(player),
        "tokens": list_tokens(player),
        "webhooks": [_webhook(row) for row in Webhook.objects.filter(player=player).exclude(format=PUSH)],
        "devices": [
            _fields(row, "url", "label", "created_at", "off_at")
            for row in Webhook.objects.filter(player=player, format=PUSH)
        ],
        "notes": list_notes(player),
        "explained_to_you": [_fields(row, "title", "kind", "at") for row in list_seen_hints(player)],
        "games": _games(player),
        "seats": [_tenure(row, player) for row in _tenures(player)],
        "drafts": [_draft(row) for row in WorkingDraft.objects.filter(player=player)],
        "trial_plans": [_plan(row) for row in TrialPlan.objects.filter(player=player).order_by("created_at", "pk")],
        "invitations": _invitations(player),
        "announcements": [_notice(row) for row in Notice.objects.filter(author=player).order_by("at")],
        "acts": [_act(row) for row in AuditEntry.objects.filter(actor=player.pk).order_by("id")],
        "emails_sent_to_you": [_mail(row) for row in OutgoingMail.objects.filter(player=player).order_by("id")],
        "emails_received_from_you": [
            _incoming(row) for row in IncomingMail.objects.filter(player=player).order_by("received_at")
        ],
    }
    return msgspec.json.format(msgspec.json.encode(document), indent=1)


_ACCOUNT = (
    *("username", "email", "language", "time_zone", "mail_preferences", "mail_hours", "hints"),
    *("vacation_from", "vacation_until", "vacation_stand_in", "bounced_at", "bounced_why", "mail_works_since"),
    *("is_staff", "is_active", "date_joined", "last_login"),
)


def _account(player: Player) -> dict[str, Any]:
    change = AddressChange.objects.filter(player=player).first()
    return _fields(player, *_ACCOUNT) | {
        "vacations": [_fields(row, "first", "last") for row in Vacation.objects.filter(player=player)],
        "new_address": change.address if change else None,
    }


def _games(player: Player) -> list[dict[str, Any]]:
    """Return the games in which the player is host, umpire, observer or reserve."""
    parts = Q(host=player) | Q(umpire=player) | Q(observers__player=player) | Q(reserves__player=player)
    found = Game.objects.filter(parts).distinct().order_by("created_at", "id")
    return [
        _game(game)
        | {
            "host": game.host_id == player.pk,
            "umpire": game.umpire_id == player.pk,
            "observer": game.observers.filter(player=player).exists(),
            "reserve": game.reserves.filter(player=player).exists(),
        }
        for game in found
    ]


def _tenures(player: Player) -> Iterable[Tenure]:
    rows = Tenure.objects.filter(player=player).select_related("seat__game")
    return rows.order_by("since", "pk")


def _tenure(row: Tenure, player: Player) -> dict[str, Any]:
    """Return one tenure of a seat, with the orders and the press of that time."""
    seat, until = row.seat, row.until or timezone.now()
    holds = row.until is None and seat.player_id == player.pk
    asked = OpenRequest.objects.filter(seat=seat, opened_at__lte=until).exclude(closed_at__lt=row.since)
    standing = StandingOrder.objects.filter(seat=seat) if holds else ()
    advice = Advice.objects.filter(seat=seat, at__gte=row.since, at__lte=until).select_related("request")
    return {
        "game": _game(seat.game),
        "seat": seat.role,
        "since": row.since,
        "until": row.until,
        "word_for_the_dice": bytes(seat.nonce).decode("utf-8", "replace") if holds else "",
        "orders": [_orders(one, row.since, until) for one in asked.order_by("opened_at", "pk")],
        "standing_orders": [_fields(one, "kind", "created_at") | {"order": load_order(one)} for one in standing],
        "advice": [
            {"at": one.at, "question": one.request.kind, "answer": serialization.read_answer(one.answer)}
            for one in advice
        ],
        "messages": [
            _fields(one, "sender", "receivers", "text", "at", "read_at")
            for one in list_tenure_messages(seat, None if holds else row.since, until)
        ],
        "questions_to_the_umpire": [
            _fields(one, "office", "text", "at", "answer", "answered_at")
            for one in UmpireQuestion.objects.filter(seat=seat, at__gte=row.since, at__lte=until).order_by("at", "id")
        ],
    }


def _orders(request: OpenRequest, since: datetime, until: datetime) -> dict[str, Any]:
    """Return a question and the answers that the player gave to it from `since` to `until`."""
    given = request.answers.filter(at__gte=since, at__lte=until).exclude(channel__in=_NOT_THE_PLAYERS)
    return _fields(request, "kind", "rule", "opened_at", "due_at", "closed_at") | {
        "answers": [
            _fields(one, "revision", "ready", "channel", "at")
            | {"answer": serialization.read_answer(one.answer)}
            | {"receipt": read_receipt(one.receipt) if one.receipt else None}
            for one in given.order_by("revision")
        ]
    }


def _draft(row: WorkingDraft) -> dict[str, Any]:
    return {"decision": row.request_id, "changed_at": row.changed_at, "entries": read_history(row.steps).current}


def _plan(row: TrialPlan) -> dict[str, Any]:
    answer = serialization.read_answer(row.answer)
    return _fields(row, "name", "created_at") | {"decision": row.request_id, "answer": answer}


def _invitations(player: Player) -> dict[str, Any]:
    rows = Invitation.objects.select_related("player", "game").exclude(game=None).order_by("created_at", "pk")
    received = rows.filter(Q(player=player) | Q(address__iexact=player.email))
    return {
        "sent": [build_invitation_state(row) for row in rows.filter(invited_by=player)],
        "received": [_fields(row, "role", "created_at", "accepted_at", "declined_at") for row in received],
    }


def _webhook(row: Webhook) -> dict[str, Any]:
    return _fields(row, "url", "format", "created_at", "off_at") | {"game": row.game_id}


def _notice(row: Notice) -> dict[str, Any]:
    return _fields(row, "kind", "at") | {"game": row.game_id, "reason": row.facts.get("reason", "")}


def _act(row: AuditEntry) -> dict[str, Any]:
    return _fields(row, "at", "action", "game")


def _mail(row: OutgoingMail) -> dict[str, Any]:
    return _fields(row, "kind", "status", "created_at", "sent_at") | {"game": row.game_id}


def _incoming(row: IncomingMail) -> dict[str, Any]:
    return _fields(row, "received_at", "way", "status", "outcome") | {"game": row.game_id}


def _game(game: Game) -> dict[str, Any]:
    return _fields(game, "id", "name", "title", "scenario", "status", "created_at")


def _fields(row: Any, *names: str) -> dict[str, Any]:
    return {name: getattr(row, name) for name in names}
