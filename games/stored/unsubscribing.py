"""Links by which a letter's reader turns letters of its sort off: signed, good for as long as the address is theirs."""

from typing import NamedTuple

from django.core import signing

from games.stored.addresses import address_digest

_SALT = "games.stored.unsubscribing"


class Wish(NamedTuple):
    """What a link turns off: a preference of a player, while the player has the address it was sent to."""

    player: int
    preference: str
    address: str


def write_wish(player: int, preference: str, address: str) -> str:
    """The token of a link: the same at every attempt to send a letter, so that it tells no time."""
    return signing.Signer(salt=_SALT).sign_object([player, preference, address_digest(address)[:16]])


def read_wish(token: str) -> Wish | None:
    """What a token says; None for one that this server did not write."""
    try:
        return Wish(*signing.Signer(salt=_SALT).unsign_object(token))
    except signing.BadSignature:
        return None


def is_for(wish: Wish, address: str) -> bool:
    """Whether an address is the one that the link was sent to."""
    return address_digest(address)[:16] == wish.address
