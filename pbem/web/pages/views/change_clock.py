"""Change the clock of a game: a preview first, then the change."""

from typing import Any
from uuid import UUID

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods

from games.errors import Forbidden, Missing, forbidden
from games.kernel.errors import GameError, Problem
from games.models import Game
from games.persistence.clock import load_clock
from games.selectors.access import get_game, may_change_clock
from games.services.clock_changes import ClockPreview, do_change_clock, preview_clock_change
from pbem.web.pages.clock_fields import (
    ClockForm,
    find_clock_field,
    make_deadline_field,
    make_hours_field,
    make_time_zone_field,
)
from pbem.web.pages.game_lines import build_game_lines, get_seat_name
from pbem.web.pages.visitor import get_page_language, get_player


class ChangeClockForm(ClockForm):
    """The form for the clock of an existing game. It cannot change the times at which results are released."""

    deadline_hours = make_deadline_field()
    reminder_hours = make_hours_field(gettext_lazy("Remind players so many hours before the deadline"))
    time_zone = make_time_zone_field(gettext_lazy("Such as Europe/Berlin; empty: the game's own."))
    reason = forms.CharField(label=gettext_lazy("Reason"), required=False, max_length=500)

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        for name in ("release_times", "wait"):
            del self.fields[name]

    def to_service_rule(self) -> dict[str, Any]:
        """Return the entered clock as arguments for the service."""
        given = self.cleaned_data
        return {
            "deadline_hours": given["deadline_hours"],
            "reminder_hours": given["reminder_hours"],
            "time_zone": given["time_zone"],
            "clock": self.clock(),
        }

    def add_service_errors(self, error: GameError, language: str) -> None:
        """Show the service's refusals beside their fields."""
        for problem in error.problems or (Problem("", error.code, error.detail),):
            pointer = problem.pointer[1:]
            name = find_clock_field(pointer) or pointer
            self.add_error(name if name in self.fields else None, problem.message.get(language))


def _present(game: Game) -> dict[str, Any]:
    """Return the game's present clock as the form's initial values."""
    clock = load_clock(game.clock)
    return {
        "deadline_hours": game.deadline_hours,
        "reminder_hours": game.reminder_hours,
        "due_times": " ".join(clock.at),
        "weekdays": clock.weekdays,
        "think_hours": clock.think_hours or None,
        "grace_minutes": clock.grace_minutes or None,
        "time_zone": game.time_zone,
        "remind": clock.remind,
    }


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def change_clock(request: HttpRequest, game_id: UUID) -> HttpResponse:
    """Show the form for the game's clock; POST shows a preview and, once confirmed, changes the clock.

    Raises Missing for an unknown game, Forbidden for a player who may not change the clock.
    """
    player, language = get_player(request), get_page_language(request)
    game = get_game(player, game_id)
    if not may_change_clock(player, game):
        raise forbidden("Only those who keep the game's time may do this.", "ゲームの時間を管理する人だけが行えます。")
    form = ChangeClockForm(request.POST or None, initial=_present(game))
    preview = None
    if request.method == "POST" and form.is_valid():
        preview = _done_or_shown(request, game, form, language)
        if preview is None and not form.errors:
            messages.success(request, _("The clock is changed; all players are notified."))
            return redirect("game", game_id=game.pk)
    context = {
        "form": form,
        "line": build_game_lines(player, [game], language)[0],
        "words": [one.get(language) for one in preview.words] if preview else [],
        "moves": [(get_seat_name(game, one.seat, language), one.before, one.after) for one in preview.moves]
        if preview
        else [],
        "given": _given(request, form) if preview else [],
    }
    return render(request, "pages/clock.html", context, status=422 if form.errors else 200)


def _done_or_shown(request: HttpRequest, game: Game, form: ChangeClockForm, language: str) -> ClockPreview | None:
    """Preview the change or, if the request confirms it, change the clock.

    Return the preview; None if the clock was changed, or if the service refused: then the form has errors.
    """
    try:
        if "confirmed" not in request.POST:
            return preview_clock_change(by=get_player(request), game_id=game.pk, **form.to_service_rule())
        do_change_clock(
            by=get_player(request), game_id=game.pk, reason=form.cleaned_data["reason"], **form.to_service_rule()
        )
    except (Missing, Forbidden):
        raise
    except GameError as error:
        form.add_service_errors(error, language)
    return None


def _given(request: HttpRequest, form: ChangeClockForm) -> list[tuple[str, str]]:
    """Return the posted names and values, which the form for the confirmation sends again."""
    return [(name, str(value)) for name in form.fields for value in request.POST.getlist(name) if value]
