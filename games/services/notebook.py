"""Store players' private notes on a game."""

from uuid import UUID

from django.db import transaction
from django.utils import timezone

from games.errors import RevisionReplaced
from games.kernel.errors import malformed, refuse_forbidden_characters
from games.kernel.text import Text
from games.models import Notebook, Player
from games.selectors.notebook import Notes, build_notes, get_game_for_notes

MAX_NOTES_LENGTH = 20_000
"""The maximum length of the notes on one game, in characters."""


def do_write_notes(*, player: Player, game_id: UUID | str, text: str, revision: int | None = None) -> Notes:
    """Replace the player's notes on a game; with `revision`, only if the stored notes still have that revision.

    Raises Missing, Malformed if they are too long or contain control characters, RevisionReplaced.
    """
    game = get_game_for_notes(player, game_id)
    written = text.replace("\r\n", "\n")
    if len(written) > MAX_NOTES_LENGTH:
        raise malformed(
            "/text",
            "At most {most} letters and signs.",
            "{most}文字以内で書いてください。",
            "too_large",
            most=MAX_NOTES_LENGTH,
        )
    refuse_forbidden_characters("/text", written, allow_lines=True)
    with transaction.atomic():
        Notebook.objects.get_or_create(player=player, game=game)
        row = Notebook.objects.select_for_update().get(player=player, game=game)
        if revision is not None and revision != row.revision:
            raise RevisionReplaced(
                detail=Text("Your notes stand at revision {revision}.", "メモは現在、改訂{revision}です。").format(
                    revision=row.revision
                )
            )
        row.text, row.revision, row.changed_at = written, row.revision + 1, timezone.now()
        row.save(update_fields=["text", "revision", "changed_at"])
    return build_notes(row, game)
