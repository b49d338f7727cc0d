"""Record the titles and kinds of question that a player has met, so that each is explained once."""

from games.models import Player, SeenHint


def do_mark_seen(*, player: Player, title: str, kind: str = "") -> None:
    """Mark a kind of question as known to the player; without `kind`, the guided first turn of the title."""
    SeenHint.objects.bulk_create([SeenHint(player=player, title=title, kind=kind)], ignore_conflicts=True)


def do_explain_again(*, player: Player) -> None:
    """Forget all that the player has met: everything is explained once more."""
    SeenHint.objects.filter(player=player).delete()
