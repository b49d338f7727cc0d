from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0027_changed_clocks"),
    ]

    operations = [
        migrations.AddField(
            model_name="player",
            name="vacation_stand_in",
            field=models.BooleanField(default=False, verbose_name="a bot stands in meanwhile"),
        ),
        migrations.AddIndex(
            model_name="player",
            index=models.Index(
                condition=models.Q(("vacation_stand_in", True)), fields=["vacation_until"], name="player_stood_in_for"
            ),
        ),
        migrations.AddField(
            model_name="seat",
            name="stood_in_until",
            field=models.DateField(blank=True, null=True, verbose_name="last day of the vacation a bot stood in for"),
        ),
        migrations.AddIndex(
            model_name="seat",
            index=models.Index(
                condition=models.Q(("stood_in_until__isnull", False)),
                fields=["stood_in_until"],
                name="seat_stood_in_until",
            ),
        ),
    ]
