"""Read a player's API tokens; only their hashes are stored."""

from datetime import datetime
from typing import Any

from knox.models import AuthToken
from msgspec import Struct

from games.errors import missing
from games.models import Player

ID_LENGTH = 16


class Token(Struct, frozen=True):
    """An API token. `id` is the beginning of its hash; `expires` is None if the token is valid until revoked."""

    id: str
    created: datetime
    expires: datetime | None


def list_tokens(player: Player) -> list[Token]:
    """Return the player's tokens, newest first."""
    return [build_token(row) for row in AuthToken.objects.filter(user=player).order_by("-created", "digest")]


def build_token(row: Any) -> Token:
    """Return the data of a stored token (`row`) that its owner may see."""
    return Token(row.digest[:ID_LENGTH], row.created, row.expiry)


def get_token_row(player: Player, token_id: str) -> Any:
    """Return the player's stored token with this id. Raises Missing if there is no such token."""
    found = AuthToken.objects.filter(user=player, digest__startswith=token_id) if len(token_id) == ID_LENGTH else ()
    row = next(iter(found), None)
    if row is None:
        raise missing()
    return row
