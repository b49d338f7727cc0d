"""The server's public signing keys. All are kept, so that old e-mails can be checked."""

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _


class SigningKey(models.Model):
    """The public half of an Ed25519 key. `id` is the first 16 hexadecimal digits of its SHA-256.

    `endorsement` is the signature of this key by the key before it, `endorsed_by` (`games.persistence.signing`). It is
    empty for the first key, and if the seed of the key before was lost.
    """

    id = models.CharField(primary_key=True, max_length=16)
    public = models.CharField(max_length=43)
    since = models.DateTimeField(default=timezone.now)
    until = models.DateTimeField(null=True, blank=True)
    endorsed_by = models.CharField(max_length=16, blank=True, default="")
    endorsement = models.CharField(max_length=86, blank=True, default="")

    class Meta:
        verbose_name = _("signing key")
        verbose_name_plural = _("signing keys")
        ordering = ["since", "id"]

    def __str__(self) -> str:
        return self.id
