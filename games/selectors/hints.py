"""The titles and kinds of question that are new to a player."""

from dataclasses import dataclass

from games.models import Game, Player, SeenHint, Tenure


@dataclass(frozen=True)
class FirstMeeting:
    """True for what is new to the player; both are false if the player has switched explanations off."""

    title: bool = False
    kind: bool = False


def get_first_meeting(player: Player, title: str, kind: str) -> FirstMeeting:
    """Return whether the title and this kind of question are new to the player."""
    if not player.hints:
        return FirstMeeting()
    rows = SeenHint.objects.filter(player=player, title=title, kind__in=("", kind))
    seen = set(rows.values_list("kind", flat=True))
    return FirstMeeting(title="" not in seen, kind=kind not in seen)


def is_new_to_title(player: Player, game: Game) -> bool:
    """Return True if the title is to be explained: the player wants it, and has had no seat in another of its games."""
    if not player.hints:
        return False
    return not Tenure.objects.filter(player=player, seat__game__title=game.title).exclude(seat__game=game).exists()


def list_seen_hints(player: Player) -> list[SeenHint]:
    """Return all that the player has met, in order, for the player's own data."""
    return list(SeenHint.objects.filter(player=player).order_by("title", "kind"))
