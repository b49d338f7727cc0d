"""Who is bound to a hidden nonce is asked for it."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0011_nonces")]

    operations = [
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
                    ("nonce_wanted", "nonce wanted"),
                    ("nonce_dropped", "nonce dropped"),
                    ("order_off", "standing order switched off"),
                ],
                verbose_name="kind",
            ),
        ),
    ]
