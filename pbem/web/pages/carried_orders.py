"""Orders posted after the session has ended: the log-in page carries them and saves them as a draft.

They are encrypted in a hidden field, because the next person at a shared computer may look at the page's source.
"""

import zlib
from base64 import b64decode, b64encode
from collections.abc import Callable
from contextlib import suppress
from copy import copy
from functools import wraps
from typing import Any
from uuid import UUID

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.urls import Resolver404, resolve
from django.utils.translation import gettext as _

from games.kernel.errors import GameError
from games.models.compression import inflate_stream
from games.persistence.encryption import decrypt, encrypt
from games.selectors.decisions import get_decision
from pbem.web.accounts.forms import LogInForm
from pbem.web.pages.draft_page import read_posted
from pbem.web.pages.draft_saving import save_page
from pbem.web.pages.visitor import get_player

CARRIED_FIELD = "carried"
"""The hidden field of the log-in page with the posted orders."""
MAX_CARRIED_LENGTH = 200_000
"""The maximum length of the carried orders: with the rest of the form they must not exceed the request limit."""
_NOT_KEPT = ("csrfmiddlewaretoken", "do")


def login_required_keeping_orders(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Decorate a view to require a log-in.

    If a logged-out visitor posts orders, the response is the log-in page, which keeps them in a hidden field.
    """
    guarded = login_required(view)

    @wraps(view)
    def handle(request: HttpRequest, *args: Any, **named: Any) -> HttpResponse:
        if request.method == "POST" and not request.user.is_authenticated:
            return render_log_in(request)
        return guarded(request, *args, **named)

    return handle


def render_log_in(request: HttpRequest, status: int = 401) -> HttpResponse:
    """Return the log-in page with the orders of this request's POST in a hidden field."""
    return _log_in_page(request, request.path, encrypt_post(request), status)


def render_log_in_again(request: HttpRequest, status: int) -> HttpResponse:
    """Return the log-in page with the orders that the posted log-in page already had in its hidden field."""
    return _log_in_page(request, str(request.POST.get("next", "")), str(request.POST.get(CARRIED_FIELD, "")), status)


def _log_in_page(request: HttpRequest, next_: str, carried: str, status: int) -> HttpResponse:
    context = {
        "form": LogInForm(request),
        "next": next_,
        "carried": carried,
        "open_sign_up": settings.PBEM_OPEN_SIGN_UP,
    }
    return render(request, "pages/login.html", context, status=status)


def encrypt_post(request: HttpRequest) -> str:
    """Return the posted form and its path, encrypted; empty if the result exceeds `MAX_CARRIED_LENGTH`."""
    post = request.POST.copy()
    for name in _NOT_KEPT:
        post.pop(name, None)
    body = b64encode(zlib.compress(post.urlencode().encode())).decode()
    token = encrypt({"path": request.path_info, "body": body}).decode()
    return token if len(token) <= MAX_CARRIED_LENGTH else ""


def decrypt_post(token: str) -> tuple[UUID, QueryDict] | None:
    """Return the decision's id and the posted form from a result of `encrypt_post`; None for anything else."""
    found = decrypt(token.encode()) if 0 < len(token) <= MAX_CARRIED_LENGTH else None
    if found is None:
        return None
    try:
        match = resolve(found.get("path", ""))
        body = inflate_stream(b64decode(found.get("body", "")))
    except (Resolver404, ValueError):
        return None
    return (match.kwargs["decision_id"], QueryDict(body.decode())) if match.url_name == "decision" else None


def with_post(request: HttpRequest, post: QueryDict) -> HttpRequest:
    """Return a copy of the request with `post` as the posted form."""
    carried = copy(request)
    carried.POST = post  # type: ignore[assignment]
    return carried


def save_carried_orders(request: HttpRequest) -> None:
    """Save the orders in the hidden field of the log-in page as a draft of the player who has just logged in.

    Nothing is saved if the decision is not the player's, or is closed.
    """
    found = decrypt_post(str(request.POST.get(CARRIED_FIELD, "")))
    if found is None:
        return
    with suppress(GameError):
        decision_id, post = found
        asked, carried = get_decision(get_player(request), decision_id), with_post(request, post)
        save_page(carried, asked, read_posted(carried, asked))
        messages.info(request, _("The orders that you entered are saved as a draft. Nothing was submitted yet."))
