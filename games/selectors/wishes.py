"""Who is meant by a link that turns letters off."""

from games.errors import missing
from games.models import Player
from games.stored.unsubscribing import is_for, read_wish


def wished(token: str) -> tuple[Player, str]:
    """The player and the preference that a link turns off. Raises Missing, also for an address given up since."""
    wish = read_wish(token)
    player = Player.objects.filter(pk=wish.player, is_active=True).first() if wish else None
    if wish is None or player is None or not is_for(wish, player.email):
        raise missing()
    return player, wish.preference
