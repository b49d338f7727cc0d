"""Read changes of e-mail addresses that wait for confirmation."""

from django.db.models import Q
from django.utils import timezone
from msgspec import Struct

from games.errors import missing
from games.models import AddressChange
from games.persistence.link_tokens import token_digest


class AddressChangeState(Struct, frozen=True):
    """A requested change of an e-mail address: the player's name and the new address."""

    name: str
    address: str


def get_address_change_state(token: str) -> AddressChangeState:
    """Return the change that a link with this token confirms. Raises Missing if the change is expired or done."""
    found = get_address_change(token)
    return AddressChangeState(found.player.username, found.address)


def get_address_change(token: str) -> AddressChange:
    """Return the row of the change with this token, which went to the old or to the new address.

    Raises Missing for a wrong token.
    """
    digest = token_digest(token)
    rows = AddressChange.objects.filter(Q(old_digest=digest) | Q(new_digest=digest), expires_at__gt=timezone.now())
    found = rows.select_related("player").first()
    if found is None or not found.player.is_active:
        raise missing()
    return found
