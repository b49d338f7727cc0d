"""A player's private notes on the page of the game."""

from uuid import UUID

import msgspec
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from games.errors import Missing, RevisionReplaced
from games.kernel.errors import GameError
from games.selectors.notebook import get_notes, list_notes
from games.services.notebook import MAX_NOTES_LENGTH, do_write_notes
from pbem.web.pages.middleware import status_for_error
from pbem.web.pages.visitor import get_page_language, get_player


@require_POST
@login_required
def save_notes(request: HttpRequest, game_id: UUID) -> HttpResponse:
    """Save the player's notes on a game; notes that the service refuses are shown again for correction."""
    player, text, revision = get_player(request), request.POST.get("text", ""), request.POST.get("revision", "")
    given = int(revision) if revision.isdecimal() and len(revision) < 10 else None
    units = {
        name.removeprefix("unit:"): str(note) for name, note in request.POST.dict().items() if name.startswith("unit:")
    }
    try:
        do_write_notes(player=player, game_id=game_id, text=text, units=units or None, revision=given)
    except Missing:
        raise
    except GameError as error:
        kept = get_notes(player, game_id)
        changed = isinstance(error, RevisionReplaced)
        why = _("They were changed elsewhere in the meantime: put together what you need and save again.")
        context = {
            "notes": msgspec.structs.replace(kept, text=text),
            "kept": kept.text if changed else "",
            "why": why if changed else error.detail.get(get_page_language(request)),
            "most": MAX_NOTES_LENGTH,
        }
        return render(request, "pages/notes.html", context, status=status_for_error(error) if not changed else 412)
    messages.success(request, _("Your notes are kept."))
    return redirect("game", game_id=game_id)


@require_safe
@login_required
def download_notes(request: HttpRequest) -> HttpResponse:
    """Return all of the player's notes as a file."""
    found = {"notes": list_notes(get_player(request))}
    content = msgspec.json.format(msgspec.json.encode(found), indent=1)
    response = HttpResponse(content, content_type="application/json")
    response["Content-Disposition"] = 'attachment; filename="my-notes.json"'
    return response
