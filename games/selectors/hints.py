"""Find out which titles and kinds of question are new to a player, so that they are explained."""

from dataclasses import dataclass

from games.models import Game, Player, SeenHint, Tenure


@dataclass(frozen=True)
class FirstMeeting:
    """The explanations that a player still needs. Both are false if the player has switched explanations off."""

    title: bool = False
    """True if the title must be explained."""
    kind: bool = False
    """True if the kind of question must be explained."""


def get_first_meeting(player: Player, title: str, kind: str) -> FirstMeeting:
    """Return whether the title and this kind of question must be explained to the player."""
    if not player.hints:
        return FirstMeeting()
    rows = SeenHint.objects.filter(player=player, title=title, kind__in=("", kind))
    seen = set(rows.values_list("kind", flat=True))
    return FirstMeeting(title="" not in seen, kind=kind not in seen)


def is_new_to_title(player: Player, game: Game) -> bool:
    """Return True if the player wants explanations and has had no seat in another game of the title."""
    if not player.hints:
        return False
    return not Tenure.objects.filter(player=player, seat__game__title=game.title).exclude(seat__game=game).exists()


def list_seen_hints(player: Player) -> list[SeenHint]:
    """Return the records of what was explained to the player, for the export of personal data."""
    return list(SeenHint.objects.filter(player=player).order_by("title", "kind"))
