"""Changing the clock of a game: what it brings about is shown first, then it is done."""

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
from games.selectors.access import get_game, may_change_clock
from games.services.changing_clock import ClockPreview, do_change_clock, preview_clock
from games.stored.clock import clock_of
from pbem.pages.clock import ClockForm, deadline_field, field_of_clock, hours_field, zone_field
from pbem.pages.table import game_lines, seat_name
from pbem.pages.who import language_of, player_of


class ChangingForm(ClockForm):
    """The clock of a game that is there already: when results come out stays as agreed."""

    deadline_hours = deadline_field()
    reminder_hours = hours_field(gettext_lazy("Remind players so many hours before the deadline"))
    time_zone = zone_field(gettext_lazy("Such as Europe/Berlin; empty: the game's own."))
    reason = forms.CharField(label=gettext_lazy("Reason"), required=False, max_length=500)

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        for name in ("release_times", "wait"):
            del self.fields[name]

    def wanted(self) -> dict[str, Any]:
        """The new rule, as the service takes it."""
        given = self.cleaned_data
        return {
            "deadline_hours": given["deadline_hours"],
            "reminder_hours": given["reminder_hours"],
            "time_zone": given["time_zone"],
            "clock": self.clock(),
        }

    def refuse(self, error: GameError, language: str) -> None:
        """What the service refuses stands beside its field."""
        for problem in error.problems or (Problem("", error.code, error.detail),):
            pointer = problem.pointer[1:]
            name = field_of_clock(pointer) or pointer
            self.add_error(name if name in self.fields else None, problem.message.get(language))


def _present(game: Game) -> dict[str, Any]:
    """The rule of now, as the form is filled in."""
    clock = clock_of(game.clock)
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
    """Put another rule of deadlines in place, once it is confirmed. Raises Missing, Forbidden."""
    player, language = player_of(request), language_of(request)
    game = get_game(player, game_id)
    if not may_change_clock(player, game):
        raise forbidden("Only those who keep the game's time may do this.", "ゲームの時間を管理する人だけが行えます。")
    form = ChangingForm(request.POST or None, initial=_present(game))
    preview = None
    if request.method == "POST" and form.is_valid():
        preview = _done_or_shown(request, game, form, language)
        if preview is None and not form.errors:
            messages.success(request, _("The clock is changed; all are told."))
            return redirect("game", game_id=game.pk)
    context = {
        "form": form,
        "line": game_lines(player, [game], language)[0],
        "words": [one.get(language) for one in preview.words] if preview else [],
        "moves": [(seat_name(game, one.seat, language), one.before, one.after) for one in preview.moves]
        if preview
        else [],
        "given": _given(request, form) if preview else [],
    }
    return render(request, "pages/clock.html", context, status=422 if form.errors else 200)


def _done_or_shown(request: HttpRequest, game: Game, form: ChangingForm, language: str) -> ClockPreview | None:
    """What it would bring about; None where it is done, or refused, which then stands in the form."""
    try:
        if "confirmed" not in request.POST:
            return preview_clock(by=player_of(request), game_id=game.pk, **form.wanted())
        do_change_clock(by=player_of(request), game_id=game.pk, reason=form.cleaned_data["reason"], **form.wanted())
    except (Missing, Forbidden):
        raise
    except GameError as error:
        form.refuse(error, language)
    return None


def _given(request: HttpRequest, form: ChangingForm) -> list[tuple[str, str]]:
    """What was entered, field by field, for the confirmation to send once more."""
    return [(name, str(value)) for name in form.fields for value in request.POST.getlist(name) if value]
