"""A player's own notes, kept on the page of the game."""

from uuid import UUID

import msgspec
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from games.errors import Missing, Replaced
from games.kernel.errors import GameError
from games.selectors.notebook import all_my_notes, my_notes
from games.services.notebook import MOST_LETTERS, do_write_notes
from pbem.pages.middleware import status_of
from pbem.pages.who import language_of, player_of


@require_POST
@login_required
def notes(request: HttpRequest, game_id: UUID) -> HttpResponse:
    """Keep what is written; what cannot be kept comes back to be mended."""
    player, text, revision = player_of(request), request.POST.get("text", ""), request.POST.get("revision", "")
    given = int(revision) if revision.isdecimal() and len(revision) < 10 else None
    try:
        do_write_notes(player=player, game_id=game_id, text=text, revision=given)
    except Missing:
        raise
    except GameError as error:
        kept = my_notes(player, game_id)
        changed = isinstance(error, Replaced)
        why = _("They were changed elsewhere in the meantime: put together what you need and save again.")
        context = {
            "notes": msgspec.structs.replace(kept, text=text),
            "kept": kept.text if changed else "",
            "why": why if changed else error.detail.get(language_of(request)),
            "most": MOST_LETTERS,
        }
        return render(request, "pages/notes.html", context, status=status_of(error) if not changed else 412)
    messages.success(request, _("Your notes are kept."))
    return redirect("game", game_id=game_id)


@require_safe
@login_required
def my_own_notes(request: HttpRequest) -> HttpResponse:
    """All of the player's notes as a file to take away."""
    found = {"notes": all_my_notes(player_of(request))}
    content = msgspec.json.format(msgspec.json.encode(found), indent=1)
    response = HttpResponse(content, content_type="application/json")
    response["Content-Disposition"] = 'attachment; filename="my-notes.json"'
    return response
