"""Verified addresses. Host and operator vouch for the players they create; players who sign up must verify theirs."""

from typing import Any

from allauth.account.models import EmailAddress
from django.db.models.signals import post_save

from games.models import Player


def has_verified_email(player: Player) -> bool:
    """Return True unless the player signed up and has not followed the e-mail's link yet."""
    return not EmailAddress.objects.filter(user=player, verified=False).exists()


def mark_email_verified(player: Player) -> None:
    """Mark the address of a player without a record as verified."""
    if not EmailAddress.objects.filter(user=player).exists():
        EmailAddress.objects.create(user=player, email=player.email.lower(), verified=True, primary=True)


def _keep_in_step(sender: object, instance: Player, update_fields: Any = None, **_: Any) -> None:
    """Delete the records of former addresses, so that those no longer give access."""
    if update_fields is None or "email" in update_fields:
        EmailAddress.objects.filter(user=instance).exclude(email=instance.email.lower()).delete()


def connect_signals() -> None:
    """Connect a signal handler for every saved player, which keeps allauth's addresses in step."""
    post_save.connect(_keep_in_step, sender=Player, dispatch_uid="pbem.web.accounts.email_verification")
