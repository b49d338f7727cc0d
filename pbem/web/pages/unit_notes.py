"""A player's private note on the unit whose card is open on the decision page."""

from typing import Any

from django.http import HttpRequest

from games.kernel.errors import GameError
from games.selectors.decisions import Decision
from games.selectors.notebook import get_notes
from games.services.notebook import MAX_UNIT_NOTE_LENGTH, do_note_unit
from pbem.web.pages.visitor import get_page_language, get_player


def note_unit(request: HttpRequest, decision: Decision, unit: str) -> str:
    """Store the posted note on the unit with the id `unit`.

    Return "" or, if the service refuses the note, the reason in the reader's language.
    """
    text = request.POST.get("unit_note", "")
    try:
        do_note_unit(player=get_player(request), game_id=decision.game.pk, unit=unit, text=text)
    except GameError as error:
        language = get_page_language(request)
        said = [one.message.get(language) for one in error.problems] or [error.detail.get(language)]
        return " ".join(said)
    return ""


def build_unit_note(request: HttpRequest, decision: Decision, unit: str) -> dict[str, Any]:
    """Return the template context of the note on the unit whose card is open; {} if `unit` is empty."""
    if not unit:
        return {}
    notes = get_notes(get_player(request), decision.game.pk)
    return {"note_on": unit, "unit_note": notes.units.get(unit, ""), "most_unit_note": MAX_UNIT_NOTE_LENGTH}
