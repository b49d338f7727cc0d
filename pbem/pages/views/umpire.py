"""The umpire's page: what may be done to a game, each act shown once more before it is done."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.text import format_lazy
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_POST, require_safe

from games import registry
from games.errors import Missing, forbidden, missing
from games.kernel.errors import GameError, malformed
from games.kernel.events import PUBLIC
from games.models import Game, Player
from games.selectors.access import get_game, may_keep_time, may_manage, may_umpire
from games.selectors.mail import letters_of_game
from games.selectors.replay import ReplayStop, replay_stops
from games.selectors.umpire import open_decision, open_decisions, player_named
from games.selectors.views import headline, view_at
from games.services import umpire as acts
from games.services.creation import MAX_HOURS
from games.services.hold import do_release
from games.services.lifecycle import do_abandon_game
from games.services.outbox import do_resend_to_seat
from games.services.purge import do_delete_unbegun
from games.services.rewind import do_rewind
from pbem.pages.table import decision_line, game_lines, seat_name, unreachable_names
from pbem.pages.views.game import clock_changes
from pbem.pages.who import language_of, player_of

Given = Mapping[str, str]
Status = Game.Status
GOING = (Status.RUNNING, Status.PAUSED)
UNDER_WAY = (*GOING, Status.HELD)
BOT = "bot:"


@dataclass(frozen=True)
class Act:
    """One thing that can be done: when, what it is called, what it will bring about, and who does it."""

    statuses: tuple[str, ...]
    name: Any
    means: Any
    do: Callable[[Player, UUID, Given], object]
    danger: bool = False


def _number(given: Given, field: str) -> int:
    text = given.get(field, "")
    if not text.isdecimal() or len(text) > 9:
        raise malformed(f"/{field}", "A number is needed.", "数字を入力してください。", "range")
    return int(text)


def _substitute(by: Player, game_id: UUID, given: Given) -> object:
    who = given.get("bot", "") or given.get("player", "").strip()
    bot = given.get("bot", "")
    player = player_named(who) if who and not bot else None
    return acts.do_substitute(
        by=by, game_id=game_id, role=given.get("seat", ""), player=player, bot=bot, reason=given.get("reason", "")
    )


def _act_for(by: Player, game_id: UUID, given: Given) -> object:
    """The notation, or the default where nothing is written and it is asked for."""
    asked = open_decision(by, game_id, _uuid(given.get("decision", "")))
    text = given.get("notation", "").strip() or asked.question.form.render(asked.question.form.default())
    return acts.do_act_for(by=by, request_id=asked.id, text=text, reason=given.get("reason", ""))


def _uuid(text: str) -> UUID:
    try:
        return UUID(text)
    except ValueError:
        raise malformed("/decision", "There is no such decision.", "その決定はありません。") from None


def _plain(service: Callable[..., object]) -> Callable[[Player, UUID, Given], object]:
    return lambda by, game_id, given: service(by=by, game_id=game_id, reason=given.get("reason", ""))


ACTS: dict[str, Act] = {
    "extend": Act(
        GOING,
        gettext_lazy("More time"),
        gettext_lazy("Every open decision gets so many hours more."),
        lambda by, game_id, given: acts.do_extend(
            by=by, game_id=game_id, hours=_number(given, "hours"), reason=given.get("reason", "")
        ),
    ),
    "pause": Act(
        (Status.RUNNING,),
        gettext_lazy("Pause"),
        gettext_lazy("The clocks stop. Answers are taken, but nothing is resolved."),
        _plain(acts.do_pause),
    ),
    "resume": Act(
        (Status.PAUSED,),
        gettext_lazy("Resume"),
        gettext_lazy("The clocks run again; every deadline moves by the length of the pause."),
        _plain(acts.do_resume),
    ),
    "hold": Act(
        GOING,
        gettext_lazy("Hold"),
        gettext_lazy("No answers are taken until the game is released. A reason is needed."),
        _plain(acts.do_hold),
    ),
    "release": Act(
        (Status.HELD,),
        gettext_lazy("Release"),
        gettext_lazy("The step is played again with the answers and dice that fit; the rest is asked anew."),
        _plain(do_release),
    ),
    "substitute": Act(
        UNDER_WAY,
        gettext_lazy("Substitute"),
        gettext_lazy("Whoever sits there loses the seat at once, with all that was sealed or owed."),
        _substitute,
        danger=True,
    ),
    "act": Act(
        GOING,
        gettext_lazy("Answer for a seat"),
        gettext_lazy("All are told that it was done, not what."),
        _act_for,
        danger=True,
    ),
    "rewind": Act(
        UNDER_WAY,
        gettext_lazy("Rewind"),
        gettext_lazy("Back to the beginning of the step of that stop, with new dice. A reason is needed."),
        lambda by, game_id, given: do_rewind(
            by=by, game_id=game_id, number=_number(given, "stop"), reason=given.get("reason", "")
        ),
        danger=True,
    ),
    "resend": Act(
        (*UNDER_WAY, Status.OVER, Status.OPEN),
        gettext_lazy("Send the letter again"),
        gettext_lazy("Under the same Message-ID, to whoever it was for, if they sit there still."),
        lambda by, game_id, given: do_resend_to_seat(by=by, game_id=game_id, mail_id=_number(given, "letter")),
    ),
    "abandon": Act(
        (Status.OPEN, *UNDER_WAY),
        gettext_lazy("Call off"),
        gettext_lazy("The game ends without a result, for good."),
        lambda by, game_id, given: do_abandon_game(player=by, game_id=game_id, reason=given.get("reason", "")),
        danger=True,
    ),
    "delete": Act(
        (Status.OPEN, Status.ABANDONED),
        gettext_lazy("Delete"),
        gettext_lazy("The game never began: nothing is left of it."),
        lambda by, game_id, given: do_delete_unbegun(by=by, game_id=game_id),
        danger=True,
    ),
}
MANAGERS = ("abandon", "delete")
"""What the host may do, too, as long as the game has not begun."""
KEEPERS = ("extend", "pause", "resume")
"""What the host may do in a game under way that has no umpire."""
FIELDS = ("hours", "seat", "player", "bot", "decision", "notation", "stop", "letter", "reason")


def _ruled(request: HttpRequest, game_id: UUID) -> tuple[Player, Game]:
    """The game, for those who may rule it, keep its time, or before the start manage it. Raises Missing, Forbidden."""
    player = player_of(request)
    game = get_game(player, game_id)
    if not (may_keep_time(player, game) or (game.started_at is None and may_manage(player, game))):
        raise forbidden("Only the umpire may do this.", "審判だけが行えます。")
    return player, game


def _possible(player: Player, game: Game) -> list[str]:
    """What may be done now, by this player."""
    names = ACTS if may_umpire(player, game) else KEEPERS if game.started_at else MANAGERS
    fits = [name for name in names if game.status in ACTS[name].statuses]
    return [name for name in fits if name != "delete" or game.started_at is None]


@require_safe
@login_required
def umpire(request: HttpRequest, game_id: UUID) -> HttpResponse:
    """All that may be done to the game now."""
    player, game = _ruled(request, game_id)
    language, possible = language_of(request), _possible(player, game)
    rules = may_umpire(player, game)
    context: dict[str, Any] = {
        "line": game_lines(player, [game], language)[0],
        "acts": [(name, ACTS[name]) for name in possible],
        "possible": possible,
        "rules": rules,
        "changes_clock": clock_changes(player, game),
        "most_hours": MAX_HOURS,
        "bots": ["random", *registry.naming_title(game).bots],
        "decisions": _decisions(player, game, language) if "act" in possible else [],
        "stops": _stops(player, game, language) if "rewind" in possible else [],
        "unreachable": unreachable_names(game, language) if rules else [],
        "letters": _letters(player, game, language) if rules and "resend" in possible else [],
    }
    return render(request, "pages/umpire.html", context)


HEADED = 12
"""So many of the newest stops say where the game stood: those to which a game is rewound."""


def _stops(player: Player, game: Game, language: str) -> list[tuple[ReplayStop, str]]:
    """All stops, the newest first, with what the public was told of where the game stood."""
    found = replay_stops(player, game.pk)[::-1]
    views = [view_at(game, PUBLIC, stop.number) for stop in found[:HEADED]]
    told = ["" if view is None else headline(game, view, language) for view in views]
    return list(zip(found, [*told, *[""] * len(found[HEADED:])], strict=True))


def _decisions(player: Player, game: Game, language: str) -> list[tuple[Any, str]]:
    """The open decisions, each with a legal answer in the notation."""
    found = open_decisions(player, game.pk)
    return [(decision_line(one, language), one.question.form.render(one.question.form.default())) for one in found]


def _letters(player: Player, game: Game, language: str) -> list[tuple[Any, str]]:
    found = letters_of_game(player, game.pk)
    return [(one, seat_name(game, one.role, language) if one.role else "") for one in found]


@require_POST
@login_required
def umpire_act(request: HttpRequest, game_id: UUID, name: str) -> HttpResponse:
    """Do it, once it is confirmed; until then show what it will bring about. Raises Missing, Forbidden."""
    player, game = _ruled(request, game_id)
    if name not in ACTS:
        raise missing()
    given = {field: request.POST[field] for field in FIELDS if request.POST.get(field)}
    if "confirmed" not in request.POST:
        return _confirm(request, game, name, given)
    try:
        ACTS[name].do(player, game_id, given)
    except Missing:
        raise
    except GameError as error:
        words = [one.message.get(language_of(request)) for one in error.problems]
        messages.error(request, " ".join(words) or error.detail.get(language_of(request)))
        return redirect("umpire", game_id=game_id)
    messages.success(request, _("Done: %(act)s.") % {"act": ACTS[name].name})
    return redirect("games") if name == "delete" else redirect("umpire" if _still(player, game_id) else "game", game_id)


def _still(player: Player, game_id: UUID) -> bool:
    """Whether the page is still the player's."""
    game = Game.objects.get(pk=game_id)
    return may_keep_time(player, game)


def _confirm(request: HttpRequest, game: Game, name: str, given: Given) -> HttpResponse:
    labels = {"seat": _("Seat"), "player": _("Player"), "bot": _("Bot"), "hours": _("Hours"), "stop": _("Stop")}
    labels |= {"notation": _("Answer"), "reason": _("Reason")}
    language = language_of(request)
    shown = {**given, "seat": seat_name(game, given["seat"], language)} if "seat" in given else given
    context = {
        "game": game,
        "act": ACTS[name],
        "name": name,
        "given": given.items(),
        "shown": [(labels[field], value) for field, value in shown.items() if field in labels],
        "question": format_lazy("{}?", ACTS[name].name),
    }
    return render(request, "pages/umpire_confirm.html", context)
