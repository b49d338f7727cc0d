"""The page for a request whose CSRF token is missing or outdated. The request is never carried out."""

from dataclasses import replace
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.middleware.csrf import REASON_BAD_ORIGIN, REASON_BAD_REFERER
from django.shortcuts import render
from django.urls import resolve, reverse
from django.utils.http import url_has_allowed_host_and_scheme

from games.kernel.errors import GameError
from games.selectors.decisions import get_decision
from pbem.web.pages.carried_orders import CARRIED_FIELD, decrypt_post, render_log_in, render_log_in_again, with_post
from pbem.web.pages.draft_page import built_on_revision, read_posted
from pbem.web.pages.draft_saving import load_page
from pbem.web.pages.views.decision_page import render_decision
from pbem.web.pages.visitor import get_player

_FROM_ELSEWHERE = tuple(reason.partition(" - ")[0] for reason in (REASON_BAD_ORIGIN, REASON_BAD_REFERER))
"""The beginnings of Django's reasons for a request from another site, whose data is not shown."""


def handle_stale_token(request: HttpRequest, reason: str = "") -> HttpResponse:
    """Return the decision page with the posted orders, or for other pages a short page with a link; status 403."""
    match = resolve(request.path_info)
    own = not reason.startswith(_FROM_ELSEWHERE)
    if own and match.url_name == "decision":
        return _decision_page(request, match.kwargs["decision_id"])
    if own and request.POST.get(CARRIED_FIELD):
        return _log_in(request)
    return _plain(request)


def _log_in(request: HttpRequest) -> HttpResponse:
    """Return the log-in page with the orders that it carried or, if the player has logged in, the decision page."""
    found = decrypt_post(str(request.POST.get(CARRIED_FIELD, "")))
    if not request.user.is_authenticated:
        return render_log_in_again(request, status=403)
    return _decision_page(with_post(request, found[1]), found[0]) if found is not None else _plain(request)


def _decision_page(request: HttpRequest, decision_id: Any) -> HttpResponse:
    if not request.user.is_authenticated:
        return render_log_in(request, status=403)
    try:
        asked = get_decision(get_player(request), decision_id)
    except GameError:
        return _plain(request)
    draft = read_posted(request, asked)
    revision, base = built_on_revision(request, "draft") or 0, str(request.POST.get("base", ""))[:32]
    kept = replace(load_page(request, asked).kept, revision=revision, base_digest=base)
    return render_decision(request, asked, replace(draft, kept=kept, stale_token=True, status=403))


def _plain(request: HttpRequest) -> HttpResponse:
    """Return a page with a link to the page of the posted form or, if that was not on this site, to the home page."""
    came_from = request.META.get("HTTP_REFERER", "")
    known = url_has_allowed_host_and_scheme(came_from, {request.get_host()}, require_https=request.is_secure())
    return render(request, "pages/stale_token.html", {"again": came_from if known else reverse("home")}, status=403)
