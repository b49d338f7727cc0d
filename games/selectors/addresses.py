"""Changes of address that wait to be confirmed."""

from django.db.models import Q
from django.utils import timezone
from msgspec import Struct

from games.errors import missing
from games.models import AddressChange
from games.stored.links import digest_of


class ChangeAsked(Struct, frozen=True):
    """Whose letters shall go where."""

    name: str
    address: str


def change_behind(token: str) -> ChangeAsked:
    """The change that a letter's link is about. Raises Missing for one that is over, done or unknown."""
    found = waiting_change(token)
    return ChangeAsked(found.player.username, found.address)


def waiting_change(token: str) -> AddressChange:
    """The row behind a token of either side. Raises Missing."""
    digest = digest_of(token)
    rows = AddressChange.objects.filter(Q(old_digest=digest) | Q(new_digest=digest), expires_at__gt=timezone.now())
    found = rows.select_related("player").first()
    if found is None or not found.player.is_active:
        raise missing()
    return found
