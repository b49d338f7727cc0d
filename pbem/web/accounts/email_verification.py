"""Verified addresses. Host and operator vouch for the players they create; players who sign up must verify theirs."""

from typing import Any

from allauth.account.models import EmailAddress
from django.db.models.signals import post_save

from games.models import Player


def has_verified_email(player: Player) -> bool:
    """Return False if the player has signed up and not yet followed the link in the verification e-mail; else True."""
    return not EmailAddress.objects.filter(user=player, verified=False).exists()


def mark_email_verified(player: Player) -> None:
    """Mark the player's e-mail address as verified if allauth has no record of any address of the player."""
    if not EmailAddress.objects.filter(user=player).exists():
        EmailAddress.objects.create(user=player, email=player.email.lower(), verified=True, primary=True)


def _keep_in_step(sender: object, instance: Player, update_fields: Any = None, **_: Any) -> None:
    """Delete allauth's records of a saved player's former addresses, so that these no longer give access."""
    if update_fields is None or "email" in update_fields:
        EmailAddress.objects.filter(user=instance).exclude(email=instance.email.lower()).delete()


def connect_signals() -> None:
    """Connect the signal handler that deletes allauth's records of former addresses whenever a player is saved."""
    post_save.connect(_keep_in_step, sender=Player, dispatch_uid="pbem.web.accounts.email_verification")
