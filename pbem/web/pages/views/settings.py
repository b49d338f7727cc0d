"""The player's settings: language, time zone and e-mail."""

from datetime import date
from typing import Any

from django import forms
from django.conf import settings
from django.conf import settings as pbem
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils import translation
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods, require_POST

from games.errors import WrongState
from games.kernel.errors import Malformed
from games.models import Player
from games.models.player import default_mail_preferences
from games.persistence.mail_hours import MailHours
from games.selectors.players import count_vacation_days
from games.services.mail_delivery import do_mark_address_working
from games.services.profile import do_update_player
from pbem.web.accounts.forms import TimeZoneField
from pbem.web.pages.views.devices import may_see_devices
from pbem.web.pages.visitor import get_page_language, get_player

MAIL_PREFERENCES = (
    ("stops", _("Mail me whenever my view changes, not only when I must decide")),
    ("pictures", _("Put the picture of the board into the mail")),
    ("reminders", _("Remind me once before a deadline")),
    ("messages", _("Mail me what other players write to me")),
    ("calendar", _("Attach the deadline to e-mails as a file for my calendar")),
    ("watch", _("Mail me news of games in which I have nothing to decide any more; else only the end")),
)


def _away(player: Player) -> str:
    """Return the explanation of vacations, with the number of used and of allowed days in this year."""
    words = gettext("No deadline of yours runs out then; the others see it. %(used)d of %(most)d days this year.")
    return words % {"used": count_vacation_days(player), "most": pbem.PBEM_VACATION_DAYS}


class HourField(forms.TimeField):
    """A field for an optional time of the day, such as "07:00"."""

    def __init__(self, **more: Any) -> None:
        super().__init__(required=False, widget=forms.TimeInput(format="%H:%M", attrs={"type": "time"}), **more)

    def clean(self, value: object) -> str:
        """Return the entry as "07:00", or "" for an empty one. Raises ValidationError for an entry that is no time."""
        found = super().clean(value)
        return f"{found:%H:%M}" if found else ""


class SettingsForm(forms.Form):
    """A player's settings; the service checks them."""

    language = forms.ChoiceField(label=_("Language"), choices=settings.LANGUAGES)
    time_zone = TimeZoneField()
    digest = forms.ChoiceField(
        label=_("E-mails come"),
        required=False,
        choices=[("", _("at once")), ("hourly", _("gathered, every hour")), ("daily", _("gathered, once a day"))],
        help_text=_("An e-mail that asks you something waits for half of its time at most."),
    )
    at = HourField(label=_("Once a day at"), initial="07:00")
    quiet_from = HourField(label=_("No e-mails from"))
    quiet_until = HourField(label=_("No e-mails until"))
    hints = forms.BooleanField(label=_("Explain titles and questions that are new to me"), required=False)
    vacation_from = forms.DateField(
        label=_("Away from"), required=False, widget=forms.DateInput(format="%Y-%m-%d", attrs={"type": "date"})
    )
    vacation_until = forms.DateField(
        label=_("Away until"), required=False, widget=forms.DateInput(format="%Y-%m-%d", attrs={"type": "date"})
    )
    vacation_stand_in = forms.BooleanField(
        label=_("Meanwhile a bot stands in for me, in games that have agreed on one"), required=False
    )

    def __init__(self, player: Player, data: QueryDict | None = None) -> None:
        preferences = default_mail_preferences() | player.mail_preferences
        initial: dict[str, object] = {"language": player.language, "time_zone": player.time_zone}
        initial |= {"at": "07:00"} | player.mail_hours
        initial |= {"vacation_from": player.vacation_from, "vacation_until": player.vacation_until}
        initial |= {"vacation_stand_in": player.vacation_stand_in, "hints": player.hints}
        initial |= {f"mail_{key}": preferences[key] for key, _label in MAIL_PREFERENCES}
        super().__init__(data, initial=initial)
        self.fields["vacation_until"].help_text = _away(player)
        for key, label in MAIL_PREFERENCES:
            self.fields[f"mail_{key}"] = forms.BooleanField(label=label, required=False)


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def edit_settings(request: HttpRequest) -> HttpResponse:
    """Show or change the player's settings."""
    player = get_player(request)
    form = SettingsForm(player, request.POST or None)
    if request.method == "POST" and form.is_valid() and _changed(request, player, form):
        return redirect("settings")
    status = 422 if form.errors else 200
    shown = {"form": form, "here": "settings", "takes_replies": bool(pbem.PBEM_MAIL_REPLY_ADDRESS)}
    shown["shows_devices"] = may_see_devices(player)
    return render(request, "pages/settings.html", shown, status=status)


@require_POST
@login_required
def mark_address_working(request: HttpRequest) -> HttpResponse:
    """Mark the player's e-mail address as working; e-mails that were held back are sent."""
    try:
        do_mark_address_working(player=get_player(request))
    except WrongState as error:
        messages.error(request, error.detail.get(get_page_language(request)))
    else:
        messages.success(request, gettext("Your e-mails are sent again."))
    return redirect("settings")


def _changed(request: HttpRequest, player: Player, form: SettingsForm) -> bool:
    """Change the settings and return True; if the service refuses, add errors to the form and return False."""
    given = form.cleaned_data
    try:
        changed = do_update_player(
            player=player,
            language=given["language"],
            time_zone=given["time_zone"],
            mail_hours=_mail_hours(form),
            vacation=_vacation(player, form),
            vacation_stand_in=given["vacation_stand_in"],
            hints=given["hints"],
            mail_preferences={key: given[f"mail_{key}"] for key, _label in MAIL_PREFERENCES},
        )
    except Malformed as error:
        for problem in error.problems:
            name = problem.pointer.rpartition("/")[2]
            form.add_error(name if name in form.fields else None, problem.message.get(get_page_language(request)))
        return False
    with translation.override(changed.language):
        messages.success(request, translation.gettext("Your settings are saved."))
    return True


def _mail_hours(form: SettingsForm) -> MailHours:
    given = form.cleaned_data
    at = given["at"] if given["digest"] == "daily" else ""
    return MailHours(digest=given["digest"], at=at, quiet_from=given["quiet_from"], quiet_until=given["quiet_until"])


def _vacation(player: Player, form: SettingsForm) -> tuple[date | None, date | None] | None:
    """Return first and last day of the vacation if the player changed it (both None to remove it); else None."""
    wanted = form.cleaned_data["vacation_from"], form.cleaned_data["vacation_until"]
    return None if wanted == (player.vacation_from, player.vacation_until) else wanted
