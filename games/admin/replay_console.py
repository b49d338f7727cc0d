"""The replay console: every stop of every game as any audience saw it, with answers and verified dice.

All data is read through audited access: persons who hold a seat are refused, and every use is recorded.
"""

from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

import msgspec
from django.contrib import admin
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from games import registry
from games.errors import missing
from games.kernel.catalogues import supported
from games.kernel.events import PUBLIC, UMPIRE
from games.kernel.text import Labels, Text
from games.models import Branch, Game, JournalSegment, Player
from games.selectors.access import get_game
from games.selectors.audited_access import audited_access
from games.selectors.events import AudienceEvent, describe_event, describe_unreported_event
from games.selectors.notices import get_seat_name
from games.selectors.replay import JournalAnswer, ReplayPage, ReplayStop, RollRecord, get_replay_page, list_replay_stops
from games.selectors.verification import find_chain_faults, find_dice_faults, list_missing_secrets
from games.selectors.views import describe_board, draw_board_svg, get_headline, get_view_at

PICTURE_POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:; sandbox"
_CHANNELS = {
    "rest": Text("by REST", "REST経由"),
    "web": Text("on the page", "ページから"),
    "mail": Text("by mail", "メール"),
    "bot": Text("by a bot", "ボット"),
    "umpire": Text("by the umpire", "審判"),
    "standing": Text("by standing order", "予約命令"),
    "player_default": Text("by the seat's own default", "席の既定の回答"),
    "default": Text("by the default of the rules", "ルールの既定の回答"),
}
_SIDES = {UMPIRE: Text("Truth", "真実"), PUBLIC: Text("Spectators", "観戦者")}


@dataclass(frozen=True)
class VerificationResult:
    """The result of one verification."""

    name: str
    """What was verified."""
    is_valid: bool | None
    """None if this server cannot verify it."""
    faults: tuple[str, ...] = ()
    """The faults found, and what cannot be verified, as lines of text."""


@dataclass(frozen=True)
class RollLine:
    """A roll or draw in words."""

    place: str
    """Its number."""
    what: str
    """Its result."""
    used_for: str
    """Its purpose."""
    verdict: VerificationResult
    """Whether it matches the committed secret."""


@dataclass(frozen=True)
class EventLine:
    """One event of a stop."""

    number: int
    """The audience's own number of the event."""
    text: str
    """The event in words."""
    raw: str
    """The event as JSON."""
    step: str
    """The key of the step of play."""


@dataclass(frozen=True)
class AnswerLine:
    """One answer with its question."""

    seat: str
    """The name of the seat."""
    asked: str
    """The text of the question."""
    lines: tuple[str, ...]
    """The answer in words."""
    raw: str
    """The answer as JSON."""
    channel: str
    """How the answer came, such as "web" or "bot"."""
    at: datetime | None
    reason: str = ""
    """The bot's reason, if a bot gave the answer."""


@dataclass(frozen=True)
class AudienceChoice:
    """An audience in the selector of audiences."""

    role: str
    """The audience: a role, ``public`` or ``umpire``."""
    name: str
    current: bool
    """True for the audience shown."""
    fresh: bool
    """True if the audience has a new view or events at this stop."""


def _player(request: HttpRequest) -> Player:
    if not isinstance(request.user, Player):
        raise missing()
    return request.user


def _language() -> str:
    return supported(get_language())


def _number(request: HttpRequest) -> int | None:
    text = request.GET.get("stop", "")
    return int(text) if text.isdecimal() and len(text) < 10 else None


@require_safe
def show_console(request: HttpRequest, game_id: UUID) -> HttpResponse:
    """Return the page with one stop of a game as one audience saw it; the query parameters choose both.

    Raises Missing without such a game or stop; Forbidden for all but staff and umpire without a seat.
    """
    player, language = _player(request), _language()
    game = get_game(player, game_id)
    side = request.GET.get("seat", UMPIRE)
    sides = _sides(game, side, language)
    page = get_replay_page(player, game_id, _number(request), side)
    stops = list_replay_stops(player, game_id)  # after the page: a game may go on meanwhile
    chain, dice, missing = find_chain_faults(game_id), find_dice_faults(game_id), tuple(list_missing_secrets(game))
    stop = next(one for one in stops if one.number == page.number)
    context = {
        **admin.site.each_context(request),
        "title": _("Replay: %(name)s") % {"name": game.name},
        "game": game,
        "page": page,
        "cause": JournalSegment.Cause(page.cause).label,
        "stop": stop,
        "stops": stops,
        "place": stops.index(stop) + 1,
        "sides": [_marked(one, stop) for one in sides],
        "headline": get_headline(game, page.view, language) if page.view else "",
        "board_text": describe_board(game, page.view, language) if page.view else "",
        "events": [_event(game, seen, language) for seen in page.events],
        "answers": [_answer(game, given, language) for given in page.answers],
        "asked": [
            (get_seat_name(game, row.seat.role).get(language), said.get(language), row) for row, said in page.asked
        ],
        "rolls": _rolls(game, page, dice, language),
        "verdicts": _verdicts(page, stops, chain, dice, missing),
    }
    return render(request, "admin/games/game/replay.html", context)


@require_safe
def draw_picture(request: HttpRequest, game_id: UUID) -> HttpResponse:
    """Return the board at a stop as one audience saw it (SVG); the query parameters choose both.

    Raises Missing without such a game or stop; Forbidden for all but staff and umpire without a seat.
    """
    player = _player(request)
    game = get_game(player, game_id)
    side, number = request.GET.get("seat", UMPIRE), _number(request)
    _sides(game, side, "en")
    audited_access(player, game, side, "replay_board")
    stored = get_view_at(game, side, game.stop if number is None else number)
    if stored is None:
        raise missing()
    headers = {"Content-Security-Policy": PICTURE_POLICY, "Cache-Control": "private, no-store"}
    return HttpResponse(draw_board_svg(game, stored, _language()), content_type="image/svg+xml", headers=headers)


def _sides(game: Game, current: str, language: str) -> list[AudienceChoice]:
    """Return the selector of audiences. Raises Missing if the game has no audience `current`."""
    roles = list(game.seats.order_by("position").values_list("role", flat=True))
    names = {UMPIRE: _SIDES[UMPIRE], **{role: get_seat_name(game, role) for role in roles}, PUBLIC: _SIDES[PUBLIC]}
    if current not in names:
        raise missing()
    return [AudienceChoice(role, name.get(language), role == current, False) for role, name in names.items()]


def _marked(side: AudienceChoice, stop: ReplayStop) -> AudienceChoice:
    return AudienceChoice(side.role, side.name, side.current, side.role in stop.audiences)


def _event(game: Game, seen: AudienceEvent, language: str) -> EventLine:
    raw = msgspec.json.format(msgspec.json.encode(seen.event), indent=2).decode()
    line = describe_event(game, seen, language) or describe_unreported_event(game, seen, language)
    return EventLine(seen.number, line, raw, seen.step)


def _answer(game: Game, given: JournalAnswer, language: str) -> AnswerLine:
    words = given.text.get(language)
    return AnswerLine(
        seat=get_seat_name(game, given.seat).get(language),
        asked=given.question.get(language)
        or describe_key(registry.game_title(game).presentation.labels, given.key, language),
        lines=tuple(words.splitlines()),
        raw=msgspec.json.encode(given.answer).decode(),
        channel=_CHANNELS[given.channel].get(language) if given.channel in _CHANNELS else given.channel,
        at=datetime.fromisoformat(given.at) if given.at else None,
        reason=given.reason.get(language),
    )


def describe_key(labels: Labels, key: str, language: str) -> str:
    """Return the purpose of a question or roll in words: its `key` with ids replaced by names."""
    parts = key.replace(",", ".").split(".")
    return " · ".join(
        part if part.isdecimal() else labels(part).get(language).replace("_", " ") for part in parts if part
    )


def _rolls(game: Game, page: ReplayPage, faults: list[str], language: str) -> list[RollLine]:
    labels = registry.game_title(game).presentation.labels
    known = {number for number, secret in Branch.objects.filter(game=game).values_list("number", "secret") if secret}
    return [_roll(one, one.branch in known, faults, describe_key(labels, one.key, language)) for one in page.rolls]


def _roll(roll: RollRecord, known: bool, faults: list[str], used_for: str) -> RollLine:
    place = f"{roll.branch}/{roll.number}"
    wrong = tuple(fault for fault in faults if fault.startswith(f"roll {place} "))
    verdict = VerificationResult(place, None if not known and not wrong else not wrong, wrong)
    return RollLine(place, _in_words(roll), used_for, verdict)


def _in_words(roll: RollRecord) -> str:
    """Return the result of dice as text, or how many components were drawn from how many."""
    if roll.kind == "roll":
        return " · ".join(f"d{sides} → {value}" for sides, value in zip(roll.of, roll.drawn, strict=False))
    return _("%(count)d drawn from %(pool)d") % {"count": len(roll.drawn), "pool": sum(roll.of)}


def _verdicts(
    page: ReplayPage, stops: list[ReplayStop], chain: list[str], dice: list[str], missing: tuple[str, ...]
) -> list[VerificationResult]:
    """Return the results of three verifications: of the whole hash chain, of this stop in it, and of all dice."""
    here = tuple(fault for fault in chain if fault.startswith(f"segment {page.number}:"))
    rolls: dict[str, Any] = {"count": len(stops)}
    return [
        VerificationResult(_("Hash chain over all %(count)d stops") % rolls, not chain, tuple(chain)),
        VerificationResult(_("This stop in the chain"), not here, here),
        VerificationResult(
            _("All dice of the game, against the committed secrets"),
            None if missing and not dice else not dice,
            (*dice, *missing),
        ),
    ]
