"""A player's tokens for scripts. What they are made of is stored nowhere, only their hashes."""

from datetime import datetime
from typing import Any

from knox.models import AuthToken
from msgspec import Struct

from games.errors import missing
from games.models import Player

ID_LENGTH = 16


class Token(Struct, frozen=True):
    """One token. `id` is the beginning of its hash; `expires` is None for a token that is valid until revoked."""

    id: str
    created: datetime
    expires: datetime | None


def my_tokens(player: Player) -> list[Token]:
    """The player's tokens, newest first."""
    return [token_of(row) for row in AuthToken.objects.filter(user=player).order_by("-created", "digest")]


def token_of(row: Any) -> Token:
    """The stored token as its owner may see it."""
    return Token(row.digest[:ID_LENGTH], row.created, row.expiry)


def token_row(player: Player, token_id: str) -> Any:
    """The stored token of that id, if it is the player's own. Raises Missing."""
    found = AuthToken.objects.filter(user=player, digest__startswith=token_id) if len(token_id) == ID_LENGTH else ()
    row = next(iter(found), None)
    if row is None:
        raise missing()
    return row
