"""Nonces are committed before any is shown; the dice of a branch follow from those of its root."""

from django.db import migrations, models
from django.db.models import F

STATES = [
    ("none", "added nothing"),
    ("given", "given to the server"),
    ("committed", "committed"),
    ("revealed", "laid open"),
]


def keep_what_was(apps, schema_editor):
    """Branches so far had secrets of their own, and nonces were kept by the server."""
    apps.get_model("games", "Branch").objects.update(root=F("number"))
    apps.get_model("games", "Seat").objects.exclude(nonce=b"").update(nonce_state="given")


class Migration(migrations.Migration):
    dependencies = [("games", "0010_signing_keys")]

    operations = [
        migrations.AddField("branch", "root", models.PositiveIntegerField(default=0), preserve_default=False),
        migrations.AddField("game", "origin", models.UUIDField(blank=True, null=True)),
        migrations.AddField("seat", "nonce_salt", models.BinaryField(default=bytes)),
        migrations.AddField("seat", "nonce_commitment", models.CharField(blank=True, default="", max_length=64)),
        migrations.AddField("seat", "nonce_state", models.CharField(choices=STATES, default="none", max_length=9)),
        migrations.AlterField(
            "notice",
            "kind",
            models.CharField(
                max_length=20,
                choices=[
                    ("default_played", "default played at the deadline"),
                    ("draft_taken", "draft taken at the deadline"),
                    ("extended", "deadline extended"),
                    ("paused", "paused"),
                    ("resumed", "resumed"),
                    ("substituted", "player substituted"),
                    ("acted_for", "umpire acted for a seat"),
                    ("held", "held"),
                    ("released", "released from hold"),
                    ("rewound", "rewound"),
                    ("left", "player left"),
                    ("reopened", "asked again"),
                    ("abandoned", "abandoned"),
                    ("standing_taken", "standing order followed at the deadline"),
                    ("own_default", "own default played at the deadline"),
                    ("nonce_dropped", "nonce dropped"),
                    ("order_off", "standing order switched off"),
                ],
                verbose_name="kind",
            ),
        ),
        migrations.RunPython(keep_what_was, migrations.RunPython.noop),
    ]
