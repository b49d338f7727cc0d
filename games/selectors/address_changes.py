"""Address changes that wait for confirmation."""

from django.db.models import Q
from django.utils import timezone
from msgspec import Struct

from games.errors import missing
from games.models import AddressChange
from games.persistence.link_tokens import token_digest


class AddressChangeState(Struct, frozen=True):
    """A requested address change: the player and the new address."""

    name: str
    address: str


def get_address_change_state(token: str) -> AddressChangeState:
    """Return the change behind an e-mail's link. Raises Missing if it is expired, done or unknown."""
    found = get_address_change(token)
    return AddressChangeState(found.player.username, found.address)


def get_address_change(token: str) -> AddressChange:
    """Return the row behind the token of the old or of the new address. Raises Missing."""
    digest = token_digest(token)
    rows = AddressChange.objects.filter(Q(old_digest=digest) | Q(new_digest=digest), expires_at__gt=timezone.now())
    found = rows.select_related("player").first()
    if found is None or not found.player.is_active:
        raise missing()
    return found
