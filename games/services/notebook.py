"""Writing down one's own notes on a game."""

from uuid import UUID

from django.db import transaction
from django.utils import timezone

from games.errors import Replaced
from games.kernel.errors import malformed, refuse_unfit
from games.kernel.text import Text
from games.models import Notebook, Player
from games.selectors.notebook import Notes, notes_of, own_notebook

MOST_LETTERS = 20_000
"""Of the notes on one game."""


def do_write_notes(*, player: Player, game_id: UUID | str, text: str, revision: int | None = None) -> Notes:
    """Replace the player's notes on a game, with `revision` only if they are still that one.

    Raises Missing, Malformed for what is too long and for control characters, Replaced.
    """
    game = own_notebook(player, game_id)
    written = text.replace("\r\n", "\n")
    if len(written) > MOST_LETTERS:
        en, ja = f"At most {MOST_LETTERS} letters and signs.", f"{MOST_LETTERS}文字以内で書いてください。"
        raise malformed("/text", en, ja, "too_large")
    refuse_unfit("/text", written, lines=True)
    with transaction.atomic():
        Notebook.objects.get_or_create(player=player, game=game)
        row = Notebook.objects.select_for_update().get(player=player, game=game)
        if revision is not None and revision != row.revision:
            raise Replaced(
                detail=Text(f"Your notes stand at revision {row.revision}.", f"メモは現在、改訂{row.revision}です。")
            )
        row.text, row.revision, row.changed_at = written, row.revision + 1, timezone.now()
        row.save(update_fields=["text", "revision", "changed_at"])
    return notes_of(row, game)
