"""Create a game: first choose the scenario, then options and seats."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

import msgspec
from django import forms
from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.formats import localize
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django.views.decorators.http import require_http_methods, require_safe

from games import registry
from games.kernel.errors import GameError, Problem
from games.kernel.scenarios import Scenario
from games.kernel.title import Title
from games.kernel.title_parts import Tempo, TempoMode
from games.models import Game, Player
from games.persistence.absence_policy import MAX_MISSES, MAX_RESERVE_ANSWER_HOURS, AbsencePolicy
from games.selectors.rules import get_option_rules
from games.services.openings import do_open_game
from games.services.personal_lines import MAX_PERSONAL_LINE
from pbem.web.pages.bot_names import list_bot_choices
from pbem.web.pages.clock_fields import ClockForm, find_clock_field, make_deadline_field, make_hours_field
from pbem.web.pages.game_lines import get_option_name
from pbem.web.pages.presets import SOLO, list_presets, preset_values
from pbem.web.pages.rematch import rematch_values
from pbem.web.pages.seat_fields import SeatsForm
from pbem.web.pages.title_cards import build_title_cards
from pbem.web.pages.views.invitations import INVITATION_LANGUAGES
from pbem.web.pages.visibility_fields import MetadataVisibilityForm
from pbem.web.pages.visitor import get_page_language, get_player

OPTION = "option_"
NO_BOT = "none"


@dataclass(frozen=True)
class Fold:
    """A folded group of seldom used fields on the page of a new game."""

    heading: str
    """The heading."""
    note: str
    """A sentence below the heading; may be empty."""
    fields: list[forms.BoundField]

    @property
    def has_errors(self) -> bool:
        """True if one of the fields has an error, so that the page shows the group unfolded."""
        return any(one.errors for one in self.fields)


class CreateGameForm(SeatsForm, ClockForm, MetadataVisibilityForm):
    """The form of a new game of one scenario; the service checks it."""

    name = forms.CharField(
        label=gettext_lazy("Name of the game"),
        help_text=gettext_lazy("Empty: the game is named after its title."),
        required=False,
        max_length=120,
    )
    deadline_hours = make_deadline_field()
    nonce = forms.CharField(
        label=gettext_lazy("A word of yours, which the server keeps until the start"), required=False, max_length=200
    )
    nonce_commitment = forms.RegexField(
        r"\A[0-9A-Fa-f]{64}\Z",
        label=gettext_lazy("Or the SHA-256 of a word that only you know, and reveal before the start"),
        required=False,
    )

    absent_after = forms.IntegerField(
        label=gettext_lazy("After so many deadlines missed in a row somebody stands in"),
        help_text=gettext_lazy("Empty: nobody stands in."),
        required=False,
        min_value=1,
        max_value=MAX_MISSES,
    )
    reserves = forms.BooleanField(
        label=gettext_lazy("Reserves are asked to take the seat, also of who has left; a bot only when none is left"),
        required=False,
    )
    answer_hours = make_hours_field(
        gettext_lazy("Hours that each reserve has to answer"), gettext_lazy("Empty: 24."), most=MAX_RESERVE_ANSWER_HOURS
    )
    visibility = forms.ChoiceField(
        label=gettext_lazy("Who finds it"),
        required=False,
        choices=[
            ("public", gettext_lazy("everybody here: it is on the list")),
            ("unlisted", gettext_lazy("people with its address: it is on no list")),
            ("private", gettext_lazy("only those who belong to it")),
        ],
    )
    invitation_language = forms.ChoiceField(
        label=gettext_lazy("Language of invitations to new players"),
        required=False,
        choices=INVITATION_LANGUAGES,
    )
    personal_line = forms.CharField(
        label=gettext_lazy("A personal line for the invitations"),
        help_text=gettext_lazy("Plain text, on one line; it is in the e-mail."),
        required=False,
        max_length=MAX_PERSONAL_LINE,
    )
    several_seats = forms.BooleanField(
        label=gettext_lazy("One player may hold several seats that are partners"), required=False
    )
    hints = forms.ChoiceField(
        label=gettext_lazy("Players may ask the bot for hints"),
        help_text=gettext_lazy("All players see this, and at the end how many hints each seat asked for."),
        required=False,
        choices=[
            ("", gettext_lazy("only if one player plays alone or against bots")),
            ("yes", gettext_lazy("yes")),
            ("no", gettext_lazy("no")),
        ],
    )

    trials = forms.ChoiceField(
        label=gettext_lazy("Trials of orders in invented worlds"),
        help_text=gettext_lazy(
            "A player tries orders against bots in a world that is dealt from what the player knows."
        ),
        required=False,
        choices=Game.Trials.choices,
    )

    def __init__(
        self,
        title: Title[Any],
        scenario: Scenario,
        language: str,
        data: Mapping[str, Any] | None = None,
        initial: dict[str, Any] | None = None,
    ) -> None:
        super().__init__(data, initial=initial)
        self.add_seat_fields(title, scenario, language)
        self.fields["stand_in"] = forms.ChoiceField(
            label=_("Which bot"),
            required=False,
            choices=[*list_bot_choices(title, language), (NO_BOT, _("none: reserves alone"))],
        )
        self.default_visibility: str = _default_visibility(scenario)
        self.fields["visibility"].initial = self.default_visibility
        if settings.PBEM_VISITORS_WATCH:
            self.fields["visibility"].help_text = _(
                "When a game that everybody finds is over, visitors without an account may watch it: what everybody "
                "could see, without names of players."
            )
        self.option_rules: dict[str, tuple[str, ...]] = {}
        default = title.options.type()
        struct: Any = msgspec.inspect.type_info(title.options.type)
        for one in (one for one in struct.fields if one.name not in title.options.fixed(scenario.key)):
            label = get_option_name(title, one.name, language)
            entry = _entry(title, one, label, getattr(default, one.name), language)
            entry.help_text = title.options.notes[one.name].get(language) if one.name in title.options.notes else ""
            self.fields[OPTION + one.name] = entry
            self.option_rules[OPTION + one.name] = get_option_rules(title, one.name)
        self.tempo: Tempo | None = title.options.tempo if len(scenario.seats) > 1 else None
        self._ask_tempo(title, language)

    def _ask_tempo(self, title: Title[Any], language: str) -> None:
        """Add the field for the title's option for the tempo, if it has one, with the e-mails that each choice causes.

        If the host leaves the field empty, the tempo depends on the deadlines.
        """
        if self.tempo is None or not self.tempo.option:
            return
        modes = [(mode.value, describe_tempo_mode(self.tempo, mode, language)) for mode in self.tempo.modes]
        self.fields[OPTION + self.tempo.option] = forms.ChoiceField(
            label=get_option_name(title, self.tempo.option, language),
            help_text=title.options.notes[self.tempo.option].get(language),
            choices=[("", _("automatic: at once in a game with a deadline, otherwise as each question comes")), *modes],
            required=False,
            initial="",
            widget=forms.RadioSelect,
        )

    def tempo_field(self) -> forms.BoundField | None:
        """Return the field of the tempo, if the title has an option for it."""
        return self[OPTION + self.tempo.option] if self.tempo is not None and self.tempo.option else None

    def chosen_options(self, title: Title[Any]) -> dict[str, Any]:
        """Return the values of the game's options; a tempo that was not chosen depends on the deadlines."""
        given = {name: value for name, value in self.group_values(OPTION).items() if value != ""}
        has_deadlines = bool(self.cleaned_data["deadline_hours"] or self.cleaned_data["due_times"])
        return title.options.choose_tempo(given, has_deadlines=has_deadlines) if self.tempo is not None else given

    def folds(self) -> Iterator[Fold]:
        """Yield the groups of fields that most hosts do not change."""
        absence = [
            self[name] for name in ("several_seats", "hints", "absent_after", "reserves", "answer_hours", "stand_in")
        ]
        yield Fold(_("Seat by seat"), "", list(self.single_seat_fields()))
        yield Fold(_("Invitations"), "", [self["invitation_language"], self["personal_line"]])
        if options := list(self.options()):
            yield Fold(_("Options of the game"), "", options)
        yield Fold(_("More about time"), "", list(self.clock_fields()))
        yield Fold(_("Who can see whose turn it is"), "", list(self.visibility_fields()))
        yield Fold(_("Seats, hints and absent players"), "", absence)
        yield Fold(_("Trials of orders"), "", [self["trials"]])
        note = _("For the seats that you take yourself: with it, nobody can have chosen the dice.")
        yield Fold(_("Add to the dice"), note, [self["nonce"], self["nonce_commitment"]])

    def options(self) -> Iterator[forms.BoundField]:
        """Yield the fields of the title's options, except the tempo."""
        asked = OPTION + self.tempo.option if self.tempo is not None else ""
        return (self[name] for name in self.fields if name.startswith(OPTION) and name != asked)

    def group_values(self, prefix: str) -> dict[str, Any]:
        """Return the valid values of the fields whose names begin with `prefix`.

        The keys are the names without the prefix. Fields that were left empty (None) are omitted.
        """
        entered = {
            name.removeprefix(prefix): value for name, value in self.cleaned_data.items() if name.startswith(prefix)
        }
        return {name: value for name, value in entered.items() if value is not None}

    def add_service_errors(self, problems: tuple[Problem, ...], language: str) -> None:
        """Show the service's refusals beside their fields."""
        for problem in problems:
            name = problem.pointer[1:].replace("options/", OPTION)
            name = self.seat_field(problem.pointer) or find_clock_field(name) or name
            text = problem.message.get(language)
            self.add_error(name if name in self.fields else None, text)

    def absence_policy(self) -> AbsencePolicy:
        """Return the policy for absent players."""
        after, given = self.cleaned_data["absent_after"] or 0, self.cleaned_data
        bot = "" if not after or given["stand_in"] == NO_BOT else given["stand_in"] or "random"
        hours = {"answer_hours": given["answer_hours"]} if given["answer_hours"] else {}
        return AbsencePolicy(after=after, bot=bot, reserves=given["reserves"], **hours)

    def hints_allowed(self) -> bool | None:
        """Return True or False if the host allows or forbids hints by the bot; None if it depends on who plays."""
        return {"yes": True, "no": False}.get(self.cleaned_data["hints"])

    def own_nonce(self) -> dict[str, str]:
        """Return the host's own nonce and its commitment, for the seats that the host takes; both may be empty."""
        entered = self.cleaned_data
        return {"nonce": entered["nonce"].strip(), "nonce_commitment": entered["nonce_commitment"].strip().lower()}


def describe_tempo_mode(tempo: Tempo, mode: TempoMode, language: str) -> str:
    """Return a choice of tempo in words, with the number of e-mails that this choice causes."""
    emails = localize(Decimal(mode.emails))
    named = {"way": mode.name.get(language), "emails": emails, "unit": tempo.unit.get(language)}
    if mode.emails == "1.0":
        return _("%(way)s – about one e-mail each %(unit)s") % named
    return _("%(way)s – about %(emails)s e-mails each %(unit)s") % named


def list_tempo_modes(tempo: Tempo | None, language: str) -> list[str]:
    """Return the choices of tempo in words if players choose the tempo during the game; empty for other titles."""
    return (
        [describe_tempo_mode(tempo, mode, language) for mode in tempo.modes]
        if tempo is not None and not tempo.option
        else []
    )


def _default_visibility(scenario: Scenario) -> str:
    """Return "private" for a scenario with one seat, which nobody else can join, else "public"."""
    return str(Game.Visibility.PUBLIC if len(scenario.seats) > 1 else Game.Visibility.PRIVATE)


def _entry(title: Title[Any], one: Any, label: str, default: Any, language: str) -> forms.Field:
    """Return the form field of an option: a tick box, a choice or a number, depending on the option's type.

    `one` is the option's field in the title's options, as msgspec describes it.
    """
    kinds = [_bare(kind) for kind in one.type.types] if hasattr(one.type, "types") else [_bare(one.type)]
    kind, limits = kinds[0]
    if isinstance(kind, msgspec.inspect.BoolType):
        return forms.BooleanField(label=label, required=False, initial=default)
    if isinstance(kind, msgspec.inspect.LiteralType):
        values = [(value, get_option_name(title, f"{one.name}/{value}", language)) for value in kind.values]
        return forms.ChoiceField(label=label, choices=values, initial=default)
    return forms.IntegerField(label=label, required=False, initial=default, min_value=limits[0], max_value=limits[1])


def _bare(kind: Any) -> tuple[Any, tuple[int | None, int | None]]:
    """Return a msgspec type without its annotations, and its limits (lowest, highest); None for no limit."""
    kind = kind.type if isinstance(kind, msgspec.inspect.Metadata) else kind
    return kind, (getattr(kind, "ge", None), getattr(kind, "le", None))


@require_safe
@login_required
def list_scenarios(request: HttpRequest) -> HttpResponse:
    """Show all titles with their scenarios, to choose one."""
    context = {"titles": build_title_cards(get_page_language(request)), "here": "create"}
    return render(request, "pages/scenarios.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def create_game(request: HttpRequest, title: str, scenario: str) -> HttpResponse:
    """Create a game of one scenario, and take the player's seats."""
    if title not in registry.title_keys() or scenario not in registry.current_title(title).scenarios:
        raise Http404
    rules, language = registry.current_title(title), get_page_language(request)
    form, preset = _form(request, rules, rules.scenarios[scenario], language)
    fills = request.method == "POST" and "fill" in request.POST
    if request.method == "POST" and not fills and form.is_valid():
        begins = "start" in request.POST or preset == SOLO
        game = _opened(get_player(request), rules, scenario, form, language, begins_when_full=begins)
        if game is not None:
            _report_opened(request, game, begins_when_full=begins)
            return redirect("game", game_id=game.pk)
    context = {
        "form": form,
        "title": rules.name.get(language),
        "title_key": rules.key,
        "scenario": rules.scenarios[scenario],
        "name": rules.scenarios[scenario].name.get(language),
        "presets": list(list_presets(preset)),
        "tempo_modes": list_tempo_modes(form.tempo, language),
        "automata": [role.name.get(language) for role in rules.scenarios[scenario].automata],
        "here": "create",
    }
    return render(request, "pages/create.html", context, status=422 if form.errors and not fills else 200)


def _report_opened(request: HttpRequest, game: Game, *, begins_when_full: bool) -> None:
    """Add messages for the host: the game was opened, what comes next, and how many invitations were sent."""
    if game.status == Game.Status.RUNNING:
        messages.success(request, _("The game has begun."))
        return
    words = (
        _("The game is open. It begins when all seats are taken.")
        if begins_when_full
        else _("The game is open. You start it here when all seats are taken.")
    )
    messages.success(request, words, extra_tags="passing")
    if sent := game.invitations.count():
        invited = ngettext("%(count)d invitation is sent.", "%(count)d invitations are sent.", sent) % {"count": sent}
        messages.success(request, invited, extra_tags="passing")


def _form(request: HttpRequest, title: Title[Any], scenario: Scenario, language: str) -> tuple[CreateGameForm, str]:
    """Return the form and the key of the chosen preset, which may be empty.

    A POST that names a preset submits the form with the preset's values. With "fill" the preset replaces its own fields
    of the form and leaves the others as they were entered.
    """
    given = request.POST if request.method == "POST" else request.GET
    preset = given.get("fill", "") or given.get("preset", "")
    values = preset_values(preset, title)
    if request.method != "POST" and "rematch" in given:
        values |= rematch_values(get_player(request), given["rematch"], title, scenario)
    form = CreateGameForm(title, scenario, language, initial=values)
    if request.method != "POST":
        return form, preset
    if "fill" in given:
        data: Mapping[str, Any] = given.dict() | {"weekdays": given.getlist("weekdays")} | values
    elif values:
        entered = {name: form.get_initial_for_field(field, name) for name, field in form.fields.items()}
        data = {name: value for name, value in entered.items() if value is not None}
    else:
        data = request.POST
    return CreateGameForm(title, scenario, language, data), preset


def _opened(
    player: Player, title: Title[Any], scenario: str, form: CreateGameForm, language: str, *, begins_when_full: bool
) -> Game | None:
    """Open a game and return it; None if the service refuses: then the form has errors."""
    try:
        game = do_open_game(
            host=player,
            begins_when_full=begins_when_full,
            nonce=form.own_nonce(),
            title=title.key,
            scenario=scenario,
            options=form.chosen_options(title),
            seats=form.seat_assignments(player),
            name=form.cleaned_data["name"],
            deadline_hours=form.cleaned_data["deadline_hours"],
            release_at=form.release_at(),
            time_zone=form.cleaned_data["time_zone"],
            clock=form.clock(),
            openness=form.metadata_visibility(),
            absence=form.absence_policy(),
            visibility=form.cleaned_data["visibility"] or form.default_visibility,
            several_seats=form.cleaned_data["several_seats"],
            hints_allowed=form.hints_allowed(),
            trials=form.cleaned_data["trials"] or Game.Trials.AGAINST_BOTS,
        )
    except forms.ValidationError as error:
        form.add_error(None, error)
        return None
    except GameError as error:
        form.add_service_errors(error.problems or (Problem("", error.code, error.detail),), language)
        return None
    return game
