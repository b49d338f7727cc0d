"""Games and seats in words for the pages."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from django.utils.translation import gettext as _

from games import registry
from games.kernel.notation import display_verb
from games.kernel.requests import Ask
from games.kernel.text import Text
from games.kernel.title import Title
from games.models import Game, Player
from games.orders.order_set import Orders
from games.selectors.advice import AdviceRequest
from games.selectors.decisions import Decision
from games.selectors.games import GameState, SeatState, build_game_states
from games.selectors.invitations import find_reserved_seats
from games.selectors.mail_delivery import list_unreachable_seats

_NOTATION = re.compile(r"`([a-z]+(?:-[a-z]+)*)`|(?<![A-Za-z-])([a-z]+(?:-[a-z]+)+) (?=[^\x00-\x7f])")
"""A word of the notation in a question: between backticks, or with a hyphen in a Japanese sentence."""
STATUS_WORDS = {str(value): label for value, label in Game.Status.choices}


@dataclass(frozen=True)
class SeatLine:
    """One seat in a list of seats."""

    role: str
    name: str
    who: str
    kind: str
    mine: bool
    awaited: bool
    due_at: datetime | None
    free: bool
    away_until: date | None = None
    late: bool = False
    absent: bool = False
    stand_in: str = ""
    reserves_called: bool = False


@dataclass(frozen=True)
class GameLine:
    """One game in a list, or at the head of its own page."""

    state: GameState
    title: str
    scenario: str
    status: str
    waits_for: tuple[str, ...]
    agreed: tuple[str, ...]
    time: tuple[str, ...]
    policy: tuple[str, ...]
    seats: tuple[SeatLine, ...]
    unread: int = 0
    """Unread messages to the reader's own seats, if a page counts them."""

    @property
    def mine(self) -> tuple[SeatLine, ...]:
        """Return the reader's own seats."""
        return tuple(seat for seat in self.seats if seat.mine)


def build_game_lines(player: Player, games: list[Game], language: str) -> list[GameLine]:
    """Return games in the reader's language."""
    states = build_game_states(player, games)
    kept = find_reserved_seats(player, [game for game in games if game.status == Game.Status.OPEN])
    found = zip(states, games, strict=True)
    return [_line(state, game, kept.get(game.pk, frozenset()), language) for state, game in found]


def _line(state: GameState, game: Game, kept: frozenset[str], language: str) -> GameLine:
    title = registry.title_for_names(game)
    scenario = title.scenarios.get(state.scenario)
    due = {one.seat: one.due_at for one in state.awaited}
    return GameLine(
        state=state,
        title=title.name.get(language),
        scenario=scenario.name.get(language) if scenario else state.scenario,
        waits_for=tuple(one.get(language) for one in state.waits_for),
        status=str(STATUS_WORDS.get(state.status, state.status)),
        agreed=tuple(_agreed(title, state.options, language)),
        time=tuple(one.get(language) for one in state.clock_description),
        policy=tuple(
            one.get(language) for one in (*state.metadata_visibility_description, state.absence_policy_description)
        ),
        seats=tuple(
            _seat(seat, state, due, language, kept=seat.role in kept, free=_takes(seat, game, state, kept))
            for seat in state.seats
        ),
    )


def _agreed(title: Title[Any], options: dict[str, Any], language: str) -> Iterator[str]:
    """Return the game's options in words."""
    for field, value in options.items():
        name = get_option_name(title, field, language)
        if value is True:
            yield name
        elif value is not False and value is not None:
            chosen = get_option_name(title, f"{field}/{value}", language) if isinstance(value, str) else str(value)
            yield f"{name}: {chosen}"


def get_option_name(title: Title[Any], option: str, language: str) -> str:
    """Return the name of an option or of its value (`field/value`); without a name, the key in words."""
    return title.option_name(option).get(language)


def _seat(
    seat: SeatState, state: GameState, due: dict[str, datetime | None], language: str, *, kept: bool, free: bool
) -> SeatLine:
    return SeatLine(
        role=seat.role,
        name=seat.name.get(language),
        who=_("kept for you") if kept else _who(seat),
        kind=seat.kind,
        mine=seat.role in state.my_seats,
        awaited=seat.role in due,
        due_at=due.get(seat.role),
        away_until=seat.away_until,
        late=seat.role in {one.seat for one in state.awaited if one.late},
        absent=seat.absent,
        stand_in=seat.stand_in,
        reserves_called=seat.reserves_called,
        free=free,
    )


def _takes(seat: SeatState, game: Game, state: GameState, kept: frozenset[str]) -> bool:
    """Return True if the reader may take the seat: reserved for the reader, or not reserved."""
    if seat.kind != "open" or game.status != Game.Status.OPEN or (state.my_seats and not game.several_seats):
        return False
    return seat.role in kept or not (seat.reserved or seat.by_invitation)


def _who(seat: SeatState) -> str:
    if seat.kind == "bot":
        return _("Bot “%(name)s”") % {"name": seat.bot}
    if seat.kind == "open":
        free = _("by invitation") if seat.by_invitation else _("free")
        return _("kept for somebody") if seat.reserved else free
    return seat.player or _("former player")


def get_seat_name(game: Game, role: str, language: str) -> str:
    """Return the players' name of a seat, the public or the umpire."""
    words = {"public": Text("Spectators", "観戦者"), "umpire": Text("Umpire (truth)", "審判（真実）")}
    scenario = registry.title_for_names(game).scenarios.get(game.scenario)
    names = scenario.role_names if scenario else {}
    return (names.get(role) or words.get(role) or Text(role, role)).get(language)


@dataclass(frozen=True)
class DecisionLine:
    """An open decision in a list of decisions."""

    decision: Decision
    prompt: str
    title: str
    seat: str


def build_decision_line(decision: Decision, language: str) -> DecisionLine:
    """Return a decision in the reader's language."""
    return DecisionLine(
        decision=decision,
        prompt=format_prompt(decision, language),
        title=registry.title_for_names(decision.game).name.get(language),
        seat=get_seat_name(decision.game, decision.seat, language),
    )


@dataclass(frozen=True)
class AdviceLine:
    """Another seat's decision on which the reader may advise, in a list."""

    wanted: AdviceRequest
    prompt: str
    seat: str


def build_advice_line(wanted: AdviceRequest, language: str) -> AdviceLine:
    """Return a decision of another seat in the reader's language."""
    name = get_seat_name(wanted.game, wanted.seat, language)
    return AdviceLine(wanted, format_prompt(wanted, language), name)


def list_unreachable_names(game: Game, language: str) -> list[str]:
    """Return the seats whose e-mails bounce, for the umpire only."""
    return [get_seat_name(game, role, language) for role in list_unreachable_seats(game.pk)]


_QUOTED = Text("“{}”", "「{}」")


def format_prompt(question: Decision | AdviceRequest, language: str) -> str:
    """Return a question in the reader's language.

    It has the names of orders instead of the notation, which only e-mails use.
    """
    form, text = question.question.form, question.question.prompt.get(language)
    if not _NOTATION.search(text) or not isinstance(form, Orders):
        return text
    labels, verbs = (
        registry.game_title(question.game).presentation.labels,
        {display_verb(way.verb): way.verb for way in form.cached_templates},
    )
    quoted = _QUOTED.get(language)

    def named(found: re.Match[str]) -> str:
        word = found[1] or found[2]
        return quoted.format(labels(verbs[word]).get(language)) if word in verbs else found[0]

    return _NOTATION.sub(named, text)


def format_explanation(title: Title[Any], question: Ask[Any], language: str) -> str:
    """Return the explanation of a question without the question itself, which is the page's heading."""
    return title.presentation.explain_question(question, language).removeprefix(question.prompt.get(language)).strip()


def get_question_name(title: Title[Any], kind: str, language: str) -> str:
    """Return the short name of a kind of question, such as "torpedoes"; "your decision" if it has none."""
    name = title.presentation.question_names.get(kind)
    return name.get(language) if name is not None else _("your decision")
