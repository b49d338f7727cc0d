"""Press: what seats say to each other."""

import uuid

import django.db.models.deletion
import django.utils.timezone
from django.db import migrations, models

from games.models.guard import install


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0003_standing_orders"),
    ]

    operations = [
        migrations.AlterField(
            model_name="outgoingmail",
            name="kind",
            field=models.CharField(
                choices=[
                    ("stop", "stop"),
                    ("reminder", "reminder"),
                    ("notice", "notice"),
                    ("over", "game over"),
                    ("message", "message"),
                ],
                max_length=10,
                verbose_name="kind",
            ),
        ),
        migrations.CreateModel(
            name="Message",
            fields=[
                ("id", models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ("sender", models.CharField(max_length=40)),
                ("receivers", models.JSONField(default=list)),
                ("text", models.TextField()),
                ("at", models.DateTimeField(default=django.utils.timezone.now)),
                (
                    "game",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="messages",
                        to="games.game",
                    ),
                ),
            ],
            options={
                "verbose_name": "message",
                "verbose_name_plural": "messages",
                "ordering": ["game", "at", "id"],
            },
        ),
        migrations.CreateModel(
            name="MessageCopy",
            fields=[
                ("id", models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ("number", models.PositiveIntegerField()),
                ("read_at", models.DateTimeField(blank=True, null=True)),
                (
                    "game",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="message_copies",
                        to="games.game",
                    ),
                ),
                (
                    "message",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="copies", to="games.message"
                    ),
                ),
                (
                    "seat",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="message_copies",
                        to="games.seat",
                    ),
                ),
            ],
            options={
                "verbose_name": "copy of a message",
                "verbose_name_plural": "copies of messages",
                "ordering": ["seat", "number"],
            },
        ),
        migrations.AddIndex(
            model_name="message",
            index=models.Index(fields=["game", "sender", "at"], name="message_by_sender"),
        ),
        migrations.AddIndex(
            model_name="messagecopy",
            index=models.Index(condition=models.Q(("read_at__isnull", True)), fields=["seat"], name="message_unread"),
        ),
        migrations.AddIndex(
            model_name="messagecopy",
            index=models.Index(fields=["game"], name="message_copy_by_game"),
        ),
        migrations.AddConstraint(
            model_name="messagecopy",
            constraint=models.UniqueConstraint(fields=("seat", "number"), name="message_number_once"),
        ),
        migrations.AddConstraint(
            model_name="messagecopy",
            constraint=models.UniqueConstraint(fields=("message", "seat"), name="message_once_per_seat"),
        ),
        migrations.RunPython(install, migrations.RunPython.noop),
    ]
