"""Save the decision page in the background during input."""

from uuid import UUID

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_POST

from games.errors import RateLimited, decision_closed
from games.selectors.decisions import get_decision
from pbem.rate_limits import is_saving_too_often
from pbem.web.pages.draft_page import read_posted
from pbem.web.pages.draft_saving import describe_entries, save_page
from pbem.web.pages.views.decision_page import RATE_LIMITED
from pbem.web.pages.visitor import get_page_language, get_player


@require_POST
@login_required
def save_in_background(request: HttpRequest, decision_id: UUID) -> HttpResponse:
    """Save the page's content as the working draft, never as an answer, and return the page's parts that report it.

    Raises Missing for an unknown decision, NotYours for another player's, Stale for a closed one, and RateLimited above
    the limit of automatic saves.
    """
    asked = get_decision(get_player(request), decision_id)
    if asked.closed_at is not None:
        raise decision_closed()
    if is_saving_too_often(request.user.pk):
        raise RateLimited(detail=RATE_LIMITED)
    draft = save_page(request, asked, read_posted(request, asked))
    elsewhere = describe_entries(asked, draft.kept.other, get_page_language(request))
    return render(request, "pages/_autosave_answer.html", {"decision": asked, "draft": draft, "elsewhere": elsewhere})
