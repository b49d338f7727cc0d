"""Create players and their API tokens."""

from django.core.exceptions import ValidationError
from django.db import transaction
from knox.models import AuthToken

from games.errors import wrong_state
from games.kernel.errors import Malformed, Problem
from games.kernel.text import Text
from games.models import Player
from games.models.player import derive_login_name, name_key


def do_create_player(
    *,
    name: str,
    email: str,
    language: str = "en",
    time_zone: str = "UTC",
    password: str | None = None,
    staff: bool = False,
) -> Player:
    """Create and return a player; with `staff`, an administrator with all permissions.

    Without a `password`, the player can log in only with links and tokens. Raises Malformed with a problem for every
    invalid field, including names already taken.
    """
    player = Player(username=name.strip(), email=Player.objects.normalize_email(email.strip()))
    player.language, player.time_zone = language, time_zone
    player.is_staff = player.is_superuser = staff
    player.set_password(password)
    with transaction.atomic():
        try:
            player.full_clean()
        except ValidationError as error:
            raise _refused(error) from None
        player.save()
    return player


def make_login_name(name: str) -> str:
    """Return a login name derived from a new player's name, with a number if the derived name is taken.

    A name that is a valid login name already is returned unchanged, even if it is taken: `do_create_player` refuses a
    taken name.
    """
    derived = derive_login_name(name)
    if derived == name.strip():
        return derived
    names = [derived, *(f"{derived[:57]}{number}" for number in range(2, 100))]
    taken = set(Player.objects.filter(name_key__in=map(name_key, names)).values_list("name_key", flat=True))
    return next((one for one in names if name_key(one) not in taken), derived)


def do_create_unlimited_token(*, player: Player) -> str:
    """Create an API token, valid until revoked. Only its hash is stored, so it cannot be shown again."""
    if not player.is_active:
        raise wrong_state("This player is not active.", "このプレイヤーは無効です。")
    _, token = AuthToken.objects.create(user=player, expiry=None)
    return str(token)


def _refused(error: ValidationError) -> Malformed:
    problems = [
        Problem(f"/{_field(field, message)}", "invalid", Text(message, message))
        for field, messages in error.message_dict.items()
        for message in messages
    ]
    return Malformed(*problems)


def _field(field: str, message: str) -> str:
    """Return the name of the field that a validation error is about.

    An error about a taken name or address belongs to a constraint of the whole row and is recognised by its message.
    """
    taken = {str(one.violation_error_message): one.name for one in Player._meta.constraints}
    about = {"player_name_once": "name", "player_email_once": "email", "username": "name"}
    return about.get(taken.get(message, field), field)
