"""Who hears of what goes wrong in a game."""

from django.db.models import Q

from games.models import Game, Player, Seat


def those_who_rule(game: Game) -> list[Player]:
    """The umpire; without one the host, if not playing; else the staff that does not play."""
    seated = Seat.objects.filter(game=game, player__isnull=False).values_list("player", flat=True)
    named = [key for key in (game.umpire_id, game.host_id) if key is not None and key not in set(seated)]
    if named:
        return list(Player.objects.filter(pk=named[0], is_active=True))
    return list(Player.objects.filter(Q(is_staff=True, is_active=True)).exclude(pk__in=seated)[:5])
