"""Players by what people type: a name or an address."""

from django.db.models import Q

from games.models import Player


def player_known_as(entered: str) -> Player | None:
    """The player of this name or address, in any case. One's name that is another's address counts as the address."""
    found = list(Player.objects.filter(Q(username__iexact=entered) | Q(email__iexact=entered))[:2]) if entered else []
    return min(found, key=lambda one: one.email.casefold() != entered.casefold(), default=None)


def player_at(address: str) -> Player | None:
    """The active player with this address, in any case."""
    return Player.objects.filter(email__iexact=address, is_active=True).first()
