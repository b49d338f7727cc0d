"""The page for a request whose CSRF token is missing or old. It never does what the request asks for."""

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
"""How Django's reasons begin if the request came from another site: that site's data is not shown."""


def handle_stale_token(request: HttpRequest, reason: str = "") -> HttpResponse:
    """Show the decision page with the entered orders; for other pages a short page with a link. Status 403."""
    match = resolve(request.path_info)
    own = not reason.startswith(_FROM_ELSEWHERE)
    if own and match.url_name == "decision":
        return _decision_page(request, match.kwargs["decision_id"])
    if own and request.POST.get(CARRIED_FIELD):
        return _log_in(request)
    return _plain(request)


def _log_in(request: HttpRequest) -> HttpResponse:
    """Show a log-in page that carries orders again or, if somebody has logged in meanwhile, their decision page."""
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
    """Show a page with a link to the form's page, if that was on this site."""
    came_from = request.META.get("HTTP_REFERER", "")
    known = url_has_allowed_host_and_scheme(came_from, {request.get_host()}, require_https=request.is_secure())
    return render(request, "pages/stale_token.html", {"again": came_from if known else reverse("home")}, status=403)
