"""The audit log: access to hidden state, and interventions in games."""

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _


class AuditEntry(models.Model):
    """One action of staff, an umpire or a host.

    Append-only. It contains ids of players and roles, never names, so that a person can be erased.
    """

    at = models.DateTimeField(_("at"), default=timezone.now)
    actor = models.BigIntegerField(_("player number"), null=True)
    """The id of the player who acted; null: the server."""
    game = models.UUIDField(_("game"), null=True)
    action = models.CharField(_("action"), max_length=40)
    """A word such as "rewind"."""
    facts = models.JSONField(_("facts"), default=dict)

    class Meta:
        verbose_name = _("audit entry")
        verbose_name_plural = _("audit entries")
        ordering = ["-id"]
        indexes = [
            models.Index(fields=["game", "-id"], name="audit_by_game"),
            models.Index(fields=["actor", "-id"], name="audit_by_actor"),
            models.Index(fields=["action"], name="audit_by_action", opclasses=["varchar_pattern_ops"]),
        ]

    def __str__(self) -> str:
        return f"{self.at:%Y-%m-%d %H:%M} {self.action}"
