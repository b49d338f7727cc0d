"""Devices that show notifications: webhooks of another format, with a name."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0007_chance_curves"),
    ]

    operations = [
        migrations.AddField(
            model_name="webhook",
            name="label",
            field=models.CharField(blank=True, default="", max_length=60, verbose_name="name"),
        ),
        migrations.AlterField(
            model_name="webhook",
            name="format",
            field=models.CharField(
                choices=[("plain", "plain"), ("discord", "Discord"), ("push", "notifications")],
                default="plain",
                max_length=8,
                verbose_name="format",
            ),
        ),
        migrations.AlterField(
            model_name="webhook",
            name="url",
            field=models.CharField(max_length=1000, verbose_name="address"),
        ),
    ]
