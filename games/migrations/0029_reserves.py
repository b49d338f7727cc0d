import uuid

import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models

from games.models.guard import install


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0028_vacation_stand_in"),
    ]

    operations = [
        migrations.AddField(
            model_name="seat",
            name="reserves_called",
            field=models.BooleanField(default=False, verbose_name="reserves are asked"),
        ),
        migrations.AlterField(
            model_name="notice",
            name="kind",
            field=models.CharField(
                choices=[
                    ("default_played", "default played at the deadline"),
                    ("draft_taken", "draft taken at the deadline"),
                    ("extended", "deadline extended"),
                    ("paused", "paused"),
                    ("resumed", "resumed"),
                    ("clock_changed", "clock changed"),
                    ("substituted", "player substituted"),
                    ("stood_in", "bot stands in"),
                    ("reserves_called", "reserves are asked"),
                    ("returned", "player is back"),
                    ("acted_for", "umpire acted for a seat"),
                    ("held", "held"),
                    ("stopped", "held by the umpire"),
                    ("released", "released from hold"),
                    ("rewound", "rewound"),
                    ("left", "player left"),
                    ("reopened", "asked again"),
                    ("abandoned", "abandoned"),
                    ("standing_taken", "standing order followed at the deadline"),
                    ("own_default", "own default played at the deadline"),
                    ("nonce_wanted", "nonce wanted"),
                    ("nonce_dropped", "nonce dropped"),
                    ("order_off", "standing order switched off"),
                    ("exported", "exported with its secrets"),
                    ("imported", "imported"),
                ],
                max_length=20,
                verbose_name="kind",
            ),
        ),
        migrations.CreateModel(
            name="ReserveCall",
            fields=[
                ("id", models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ("began_at", models.DateTimeField(default=django.utils.timezone.now, verbose_name="begun")),
                ("look_at", models.DateTimeField(blank=True, null=True)),
                ("used_up_at", models.DateTimeField(blank=True, null=True, verbose_name="nobody left to ask since")),
                ("ended_at", models.DateTimeField(blank=True, null=True, verbose_name="ended")),
                (
                    "outcome",
                    models.CharField(
                        blank=True,
                        choices=[
                            ("accepted", "somebody accepted"),
                            ("returned", "player is back"),
                            ("changed", "the seat changed hands otherwise"),
                            ("over", "the game is over"),
                        ],
                        default="",
                        max_length=8,
                        verbose_name="outcome",
                    ),
                ),
                (
                    "game",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="reserve_calls", to="games.game"
                    ),
                ),
                (
                    "seat",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="reserve_calls",
                        to="games.seat",
                    ),
                ),
            ],
            options={
                "verbose_name": "call for reserves",
                "verbose_name_plural": "calls for reserves",
                "ordering": ["-began_at", "-id"],
            },
        ),
        migrations.CreateModel(
            name="ReserveStep",
            fields=[
                ("id", models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ("player", models.BigIntegerField(verbose_name="player number")),
                (
                    "what",
                    models.CharField(
                        choices=[("asked", "asked"), ("accepted", "accepted"), ("declined", "declined")],
                        max_length=8,
                        verbose_name="what",
                    ),
                ),
                ("until", models.DateTimeField(blank=True, null=True, verbose_name="time to answer")),
                ("at", models.DateTimeField(default=django.utils.timezone.now, verbose_name="at")),
                (
                    "call",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="steps",
                        to="games.reservecall",
                    ),
                ),
            ],
            options={
                "verbose_name": "step of a call for reserves",
                "verbose_name_plural": "steps of calls for reserves",
                "ordering": ["-at", "-id"],
            },
        ),
        migrations.CreateModel(
            name="Reserve",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("since", models.DateTimeField(default=django.utils.timezone.now, verbose_name="since")),
                (
                    "game",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="reserves",
                        to="games.game",
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="reserves",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "verbose_name": "reserve",
                "verbose_name_plural": "reserves",
                "ordering": ["game", "id"],
                "constraints": [models.UniqueConstraint(fields=("game", "player"), name="reserve_once")],
            },
        ),
        migrations.AddIndex(
            model_name="reservecall",
            index=models.Index(
                condition=models.Q(("look_at__isnull", False)), fields=["look_at"], name="reserve_call_due"
            ),
        ),
        migrations.AddIndex(
            model_name="reservecall",
            index=models.Index(fields=["seat"], name="reserve_call_by_seat"),
        ),
        migrations.AddIndex(
            model_name="reservecall",
            index=models.Index(fields=["-began_at", "-id"], name="reserve_call_newest"),
        ),
        migrations.AddConstraint(
            model_name="reservecall",
            constraint=models.UniqueConstraint(
                condition=models.Q(("ended_at__isnull", True)), fields=("seat",), name="reserve_call_one_at_a_time"
            ),
        ),
        migrations.AddIndex(
            model_name="reservestep",
            index=models.Index(fields=["call"], name="reserve_step_by_call"),
        ),
        migrations.AddIndex(
            model_name="reservestep",
            index=models.Index(fields=["player", "-at"], name="reserve_step_by_player"),
        ),
        migrations.AddIndex(
            model_name="reservestep",
            index=models.Index(fields=["-at", "-id"], name="reserve_step_newest"),
        ),
        migrations.AddConstraint(
            model_name="reservestep",
            constraint=models.UniqueConstraint(
                condition=models.Q(("what", "asked")), fields=("call", "player"), name="reserve_asked_once"
            ),
        ),
        migrations.AddConstraint(
            model_name="reservestep",
            constraint=models.UniqueConstraint(
                condition=models.Q(("what", "asked"), _negated=True),
                fields=("call", "player"),
                name="reserve_answers_once",
            ),
        ),
        migrations.RunPython(install, migrations.RunPython.noop),
    ]
