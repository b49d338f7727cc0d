"""Find players by name, address or unsubscribe link, and count their vacation days."""

from django.db.models import Q
from django.utils import timezone

from games.errors import missing
from games.models import Player, Vacation
from games.models.player import name_key
from games.persistence.unsubscribe_tokens import is_same_address, read_unsubscribe_token
from games.persistence.vacation import count_days_by_year, local_today


def find_player(entered: str) -> Player | None:
    """Return the player with this name or address, ignoring case; None if there is none.

    If the text is one player's name and another player's address, the text counts as the address.
    """
    found = list(Player.objects.filter(Q(name_key=name_key(entered)) | Q(email__iexact=entered))[:2]) if entered else []
    return min(found, key=lambda one: one.email.casefold() != entered.casefold(), default=None)


def find_player_by_email(address: str) -> Player | None:
    """Return the active player with this address, ignoring case."""
    return Player.objects.filter(email__iexact=address, is_active=True).first()


def count_vacation_days(player: Player) -> int:
    """Return the player's past, present and announced vacation days of this year."""
    spells = Vacation.objects.filter(player=player).values_list("first", "last")
    return count_days_by_year(spells).get(local_today(player, timezone.now()).year, 0)


def resolve_unsubscribe_token(token: str) -> tuple[Player, str]:
    """Return the player of an unsubscribe link, and the e-mail preference that it switches off.

    Raises Missing for a wrong token, and if the player's address has changed since.
    """
    wish = read_unsubscribe_token(token)
    player = Player.objects.filter(pk=wish.player, is_active=True).first() if wish else None
    if wish is None or player is None or not is_same_address(wish, player.email):
        raise missing()
    return player, wish.preference
