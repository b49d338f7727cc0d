"""No index of games by component data, by which nothing is looked up, and none of games without an umpire by theirs.

A game's row changes twice a turn, and each of its indexes gets an entry each time.
"""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0029_reserves"),
    ]

    operations = [
        migrations.AlterField(
            model_name="game",
            name="data_pack",
            field=models.ForeignKey(
                db_index=False,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="games",
                to="games.datapack",
            ),
        ),
        migrations.AlterField(
            model_name="game",
            name="umpire",
            field=models.ForeignKey(
                blank=True,
                db_index=False,
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="umpired_games",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AddIndex(
            model_name="game",
            index=models.Index(
                condition=models.Q(("umpire__isnull", False)),
                fields=["umpire"],
                name="game_by_umpire",
            ),
        ),
    ]
