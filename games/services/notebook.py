"""Store players' private notes on a game."""

from collections.abc import Mapping
from uuid import UUID

from django.db import transaction
from django.utils import timezone

from games.errors import RevisionReplaced
from games.kernel.errors import malformed, pointer, refuse_forbidden_characters
from games.kernel.text import Text
from games.models import Game, Notebook, Player
from games.selectors.notebook import Notes, build_notes, get_game_for_notes

MAX_NOTES_LENGTH = 20_000
"""The maximum length of the notes on one game, in characters."""


MAX_UNIT_NOTE_LENGTH = 500
"""The maximum length of the note on one unit, in characters."""
MAX_UNIT_NOTES = 200
"""The maximum number of units in one game that may have a note."""
MAX_UNIT_ID = 80


def do_write_notes(
    *,
    player: Player,
    game_id: UUID | str,
    text: str | None = None,
    units: Mapping[str, str] | None = None,
    revision: int | None = None,
) -> Notes:
    """Replace the player's notes on a game (`text`) or on its units (`units`); None leaves them as they are.

    `units` contains all notes on units, by the unit's id; empty notes are dropped. With `revision`, notes are replaced
    only if the stored notes still have that revision number. Raises Missing if the player does not belong to the game;
    RevisionReplaced if the stored notes have another revision; Malformed if notes are too long or contain control
    characters.
    """
    game = get_game_for_notes(player, game_id)
    written = None if text is None else _checked("/text", text, MAX_NOTES_LENGTH)
    noted = None if units is None else _checked_units(units)
    with transaction.atomic():
        row = _locked(player, game)
        if revision is not None and revision != row.revision:
            raise RevisionReplaced(
                detail=Text("Your notes stand at revision {revision}.", "メモは現在、改訂{revision}です。").format(
                    revision=row.revision
                )
            )
        row.text = row.text if written is None else written
        row.units = row.units if noted is None else noted
        return _stored(row, game)


def do_note_unit(*, player: Player, game_id: UUID | str, unit: str, text: str) -> Notes:
    """Replace the player's note on one unit; an empty text deletes it. Raises as `do_write_notes`."""
    game = get_game_for_notes(player, game_id)
    with transaction.atomic():
        row = _locked(player, game)
        row.units = _checked_units({**row.units, unit: text})
        return _stored(row, game)


def _locked(player: Player, game: Game) -> Notebook:
    Notebook.objects.get_or_create(player=player, game=game)
    return Notebook.objects.select_for_update().get(player=player, game=game)


def _stored(row: Notebook, game: Game) -> Notes:
    row.revision, row.changed_at = row.revision + 1, timezone.now()
    row.save(update_fields=["text", "units", "revision", "changed_at"])
    return build_notes(row, game)


def _checked(place: str, text: str, most: int) -> str:
    """Return the text with LF line ends. Raises Malformed for field `place` if it has more than `most` characters."""
    written = text.replace("\r\n", "\n")
    if len(written) > most:
        raise malformed(
            place, "At most {most} letters and signs.", "{most}文字以内で書いてください。", "too_large", most=most
        )
    refuse_forbidden_characters(place, written, allow_lines=True)
    return written


def _checked_units(units: Mapping[str, str]) -> dict[str, str]:
    """Return the notes that are not empty. Raises Malformed for too many notes or a wrong one."""
    kept: dict[str, str] = {}
    for unit, text in units.items():
        written = _checked(pointer("units", unit), text, MAX_UNIT_NOTE_LENGTH)
        _checked("/units", unit, MAX_UNIT_ID)
        if written.strip():
            kept[unit] = written
    if len(kept) > MAX_UNIT_NOTES:
        raise malformed("/units", "At most {most} notes.", "メモは{most}件までです。", "too_large", most=MAX_UNIT_NOTES)
    return kept
