"""Who is invited may say no, and whoever invited is told."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0030_fewer_indexes"),
    ]

    operations = [
        migrations.AddField(
            model_name="invitation",
            name="declined_at",
            field=models.DateTimeField(blank=True, null=True),
        ),
    ]
