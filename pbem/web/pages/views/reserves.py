"""The buttons for reserves on a game's page."""

from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from games.errors import Missing
from games.kernel.errors import GameError
from games.selectors.reserves import list_reserve_calls
from games.services.reserves import do_answer_reserve_call, do_volunteer, do_withdraw_reserve
from pbem.web.pages.visitor import get_page_language, get_player


@require_POST
@login_required
def change_reserve(request: HttpRequest, game_id: UUID) -> HttpResponse:
    """Make the player a reserve of the game or, with the button "withdraw", end that.

    Raises Missing for an unknown game.
    """
    player, away = get_player(request), bool(request.POST.get("withdraw"))
    try:
        (do_withdraw_reserve if away else do_volunteer)(player=player, game_id=game_id)
    except Missing:
        raise
    except GameError as error:
        messages.error(request, error.detail.get(get_page_language(request)))
    else:
        messages.success(request, _("You are no reserve any more.") if away else _("You are a reserve of this game."))
    return redirect("game", game_id=game_id)


@require_POST
@login_required
def answer_reserve_call(request: HttpRequest, call_id: UUID) -> HttpResponse:
    """Take the seat that the reserve is asked to take (button "accept"), or decline it.

    Raises Missing if the player was not asked.
    """
    player, accept = get_player(request), bool(request.POST.get("accept"))
    game_id = next((one.game for one in list_reserve_calls(player) if one.id == call_id), None)
    try:
        game_id = do_answer_reserve_call(player=player, step_id=call_id, accept=accept).pk
    except Missing:
        raise
    except GameError as error:
        messages.error(request, error.detail.get(get_page_language(request)))
    else:
        messages.success(request, _("The seat is yours.") if accept else _("You have declined; nobody is notified."))
    return redirect("game", game_id=game_id) if game_id else redirect("home")
