"""Alarms: what is due is read off partial indexes, whatever games exist."""

from datetime import timedelta
from typing import Any

from django.db import migrations, models
from django.db.models import Case, Exists, F, Min, OuterRef, Subquery, When
from django.utils import timezone


def set_alarms(apps: Any, schema_editor: Any) -> None:
    """One statement for the games under way, and one for each number of hours ahead of which players are reminded."""
    game, request = apps.get_model("games", "Game"), apps.get_model("games", "OpenRequest")
    running = game.objects.filter(status="running")
    open_ = request.objects.filter(game=OuterRef("pk"), closed_at=None).order_by()
    first = open_.values("game").annotate(first=Min("due_at")).values("first")
    bots = Exists(open_.filter(ready=False, seat__kind="bot"))
    at_once = When(bots, then=timezone.now())
    running.update(wake_at=Case(at_once, When(due_from=None, then=Subquery(first)), default=F("due_from")))
    for hours in running.filter(reminder_hours__gt=0).values_list("reminder_hours", flat=True).distinct():
        waiting = request.objects.filter(closed_at=None, reminded_at=None, due_at__isnull=False)
        of_games = game.objects.filter(reminder_hours=hours, status__in=("running", "paused")).values("pk")
        waiting.filter(game__in=of_games).update(remind_at=F("due_at") - timedelta(hours=hours))


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0005_advice"),
    ]

    operations = [
        migrations.RemoveIndex(model_name="game", name="game_due"),
        migrations.RemoveIndex(model_name="game", name="game_newest"),
        migrations.RemoveIndex(model_name="openrequest", name="request_due"),
        migrations.AddField("game", "wake_at", models.DateTimeField(blank=True, null=True)),
        migrations.AddField("openrequest", "remind_at", models.DateTimeField(blank=True, null=True)),
        migrations.RunPython(set_alarms, migrations.RunPython.noop),
        migrations.AddIndex(
            "game",
            models.Index(fields=["wake_at", "id"], condition=models.Q(wake_at__isnull=False), name="game_alarm"),
        ),
        migrations.AddIndex("game", models.Index(fields=["-created_at", "id"], name="game_newest")),
        migrations.AddIndex("game", models.Index(fields=["status", "-created_at", "id"], name="game_newest_by_status")),
        migrations.AddIndex("game", models.Index(fields=["title", "-created_at", "id"], name="game_newest_by_title")),
        migrations.AddIndex(
            "openrequest",
            models.Index(
                fields=["remind_at", "id"],
                condition=models.Q(remind_at__isnull=False, closed_at__isnull=True, ready=False),
                name="request_reminder",
            ),
        ),
    ]
