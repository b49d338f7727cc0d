"""Who may send mail, and letters at which senders died; two indexes in place of one, for what waits and what is held."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0008_long_lists"),
    ]

    operations = [
        migrations.CreateModel(
            name="SenderSlot",
            fields=[
                ("number", models.PositiveSmallIntegerField(primary_key=True, serialize=False)),
                ("holder", models.UUIDField(blank=True, null=True)),
                ("leased_until", models.DateTimeField(blank=True, null=True)),
                ("resume_at", models.DateTimeField(blank=True, null=True)),
            ],
        ),
        migrations.RemoveIndex(model_name="outgoingmail", name="mail_to_send"),
        migrations.AddField(
            model_name="outgoingmail",
            name="deaths",
            field=models.PositiveSmallIntegerField(default=0, verbose_name="senders lost"),
        ),
        migrations.AddIndex(
            model_name="outgoingmail",
            index=models.Index(fields=["next_try_at", "id"], condition=models.Q(status="queued"), name="mail_queued"),
        ),
        migrations.AddIndex(
            model_name="outgoingmail",
            index=models.Index(fields=["leased_until"], condition=models.Q(status="sending"), name="mail_in_hand"),
        ),
    ]
