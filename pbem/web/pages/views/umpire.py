"""The umpire's page: the actions that the reader may do now, each with a confirmation."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.text import format_lazy
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django.views.decorators.http import require_POST, require_safe

from games import registry
from games.errors import Missing, forbidden, missing
from games.kernel.errors import GameError, malformed
from games.kernel.events import PUBLIC
from games.kernel.text import join_sentences
from games.models import Game, Player
from games.selectors.access import (
    get_game,
    may_abandon,
    may_control_clock,
    may_hand_on_host,
    may_invite,
    may_manage,
    may_umpire,
)
from games.selectors.mail_log import list_game_mail
from games.selectors.open_decisions import (
    get_open_decision,
    get_player_by_name,
    list_open_decisions,
)
from games.selectors.replay import ReplayStop, list_replay_stops
from games.selectors.umpire_questions import list_open_questions
from games.selectors.views import get_headline, get_view_at
from games.services import umpire as acts
from games.services.creation import MAX_DEADLINE_HOURS
from games.services.hold import do_release
from games.services.hosting import do_hand_on_host, do_replace_player, list_replaceable_seats
from games.services.lifecycle import do_abandon_game
from games.services.outbox import do_resend_to_seat
from games.services.purge import do_delete_unbegun
from games.services.rewind import do_rewind
from pbem.web.pages.bot_names import get_bot_name, list_bot_choices
from pbem.web.pages.game_lines import (
    build_decision_line,
    build_game_lines,
    get_question_name,
    get_seat_name,
    list_unreachable_names,
)
from pbem.web.pages.views.game_page import may_change_clock_now
from pbem.web.pages.visitor import get_page_language, get_player

Given = Mapping[str, str]
Status = Game.Status
RUNNING_STATUSES = (Status.RUNNING, Status.PAUSED)
UNDER_WAY_STATUSES = (*RUNNING_STATUSES, Status.HELD)
BOT_PREFIX = "bot:"


@dataclass(frozen=True)
class UmpireAction:
    """An action on the umpire's page."""

    statuses: tuple[str, ...]
    """The statuses of a game in which the action is possible."""
    name: Any
    """The text of the button."""
    means: Any
    """The effects of the action in words."""
    do: Callable[[Player, UUID, Given], object]
    """The function that does it, called with the player, the game's id and the entries."""
    danger: bool = False
    """True if the button is marked as dangerous."""


def _number(given: Given, field: str) -> int:
    text = given.get(field, "")
    if not text.isdecimal() or len(text) > 9:
        raise malformed(f"/{field}", "A number is needed.", "数字を入力してください。", "range")
    return int(text)


def _substitute(by: Player, game_id: UUID, given: Given) -> object:
    """Put a player or a bot into a seat; if an e-mail address is given, invite its owner to the seat."""
    who = given.get("bot", "") or given.get("player", "").strip()
    bot = given.get("bot", "")
    if "@" in who:
        return _replace(by, game_id, {**given, "who": who})
    player = get_player_by_name(who) if who and not bot else None
    return acts.do_substitute(
        by=by, game_id=game_id, role=given.get("seat", ""), player=player, bot=bot, reason=given.get("reason", "")
    )


def _act_for(by: Player, game_id: UUID, given: Given) -> object:
    """Answer a decision for a seat with the posted notation, or with the default if that is empty."""
    asked = get_open_decision(by, game_id, _uuid(given.get("decision", "")))
    text = given.get("notation", "").strip() or asked.question.form.render(asked.question.form.default())
    return acts.do_act_for(by=by, request_id=asked.id, text=text, reason=given.get("reason", ""))


def _replace(by: Player, game_id: UUID, given: Given) -> object:
    """Free a seat, and give it to a bot or invite a player to it, by name or e-mail address."""
    who = given.get("who", "").strip()
    named = {"email": who} if "@" in who else {"player": who}
    bot, reason = given.get("bot", ""), given.get("reason", "")
    return do_replace_player(by=by, game_id=game_id, role=given.get("seat", ""), bot=bot, reason=reason, **named)


def _hand_on(by: Player, game_id: UUID, given: Given) -> object:
    return do_hand_on_host(by=by, game_id=game_id, player=given.get("player", ""))


def _uuid(text: str) -> UUID:
    try:
        return UUID(text)
    except ValueError:
        raise malformed("/decision", "There is no such decision.", "その決定はありません。") from None


def _plain(service: Callable[..., object]) -> Callable[[Player, UUID, Given], object]:
    return lambda by, game_id, given: service(by=by, game_id=game_id, reason=given.get("reason", ""))


ACTIONS: dict[str, UmpireAction] = {
    "extend": UmpireAction(
        RUNNING_STATUSES,
        gettext_lazy("More time"),
        gettext_lazy("Every open decision gets so many hours more."),
        lambda by, game_id, given: acts.do_extend(
            by=by, game_id=game_id, hours=_number(given, "hours"), reason=given.get("reason", "")
        ),
    ),
    "pause": UmpireAction(
        (Status.RUNNING,),
        gettext_lazy("Pause"),
        gettext_lazy("The clocks stop. Answers are taken, but nothing is resolved."),
        _plain(acts.do_pause),
    ),
    "resume": UmpireAction(
        (Status.PAUSED,),
        gettext_lazy("Resume"),
        gettext_lazy("The clocks run again; every deadline moves by the length of the pause."),
        _plain(acts.do_resume),
    ),
    "hold": UmpireAction(
        RUNNING_STATUSES,
        gettext_lazy("Hold"),
        gettext_lazy("No answers are taken until the game is released. A reason is needed."),
        _plain(acts.do_hold),
    ),
    "release": UmpireAction(
        (Status.HELD,),
        gettext_lazy("Release"),
        gettext_lazy("The step is played again with the answers and dice that fit; the rest is asked again."),
        _plain(do_release),
    ),
    "substitute": UmpireAction(
        UNDER_WAY_STATUSES,
        gettext_lazy("Substitute"),
        gettext_lazy("The player there loses the seat at once, with all submitted answers and unsent e-mails."),
        _substitute,
        danger=True,
    ),
    "replace": UmpireAction(
        (Status.OPEN, *UNDER_WAY_STATUSES),
        gettext_lazy("Replace a player"),
        gettext_lazy(
            "The seat becomes free at once. A bot takes it, or the person you name is invited by e-mail. "
            "Without either it stays free."
        ),
        _replace,
        danger=True,
    ),
    "hand_on": UmpireAction(
        (Status.OPEN, *UNDER_WAY_STATUSES),
        gettext_lazy("Hand on the host's role"),
        gettext_lazy("Another person of the game becomes its host: a player, the umpire, an observer or a reserve."),
        _hand_on,
        danger=True,
    ),
    "act": UmpireAction(
        RUNNING_STATUSES,
        gettext_lazy("Answer for a seat"),
        gettext_lazy("All players are notified that it was done, but not what was done."),
        _act_for,
        danger=True,
    ),
    "rewind": UmpireAction(
        UNDER_WAY_STATUSES,
        gettext_lazy("Rewind"),
        gettext_lazy("Back to the beginning of the step of that stop, with new dice. A reason is needed."),
        lambda by, game_id, given: do_rewind(
            by=by, game_id=game_id, number=_number(given, "stop"), reason=given.get("reason", "")
        ),
        danger=True,
    ),
    "resend": UmpireAction(
        (*UNDER_WAY_STATUSES, Status.OVER, Status.OPEN),
        gettext_lazy("Send the e-mail again"),
        gettext_lazy("Under the same Message-ID, to its reader, if that player still holds the seat."),
        lambda by, game_id, given: do_resend_to_seat(by=by, game_id=game_id, mail_id=_number(given, "letter")),
    ),
    "abandon": UmpireAction(
        (Status.OPEN, *UNDER_WAY_STATUSES),
        gettext_lazy("Call off"),
        gettext_lazy("The game ends without a result, for good."),
        lambda by, game_id, given: do_abandon_game(player=by, game_id=game_id, reason=given.get("reason", "")),
        danger=True,
    ),
    "delete": UmpireAction(
        (Status.OPEN, Status.ABANDONED),
        gettext_lazy("Delete"),
        gettext_lazy("The game never began: nothing is left of it."),
        lambda by, game_id, given: do_delete_unbegun(by=by, game_id=game_id),
        danger=True,
    ),
}
PERMISSIONS: dict[str, Callable[[Player, Game], bool]] = {
    **dict.fromkeys(("extend", "pause", "resume"), may_control_clock),
    "replace": may_invite,
    "hand_on": may_hand_on_host,
    "abandon": may_abandon,
    "delete": lambda player, game: game.started_at is None and may_manage(player, game),
}
"""For each action that is not for the umpire only: the function that tells if a player may do it."""
NAMING_ACTIONS = ("substitute", "replace", "hand_on")
"""The actions that name a player or a bot."""
TRIED_ACTIONS = (*NAMING_ACTIONS, "extend", "act", "rewind")
"""The actions that are tried, and undone, before the confirmation is shown, so that mistakes are reported at once."""
ACTION_FIELDS = ("hours", "seat", "player", "who", "bot", "decision", "notation", "stop", "letter", "reason")


def _ruled(request: HttpRequest, game_id: UUID, name: str = "") -> tuple[Player, Game]:
    """Return the player and the game if the player may use the page, or do the action `name`.

    The host of a game with an umpire may only hand on the role of host. Raises Missing, Forbidden.
    """
    player = get_player(request)
    game = get_game(player, game_id)
    hands_on = name == "hand_on" and player.pk == game.host_id
    if not (hands_on or may_use_page(player, game)):
        raise forbidden("Only the umpire may do this.", "審判だけが行えます。")
    return player, game


def may_use_page(player: Player, game: Game) -> bool:
    """Return True for moderators, players who control the clock and, before the start, managers."""
    return may_control_clock(player, game) or (game.started_at is None and may_manage(player, game))


def _possible(player: Player, game: Game) -> list[str]:
    """Return the names of the actions that this player may do now."""
    fits = [name for name in ACTIONS if game.status in ACTIONS[name].statuses]
    return [name for name in fits if PERMISSIONS.get(name, may_umpire)(player, game)]


@require_safe
@login_required
def show_umpire(request: HttpRequest, game_id: UUID) -> HttpResponse:
    """Show all actions that this player may do now."""
    player, game = _ruled(request, game_id)
    language, possible = get_page_language(request), _possible(player, game)
    rules = may_umpire(player, game)
    context: dict[str, Any] = {
        "line": build_game_lines(player, [game], language)[0],
        "acts": [(name, ACTIONS[name]) for name in possible],
        "possible": possible,
        "rules": rules,
        "changes_clock": may_change_clock_now(player, game),
        "most_hours": MAX_DEADLINE_HOURS,
        "bots": list_bot_choices(registry.title_for_names(game), language),
        "replaceable": list_replaceable_seats(player, game) if "replace" in possible else [],
        "decisions": _decisions(player, game, language) if "act" in possible else [],
        "stops": _stops(player, game, language) if "rewind" in possible else [],
        "unreachable": list_unreachable_names(game, language) if rules else [],
        "questions": [(one, get_seat_name(game, one.seat.role, language)) for one in list_open_questions(player, game)],
        "letters": _letters(player, game, language) if rules and "resend" in possible else [],
    }
    return render(request, "pages/umpire.html", context)


MAX_HEADED_STOPS = 12
"""The number of newest stops (the usual targets of a rewind) that are shown with a headline and full questions."""


def _stops(player: Player, game: Game, language: str) -> list[tuple[ReplayStop, str]]:
    """Return all stops, the newest first, each with a text of its public headline and its questions."""
    found = list_replay_stops(player, game.pk, newest_with_questions=MAX_HEADED_STOPS)[::-1]
    views = [get_view_at(game, PUBLIC, stop.number) for stop in found[:MAX_HEADED_STOPS]]
    heads = ["" if view is None else get_headline(game, view, language) for view in views]
    heads += [""] * (len(found) - len(heads))
    pairs = zip(found, heads, strict=True)
    return [(stop, " · ".join(filter(None, (head, _asked(game, stop, language))))) for stop, head in pairs]


def _asked(game: Game, stop: ReplayStop, language: str) -> str:
    """Return the questions of a stop, each once after the names of the seats that were asked.

    A question is given by its full text or, at an older stop, by the short name of its kind.
    """
    title = registry.game_title(game)
    named = [(role, prompt.get(language)) for role, prompt in stop.questions]
    named = named or [(role, get_question_name(title, kind, language)) for role, kind in stop.kinds]
    seats: dict[str, list[str]] = {}
    for role, words in named:
        seats.setdefault(words, []).append(get_seat_name(game, role, language))
    return " · ".join(f"{', '.join(dict.fromkeys(names))}: {words}" for words, names in seats.items())


def _decisions(player: Player, game: Game, language: str) -> list[tuple[Any, str]]:
    """Return the open decisions, each with its default answer in the notation."""
    found = list_open_decisions(player, game.pk)
    return [
        (build_decision_line(one, language), one.question.form.render(one.question.form.default())) for one in found
    ]


def _letters(player: Player, game: Game, language: str) -> list[tuple[Any, str]]:
    found = list_game_mail(player, game.pk)
    return [(one, get_seat_name(game, one.role, language) if one.role else "") for one in found]


@require_POST
@login_required
def confirm_or_act(request: HttpRequest, game_id: UUID, name: str) -> HttpResponse:
    """Do the action `name` if the request confirms it; else show its effects.

    Raises Missing for an unknown game or action, Forbidden for a player who may not use the page.
    """
    player, game = _ruled(request, game_id, name)
    if name not in ACTIONS:
        raise missing()
    given = {field: request.POST[field] for field in ACTION_FIELDS if request.POST.get(field)}
    confirmed = "confirmed" in request.POST
    try:
        if confirmed:
            ACTIONS[name].do(player, game_id, given)
        elif name in TRIED_ACTIONS:
            _try(name, player, game_id, given)
    except Missing:
        raise
    except GameError as error:
        words = join_sentences(one.message for one in error.problems).get(get_page_language(request))
        messages.error(request, words or error.detail.get(get_page_language(request)))
        return redirect("umpire" if may_use_page(player, game) else "game", game_id=game_id)
    if not confirmed:
        return _confirm(request, game, name, given)
    messages.success(request, _("Done: %(act)s.") % {"act": ACTIONS[name].name})
    return redirect("games") if name == "delete" else redirect(_place(player, Game.objects.get(pk=game_id)), game_id)


def _try(name: str, player: Player, game_id: UUID, given: Given) -> None:
    """Do an action and undo it, to raise the exceptions that it raises, such as for an unknown player."""
    with transaction.atomic():
        ACTIONS[name].do(player, game_id, given)
        transaction.set_rollback(True)


def _place(player: Player, game: Game) -> str:
    """Return the name of the next page's URL: the umpire's page if the player may still use it, else the game's."""
    return "umpire" if may_control_clock(player, game) else "game"


def _confirm(request: HttpRequest, game: Game, name: str, given: Given) -> HttpResponse:
    labels = {"seat": _("Seat"), "player": _("Player"), "bot": _("Bot"), "hours": _("Hours"), "stop": _("Stop")}
    labels |= {"who": _("Name or address"), "notation": _("Answer"), "reason": _("Reason")}
    language = get_page_language(request)
    shown = {**given, "seat": get_seat_name(game, given["seat"], language)} if "seat" in given else given
    context = {
        "game": game,
        "back": reverse("umpire" if may_use_page(get_player(request), game) else "game", args=[game.pk]),
        "act": ACTIONS[name],
        "name": name,
        "given": given.items(),
        "shown": [(labels[field], value) for field, value in shown.items() if field in labels],
        "effects": list(_effects(get_player(request), game, name, given, language)),
        "question": format_lazy("{}?", ACTIONS[name].name),
    }
    return render(request, "pages/umpire_confirm.html", context)


def _effects(by: Player, game: Game, name: str, given: Given, language: str) -> Iterator[str]:
    """Yield the effects of an action: new deadlines, the answer in words, undone stops, or who takes a seat."""
    effects = {"extend": _effects_of_extend, "act": _effects_of_act, "rewind": _effects_of_rewind}
    if name in effects:
        yield from effects[name](by, game, given, language)
    elif name == "hand_on":
        names = {"old": game.host or _("former player"), "new": get_player_by_name(given.get("player", "").strip())}
        yield _("%(new)s becomes the host instead of %(old)s.") % names
    elif name in NAMING_ACTIONS:
        yield from _effects_on_seat(by, game, name, given, language)


def _effects_of_extend(by: Player, game: Game, given: Given, language: str) -> Iterator[str]:
    """Yield the old and the new deadline of each seat whose deadline the player `by` may see."""
    hours = timedelta(hours=_number(given, "hours"))
    for seat in build_game_lines(by, [game], language)[0].seats:
        if seat.due_at is not None:
            words = {"seat": seat.name, "old": _minute(seat.due_at), "new": _minute(seat.due_at + hours)}
            yield _("%(seat)s: due %(new)s instead of %(old)s.") % words


def _minute(when: datetime) -> str:
    return f"{localtime(when):%Y-%m-%d %H:%M %Z}"


def _effects_of_act(by: Player, game: Game, given: Given, language: str) -> Iterator[str]:
    """Yield the question, and the posted answer as the server understands it, line by line."""
    asked = get_open_decision(by, game.pk, _uuid(given.get("decision", "")))
    form, title = asked.question.form, registry.game_title(game)
    text = given.get("notation", "").strip() or form.render(form.default())
    words = form.describe(form.read(form.parse(text)), language, form.labels_in_context(title.presentation.labels))
    yield f"{get_seat_name(game, asked.seat, language)}: {asked.question.prompt.get(language)}"
    yield from words.splitlines()


def _effects_of_rewind(by: Player, game: Game, given: Given, language: str) -> Iterator[str]:
    """Yield the number of stops that a rewind undoes, and the questions of the stop to which the game returns."""
    number, found = _number(given, "stop"), list_replay_stops(by, game.pk)
    undone = [stop for stop in found if stop.number >= number]
    words = ngettext("%(count)d stop is undone.", "%(count)d stops are undone.", len(undone))
    yield words % {"count": len(undone)}
    yield _("All open questions are withdrawn, with the orders that were submitted to them.")
    yield from (_("There was asked: %(questions)s.") % {"questions": one} for one in [_asked(game, undone[0], language)]
                if one)  # fmt: skip


def _effects_on_seat(by: Player, game: Game, name: str, given: Given, language: str) -> Iterator[str]:
    """Yield who loses a seat, and who gets it."""
    line = build_game_lines(by, [game], language)[0]
    seat = next(one for one in line.seats if one.role == given.get("seat"))
    if seat.kind != "open":
        words = _("%(who)s loses the seat %(seat)s at once, with submitted orders and drafts.")
        yield words % {"who": seat.who, "seat": seat.name}
    bot, who = given.get("bot", ""), (given.get("player") or given.get("who") or "").strip()
    if bot:
        taker = get_bot_name(registry.title_for_names(game), bot, language)
        yield _("%(who)s takes the seat %(seat)s.") % {"who": taker, "seat": seat.name}
    elif name == "substitute" and "@" not in who:
        yield _("%(who)s takes the seat %(seat)s.") % {"who": get_player_by_name(who), "seat": seat.name}
    elif who:
        yield _("%(who)s is invited to the seat %(seat)s.") % {"who": who, "seat": seat.name}
    else:
        yield _("The seat %(seat)s stays free.") % {"seat": seat.name}
