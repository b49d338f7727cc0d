"""Players and their tokens for scripts."""

from django.core.exceptions import ValidationError
from django.db import transaction
from knox.models import AuthToken

from games.errors import WrongState
from games.kernel.errors import Malformed, Problem
from games.kernel.text import Text
from games.models import Player


def do_create_player(
    *,
    name: str,
    email: str,
    language: str = "en",
    time_zone: str = "UTC",
    password: str | None = None,
    staff: bool = False,
) -> Player:
    """A new player. Raises Malformed with a problem for every field that will not do, taken names included."""
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


def do_make_token(*, player: Player) -> str:
    """A token for scripts, valid until it is revoked. Only its hash is stored, so this is the one time to see it."""
    if not player.is_active:
        raise WrongState(detail=Text("This player is not active.", "このプレイヤーは無効です。"))
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
    """The field that a refusal is about; that a name or an address is taken says a constraint of the whole row."""
    taken = {str(one.violation_error_message): one.name for one in Player._meta.constraints}
    about = {"player_name_once": "name", "player_email_once": "email", "username": "name"}
    return about.get(taken.get(message, field), field)
