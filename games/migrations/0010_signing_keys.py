"""The keys that the server signs letters, receipts and dice with."""

import django.utils.timezone
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0009_senders")]

    operations = [
        migrations.CreateModel(
            name="SigningKey",
            fields=[
                ("id", models.CharField(max_length=16, primary_key=True, serialize=False)),
                ("public", models.CharField(max_length=43)),
                ("since", models.DateTimeField(default=django.utils.timezone.now)),
                ("until", models.DateTimeField(blank=True, null=True)),
                ("endorsed_by", models.CharField(blank=True, default="", max_length=16)),
                ("endorsement", models.CharField(blank=True, default="", max_length=86)),
            ],
            options={
                "verbose_name": "signing key",
                "verbose_name_plural": "signing keys",
                "ordering": ["since", "id"],
            },
        ),
    ]
