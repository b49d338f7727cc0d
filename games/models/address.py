"""A change of address that waits to be confirmed on both sides."""

from django.conf import settings
from django.db import models
from django.utils import timezone


class AddressChange(models.Model):
    """A player's wish for another address. Each side has a token of its own, of which only the hash is stored."""

    player = models.OneToOneField(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="address_change")
    address = models.EmailField(max_length=254)
    old_digest = models.CharField(max_length=64, unique=True)
    new_digest = models.CharField(max_length=64, unique=True)
    old_confirmed_at = models.DateTimeField(null=True, blank=True)
    new_confirmed_at = models.DateTimeField(null=True, blank=True)
    created_at = models.DateTimeField(default=timezone.now)
    expires_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"address of {self.player_id}"
