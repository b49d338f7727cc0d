"""Record which titles and kinds of question have been explained to a player, so that each is explained once."""

from games.models import Player, SeenHint


def do_mark_seen(*, player: Player, title: str, kind: str = "") -> None:
    """Record that a `kind` of question of a title was explained to the player.

    Without a `kind`, record that the title's guided first turn was explained.
    """
    SeenHint.objects.bulk_create([SeenHint(player=player, title=title, kind=kind)], ignore_conflicts=True)


def do_explain_again(*, player: Player) -> None:
    """Delete the records of what was explained to the player, so that everything is explained again."""
    SeenHint.objects.filter(player=player).delete()
