"""Whether an address is proven. Host and operator vouch for those they let in; who signs up has to show it."""

from typing import Any

from allauth.account.models import EmailAddress
from django.db.models.signals import post_save

from games.models import Player


def is_proven(player: Player) -> bool:
    """False for a player who signed up and has not followed the letter's link."""
    return not EmailAddress.objects.filter(user=player, verified=False).exists()


def vouch(player: Player) -> None:
    """Note the address of a player of whom nothing is noted yet as a good one."""
    if not EmailAddress.objects.filter(user=player).exists():
        EmailAddress.objects.create(user=player, email=player.email.lower(), verified=True, primary=True)


def _keep_in_step(sender: object, instance: Player, update_fields: Any = None, **_: Any) -> None:
    """An address that is no longer a player's lets nobody in."""
    if update_fields is None or "email" in update_fields:
        EmailAddress.objects.filter(user=instance).exclude(email=instance.email.lower()).delete()


def watch() -> None:
    """Look at every player that is saved."""
    post_save.connect(_keep_in_step, sender=Player, dispatch_uid="pbem.accounts.proof")
