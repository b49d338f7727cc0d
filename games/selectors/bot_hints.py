"""Count the bot's hints that players have asked for."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from uuid import UUID

from django.db.models import Count

from games.models import BotHint, Game
from games.persistence.metadata_visibility import Viewer


def count_hints(games: Iterable[Game]) -> dict[UUID, dict[str, int]]:
    """Return the number of questions for which each seat got a hint, by game and role; seats without hints are omitted.

    There is no query if no game allows hints.
    """
    found: dict[UUID, dict[str, int]] = defaultdict(dict)
    allowed = [game.pk for game in games if game.hints_allowed]
    if allowed:
        rows = BotHint.objects.filter(request__game__in=allowed).values_list("request__game", "request__seat__role")
        for game_id, role, count in rows.annotate(count=Count("pk")).order_by("request__seat__position"):
            found[game_id][role] = count
    return found


def visible_hints(game: Game, counted: Mapping[str, int], eyes: Viewer) -> dict[str, int]:
    """Return those of the `counted` numbers of hints (by role) that the viewer `eyes` may see.

    Viewers see the numbers of their own seats; moderators, and everybody after the end, see all. During the game the
    number of another seat would reveal which questions that seat is asked.
    """
    sees_all = eyes.is_moderator or game.status == Game.Status.OVER
    return {role: count for role, count in counted.items() if sees_all or role in eyes.seats}
