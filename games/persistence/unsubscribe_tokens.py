"""Signed tokens of unsubscribe links, valid as long as the player keeps the e-mail address."""

from typing import NamedTuple

from django.core import signing

from games.persistence.address_digest import address_digest

_SALT = "games.stored.unsubscribing"


class UnsubscribeTarget(NamedTuple):
    """The content of a token."""

    player: int
    """The player's id."""
    preference: str
    """The e-mail preference to turn off."""
    address: str
    """The beginning of the digest of the address to which the e-mail went."""


def write_unsubscribe_token(player: int, preference: str, address: str) -> str:
    """Return the token for a link that turns off an e-mail `preference` of a player.

    `address` is where the e-mail with the link goes. The token contains no time, so that it is the same at every
    attempt to send the e-mail.
    """
    return signing.Signer(salt=_SALT).sign_object([player, preference, address_digest(address)[:16]])


def read_unsubscribe_token(token: str) -> UnsubscribeTarget | None:
    """Return the content of a token; None if this server did not write the token."""
    try:
        return UnsubscribeTarget(*signing.Signer(salt=_SALT).unsign_object(token))
    except signing.BadSignature:
        return None


def is_same_address(target: UnsubscribeTarget, address: str) -> bool:
    """Return True if the e-mail with the link went to this address, ignoring case."""
    return address_digest(address)[:16] == target.address
