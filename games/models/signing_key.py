"""The server's public signing keys. All are kept, so that signatures in old e-mails can be checked."""

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _


class SigningKey(models.Model):
    """A public Ed25519 key with which the server's signatures are checked."""

    id = models.CharField(primary_key=True, max_length=16)
    """The first 16 hexadecimal digits of the key's SHA-256."""
    public = models.CharField(max_length=43)
    """The key in base64 for URLs, without padding."""
    since = models.DateTimeField(default=timezone.now)
    until = models.DateTimeField(null=True, blank=True)
    """When the key was replaced; null for the present key."""
    endorsed_by = models.CharField(max_length=16, blank=True, default="")
    """The id of the previous key."""
    endorsement = models.CharField(max_length=86, blank=True, default="")
    """The signature of this key by the previous one (`games.persistence.signing`); empty for the first key, and if the
    previous private key was lost.
    """

    class Meta:
        verbose_name = _("signing key")
        verbose_name_plural = _("signing keys")
        ordering = ["since", "id"]

    def __str__(self) -> str:
        return self.id
