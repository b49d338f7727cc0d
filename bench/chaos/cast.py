"""The users of a chaos run."""

from typing import NamedTuple

from games.models import Player
from games.services.players import do_create_player, do_create_unlimited_token
from games.services.profile import do_update_player

UMPIRE = "umpire"
OPERATOR = "operator"
SEATED, RESERVES = 6, 3
"""The numbers of players who join games, and of players who only replace others."""


class Member(NamedTuple):
    """A user, with an API token."""

    name: str
    token: str


class Cast(NamedTuple):
    """All users of a run; the operator is staff and never plays."""

    players: list[Member]
    reserves: list[Member]
    umpire: Member
    operator: Player


def assemble() -> Cast:
    """Create all users of a run and return them.

    Every third player reads Japanese. Only the first player gets pictures, because drawing pictures takes long.
    """
    people = [_member(f"player{number}", number) for number in range(SEATED + RESERVES)]
    operator = do_create_player(name=OPERATOR, email="operator@example.org", staff=True)
    return Cast(people[:SEATED], people[SEATED:], _member(UMPIRE, 1), operator)


def _member(name: str, number: int) -> Member:
    player = do_create_player(name=name, email=f"{name}@example.org", language="ja" if number % 3 == 2 else "en")
    wanted = {"watch": True, "pictures": not number}  # news of the day would wait for a day
    do_update_player(player=player, mail_preferences=wanted)
    return Member(name, do_create_unlimited_token(player=player))
