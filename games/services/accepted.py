"""Whoever asked somebody in hears that they come: in one letter, and in none where the game's own says so."""

from collections.abc import Sequence

from django.conf import settings

from games.models import Game, Invitation, Opening, Player, Seat
from games.selectors.access import may_manage
from games.selectors.notices import seat_name
from games.selectors.tags import start_tag
from games.services.personal import do_owe_letter


def tell_of_acceptance(row: Invitation, player: Player, game: Game, seats: Sequence[Seat]) -> None:
    """Owe the letter to whoever invited: who comes, and which seats are free. In a game under way, or that begins with
    this, who sits there hears of it by the game's own letters.
    """
    host = row.invited_by
    if host is None or not host.is_active or host.pk == player.pk:
        return
    if game.status != Game.Status.OPEN and any(one.player_id == host.pk for one in seats):
        return
    free = [one.role for one in seats if one.kind == Seat.Kind.OPEN]
    facts = {
        "who": player.username,
        "game": game.name,
        "seat": next((_name(game, one.role, host) for one in seats if one.player_id == player.pk), ""),
        "free": (", " if host.language == "en" else "、").join(_name(game, role, host) for role in free),
        "begins": "" if game.status == Game.Status.OPEN else "begins",
        "reply_to": start_tag(game) if _is_awaited(host, game, full=not free) else "",
        "url": f"{settings.PBEM_BASE_URL}/games/{game.pk}/",
    }
    do_owe_letter(what="accepted", address=host.email, player=host, facts=facts)


def _is_awaited(host: Player, game: Game, *, full: bool) -> bool:
    """Whether a game begins when this player says so; one that was opened by mail does by itself as soon as it can."""
    if game.status != Game.Status.OPEN or not may_manage(host, game):
        return False
    return full or not Opening.objects.filter(game=game).exists()


def _name(game: Game, role: str, reader: Player) -> str:
    return seat_name(game, role).get(reader.language)
