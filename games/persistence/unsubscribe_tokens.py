"""Signed unsubscribe links, valid as long as the player keeps the address."""

from typing import NamedTuple

from django.core import signing

from games.persistence.address_digest import address_digest

_SALT = "games.stored.unsubscribing"


class UnsubscribeTarget(NamedTuple):
    """The content of a link: the player, the preference to turn off, and the address that the e-mail went to."""

    player: int
    preference: str
    address: str


def write_unsubscribe_token(player: int, preference: str, address: str) -> str:
    """Return the token of a link.

    It is the same at every attempt to send an e-mail, so that it reveals no time.
    """
    return signing.Signer(salt=_SALT).sign_object([player, preference, address_digest(address)[:16]])


def read_unsubscribe_token(token: str) -> UnsubscribeTarget | None:
    """Return the content of a token; None for one that this server did not write."""
    try:
        return UnsubscribeTarget(*signing.Signer(salt=_SALT).unsign_object(token))
    except signing.BadSignature:
        return None


def is_same_address(target: UnsubscribeTarget, address: str) -> bool:
    """Return True if the link was sent to this address."""
    return address_digest(address)[:16] == target.address
