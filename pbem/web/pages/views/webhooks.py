"""The player's webhooks."""

from typing import Any
from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from games.errors import Missing
from games.kernel.errors import GameError, malformed
from games.kernel.text import join_sentences
from games.models import Game
from games.services import webhooks as service
from pbem.web.pages.visitor import get_page_language, get_player


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def show_webhooks(request: HttpRequest) -> HttpResponse:
    """Show all webhooks of the player; POST adds a webhook, whose key is shown only once."""
    player, key, problem = get_player(request), "", ""
    if request.method == "POST":
        given = {name: request.POST.get(name, "") for name in ("url", "game", "format")}
        try:
            game_id = _id(given["game"]) if given["game"] else None
            row = service.do_add_webhook(player=player, url=given["url"], game_id=game_id, format=given["format"])
            key = service.get_signing_key(row)
        except GameError as error:
            language = get_page_language(request)
            problem = join_sentences(one.message for one in error.problems).get(language) or error.detail.get(language)
    rows = service.list_own_webhooks(player)
    errors = service.load_last_errors(rows)
    context: dict[str, Any] = {"rows": [(row, errors.get(row.pk, "")) for row in rows], "key": key, "problem": problem}
    games = Game.objects.filter(host=player) | Game.objects.filter(umpire=player)
    context["games"] = list(games.exclude(status__in=("over", "abandoned")).order_by("-created_at")[:50])
    return render(request, "pages/webhooks.html", context, status=422 if problem else 200)


def _id(text: str) -> UUID:
    try:
        return UUID(text)
    except ValueError:
        raise malformed("/game", "There is no such game.", "そのゲームはありません。") from None


@require_POST
@login_required
def change_webhook(request: HttpRequest, webhook_id: UUID) -> HttpResponse:
    """Test or remove a webhook, depending on the button. Raises Missing if the player has no such webhook."""
    player = get_player(request)
    try:
        if "remove" in request.POST:
            service.do_remove_webhook(player=player, webhook_id=webhook_id)
            messages.success(request, _("Removed."))
        else:
            service.do_test_webhook(player=player, webhook_id=webhook_id)
            messages.success(request, _("A test is on its way."))
    except Missing:
        raise
    except GameError as error:
        messages.error(request, error.detail.get(get_page_language(request)))
    return redirect("webhooks")
